"""The document of `farklegen dice`: the best sets of the dice that are owned."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.report.document import (
    Block,
    Cell,
    Document,
    Facts,
    Notes,
    Table,
    records,
    right,
    table,
)
from farklegen.report.numbers import count, percent, points
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.best_dice import RankedSet, Ranking

DECIMALS = 1

MATCH_DECIMALS = 2


@dataclass(frozen=True)
class MatchedSet:
    """A set of dice in a match."""

    dice: RankedSet
    first: float
    second: float

    @property
    def either(self) -> float:
        """The chance to win, moving first half of the time."""
        return (self.first + self.second) / 2


@dataclass(frozen=True, repr=False)
class BestDice(Result):
    """The best sets of dice under some rules.

    Attributes:
        loaded: the rules.
        ranking: by points per turn.
        matches: the best few of those in a match, best first; none unless that was asked for.
        their_dice: what the opponent brings there.
        goal: of that match.
    """

    loaded: LoadedRuleset
    ranking: Ranking
    matches: tuple[MatchedSet, ...] = ()
    their_dice: str = ""
    goal: int | None = None


def dice_document(result: BestDice) -> Document:
    """The ranking with its margins, and what one more die of a kind would bring."""
    ranking = result.ranking
    best = ranking.best[0]
    blocks: list[Block] = [
        Facts(
            (
                ("Bring", set_words(ranking, best)),
                ("Points per turn, at best", points(best.points_per_turn, DECIMALS)),
                ("Sets compared", _compared(ranking)),
            )
        ),
        table(
            ranking.best,
            (
                "bring",
                lambda each: Cell(set_words(ranking, each), "strong" if each is best else ""),
            ),
            (right("points per turn"), lambda each: points(each.points_per_turn, DECIMALS)),
            (
                right("less than the best"),
                lambda each: "" if each is best else points(_behind(ranking, each), DECIMALS),
            ),
        ),
    ]
    if result.matches:
        blocks.insert(1, _matches(result))
    helpful = [more for more in ranking.more if more.gain > 0]
    if helpful:
        blocks.append(
            table(
                helpful,
                ("one more die", lambda more: more.name),
                (right("points per turn more"), lambda more: points(more.gain, DECIMALS)),
                title="What one more die would bring",
                note="No other kind helps."
                if all(more.proven for more in ranking.more)
                else "At least: not all sets with it were compared. No other kind helped.",
            )
        )
    notes = ["Points per turn are those of the best play for points; the goal is left out."]
    if not ranking.proven:
        notes.append(
            "These are the best sets found. There are too many to solve all of them: sets with one "
            "die changed were tried around the best, until none was better. Name fewer kinds to "
            "have all sets compared."
        )
    blocks.append(Notes(tuple(notes)))
    return Document(
        "dice",
        f"{result.loaded.name}: which dice to bring",
        tuple(blocks),
        _data(result),
        records(
            {"place": place, **_set_data(ranking, each), "dice": set_words(ranking, each)}
            for place, each in enumerate(ranking.best, start=1)
        ),
    )


def _matches(result: BestDice) -> Table:
    ranking, best = result.ranking, result.matches[0]
    goal = "" if result.goal is None else f" to {points(result.goal)}"
    return table(
        result.matches,
        (
            "bring",
            lambda each: Cell(set_words(ranking, each.dice), "strong" if each is best else ""),
        ),
        (right("you win, moving first"), lambda each: percent(each.first, MATCH_DECIMALS)),
        (right("moving second"), lambda each: percent(each.second, MATCH_DECIMALS)),
        (
            right("less than the best"),
            lambda each: "" if each is best else percent(best.either - each.either, MATCH_DECIMALS),
        ),
        title=f"Against {result.their_dice}{goal}",
        note=(
            ""
            if len(result.matches) == ranking.sets
            else f"Matched: the best {len(result.matches)} by points per turn; a set with fewer "
            "points may win more. "
        )
        + "The difference is of games in which you move first half of the time.",
    )


def set_words(ranking: Ranking, each: RankedSet) -> str:
    """A set of dice as it is written behind the name of the rules."""
    found = sorted(_counts(ranking, each).items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name}={n}" for name, n in found)


def _behind(ranking: Ranking, each: RankedSet) -> float:
    return ranking.best[0].points_per_turn - each.points_per_turn


def _compared(ranking: Ranking) -> str:
    every = count(ranking.sets, "set")
    return f"all {every}" if ranking.proven else f"{ranking.solved:,} of {every}"


def _counts(ranking: Ranking, each: RankedSet) -> dict[str, int]:
    return {name: n for name, n in zip(ranking.names, each.counts, strict=True) if n}


def _set_data(ranking: Ranking, each: RankedSet) -> dict[str, object]:
    return {
        "dice": _counts(ranking, each),
        "points_per_turn": each.points_per_turn,
        "behind": _behind(ranking, each),
    }


def _data(result: BestDice) -> dict[str, object]:
    ranking = result.ranking
    return {
        "ruleset": identity(result.loaded),
        "owned": dict(zip(ranking.names, ranking.owned, strict=True)),
        "sets": ranking.sets,
        "solved": ranking.solved,
        "proven": ranking.proven,
        "best": [_set_data(ranking, each) for each in ranking.best],
        "their_dice": result.their_dice or None,
        "goal": result.goal,
        "matches": [
            {
                "dice": _counts(ranking, each.dice),
                "win_probability_moving_first": each.first,
                "win_probability_moving_second": each.second,
                "behind": result.matches[0].either - each.either,
            }
            for each in result.matches
        ],
        "one_more": {more.name: more.gain for more in ranking.more},
    }
