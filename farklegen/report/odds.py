"""The documents of `farklegen odds`, `reach` and `dice`: what rolls hold, the best chance of enough
points, and the best sets of the dice that are owned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from farklegen.cards.card import Chances
from farklegen.report import document as doc
from farklegen.report.advise import chance_cells, turn_grid
from farklegen.report.document import RulesetResult, attributes, keys_of
from farklegen.report.numbers import count, percent, points
from farklegen.rules.hands import dice_in_words
from farklegen.rules.words import pattern_words
from farklegen.scoring.rolls import DiceOdds
from farklegen.solvers.best_dice import RankedSet, Ranking
from farklegen.solvers.reach import Reach


@dataclass(frozen=True, repr=False)
class OddsResult(RulesetResult):
    """Counted rolls of a ruleset.

    Attributes:
        odds: by number of dice.
    """

    odds: tuple[DiceOdds, ...]

    def document(self) -> doc.Document:
        """Odds in per cent, most dice first; if dice differ, all farkles in one table."""
        hands, detailed = self.hands, self.odds[::-1]
        blocks: list[doc.Block] = []
        if not hands.uniform and len(detailed) > 1:
            farkles = doc.table(
                detailed,
                ("rolled", lambda odds: hands.words(odds.dice)),
                (doc.right("farkle"), lambda o: percent(o.farkle + o.disaster, of=o.rolls)),
            )
            blocks.append(farkles)
            detailed = detailed[:1]
        for odds in detailed:
            blocks += [doc.Heading(hands.words(odds.dice)), _table(odds)]
        notes = (
            "counts as: each roll counts once, under the most valuable combination in it, as on "
            "printed rules sheets; of equals, the one with more dice.",
            "contains: how often a roll contains the combination at all.",
        )
        return self.report("odds", "odds", (*blocks, doc.Notes(notes)), self._rows())

    def _rows(self) -> Iterator[dict[str, object]]:
        """Rolls that end a turn and combinations, by the dice rolled."""
        for odds in self.odds:
            for name, part in _ends(odds):
                row = {"combination": name, "points": None, "best": part, "contains": part}
                yield {"dice": odds.dice, **row, "rolls": odds.rolls}
            for line in odds.combinations:
                row = {"combination": " ".join(line.patterns)}
                row |= attributes(line, "points", "best", "contains")
                yield {"dice": odds.dice, **row, "rolls": odds.rolls}


def _ends(odds: DiceOdds) -> Iterator[tuple[str, int]]:
    """Names and numbers of the rolls that end a turn: farkles, then the others if there are any."""
    yield "farkle", odds.farkle
    for name in ("instant_win", "disaster"):
        if part := getattr(odds, name):
            yield name, part


def _table(odds: DiceOdds) -> doc.Table:
    chance = partial(percent, of=odds.rolls)
    rows: list[tuple[doc.Inline, ...]] = []
    for end, part in _ends(odds):
        words = "wins at once" if end == "instant_win" else end
        rows.append((doc.Cell(words, "strong"), "", chance(part), ""))
    for line in odds.combinations:
        if line.patterns == ("nothing",):
            name = line.label or "nothing at all"
        else:
            name = line.label or " / ".join(map(pattern_words, line.patterns))
            name += f" ({', '.join(line.patterns)})"
        each = (line.points,) if isinstance(line.points, int) else line.points
        rows.append((name, " ".join(map(points, each)), chance(line.best), chance(line.contains)))
    heads = doc.columns("roll", "points", "counts as", "contains")
    return doc.Table(heads, tuple(rows), note=f"Out of {points(odds.rolls)} rolls.")


SURE = 1e-12
"""A chance nearer to 1 than this is 1: sums of chances lose that much."""

MOST_LINES = 12
"""Turn scores in the table of chances; data has all."""


@dataclass(frozen=True, repr=False)
class ReachResult(RulesetResult):
    """The best chance to reach a number of points.

    Attributes:
        reach: the chance, and how to play for it.
    """

    KEYS = ("*reach", "left_out")

    reach: Reach

    @property
    def left_out(self) -> list[str]:
        """What the chance does not look at, in sentences."""
        ruleset, exact = self.ruleset, self.ruleset.overshoot == "bust"
        words = {
            "A roll that wins at once counts as an ordinary roll here: only its points count. "
            "advise and turn give the chance to win.": ruleset.instant_win,
            "Having to beat the bank before is left out.": ruleset.bank.beat_previous,
            "The exact goal is left out: going past it is not a farkle here.": exact,
            "Taking over turns is left out.": ruleset.piggyback != "none",
        }
        return [sentence for sentence, holds in words.items() if holds]

    def document(self) -> doc.Document:
        """One chance, as per cent and as odds, and how to play for it."""
        reach, ruleset = self.reach, self.ruleset
        wanted, rounds = points(reach.points), reach.rounds
        notes = [f"This is for a player who would lose everything to reach {wanted}."]
        if rounds is not None:
            where = count(rounds, "round")
            state = f"the start of a turn, {where} left"
            if ruleset.farkle.streak_costs:
                state += f", {count(reach.my_farkles, 'farkle')} in a row before"
            notes.append("What penalties take is taken off.")
        else:
            where, turn_score = "this turn", points(reach.turn_score)
            state = f"{self.hands.words(reach.dice)} to roll, turn score {turn_score}"
        bank = ruleset.bank
        if least := bank.minimum if reach.on_board else bank.opening_minimum:
            notes.append(f"The minimum of {points(least)} holds: fewer points cannot be banked.")
        best = percent(_rounded(reach.probability), 6)
        if reach.error > 1e-9:
            best += f" (at most {percent(reach.error, 6)} more)"
        facts = doc.Facts((("Best chance", best), ("From", state)))
        left_out = doc.Notes((*notes, *self.left_out))
        blocks: tuple[doc.Block, ...] = (facts, *self._how_to_play(), left_out)
        rows = [attributes(reach, *keys_of(Reach)[:-2])]
        return self.report("reach", f"at least {wanted} points in {where}", blocks, rows)

    def _how_to_play(self) -> Iterator[doc.Table]:
        """The first choices, and the chance in each state."""
        hands, reach, states = self.hands, self.reach, self.reach.states
        if reach.rolls:
            yield doc.table(
                [(first.roll, first.options[0]) for first in reach.rolls],
                ("you roll", lambda each: hands.roll_words(each[0])),
                ("set aside", lambda each: doc.Cell(hands.roll_words(each[1].keep), "strong")),
                ("then", lambda each: each[1].then),
                (doc.right("chance"), lambda e: percent(_rounded(e[1].win_probability or 0.0))),
                title="First choices",
                note="The commonest rolls that leave a choice. Dice that do not score are not "
                "shown.",
            )
        if len(states) < 2:
            return
        rolled = max(s.turn_score for s in states if s.action == "roll" or s is states[0])
        shown = (
            state._replace(win_probability=_rounded(state.win_probability))
            for state in states
            if state.turn_score <= rolled
        )
        note = (
            f"The chance of {points(reach.points)} with these dice left to roll. After each roll "
            "set dice aside so that the number for the new turn score and the dice left is "
            f"highest. B: bank; elsewhere roll. Above {points(rolled)} bank as soon as the rules "
            "let you. Empty: cannot occur."
        )
        title, cells = "The chance from there", chance_cells(shown)
        yield turn_grid(hands, cells, title=title, note=note, most=MOST_LINES)


def _rounded(chance: float) -> float:
    """The same chance; 1 if only rounding keeps it below 1."""
    return 1.0 if chance > 1 - SURE else chance


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
class BestDice(RulesetResult):
    """The best sets of dice under some rules.

    Attributes:
        ranking: by points per turn.
        matches: the best few of them in a match, best first.
        their_dice: what the opponent brings there.
        goal: of that match.
    """

    KEYS = ("*ranking", "their_dice", "goal", "matches")

    ranking: Ranking
    matches: tuple[MatchedSet, ...] = ()
    their_dice: str = ""
    goal: int | None = None

    def document(self) -> doc.Document:
        """The ranking with its margins, and what one more die of a kind would bring."""
        ranking = self.ranking
        every = count(ranking.sets, "set")
        compared = f"all {every}" if ranking.proven else f"{ranking.solved:,} of {every}"
        table = doc.table(
            ranking.best,
            ("bring", lambda each: set_words(ranking, each)),
            (doc.right("points per turn"), lambda each: points(each.points_per_turn, 1)),
        )
        notes = ["Points per turn are those of the best play for points; the goal is left out."]
        if not ranking.proven:
            notes.append(
                "These are the best sets found: there are too many to solve them all. Others, and "
                "one more die, may bring more."
            )
        rows = (
            {"place": n, "brought": set_words(ranking, each)} | attributes(each, "points_per_turn")
            for n, each in enumerate(ranking.best, start=1)
        )
        goal = "" if self.goal is None else f" to {points(self.goal)}"
        matches = doc.table(
            self.matches,
            ("bring", lambda each: set_words(ranking, each.dice)),
            (doc.right("you win, moving first"), lambda each: percent(each.chances.moving_first)),
            (doc.right("moving second"), lambda each: percent(each.chances.moving_second)),
            title=f"Against {dice_in_words(self.their_dice)}{goal}",
            note="The best sets by points per turn; a set with fewer points may win more.",
        )
        more = doc.table(
            [more for more in ranking.more if more.gain > 0],
            ("one more die", lambda more: more.name),
            (doc.right("points per turn more"), lambda more: points(more.gain, 1)),
            title="What one more die would bring",
        )
        blocks = doc.Facts((("Sets compared", compared),)), matches, table, more, doc.Notes(notes)
        return self.report("dice", "which dice to bring", blocks, rows)


def set_words(ranking: Ranking, each: RankedSet) -> str:
    """A set of dice as it is written behind the name of the rules."""
    found = sorted(zip(ranking.names, each.counts, strict=True), key=lambda pair: -pair[1])
    return ", ".join(f"{name}={n}" for name, n in found if n)
