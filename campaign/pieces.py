"""A ruleset with all that is done about it: compared, and its differences made small."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from campaign.draw import numbered
from campaign.finding import Outcome
from campaign.rulesets import judge_number
from campaign.shrink import judge_part, shrink
from farklegen.rules.ruleset import Ruleset

MOST_ALIKE = 4
"""Differences of one kind that a process makes smaller; by then it is known what they are like."""


def ruleset_piece(
    seed: int,
    number: int,
    parts: Collection[str],
    seconds: float,
    shrunk: Counter[tuple[str, str]],
) -> Outcome:
    """Compare a ruleset; each difference in its smallest form."""
    outcome = judge_number(seed, number, parts)
    ruleset = numbered(seed, number)
    small = []
    for finding in outcome.findings:
        like = (finding.part, finding.kind)
        shrunk[like] += 1
        again = f"ruleset {number} of seed {seed}"
        if shrunk[like] <= MOST_ALIKE:
            finding = shrink(
                ruleset, finding, judge_part(finding.part, f"{seed} {number}"), seconds
            )
        else:
            again += " (as it was drawn: there have been enough of this kind)"
        small.append(replace(finding, how=again))
    outcome.findings = small
    return outcome


def prepare() -> None:
    """Load all that is loaded when it is needed, so that nothing is while time is counted."""
    from campaign.match import solve
    from farklegen.policies.policy import Policy
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.duel.duel import Arena

    usual = {"dice": 2, "goal": 3, "combinations": {"1": 1, "AB": 2}}
    rules: list[dict[str, object]] = [
        {},
        {"piggyback": "both"},
        {"bank": {"beat_previous": True}},
        {"end_game": "final_turn", "piggyback": "both"},
        {"farkle": {"streak": 2, "penalty": 1, "lowest_score": 0}, "disaster": ("22",)},
    ]
    for more in rules:
        ruleset = Ruleset.model_validate({**usual, **more})
        solution = solve(ruleset)
        solution.turn(solution.start())
        arena = Arena(solution, compile_scoring(ruleset), threads=1)
        arena.meet(Policy("optimal"), Policy("optimal"))
