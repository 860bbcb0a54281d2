"""Lines that look at both scores, in words, and in few words where there is little room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.policies.recipe import ScoreRule
from farklegen.report.numbers import points
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import listed, upper_first


def sentences(rules: Sequence[ScoreRule]) -> tuple[str, ...]:
    """Each line as a sentence; the first that fits counts."""
    return tuple(f"{condition_words(rule)}: {_response(rule)}." for rule in rules)


def condition_words(rule: ScoreRule) -> str:
    """What a line asks of the scores: `They have 7,900 or more and you are 750 or more behind`."""
    return upper_first(" and ".join(_conditions(rule)) or "always")


def response_words(rule: ScoreRule, rules: Sequence[ScoreRule]) -> str:
    """What to do then; by how much only if the lines have several amounts."""
    same = _later(rules) if rule.counted_less > 0 else _earlier(rules)
    return _response(rule, amount=len(same) > 1)


def meanings(rules: Sequence[ScoreRule], ruleset: Ruleset) -> Iterator[str]:
    if any(rule.to_goal for rule in rules):
        reach = "hit" if ruleset.overshoot == "bust" else "reach"
        yield (
            f"All out: use the bottom row, and don't bank until you {reach} "
            f"{points(ruleset.extent)}."
        )
    if later := _later(rules):
        by, less = _amounts(later)
        yield (
            f"Be bold{by}: take {less} off the turn score to choose the row (add to the real "
            f"one). If the real one is {less} or less, use the bottom row and roll."
        )
    if earlier := _earlier(rules):
        by, more = _amounts(earlier)
        yield (
            f"Be careful{by}: put {more} on the turn score to choose the row (add to the real one)."
        )


def _later(rules: Sequence[ScoreRule]) -> list[int]:
    return sorted({rule.counted_less for rule in rules if rule.counted_less > 0})


def _earlier(rules: Sequence[ScoreRule]) -> list[int]:
    return sorted({rule.earlier for rule in rules if rule.earlier is not None})


def _amounts(amounts: Sequence[int]) -> tuple[str, str]:
    """How an answer names its amount, and how the amount is called."""
    if len(amounts) == 1:
        return "", points(amounts[0])
    return f" by {listed([points(amount) for amount in amounts], 'or')}", "that much"


def _response(rule: ScoreRule, *, amount: bool = True) -> str:
    if rule.to_goal:
        return "go all out"
    if rule.counted_less == 0:
        return "play as usual"
    how = "be bold" if rule.counted_less > 0 else "be careful"
    return f"{how} by {points(abs(rule.counted_less))}" if amount else how


def _conditions(rule: ScoreRule) -> Iterator[str]:
    """What it asks, as parts of a sentence."""
    if rule.either is not None:
        yield f"one of you has {points(rule.either)} or more"
    if rule.mine is not None and rule.mine == rule.theirs:
        yield f"both of you have {points(rule.mine)} or more"
    else:
        if rule.mine is not None:
            yield f"you have {points(rule.mine)} or more"
        if rule.theirs is not None:
            yield f"they have {points(rule.theirs)} or more"
    if rule.behind is not None:
        yield (
            f"you are {points(rule.behind)} or more behind" if rule.behind else "you are not ahead"
        )
    if rule.ahead is not None:
        yield f"you are {points(rule.ahead)} or more ahead" if rule.ahead else "you are not behind"


def short_line(rule: ScoreRule, rules: Sequence[ScoreRule]) -> tuple[str, str]:
    """A line in few words: `They 7,900+, you 750+ behind`, `BOLD`."""
    asked = rule.asked
    parts = []
    if asked.either is not None:
        parts.append(f"one of you {points(asked.either)}+")
    if asked.mine is not None and asked.mine == asked.theirs:
        parts.append(f"both {points(asked.mine)}+")
    else:
        parts += [
            f"{who} {points(score)}+"
            for who, score in (("you", asked.mine), ("they", asked.theirs))
            if score is not None
        ]
    if asked.behind is not None:
        parts.append(f"you {points(asked.behind)}+ behind" if asked.behind else "you not ahead")
    if asked.ahead is not None:
        parts.append(f"you {points(asked.ahead)}+ ahead" if asked.ahead else "you not behind")
    answer = response_words(rule, rules).removeprefix("go ").removeprefix("be ")
    return upper_first(", ".join(parts) or "always"), answer.upper()


def short_meanings(rules: Sequence[ScoreRule], ruleset: Ruleset) -> Iterator[str]:
    if any(rule.to_goal for rule in rules):
        yield f"ALL OUT: bottom row; don't bank short of {points(ruleset.extent)}."
    if later := _later(rules):
        less = points(later[0]) if len(later) == 1 else "that much"
        yield f"BOLD: take {less} off to choose the row; at {less} or less: bottom row, roll."
    if earlier := _earlier(rules):
        more = points(earlier[0]) if len(earlier) == 1 else "that much"
        yield f"CAREFUL: put {more} on to choose the row."
