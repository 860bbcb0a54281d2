"""A match laid out as arrays: the states, where each finds its payoffs, and the order of solving.

States are numbered context by context, and in each by both scores; scores are steps of the unit
above the lowest one that is kept apart. Only states that can occur have a number: off the board
nobody has other scores than `MatchRules.off_board`. In a game of rounds in which no rule looks at a
score by itself, all that counts is how far the opponent is ahead: there a state has this lead, and
the score of the player to move is taken to be zero. One array of chances holds the states, then the
last turns:

    [ states of each context | classes of last turns x how far the target is ahead ]

Class 0 is "the game is over, the opponent has won": its chances are zero, so that reaching the goal
needs no case of its own. Where the higher score wins after a number of rounds, the states of games
that are over hold who has won. In a last turn only the distance to the target counts, besides what
the class keeps apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.solvers.match.match_rules import MatchRules, award_units
from farklegen.solvers.turn_rules import puts_on_board

NEVER = 1 << 40
"""A row that is never reached."""

NOWHERE = -(1 << 40)
"""In place of a share in the number of a state: no state has such a score."""


@dataclass(frozen=True)
class PossibleLastTurns:
    """The last turns that a match can come to.

    Attributes:
        classes: (whether a farkle completes the streak, on the board) of each class from 1 on.
        of_context: int64[contexts], the class of the player whose last turn it is; 0 where
            reaching the goal ends the game.
        distances: how many distances to the target are kept apart.
    """

    classes: tuple[tuple[bool, bool], ...]
    of_context: Integers
    distances: int


def turn_rows(rules: MatchRules, mine: Integers, theirs: Integers) -> Integers:
    """int64[contexts, mine, theirs]: rows from the start of a turn to where every lane banks or
    almost no turn gets, plus the rows through which a turn that may not be banked runs on. Scores
    are in steps above the lowest."""
    n, bank = rules.scores, rules.ruleset.bank
    penalised = rules.takes_farkle and rules.fall > 0
    awarded = rules.takes_farkle and award_units(rules) > 0

    def own(score: Integers, other: Integers) -> Integers:
        # a turn may be handed on from farkle to farkle, while awards raise the scores
        missing = rules.missing(np.zeros_like(score) if awarded else score, other)
        return -(-missing // rules.step) + (1 if rules.exact_goal else rules.past)

    def arrive(score: Integers) -> Integers:
        # ... or penalties lower them
        above = np.full_like(score, n - 1) if penalised else score
        return above // rules.step + 2 + rules.forced

    mine, theirs = np.broadcast_arrays(mine[:, None], theirs)
    per_context = []
    for context in rules.contexts.all:
        minimum = bank.minimum if context.on_board else bank.opening_minimum
        least = rules.least_row(bank.opening_minimum if rules.takes_farkle else minimum)
        rows = np.maximum(own(mine, theirs), least + rules.forced)
        arrives = rules.takes_bank or bank.beat_previous
        if arrives:
            rows = np.maximum(rows, arrive(theirs))
        if rules.takes_farkle:
            rows = np.maximum(rows, np.maximum(own(theirs, mine), least + rules.forced))
            if arrives:
                rows = np.maximum(rows, arrive(mine))
        per_context.append(rows)
    # a question may be about a turn at any of these rows, and the turn goes on from there
    asked: Integers = np.stack(per_context)
    return asked + rules.forced


class MatchPlan:
    """The arrays of a match.

    Attributes:
        rules: what they are made of.
        scores: n, scores kept apart.
        states: number of states.
        last: the last turns.
        begin_last: index of the first last turn among the chances.
        size: number of chances.

    Args:
        rules: what they are made of.
        distances: the least number of distances to the target of a last turn that are kept apart.
    """

    def __init__(self, rules: MatchRules, distances: int = 0) -> None:
        self.rules = rules
        self.contexts = rules.contexts
        self.scores = rules.scores
        step, n = rules.step, self.scores
        self.goal_rows = -(-(n - np.arange(n)) // step)
        """int64[n]: rows from each score to the goal."""
        self.places = self._places()
        """int64[2, contexts, scores], the shares of the scores of the player to move and of the
        other one in the number of a state; below zero for a score that cannot occur there."""
        self.states = len(self.grid[0])
        context, mine, theirs = self.grid
        if rules.lead is None:
            rows = turn_rows(rules, np.arange(n), np.arange(n))[context, mine, theirs]
        else:
            rows = turn_rows(rules, np.zeros(1, np.int64), self._leads).ravel()
        self.rows: Integers = np.where(self.contexts.over[context], 0, rows)
        """int64[states]: rows of the turn; none after the end of a game."""
        self.most_rows = int(self.rows.max())
        distances = max(farthest_target(rules, self.most_rows), distances)
        kinds: list[tuple[bool, bool]] = []
        of_context = np.zeros(len(self.contexts.all), np.int64)
        if rules.has_last_turn:
            for number, last in enumerate(self.contexts.all):
                if not rules.ending.answers(last.stage):
                    continue
                streak_ends = bool(self.contexts.completes[number]) and rules.streak_costs
                kind = (streak_ends, last.on_board)
                if kind not in kinds:
                    kinds.append(kind)
                of_context[number] = 1 + kinds.index(kind)
        self.last = PossibleLastTurns(tuple(kinds), of_context, distances)
        self.begin_last = self.states
        self.size = self.states + (1 + len(kinds)) * distances

    def index(self, context: object, mine: object, theirs: object) -> Integers:
        """Number of the state; scores in steps above the lowest. Broadcasts."""
        lead = self.rules.lead
        if lead is not None:
            place = np.clip(np.asarray(theirs) - np.asarray(mine), -lead, lead) + lead
            number: Integers = np.asarray(context) * self.rules.leads + place
        else:
            my_place, their_place = self.places
            number = my_place[context, mine] + their_place[context, theirs]
        return number

    @property
    def _leads(self) -> Integers:
        """int64[...]: how far the opponent may be ahead, ascending."""
        return np.arange(self.rules.leads) - (self.rules.lead or 0)

    def _scores(self, on_board: bool) -> Integers:
        """The scores, ascending, that a player on the board, or off it, may have."""
        return np.arange(self.scores) if on_board else self.rules.off_board

    def _places(self) -> Integers:
        places = np.full((2, len(self.contexts.all), self.scores), NOWHERE)
        begin = 0
        for number, context in enumerate(self.contexts.all):
            mine, theirs = map(self._scores, (context.on_board, context.their_on_board))
            places[0, number, mine] = begin + np.arange(len(mine)) * len(theirs)
            places[1, number, theirs] = np.arange(len(theirs))
            begin += len(mine) * len(theirs)
        return places

    @cached_property
    def grid(self) -> tuple[Integers, Integers, Integers]:
        """(context, mine, theirs) of every state, int64[states] each."""
        contexts = self.contexts.all
        if self.rules.lead is not None:
            each = np.repeat(np.arange(len(contexts)), self.rules.leads)
            return each, np.zeros_like(each), np.tile(self._leads, len(contexts))
        parts = []
        for number, context in enumerate(contexts):
            mine, theirs = map(self._scores, (context.on_board, context.their_on_board))
            pairs = np.meshgrid(mine, theirs, indexing="ij")
            parts.append((np.full(pairs[0].size, number), *(each.ravel() for each in pairs)))
        numbers, scores, others = map(np.concatenate, zip(*parts, strict=True))
        return numbers, scores, others

    @property
    def level(self) -> Integers:
        """int64[states]: the turns played where they are counted, else the sum of both scores.
        States of a higher level are solved sooner."""
        context, mine, theirs = self.grid
        return mine + theirs if self.rules.ending.rounds is None else self.contexts.played[context]

    @cached_property
    def to_goal(self) -> Integers:
        """int64[states]: rows to the goal, or to a lead that decides the game."""
        _, mine, theirs = self.grid
        return -(-self.rules.missing(mine, theirs) // self.rules.step)

    @cached_property
    def over(self) -> tuple[Integers, Floats]:
        """(states of games that are over, their chances to the player who would be to move)."""
        context, mine, theirs = self.grid
        states = np.flatnonzero(self.contexts.over[context])
        lead = mine[states] - theirs[states]
        level = 1.0 - self.rules.ending.level_share
        return states, np.where(lead > 0, 1.0, np.where(lead < 0, 0.0, level))

    @cached_property
    def exists(self) -> Booleans:
        """bool[states]: where the game is not over."""
        unfinished: Booleans = ~self.contexts.over[self.grid[0]]
        return unfinished

    def at_target(self, context: Integers, theirs: Integers, target: Integers) -> Integers:
        """Index of the state in which the player to move, with the score `theirs`, has seen the
        other one reach `target` at or past the goal."""
        cls = self.last.of_context[context]
        return self.begin_last + cls * self.last.distances + target - theirs

    def after_farkle(
        self, context: Integers, mine: Integers, theirs: Integers, banked: Integers | int
    ) -> Integers:
        """Index of the opponent's state after a farkle that banks that many units."""
        rules, contexts = self.rules, self.contexts
        banked = np.broadcast_to(np.asarray(banked, np.int64), mine.shape)
        new = rules.after_farkle(mine, banked, contexts.completes[context], rules.raised)
        paid = puts_on_board(banked)
        after = np.where(paid, contexts.after_paid_farkle[context], contexts.after_farkle[context])
        missing = rules.missing(new, theirs)
        return np.where(
            missing > 0,
            self.index(after, theirs, new + np.minimum(missing - 1, 0)),
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

        Where a farkle keeps the turn score, these states are the starts of pieces, see `kept`.
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

    def kept_new(self, award: int) -> Integers:
        """Score after a farkle with no row kept yet, before it is cut at the lowest."""
        context, mine, _ = self.grid
        penalty = np.where(self.contexts.completes[context], self.rules.penalty, 0)
        return mine + award - penalty

    @property
    def wipes(self) -> Booleans:
        """bool[states]: whether a farkle leaves no score above zero."""
        wipes: Booleans = self.contexts.completes[self.grid[0]] & self.rules.takes_all
        return wipes

    def kept_switch(self, award: int) -> Integers:
        """int64[states]: rows that a farkle has to keep to reach the goal."""
        _, _, theirs = self.grid
        missing = self.rules.missing(self.kept_new(award), theirs)
        return np.where(self.wipes, NEVER, np.maximum(-(-missing // self.rules.step), 0))

    def kept_limits(self) -> tuple[Integers, Integers]:
        """(int64[states] the least index after a farkle that keeps the turn score, the largest
        below the goal)."""
        context, _, theirs = self.grid
        after = self.contexts.after_paid_farkle[context]
        if self.rules.lead is not None:
            floor = after * self.rules.leads
        else:
            floor = self.index(after, theirs, np.zeros_like(theirs))
        return floor, np.where(self.wipes, self.index(after, theirs, self.rules.zero), self.size)

    def _kept_base(self, award: int) -> Integers:
        context, _, theirs = self.grid
        after = self.contexts.after_paid_farkle[context]
        return self.index(after, theirs, np.zeros_like(theirs)) + self.kept_new(award)

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
    """How many distances to the target of a last turn are kept apart, where turns have that many
    rows at most."""
    return rules.scores + (most_rows + rules.moves.max_rise + 1) * rules.step + award_units(rules)
