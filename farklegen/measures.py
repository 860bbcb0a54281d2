"""What can be asked of a ruleset as one number, by name, and where rulesets differ: in their rules,
and where one says bank and another roll.

A new measure is a line of the table here. `docs/design-guide.md` says of each what it means; a test
holds that table against this one.

Rules that differ in meaning are named by the keys of the language. A setting without effect counts
as absent, and spelling does not count.

A situation is a number of dice to roll and a turn score. The player is on the board and did not
farkle on the turn before. A situation is looked at if it occurs and may be banked in at least two
of the rulesets, and if its turn score is below the goals of all. In each of these rulesets the
other choice costs

    |expected points of rolling on - of banking|          each time, and
    that times the chance that a turn gets there          on average, in every turn.

A turn never reaches the same turn score with the same number of dice twice, so the second number is
exactly what this one mistake costs. It is counted if the best play of the ruleset gets there.
Situations with neighbouring turn scores and the same choices are put together. Their costs are
added up over all rulesets, and the costliest situations come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, product
from math import isfinite
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from farklegen.errors import FarklegenError
from farklegen.policies.recipe import SKILLS, parse
from farklegen.rules.facts import in_force
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import RULES
from farklegen.rules.patterns import FACES, MAX_DICE, parse_pattern
from farklegen.rules.ruleset import PATTERN_LISTS, Ruleset
from farklegen.rules.words import dice_words, pattern_name, pattern_words
from farklegen.solvers.advice import PointsOutlook
from farklegen.solvers.expected import ExpectedScore
from farklegen.solvers.moves import reachable_states
from farklegen.study.study import Study

Unit = Literal["points", "share", "turns", "dice", "count"]
"""What a measure is counted in; a share is between 0 and 1."""

Needs = Literal["rules", "points", "match", "length", "duel", "card"]
"""What has to be worked out for a measure: nothing but the scoring, the expected score, the solved
match, the length of games, a duel of policies, the card that `table` prints."""

QUICK: tuple[Needs, ...] = ("rules", "points")
"""What takes milliseconds, because no match has to be solved."""

Value: TypeAlias = float | int | None
"""None where the ruleset does not have the number."""

QUANTILES = (5, 25, 50, 75, 95)
"""Per cent of all games: a measure says by which turn that many are over."""


class MeasureFound(NamedTuple):
    """One measure of one ruleset.

    Attributes:
        value: in the unit of the measure; None if there is none.
        why: why there is none, if these rules do not allow it.
    """

    value: Value
    why: str = ""


class Measure(NamedTuple):
    """One number of a ruleset.

    Attributes:
        name: as a sweep asks for it and a CSV file heads it.
        title: as a table names it.
        unit: what it is counted in.
        needs: what has to be worked out for it.
        of: the number; raises FarklegenError where the rules allow no answer.
    """

    name: str
    title: str
    unit: Unit
    needs: Needs
    of: Callable[[Study], Value]

    def found(self, study: Study) -> MeasureFound:
        """The number, or why there is none."""
        try:
            value = self.of(study)
        except FarklegenError as error:
            return MeasureFound(None, str(error))
        if value is None or not isfinite(value):
            return MeasureFound(None)
        # numbers of Python's own: numpy's would not be written in the same way
        return MeasureFound(int(value) if hasattr(value, "__index__") else float(value))


def turn_spread(study: Study) -> float:
    """Standard deviation of the points of a turn of the long run, whatever situation it is in."""
    expected = study.expected
    if len(expected.strategies) == 1:
        return expected.strategies[0].outcome.spread
    parts = list(zip(expected.frequency.tolist(), expected.strategies, strict=True))
    mean = sum(share * strategy.outcome.points for share, strategy in parts)
    variance = sum(
        share * (strategy.outcome.spread**2 + (strategy.outcome.points - mean) ** 2)
        for share, strategy in parts
    )
    return float(variance**0.5)


def _farkle(dice: int, study: Study) -> Value:
    hand = study.tables.hands.of_size(dice)
    return None if hand is None else study.odds[hand - 1].farkle / study.odds[hand - 1].rolls


def _bank_from(dice: int, study: Study) -> Value:
    """In the first situation: on the board, with no farkle just before; none in a game that is won
    by then."""
    hand = study.tables.hands.of_size(dice)
    found = next((ranges.start for ranges in study.bank if ranges.dice == hand), None)
    return None if found is None or found >= study.loaded.ruleset.extent else found


def _over_by(percent: int, study: Study) -> Value:
    return study.length.quantile(percent / 100)


def _wins(policy: str, study: Study) -> Value:
    return study.duel(parse(policy), parse("optimal")).chances.average


def _of_card(name: str, study: Study) -> Value:
    """Points of the card; refused, as `expected` is, if the rules have none."""
    assert study.expected
    value: float = getattr(study.card.card, name)
    return value


def _first_player_wins(study: Study) -> Value:
    return study.solution.win_probability(study.solution.start())


Row: TypeAlias = tuple[str, str, Unit, str | Callable[[Study], Value]]
"""A measure: its name, its title, its unit, and how it is found."""


def _each(
    numbers: Iterable[int], name: str, title: str, unit: Unit, of: Callable[[int, Study], Value]
) -> Iterator[Row]:
    """A row for each number n. In names and titles `{}` stands for n, and `{dice}` for n dice."""
    for n in numbers:
        yield name.format(n), title.format(n, dice=dice_words(n)), unit, partial(of, n)


DICE = range(1, MAX_DICE + 1)

_TABLE: dict[Needs, tuple[Row, ...]] = {
    "points": (
        ("points_per_turn", "points per turn", "points", "expected.points_per_turn"),
        ("points_error", "... at most so much more", "points", "expected.error"),
        ("turn_spread", "spread of a turn", "points", turn_spread),
        ("farkle_per_turn", "turns that farkle", "share", "expected.farkle_probability"),
        *_each(DICE, "bank_from_{}_dice", "bank with {dice} from", "points", _bank_from),
        ("always_bank_from", "bank with any dice from", "points", "expected.always_bank_from"),
        (
            "full_table_points_per_turn",
            "points per turn by the full table",
            "points",
            "analysis.card.points_per_turn",
        ),
        ("full_table_loss", "points that the full table loses", "points", "analysis.card.loss"),
        (
            "full_table_numbers",
            "numbers in the full table",
            "count",
            "analysis.card.numbers_to_remember",
        ),
    ),
    "rules": tuple(_each(DICE, "farkle_{}_dice", "farkle with {dice}", "share", _farkle)),
    "match": (
        ("first_player_wins", "first player wins", "share", _first_player_wins),
        ("head_start", "fair head start", "points", "head_start.points"),
        (
            "head_start_first_player_wins",
            "first player then",
            "share",
            "head_start.first_player_win_probability",
        ),
        ("match_error", "error, at most", "share", "solution.certificate.error_bound"),
    ),
    "length": (
        ("turns_mean", "turns of a game", "turns", "length.mean"),
        ("turns_spread", "... standard deviation", "turns", "length.spread"),
        *_each(QUANTILES, "turns_{}_percent", "{}% of games over by turn", "turns", _over_by),
        ("lead_changes", "lead changes of a game", "count", "length.lead_changes"),
    ),
    "card": (
        ("card_numbers", "numbers to learn", "count", "card.numbers"),
        (
            "card_points_per_turn",
            "points per turn by the card",
            "points",
            partial(_of_card, "points_per_turn"),
        ),
        ("card_loss", "points that the card loses", "points", partial(_of_card, "loss")),
    ),
    "duel": tuple(
        (name, f"{policy}: {meaning}", "share", partial(_wins, policy))
        for policy, (name, meaning) in SKILLS.items()
    ),
}
"""By what they need: name, title, unit, and the attribute of a study or the function that tells."""

MEASURES: dict[str, Measure] = {
    name: Measure(name, title, unit, needs, attrgetter(of) if isinstance(of, str) else of)
    for needs, rows in _TABLE.items()
    for name, title, unit, of in rows
}


# where rulesets differ

LEAST = 1e-9
"""Points in a turn below which a difference is of no interest."""

MOST_ROWS = 4096
"""Turn scores of one number of dice that are looked at, from zero."""


@dataclass(frozen=True)
class BestPlay:
    """The best play of one ruleset in a situation.

    Attributes:
        banks: whether it banks.
        cost: points that the other choice loses, each time.
        per_turn: the same on average, in every turn of the best play.
    """

    KEYS = ("banks", "cost")

    banks: bool
    cost: float
    per_turn: float


Choices = tuple[BestPlay | None, ...]
"""What each ruleset does in a situation; None if the situation does not occur, or may not be
banked."""


@dataclass(frozen=True)
class Difference:
    """Neighbouring situations in which one ruleset banks and another rolls.

    Attributes:
        dice: to roll.
        first, last: turn scores, points.
        at: the turn score in which the other choice costs most in a turn.
        choices: of each ruleset, at that turn score.
        weight: points that the other choice loses in a turn, on average, over all rulesets.
    """

    dice: int
    first: int
    last: int
    at: int
    choices: Choices
    weight: float


def differences(
    rulesets: Sequence[Ruleset], results: Sequence[ExpectedScore | None]
) -> tuple[Difference, ...]:
    """All differences, the costliest first.

    Args:
        rulesets: the rules.
        results: their best play; None where there is none. Rulesets with dice of different kinds
            are left out: a number of dice does not say which dice are left to roll.
    """
    goal = min(ruleset.extent for ruleset in rulesets)
    tables = [
        _choices(ruleset, result, goal)
        if result is not None and hands_of(ruleset).uniform
        else None
        for ruleset, result in zip(rulesets, results, strict=True)
    ]
    situations: list[Difference] = []
    for dice, points in sorted({key for table in tables if table for key in table}):
        choices = tuple(None if t is None else t.get((dice, points)) for t in tables)
        if sum(choice is not None for choice in choices) > 1:
            weight = sum(choice.per_turn for choice in choices if choice)
            situations.append(Difference(dice, points, points, points, choices, weight))
    found = []
    same = groupby(situations, key=lambda each: (each.dice, *(c and c.banks for c in each.choices)))
    for (_, *banks), group in same:
        if True in banks and False in banks:
            run = list(group)
            columns = zip(*(each.choices for each in run), strict=True)
            weight = sum(sum(choice.per_turn for choice in each if choice) for each in columns)
            worst = max(run, key=lambda each: each.weight)
            found.append(replace(worst, first=run[0].at, last=run[-1].at, weight=weight))
    large = [difference for difference in found if difference.weight > LEAST]
    return tuple(sorted(large, key=lambda d: (-d.weight, d.dice, d.first)))


def _choices(ruleset: Ruleset, result: ExpectedScore, goal: int) -> dict[tuple[int, int], BestPlay]:
    """The choice in every situation that occurs and may be banked, by dice and turn score.

    If the count of hot dice matters, only turn scores where every count has the same choice.
    """
    moves, strategy = result.moves, result.strategies[0]
    rows = min(-(-goal // moves.unit), MOST_ROWS)
    occurs, outlook = reachable_states(ruleset, moves, rows), PointsOutlook(result)
    visits = np.zeros((rows, moves.columns))
    known = strategy.outcome.visits[:rows]
    visits[: len(known)] = known
    found = {}
    for row, dice in product(range(1, rows), range(1, moves.dice + 1)):
        here = [hot for hot in range(moves.hot_counts) if occurs[row, moves.column(dice, hot)]]
        every = [outlook.prospect(row * moves.unit, dice, hot) for hot in here]
        gains = [each.roll - each.bank for each in every if each.bank and each.roll is not None]
        if not gains or len({each.banks for each in every}) > 1:
            continue
        often = visits[row, [moves.column(dice, hot) for hot in here]]
        weights = often if often.sum() > 0 else np.ones_like(often)
        cost = abs(float(np.array(gains) @ weights / weights.sum()))
        choice = BestPlay(every[0].banks, cost, cost * float(often.sum()))
        found[dice, row * moves.unit] = choice
    return found


UNSET = ("name", "source", "labels", "die_types")
"""Keys that are not settings."""

Setting = str | int | bool | tuple[int, ...] | tuple[str, ...] | None
"""What a ruleset says; None where it has no such rule."""


@dataclass(frozen=True)
class RuleChange:
    """One rule that is not the same everywhere.

    Attributes:
        key: of the rules file, with dots.
        words: what a pattern is called; empty for other keys.
        values: of each ruleset; None without that rule.
    """

    key: str
    words: str
    values: tuple[Setting, ...]


def rule_changes(rulesets: Sequence[Ruleset]) -> Iterator[RuleChange]:
    """All rules that differ, in the order of a rules file."""
    rules = [in_force(ruleset) for ruleset in rulesets]
    for key in (key for key in RULES.keys if key not in UNSET):
        if key == "combinations":
            yield from _combinations(rulesets)
            continue
        values = [_setting(each, key) for each in rules]
        if len(set(values)) > 1:
            pairs = zip(values, rulesets, strict=True)
            yield RuleChange(key, "", tuple(_written(value, _value(r, key)) for value, r in pairs))


def _written(value: Setting, own: Any) -> Setting:
    """A number as the file has it; in force it may be rounded up to the steps of scores."""
    return own if type(own) is type(value) is int else value


def _value(ruleset: Ruleset, key: str) -> Any:
    section, _, name = key.rpartition(".")
    return getattr(getattr(ruleset, section) if section else ruleset, name, None)


def _setting(rules: Ruleset, key: str) -> Setting:
    """A setting of rules in force."""
    farkle, value = rules.farkle, _value(rules, key)
    if key in PATTERN_LISTS:
        return tuple(sorted({parse_pattern(each).canonical for each in value})) or None
    if key == "farkle.lowest_score" and farkle.most_lost:
        return "no limit" if value is None else int(value)
    if key == "die_weights":
        return _weights(rules)
    without = {
        "bank.multiple_of": value == 1,
        "end_game": rules.goal is None,
        "ties": not rules.has_ties,
    }
    return value if isinstance(value, bool) else None if without.get(key) else value or None


def _weights(ruleset: Ruleset) -> tuple[int, ...] | str | None:
    """The weights of dice of one kind, if they are not fair; other dice in words."""
    hands = hands_of(ruleset)
    if hands.plain:
        return ruleset.die_weights if len(set(ruleset.die_weights)) > 1 else None
    return ", ".join(
        f"{number} {kind.name or 'dice'}" for kind, number in hands.kinds_of(hands.all)
    )


def _combinations(rulesets: Sequence[Ruleset]) -> Iterator[RuleChange]:
    """Patterns that do not score the same everywhere, patterns of fewer dice first. Equal dice of
    every face are put together if all faces differ."""
    tables = [_worths(ruleset) for ruleset in rulesets]
    values: dict[str, tuple[Setting, ...]] = {
        key: tuple(table.get(key) for table in tables) for table in tables for key in table
    }
    values = {key: found for key, found in values.items() if len(set(found)) > 1}
    for size in range(1, MAX_DICE + 1):
        faces = [str(face) * size for face in range(1, FACES + 1)]
        if all(face in values for face in faces):
            every = [tuple(table.get(face, 0) for face in faces) for table in tables]
            uniform = (worth[0] or None if len(set(worth)) == 1 else worth for worth in every)
            values["A" * size] = tuple(uniform)
            for face in faces:
                del values[face]
    for key in sorted(values, key=lambda key: (len(key), key)):
        yield RuleChange(f"combinations.{key}", _name(rulesets, key), values[key])


def _worths(ruleset: Ruleset) -> dict[str, int]:
    """Points by pattern; equal dice by face. Of two scores for the same dice the larger counts."""
    found: dict[str, int] = {}
    for text, worth in ruleset.combinations.items():
        pattern = parse_pattern(text)
        each = {
            "".join(str(face) * count for face, count in enumerate(counts, start=1)): n
            for counts, n in pattern.pairs(worth)
        }
        same = len(each) == len(pattern.instances) and len(set(each.values())) == 1
        if same and (any(pattern.digits) or len(pattern.letters) != 1):
            each = {pattern.canonical: max(each.values())}
        for key, n in each.items():
            found[key] = max(found.get(key, 0), n)
    return found


def _name(rulesets: Sequence[Ruleset], pattern: str) -> str:
    """A pattern's label in the first of the rulesets that has one, else its usual words."""
    usual = pattern_words(pattern)
    names = (pattern_name(ruleset, pattern) for ruleset in rulesets)
    return next((name for name in names if name != usual), usual)
