"""How a match of several players may stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.errors import ImpossibleStateError, named
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.match_state import (
    MatchState,
    Taken,
    at_goal,
    check_farkles,
    check_lost,
    check_taken,
)
from farklegen.solvers.match_state_checks import never_left
from farklegen.solvers.multiplayer.layout import Group, Layout


class TableState(NamedTuple):
    """The start of a turn at a table of several, seen by the player to move, as `MatchState` is for
    two. What is listed for each player begins with that one, then the next one, ...

    Attributes:
        scores: points.
        on_board: whether they have banked before; by default, with a score above zero.
        rounds_left: turns that the player to move still has, this one included, where the rules
            count them; by default all.
        seat: players who have moved before in this round, where that counts.
        farkles: in a row, where the rules count them; by default none.
        previous: points banked on the turn before, where they must be beaten.
        inherit: turn score and dice of the turn that may be taken over.
    """

    scores: tuple[int, ...]
    on_board: tuple[bool, ...] | None = None
    rounds_left: int | None = None
    seat: int = 0
    farkles: tuple[int, ...] = ()
    previous: int = 0
    inherit: tuple[int, int] | None = None


def turns_left(rules: MatchRules, state: TableState) -> int:
    """The turns that a state keeps apart, see `layout`; 0 where they are not counted."""
    ending, players = rules.ending, len(state.scores)
    if not ending.tells_seats:
        return 0
    before = 0 if ending.rounds is None else (state.rounds_left or ending.rounds) - 1
    return before * players + players - state.seat


def check_table_state(rules: MatchRules, state: TableState) -> None:
    """Refuse a table at which no turn of a match can begin.

    Raises:
        ImpossibleStateError: for the first thing wrong.
    """
    scores, _, rounds_left, seat, farkles, previous, inherit = state
    rounds = rules.ending.rounds
    if rounds_left is not None and (rounds is None or not 1 <= rounds_left <= rounds):
        what = "these rules count no rounds. Leave it out" if rounds is None else (
            f"a game has {rounds:,} rounds. Give a number from 1 to {rounds:,}"
        )  # fmt: skip
        raise ImpossibleStateError(f"{named('rounds_left')}: {rounds_left:,} is given, and {what}")
    if not 0 <= seat < len(scores):
        raise ImpossibleStateError(
            f"{named('seat')}: there are {len(scores)} players at the table. Give one of them"
        )
    goal, lowest = rules.goal * rules.unit, rules.lowest_score * rules.unit
    if scores[0] >= goal:
        raise at_goal(scores[0], goal)
    names = [named("mine"), *[named("theirs")] * (len(scores) - 1)]
    for name, score in zip(names, scores, strict=True):
        if score < lowest or score % rules.unit:
            near = max(score // rules.unit * rules.unit, lowest)
            raise ImpossibleStateError(
                f"{name}: a score of {score:,} cannot occur: scores are multiples of "
                f"{rules.unit}, from {lowest:,} on. Give {near:,} or {near + rules.unit:,}"
            )
        if rules.exact_goal and score > goal:
            raise ImpossibleStateError(
                f"{name}: nobody can have {score:,} points: the goal of {goal:,} must be hit "
                f"exactly. Give at most {goal:,}"
            )
    if farkles and len(farkles) != len(scores):
        raise ImpossibleStateError(
            f"{named('my_farkles')}: farkles of {len(farkles)} players are given, and there are "
            f"{len(scores)}. Give one number for each"
        )
    check_farkles(rules.ruleset, *farkles)
    if rounds is not None:
        turns = rounds - (rounds_left or rounds)
        for place, (score, count) in enumerate(
            zip(scores, farkles or [0] * len(scores), strict=True)
        ):
            who = "theirs" if place else "mine"
            check_lost(rules, who, score, count, turns + (place + seat >= len(scores)))
    _check_previous(rules, previous, scores[-1], any(farkles[-1:]), inherit)
    finished = [place for place, score in enumerate(scores) if score >= goal]
    if finished and not rules.has_last_turn:
        raise ImpossibleStateError(
            f"{named('theirs')}: with {scores[finished[0]]:,} points that player has won "
            f"already: the first to reach {goal:,} wins (end_game: sudden_death). Give less "
            f"than {goal:,}"
        )
    round_ends = len(scores) - seat
    if finished and rules.ruleset.end_game == "equal_turns" and finished[0] < round_ends:
        raise ImpossibleStateError(
            f"{named('theirs')}: the game is over: a player with {goal:,} points or more has got "
            "there in an earlier round, and all have had equally many turns (end_game: "
            f"equal_turns). Give less than {goal:,}, or another seat"
        )


def _check_previous(
    rules: MatchRules,
    previous: int,
    score: int,
    farkled: bool,
    inherit: tuple[int, int] | None,
) -> None:
    """Refuse points to beat, or a turn to take over, that the player before, with such a score,
    cannot have banked."""
    if inherit is not None:
        check_taken(rules, MatchState(), Taken(*inherit))
        for problem in never_left(rules.ruleset, rules.every_move, *inherit):
            raise ImpossibleStateError(problem)
        most = score - rules.lowest * rules.unit
        if not rules.takes_farkle and (inherit[0] > most or farkled):
            why = "has just farkled" if farkled else f"has {score:,} points"
            raise ImpossibleStateError(
                f"{named('inherit')}: the player before {why}, and cannot have banked "
                f"{inherit[0]:,}. Leave it out, or give at most {max(most, 0):,}"
            )
    if rules.takes_bank and previous and previous != (inherit or (0, 0))[0]:
        raise ImpossibleStateError(
            f"{named('previous')}: what was banked before may be taken over. Give it as "
            f"{named('inherit')}, with the dice that were left"
        )
    if not previous:
        return
    if not rules.ruleset.bank.beat_previous:
        raise ImpossibleStateError(
            f"{named('previous')}: in these rules a turn need not beat what was banked before it "
            "(no bank.beat_previous). Leave it out"
        )
    most = max(score - rules.lowest * rules.unit, 0)
    if previous < 0 or previous % rules.moves.unit or previous > most or farkled:
        why = "has just farkled" if farkled else f"has {score:,} points"
        raise ImpossibleStateError(
            f"{named('previous')}: the player before {why}, and cannot have banked {previous:,}. "
            f"Give a multiple of {rules.moves.unit}, at most {most:,}, or leave it out"
        )


def places(
    layout: Layout,
    score: Integers,
    on_board: Booleans,
    left: Integers,
    top: Booleans,
    turns: Integers,
    runs: Integers,
    previous: Integers,
    hands: Integers,
) -> Iterator[tuple[Integers, Group, Integers]]:
    """The states of tables, those of a group together: (which tables, the group, int64[axes, ...]
    their coordinates).

    Args:
        layout: the states.
        score: int64[P, tables], units above the lowest, the player to move first, then the next
            one, ...
        on_board: bool[P, tables].
        left: int64[tables], players who still have a last turn; 0 before the goal is reached.
        top: bool[P, tables], who has the highest score, once it is.
        turns: int64[tables], that are left, where they are counted; else 0.
        runs: int64[P, tables], farkles in a row.
        previous: int64[tables], rows that were banked on the turn before, to be beaten or taken
            over.
        hands: int64[tables], dice with which they may be taken over; 0 where they may not.
    """
    bits = 1 << np.arange(layout.players)[:, None]
    boards, tells = on_board | (not layout.tells_boards), (hands if layout.hands else previous) > 0
    tells &= layout.tells
    sums = ((boards * bits).sum(axis=0), (top * bits).sum(axis=0))
    key = np.stack([left, turns, tells, *sums, *runs])
    kinds, number = np.unique(key, axis=1, return_inverse=True)
    for kind, (lasts, counted, before, board_bits, top_bits, *run) in enumerate(kinds.T.tolist()):
        which = np.flatnonzero(number.ravel() == kind)
        on = tuple(bool(board_bits >> place & 1) for place in range(layout.players))
        at = score[:, which]
        if lasts:
            best = np.where(top[:, which], at, -1).max(axis=0)
            runs_left = tuple(run[:lasts])
            group = layout.group(lasts, on[:lasts], top_bits, runs=runs_left, tells=bool(before))
            at = best - at[:lasts]
        else:
            group = layout.before_goal(on, counted, tuple(run), tells=bool(before))
            if layout.lead is not None:
                at = np.clip(at[1:] - at[0], -layout.lead, layout.lead) + layout.lead
        if before:
            more = [previous - group.first, hands - 1] if group.hands else [previous - 1]
            at = np.concatenate([at, np.stack(more)[:, which]])
        yield which, group, at
