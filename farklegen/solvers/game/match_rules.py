"""The rules of a match in numbers: in units and rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, log

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.errors import UnsolvableError
from farklegen.rules.facts import unit as match_unit
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables
from farklegen.solvers.expected import score_to_play_by
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.reach import decided_lead
from farklegen.solvers.turn_rules import TurnRules, lost_in_rounds, moves_to, refuse, rows_past_goal

SELDOM_RUN = 4e-9
"""Error of a duel, at most, by turns that run past the rows that it follows."""

NO_GOAL = 1 << 40
"""A goal in units that nobody ever reaches."""

NO_FLOOR = -(1 << 40)
"""A score so low that no player falls to it."""

FARKLES, OFF_BOARD = 0.3, 0.25
"""The share of turns that farkle, where the best play for points does not give it; and the share of
the streaks of a player off the board that go on to the next one."""

LEAST_PENALTIES, MOST_PENALISED = 2, 0.7
"""The least number of penalties that a score falls by before it is cut off, and the largest chance
of a penalty that is used."""

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
        unit: points of a unit; scores are counted in units.
        step: units of a row; turn scores are counted in rows.
        lowest: the lowest score kept apart, units: the rules' own, or a floor of the solver's.
        truncated: whether it is the second.
        goal: the goal, units; `NO_GOAL` where there is none.
        forced: rows past the goal that a turn may run because it may not be banked.
        past: rows past the goal that a turn may run because that makes the last turn harder.
        run_lost: chance that the turn runs further.
        lead: the largest lead in units, where only the lead is kept apart; None where both scores
            are.
        beyond: chance to make up for a larger lead, at most.
        head_starts: whether a player off the board may have been given points.
    """

    ruleset: Ruleset
    moves: TurnMoves
    every_move: TurnMoves
    turn: TurnRules
    unit: int
    step: int
    lowest: int
    truncated: bool
    goal: int
    forced: int
    past: int
    run_lost: float
    lead: int | None = None
    beyond: float = 0.0
    head_starts: bool = False

    @property
    def scores(self) -> int:
        """Scores below the goal that are kept apart; units to a lead that decides the game."""
        return self.goal - self.lowest if self.lead is None else self.lead + 1

    @property
    def extent(self) -> int:
        """The range of scores of a game in units: the goal or, without a goal, the score that cards
        and pictures go up to."""
        return -(-self.ruleset.extent // self.unit)

    @property
    def zero(self) -> int:
        """The score of zero, in steps above the lowest."""
        return -self.lowest

    @property
    def off_board_most(self) -> int:
        """The largest head start, in units, that a player off the board is given."""
        return max(min(self.extent - 1, 40), self.extent // 10)

    @cached_property
    def off_board(self) -> Integers:
        """int64[...]: the scores that a player off the board may have, ascending, in units above
        the lowest: what farkles leave of zero, or of a head start."""
        starts = self.zero + np.arange(1 + (self.off_board_most if self.head_starts else 0))
        found: set[int] = set()
        new = {*starts.tolist()}
        while new:
            found |= new
            scores = np.array(sorted(new))
            after = [np.minimum(scores, self.zero)]  # a disaster
            after += [
                self.after_farkle(scores, min(banked, 0), completes)
                for banked in (0, self.first_award)
                for completes in (False, True)
            ]
            new = {*np.concatenate(after).tolist()} - found
        return np.array(sorted(found))

    def may_be_off_board(self, score: int) -> bool:
        """Whether the match has players off the board with that many points."""
        if self.lead is not None:
            return score <= self.off_board_most * self.unit
        units, rest = divmod(score, self.unit)
        return rest == 0 and bool(np.any(self.off_board == units - self.lowest))

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
    def by_turns(self) -> bool:
        """Whether the result of a turn depends on more than the scores. Then duels take long."""
        return self.ruleset.piggyback != "none" or self.ruleset.bank.beat_previous

    @cached_property
    def past_in_duels(self) -> tuple[int, float]:
        """How many rows past the goal the turns of a duel are followed if they end before the last
        turns, and the chance that one runs further."""
        negligible = max(SELDOM_RUN / (2 * self.scores), self.run_lost)
        return rows_past_goal(
            self.ruleset, self.moves, wants=self.has_last_turn, negligible=negligible
        )

    @property
    def has_last_turn(self) -> bool:
        """Whether a game may end with a last turn."""
        return self.ruleset.has_last_turn

    @property
    def penalty(self) -> int:
        """The penalty in units; 0 if there is none, or if it takes everything."""
        penalty = self.ruleset.farkle.penalty
        has_one = self.ruleset.farkle.streak is not None and isinstance(penalty, int)
        return penalty // self.unit if has_one and isinstance(penalty, int) else 0

    @property
    def fall(self) -> int:
        """The most units that one farkle takes from a score, with no regard to `takes_all`."""
        return self.ruleset.farkle.most_lost // self.unit

    @property
    def falls(self) -> bool:
        """Whether a farkle may lower a score."""
        return self.fall > 0 or self.takes_all

    @property
    def lowest_score(self) -> int:
        """The lowest score that a player can have, or the floor that lower ones count as, units."""
        if self.lead is None:
            return self.lowest
        return -(lost_in_rounds(self.ruleset, self.ruleset.rounds or 0) // self.unit)

    @property
    def takes_all(self) -> bool:
        """Whether the penalty is the whole banked score."""
        farkle = self.ruleset.farkle
        return farkle.streak is not None and farkle.penalty == "all"

    def after_farkle(
        self, score: Integers, banked: Integers | int, completes: Booleans | bool
    ) -> Integers:
        """int64[...]: what a farkle leaves of a banked score, in units above the lowest one.

        What the farkle banks or, below zero, costs comes first, then the penalty if it completes
        the streak. Neither takes a score below the lowest one, and neither raises a score.
        """
        new: Integers = np.maximum(score + banked, np.minimum(score, 0))
        if not self.ruleset.farkle.streak_costs:
            return new
        left = np.maximum(new - self.penalty, np.minimum(new, 0))
        if self.takes_all:
            left = np.minimum(new, self.zero)
        return np.where(completes, left, new)

    @property
    def first_award(self) -> int:
        """Award of a farkle of the first roll, units; below zero: what it costs."""
        return self.ruleset.farkle.first_roll // self.unit

    @property
    def later_award(self) -> int:
        """Award of a farkle of all the dice later in a turn, units."""
        return self.ruleset.farkle.all_dice_points // self.unit

    def least_row(self, minimum: int) -> int:
        """Fewest rows that may be banked under a minimum in points."""
        return max(1, -(-minimum // self.moves.unit))

    @property
    def banks_rise(self) -> bool:
        """Whether banking more points never lowers the value, in nearly every state. Then much of a
        turn is left out (`core/source/turn.hpp`)."""
        return not (
            self.takes_bank or self.takes_farkle or self.ruleset.bank.beat_previous
            or self.turn.keeps or self.exact_goal or self.moves.unit % self.turn.multiple_of
        )  # fmt: skip


def match_rules(
    ruleset: Ruleset,
    tables: ScoringTables,
    floor: int | None = None,
    *,
    head_starts: bool = False,
    tolerance: float = MOST_TOLERANCE,
) -> MatchRules:
    """Work out what a match needs to know about its rules.

    Args:
        floor: points below zero at which scores are cut off, where the rules set no limit; by
            default so low that the error stays within `tolerance`.
        head_starts: whether players off the board may have been given points.
        tolerance: error wanted.

    Raises:
        UnsolvableError: for turns that need not end.
    """
    unit = match_unit(ruleset)
    step = tables.unit // unit
    farkle = ruleset.farkle
    lowest, truncated = 0, False
    if farkle.most_lost:
        limit = None if farkle.lowest_score is None else ceil(farkle.lowest_score / unit)
        cut = None if floor is None else ceil(floor / unit)
        if limit is not None and (cut is None or cut <= limit):
            lowest = limit
        else:
            lowest = cut if cut is not None else default_floor(ruleset, tables, tolerance) // unit
            truncated = True
    if truncated and floor is None and ruleset.rounds is not None:
        # penalties are counted
        lowest, truncated = -lost_in_rounds(ruleset, ruleset.rounds) // unit, False
    lead, beyond = None, 0.0
    if ruleset.goal is None:
        refuse_without_goal(ruleset)
        lead, beyond = decided_lead(ruleset, tables)
        lowest, truncated = 0, False
    goal = NO_GOAL if ruleset.goal is None else -(-ruleset.goal // unit)
    turn = TurnRules(ruleset)
    plain = not ruleset.has_last_turn and ruleset.overshoot == "win" and ruleset.piggyback == "none"
    wants, most = ruleset.has_last_turn, 2 * lead + 1 if lead is not None else goal - lowest
    moves, past, run_lost = moves_to(
        ruleset, tables, most // step * tables.unit, best_only=plain, wants=wants, instant_wins=True
    )
    forced = rows_past_goal(ruleset, moves, wants=False)[0] if wants else past
    every_move = turn_moves(
        ruleset, tables, best_only=False, hot_counts=moves.hot_counts, instant_wins=True
    )
    return MatchRules(
        ruleset=ruleset,
        moves=moves,
        every_move=every_move,
        turn=turn,
        unit=unit,
        step=step,
        lowest=lowest,
        truncated=truncated,
        goal=goal,
        forced=forced,
        past=past,
        run_lost=run_lost,
        lead=lead,
        beyond=beyond,
        head_starts=head_starts,
    )


def refuse_without_goal(ruleset: Ruleset) -> None:
    """Refuse rules that look at a score by itself, where no goal bounds it, by name."""
    farkle = ruleset.farkle
    refuse(
        (
            ("piggyback", ruleset.piggyback != "none"),
            ("bank.beat_previous", ruleset.bank.beat_previous),
            ("disaster", bool(ruleset.disaster)),
            ("instant_win", bool(ruleset.instant_win)),
            ("farkle.penalty: all", farkle.streak is not None and farkle.penalty == "all"),
            ("farkle.lowest_score", farkle.most_lost > 0 and farkle.lowest_score is not None),
        ),
        "a match of rounds without a goal is not solved with {rule}: it depends on more than the "
        "lead, and scores have no end. Add a goal, or leave that rule out",
    )


def default_floor(
    ruleset: Ruleset, tables: ScoringTables, tolerance: float = MOST_TOLERANCE
) -> int:
    """Where scores are cut off by default, in points: enough penalties below zero to make falling
    further about as unlikely as `tolerance`.

    The chance of a penalty follows from the best play for points: the chance that each turn of a
    streak farkles, and that the first roll of a turn does. A player off the board is soon on it, so
    that only some of the streaks there go on to the next one.
    """
    farkle = ruleset.farkle
    chance = 0.0
    if farkle.first_roll < 0:
        chance = float(tables.farkle_probability(instant_wins=True)[tables.dice])
    if farkle.streak_costs:
        chance = max(chance, _streak_chance(ruleset, tables))
    penalties = log(tolerance) / log(min(max(chance, 1e-6), MOST_PENALISED))
    return -ceil(max(penalties, LEAST_PENALTIES)) * farkle.most_lost


def _streak_chance(ruleset: Ruleset, tables: ScoringTables) -> float:
    """The chance that as many turns in a row as a streak takes all farkle, by the best play for
    points. If that has no answer, a turn farkles with chance `FARKLES`."""
    streak = ruleset.farkle.streak or 1
    try:
        strategies = score_to_play_by(ruleset, tables).strategies
    except UnsolvableError:
        return float(FARKLES**streak)
    chances = {
        on_board: max(
            each.outcome.farkle_probability
            for each in strategies
            if each.situation.on_board == on_board
        )
        ** streak
        for on_board in {each.situation.on_board for each in strategies}
    }
    return max(chances.get(True, 0.0), OFF_BOARD * chances.get(False, 0.0))


def floor_for(
    ruleset: Ruleset, tables: ScoringTables, floor: int | None, score: int, tolerance: float
) -> int | None:
    """The floor, in points, to use for a question about a score: the floor that is asked for, or
    for a score below zero a floor as far below that score as the default floor is below zero."""
    farkle = ruleset.farkle
    penalty = farkle.most_lost
    if ruleset.rounds is not None or floor is not None or score >= 0 or not penalty:
        return floor
    if farkle.lowest_score is not None or -score > MOST_PENALTIES * penalty:
        return None
    return default_floor(ruleset, tables, tolerance) + score // penalty * penalty


def award_units(rules: MatchRules) -> int:
    """The largest award of a farkle, units."""
    return max(rules.first_award, rules.later_award)


def stop_risk(rules: MatchRules) -> float:
    """The least chance of a roll to farkle, if a turn past the goal ends at a row that can be
    proved to be high enough; else 0. See `rows_needed` in `core/source/several.hpp`."""
    safely = (
        rules.has_last_turn
        and rules.ruleset.piggyback == "none"
        and not rules.turn.keeps
        and award_units(rules) == 0
        and rules.turn.bank_anywhere(rules.moves)
    )
    return float(rules.moves.farkle_probability.min()) if safely else 0.0
