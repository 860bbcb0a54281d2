"""Dice of one's own: which to bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from farklegen.api.loading import load
from farklegen.api.matches import words_of
from farklegen.errors import ArgumentError, named
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.loading import Reference
    from farklegen.report.dice import BestDice
    from farklegen.solvers.progress import Progress

BEST = 10
"""Sets that are named unless another number is asked for."""

MATCHED = 5
"""Sets that are matched against an opponent's."""


def best_dice(
    rules: Reference,
    *,
    own: str | Mapping[str, int],
    best: int | None = None,
    their_dice: str | Mapping[str, int] | None = None,
    goal: int | None = None,
    progress: Progress | None = None,
) -> BestDice:
    """The best sets of the dice that one owns, by points per turn, and of the best few by the
    chance to win.

    Args:
        rules: the rules, whose `die_types` name the dice; those that they bring do not matter.
        own: name of a kind -> how many, or the same as text: `lucky=3,odd=2,ordinary=6`.
        best: how many sets to name; 10 by default.
        their_dice: dice of an opponent, against whom the best `MATCHED` sets are matched; the same
            as for `solve_two_sets`.
        goal: of that match; that of the rules by default.
        progress: is told how far it is.

    Raises:
        ArgumentError: for arguments that cannot be meant, and dice that the rules do not know.
        UnsolvableError: for too few dice, or rules without an expected score.
    """
    from farklegen.report.dice import BestDice, MatchedSet
    from farklegen.rules.bringing import read_brought
    from farklegen.solvers.best_dice import rank_dice
    from farklegen.solvers.match.two_sets import check_two_sets
    from farklegen.solvers.progress import silent
    from farklegen.study.study import Study

    arguments = Arguments()
    best = arguments.whole("best", best)
    goal = arguments.whole("goal", goal)
    arguments.listeners(progress, None)
    arguments.check()
    if goal is not None and their_dice is None:
        raise ArgumentError(
            f"{named('goal')} is that of a match: give {named('their_dice')} as well, such as "
            "ordinary=6, or leave it out"
        )
    loaded = rules.loaded if isinstance(rules, Study) else load(rules)
    owned = read_brought(loaded.ruleset, own, named("own"))
    if their_dice is not None:  # what is wrong with the match is said before anything is compared
        check_two_sets(loaded.ruleset)
        other = read_brought(loaded.ruleset, their_dice, named("their_dice"), all_of_them=True)
    ranking = rank_dice(
        loaded.ruleset,
        owned,
        wanted=best or BEST,
        tell=progress or silent,
    )
    if their_dice is None:
        return BestDice(loaded, ranking)
    to_goal = loaded.ruleset.model_copy(update={} if goal is None else {"goal": goal})
    study = Study(replace(loaded, ruleset=to_goal), progress=progress)
    matches = []
    for each in ranking.best[:MATCHED]:
        chosen = {n: c for n, c in zip(ranking.names, each.counts, strict=True) if c}
        match = study.bringing(chosen).against(other)
        chances = [match.win_probability(first=first) for first in (True, False)]
        matches.append(MatchedSet(each, *chances))
    matches.sort(key=lambda each: -each.either)
    return BestDice(loaded, ranking, tuple(matches), words_of(their_dice), to_goal.goal)
