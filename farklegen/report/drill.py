"""The situations of `farklegen drill`: as data, in words, and what was answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from shlex import quote
from typing import Literal, NamedTuple, TypeAlias

from farklegen.errors import named
from farklegen.play.drill import Exercise
from farklegen.report import document as doc
from farklegen.report.advise import FIELDS as OPTION
from farklegen.report.advise import option_data, option_row, rolled_data, state_data
from farklegen.report.match_states import (
    PLACES,
    board_words,
    match_state_facts,
    match_state_words,
    of_players,
)
from farklegen.report.numbers import count, points
from farklegen.report.rules import identity
from farklegen.results import Result
from farklegen.rules.catalogue import reference_of
from farklegen.rules.endings import ending_of
from farklegen.rules.hands import Hands, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import upper_first
from farklegen.solvers.choices import Option

By: TypeAlias = Literal["match", "points"]
"""What mistakes cost: chances to win, or points."""

DECIMALS = 2

LEAST_SHOWN = 0.005
"""A cost below this, in games in a hundred or in points, is printed as nothing."""


@dataclass(frozen=True, eq=False, repr=False)
class DrillResult(Result):
    """Situations that matter.

    Attributes:
        loaded: the rules.
        by: what mistakes cost: chances to win, or points.
        why_points: why it is points, where nobody asked for them; empty otherwise.
        card: what the card is called that plays and is told in every situation; empty without one.
        seed: the number that the situations are drawn with.
        decisions: decisions of rolled games that they are drawn from.
        slip: what a likely mistake costs, in chances to win or in points.
        exercises: the situations, in the order in which they are drawn.
    """

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


def drill_document(result: DrillResult) -> doc.Document:
    columns = (
        doc.Column("#", "right"),
        *_state_column(result),
        doc.Column("when"),
        doc.Column("best"),
        doc.Column("next best"),
        doc.Column(f"costs, {_unit(result)}", "right"),
    )
    rows = tuple(
        (
            points(number),
            *_state_cell(result, exercise),
            when(result, exercise),
            action(result, exercise.options[0]),
            action(result, exercise.options[1]),
            _number(result, exercise.cost(1)),
        )
        for number, exercise in enumerate(result.exercises, start=1)
    )
    blocks: list[doc.Block] = [
        doc.Table(columns, rows),
        doc.Notes(tuple(_notes(result))),
    ]
    title = f"{result.loaded.name}: situations that matter"
    return doc.Document("drill", title, tuple(blocks), _data(result), _records(result))


def opening(result: DrillResult) -> doc.Document:
    number = count(len(result.exercises), "situation")
    asked = f"{number}. Mistakes are counted in {_unit(result)}."
    notes = [*_notes(result), "? explains what to type; q ends the drill."]
    blocks: list[doc.Block] = [doc.Paragraph(asked), doc.Notes(tuple(notes))]
    return doc.Document("drill", f"{result.loaded.name}: a drill", tuple(blocks))


def question(result: DrillResult, number: int) -> list[doc.Block]:
    exercise = result.exercises[number]
    blocks: list[doc.Block] = [doc.Heading(f"{number + 1} of {len(result.exercises)}", 3)]
    facts = list(_state_facts(result, exercise))
    now = exercise.now
    if now.turn_score:
        facts.append(("Turn score", points(now.turn_score)))
    if now.hot_dice:
        facts.append(("Hot dice", points(now.hot_dice)))
    if now.roll:
        facts.append(("You threw", result.hands.roll_words(now.roll)))
    elif now.thrown:
        all_dice = " (hot dice)" if now.thrown == result.hands.all else ""
        facts.append(("To roll", result.hands.words(now.thrown) + all_dice))
    return [*blocks, doc.Facts(tuple(facts))]


def verdict(result: DrillResult, answered: Answered) -> list[doc.Block]:
    """Whether an answer was right, what it costs, and what the card says."""
    exercise, place = answered
    best, chosen, card = exercise.options[0], exercise.options[place], exercise.card
    cost = f"{_number(result, answered.cost)} {_unit(result)}"
    if answered.cost and _shown(result, answered.cost) < LEAST_SHOWN:
        cost = f"less than 0.01 {_unit(result)}"
    if not answered.cost:
        also = (
            ""
            if action(result, chosen) == action(result, best)
            else f", as good as {action(result, best)}"
        )
        said = doc.Cell(f"Right{also}.{_next_best(result, exercise)}", "good")
    elif place == card:
        said = doc.Cell(
            f"As the card says. {upper_first(action(result, best))} is better by {cost}.", "good"
        )
    else:
        said = doc.Cell(f"No: {action(result, best)}. That costs {cost}.", "bad")
    blocks: list[doc.Block] = [doc.Paragraph(said)]
    if card is not None and card != place and exercise.cost(card):
        told = f"{result.card} says: {chosen_words(result, exercise.options[card])}. "
        blocks.append(doc.Paragraph(f"{told}It loses {_number(result, exercise.cost(card))} here."))
    return blocks


def _next_best(result: DrillResult, exercise: Exercise) -> str:
    """What the first choice costs that is worse than the best."""
    other = next((n for n in range(len(exercise.options)) if exercise.cost(n)), None)
    if other is None:
        return ""
    cost = _number(result, exercise.cost(other))
    return (
        f" The next best, {action(result, exercise.options[other])}, costs {cost} {_unit(result)}."
    )


def summary(result: DrillResult, answers: Sequence[Answered]) -> doc.Document:
    """How many were right, what the others cost, and what to look at again."""
    wrong = sorted((each for each in answers if not each.right), key=lambda each: -each.cost)
    right = len(answers) - len(wrong)
    if not answers:
        return doc.Document(
            "drill", "", (doc.Paragraph(doc.Cell("Nothing was answered.", "strong")),)
        )
    cost = _number(result, sum(each.cost for each in wrong))
    told = f"{right} of {len(answers)} right; the mistakes cost {cost} {_unit(result)} together."
    if not wrong:
        told = f"{right} of {right} right."
    blocks: list[doc.Block] = [doc.Paragraph(doc.Cell(told, "strong"))]
    if wrong:
        blocks += [doc.Heading("To look at again"), _mistakes(result, wrong)]
        name = reference_of(result.loaded)
        lines = tuple(command(result, name, each.exercise) for each in wrong)
        blocks += [doc.Paragraph("Every choice there, with what it is worth:"), doc.Verbatim(lines)]
    again = (
        f"The same situations come with {named(f'seed={result.seed}', f'--seed {result.seed}')}, "
        "others with another number."
    )
    return doc.Document("drill", "", (*blocks, doc.Notes((again,))))


def command(result: DrillResult, rules: str, exercise: Exercise) -> str:
    """The command line that ranks every choice of a situation."""

    state, now, bank = exercise.match_state, exercise.now, result.loaded.ruleset.bank
    words = ["farklegen", "advise", quote(rules)]
    if result.by == "match":
        context = state.context()
        off = {(False, True): "mine", (True, False): "theirs", (False, False): "both"}
        words += ["--mine", f"{state.mine}", "--theirs", f"{state.theirs}"]
        words += ["--their-farkles", f"{state.their_farkles}"] if state.their_farkles else []
        words += [] if state.first else ["--seat", "second"]
        left = state.rounds_left
        words += [] if left is None else ["--rounds-left", f"{left}"]
        if bank.has_opening:
            words += ["--off-board", off.get((context.on_board, context.their_on_board), "none")]
        words += ["--previous", f"{state.previous}"] if state.previous else []
    elif not state.on_board:
        words += ["--off-board", "mine"]
    words += ["--my-farkles", f"{state.my_farkles}"] if state.my_farkles else []
    words += ["--turn-score", f"{now.turn_score}"] if now.turn_score else []
    words += ["--hot-dice", f"{now.hot_dice}"] if now.hot_dice else []
    if now.roll:
        words += ["--roll", quote(result.hands.roll_text(now.roll))]
    elif now.thrown:
        words += ["--dice", quote(result.hands.text(now.thrown))]
    elif state.inherit is not None:
        words += ["--inherit", f"{state.inherit.turn_score},{state.inherit.dice}"]
    return " ".join(words)


def action(result: DrillResult, option: Option) -> str:
    """A choice, with what is best after it: `keep 1 5, then bank`, `roll`."""
    return (
        f"keep {result.hands.roll_words(option.keep)}, then {option.then}"
        if option.keep
        else option.then
    )


def chosen_words(result: DrillResult, option: Option) -> str:
    """A choice without what is best after it: `keep 1 5`, `roll`."""
    return f"keep {result.hands.roll_words(option.keep)}" if option.keep else option.then


def when(result: DrillResult, exercise: Exercise) -> str:
    """Where a turn is, in short: `350, threw 1 5 5`."""
    now, inherit = exercise.now, exercise.match_state.inherit
    if now.roll:
        return f"{points(now.turn_score)}, threw {result.hands.roll_words(now.roll)}"
    if now.thrown:
        return f"{points(now.turn_score)}, {result.hands.words(now.thrown)} to roll"
    assert inherit is not None
    return f"{points(inherit.turn_score)} with {result.hands.words(inherit.dice)} to take over"


def _unit(result: DrillResult) -> str:
    return "games in a hundred" if result.by == "match" else "points"


def _shown(result: DrillResult, cost: float) -> float:
    """A cost in the unit that is printed."""
    return 100 * cost if result.by == "match" else cost


def _number(result: DrillResult, cost: float) -> str:
    return points(_shown(result, cost), DECIMALS)


def _state_column(result: DrillResult) -> tuple[doc.Column, ...]:
    header = state_header(result.loaded.ruleset, result.by == "match")
    return (doc.Column(header),) if header else ()


def _state_cell(result: DrillResult, exercise: Exercise) -> tuple[str, ...]:
    if not _state_column(result):
        return ()
    return (state_told(result.loaded.ruleset, result.by == "match", exercise),)


def _state_facts(result: DrillResult, exercise: Exercise) -> Iterable[tuple[str, str]]:
    """How the game stands, as far as it matters."""
    ruleset: Ruleset = result.loaded.ruleset
    state = exercise.match_state
    if result.by == "match":
        last = ruleset.goal is not None and state.theirs >= ruleset.goal
        yield from match_state_facts(ruleset, state)
        if last:
            yield "This is", "the last turn"
        return
    if ruleset.farkle.streak_costs:
        yield "Farkles in a row", points(state.my_farkles)
    if not state.on_board:
        yield "First bank", f"not made yet; {points(ruleset.bank.opening_minimum)} needed"
    if state.inherit is not None:
        score, dice = state.inherit
        yield "To take over", f"{points(score)} with {result.hands.words(dice)} to roll"


def _mistakes(result: DrillResult, wrong: Sequence[Answered]) -> doc.Table:
    columns = (
        *_state_column(result),
        doc.Column("when"),
        doc.Column("you said"),
        doc.Column("best"),
        doc.Column("cost", "right"),
    )
    rows = tuple(
        (
            *_state_cell(result, exercise),
            when(result, exercise),
            chosen_words(result, exercise.options[place]),
            action(result, exercise.options[0]),
            _number(result, exercise.cost(place)),
        )
        for exercise, place in wrong
    )
    return doc.Table(columns, rows)


def _notes(result: DrillResult) -> Iterable[str]:
    if result.why_points:
        yield result.why_points
    who = f"{result.card.lower()} is played" if result.card else "the best is played"
    yield (
        f"Drawn from {points(result.decisions)} decisions of rolled games in which {who}: the more "
        "often a situation comes up and the more likely mistakes cost there, the likelier it is."
    )
    if result.by == "match":
        first = (
            "Scores and farkles in a row" if result.loaded.ruleset.farkle.streak_costs else "Scores"
        )
        yield f"{first} are yours first. Costs are for two perfect players from there on."
    else:
        yield "Costs are points, for the best play for points from there on; no end of the game."


def _data(result: DrillResult) -> dict[str, object]:
    hands = result.hands
    return {
        "ruleset": identity(result.loaded),
        "by": result.by,
        "why_points": result.why_points or None,
        "card": result.card or None,
        **doc.attributes(result, "seed", "decisions", "slip"),
        "situations": [
            {
                **state_data(exercise.match_state, result.by == "match"),
                **doc.attributes(exercise.now, "hot_dice", "turn_score"),
                "dice": hands.sizes[exercise.now.thrown],
                "roll": rolled_data(exercise.now.roll, hands) or None,
                "options": [
                    {**option_data(option, hands), "cost": exercise.cost(place)}
                    for place, option in enumerate(exercise.options)
                ],
                **doc.attributes(exercise, "card", "met", "weight"),
            }
            for exercise in result.exercises
        ],
    }


def _records(result: DrillResult) -> doc.Records:
    fields = ("situation", *STATE, "when", *OPTION, "cost")
    rows = (
        state_data(exercise.match_state, result.by == "match")
        | doc.attributes(exercise.now, "hot_dice")
        | {"situation": number, "when": when(result, exercise), "cost": exercise.cost(place)}
        | option_row(option, result.hands)
        for number, exercise in enumerate(result.exercises, start=1)
        for place, option in enumerate(exercise.options)
    )
    return doc.records(rows, *fields)


STATE = (
    "mine",
    "theirs",
    "my_farkles",
    "their_farkles",
    "first",
    "rounds_left",
    "on_board",
    "their_on_board",
    "previous",
    "hot_dice",
)
"""The same in CSV, by the names of JSON."""

ON_BOARD = {
    (True, True): "both",
    (True, False): "you",
    (False, True): "opponent",
    (False, False): "nobody",
}
"""Who has made a first bank: by whether the player to move has, and whether the opponent has."""


def state_header(ruleset: Ruleset, match: bool) -> str:
    """What the column is called; empty where there is nothing to tell."""
    bank, bonus = ruleset.bank, ruleset.hot_dice_bonus
    told = ruleset.farkle.streak_costs or bank.has_opening or (bonus is not None and bonus.step > 0)
    told |= match and (ending_of(ruleset).tells_seats or bank.beat_previous)
    return "how it stands" if told else "scores" if match else ""


def state_told(ruleset: Ruleset, match: bool, exercise: Exercise) -> str:
    """`1,050 to 2,100, 3 rounds left, moving second`; by points `no farkles, on the board`."""
    words = _of_match(ruleset, exercise) if match else _of_points(ruleset, exercise)
    hot = exercise.now.hot_dice
    return ", ".join([*words, *([f"hot dice {points(hot)} times"] if hot else [])])


def _of_match(ruleset: Ruleset, exercise: Exercise) -> Iterator[str]:
    state = exercise.match_state
    yield match_state_words(ruleset, state)
    if ending_of(ruleset).tells_seats:
        yield f"moving {PLACES[int(not state.first)]}"
    if ruleset.farkle.streak_costs:
        farkles = state.my_farkles, state.their_farkles
        yield f"farkles {of_players(farkles)}" if any(farkles) else "no farkles"
    if ruleset.bank.has_opening:
        context = state.context()
        yield f"{ON_BOARD[context.on_board, context.their_on_board]} on the board"
    if ruleset.bank.beat_previous:
        yield f"{points(state.previous) if state.previous else 'nothing'} to beat"


def _of_points(ruleset: Ruleset, exercise: Exercise) -> Iterator[str]:
    state = exercise.match_state
    if ruleset.farkle.streak_costs:
        yield count(state.my_farkles, "farkle") if state.my_farkles else "no farkles"
    if ruleset.bank.has_opening:
        yield board_words(bool(state.on_board))
