"""The documents of `farklegen compare` and `sweep`: rulesets side by side, and many of them.

A comparison has two parts. The first needs no match: rules, turns, the full table, where the best
play differs. The second is the match: who wins, how long it takes, how often the lead changes, the
card, what skill is worth. The data and the rows of the second part are those of both parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import isclose

from farklegen.measures.comparison import Comparison
from farklegen.measures.differences import BestPlay, Difference, RuleChange, Setting
from farklegen.measures.registry import MEASURES, QUANTILES, QUICK, Unit, Value
from farklegen.policies.recipe import SKILLS
from farklegen.report import document as doc
from farklegen.report.document import Cell, Column, Inline, Table, columns
from farklegen.report.numbers import count, duration, percent, points, span, tiny
from farklegen.report.table import start_words
from farklegen.results import Result
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import dice_words, listed
from farklegen.study.study import Study

MOST_DIFFERENCES = 10
"""Situations that the table shows; JSON has all of them."""

TURN = ("points_per_turn", "turn_spread", "farkle_per_turn")
FARKLES = tuple(f"farkle_{dice}_dice" for dice in range(8, 0, -1))
FULL_TABLE = ("full_table_points_per_turn", "full_table_loss", "full_table_numbers")
CARD = ("card_numbers", "card_points_per_turn", "card_loss")
MATCH = ("first_player_wins", "head_start", "head_start_first_player_wins")
LENGTH = (
    "turns_mean",
    "turns_spread",
    *(f"turns_{share}_percent" for share in QUANTILES),
    "lead_changes",
)
SKILL = (
    "card_wins",
    "points_only_wins",
    "take_all_wins",
    "naive_wins",
    "bank_at_300_wins",
)


def whole_document(comparison: Comparison) -> doc.Document:
    """Both parts as one document, or the first where the match was left out."""
    first = turns_document(comparison)
    if comparison.quick:
        return first
    return replace(first, blocks=first.blocks + match_document(comparison).blocks)


def turns_document(comparison: Comparison) -> doc.Document:
    labels, banks = comparison.labels, bank_lines(comparison)
    names = zip(labels, (loaded.name for loaded in comparison.rulesets), strict=True)
    blocks = (
        doc.Facts(names),
        doc.Heading("The rules, where they differ"),
        _rules(comparison),
        doc.Heading("A turn, played for the most points"),
        number_table(labels, measure_lines(comparison, (*TURN, *FARKLES))),
        number_table(labels, banks, title="When to bank") if banks else None,
        number_table(labels, measure_lines(comparison, FULL_TABLE), title="The full table"),
        doc.Notes(_turn_notes(comparison)),
        doc.Heading("Where the best play differs"),
        *_differences(comparison),
        _reasons(comparison, QUICK),
    )
    return _document(comparison, f"{listed(labels)} side by side", blocks)


def match_document(comparison: Comparison) -> doc.Document:
    labels = comparison.labels
    wins = measure_lines(comparison, SKILL)
    skill = (
        "Moving first or second by the toss of a coin; perfect play wins half of the games "
        "against itself. The lower the chance, the more skill is worth.",
        "Before the colon is the name of the policy for duel, simulate and play.",
    )
    blocks = (
        doc.Heading("A match of two perfect players"),
        number_table(labels, measure_lines(comparison, (*MATCH, *LENGTH))),
        doc.Notes(_match_notes(comparison)),
        doc.Heading("The card, as farklegen table prints it"),
        number_table(labels, measure_lines(comparison, CARD)),
        doc.Notes(_by_points(comparison)),
        doc.Heading("What skill is worth"),
        number_table(labels, wins, title="Chance to win against perfect play"),
        doc.Notes(skill),
        _reasons(comparison, ("match", "length", "card", "duel")),
    )
    return _document(comparison, "", blocks)


def _document(
    comparison: Comparison, title: str, blocks: Iterable[doc.Block | None]
) -> doc.Document:
    found = comparison.measures
    rows = [
        {"ruleset": label, "name": loaded.name, "fingerprint": loaded.fingerprint}
        | {name: found[name][number].value if name in found else None for name in MEASURES}
        for number, (label, loaded) in enumerate(
            zip(comparison.labels, comparison.rulesets, strict=True)
        )
    ]
    return doc.document("compare", title, blocks, comparison, rows)


def _rules(comparison: Comparison) -> doc.Block:
    if comparison.changes:
        return rules_table(comparison.labels, comparison.changes)
    same = len({loaded.fingerprint for loaded in comparison.rulesets}) == 1
    return doc.Paragraph(
        "Nowhere: they are the same game under other names." if same else "In no key of the rules."
    )


def _turn_notes(comparison: Comparison) -> Iterator[str]:
    yield (
        "Difference: the second less the first, of percentages in percentage points."
        if len(comparison.labels) == 2
        else f"{MOST} the largest and {LEAST} the smallest number of a line."
    )
    yield "Spread: the standard deviation of what a turn brings."
    yield (
        "When to bank is for a player who is on the board and did not just farkle. Never: "
        "not below the goal. farklegen table --numbers all has the full table."
    )


def _differences(comparison: Comparison) -> Iterator[doc.Block]:
    found, labels = comparison.differences, comparison.labels
    mixed = [*compress(labels, (not study.tables.hands.uniform for study in comparison.studies))]
    unknown = compress(labels, (one.why for one in comparison.measures["points_per_turn"]))
    if mixed:
        yield doc.Paragraph(
            f"Without {listed(mixed)}: if dice differ, a number of dice left says too little. "
            "farklegen table has the break points."
        )
    if len(labels) - len({*mixed, *unknown}) < 2:
        return
    if not found:
        yield doc.Paragraph(
            "Nowhere: in every situation that may be banked in more than one of them, the best "
            "choice is the same."
        )
        return
    yield difference_table(labels, found[:MOST_DIFFERENCES])
    notes = [
        "The number beside bank or roll is what the other choice loses, in points. In a range it "
        "is for the turn score where that matters most.",
        "Per turn: what it loses on average in a turn, added up over the rulesets. Situations that "
        "almost never come up lose little.",
    ]
    if any(None in difference.choices for difference in found[:MOST_DIFFERENCES]):
        notes.append(f"{NONE}: there the situations do not occur, or may not be banked.")
    if len(found) > MOST_DIFFERENCES:
        more = count(len(found) - MOST_DIFFERENCES, "situation")
        notes.append(f"{more} more that matter less: JSON has them.")
    yield doc.Notes(notes)


def _match_notes(comparison: Comparison) -> Iterator[str]:
    yield (
        "Fair head start: the points for the second player that make the game fairest; 0 if it is "
        "fairest without. First player then: how often the first player wins with it. Turns are "
        "those of both players together."
    )
    yield (
        "Lead changes: how often in a game the lead passes from one player to the other; winning "
        "from behind is one."
    )
    errors = [error for error in comparison.values("match_error") if error is not None]
    if errors:
        yield f"The error of the chances is at most {tiny(max(errors))}."


def _by_points(comparison: Comparison) -> Iterator[str]:
    """A sentence about the rulesets whose card ignores the end of the game."""
    by_points = (not study.card_is_by_match for study in comparison.studies)
    if ignoring := [*compress(comparison.labels, by_points)]:
        yield (
            f"The card of {listed(ignoring)} ignores the end of the game. farklegen table RULES "
            f"--match finds one that looks at it, which takes longer."
        )


def _reasons(comparison: Comparison, needs: tuple[str, ...]) -> doc.Notes:
    """Why numbers are missing, each reason once for each ruleset."""
    reasons = {
        f"{label}: {found.why.rstrip('.')}.": None
        for name, values in comparison.measures.items()
        for label, found in zip(comparison.labels, values, strict=True)
        if MEASURES[name].needs in needs and found.why
    }
    return doc.Notes(reasons, "What could not be worked out")


NONE, SAME, MOST, LEAST = "—", "=", "▲", "▼"


@dataclass(frozen=True)
class ComparedLine:
    """One line of a table."""

    name: str
    unit: Unit
    values: tuple[Value, ...]
    texts: tuple[str, ...] = ()


def measure_lines(comparison: Comparison, names: Iterable[str]) -> list[ComparedLine]:
    """Measures as lines, without measures that no ruleset has or gives a reason for."""
    return [
        ComparedLine(MEASURES[name].title, MEASURES[name].unit, comparison.values(name))
        for name in names
        if any(found.value is not None or found.why for found in comparison.measures[name])
    ]


def number_table(labels: Sequence[str], lines: Iterable[ComparedLine], title: str = "") -> Table:
    """Numbers side by side. With two rulesets it also has how much they differ; with more, it marks
    the largest and the smallest number."""
    two = len(labels) == 2
    rows: list[tuple[Inline, ...]] = []
    for line in lines:
        texts = line.texts or tuple(written(value, line.unit) for value in line.values)
        shown = (*texts, _difference(line, texts)) if two else _marked(line, texts)
        rows.append((line.name, *shown))
    heads = (*labels, "difference") if two else tuple(labels)
    return Table(columns("", *heads), tuple(rows), title=title)


def written(value: Value, unit: Unit, *, signed: bool = False) -> str:
    """A number with its unit. A difference has its sign; a difference of shares is in percentage
    points."""
    if value is None:
        return NONE
    if unit == "share":
        return points(100.0 * value, 2, signed=True) if signed else percent(value)
    return points(value, 2, signed=signed)


def _difference(line: ComparedLine, texts: tuple[str, ...]) -> Inline:
    first, second = line.values
    same = first is None or second is None or _close(first, second)
    if texts[0] == texts[1] and same:
        return Cell(SAME if texts[0] != NONE else "", "muted")
    if first is None or second is None:
        return ""
    # they differ even if both begin at the same number
    return Cell("differs" if same else written(second - first, line.unit, signed=True), "strong")


def _marked(line: ComparedLine, texts: tuple[str, ...]) -> Iterator[Inline]:
    known = [value for value in line.values if value is not None]
    for value, text in zip(line.values, texts, strict=True):
        most, least = (value is not None and _close(value, of(known)) for of in (max, min))
        yield text if most == least else Cell(f"{MOST if most else LEAST} {text}", "strong")


def _close(one: float, other: float) -> bool:
    """Whether two numbers differ by rounding only."""
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def rules_table(labels: Sequence[str], changes: Iterable[RuleChange]) -> Table:
    """The rules that differ, key by key."""
    rows = []
    for change in changes:
        name = change.key.removeprefix("combinations.")
        name += f" ({change.words})" if change.words else ""
        rows.append((name, *map(_setting, change.values)))
    return Table(tuple(map(Column, ("rule", *labels))), tuple(rows), note=f"{NONE} no such rule.")


def _setting(value: Setting) -> str:
    if value is None or isinstance(value, str):
        return value or NONE
    if isinstance(value, bool):
        return "true" if value else "false"
    values = value if isinstance(value, tuple) else (value,)
    return " ".join(points(part) if isinstance(part, int) else part for part in values)


def bank_lines(comparison: Comparison) -> list[ComparedLine]:
    """The turn scores from which to bank, by number of dice, most dice first."""
    lines = []
    for dice in range(max(loaded.ruleset.dice for loaded in comparison.rulesets), 0, -1):
        name = f"bank_from_{dice}_dice"
        found = zip(comparison.studies, comparison.measures[name], strict=True)
        texts = tuple(NONE if one.why else _bank_from(study, dice) for study, one in found)
        if any(text != NONE for text in texts):
            title, values = f"bank with {dice_words(dice)} from", comparison.values(name)
            lines.append(ComparedLine(title, "points", values, texts))
    return lines


def _bank_from(study: Study, dice: int) -> str:
    hand, goal = study.tables.hands.of_size(dice), study.ruleset.extent
    ranges = next((ranges for ranges in study.bank if ranges.dice == hand), None)
    return NONE if ranges is None else start_words(ranges, goal)


def difference_table(labels: Sequence[str], differences: Iterable[Difference]) -> Table:
    """Situations in which one ruleset banks and another rolls."""

    def shown(choice: BestPlay | None) -> str:
        if choice is None:
            return NONE
        return f"{'bank' if choice.banks else 'roll'} {points(choice.cost, 1)}"

    rows = [
        (
            f"{dice_words(each.dice)}, {span(each.first, each.last)}",
            *map(shown, each.choices),
            points(each.weight, 4),
        )
        for each in differences
    ]
    return Table(columns("to roll, turn score", *labels, "per turn"), tuple(rows))


# many rulesets


Settings = dict[str, str]
"""The keys that were varied, each with its value as text."""


@dataclass(frozen=True)
class Extreme:
    """The smallest or largest value of a measure, and the ruleset that has it.

    Attributes:
        value: in the unit of the measure.
        settings: of the first ruleset that has it: each key that was varied with its value as
            text.
    """

    value: float
    settings: Settings


@dataclass(frozen=True)
class Measured:
    """One measure over all rulesets.

    Attributes:
        name: of the measure.
        title: what it is called.
        unit: `points`, `share`, `turns`, `dice` or `count`.
        known: rulesets that have that number.
        smallest, largest: the smallest and the largest value; None if no ruleset has one.
    """

    name: str
    title: str
    unit: Unit
    known: int
    smallest: Extreme | None
    largest: Extreme | None


@dataclass(frozen=True, eq=False, repr=False)
class SweepResult(Result):
    """A finished sweep.

    Attributes:
        name: of the sweep.
        loaded: the rules that it starts from.
        file: where the rows are.
        keys: what was varied: pairs of a key and the number of its values.
        rows: how many rulesets there are.
        rows_before: rows that an earlier run had finished.
        rows_with_problems: rows in which a measure is missing.
        first_problem: the settings of the first such row, and what is wrong; None if all rows are
            complete.
        measures: what was measured.
        seconds: what this run took.
        values: of a small sweep, what each row varies, and its measures.
    """

    DOCUMENT = "compare.sweep_document"
    KEYS = (
        "name",
        "file",
        "keys",
        "rows",
        "rows_with_problems",
        "first_problem",
        "measures",
        "values",
    )

    name: str
    loaded: LoadedRuleset
    file: str
    keys: tuple[tuple[str, int], ...]
    rows: int
    rows_before: int
    rows_with_problems: int
    first_problem: tuple[Settings, str] | None
    measures: tuple[Measured, ...]
    seconds: float
    values: tuple[tuple[Settings, tuple[Value, ...]], ...] = ()


SMALL = 20
"""Rows, at most, that are printed."""


def sweep_document(result: SweepResult) -> doc.Document:
    """What was done, and the smallest and largest value of each measure."""
    title = f"{result.name}: {count(result.rows, 'ruleset')} from {result.loaded.name}"
    return doc.document("sweep", title, _sweep_blocks(result), result, result.measures)


def _sweep_blocks(result: SweepResult) -> Iterator[doc.Block]:
    keys = ", ".join(f"{key} ({points(values)})" for key, values in result.keys)
    pairs: list[tuple[str, Inline]] = [("Varied", keys), ("Rows in", result.file)]
    if result.rows_with_problems:
        pairs.append(("With a problem", Cell(count(result.rows_with_problems, "row"), "bad")))
    took = duration(result.seconds)
    if before := result.rows_before:
        took += f" for {count(result.rows - before, 'row')}; {points(before)} were there before"
    yield doc.Facts((*pairs, ("Took", took)))
    yield _every_row(result) if result.values else _extremes(result)
    if {one.name for one in result.measures} & {measure for measure, _ in SKILLS.values()}:
        yield doc.Notes(("After a policy's name: how often it wins against perfect play.",))
    if result.first_problem is not None:
        settings, problem = result.first_problem
        yield doc.Notes((f"{_settings_text(settings)}: {problem}",), title="The first problem")


def _every_row(result: SweepResult) -> Table:
    heads = [*(Column(key) for key, _ in result.keys)]
    heads += [doc.right(measure.title) for measure in result.measures]
    rows = []
    for settings, values in result.values:
        measured = zip(values, result.measures, strict=True)
        rows.append((*settings.values(), *(written(value, one.unit) for value, one in measured)))
    return Table(tuple(heads), tuple(rows))


def _extremes(result: SweepResult) -> Table:
    rows = []
    for measure in result.measures:
        title = measure.title
        for word, extreme in (("smallest", measure.smallest), ("largest", measure.largest)):
            if extreme is not None:
                value = f"{word} {written(extreme.value, measure.unit)}"
                rows.append((title, value, _settings_text(extreme.settings)))
                title = ""
        if title:
            rows.append((title, "nowhere known", ""))
    heads = (Column("measure"), doc.right("value"), Column("first found with"))
    return Table(heads, tuple(rows))


def _settings_text(settings: Settings) -> str:
    return ", ".join(f"{key} {value}" for key, value in settings.items())
