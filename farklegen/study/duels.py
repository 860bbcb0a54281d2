"""How often one policy wins against another, as it is kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from farklegen.cards.price import Chances
from farklegen.policies.recipe import ALIASES, Recipe, named
from farklegen.study import prices
from farklegen.study.kind import Kind

if TYPE_CHECKING:
    from farklegen.solvers.duel.duel import Duel
    from farklegen.store.match_file import MatchKey, Plain
    from farklegen.study.study import Study


@dataclass(frozen=True)
class Met:
    """One policy against another.

    Attributes:
        chances: that the first one wins.
        error: of these chances, about.
        sweeps: over all scores.
    """

    chances: Chances
    error: float
    sweeps: int

    @classmethod
    def of(cls, duel: Duel) -> Met:
        """What is kept of a duel."""
        return cls(Chances.of(duel), duel.error, duel.sweeps)


def key_of(study: Study, me: Recipe, opponent: Recipe) -> MatchKey:
    """What a duel is found by."""
    return _key(study, {"me": _said(me), "opponent": _said(opponent)})


def response_key(study: Study, opponent: Recipe) -> MatchKey:
    """What the best play against a policy is found by."""
    return _key(study, {"me": "best response", "opponent": _said(opponent)})


def _key(study: Study, parameters: dict[str, Plain]) -> MatchKey:
    if study.floor is not None:
        parameters["floor"] = study.floor
    return KIND.key(study, parameters)


def _said(recipe: Recipe) -> str:
    """A policy as a key tells it: a name that says everything, else all that it says."""
    if named(recipe.name) == recipe:
        name = ALIASES.get(recipe.name, recipe.name)
        return name.replace("-", " ")  # words that the list of what is kept can wrap
    return recipe.model_dump_json()


def _read(_study: Study, meta: dict[str, Any]) -> Met:
    return Met(Chances(**meta["chances"]), float(meta["error"]), int(meta["sweeps"]))


KIND = Kind("duel", "a duel", f"{prices.VERSION}, duel-4", asdict, _read)
