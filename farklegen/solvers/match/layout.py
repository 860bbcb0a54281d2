"""Where every turn of a match finds its payoffs, and where what reaches across turns is kept: the
arrays that the core takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from farklegen.core.arrays import Floats, Integers, Keep, Payoffs, Turn
from farklegen.solvers.match.match_rules import MatchRules, stop_risk
from farklegen.solvers.match.plan import NEVER, MatchPlan


def turn_arrays(rules: MatchRules, rows: int) -> Turn:
    """The turn of a match for the core, offsets in rows of columns."""
    moves = rules.moves
    column = np.arange(moves.columns)
    dice_index = column % moves.dice
    all_dice = moves.all_dice
    may_bank = rules.turn.stops(moves).astype(np.int64)
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
        arrival_rows: rows from which a last turn may begin.
        kinds: payoffs of banking at each row.
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
    """How many values have to be kept."""
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


def write_over(plan: MatchPlan, kept: Storage, chances: Floats, arrivals: Floats) -> None:
    """Fill in the values of games that are over: the higher score has won."""
    states, won = plan.over
    chances[states] = won
    if kept.arrivals and len(states):
        write_arrivals(plan, kept, states, chances, arrivals)


def write_arrivals(
    plan: MatchPlan, kept: Storage, states: Integers, chances: Floats, arrivals: Floats
) -> None:
    """Copy the values of some states to all ways to arrive at them."""
    context, mine, theirs = (part[states] for part in plan.grid)
    arrived = kept.contexts[context]
    some = arrived >= 0
    base = ((arrived * plan.scores + mine) * kept.runs * kept.kinds)[some]
    won, theirs = chances[states][some], theirs[some]
    for row in range(1, int(theirs.max(initial=0)) // plan.rules.step + 1):
        far = theirs >= row * plan.rules.step
        before = kept.run[theirs[far] - row * plan.rules.step] + row
        entry = base[far] + before * kept.kinds
        for kind in range(kept.kinds):
            arrivals[entry + kind] = won[far]


def payoff_arrays(plan: MatchPlan, kept: Storage) -> tuple[Payoffs, Keep]:
    """Where every state finds its payoffs, and where what reaches across turns is kept."""
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
    lost_rise = np.full(plan.states, step if keeps else 0)
    after_paid = plan.contexts.after_paid_farkle[context]
    lost_switch = np.zeros((2, plan.states), np.int64)
    lost_past = np.zeros((2, plan.states), np.int64)
    if keeps:
        for kind, award in enumerate((0, rules.later_award)):
            new = plan.kept_new(award)
            lost_switch[kind] = plan.kept_switch(award)
            lost_past[kind] = plan.at_target(after_paid, theirs, new)
    lost_floor, lost_most, award_rows = np.zeros((3, plan.states), np.int64)
    if keeps:
        lost_floor, lost_most = plan.kept_limits()
        award_rows[:] = (n - mine - rules.later_award) // step if rules.exact_goal else NEVER
    arrival_base = np.full(plan.states, -1, np.int64)
    if kept.arrivals:
        arrived = kept.contexts[context]
        base = (arrived * n + mine) * kept.runs * kept.kinds
        arrival_base = np.where(arrived >= 0, base, -1)
    farkled_base, farkled_rows = np.zeros((2, plan.size), np.int64)
    if kept.farkled:
        dice = rules.moves.dice
        last = np.zeros(plan.size - plan.states, np.int64)
        last[plan.last.distances :] = plan.most_rows
        farkled_rows = np.concatenate([plan.rows, last])
        farkled_base = (np.cumsum(farkled_rows) - farkled_rows) * dice
    payoffs = Payoffs(
        rows=plan.rows,
        room=(n - mine) // step,
        least=minimum,
        bank_base=bank_base,
        bank_switch=plan.to_goal,
        bank_past=bank_past,
        bank_rise=bank_rise,
        bank_rise_past=bank_rise_past,
        bank_kinds=kept.kinds,
        lost_base=lost,
        lost_past=lost_past,
        lost_switch=lost_switch,
        lost_rise=lost_rise,
        lost_floor=lost_floor,
        lost_most=lost_most,
        award_rows=award_rows,
        first=plan.first,
        ruin=plan.ruin,
        stop_risk=stop_risk(rules),
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
    return payoffs, keep
