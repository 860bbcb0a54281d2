"""What a request may cost, in one place."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field

from farklegen.solvers.match.feasibility import MEMORY_SHARE
from farklegen.solvers.match.usable_memory import usable_bytes

BODY_BYTES = 200_000
"""The largest body of a request."""

RULES_CHARACTERS = 40_000
"""The longest text of one ruleset: forty times the usual one."""

PACKED_CHARACTERS = 12_000
"""The longest ruleset in an address, packed."""

MOST_RULES = 3
"""Rulesets that are compared at once."""

BODY_SECONDS = 10.0
"""For a body to arrive."""

CONNECTIONS = 500
"""Open at the same time; more are refused with 503."""


@dataclass(frozen=True)
class ServerLimits:
    """What those who run a server may want to change.

    Attributes:
        solvers: processes that solve matches, one each at a time.
        clerks: processes for cards, pages and all else that takes no match; one more reads rules.
        threads: of each solver.
        match_seconds: for a match, from when a solver takes it; no limit by default.
        quick_seconds: for anything else.
        memory: bytes of address space of a process beyond what it has when it starts; by default
            most of what this machine has.
        states: starts of turns of a match.
        waiting_matches: matches in the queue.
        waiting_questions: other questions in the queue.
        kept_bytes: finished answers that are kept in memory.
        grace: seconds after which a match is given up that nobody waits for any more: a phone may
            be locked for a while.
    """

    solvers: int = 1
    clerks: int = 2
    threads: int = os.cpu_count() or 1
    match_seconds: float = math.inf
    quick_seconds: float = 20.0
    memory: float = field(default_factory=lambda: MEMORY_SHARE * usable_bytes())
    states: int = 4_000_000
    waiting_matches: int = 50
    waiting_questions: int = 500
    kept_bytes: int = 64_000_000
    grace: float = 300.0
