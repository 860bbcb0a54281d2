"""Lines that look at both scores, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.policies.recipe import ScoreRule
from farklegen.report.numbers import points
from farklegen.rules.words import listed


def sentences(rules: Sequence[ScoreRule]) -> tuple[str, ...]:
    """Each line as a sentence; the first that holds counts."""
    return tuple(_sentence(rule) for rule in rules)


def how_to_read(rules: Sequence[ScoreRule]) -> Iterator[str]:
    """What the words of these sentences mean."""
    if any(rule.to_goal for rule in rules):
        yield "To go for it: set dice aside as at a turn score of 0."
    later = sorted({rule.counted_less for rule in rules if rule.counted_less > 0})
    if later:
        less = points(later[0]) if len(later) == 1 else "that much"
        yield (
            f"To bank {_either(later)} later: count the turn score as {less} less, to set dice "
            "aside as well as to bank. Where nothing is left of it do not bank."
        )
    earlier = sorted({rule.earlier for rule in rules if rule.earlier is not None})
    if earlier:
        more = points(earlier[0]) if len(earlier) == 1 else "that much"
        yield f"To bank {_either(earlier)} earlier: count it as {more} more."


def _either(amounts: Sequence[int]) -> str:
    return listed([points(amount) for amount in amounts], "or")


def _sentence(rule: ScoreRule) -> str:
    when = " and ".join(_conditions(rule))
    if rule.to_goal:
        return f"{when}, go for it: bank nothing short of the goal."
    if rule.earlier is not None:
        return f"{when}, bank {points(rule.earlier)} earlier."
    if rule.counted_less == 0:
        return f"{when}, play as usual."
    return f"{when}, bank {points(rule.counted_less)} later."


def _conditions(rule: ScoreRule) -> Iterator[str]:
    """What it asks, as parts of a sentence, the first of which begins it."""
    found = []
    if rule.either is not None:
        found.append(f"one of you has {points(rule.either)} or more")
    if rule.mine is not None and rule.mine == rule.theirs:
        found.append(f"both of you have {points(rule.mine)} or more")
    else:
        if rule.mine is not None:
            found.append(f"you have {points(rule.mine)} or more")
        if rule.theirs is not None:
            found.append(f"they have {points(rule.theirs)} or more")
    if rule.behind is not None:
        found.append(
            f"you are {points(rule.behind)} or more behind" if rule.behind else "you are not ahead"
        )
    if rule.ahead is not None:
        found.append(
            f"you are {points(rule.ahead)} or more ahead" if rule.ahead else "you are not behind"
        )
    yield f"When {found[0]}" if found else "Always"
    yield from found[1:]
