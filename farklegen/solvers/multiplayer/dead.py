"""Turns without those from which a game can never end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.solvers.match.dead import hope
from farklegen.solvers.multiplayer.layout import Group, Layout
from farklegen.solvers.multiplayer.levels import Part, Stage


def living(layouts: Sequence[Layout], stages: Iterable[Stage]) -> Iterable[Stage]:
    """The stages without the turns from which nobody can ever end the game. Their chances are
    even."""
    hopes = [hope(layout.rules) for layout in layouts]
    known = [each for each in hopes if each is not None]
    if len(known) < len(layouts):
        return stages
    second = layouts[-1].groups[0].begin

    def alive(group: Group, at: Integers) -> Part:
        """The living ones of these turns."""
        return group, at[:, _hopeful(known if group.begin < second else known[::-1], group, at)]

    found = (stage._replace(parts=[alive(*part) for part in stage.parts]) for stage in stages)
    return (stage for stage in found if stage.lanes)


def stuck_turns(two: Layout) -> Booleans:
    """bool[turns], see `Layout.plain`: those in which neither player can end the game any more."""
    known, found = hope(two.rules), []
    for group in (group for group in two.groups if not group.row_units):
        stuck = np.zeros(group.size, np.bool_)
        if group.left is None and known is not None:
            stuck = ~_hopeful([known], group, two.coordinates(group))
        found.append(stuck)
    return np.concatenate(found)


def _hopeful(hopes: Sequence[Booleans], group: Group, at: Integers) -> Booleans:
    """bool[lanes]: whether any player can end the game; `hopes` of the players, in turn."""
    found = np.zeros(at.shape[1], np.bool_)
    for player, (on_board, run) in enumerate(zip(group.boards, group.runs, strict=True)):
        found |= hopes[player % len(hopes)][0 if on_board else -1, run, at[player]]
    return found
