"""`farklegen table --players 3`: the short card for a table of more than two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.course import Forecast


def emit_table(rules: str, players: int, place: Destination) -> None:
    """Write it: the card, then what other ways of playing cost."""
    from farklegen.cli.remember import emit

    def build(loaded: LoadedRuleset) -> Iterator[Document]:
        from farklegen import api
        from farklegen.cli.progress import progress_bar
        from farklegen.cli.working import agreed
        from farklegen.report.several_table import several_card_document, several_table_document
        from farklegen.study.forecast import forecast, forecast_table
        from farklegen.study.seats import COMPARED
        from farklegen.study.study import Study

        study, doing = Study(loaded), "playing at a table"

        def rest() -> Forecast:
            return forecast(study, ("price",)) + forecast_table(study, players, len(COMPARED) - 1)

        ahead = forecast(study, ("ladder",)) + forecast_table(study, players, card=True)
        agreed(ahead + rest())
        with progress_bar(doing, ahead) as bar:
            study.listen(bar, bar.say)
            card = study.several_card(players)
        yield several_card_document(study.analysis, players, card)
        with progress_bar(doing, rest()) as bar:
            found = api.table_several(study, players=players, progress=bar, report=bar.say)
        yield several_table_document(found)

    emit(place, "table", rules, {"players": players}, build)
