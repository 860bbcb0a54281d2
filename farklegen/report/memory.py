"""`farklegen table --remember` and `--frontier`: shorter cards, and what they cost."""

from __future__ import annotations

from dataclasses import replace

from farklegen.cards.analysis import Analysis
from farklegen.cards.memory import Frontier, ShortCard
from farklegen.report.card_price import price_document
from farklegen.report.document import Document, Heading, Table, columns, records
from farklegen.report.duel import DECIMALS
from farklegen.report.numbers import count, percent, points
from farklegen.report.table import table_document

HOW = (
    "Numbers to remember are the different turn scores on the card and the different scores from "
    "which to go for the goal; the worths at the left are not counted. No card here has lines that "
    "look at both scores."
)


def remember_documents(analysis: Analysis, found: Frontier, most: int) -> tuple[Document, Document]:
    """A short card as `table` prints cards, and what it costs beside the default one.

    Args:
        analysis: the default card.
        found: the cards of all lengths.
        most: how many numbers were asked for.
    """
    short = found.best(most)
    card = table_document(replace(analysis, card=short.card))
    card = replace(card, title=f"{analysis.loaded.name}: {short_card_words(most)}")
    price = price_document(card, analysis.loaded.ruleset, short.price, "")
    data = dict(price.data)
    data["remember"] = {"most": most, **_facts(short), "default": _facts(found.default)}
    return card, replace(price, blocks=(*price.blocks, beside_table(found, most)), data=data)


def short_card_words(most: int) -> str:
    """What a short card is, for its title."""
    return f"the best card found with at most {count(most, 'number')}"


def beside_table(found: Frontier, most: int) -> Table:
    """A short card and the default one, side by side."""
    short, default = found.best(most), found.default
    return Table(
        columns("playing by", "numbers", "points per turn", "average", "lost"),
        (
            (f"this card: {_parts(short)}", *_cells(short)),
            (f"the card without a limit: {_parts(default)}", *_cells(default)),
        ),
        title="Beside the card without a limit",
        note=f"{HOW} {_how_found(found)}",
    )


def frontier_document(before: Document, found: Frontier) -> Document:
    """The loss by the count of numbers, with the data of what is printed before."""
    table = Table(
        columns("numbers", "on the card", "for the goal", "points per turn", "average", "lost",
                first="right"),
        tuple(
            (
                str(short.numbers),
                str(short.card.numbers_to_remember),
                str(short.numbers - short.card.numbers_to_remember),
                *_cells(short)[1:],
            )
            for short in found.cards
        ),
        title="Chance to win against perfect play by the best card found",
        note=f"A count that is not listed wins no more than the one before. {HOW} "
        f"{_how_found(found)}",
    )  # fmt: skip
    told = [_facts(short) for short in found.cards]
    data = {**before.data, "frontier": told}
    blocks = (Heading("What each number is worth"), table)
    return Document(before.kind, "", blocks, data, records(told))


def _parts(short: ShortCard) -> str:
    """How many numbers are where."""
    own = short.card.numbers_to_remember
    return f"{own} + {short.numbers - own} to go for the goal"


def _cells(short: ShortCard) -> tuple[str, str, str, str]:
    facts = _facts(short)
    return (
        str(short.numbers),
        points(short.card.points_per_turn, 3),
        percent(float(facts["win_probability"]), DECIMALS - 2),
        percent(float(facts["loss"]), DECIMALS - 2),
    )


def _facts(short: ShortCard) -> dict[str, int | float]:
    """For programs."""
    won = short.price.with_go_for_it.average
    return {
        "numbers": short.numbers,
        "win_probability": won,
        "loss": max(short.price.perfect.average - won, 0.0),
        "points_per_turn": short.card.points_per_turn,
    }


def _how_found(found: Frontier) -> str:
    less = "; fewer than usual, as each takes long" if found.costly else ""
    return f"Found by measuring {count(found.duels, 'card')} against perfect play{less}."
