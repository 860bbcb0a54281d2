"""What the card costs in a match, as it is kept."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from farklegen.cards.price import Chances, MatchPrice
from farklegen.policies.policy import GoForIt
from farklegen.solvers.match.match import SOLVER_VERSION
from farklegen.solvers.match.planes import BankByLead
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.store.match_file import MatchKey

VERSION = f"{SOLVER_VERSION}, price-9"
"""To be changed whenever the card, the search or the evaluation may give something else."""


def key_of(analysis: Analysis, floor: int | None) -> MatchKey:
    """What the price of a card is found by."""
    return KIND.key(analysis.loaded, {"floor": floor, "step": analysis.card.step})


def price_of(meta: dict[str, Any]) -> MatchPrice:
    """A price as it was kept.

    Raises:
        KeyError, TypeError: if it is something else.
    """
    goes = meta["go_for_it"]
    return MatchPrice(
        go_for_it=GoForIt(tuple(goes["mine"]), tuple(goes["theirs"]), goes["lead"]),
        step=int(meta["step"]),
        alone=Chances(**meta["alone"]),
        with_go_for_it=Chances(**meta["with_go_for_it"]),
        perfect=Chances(**meta["perfect"]),
        error=float(meta["error"]),
        duels=int(meta["duels"]),
        by_lead=_by_lead(meta.get("by_lead")),
    )


def _by_lead(meta: dict[str, Any] | None) -> BankByLead | None:
    if meta is None:
        return None
    return BankByLead(
        tuple(meta["leads"]),
        tuple((int(left), bool(first)) for left, first in meta["turns"]),
        tuple(tuple(map(tuple, dice)) for dice in meta["start"]),
    )


KIND = ResultKind("card", "the price of the card", VERSION, asdict, price_of)
