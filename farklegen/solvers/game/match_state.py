"""How tables stand, and where their states are among those that a layout numbers.

A player by a card or the solved match of two sees a game of several players as a match of two: the
player to move and one opponent. The opponent is the player with the highest score (of equals the
one who moves first), or the next player. On a last turn that is always the one to pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.errors import ImpossibleStateError, named
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.layout import AFTER, Group, Layout

Against = Literal["leader", "next"]
"""Who the opponent is."""


class Tables(NamedTuple):
    """How games of P players stand, an entry of each array for each game. What is kept of every
    player begins with the player to move, then the next one, ...

    Attributes:
        score: int64[P, tables], units above the lowest.
        on_board: bool[P, tables].
        left: int64[tables], players who still have a last turn; 0 before the goal is reached.
        top: bool[P, tables], who has the highest score, once it is.
        turns: int64[tables], the turns left, if turns are counted; else 0.
        runs: int64[P, tables], farkles in a row.
        previous: int64[tables], rows that were banked on the turn before, to be beaten.
        offered: int64[tables], rows that were banked or lost, to be taken over.
        hands: int64[tables], the dice to take over with these; 0 if nothing may be taken over.
    """

    score: Integers
    on_board: Booleans
    left: Integers
    top: Booleans
    turns: Integers
    runs: Integers
    previous: Integers
    offered: Integers
    hands: Integers


def places(layout: Layout, tables: Tables) -> Iterator[tuple[Integers, Group, Integers]]:
    """The states of tables, one group at a time: (which tables, the group, int64[axes, ...]
    their coordinates)."""
    score, on_board, left, top, turns, runs, previous, offered, hands = tables
    bits = 1 << np.arange(layout.players)[:, None]
    boards = on_board | (not layout.tells_boards)
    after = np.where(
        layout.beats & (previous > 0), 1, np.where(hands > 0, 1 + layout.hands_back, 0)
    )
    sums = ((boards * bits).sum(axis=0), (top * bits).sum(axis=0))
    key = np.stack([left, turns, after, *sums, *runs])
    kinds, number = np.unique(key, axis=1, return_inverse=True)
    for kind, (lasts, counted, before, board_bits, top_bits, *run) in enumerate(kinds.T.tolist()):
        which = np.flatnonzero(number.ravel() == kind)
        on = tuple(bool(board_bits >> place & 1) for place in range(layout.players))
        at = score[:, which]
        if lasts:
            best = np.where(top[:, which], at, -1).max(axis=0)
            left_runs = tuple(run[:lasts])
            group = layout.group(lasts, on[:lasts], top_bits, runs=left_runs, after=AFTER[before])
            at = best - at[:lasts]
        else:
            group = layout.group(None, on, 0, counted, runs=tuple(run), after=AFTER[before])
            if layout.lead is not None:
                at = np.clip(at[1:] - at[0], -layout.lead, layout.lead) + layout.lead
        if before:
            more = [previous - 1 if group.beats else offered - group.first]
            more += [hands - 1] if group.hands else []
            at = np.concatenate([at, np.stack(more)[:, which]])
        yield which, group, at


def place_of(layout: Layout, state: GameState) -> tuple[Group, Integers]:
    """The group of a state, and where it is there: int64[axes, 1]."""
    (_, group, at), = places_of(layout, [state])  # fmt: skip
    return group, at


def places_of(
    layout: Layout, states: Sequence[GameState]
) -> Iterator[tuple[Integers, Group, Integers]]:
    """Where states are, as `places`.

    Raises:
        ImpossibleStateError: if more is offered than any player leaves.
    """
    rules, players = layout.rules, layout.players
    offers = np.array([state.inherit or (state.previous, 0) for state in states])
    banked, hands = offers[:, 0] // rules.moves.unit, offers[:, 1]
    previous = np.array([state.previous // rules.moves.unit for state in states])
    units = np.array([state.scores for state in states]).T // rules.unit - rules.lowest
    left = np.zeros(len(states), np.int64)
    turns = np.zeros_like(left)
    top = np.zeros(units.shape, np.bool_)
    if rules.ruleset.tells_seats:
        rounds = np.array([(state.rounds_left or 1) - 1 for state in states])
        turns = rounds * players + players - np.array([state.seat for state in states])
    for table in np.flatnonzero((units >= rules.goal - rules.lowest).any(axis=0)):
        score = units[:, table]
        # as many turns have passed since the leader's as players sit between
        finished = int(np.argmax(score >= rules.goal - rules.lowest))
        left[table] = finished - (players - 1) + rules.ruleset.last_turns(players, players - 1)
        if rules.ruleset.tells_seats:
            left[table] = min(left[table], layout.answers(int(turns[table])) + 1)
        turns[table] = 0
        highest = np.flatnonzero(score == score.max())
        top[rules.ruleset.winners(highest[highest >= left[table]].tolist()), table] = True
    tables = Tables(
        units, np.array([state.boards for state in states]).T, left, top, turns,
        np.array([state.farkles for state in states]).T * (layout.streak > 1),
        previous if layout.hands_back else banked, banked, hands,
    )  # fmt: skip
    for which, group, at in places(layout, tables):
        if group.hands and at[group.axes].max() >= group.shape[group.axes]:
            most = (group.shape[group.axes] - 1 + group.first) * rules.moves.unit
            raise ImpossibleStateError(
                f"{named('inherit')}: nobody can have left a turn score of "
                f"{banked.max() * rules.moves.unit:,} here. Give at most {most:,}, or leave it out"
            )
        yield which, group, at


def tables_at(layout: Layout, group: Group, at: Integers) -> Tables:
    """The tables that stand in some states of a group, int64[axes, lanes]. Scores are given as
    far as they count; of what may be taken over only that there is something."""
    count, players = at.shape[1], layout.players
    unknown, none = players - len(group.boards), np.zeros(count, np.int64)
    score = np.zeros((players, count), np.int64)
    if group.left:
        score += group.shape[0]
        score[: group.left] -= at[: group.left]
    elif layout.lead is not None:
        score[1:] = at[: group.axes] - layout.lead
    else:
        score = at[: group.axes]
    offered = none + (group.hands > 0)
    return Tables(
        score=score,
        on_board=np.array([*group.boards, *[True] * unknown])[:, None] | np.zeros(count, np.bool_),
        left=none + (group.left or 0),
        top=np.zeros((players, count), np.bool_),
        turns=none + group.turns,
        runs=np.array([*group.runs, *[0] * unknown])[:, None] + none,
        previous=at[group.axes] + 1 if group.beats else none,
        offered=offered,
        hands=offered,
    )


def two_of(tables: Tables, two: Layout, against: Against) -> Tables:
    """The player to move and the opponent as a match of two, of which `two` has the states."""
    score, last = tables.score, tables.left > 0
    leader = score[1:].argmax(axis=0)
    other = (1 + leader * (last | (against == "leader")), np.arange(len(last)))
    known = (tables.previous > 0) | (tables.hands > 0)
    farthest = max((group.shape[0] for group in two.groups if group.left), default=1) - 1
    theirs = np.where(last, np.minimum(score[other], score[0] + farthest), score[other])
    rounds, later = np.divmod(np.maximum(tables.turns - 1, 0), len(score))
    first = (later > 0) | (tables.turns == 0)
    return tables._replace(
        score=np.stack([score[0], theirs]),
        # a player who looks at the leader may have to beat another one
        on_board=np.stack([tables.on_board[0], tables.on_board[other] | known]),
        left=last.astype(np.int64),
        top=np.stack([np.zeros_like(last), last]),
        turns=np.where(last, 0, 2 * rounds + 1 + first) * (two.turns > 0),
        runs=np.stack([tables.runs[0], np.where(known, 0, tables.runs[other])]),
    )


def groups_of_two(
    two: Layout, layout: Layout, group: Group, at: Integers, against: Against
) -> Iterator[tuple[Integers, Group, Integers]]:
    """Where turns are in the layout of a match of two: (which turns, their group, int64[axes,
    lanes] their coordinates there, without what is offered)."""
    seen = two_of(tables_at(layout, group, at), two, against)
    for which, place, there in places(two, seen):
        yield which, place, there[: place.lane_axes]


def turns_of_two(
    two: Layout, layout: Layout, group: Group, at: Integers, against: Against = "leader"
) -> Integers:
    """int64[...]: which turn of a match of two stands for each turn, see `Layout.plain`."""
    if layout.players == 2:
        return two.plain(group, at)
    found = np.empty(at.shape[1], np.int64)
    for which, place, there in groups_of_two(two, layout, group, at, against):
        found[which] = two.plain(place, there)
    return found
