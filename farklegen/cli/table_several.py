"""`farklegen table --players 3`: the short card for a table of more than two."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.cli.output import Destination
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset


def emit_table(rules: str, players: int, place: Destination) -> None:
    """Write it."""
    from farklegen.cli.remember import emit_remembered

    def build(loaded: LoadedRuleset) -> Document:
        from farklegen import api
        from farklegen.cli.progress import progress_bar
        from farklegen.cli.working import agreed
        from farklegen.report.several_table import several_table_document
        from farklegen.study.forecast import forecast, forecast_table
        from farklegen.study.seats import COMPARED
        from farklegen.study.study import Study

        study = Study(loaded)
        ahead = forecast(study, ("price", "ladder"))
        ahead += forecast_table(study, players, len(COMPARED) - 1, card=True)
        with progress_bar("playing at a table", agreed(ahead)) as bar:
            found = api.table_several(study, players=players, progress=bar, report=bar.say)
        return several_table_document(found)

    emit_remembered(place, "table", rules, {"players": players}, build)
