"""How often one policy wins against another, as it is kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from farklegen.cards.price import Chances
from farklegen.policies.recipe import ALIASES, Recipe, named
from farklegen.study import prices
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.duel.duel import Duel
    from farklegen.store.match_file import MatchKey, Plain


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


def key_of(
    loaded: LoadedRuleset,
    floor: int | None,
    me: Recipe | None,
    opponent: Recipe,
    step: int | None = None,
    *,
    by_points: bool = False,
) -> MatchKey:
    """What a duel is found by; `me` is None for the best response to the opponent.

    Args:
        loaded: the rules.
        floor: score at which scores are cut off, points.
        me, opponent: the policies.
        step: what the card is rounded to, points, where one of them goes by it.
        by_points: whether one of them goes by the card, and that was found by points.
    """
    first = "best response" if me is None else _said(me)
    parameters: dict[str, Plain] = {"me": first, "opponent": _said(opponent)}
    if floor is not None:
        parameters["floor"] = floor
    if step is not None:
        parameters["step"] = step
    if by_points:
        parameters["card"] = "by points"
    return KIND.key(loaded, parameters)


def _said(recipe: Recipe) -> str:
    """A policy as a key tells it: a name that says everything, else all that it says."""
    if named(recipe.name) == recipe:
        name = ALIASES.get(recipe.name, recipe.name)
        return name.replace("-", " ")  # words that the list of what is kept can wrap
    return recipe.model_dump_json()


def _read(meta: dict[str, Any]) -> Met:
    return Met(Chances(**meta["chances"]), float(meta["error"]), int(meta["sweeps"]))


KIND = ResultKind("duel", "a duel", f"{prices.VERSION}, duel-6", asdict, _read)
