"""The situations of `farklegen drill`: as data, in words, and what was answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from farklegen.play.drill import Exercise
from farklegen.report import document as doc
from farklegen.report.advise import (
    ShownStanding,
    mistakes_table,
    moment,
)
from farklegen.report.data import plain
from farklegen.report.numbers import count, points
from farklegen.results import Result
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import ends_at, upper_first
from farklegen.solvers.choices import Option

By: TypeAlias = Literal["match", "points"]
"""What mistakes cost: chances to win, or points."""


@dataclass(frozen=True, eq=False, repr=False)
class DrillResult(Result):
    """Situations that matter.

    Attributes:
        loaded: the rules.
        by: what mistakes cost: chances to win, or points.
        why_points: why it is points, where nobody asked for them.
        card: name of the card that plays; empty for perfect play.
        seed: the number that the situations are drawn with.
        decisions: decisions of rolled games that they are drawn from.
        slip: what a likely mistake costs, in chances to win or in points.
        exercises: the situations.
    """

    KEYS = ("by", "why_points", "card", "seed", "exercises")

    loaded: LoadedRuleset
    by: By
    why_points: str
    card: str
    seed: int
    decisions: int
    slip: float
    exercises: tuple[Exercise, ...]

    @cached_property
    def hands(self) -> Hands:
        return hands_of(self.loaded.ruleset)

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
        shown, hot = ShownStanding(self.loaded.ruleset, exercise.match_state), exercise.now.hot_dice
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
        blocks = _goal(self), table, doc.Notes(_notes(self))
        title = f"{self.loaded.name}: situations that matter"
        return doc.Document("drill", title, blocks, self, _rows(self))


class Answered(NamedTuple):
    """A situation and the place of the option that was chosen."""

    exercise: Exercise
    place: int

    @property
    def cost(self) -> float:
        """What it cost, in chances to win or in points."""
        return self.exercise.cost(self.place)

    @property
    def right(self) -> bool:
        """Whether it is the best, as good as that, or what the card says."""
        return not self.cost or self.place == self.exercise.card


def opening(result: DrillResult) -> doc.Document:
    number = count(len(result.exercises), "situation")
    asked = doc.Paragraph(f"{number}. Mistakes are counted in {result.unit}.")
    notes = doc.Notes((*_notes(result), "? explains what to type; q ends the drill."))
    return doc.Document("drill", f"{result.loaded.name}: a drill", (asked, _goal(result), notes))


def _goal(result: DrillResult) -> doc.Facts | None:
    return doc.Facts((("Goal", ends_at(result.loaded.ruleset)),)) if result.match else None


def question(result: DrillResult, number: int) -> list[doc.Block]:
    exercise = result.exercises[number]
    now = result.when(exercise)
    if exercise.now.thrown:
        now = f"turn score {now}"
    facts = (("Now", now), *result.facts(exercise))
    return [doc.Heading(f"{number + 1} of {len(result.exercises)}", 3), doc.Facts(facts)]


def verdict(result: DrillResult, answered: Answered) -> list[doc.Block]:
    """Whether an answer was right, what it costs, and what the card says."""
    exercise, place = answered
    best, card = result.action(exercise.options[0]), exercise.card
    cost = f"{result.cost_words(answered.cost)} {result.unit}"
    if not answered.cost:
        shown = doc.Cell("Right.", "good")
    elif place == card:
        shown = doc.Cell(f"As the card says. {upper_first(best)} is better by {cost}.", "good")
    else:
        shown = doc.Cell(f"No: {best}. That costs {cost}.", "bad")
    blocks: list[doc.Block] = [doc.Paragraph(shown)]
    if card is not None and card != place:
        says = f"{result.card} says: {result.action(exercise.options[card])}."
        blocks.append(doc.Paragraph(says))
    return blocks


def summary(result: DrillResult, answers: Sequence[Answered]) -> doc.Document:
    """How many were right, what the others cost, and what to look at again."""
    wrong = sorted((each for each in answers if not each.right), key=lambda each: -each.cost)
    score, look = f"{len(answers) - len(wrong)} of {len(answers)} right", list[doc.Block]()
    if wrong:
        cost = result.cost_words(sum(each.cost for each in wrong))
        score += f"; the mistakes cost {cost} {result.unit} together"
        rows = (
            (
                result.stands(each.exercise),
                result.when(each.exercise),
                result.action(each.exercise.options[each.place]),
                result.action(each.exercise.options[0]),
                result.cost_words(each.cost),
            )
            for each in wrong
        )
        look = [doc.Heading("To look at again"), mistakes_table(rows)]
    again = f"The same situations come with --seed {result.seed}, others with another number."
    first = doc.Paragraph(doc.Cell(f"{score if answers else 'Nothing was answered'}.", "strong"))
    return doc.Document("drill", "", (first, *look, doc.Notes((again,) if answers else ())))


def _notes(result: DrillResult) -> Iterable[str]:
    if result.why_points:
        yield result.why_points
    who = f"{result.card.lower()} decides" if result.card else "perfect play decides"
    yield (
        f"Situations come from {points(result.decisions)} decisions of rolled games in which "
        f"{who}. Common ones, and ones where mistakes cost most, come up most often."
    )
    if result.match:
        yield "Your scores are first. Costs assume that both play perfectly from there on."
    else:
        yield "Costs are points, if you play for the most points and the game never ends."


def _rows(result: DrillResult) -> Iterator[dict[str, object]]:
    """The choices of all situations."""
    for number, exercise in enumerate(result.exercises, start=1):
        about = {"situation": number} | plain(exercise.known)
        for option, cost in zip(exercise.options, exercise.costs, strict=True):
            yield {**about, "now": exercise.now, "option": option, "cost": cost}
