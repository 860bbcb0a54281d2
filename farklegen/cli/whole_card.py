"""The other cards of `farklegen table`: the whole one, and those of the long search, with what they
are worth in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.memory import Frontier
    from farklegen.cards.price import MatchPrice
    from farklegen.cli.short_card import AskedCard
    from farklegen.report.document import Document
    from farklegen.report.pocket_card import PocketCard
    from farklegen.study.study import Study

STOPPED = "this was stopped before it was done"
"""Why the part about the match is missing in a file that was written after Ctrl-C."""


def whole_content(study: Study, asked: AskedCard) -> tuple[PocketCard, bool]:
    """What is on a card to print, and whether it was stopped before all of that was known."""
    from dataclasses import replace

    from farklegen.report.memory import beside_table, short_card_words
    from farklegen.report.pocket_card import pocket_card

    analysis = study.analysis
    most = asked.remember
    if asked.quick:
        return pocket_card(analysis, None), False
    if most is None:
        price, why, stopped = _match_price(study, asked)
        return pocket_card(analysis, price, why), stopped
    found = _frontier(study)
    short = found.best(most)
    card = pocket_card(
        replace(analysis, card=short.card),
        short.price,
        subtitle=short_card_words(most),
        beside=beside_table(found, most),
    )
    return card, False


def searched_parts(study: Study, asked: AskedCard) -> Iterator[Document]:
    """The card with at most so many numbers, or the usual one; and the curve."""
    from farklegen.report.memory import frontier_document, remember_documents
    from farklegen.report.table import table_document

    most = asked.remember
    # a file gets the usual card, if it is stopped; elsewhere what is refused is so at once
    found = None if asked.to_file and most is None else _frontier(study)
    documents: list[Document] = []
    if most is None:
        documents.append(table_document(study.analysis))
        yield documents[-1]
        for document in price_part(study, documents[0], asked):
            documents.append(document)
            yield document
    found = found or _frontier(study)
    if most is not None:
        documents += remember_documents(study.analysis, found, most)
        yield from documents
    if asked.frontier:
        yield frontier_document(documents[-1], found)


def _frontier(study: Study) -> Frontier:
    from farklegen.cli.progress import progress_bar
    from farklegen.study.estimate import estimate

    with progress_bar("solving the match", estimate(study, ("frontier",))) as bar:
        study.listen(bar, bar.say)
        return study.frontier


def price_part(
    study: Study, card: Document, asked: AskedCard, *, ladder: bool = False
) -> Iterator[Document]:
    """The part about the match.

    Args:
        study: the ruleset.
        card: the part before.
        asked: which card is asked for.
        ladder: whether the ladder is worked out as well, for what follows.

    Raises:
        KeyboardInterrupt: after it, if it was stopped.
    """
    from farklegen.report.card_price import price_document

    price, why, stopped = _match_price(study, asked, ladder=ladder)
    yield price_document(card, study.ruleset, price, why)
    if stopped:
        raise KeyboardInterrupt


def _match_price(
    study: Study, asked: AskedCard, *, ladder: bool = False
) -> tuple[MatchPrice | None, str, bool]:
    """What the card is worth in a match; or why that is not worked out; and whether that is because
    it was stopped.

    Raises:
        KeyboardInterrupt: if it was stopped where there is no file that could say so.
    """
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.study.estimate import Work, estimate

    price, why = None, ""
    wanted: tuple[Work, ...] = ("price", "ladder") if ladder else ("price",)
    with progress_bar("solving the match", estimate(study, wanted)) as bar:
        study.listen(bar, bar.say)
        try:
            price = study.price
            if ladder:
                study.ladder  # noqa: B018
        except UnsolvableError as error:
            why = str(error)
        except KeyboardInterrupt:
            if not asked.to_file:
                raise
            return price, STOPPED, True
    return price, why, False
