"""`farklegen table --their-dice`: my card against a player who brings other dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.cli.options import UsageProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from farklegen.cards.price import Chances
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset


def refuse_with_their_dice(given: Mapping[str, object]) -> None:
    """Refuse options that are not about a card against other dice.

    Args:
        given: whether each option was given.

    Raises:
        UsageProblemError: with all of them.
    """
    problems = [
        f"{option} is not known against other dice; leave it or --their-dice out"
        for option, there in given.items()
        if there
    ]
    if problems:
        raise UsageProblemError("\n".join(problems))


def emit_against(
    rules: str,
    their_dice: str,
    place: Destination,
    *,
    step: int | None,
    numbers: int | None,
    whole: bool,
) -> None:
    """Write it: the short card, or the whole one.

    Args:
        rules: the reference to the ruleset, with my dice.
        their_dice: as it was written.
        place: where it goes.
        step: points between two lines of the card.
        numbers: of the short card, at most.
        whole: the whole card in place of the short one.
    """
    if place.output.name in ("html", "pdf"):
        raise UsageProblemError(
            "a card against other dice is not printed yet; use --format text, markdown, csv or "
            "json, or leave --their-dice out"
        )
    from farklegen.cli.remember import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from dataclasses import replace

        from farklegen.api.matches import read_their_dice
        from farklegen.cli.progress import progress_bar
        from farklegen.report.card_price import price_document
        from farklegen.report.short_card import ALL, rung_of, short_document
        from farklegen.report.table import table_document
        from farklegen.report.two_sets import against_document
        from farklegen.rules.hands import hands_of, refuse_mixed
        from farklegen.study.facing import Facing
        from farklegen.study.forecast import forecast
        from farklegen.study.study import Study

        if numbers is not None and not hands_of(loaded.ruleset).alike:
            refuse_mixed(loaded.ruleset, "a short card of another length (--numbers)")
        study = Study(loaded, step=step)
        facing = Facing(study, read_their_dice(study, their_dice))

        def headed(document: Document, chances: Chances | None) -> Document:
            assert chances is not None
            sides = loaded, facing.theirs.loaded
            return against_document(document, facing.match, sides, chances)

        with progress_bar("solving the match", forecast(facing, ("ladder",))) as bar:
            facing.listen(bar, bar.say)
            ladder, price = facing.ladder, facing.price
        if place.for_people and not whole:
            short = short_document(facing.analysis, ladder, numbers, (ALL,))
            yield headed(short, rung_of(ladder, numbers).chances)
            return
        card = table_document(facing.analysis)
        priced = price_document(card, loaded.ruleset, price, "")
        if whole:
            joined = replace(card, blocks=(*card.blocks, *priced.blocks), data=priced.data)
            yield headed(joined, price.with_go_for_it)
            return
        short = short_document(facing.analysis, ladder, numbers)
        joined = replace(card, data={**priced.data, **short.data})
        yield headed(joined, rung_of(ladder, numbers).chances)

    options: dict[str, object] = {"their_dice": their_dice, "step": step}
    emit(place, "table", rules, {**options, "numbers": numbers, "whole": whole}, build)
