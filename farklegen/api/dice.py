"""Dice of one's own: which to bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from farklegen.api.loading import load
from farklegen.errors import named
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.report.dice import BestDice
    from farklegen.solvers.progress import Progress

BEST = 10
"""Sets that are named unless another number is asked for."""


def best_dice(
    rules: Reference,
    *,
    own: str | Mapping[str, int],
    best: int | None = None,
    progress: Progress | None = None,
) -> BestDice:
    """The best sets of the dice that one owns, by points per turn.

    Args:
        rules: the rules, whose `die_types` name the dice; those that they bring do not matter.
        own: name of a kind -> how many, or the same as text: `lucky=3,odd=2,ordinary=6`.
        best: how many sets to name; 10 by default.
        progress: is told how far it is.

    Raises:
        ArgumentError: for arguments that cannot be meant, and dice that the rules do not know.
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: for too few dice, or rules without an expected score.
    """
    from farklegen.report.dice import BestDice
    from farklegen.rules.bringing import read_brought
    from farklegen.solvers.best_dice import rank_dice
    from farklegen.solvers.match.match import usable_cores
    from farklegen.solvers.progress import silent
    from farklegen.study.study import Study

    arguments = Arguments()
    best = arguments.whole("best", best)
    arguments.listeners(progress, None)
    arguments.check()
    loaded = rules.loaded if isinstance(rules, Study) else load(rules)
    owned = read_brought(loaded.ruleset, own, named("own"))
    ranking = rank_dice(
        loaded.ruleset,
        owned,
        wanted=best or BEST,
        threads=usable_cores(),
        tell=progress or silent,
    )
    return BestDice(loaded, ranking)
