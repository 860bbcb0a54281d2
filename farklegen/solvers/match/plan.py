"""A match laid out as arrays: the states, where each finds its prices, and the order of solving.

States are numbered (context, my score, their score), scores as steps of the unit above the lowest
score that is told apart. One array of chances holds the states, then the last turns:

    [ contexts x scores x scores | classes of last turns x how far the target lies ahead ]

Class 0 is "the game is over, the opponent has won": its chances are zero, so that reaching the goal
needs no case of its own. In a last turn only the distance to the target counts, besides what the
class tells apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Keep, Prices, Turn
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import unit as match_unit
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.long_turns import LONGEST_RUN, rows_past_goal
from farklegen.solvers.match.contexts import Contexts
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.prices import TurnRules

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

NEVER = 1 << 40
"""A row that is never reached."""

MOST_PENALTIES = 20
"""Penalties below zero at which a score is so rare that nobody asks about it by mistake."""


@dataclass(frozen=True)
class MatchRules:
    """What a match's rules come to, in units and rows.

    Attributes:
        ruleset: the rules.
        moves: the moves of a turn that a good player chooses from.
        every_move: all of them.
        turn: rules within a turn.
        contexts: the contexts.
        unit: points of a unit; scores are counted in units.
        step: units of a row; turn scores are counted in rows.
        lowest: the lowest score told apart, units: the rules' own, or a floor of the solver's.
        truncated: whether it is the second.
        goal: the goal, units.
        forced: rows past the goal that a turn may run because it may not be banked.
        past: rows past the goal that a turn may run because that makes the last turn harder.
        run_lost: chance that it runs further.
    """

    ruleset: Ruleset
    moves: TurnMoves
    every_move: TurnMoves
    turn: TurnRules
    contexts: Contexts
    unit: int
    step: int
    lowest: int
    truncated: bool
    goal: int
    forced: int
    past: int
    run_lost: float

    @property
    def scores(self) -> int:
        """Scores below the goal that are told apart."""
        return self.goal - self.lowest

    @property
    def zero(self) -> int:
        """The score of zero, in steps above the lowest."""
        return -self.lowest

    @property
    def off_board_most(self) -> int:
        """The largest score, in units, that a player off the board is solved for: nobody has one
        above zero but by a head start."""
        return max(min(self.goal - 1, 40), self.goal // 10, 1)

    @property
    def exact_goal(self) -> bool:
        """Whether the goal must be hit exactly."""
        return self.ruleset.overshoot == "bust"

    @property
    def takes_bank(self) -> bool:
        """Whether a turn may be taken over after a bank."""
        return self.ruleset.piggyback in ("after_bank", "both")

    @property
    def takes_farkle(self) -> bool:
        """Whether a turn may be taken over after a farkle."""
        return self.ruleset.piggyback in ("after_farkle", "both")

    @property
    def has_last_turn(self) -> bool:
        """Whether a game may end with a last turn."""
        return self.ruleset.end_game != "sudden_death"

    @property
    def penalty(self) -> int:
        """The penalty in units; 0 if there is none, or if it takes everything."""
        penalty = self.ruleset.farkle.penalty
        has_one = self.ruleset.farkle.streak is not None and isinstance(penalty, int)
        return penalty // self.unit if has_one and isinstance(penalty, int) else 0

    @property
    def takes_all(self) -> bool:
        """Whether the penalty is the whole banked score."""
        farkle = self.ruleset.farkle
        return farkle.streak is not None and farkle.penalty == "all"

    @property
    def first_award(self) -> int:
        """Award of a farkle of the first roll, units."""
        return self.turn.first_award // self.unit

    @property
    def later_award(self) -> int:
        """Award of a farkle of all the dice later in a turn, units."""
        return self.turn.all_dice_award // self.unit

    def least_row(self, minimum: int) -> int:
        """Fewest rows that may be banked under a minimum in points."""
        return max(1, -(-minimum // self.moves.unit))

    def multiples(self, rows: int) -> Integers:
        """int64[rows]: 1 where a turn score is a multiple that may be banked."""
        points = np.arange(rows) * self.moves.unit
        legal: Integers = (points % self.turn.multiple_of == 0).astype(np.int64)
        return legal


def match_rules(ruleset: Ruleset, tables: ScoringTables, floor: int | None) -> MatchRules:
    """Work them out.

    Args:
        ruleset: the rules.
        tables: its scoring tables.
        floor: points below zero at which scores are cut off, where the rules set no limit; a
            penalty or more below zero by default.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    unit = match_unit(ruleset)
    step = tables.unit // unit
    farkle = ruleset.farkle
    drops = farkle.streak is not None and isinstance(farkle.penalty, int) and farkle.penalty > 0
    lowest, truncated = 0, False
    if drops:
        limit = None if farkle.lowest_score is None else ceil(farkle.lowest_score / unit)
        cut = None if floor is None else ceil(floor / unit)
        if limit is not None and (cut is None or cut <= limit):
            lowest = limit
        else:
            assert isinstance(farkle.penalty, int)
            lowest = cut if cut is not None else default_floor(ruleset) // unit
            truncated = True
    goal = -(-ruleset.goal // unit)
    turn = TurnRules.of(ruleset)
    plain = (
        ruleset.end_game == "sudden_death"
        and ruleset.overshoot == "win"
        and ruleset.piggyback == "none"
        and tables.unit % ruleset.bank.multiple_of == 0
    )
    single = turn_moves(ruleset, tables, best_only=plain, instant_wins=True)
    moves, counts = single, 1
    while True:
        forced, run_lost = rows_past_goal(ruleset, moves, turn, wants=False)
        past = forced
        if ruleset.end_game != "sudden_death":
            past, run_lost = rows_past_goal(ruleset, moves, turn, wants=True)
        # a bonus that grows makes turns run further, and then more hot dice count
        wanted = _hot_counts(ruleset, ((goal - lowest) // step + past + 1) * tables.unit)
        if wanted <= counts:
            break
        counts = wanted
        moves = turn_moves(ruleset, tables, best_only=plain, hot_counts=counts, instant_wins=True)
    every_move = turn_moves(ruleset, tables, best_only=False, hot_counts=counts, instant_wins=True)
    return MatchRules(
        ruleset=ruleset,
        moves=moves,
        every_move=every_move,
        turn=turn,
        contexts=Contexts.of(ruleset),
        unit=unit,
        step=step,
        lowest=lowest,
        truncated=truncated,
        goal=goal,
        forced=forced,
        past=past,
        run_lost=run_lost,
    )


def _hot_counts(ruleset: Ruleset, most: int) -> int:
    """How many counts of hot dice to tell apart in turns of so many points at most."""
    bonus = ruleset.hot_dice_bonus
    counts, total = 1, 0
    if bonus is not None and bonus.step:
        while total < most and counts < LONGEST_RUN:
            total += bonus.points + (counts - 1) * bonus.step
            counts += 1
    return counts


def default_floor(ruleset: Ruleset) -> int:
    """Where scores are cut off by default: five penalties below zero, in points.

    Each penalty takes a whole streak of farkles, and the effect of the cut dies out by some two
    orders of magnitude with each.
    """
    penalty = ruleset.farkle.penalty
    return -5 * penalty if isinstance(penalty, int) else 0


def floor_for(ruleset: Ruleset, floor: int | None, score: int) -> int | None:
    """The floor, in points, with which to ask about a score: the one that is asked for, or for a
    score below zero one that lies as far below it as the default does below zero."""
    farkle = ruleset.farkle
    penalty = farkle.penalty if farkle.streak is not None else 0
    if floor is not None or score >= 0 or not isinstance(penalty, int) or not penalty:
        return floor
    if farkle.lowest_score is not None or -score > MOST_PENALTIES * penalty:
        return None
    return default_floor(ruleset) + score // penalty * penalty


@dataclass(frozen=True)
class LastTurns:
    """The last turns that a match can come to.

    Attributes:
        classes: (whether a farkle completes the streak, on the board) of each class from 1 on.
        of_context: int64[contexts], the class of the player whose last turn it is; 0 where
            reaching the goal ends the game.
        distances: how many distances to the target are told apart.
    """

    classes: tuple[tuple[bool, bool], ...]
    of_context: Integers
    distances: int


def turn_rows(rules: MatchRules, mine: Integers, theirs: Integers) -> Integers:
    """int64[contexts, mine, theirs]: rows from the start of a turn to where every lane banks, or
    hardly any lane comes, and as many more as a turn that may not be banked runs on through; scores
    in steps above the lowest."""
    n, bank = rules.scores, rules.ruleset.bank
    penalised = rules.takes_farkle and rules.penalty > 0
    awarded = rules.takes_farkle and award_units(rules) > 0

    def own(score: Integers) -> Integers:
        # a turn may be handed on from farkle to farkle, while awards raise the scores
        to_goal = -(-(n - (np.zeros_like(score) if awarded else score)) // rules.step)
        return to_goal + (1 if rules.exact_goal else rules.past)

    def arrive(score: Integers) -> Integers:
        # ... or penalties lower them
        above = np.full_like(score, n - 1) if penalised else score
        return above // rules.step + 2 + rules.forced

    per_context = []
    for context in rules.contexts.all:
        minimum = bank.minimum if context.on_board else bank.opening_minimum
        least = rules.least_row(bank.opening_minimum if rules.takes_farkle else minimum)
        rows = np.maximum(own(mine), least + rules.forced)[:, None]
        rows = np.broadcast_to(rows, (len(mine), len(theirs)))
        if rules.takes_bank or bank.beat_previous:
            rows = np.maximum(rows, arrive(theirs))
        if rules.takes_farkle:
            rows = np.maximum(rows, np.maximum(own(theirs), least + rules.forced))
            if rules.takes_bank or bank.beat_previous:
                rows = np.maximum(rows, arrive(mine)[:, None])
        per_context.append(rows)
    # turns may be asked about at all these rows, and run on from there
    asked: Integers = np.stack(per_context)
    return asked + rules.forced


class MatchPlan:
    """The arrays of a match.

    Attributes:
        rules: what they are made of.
        scores: n, scores told apart.
        states: number of states.
        last: the last turns.
        begin_last: index of the first last turn among the chances.
        size: number of chances.
    """

    def __init__(self, rules: MatchRules) -> None:
        self.rules = rules
        self.contexts = rules.contexts
        self.scores = rules.scores
        self.states = len(self.contexts.all) * self.scores**2
        ruleset, step, n = rules.ruleset, rules.step, self.scores
        self.goal_rows = -(-(n - np.arange(n)) // step)
        """int64[n]: rows from each score to the goal."""
        self.raised = 0
        """Steps by which a floor is raised, to see what it does."""
        self.rows = turn_rows(rules, np.arange(n), np.arange(n)).ravel()
        """int64[states]: rows of the turn."""
        self.most_rows = int(self.rows.max())
        distances = farthest_target(rules, self.most_rows)
        kinds: list[tuple[bool, bool]] = []
        of_context = np.zeros(len(self.contexts.all), np.int64)
        if rules.has_last_turn:
            for number, context in enumerate(self.contexts.all):
                if ruleset.end_game == "equal_turns" and context.first:
                    continue
                streak_ends = bool(self.contexts.completes[number]) and (
                    rules.penalty > 0 or rules.takes_all
                )
                kind = (streak_ends, context.on_board)
                if kind not in kinds:
                    kinds.append(kind)
                of_context[number] = 1 + kinds.index(kind)
        self.last = LastTurns(tuple(kinds), of_context, distances)
        self.begin_last = self.states
        self.size = self.states + (1 + len(kinds)) * distances

    def index(self, context: object, mine: object, theirs: object) -> Integers:
        """Number of the state; scores in steps above the lowest. Broadcasts."""
        n = self.scores
        number: Integers = (np.asarray(context) * n + np.asarray(mine)) * n + np.asarray(theirs)
        return number

    @cached_property
    def grid(self) -> tuple[Integers, Integers, Integers]:
        """(context, mine, theirs) of every state, int64[states] each."""
        n = self.scores
        context, rest = np.divmod(np.arange(self.states), n * n)
        mine, theirs = np.divmod(rest, n)
        return context, mine, theirs

    @cached_property
    def exists(self) -> Booleans:
        """bool[states]: nobody is off the board with a large score."""
        context, mine, theirs = self.grid
        most = self.rules.zero + self.rules.off_board_most
        off = ~self.contexts.flags("on_board")[context] & (mine > most)
        off |= ~self.contexts.flags("their_on_board")[context] & (theirs > most)
        return ~off

    def at_target(self, context: Integers, theirs: Integers, target: Integers) -> Integers:
        """Index of the state in which the player to move, with the score `theirs`, has seen the
        other one reach `target` at or past the goal."""
        cls = self.last.of_context[context]
        return self.begin_last + cls * self.last.distances + target - theirs

    def after_farkle(
        self, context: Integers, mine: Integers, theirs: Integers, banked: Integers | int
    ) -> Integers:
        """Index of the opponent's state after a farkle that banks so many units."""
        rules, contexts = self.rules, self.contexts
        banked = np.broadcast_to(np.asarray(banked, np.int64), mine.shape)
        new = mine + banked
        if rules.penalty or rules.takes_all:
            taken = (
                np.minimum(new, rules.zero)
                if rules.takes_all
                else np.maximum(new - rules.penalty, np.minimum(new, self.raised))
            )
            new = np.where(contexts.completes[context], taken, new)
        after = np.where(
            banked > 0, contexts.after_paid_farkle[context], contexts.after_farkle[context]
        )
        return np.where(
            new < self.scores,
            self.index(after, theirs, np.minimum(new, self.scores - 1)),
            self.at_target(after, theirs, new),
        )

    def award(self, mine: Integers, points: int) -> Integers:
        """An award in units, where it is paid."""
        if self.rules.exact_goal:
            return np.where(mine + points <= self.scores, points, 0)
        return np.full(mine.shape, points)

    @property
    def first(self) -> Integers:
        """int64[states]: after a farkle of the first roll."""
        context, mine, theirs = self.grid
        return self.after_farkle(context, mine, theirs, self.award(mine, self.rules.first_award))

    @property
    def lost(self) -> Integers:
        """int64[2, states]: after a farkle, and after one of all the dice later in a turn.

        Where the turn score is kept these are the starts of pieces, see `kept`.
        """
        context, mine, theirs = self.grid
        later = self.award(mine, self.rules.later_award)
        if not self.rules.turn.keeps:
            return np.stack(
                [
                    self.after_farkle(context, mine, theirs, 0),
                    self.after_farkle(context, mine, theirs, later),
                ]
            )
        return np.stack([self._kept_base(0), self._kept_base(self.rules.later_award)])

    def _kept_new(self, award: int) -> Integers:
        """Score after a farkle with no row kept yet, before it is cut at the lowest."""
        context, mine, _ = self.grid
        penalty = np.where(self.contexts.completes[context], self.rules.penalty, 0)
        return mine + award - penalty

    def _kept_base(self, award: int) -> Integers:
        context, _, theirs = self.grid
        after = self.contexts.after_paid_farkle[context]
        base = self.index(after, theirs, 0) + self._kept_new(award)
        if self.rules.takes_all:
            wiped = self.index(after, theirs, self.rules.zero)
            base = np.where(self.contexts.completes[context], wiped, base)
        return base

    @cached_property
    def ruin(self) -> Integers:
        """int64[states]: after a disaster."""
        context, mine, theirs = self.grid
        wiped = np.minimum(mine, self.rules.zero)
        return self.index(self.contexts.after_disaster[context], theirs, wiped)

    @cached_property
    def counts(self) -> Booleans:
        """bool[states]: whether the accuracy counts: not below zero on the way to a cut-off."""
        _, mine, theirs = self.grid
        if not self.rules.truncated:
            return np.ones(self.states, np.bool_)
        return (mine >= self.rules.zero) & (theirs >= self.rules.zero)


def farthest_target(rules: MatchRules, most_rows: int) -> int:
    """How many distances to the target of a last turn are told apart, where turns have so many rows
    at most."""
    return rules.scores + (most_rows + rules.moves.max_rise + 1) * rules.step + award_units(rules)


def award_units(rules: MatchRules) -> int:
    """The largest award of a farkle, units."""
    return max(rules.first_award, rules.later_award)


def stops_safely(rules: MatchRules) -> bool:
    """Whether a turn past the goal ends at a row that can be proved to be high enough; see
    `rows_needed` in `core/source/level.cpp`."""
    return (
        rules.has_last_turn
        and rules.ruleset.piggyback == "none"
        and not rules.turn.keeps
        and award_units(rules) == 0
        and rules.turn.bank_anywhere(rules.moves)
    )


def turn_arrays(rules: MatchRules, rows: int) -> Turn:
    """The turn of a match for the core, offsets in rows of columns."""
    moves = rules.moves
    column = np.arange(moves.columns)
    dice_index = column % moves.dice
    all_dice = moves.all_dice
    may_bank = np.ones(moves.columns, np.int64)
    if rules.turn.required:
        may_bank[all_dice] = 0
    by_dice = np.asarray(dice_index, np.int64)
    legal = rules.multiples(rows + moves.max_rise + 1)
    return moves.as_turn._replace(
        may_bank=may_bank,
        legal=legal,
        some_illegal=int(not legal.all()),
        lost_kind=by_dice if rules.takes_farkle else all_dice.astype(np.int64),
        bank_kind=by_dice if rules.takes_bank else np.zeros(moves.columns, np.int64),
        overshoot=int(rules.exact_goal),
    )


@dataclass(frozen=True)
class Storage:
    """Values that reach across turns, beside the chances.

    Attributes:
        arrivals: entries of values on arriving after a bank; 0 if the chances serve.
        begin_last: the first of them that belongs to a last turn.
        arrival_rows: rows that a last turn may be arrived at with.
        kinds: prices of banking at each row.
        runs: rows of all runs together.
        run: int64[scores], first row of each run.
        contexts: int64[contexts], number among those arrived at after a bank, or -1.
        farkled: entries of values of taking over after a farkle.
    """

    arrivals: int
    begin_last: int
    arrival_rows: int
    kinds: int
    runs: int
    run: Integers
    contexts: Integers
    farkled: int


def storage(plan: MatchPlan) -> Storage:
    """How much has to be kept."""
    rules = plan.rules
    kinds = rules.moves.dice if rules.takes_bank else 1
    run = np.cumsum(plan.goal_rows) - plan.goal_rows
    runs = int(plan.goal_rows.sum())
    contexts = np.full(len(plan.contexts.all), -1, np.int64)
    arrived = np.unique(plan.contexts.after_bank)
    contexts[arrived] = np.arange(len(arrived))
    arrivals = begin_last = arrival_rows = 0
    if rules.takes_bank or rules.ruleset.bank.beat_previous:
        begin_last = len(arrived) * plan.scores * runs * kinds
        arrival_rows = plan.most_rows + rules.moves.max_rise + 1
        classes = 1 + len(plan.last.classes)
        arrivals = begin_last + classes * plan.last.distances * arrival_rows * kinds
    farkled = 0
    if rules.takes_farkle:
        farkled = int(plan.rows.sum()) * rules.moves.dice
        farkled += len(plan.last.classes) * plan.last.distances * plan.most_rows * rules.moves.dice
    return Storage(arrivals, begin_last, arrival_rows, kinds, runs, run, contexts, farkled)


def price_arrays(plan: MatchPlan, kept: Storage) -> tuple[Prices, Keep]:
    """Where every state finds its prices, and where what reaches across turns is kept.

    `place`, `partner` and `slope` are for the order of solving to fill in.
    """
    rules, n, step = plan.rules, plan.scores, plan.rules.step
    context, mine, theirs = plan.grid
    after = plan.contexts.after_bank[context]
    minimum = np.where(
        plan.contexts.flags("on_board")[context],
        rules.least_row(rules.ruleset.bank.minimum),
        rules.least_row(rules.ruleset.bank.opening_minimum),
    )
    cls = plan.last.of_context[after]
    if kept.arrivals:
        rows, kinds = kept.arrival_rows, kept.kinds
        bank_base = ((kept.contexts[after] * n + theirs) * kept.runs + kept.run[mine]) * kinds
        bank_past = kept.begin_last + ((cls * plan.last.distances) + mine - theirs) * rows * kinds
        bank_rise, bank_rise_past = kinds, (step * rows + 1) * kinds
    else:
        bank_base = plan.index(after, theirs, mine)
        bank_past = plan.at_target(after, theirs, mine)
        bank_rise = bank_rise_past = step
    lost = plan.lost
    keeps = rules.turn.keeps
    wipes = plan.contexts.completes[context] & rules.takes_all
    lost_rise = np.where(wipes, 0, step if keeps else 0)
    after_paid = plan.contexts.after_paid_farkle[context]
    lost_switch = np.zeros((2, plan.states), np.int64)
    lost_past = np.zeros((2, plan.states), np.int64)
    if keeps:
        for kind, award in enumerate((0, rules.later_award)):
            new = plan._kept_new(award)
            lost_switch[kind] = np.maximum(-(-(n - new) // step), 0)
            lost_past[kind] = plan.at_target(after_paid, theirs, new)
    award_rows = np.full(plan.states, NEVER)
    if keeps and rules.exact_goal:
        award_rows = (n - mine - rules.later_award) // step
    arrival_base = np.full(plan.states, -1, np.int64)
    if kept.arrivals:
        arrived = kept.contexts[context]
        base = (arrived * n + mine) * kept.runs * kept.kinds
        arrival_base = np.where(arrived >= 0, base, -1)
    farkled_base = np.full(plan.size, -1, np.int64)
    farkled_rows = np.zeros(plan.size, np.int64)
    if kept.farkled:
        dice = rules.moves.dice
        last = np.zeros(plan.size - plan.states, np.int64)
        last[plan.last.distances :] = plan.most_rows
        farkled_rows = np.concatenate([plan.rows, last])
        farkled_base = (np.cumsum(farkled_rows) - farkled_rows) * dice
    rollable = rules.moves.farkle_probability
    prices = Prices(
        rows=plan.rows,
        room=(n - mine) // step,
        least=minimum,
        bank_base=bank_base,
        bank_switch=plan.goal_rows[mine],
        bank_past=bank_past,
        bank_rise=bank_rise,
        bank_rise_past=bank_rise_past,
        bank_kinds=kept.kinds,
        lost_base=lost,
        lost_past=lost_past,
        lost_switch=lost_switch,
        lost_rise=lost_rise,
        lost_floor=plan.index(after_paid, theirs, 0),
        award_rows=award_rows,
        first=plan.first,
        ruin=plan.ruin,
        partner=np.full(plan.states, -1, np.int64),
        place=np.zeros(plan.states, np.int64),
        slope=np.full(plan.states, 0.3),
        counts=plan.counts.astype(np.int64),
        stop_risk=float(rollable.min()) if stops_safely(rules) else 0.0,
        over=plan.begin_last,
    )
    keep = Keep(
        arrival_base=arrival_base,
        arrival_run=kept.run,
        theirs=theirs,
        step=step,
        takes_bank=int(rules.takes_bank),
        previous=int(rules.ruleset.bank.beat_previous),
        takes_farkle=int(rules.takes_farkle),
        farkled_base=farkled_base,
        farkled_rows=farkled_rows,
    )
    return prices, keep
