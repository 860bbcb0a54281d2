"""How a game stands, one turn of it, what to do now, and situations to practise: `farklegen turn`,
`advise` and `drill`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from typing import Literal, TypeAlias

import numpy as np

from farklegen.play.drill import Exercise
from farklegen.play.players import CardChoice
from farklegen.report import document as doc
from farklegen.report.document import RulesetResult, plain
from farklegen.report.match import floor_notes
from farklegen.report.numbers import count, percent, points
from farklegen.rules.hands import Hands, dice_in_words
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, ends_at, listed, upper_first
from farklegen.scoring.rolls import Fall
from farklegen.solvers.advice import Advice
from farklegen.solvers.decisions import Now, Option, Prospect, Then, TurnState, probability
from farklegen.solvers.game import PLACES
from farklegen.solvers.game.game_state import GameState, Taken
from farklegen.solvers.game.solution import SolvedTurn


def of_players(numbers: Sequence[int]) -> str:
    """`you 3,000, they 4,000 and 500`: the player to move, then the others."""
    return f"you {points(numbers[0])}, they {listed([points(number) for number in numbers[1:]])}"


@dataclass(frozen=True)
class ShownStanding:
    """How a match stands.

    Attributes:
        ruleset: the rules.
        match_state: what is known at the start of the turn.
        win_probabilities: of several players, that of the player to move first.
        their_dice: what the other player brings, if other dice.
        floor: points at which scores are cut off, if that was asked for.
    """

    KEYS = ("*match_state", "their_dice", "scores", "win_probabilities")

    ruleset: Ruleset
    match_state: GameState
    win_probabilities: tuple[float, ...] = ()
    their_dice: str = ""
    floor: int | None = None

    def facts(self, *, match: bool = True) -> Iterator[tuple[str, str]]:
        """Labels and values: their dice, if different, the scores of all players, and whatever else
        matters in these rules. Without a match, only what counts for a turn."""
        ruleset, state = self.ruleset, self.match_state
        if match:
            if self.their_dice:
                yield "They bring", dice_in_words(self.their_dice)
            yield "Scores", of_players(state.scores)
            if ruleset.goal is not None and state.theirs >= ruleset.goal:
                yield "This is", "the last turn"
            if state.rounds_left is not None:
                yield "Rounds left", f"{state.rounds_left} of {ruleset.rounds}, with this one"
        if ruleset.farkle.streak_costs:
            farkles = of_players(state.farkles) if match else points(state.my_farkles)
            yield "Farkles in a row", farkles
        if match and ruleset.tells_seats:
            yield "Moved", PLACES[state.seat]
        if ruleset.bank.has_opening:
            own, *theirs = (f"{'' if there else 'not '}on the board" for there in state.boards)
            yield "First bank", f"you {own}, they {listed(theirs)}" if match else own
        if match and ruleset.bank.beat_previous:
            yield "To beat", points(state.previous) if state.previous else "nothing"

    @property
    def scores(self) -> tuple[int, ...]:
        """Of several players, that of the player to move first."""
        return self.match_state.scores if self.win_probabilities else ()


def moment(hands: Hands, score: int, roll: Sequence[int], dice: int, inherit: Taken | None) -> str:
    """Where a turn is, in short: `350, rolled 1 5 5`, `350, 2 dice to roll`."""
    if roll:
        return f"{points(score)}, rolled {hands.roll_words(roll)}"
    if inherit is not None:
        return f"{points(inherit.turn_score)} with {hands.words(inherit.dice)} to take over"
    return f"{points(score)}, {hands.words(dice)} to roll"


def mistakes_table(rows: Iterable[tuple[str, str, str, str, str]]) -> doc.Table:
    """Decisions that were not the best. Each row has how the game stands, when it was, what was
    done, what was best, and what the decision cost."""
    heads = *map(doc.Column, ("how it stands", "when", "you did", "best")), doc.right("cost")
    return doc.table(rows, *((head, itemgetter(at)) for at, head in enumerate(heads)))


MOST_MARKS = 4
"""Turn scores in tables of different dice, each a column."""


def chance_cells(states: Iterable[TurnState]) -> dict[tuple[int, int], doc.Inline]:
    """The chance to win by turn score and dice left. In a state in which to bank, it is bold and
    follows a B."""
    cells: dict[tuple[int, int], doc.Inline] = {}
    for state in states:
        text = percent(state.win_probability)
        cell = doc.Cell(f"B {text}", "strong") if state.action == "bank" else text
        cells[state.turn_score, state.dice] = cell
    return cells


def turn_grid(
    hands: Hands,
    cells: Mapping[tuple[int, int], doc.Inline],
    *,
    title: str = "",
    note: str = "",
    most: int = 0,
) -> doc.Table:
    """Cells by turn score and dice left to roll. Each row is a turn score, of which at most `most`
    are shown. With different dice each row is a set of dice, and four turn scores are columns."""
    scores = sorted({score for score, _ in cells})
    dice = sorted({hand for _, hand in cells}, reverse=True)
    most = most if hands.uniform else MOST_MARKS
    if 0 < most < len(scores):
        shown = [scores[at * len(scores) // most] for at in range(1, most)]
        scores = list(dict.fromkeys([*shown, scores[-1]]))
        note += " --format json has more turn scores."
    if hands.uniform:
        heads = doc.columns("turn score", *map(dice_words, dice), first="right")
        rows = [(points(at), *(cells.get((at, n), "") for n in dice)) for at in scores]
    else:
        heads = doc.columns("left to roll", *(f"at {points(score)}" for score in scores))
        rows = [(hands.words(n), *(cells.get((at, n), "") for at in scores)) for n in dice]
        rows = [row for row in rows if any(row[1:])]
    return doc.Table(heads, tuple(rows), title=title, note=note)


@dataclass(frozen=True, eq=False, repr=False)
class TurnResult(RulesetResult):
    """One turn of a match.

    Attributes:
        turn: the turn, solved.
        standing: how the match stands.
        hot_dice: hot dice that paid a growing bonus so far.
        only_taken: whether nothing but taking over leads to the state that is inherited.
    """

    KEYS = ("*standing", "hot_dice", "win_probability", "start_afresh", "take_over", "states")

    turn: SolvedTurn
    standing: ShownStanding
    hot_dice: int = 0
    only_taken: bool = False

    @property
    def win_probability(self) -> float:
        """Of the player to move, before the first roll."""
        return probability(self.turn.win_probability)

    @property
    def start_afresh(self) -> float:
        """The same with a fresh turn."""
        return probability(self.turn.fresh)

    @property
    def take_over(self) -> float | None:
        """The same by taking over; None if there is nothing to take over."""
        return None if self.turn.taken is None else probability(self.turn.taken)

    @cached_property
    def states(self) -> tuple[TurnState, ...]:
        """By turn score, most dice first, as far as a player may roll."""
        turn, moves = self.turn, self.turn.moves
        first = moves.column(1, self.hot_dice)
        here = slice(first, first + moves.dice)
        rows = len(turn.value)
        chosen = ~turn.banks[:, here] & turn.may_bank[:, here]
        chosen &= turn.reachable[:rows, here]
        last = max([turn.goal_row, *np.flatnonzero(chosen.any(axis=1)).tolist()])
        # a turn that was just taken over is rolled
        must_roll = self.only_taken and self.hot_dice == 0
        found = []
        for row in range(last + 1):
            for dice in range(moves.dice, 0, -1):  # of different dice, the hand
                score = row * moves.unit
                prospect = turn.prospect(score, dice, self.hot_dice)
                if prospect is None or not turn.reachable[row, first + dice - 1]:
                    continue
                if must_roll and (score, dice) == turn.match_state.inherit:
                    prospect = Prospect(None, prospect.roll, False)
                action: Then = "bank" if prospect.banks else "roll"
                found.append(TurnState(dice, score, prospect.best, action))
        return tuple(found)

    def document(self) -> doc.Document:
        """The chance to win at the start of the turn, then every state of it."""
        standing, exact, notes = self.standing, partial(percent, decimals=6), []
        facts = [("You win", exact(self.win_probability))]
        if others := standing.win_probabilities[1:]:
            facts.append(("They win", listed([*map(exact, others)])))
        if self.take_over is not None and self.turn.match_state.inherit is not None:
            score, dice = self.turn.match_state.inherit
            over = f"Taking over {points(score)} with {dice_words(dice)}"
            facts += [(over, exact(self.take_over)), ("Starting afresh", exact(self.start_afresh))]
            notes.append(MUST_ROLL)
        blocks = (
            doc.Facts((*facts, *standing.facts())),
            self._table(),
            doc.Notes((*notes, *floor_notes(standing.floor))),
        )
        return self.report("turn", "one turn", blocks, self.states)

    def _table(self) -> doc.Table:
        # of the turn scores from which every chance is printed as almost 1, the first is enough
        doubtful = [s.turn_score for s in self.states if s.win_probability < SURE]
        last = max(doubtful, default=-1)
        end = min((s.turn_score for s in self.states if s.turn_score > last), default=last)
        shown = [state for state in self.states if state.turn_score <= end]
        title = f"After {self.hot_dice} hot dice" if self.turn.moves.hot_counts > 1 else ""
        left = "that many dice to roll" if self.hands.uniform else "these dice left"
        note = f"The chance to win with {left}. B: bank; elsewhere roll. Empty: cannot occur in "
        note += "this turn."
        if len(shown) < len(self.states):
            note += f" Above {points(end)} each is more than 99.99%."
        return turn_grid(self.hands, chance_cells(shown), title=title, note=note)


MUST_ROLL = "If you take a turn over, you must roll at least once."

SURE = 0.99995
"""From here on a chance is printed as more than 99.99%."""

DECIMALS = 4


@dataclass(frozen=True, eq=False, repr=False)
class AdviseResult(RulesetResult):
    """What a player can do now.

    Attributes:
        standing: how the match stands; without a match only the first player's half of it counts.
        turn: the turn of the match, solved; None without a match, where points are all that counts.
        now: where the turn is.
        advice: every choice.
        left_out: what expected scores leave out, or why there are none.
        farkles: chance of a farkle, by the number of dice rolled, from 0 on.
        card: what the card says; None without a match, or if the card is not kept.
    """

    KEYS = ("match", "*standing", "*now", "*advice", "why", "card", "left_out")

    standing: ShownStanding
    turn: SolvedTurn | None
    now: Now
    advice: Advice
    left_out: tuple[str, ...] = ()
    farkles: tuple[float, ...] = ()
    card: CardChoice | None = None

    @property
    def match(self) -> bool:
        """Whether the chance to win is asked for; if not, scores mean nothing."""
        return self.turn is not None

    @property
    def why(self) -> str:
        """Why the first choice is the best, in one or two sentences."""
        return " ".join(f"{upper_first(text)}." for text in self._why())

    @property
    def shown(self) -> list[Option]:
        """The choices, without those that score fewer points for the same dice."""
        return [option for option in self.advice.options if not option.fewer]

    @property
    def asked(self) -> str:
        """`roll`: which dice to keep; `dice`: whether to bank; `inherit`: whether to take over."""
        if self.now.roll:
            return "roll"
        return "dice" if self.standing.match_state.inherit is None else "inherit"

    def document(self) -> doc.Document:
        """The choices as a table, or what a roll comes to that leaves none."""
        now, inherit = self.now, self.standing.match_state.inherit
        when = moment(self.hands, now.turn_score, now.roll, now.thrown, inherit)
        if self.asked != "inherit":
            when = f"turn score {when}"
        blocks = (
            doc.Facts((("Now", when), *self.standing.facts(match=self.match))),
            doc.Paragraph(self._verdict()),
            doc.Paragraph(self.why),
            None if self.card is None else doc.Paragraph(self._card_words(self.card)),
            option_table(self.shown, self.hands),
            doc.Notes(self._notes()),
        )
        title = f"what to do{'' if self.match else ' for points'}"
        return self.report("advise", title, blocks, self.advice.options, Option)

    def _verdict(self) -> doc.Cell:
        if not self.advice.options:
            return doc.Cell(*_WITHOUT_CHOICE[self.advice.outcome or "farkle"])
        best = self.advice.options[0]
        if self.asked != "roll":
            return doc.Cell(f"{best.then.capitalize()}.", "strong")
        then = "bank" if best.then == "bank" else f"roll {self.hands.words(best.dice_left)}"
        keep = f"Set aside {self.hands.roll_words(best.keep)} for {points(best.points)}"
        return doc.Cell(f"{keep}, then {then}.", "strong")

    def _card_words(self, card: CardChoice) -> str:
        """Whether the card says the same, and what perfect play gains if not."""
        says, better = (
            f"sets aside {self.hands.roll_words(option.keep)} and {DOES[option.then][0]}"
            if option.keep
            else DOES[option.then][0]
            for option in (card.option, self.advice.options[0])
        )
        if says == better:
            return "Your card says the same."
        games = points(100 * card.cost, 2)
        return f"Your card {says}; perfect play {better} and gains {games} games in 100."

    def _notes(self) -> Iterator[str]:
        options = self.advice.options
        if self.asked == "dice" and all(option.then != "bank" for option in options):
            yield "The rules do not let you bank now."
        if self.asked == "inherit":
            yield MUST_ROLL
        if self.match and any(option.expected_score is not None for option in options):
            yield (
                "Expected score: what this turn brings on average if you play for the most points "
                "in the long run."
            )
        if options:
            yield from self.left_out
        if self.match:
            yield from floor_notes(self.standing.floor)

    def _why(self) -> Iterator[str]:
        """What can happen to the dice that are rolled next, and what the second-best choice
        costs."""
        if not self.shown:
            return
        best, *others = self.shown
        of_roll = best.keep or best.then in ("roll", "take over")
        rolling = best if of_roll else others[0] if others else None
        if rolling is not None and rolling.then != "start afresh":
            yield self._of_dice(rolling)
        if others:
            yield self._of_other(best, others[0])

    def _of_dice(self, rolling: Option) -> str:
        farkle, state = self.ruleset.farkle, self.standing.match_state
        chance, dice = self.farkles[rolling.dice_left], self.hands.words(rolling.dice_left)
        if not chance:
            return f"with {dice} you cannot farkle"
        words = f"with {dice} you farkle {percent(chance)} of the time"
        if rolling.turn_score and not farkle.keeps_turn_score:
            words += f" and lose the {points(rolling.turn_score)} points"
        if farkle.streak_costs and state.my_farkles + 1 >= (farkle.streak or 1):
            most = "" if farkle.lowest_score is None else "up to "
            taken = "all" if farkle.penalty == "all" else f"{most}{points(farkle.penalty)}"
            words += f", and that costs {taken} of your banked points"
        return words

    def _of_other(self, best: Option, other: Option) -> str:
        instead, unit = DOES[other.then][1], "points on average"
        if other.keep:
            instead = f"setting aside {self.hands.roll_words(other.keep)}"
        cost = (best.expected_score or 0.0) - (other.expected_score or 0.0)
        if best.win_probability is not None and other.win_probability is not None:
            cost = 100 * (best.win_probability - other.win_probability)
            unit = "percentage points of the chance to win"
        return f"{instead} instead costs {_score(round(cost, 6))} {unit}"


DOES: dict[Then, tuple[str, str]] = {
    "bank": ("banks", "banking"),
    "roll": ("rolls", "rolling on"),
    "take over": ("takes the turn over", "taking over"),
    "start afresh": ("starts afresh", "starting afresh"),
}
"""Choices as what a player does, and does instead."""


_WITHOUT_CHOICE: dict[Fall, tuple[str, doc.Emphasis]] = {
    "wins": ("This roll wins the game at once.", "good"),
    "disaster": ("This roll is a disaster: the turn is over.", "bad"),
    "farkle": ("This roll is a farkle: nothing scores.", "bad"),
    "scores": ("All that scores would go past the goal: this roll is a farkle.", "bad"),
}
"""What to say of a roll that leaves no choice, and how it stands out."""


def option_table(
    options: Sequence[Option], hands: Hands, decimals: int = DECIMALS, note: str = ""
) -> doc.Table:
    """Choices, best first. After a roll, the columns are what to keep, what is left and what to do
    then. The chance to win and the expected score follow, if they are known."""
    win, left = partial(percent, decimals=decimals), points if hands.uniform else hands.words
    return doc.table(
        options,
        ("set aside", lambda option: hands.roll_words(option.keep)),
        (doc.right("points"), lambda option: points(option.points) if option.keep else ""),
        (
            doc.Column("left", "right" if hands.uniform else "left"),
            lambda option: left(option.dice_left) if option.keep else "",
        ),
        ("then", lambda option: option.then),
        (doc.right("you win"), lambda option: doc.known(option.win_probability, win)),
        (doc.right("expected score"), lambda option: doc.known(option.expected_score, _score)),
        note=note,
        numbered=True,
    )


def _score(score: float) -> str:
    """Expected points: a whole number if they are certain, as banked points are."""
    return points(int(score) if score.is_integer() else score, 2)


# situations to practise

By: TypeAlias = Literal["match", "points"]
"""What mistakes cost: chances to win, or points."""


@dataclass(frozen=True, eq=False, repr=False)
class DrillResult(RulesetResult):
    """Situations that matter.

    Attributes:
        by: what mistakes cost: chances to win, or points.
        why_points: why it is points, where nobody asked for them.
        card: name of the card that plays; empty for perfect play.
        seed: the number that the situations are drawn with.
        decisions: decisions of rolled games that they are drawn from.
        exercises: the situations.
    """

    KEYS = ("by", "why_points", "card", "seed", "exercises")

    by: By
    why_points: str
    card: str
    seed: int
    decisions: int
    exercises: tuple[Exercise, ...]

    @property
    def match(self) -> bool:
        return self.by == "match"

    @property
    def unit(self) -> str:
        """What costs are printed in."""
        return "games in a hundred" if self.match else "points"

    def cost_words(self, cost: float) -> str:
        return points(100 * cost if self.match else cost, 2)

    def action(self, option: Option) -> str:
        """A choice, with what is best after it: `set aside 1 5, then bank`, `roll`."""
        if not option.keep:
            return option.then
        return f"set aside {self.hands.roll_words(option.keep)}, then {option.then}"

    def when(self, exercise: Exercise) -> str:
        """Where a turn is, in short: `350, rolled 1 5 5`."""
        now, inherit = exercise.now, exercise.match_state.inherit
        taken = None if now.thrown else inherit
        return moment(self.hands, now.turn_score, now.roll, now.thrown, taken)

    def facts(self, exercise: Exercise) -> list[tuple[str, str]]:
        """How the game stands, and the hot dice so far if their bonus grows."""
        shown, hot = ShownStanding(self.ruleset, exercise.match_state), exercise.now.hot_dice
        return [*shown.facts(match=self.match), *([("Hot dice", points(hot))] if hot else [])]

    def stands(self, exercise: Exercise) -> str:
        """The same in a cell."""
        words = "; ".join(f"{label.lower()} {value}" for label, value in self.facts(exercise))
        return words.removeprefix("scores ")

    def document(self) -> doc.Document:
        table = doc.table(
            self.exercises,
            ("how it stands", self.stands),
            ("when", self.when),
            ("best", lambda exercise: self.action(exercise.options[0])),
            ("next best", lambda exercise: self.action(exercise.options[1])),
            (doc.right(f"costs, {self.unit}"), lambda exercise: self.cost_words(exercise.cost(1))),
            numbered=True,
        )
        blocks = self._goal(), table, doc.Notes(self._notes())
        return self.report("drill", "situations that matter", blocks, self._rows())

    def opening(self) -> doc.Document:
        number = count(len(self.exercises), "situation")
        asked = doc.Paragraph(f"{number}. Mistakes are counted in {self.unit}.")
        notes = doc.Notes((*self._notes(), "? explains what to type; q ends the drill."))
        return self.report("drill", "a drill", (asked, self._goal(), notes), ())

    def question(self, exercise: Exercise) -> tuple[tuple[str, str], ...]:
        """What is known before the answer, as label and value."""
        now = f"{'turn score ' if exercise.now.thrown else ''}{self.when(exercise)}"
        return ("Now", now), *self.facts(exercise)

    def verdict(self, exercise: Exercise, place: int) -> list[doc.Block]:
        """Whether an answer was right, what it costs, and what the card says."""
        best, card = self.action(exercise.options[0]), exercise.card
        cost = f"{self.cost_words(exercise.cost(place))} {self.unit}"
        if not exercise.cost(place):
            shown = doc.Cell("Right.", "good")
        elif place == card:
            shown = doc.Cell(f"As the card says. {upper_first(best)} is better by {cost}.", "good")
        else:
            shown = doc.Cell(f"No: {best}. That costs {cost}.", "bad")
        blocks: list[doc.Block] = [doc.Paragraph(shown)]
        if card is not None and card != place:
            says = f"{self.card} says: {self.action(exercise.options[card])}."
            blocks.append(doc.Paragraph(says))
        return blocks

    def summary(self, answers: Sequence[tuple[Exercise, int]]) -> doc.Document:
        """How many were right, what the others cost, and what to look at again; for each situation
        the place of the option that was chosen."""
        wrong = [(each, at) for each, at in answers if not each.right(at)]
        wrong.sort(key=lambda pair: -pair[0].cost(pair[1]))
        score = f"{len(answers) - len(wrong)} of {len(answers)} right"
        if wrong:
            cost = self.cost_words(sum(each.cost(at) for each, at in wrong))
            score += f"; the mistakes cost {cost} {self.unit} together"
        rows = (
            (
                self.stands(each),
                self.when(each),
                self.action(each.options[at]),
                self.action(each.options[0]),
                self.cost_words(each.cost(at)),
            )
            for each, at in wrong
        )
        again = f"The same situations come with --seed {self.seed}, others with another number."
        blocks = (
            doc.Paragraph(doc.Cell(f"{score if answers else 'Nothing was answered'}.", "strong")),
            doc.Heading("To look at again") if wrong else None,
            mistakes_table(rows),
            doc.Notes((again,) if answers else ()),
        )
        return doc.Document("drill", "", blocks)

    def _goal(self) -> doc.Facts | None:
        return doc.Facts((("Goal", ends_at(self.ruleset)),)) if self.match else None

    def _notes(self) -> Iterable[str]:
        if self.why_points:
            yield self.why_points
        who = f"{self.card.lower()} decides" if self.card else "perfect play decides"
        yield (
            f"Situations come from {points(self.decisions)} decisions of rolled games in which "
            f"{who}. Common ones, and ones where mistakes cost most, come up most often."
        )
        if self.match:
            yield "Your scores are first. Costs assume that both play perfectly from there on."
        else:
            yield "Costs are points, if you play for the most points and the game never ends."

    def _rows(self) -> Iterator[dict[str, object]]:
        """The choices of all situations."""
        for number, exercise in enumerate(self.exercises, start=1):
            about = {"situation": number} | plain(exercise.known)
            for option, cost in zip(exercise.options, exercise.costs, strict=True):
                yield {**about, "now": exercise.now, "option": option, "cost": cost}
