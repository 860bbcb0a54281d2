"""What the card is worth in a match: looked up in the store, or worked out and kept there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from farklegen.cards.analysis import Analysis
from farklegen.cards.price import Chances, MatchPrice
from farklegen.policies.policy import GoForIt
from farklegen.solvers.match.match import SOLVER_VERSION
from farklegen.solvers.match.planes import BankByLead
from farklegen.store.match_file import MatchKey
from farklegen.store.matches import Report
from farklegen.store.remembered import remembered

VERSION = f"{SOLVER_VERSION}, price-5"
"""To be changed whenever the card, the search or the evaluation may give something else."""


def key_of(analysis: Analysis, floor: int | None) -> MatchKey:
    """What the price of a card is found by."""
    parameters = {"floor": floor, "step": analysis.card.step}
    return MatchKey(analysis.loaded.fingerprint, "card", parameters, VERSION)


def price(
    analysis: Analysis, floor: int | None, work_out: Callable[[], MatchPrice], report: Report
) -> MatchPrice:
    """The price of a card.

    Args:
        analysis: the card.
        floor: points at which scores are cut off, where that was asked for.
        work_out: finds it out if it is not known.
        report: takes lines for the person at the keyboard.
    """
    return remembered(
        key_of(analysis, floor),
        work_out,
        tell=asdict,
        read=price_of,
        label=analysis.loaded.name,
        otherwise="the stored price of the card is of another kind and is worked out anew",
        report=report,
    )


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
