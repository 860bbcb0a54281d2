"""One ruleset of the campaign, under every objective."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from campaign.draw import numbered
from campaign.duel import judge_duel
from campaign.finding import Outcome, crashed, data_of, yaml_of
from campaign.limit import TooSlowError, at_most
from campaign.match import MatchJudge
from campaign.reading import judge_reading
from campaign.several import judge_several
from campaign.turns import judge_expected, judge_reach
from farklegen.rules.ruleset import Ruleset

PARTS = ("reading", "match", "duel", "several", "expected", "reach")

SECONDS = {
    "reading": 1.0, "match": 1.5, "duel": 1.5, "several": 2.0, "expected": 1.0, "reach": 0.5
}  # fmt: skip
"""That each part of a ruleset may take; what is not compared by then is skipped."""

MATCH_STATES = 10
"""Asked about in a match, beside the start."""

EVERY = {"reading": 1, "match": 1, "duel": 3, "several": 1, "expected": 2, "reach": 2}
"""One ruleset in so many is looked at by each part."""


def judge_number(seed: int, number: int, parts: Collection[str]) -> Outcome:
    """Compare ruleset `number` of a seed; depends on nothing else, but for what time permits."""
    outcome = Outcome()
    ruleset = numbered(seed, number)
    for part in PARTS:
        if part in parts and number % EVERY[part] == 0:
            judge(ruleset, part, f"{seed} {number}", outcome)
    return outcome


def judge(ruleset: Ruleset, part: str, chance: str, outcome: Outcome, slower: float = 1.0) -> None:
    """Compare one ruleset under one objective; whatever happens ends up in the outcome."""
    outcome.counts[f"{part} rulesets"] += 1
    try:
        with at_most(SECONDS[part] * slower):
            _judge(ruleset, part, chance, outcome)
    except TooSlowError:
        outcome.counts[f"{part} rulesets cut short: too slow for the referee"] += 1
    except Exception as error:  # of the judge itself, which is as bad
        text = yaml_of(data_of(ruleset))
        outcome.findings.append(crashed(part, text, "the campaign itself", error))


def _judge(ruleset: Ruleset, part: str, chance: str, outcome: Outcome) -> None:
    if part == "match":
        MatchJudge(ruleset, f"{part} {chance}", MATCH_STATES, outcome).judge()
    elif part == "duel":
        judge_duel(ruleset, Random(f"{part} {chance}"), outcome)
    elif part == "reading":
        judge_reading(ruleset, Random(f"{part} {chance}"), outcome)
    elif part == "several":
        judge_several(ruleset, outcome)
    elif part == "expected":
        judge_expected(ruleset, outcome)
    else:
        judge_reach(ruleset, Random(f"{part} {chance}"), outcome)
