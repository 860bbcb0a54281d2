"""`farklegen table --players 3` and `--their-dice`: the card for a larger table, and mine against
other dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.cli.options import UsageProblemError, in_command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cards.card import Chances
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset


def emit_several(rules: str, players: int, place: Destination) -> None:
    """Write the card for this number of players, then what other ways of playing cost."""
    from farklegen.cli.writing import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen import api
        from farklegen.cli.progress import progress_bar
        from farklegen.cli.working import agreed
        from farklegen.report.several_table import several_card_document, several_table_document
        from farklegen.study.estimate import estimate, estimate_table
        from farklegen.study.seats import COMPARED
        from farklegen.study.study import Study

        study, doing = Study(loaded), "playing at a table"
        ahead = estimate_table(study, players, len(COMPARED) - 1, card=True)
        whole = agreed(ahead + estimate(study, ("ladder", "price")))
        with progress_bar(doing, whole) as bar:
            study.listen(bar, bar.say)
            card = study.several_card(players)
        yield several_card_document(study.analysis, players, card)
        with progress_bar(doing) as bar:
            found = api.table_several(study, players=players, progress=bar, report=bar.say)
        yield several_table_document(found)

    emit(place, rules, build)


def emit_against(
    rules: str,
    their_dice: str,
    place: Destination,
    *,
    step: int | None,
    numbers: int | None,
    full_table: bool,
) -> None:
    """Write my card against other dice, or the full table.

    Args:
        rules: the reference to the ruleset, with my dice.
        their_dice: as it was written.
        place: where it goes.
        step: points between two lines of the card.
        numbers: of the card, at most.
        full_table: in place of the card.
    """
    if place.output.name in ("html", "pdf"):
        raise UsageProblemError(
            "a card against other dice is not printed yet; use --format text, markdown, csv or "
            "json, or leave --their-dice out"
        )
    from farklegen.cli.writing import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from dataclasses import replace

        from farklegen.api.matches import read_their_dice
        from farklegen.cli.progress import progress_bar
        from farklegen.report.card import card_document, rung_of
        from farklegen.report.card_price import price_document
        from farklegen.report.table import table_document
        from farklegen.report.two_sets import against_document
        from farklegen.rules.hands import hands_of, refuse_mixed
        from farklegen.study.estimate import estimate
        from farklegen.study.study import Facing, Study

        if numbers is not None and not hands_of(loaded.ruleset).alike:
            refuse_mixed(loaded.ruleset, "a card of another length (--numbers)")
        study = Study(loaded, step=step)
        facing = Facing(study, read_their_dice(study, their_dice))

        def headed(document: Document, chances: Chances | None) -> Document:
            assert chances is not None
            sides = loaded, facing.theirs.loaded
            return against_document(document, facing.match, sides, chances)

        with progress_bar("solving the match", estimate(facing, ("ladder",))) as bar:
            facing.listen(bar, bar.say)
            ladder, price = facing.ladder, facing.price
        rung = rung_of(ladder, numbers)
        if place.for_people and not full_table:
            short = card_document(facing.analysis, ladder, rung, rules=in_command(rules))
            yield headed(short, rung.chances)
            return
        card = table_document(facing.analysis)
        priced = price_document(card, loaded.ruleset, price, "")
        if full_table:
            joined = replace(card, blocks=(*card.blocks, *priced.blocks), data=priced.data)
            yield headed(joined, price.with_go_for_it)
            return
        short = card_document(facing.analysis, ladder, rung)
        joined = replace(card, data={**priced.data, **short.data})
        yield headed(joined, rung.chances)

    emit(place, rules, build)
