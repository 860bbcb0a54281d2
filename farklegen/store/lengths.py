"""How long games last: looked up in the store, or worked out and kept there."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, nan
from typing import Any

from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.match import SOLVER_VERSION
from farklegen.store.match_file import MatchKey
from farklegen.store.matches import Report
from farklegen.store.remembered import remembered

VERSION = f"{SOLVER_VERSION}, length-3"
"""To be changed whenever following the games may give something else."""


def key_of(loaded: LoadedRuleset, floor: int | None) -> MatchKey:
    """What the length of games is found by."""
    return MatchKey(loaded.fingerprint, "length", {"floor": floor}, VERSION)


def length(
    loaded: LoadedRuleset, floor: int | None, work_out: Callable[[], GameLength], report: Report
) -> GameLength:
    """The length of games between perfect players.

    Args:
        loaded: the rules.
        floor: points at which scores are cut off, where that was asked for.
        work_out: finds it out if it is not known.
        report: takes lines for the person at the keyboard.
    """
    return remembered(
        key_of(loaded, floor),
        work_out,
        tell=_meta,
        read=_from,
        label=loaded.name,
        otherwise="the stored length of games is of another kind and is worked out anew",
        report=report,
    )


def _meta(found: GameLength) -> dict[str, Any]:
    numbers = {"mean": found.mean, "spread": found.spread, "lead_changes": found.lead_changes}
    return {
        # JSON has no form for what is not known
        **{name: value if isfinite(value) else None for name, value in numbers.items()},
        "distribution": [list(pair) for pair in found.distribution],
        "beyond": found.beyond,
    }


def _from(meta: dict[str, Any]) -> GameLength:
    mean, spread, changes = (
        nan if meta[name] is None else float(meta[name])
        for name in ("mean", "spread", "lead_changes")
    )
    distribution = tuple((int(turns), float(chance)) for turns, chance in meta["distribution"])
    return GameLength(mean, spread, distribution, float(meta["beyond"]), changes)
