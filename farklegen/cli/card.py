"""What `farklegen table` begins with: the card and its ladder, without a long wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from farklegen.cards.ladder import Ladder
    from farklegen.report.document import Document
    from farklegen.report.pocket_card import PocketCard
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

STOPPED = "The match part was stopped before it was done: this is the card by points."


class AskedCard(NamedTuple):
    """Which card of `farklegen table` is asked for, and how.

    Attributes:
        rules: what the command line calls the rules.
        step: points between two of its lines; None: what the rules need.
        full: every situation as well.
        quick: nothing about the match.
        numbers: of the card, at most; None: the fewest that lose almost nothing.
        full_table: in place of the card.
        match: the match is solved however long it takes.
        to_file: it goes to a file, which can say that it was stopped.
    """

    rules: str
    step: int | None
    full: bool
    quick: bool
    numbers: int | None
    full_table: bool
    match: bool
    to_file: bool

    @property
    def card(self) -> bool:
        """Whether it is the card, and not the full table."""
        return not (self.full_table or self.full)


class FoundLadder(NamedTuple):
    """A ladder, and how it came about.

    Attributes:
        ladder: the cards.
        later: what more there is to have, a sentence each.
        stopped: whether Ctrl-C stopped the match part.
    """

    ladder: Ladder
    later: tuple[str, ...] = ()
    stopped: bool = False


def find_ladder(study: Study, asked: AskedCard) -> FoundLadder:
    """The ladder of a ruleset: by what cards win, or by points alone."""
    from farklegen.cli.progress import progress_bar
    from farklegen.errors import UnsolvableError
    from farklegen.study.estimate import estimate

    if asked.quick:
        return FoundLadder(study.points_ladder)
    ahead = estimate(study, ("ladder",))
    if not (asked.match or study.card_is_by_match):
        later = filter(None, (_offer(ahead), ahead.advice))
        return FoundLadder(study.points_ladder, tuple(later))
    with progress_bar("solving the match", ahead) as bar:
        study.listen(bar, bar.say)
        try:
            return FoundLadder(study.ladder)
        except UnsolvableError as error:
            return FoundLadder(study.points_ladder, (f"By points alone: {error}.",))
        except KeyboardInterrupt:
            return FoundLadder(study.points_ladder, (STOPPED,), stopped=True)


def card_part(study: Study, asked: AskedCard, found: FoundLadder) -> Document:
    """The document of a ladder, which starts with the card or the rung asked for."""
    from farklegen.report.card import card_document, rung_of

    rung = rung_of(found.ladder, asked.numbers)
    return card_document(study.analysis, found.ladder, rung, found.later, rules=asked.rules)


def card_parts(study: Study, asked: AskedCard) -> Iterator[Document]:
    """The same as the only part of an output for people.

    Raises:
        KeyboardInterrupt: after it, if it was stopped.
    """
    found = find_ladder(study, asked)
    yield card_part(study, asked, found)
    if found.stopped:
        raise KeyboardInterrupt


def card_content(study: Study, asked: AskedCard) -> tuple[PocketCard, bool]:
    """What is on a card to print, and whether it was stopped before all of that was known.

    Raises:
        KeyboardInterrupt: if it was stopped where there is no file that could say so.
    """
    from farklegen.cli.output import complain
    from farklegen.report.pocket_card import pocket_card

    found = find_ladder(study, asked)
    if found.stopped and not asked.to_file:
        raise KeyboardInterrupt
    for sentence in () if found.stopped else found.later:
        complain(sentence)
    why = found.later[0].rstrip(".") if found.later else ""
    card = pocket_card(study.analysis, found.ladder, asked.numbers, why)
    return card, found.stopped


def _offer(ahead: Estimate) -> str:
    return (
        "This card ignores the end of the game. --match adds it; on this computer that takes "
        f"about {ahead.words}."
    )
