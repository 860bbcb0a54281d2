"""The document of `farklegen compare`: rulesets side by side, in two parts.

The first part needs no match: rules, turns, the full table, where the best play differs. The second
is the match: who wins, how long it takes, how often the lead changes, the card, what skill is
worth. The data and the records of the second have those of both.
"""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.measures.comparison import Comparison
from farklegen.measures.registry import MEASURES, QUANTILES, QUICK
from farklegen.measures.situations import BestPlay, Difference
from farklegen.report import document as doc
from farklegen.report.compare_tables import (
    NO_HEAD_START,
    NONE,
    bank_lines,
    break_point_lines,
    difference_table,
    match_lines,
    measure_lines,
    no_head_start,
    number_table,
    reading,
    rules_table,
)
from farklegen.report.numbers import count, points, tiny
from farklegen.report.rules import identity
from farklegen.rules.words import listed

TOLD = 10
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
    second = match_document(comparison)
    blocks = first.blocks + second.blocks
    return doc.Document(first.kind, first.title, blocks, second.data, second.records)


def turns_document(comparison: Comparison) -> doc.Document:
    """Rules, turns, full tables, and where the best play differs."""
    blocks: list[doc.Block] = [
        doc.Facts(
            tuple(
                (label, loaded.name)
                for label, loaded in zip(comparison.labels, comparison.rulesets, strict=True)
            )
        ),
        doc.Heading("The rules, where they differ"),
        *_rules(comparison),
        doc.Heading("A turn, played for the most points"),
        *_turns(comparison),
        doc.Heading("Where the best play differs"),
        *_differences(comparison),
        *_reasons(comparison, QUICK),
    ]
    return doc.Document(
        "compare",
        f"{listed(comparison.labels)} side by side",
        tuple(blocks),
        _data(comparison),
        _records(comparison),
    )


def match_document(comparison: Comparison) -> doc.Document:
    """The match, and what skill is worth."""
    blocks: list[doc.Block] = [
        doc.Heading("A match of two perfect players"),
        number_table(comparison.labels, match_lines(comparison, (*MATCH, *LENGTH))),
        doc.Notes(tuple(_match_notes(comparison))),
        doc.Heading("The card, as farklegen table prints it"),
        number_table(comparison.labels, measure_lines(comparison, CARD)),
        *_by_points(comparison),
        doc.Heading("What skill is worth"),
        number_table(
            comparison.labels,
            measure_lines(comparison, SKILL),
            title="Chance to win against perfect play",
        ),
        doc.Notes(
            (
                "Moving first or second by the toss of a coin; perfect play wins half of the games "
                "against itself. The lower the chance, the more skill is worth.",
                "What stands before a colon is the name of the policy, as duel, simulate and play "
                "take it.",
            )
        ),
        *_reasons(comparison, ("match", "length", "card", "duel")),
    ]
    return doc.Document("compare", "", tuple(blocks), _data(comparison), _records(comparison))


def _rules(comparison: Comparison) -> Iterator[doc.Block]:
    if comparison.changes:
        yield rules_table(comparison.labels, comparison.changes)
        return
    alike = len({loaded.fingerprint for loaded in comparison.rulesets}) == 1
    yield doc.Paragraph(
        "Nowhere: they are the same game under other names."
        if alike
        else "Nowhere that could be told by a key of the rules language."
    )


def _turns(comparison: Comparison) -> Iterator[doc.Block]:
    labels = comparison.labels
    yield number_table(labels, measure_lines(comparison, (*TURN, *FARKLES)))
    banks = bank_lines(comparison)
    if banks:
        yield number_table(labels, banks, title="When to bank")
    breaks = break_point_lines(comparison)
    if breaks:
        lines = [*measure_lines(comparison, FULL_TABLE), *breaks]
        yield number_table(labels, lines, title="The full table of break points")
    yield doc.Notes(tuple(_turn_notes(comparison, bool(breaks))))


def _turn_notes(comparison: Comparison, cards: bool) -> Iterator[str]:
    yield reading(len(comparison.labels))
    yield "Spread: the standard deviation of what a turn brings."
    errors = [
        f"{label} at most {points(error, 6)} more"
        for label, error in zip(comparison.labels, comparison.values("points_error"), strict=True)
        if error is not None and error > 0.5e-6
    ]
    if errors:
        yield f"Points per turn are not exact for {listed(errors)}."
    if cards:
        where = "of a player who is on the board and did not farkle just before"
        yield (
            f"Banking and break points are those {where}. A break point is the turn score from "
            "which so many dice to roll are worth so much."
        )
        yield (
            "The full table may bank from another turn score than the best play if the scores "
            "between them never come up, or make almost no difference. Never: not below the goal."
        )


def _differences(comparison: Comparison) -> Iterator[doc.Block]:
    told, labels = comparison.differences, comparison.labels
    mixed = [
        label
        for label, study in zip(labels, comparison.studies, strict=True)
        if not study.tables.hands.alike
    ]
    known = comparison.found["points_per_turn"]
    unknown = [label for label, found in zip(labels, known, strict=True) if found.why]
    if mixed:
        yield doc.Paragraph(
            f"Without {listed(mixed)}, which {'has' if len(mixed) == 1 else 'have'} dice of "
            "different kinds: what they leave to roll is no number of dice. farklegen table has "
            "their break points."
        )
    if len(labels) - len({*mixed, *unknown}) < 2:
        if unknown:
            yield doc.Paragraph(f"Not told: {listed(unknown)} cannot be played by points.")
        return
    if not told:
        yield doc.Paragraph(
            "Nowhere: in every situation that comes up, and may be banked, in more than one of "
            "them, all of these bank, or all of these roll on."
        )
        return
    yield difference_table(labels, told[:TOLD])
    notes = [
        "Beside bank or roll: what the other choice loses there, in points, each time; in a range, "
        "at the turn score where that matters most.",
        "Per turn: what it loses on average in a turn, added up over the rulesets. Situations that "
        "hardly ever come up lose little.",
    ]
    if any(None in difference.choices for difference in told[:TOLD]):
        notes.append(f"{NONE}: there the situations do not occur, or may not be banked.")
    if len(told) > TOLD:
        more = count(len(told) - TOLD, "situation")
        notes.append(f"{more} more that matter less: JSON has them.")
    yield doc.Notes(tuple(notes))


def _match_notes(comparison: Comparison) -> Iterator[str]:
    yield (
        "Fair head start: points for the second player; first player then: what is left of the "
        "advantage. Turns are those of both players together."
    )
    yield (
        "Lead changes: how often in a game the lead passes from one player to the other; winning "
        "from behind is one."
    )
    without = no_head_start(comparison)
    if any(without):
        yield f"No head start ({NO_HEAD_START}): moving second wins more there."
    errors = [error for error in comparison.values("match_error") if error is not None]
    if errors:
        yield f"The error of the chances is at most {tiny(max(errors))}."


def _by_points(comparison: Comparison) -> Iterator[doc.Block]:
    """Whose card ignores the end of the game."""
    ignoring = [
        label
        for label, study in zip(comparison.labels, comparison.studies, strict=True)
        if not study.card_is_by_match
    ]
    if ignoring:
        yield doc.Notes(
            (
                f"The card of {listed(ignoring)} ignores the end of the game, because it would "
                "take long to find one that does not: farklegen table RULES --match finds it.",
            )
        )


def _reasons(comparison: Comparison, needs: tuple[str, ...]) -> Iterator[doc.Block]:
    """Why numbers are missing, each reason once for each ruleset."""
    told = {
        (label, found.why): None
        for name, values in comparison.found.items()
        for label, found in zip(comparison.labels, values, strict=True)
        if MEASURES[name].needs in needs and found.why
    }
    if told:
        items = tuple(f"{label}: {why.rstrip('.')}." for label, why in told)
        yield doc.Notes(items, "What could not be worked out")


def _data(comparison: Comparison) -> dict[str, object]:
    why = {
        name: [one.why or None for one in found]
        for name, found in comparison.found.items()
        if any(one.why for one in found)
    }
    return {
        "rulesets": [_ruleset(comparison, i) for i in range(len(comparison.labels))],
        "rules": [
            {"key": change.key, "words": change.words or None, "values": list(change.values)}
            for change in comparison.changes
        ],
        "measures": {name: list(comparison.values(name)) for name in comparison.found},
        "why": why,
        "differences": [_difference(each) for each in comparison.differences],
        "quick": comparison.quick,
    }


def _ruleset(comparison: Comparison, number: int) -> dict[str, object]:
    study = comparison.studies[number]
    found = {name: values[number] for name, values in comparison.found.items()}
    said: dict[str, object] = {
        "label": comparison.labels[number],
        **identity(study.loaded),
        "bank_ranges": None,
        "break_points": None,
        "turn_distribution": None,
        "length_distribution": None,
    }
    if not found["points_per_turn"].why:
        said["bank_ranges"] = {str(r.dice): [list(pair) for pair in r.ranges] for r in study.bank}
        outcome = study.expected.strategies[0].outcome
        said["turn_distribution"] = [list(pair) for pair in outcome.distribution]
    if not found["full_table_numbers"].why:
        said["break_points"] = {
            str(row.dice): [[point.value, point.turn_score] for point in row.points]
            for row in study.analysis.card.tables[0].rows
        }
    if "turns_mean" in found and not found["turns_mean"].why:
        said["length_distribution"] = [list(pair) for pair in study.length.distribution]
    return said


def _difference(difference: Difference) -> dict[str, object]:
    return {
        **doc.attributes(difference, "dice", "first", "last", "at"),
        "loss_per_turn": difference.weight,
        "choices": [
            None if choice is None else _choice(choice, per_turn)
            for choice, per_turn in zip(difference.choices, difference.per_turn, strict=True)
        ],
    }


def _choice(choice: BestPlay, per_turn: float) -> dict[str, object]:
    return {
        "choice": "bank" if choice.banks else "roll",
        "loss": choice.cost,
        "chance": choice.chance,
        "loss_per_turn": per_turn,
    }


def _records(comparison: Comparison) -> doc.Records:
    """One row for each ruleset, with a column for every measure there is."""
    fields = ("ruleset", "name", "fingerprint", *MEASURES)
    rows: list[tuple[doc.Raw, ...]] = []
    for number, (label, loaded) in enumerate(
        zip(comparison.labels, comparison.rulesets, strict=True)
    ):
        numbers = [
            comparison.found[name][number].value if name in comparison.found else None
            for name in MEASURES
        ]
        rows.append((label, loaded.name, loaded.fingerprint, *numbers))
    return doc.Records(fields, tuple(rows))
