"""A ruleset with a difference made smaller as long as the difference stays.

Keys are dropped, combinations and dice taken away, numbers made smaller: the first change that
keeps a difference of the same kind is taken, and all are tried again, until none is left or the
time is up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from pydantic import ValidationError

from campaign.draw import Data
from campaign.finding import Finding, Outcome, data_of
from campaign.rulesets import judge
from farklegen.rules.consistency import find_errors
from farklegen.rules.ruleset import Ruleset

SECONDS = 15.0
"""For one difference."""

Judge = Callable[[Ruleset], Outcome]


def shrink(
    ruleset: Ruleset, finding: Finding, judge_it: Judge, seconds: float = SECONDS
) -> Finding:
    """The same difference in the smallest ruleset that is found in time."""
    until = time.monotonic() + seconds
    data, best = data_of(ruleset), finding
    found = True
    while found:
        found = False
        for smaller in smaller_ones(data):
            if time.monotonic() > until:
                return best
            again = _difference(smaller, finding, judge_it)
            if again is not None:
                data, best, found = smaller, again, True
                break
    return best


def judge_part(part: str, chance: str) -> Judge:
    """What compares rulesets in one part of the campaign."""

    def judge_it(ruleset: Ruleset) -> Outcome:
        outcome = Outcome()
        judge(ruleset, part, chance, outcome, slower=0.5)
        return outcome

    return judge_it


def _difference(data: Data, like: Finding, judge_it: Judge) -> Finding | None:
    """A difference of the same kind under these rules, if they are rules."""
    ruleset = valid(data)
    if ruleset is None:
        return None
    for finding in judge_it(ruleset).findings:
        if (finding.part, finding.kind) == (like.part, like.kind):
            return finding
    return None


def valid(data: Data) -> Ruleset | None:
    """The ruleset that these keys are; None if they are none."""
    try:
        ruleset = Ruleset(**_with_tuples(data))
    except ValidationError:
        return None
    return None if find_errors(ruleset) else ruleset


def smaller_ones(data: Data) -> Iterator[Data]:
    """Rulesets that are a little smaller, those first that are much smaller."""
    for key in [key for key in data if key not in ("goal", "combinations", "dice")]:
        yield {name: value for name, value in data.items() if name != key}
    for group in ("bank", "farkle", "hot_dice_bonus"):
        for key in data.get(group, {}):
            yield {**data, group: {k: v for k, v in data[group].items() if k != key}}
    combinations = data["combinations"]
    if len(combinations) > 1:
        for pattern in combinations:
            left = {k: v for k, v in combinations.items() if k != pattern}
            yield {**data, "combinations": left}
    for key in ("instant_win", "disaster"):
        for at in range(len(data.get(key, ())) if len(data.get(key, ())) > 1 else 0):
            yield {**data, key: [*data[key][:at], *data[key][at + 1 :]]}
    dice = data.get("dice", 6)
    if isinstance(dice, int):
        yield {**data, "dice": dice - 1}
    else:
        names = [name for name in dice for _ in range(1 if isinstance(dice, list) else dice[name])]
        yield {key: value for key, value in data.items() if key != "die_types"} | {
            "dice": len(names)
        }
        for at in range(len(names)):
            yield {**data, "dice": names[:at] + names[at + 1 :]}
    for path, number in _numbers(data):
        for other in _lower(number):
            changed = deepcopy(data)
            place: Any = changed
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = other
            yield changed


def _numbers(data: Data) -> Iterator[tuple[list[str | int], int]]:
    """Where numbers stand that may be made smaller; dice have been tried."""
    waiting: list[tuple[list[str | int], object]] = [([k], data[k]) for k in data if k != "dice"]
    while waiting:
        path, value = waiting.pop(0)
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            yield path, value
        elif isinstance(value, dict):
            waiting += [([*path, key], inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [([*path, at], inner) for at, inner in enumerate(value)]


def _lower(number: int) -> list[int]:
    """Numbers closer to zero."""
    sign = -1 if number < 0 else 1
    size = abs(number)
    found = [1, size // 50, size // 10, size // 5, size // 2, size - 1, 0]
    return [sign * n for n in dict.fromkeys(found) if n < size]


def _with_tuples(data: Data) -> Data:
    """Lists as the model wants them."""

    def turned(value: object) -> object:
        if isinstance(value, list):
            return tuple(value)
        if isinstance(value, dict):
            return {key: turned(inner) for key, inner in value.items()}
        return value

    return {key: turned(value) for key, value in data.items()}
