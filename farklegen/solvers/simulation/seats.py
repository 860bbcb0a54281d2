"""Who sits at the table when games are played: dice, rules, and one turn of each player.

A player goes by tables or perfect play for a match of two, and sees the table as such a match
(`multiplayer.views`); or by the solved match of that many players.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from farklegen.core.arrays import LANES, Integers, Room, Turn
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.core.payoffs import gather
from farklegen.core.structures import aligned
from farklegen.policies.policy import Policy
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolling import dice_in_hands, draw_bounds, multisets
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.state_policy import (
    policy_moves,
    rows_taken,
    state_policy_of,
    table_of,
    table_rows,
    takes_over,
)
from farklegen.solvers.match.dead import dead_states
from farklegen.solvers.match.feasibility import check_playable
from farklegen.solvers.match.last_turn import last_turn_payoffs
from farklegen.solvers.match.layout import turn_arrays
from farklegen.solvers.match.match_rules import NO_GOAL, match_rules
from farklegen.solvers.match.plan import MatchPlan
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.multiplayer.game import SeveralSolution
from farklegen.solvers.multiplayer.lanes import lanes, longest_turn, several_turn
from farklegen.solvers.multiplayer.layout import Group, winners_by_bits
from farklegen.solvers.multiplayer.match_state import places
from farklegen.solvers.multiplayer.solution import MatchSolution
from farklegen.solvers.multiplayer.views import Against, Seen, opponent_of, plan_states
from farklegen.solvers.simulation.side_by_side import (
    DRAW_BITS,
    STUCK,
    Best,
    Counts,
    GameRules,
    Games,
    Given,
    Rolling,
    Taking,
    Turns,
    new_games,
)


def policy_plan(ruleset: Ruleset, tables: ScoringTables, floor: int | None = None) -> MatchPlan:
    """The states of a match that is not solved, for players who need no solution.

    Raises:
        UnsolvableError: if there are more of them than there is memory for.
    """
    rules = match_rules(ruleset, tables, floor)
    check_playable(rules)
    return MatchPlan(rules)


class GameTable:
    """What every game needs: the rules and the dice.

    Attributes:
        plan: the match of two.
        players: P.
        rules: as the core takes them.
        most: how many scores, and gains of a turn, are counted apart.
        stuck: bool[chances], states of two in which neither player can end the game any more.
    """

    def __init__(self, plan: MatchPlan, players: int = 2) -> None:
        rules, self.plan, self.players = plan.rules, plan, players
        self.multisets = multisets(rules.ruleset)
        self.tables = self.multisets.tables
        self.most = plan.scores + plan.last.distances
        self.stuck = np.zeros(plan.size, np.bool_)
        if players == 2:
            self.stuck[dead_states(plan)] = True
        ending = rules.ending
        answers = [
            [ending.last_turns(players, later, last_round=last) for later in range(players)]
            for last in (False, True)
        ]
        stays, joins = (int(place in ending.winners((0, 1))) for place in (0, 1))
        self.rules = GameRules(
            players=players,
            goal=plan.scores if rules.lead is None else NO_GOAL,
            lowest=rules.raised,
            zero=-rules.lowest_score,
            step=rules.step,
            exact=int(rules.exact_goal),
            keeps=int(rules.turn.keeps),
            first_award=rules.first_award,
            later_award=rules.later_award,
            penalty=rules.penalty,
            takes_all=int(rules.takes_all),
            streak=rules.contexts.streaks if rules.streak_costs else 0,
            stays=stays,
            joins=joins,
            rounds=ending.rounds or 0,
            beats=int(rules.ruleset.bank.beat_previous),
            banks_hand_on=int(rules.takes_bank),
            farkles_hand_on=int(rules.takes_farkle),
            answers=np.array(answers, np.int64).ravel(),
            winners=winners_by_bits(ending, players),
        )

    def new_games(self, first: int, many: int, seed: int) -> tuple[Games, Counts]:
        """See `side_by_side.new_games`."""
        on_board = self.plan.contexts.boards == 1  # true if rules do not tell boards apart
        return new_games(self.rules, first, many, seed, self.most, on_board=on_board)

    def rolling(self, moves: TurnMoves, turn: Turn) -> Rolling:
        """How dice fall in a turn."""
        hands = self.tables.hands
        dice, first = dice_in_hands(hands)
        return Rolling(
            bounds=np.array(draw_bounds(self.multisets.weights, DRAW_BITS), np.int64),
            grown=self.multisets.grown.ravel(),
            roll=self.multisets.roll,
            sets=_sets(moves, turn),
            kinds=np.tile(dice, moves.hot_counts),
            first=np.append(0, np.add.outer(len(dice) * np.arange(moves.hot_counts), first[1:])),
        )

    def places(self, games: Games, which: Integers) -> Integers:
        """int64[P, ...]: indices of the players of some games in flattened arrays of `Games`: the
        player to move first, then the next."""
        movers, many = (which + games.turns[which]) % self.players, len(games.left)
        order = movers + np.arange(self.players)[:, None]
        order[order >= self.players] -= self.players
        places: Integers = order * many + which
        return places

    def later(self, games: Games, which: Integers) -> Integers:
        """int64[...]: players who move later in the round than the one to move."""
        later: Integers = self.players - 1 - games.turns[which] % self.players
        return later


def _sets(moves: TurnMoves, turn: Turn) -> Integers:
    """int64[sets]: the place in the turn of each set of the moves, found by its options."""
    ends = np.append(moves.option_start, len(moves.rise))
    found = np.zeros(len(moves.option_start), np.int64)
    for column in range(moves.columns):
        low, high = int(turn.column_start[column]), int(turn.column_start[column + 1])
        by_options = {
            frozenset(turn.offset[turn.set_start[at] : turn.set_start[at + 1]].tolist()): at
            for at in range(low, high)
        }
        for at in range(low, high):
            found[at] = by_options[frozenset(moves.offset[ends[at] : ends[at + 1]].tolist())]
    return found


def _turns(which: Integers) -> Turns:
    return Turns(which, np.empty(len(which), np.int64), np.empty(len(which), np.int64))


class Seat(Protocol):
    """A player who plays turns."""

    def __call__(self, games: Games, which: Integers, watch: Watch, /) -> Turns:
        """One turn in each of some games, except games that turn out to be stuck."""
        ...


class _AsTwo:
    """Plays as in a match of two, against one of the others."""

    def __init__(self, table: GameTable, against: Against = "leader") -> None:
        self.table, self.against = table, against

    def _look(self, games: Games, which: Integers) -> Integers:
        """Find the states of games as a match of two; returns the games that are not stuck."""
        table, places = self.table, self.table.places(games, which)
        contexts, none = table.plan.contexts, np.zeros(len(which), np.int64)
        score, last = games.score.take(places), games.left.take(which) > 0
        if table.players > 2:
            chosen = [opponent_of(score[1:], against) for against in ("leader", self.against)]
            both = np.stack([np.zeros_like(which), 1 + np.where(last, *chosen)])
            score, places = (np.take_along_axis(each, both, axis=0) for each in (score, places))
        # look up only what the rules tell apart
        boards, runs, first, rounds = [none > 0] * 2, [none] * 2, none > 0, none
        if contexts.boards > 1:
            boards = list(games.on_board.take(places) > 0)
        if contexts.streaks > 1:
            runs = list(games.run.take(places) % contexts.streaks)
        if len(contexts.stages) > 1:
            first = table.later(games, which) > 0
        if table.rules.rounds:
            rounds = table.rules.rounds - games.turns[which] // table.players
        seen = Seen(
            score[0],
            score[1],
            boards[0],
            boards[1],
            runs[0],
            runs[1],
            first,
            rounds,
            last,
            none,
            none > 0,
        )
        states = games.state[which] = plan_states(table.plan, seen)
        stuck = table.stuck[states]
        if not stuck.any():
            return which
        games.left[which[stuck]] = STUCK
        return which[~stuck]


class TableRoller(_AsTwo):
    """Plays by the tables of a policy."""

    def __init__(self, table: GameTable, policy: Policy, against: Against = "leader") -> None:
        super().__init__(table, against)
        plan, moves = table.plan, policy_moves(table.plan, table.tables)
        self.turn = turn_arrays(replace(plan.rules, moves=moves), table_rows(plan))
        self.rolling = table.rolling(moves, self.turn)
        self.by_table = table_of(self.turn, policy.every_table)
        self.by_state = state_policy_of(plan, policy)
        over = np.zeros((1, 1), np.bool_)
        if plan.rules.ruleset.piggyback != "none":
            over = takes_over(plan, moves, self.turn, self.by_table, policy)
        self.taking = Taking(over, rows_taken(plan))

    def __call__(self, games: Games, which: Integers, _watch: Watch) -> Turns:
        """One turn."""
        turns = _turns(self._look(games, which))
        core().call(
            "play_by_table", self.turn, self.by_table, self.by_state, self.taking, self.rolling,
            games, turns,
        )  # fmt: skip
        return turns


class PerfectRoller(_AsTwo):
    """Plays the match of two perfectly. Every state of some game is evaluated once; if a bank must
    be beaten, once for every number of rows to beat."""

    def __init__(
        self, table: GameTable, solution: MatchSolution, against: Against = "leader"
    ) -> None:
        super().__init__(table, against)
        plan = table.plan
        rules, bank = plan.rules, plan.rules.ruleset.bank
        self.solution = solution
        self.opening = rules.least_row(bank.opening_minimum)
        most = max(plan.last.distances // rules.step + 2, self.opening, plan.most_rows + 2)
        self.turn = turn_arrays(rules, most + rules.forced)
        self.rolling = table.rolling(rules.moves, self.turn)
        self.limit = rows_taken(plan)

    def __call__(self, games: Games, which: Integers, watch: Watch) -> Turns:
        """One turn: those of the same state together."""
        which = self._look(games, which)
        which = which[np.lexsort((games.previous[which], games.state[which]))]
        turns, plan = _turns(which), self.table.plan
        begin_last = int(np.searchsorted(games.state[which], plan.begin_last))
        for low, high in ((0, begin_last), (begin_last, len(which))):
            if low == high:
                continue
            some = Turns(*(array[low:high] for array in turns))
            state, previous = games.state[some.which], games.previous[some.which]
            first = np.diff(state, prepend=-1) | np.diff(previous, prepend=-1)
            begin = np.flatnonzero(first)
            best = Best(state[begin], np.append(begin, high - low).astype(np.int64), *some)
            if low == begin_last or plan.rules.by_turns:
                self._given(games, best, previous[begin], watch)
                continue
            payoffs, keep = self.solution.lookup
            room = Room(aligned(core().call("play_best_room", self.turn, payoffs, best)))
            core().call(
                "play_best", self.turn, payoffs, keep, self.solution.solved, self.rolling,
                games, best, room, watch,
            )  # fmt: skip
        return turns

    def _given(self, games: Games, best: Best, previous: Integers, watch: Watch) -> None:
        """Turns whose payoffs are looked up here, in blocks: those before the last ones, and those
        of each class of last turns."""
        plan = self.table.plan
        kind = np.maximum(best.states - plan.begin_last, -1) // plan.last.distances
        begin = np.flatnonzero(np.diff(kind, prepend=-2))
        for low, high in zip(begin, np.append(begin[1:], len(kind)), strict=True):
            for at in range(low, high, LANES):
                if watch.state[0]:
                    return
                end = min(at + LANES, high)
                lanes = np.minimum(np.arange(at, at + LANES), high - 1)
                given = self._payoffs(int(kind[low]), best.states[lanes], previous[lanes])
                some = best._replace(states=best.states[at:end], start=best.start[at : end + 1])
                room = Room(aligned(core().call("play_given_room", self.turn, given)))
                core().call("play_given", self.turn, self.rolling, given, games, some, room)

    def _payoffs(self, kind: int, states: Integers, previous: Integers) -> Given:
        """The payoffs of a block. `kind` is the class of last turns, -1 for other turns."""
        plan, solution = self.table.plan, self.solution
        rules = plan.rules
        rows = int(previous.max()) + 2 + rules.forced
        if kind < 0:
            rows = max(rows, int(plan.rows[states].max()))
            lookup, keep = solution.lookup
            payoffs = gather(
                self.turn, lookup, keep, solution.solved, states, previous, rows,
                distinct_rows=plan.most_rows + rules.moves.max_rise,
            )  # fmt: skip
        else:
            ahead = (states - plan.begin_last) % plan.last.distances
            rows = max(rows, int(ahead.max()) // rules.step + 2 + rules.forced, self.opening)
            if rules.by_turns:
                rows = max(rows, plan.most_rows + 2)
            payoffs = last_turn_payoffs(
                plan, self.turn, plan.last.classes[kind - 1], ahead, previous + 1, rows
            )
        first, ruin, sure = (
            np.array(np.broadcast_to(x, LANES), np.float64)
            for x in (payoffs.first, payoffs.ruin, payoffs.sure)
        )
        limit = self.limit[states]
        if rules.exact_goal:
            limit = np.minimum(limit, payoffs.room + 1)
        return Given(
            rows, np.ascontiguousarray(payoffs.bank), payoffs.bank.shape[1],
            np.ascontiguousarray(payoffs.lost), payoffs.lost.shape[1], first, ruin, sure,
            payoffs.room, limit,
        )  # fmt: skip


class SolvedRoller:
    """Plays the match of that many players as it was solved."""

    def __init__(self, table: GameTable, solution: SeveralSolution) -> None:
        self.table, self.solution = table, solution
        moves = solution.rules.every_move
        self.turn = several_turn(solution.rules, moves, longest_turn(solution.layout))
        self.rolling = table.rolling(moves, self.turn)
        self.others = solution.values.sum(axis=0, keepdims=True)

    def __call__(self, games: Games, which: Integers, watch: Watch) -> Turns:
        """One turn: those of the same state together."""
        layout, table = self.solution.layout, self.table
        at_table = table.places(games, which)
        left = np.maximum(games.left[which], 0)
        turns = np.zeros_like(left)
        if layout.rounds:
            turns = layout.turns - games.turns[which]
        elif layout.turns:
            turns = table.later(games, which) + 1
        parts = [
            self._play(games, which[some], group, at, watch)
            for some, group, at in places(
                layout,
                games.score.take(at_table),
                games.on_board.take(at_table) > 0,
                left,
                games.top.take(at_table) > 0,
                np.where(left > 0, 0, turns),
                games.run.take(at_table) % table.plan.contexts.streaks,
                games.previous[which],
                games.offered[which],
                games.hands[which],
            )
        ]
        return Turns(*map(np.concatenate, zip(*parts, strict=True)))

    def _play(
        self, games: Games, which: Integers, group: Group, at: Integers, watch: Watch
    ) -> Turns:
        layout = self.solution.layout
        _, first, lane = np.unique(group.index(at), return_index=True, return_inverse=True)
        order = np.argsort(lane.ravel(), kind="stable")
        start = np.append(0, np.cumsum(np.bincount(lane.ravel()))).astype(np.int64)
        at = at[:, first]
        task = lanes(layout, group, at[: group.lane_axes], self.others)
        if group.hands:  # one each
            task = task._replace(
                taken=np.ones_like(task.rows), taken_from=at[group.axes] + group.first
            )
        turns = _turns(np.ascontiguousarray(which[order]))
        best = Best(first, start, *turns)
        room = Room(aligned(core().call("play_several_room", self.turn, task)))
        core().call("play_several", self.turn, task, self.rolling, games, best, room, watch)
        return turns
