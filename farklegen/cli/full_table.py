"""The full table of `farklegen table --numbers all`, with what it is worth in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.card import MatchPrice
    from farklegen.cli.card import AskedCard
    from farklegen.report.document import Document
    from farklegen.study.study import Study

STOPPED = "this was stopped before it was done"
"""Why the part about the match is missing in a file that was written after Ctrl-C."""


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
