"""The document of `farklegen dice`: the best sets of the dice that are owned."""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.cards.card import Chances
from farklegen.report import document as doc
from farklegen.report.numbers import count, percent, points
from farklegen.results import Result
from farklegen.rules.bringing import dice_in_words
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.best_dice import RankedSet, Ranking

DECIMALS = 1


@dataclass(frozen=True)
class MatchedSet:
    """A set of dice in a match.

    Attributes:
        dice: the set.
        chances: of its player to win.
    """

    KEYS = ("*dice", "*chances")

    dice: RankedSet
    chances: Chances


@dataclass(frozen=True, repr=False)
class BestDice(Result):
    """The best sets of dice under some rules.

    Attributes:
        loaded: the rules.
        ranking: by points per turn.
        matches: the best few of them in a match, best first.
        their_dice: what the opponent brings there.
        goal: of that match.
    """

    DOCUMENT = "dice.dice_document"
    KEYS = ("*ranking", "their_dice", "goal", "matches")

    loaded: LoadedRuleset
    ranking: Ranking
    matches: tuple[MatchedSet, ...] = ()
    their_dice: str = ""
    goal: int | None = None


def dice_document(result: BestDice) -> doc.Document:
    """The ranking with its margins, and what one more die of a kind would bring."""
    ranking = result.ranking
    best, every = ranking.best[0], count(ranking.sets, "set")
    facts = (
        ("Bring", set_words(ranking, best)),
        ("Most points per turn", points(best.points_per_turn, DECIMALS)),
        ("Sets compared", f"all {every}" if ranking.proven else f"{ranking.solved:,} of {every}"),
    )
    blocks: list[doc.Block] = [doc.Facts(facts)]
    if result.matches:
        blocks.append(_matches(result))
    blocks.append(
        doc.table(
            ranking.best,
            ("bring", lambda each: set_words(ranking, each)),
            (doc.right("points per turn"), lambda each: points(each.points_per_turn, DECIMALS)),
            (doc.right(LESS), lambda each: points(_behind(ranking, each), DECIMALS)),
        )
    )
    if helpful := [more for more in ranking.more if more.gain > 0]:
        proven = all(more.proven for more in ranking.more)
        blocks.append(
            doc.table(
                helpful,
                ("one more die", lambda more: more.name),
                (doc.right("points per turn more"), lambda more: points(more.gain, DECIMALS)),
                title="What one more die would bring",
                note="No other kind helps."
                if proven
                else "At least: not all sets with it were compared. No other kind helped.",
            )
        )
    notes = ["Points per turn are those of the best play for points; the goal is left out."]
    if not ranking.proven:
        notes.append(
            "These are the best sets found. There are too many to solve them all, so sets with one "
            "die changed were tried around the best, until none was better. Name fewer kinds to "
            "compare all sets."
        )
    blocks.append(doc.Notes(tuple(notes)))
    rows = (
        {
            "place": place,
            "brought": set_words(ranking, each),
            "points_per_turn": each.points_per_turn,
            "behind": _behind(ranking, each),
        }
        for place, each in enumerate(ranking.best, start=1)
    )
    title = f"{result.loaded.name}: which dice to bring"
    return doc.Document("dice", title, tuple(blocks), result, rows)


LESS = "less than the best"


def _matches(result: BestDice) -> doc.Table:
    ranking, best = result.ranking, result.matches[0].chances.average
    goal = "" if result.goal is None else f" to {points(result.goal)}"
    note = "The difference is of games in which you move first half of the time."
    if len(result.matches) < ranking.sets:
        matched = f"Matched: the best {len(result.matches)} by points per turn"
        note = f"{matched}; a set with fewer points may win more. {note}"
    return doc.table(
        result.matches,
        ("bring", lambda each: set_words(ranking, each.dice)),
        (doc.right("you win, moving first"), lambda each: percent(each.chances.moving_first)),
        (doc.right("moving second"), lambda each: percent(each.chances.moving_second)),
        (doc.right(LESS), lambda each: percent(best - each.chances.average)),
        title=f"Against {dice_in_words(result.their_dice)}{goal}",
        note=note,
    )


def set_words(ranking: Ranking, each: RankedSet) -> str:
    """A set of dice as it is written behind the name of the rules."""
    found = sorted(zip(ranking.names, each.counts, strict=True), key=lambda pair: -pair[1])
    return ", ".join(f"{name}={n}" for name, n in found if n)


def _behind(ranking: Ranking, each: RankedSet) -> float:
    return ranking.best[0].points_per_turn - each.points_per_turn
