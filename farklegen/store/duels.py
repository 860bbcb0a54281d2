"""How often one policy wins against another: looked up in the store, or worked out and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from farklegen.cards.price import Chances
from farklegen.policies.recipe import ALIASES, Recipe, named
from farklegen.rules.loading import LoadedRuleset
from farklegen.store import prices
from farklegen.store.match_file import MatchKey
from farklegen.store.matches import Report
from farklegen.store.remembered import remembered

VERSION = f"{prices.VERSION}, duel-3"
"""To be changed whenever the players or the evaluation may give something else."""


def key_of(loaded: LoadedRuleset, me: Recipe, opponent: Recipe) -> MatchKey:
    """What the chances of `me` are found by."""
    parameters = {"me": _said(me), "opponent": _said(opponent)}
    return MatchKey(loaded.fingerprint, "duel", parameters, VERSION)


def chances(
    loaded: LoadedRuleset,
    me: Recipe,
    opponent: Recipe,
    work_out: Callable[[], Chances],
    report: Report,
) -> Chances:
    """The chances of `me`.

    Args:
        loaded: the rules.
        me, opponent: the policies.
        work_out: finds them out if they are not known.
        report: takes lines for the person at the keyboard.
    """
    return remembered(
        key_of(loaded, me, opponent),
        work_out,
        tell=asdict,
        read=_from,
        label=loaded.name,
        otherwise="the stored chances are of another kind and are worked out anew",
        report=report,
    )


def _from(meta: dict[str, Any]) -> Chances:
    return Chances(float(meta["moving_first"]), float(meta["moving_second"]))


def _said(recipe: Recipe) -> str:
    """A policy as a key tells it: a name that says everything, else all that it says."""
    if named(recipe.name) == recipe:
        name = ALIASES.get(recipe.name, recipe.name)
        return name.replace("-", " ")  # words that the list of what is kept can wrap
    return recipe.model_dump_json()
