"""The card for a table of several players, as it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from farklegen.cards.short_several import SeveralCard
from farklegen.solvers.multiplayer.duel import MetAtTable
from farklegen.solvers.multiplayer.game import SOLVER_VERSION
from farklegen.study import ladders
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.store.match_file import MatchKey

VERSION = f"{ladders.VERSION}, {SOLVER_VERSION}, several-1"
"""To be changed whenever the search may find something else."""


def kind(analysis: Analysis) -> ResultKind[SeveralCard]:
    """How such cards are kept."""
    return ResultKind(
        "card for several",
        "the card for several players",
        VERSION,
        _tell,
        lambda meta: _read(analysis, meta),
    )


def key_of(analysis: Analysis, players: int) -> MatchKey:
    """What such a card is found by."""
    return kind(analysis).key(analysis.loaded, {"step": analysis.card.step, "players": players})


def _tell(found: SeveralCard) -> dict[str, Any]:
    return {
        "rung": ladders.tell_rung(found.rung),
        "met": found.met.moving.tolist(),
        "for_two": ladders.tell_rung(found.for_two),
        "met_for_two": found.met_for_two.moving.tolist(),
    }


def _read(analysis: Analysis, meta: dict[str, Any]) -> SeveralCard:
    return SeveralCard(
        ladders.read_rung(analysis, dict(meta["rung"])),
        MetAtTable(np.array(meta["met"], np.float64)),
        ladders.read_rung(analysis, dict(meta["for_two"])),
        MetAtTable(np.array(meta["met_for_two"], np.float64)),
    )
