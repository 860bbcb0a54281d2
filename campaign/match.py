"""The match solver against the referee: match states, whole turns, and what a command makes of
them.

A chance is wrong if it is further from the referee's than the solver says it may. Where the values
of the referee do not come to rest, nothing is compared.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any, NoReturn

import numpy as np

from campaign.judging import LEFT_OPEN, MOST_BOUND, NEAR, differ, has_one_answer, refused, state_of
from farklegen import api
from farklegen.errors import FarklegenError, ImpossibleStateError
from farklegen.render import json as render_json
from farklegen.render.registry import Page
from farklegen.report.advise import ShownStanding, TurnResult
from farklegen.rules.language import keys_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.decisions import only_taken_over
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game.game_state import GameState
from farklegen.solvers.game.solution import MatchSolution, SolvedTurn
from tests.referee import Match, Position, Table
from tests.shared import asked_about, solve_match

MOST_STATES = 800
"""Starts of turns that the referee works out at most; of rounds it sees only those that occur."""

SHARP = 1e-11
"""Error that the solver is asked for: less than what is let pass, so that differences show."""

NAMED = ("bank.", "farkle.", *(f"{key}:" for key in keys_of(Ruleset)), "for ever", "reach")
"""What a refusal that gives its reason has in it: a rule, turns without end, or the size."""

MILLIONS = re.compile(r"may last \d+,\d{3},\d{3}")
"""The same where games may last so long that rounding alone is too much."""

ADVISED = 3
"""Match states in which advice is asked for."""

TURNS = 10
"""Looked at, beside the first one."""

NEARBY = 12
"""Units between the scores of a game without a goal whose turns are looked at."""

PLACES = 6
"""Of a turn that are looked at."""

MOST_HOT = 5
"""Hot dice so far, if their bonus grows: after more of them the referee does not follow a turn."""


def floor_of(ruleset: Ruleset) -> int | None:
    """A floor close to zero, so that the referee can follow; None where the rules have one."""
    farkle = ruleset.farkle
    if ruleset.rounds is not None:
        return None  # that many penalties at most
    if farkle.lowest_score is not None or not farkle.most_lost:
        return None
    return -2 * farkle.most_lost


def solve(
    ruleset: Ruleset, tolerance: float = SHARP, *, head_starts: bool = False
) -> MatchSolution:
    """The solver that is judged."""
    return solve_match(
        ruleset, floor=floor_of(ruleset), head_starts=head_starts, tolerance=tolerance, threads=1
    )


def state_of_two(table: Table, ruleset: Ruleset) -> GameState | None:
    """A table of two as the solver has it; None where it does not say who moved first: on the last
    turns of a number of rounds, which those before look up."""
    if table.left is not None and ruleset.rounds is not None:
        return None
    first = table.seat == 0 and (table.left is None or ruleset.end_game != "equal_turns")
    return state_of(table, int(not first))


def _hopeful(ruleset: Ruleset) -> Match:
    return Match(ruleset, floor=floor_of(ruleset), far=True, hopeful=True)


def judge_match(ruleset: Ruleset, rng: Random) -> str:
    """Compare all starts of turns, places in some turns, the head start and advice."""
    try:
        solution = solve(ruleset, head_starts=rng.random() < 0.5)
    except FarklegenError as refusal:
        if not (any(key in str(refusal) for key in NAMED) or MILLIONS.search(str(refusal))):
            judge = Match(ruleset, floor=floor_of(ruleset))
            if has_one_answer(judge, _hopeful(ruleset)):  # a refusal that names no rule
                differ("the match", refusal, judge.win_probability(judge.start()))
        return refused(refusal)
    if not 0 <= solution.certificate.error_bound <= MOST_BOUND:
        answer = f"a bound of {solution.certificate.error_bound:.3g}"
        differ("the match", answer, "a bound that says something")
    if ruleset.rounds is None and solution.certificate.states > MOST_STATES:
        return "skipped: too many tables for the referee"
    for far in (False, True):
        judge = Match(ruleset, floor=floor_of(ruleset), far=far)
        if not judge.settled:
            break
        try:
            _Questions(solution, rng, judge).ask()
        except AssertionError:
            if far and has_one_answer(judge, _hopeful(ruleset)):
                raise
        else:
            return "compared"
    return LEFT_OPEN


class _Questions:
    """What is asked about one match."""

    def __init__(self, solution: MatchSolution, rng: Random, judge: Match) -> None:
        self.solution, self.rng, self.judge = solution, rng, judge
        self.ruleset = ruleset = solution.rules.ruleset
        self.bound = solution.certificate.error_bound
        self.floor = floor_of(ruleset)
        self.loaded = LoadedRuleset(ruleset, "drawn rules", "drawn", "drawn", "")

    def _starts(self) -> list[tuple[Table, GameState]]:
        """All starts of turns that can occur, that of the game first."""
        found = []
        for table in self.judge.values:
            taken = table.inherit
            if taken and self.judge.exact and table.scores[0] + taken.score > self.judge.goal:
                continue  # it may not be taken over
            state = state_of_two(table, self.ruleset)
            if state is None:
                continue
            try:
                self.solution.win_probability(state)
            except ImpossibleStateError:
                assert table != self.judge.start()
                continue
            found.append((table, state))
        return sorted(found, key=lambda one: one[0] != self.judge.start())

    def ask(self) -> None:
        """Ask about all starts of turns, and more about some of them."""
        judge, solution = self.judge, self.solution
        found = self._starts()
        for table, state in found:
            self._compare(f"{state}", solution.win_probability(state), judge.at(table)[0])
        if solution.rules.head_starts or not solution.rules.ruleset.bank.has_opening:
            best = solution.head_start()
            right = judge.win_probability(judge.start()._replace(scores=(0, best.points)))
            words = f"the game with a head start of {best.points}"
            self._compare(words, best.first_player_win_probability, right)
        near = [one for one in found if self._near(one[0])]
        some = [found[0], *self.rng.sample(near, min(TURNS, len(near)))]
        for table, state in some[:ADVISED]:
            self._advice(table._replace(inherit=None), replace(state, inherit=None))
        for table, state in some:
            turn = solution.turn(state)
            self._compare(f"the turn of {state}", turn.win_probability, judge.at(table)[0])
            self._look_at(state, turn)
            self._places(table, state, turn)

    def _near(self, table: Table) -> bool:
        """Whether the scores are close: without a goal, a large lead counts as decided."""
        mine, theirs = table.scores
        rules = self.solution.rules
        return rules.lead is None or abs(mine - theirs) <= NEARBY * rules.unit

    def _advice(self, table: Table, state: GameState) -> None:
        """The best choice after a roll of all the dice."""
        judge = self.judge
        turn = judge.turns[0]
        roll, _ = self.rng.choice(turn.rolls.of(turn.hands.all))
        fallen: Any = roll if turn.hands.plain else turn.hands.roll_text(roll)
        question = f"advise {state}, roll {turn.hands.roll_text(roll)}"
        given = asked_about(state)
        try:
            api.turn(self.loaded, **given, floor=self.floor)
        except FarklegenError:
            return  # no turn, no advice
        options = api.advise(self.loaded, **given, roll=fallen, floor=self.floor).advice.options
        leads = turn.options(turn.start, roll) if turn.rolls.kind(roll) == "ordinary" else []
        leads = [to for to in leads if not judge.exact or state.mine + to.score <= judge.goal]
        if bool(options) != bool(leads):
            differ(question, options, f"{len(leads)} ways to score")
        if leads:
            banks = [judge.banking(table, to) for to in leads]
            best = max(option.win_probability or 0.0 for option in options)
            right = max(*(judge.rolling(table, to) for to in leads), *(b or 0.0 for b in banks))
            self._compare(question, best, right, max(self.bound, MOST_TOLERANCE))

    def _places(self, table: Table, state: GameState, turn: SolvedTurn) -> None:
        """Rolling and banking at a few places of the turn."""
        judge, start = self.judge, self.judge.turns[0].start
        places = np.argwhere(turn.reachable[: len(turn.value)])
        for _ in range(PLACES if len(places) else 0):
            row, column = (int(n) for n in places[self.rng.randrange(len(places))])
            dice, hot = self.solution.rules.moves.place(column)
            at = Position(dice, row * turn.moves.unit, hot)
            if hot > MOST_HOT or (turn.moves.hot_counts > 1 and hot == turn.moves.hot_counts - 1):
                continue  # more hot dice are counted as that many
            if judge.exact and state.mine + at.score > judge.goal:
                continue
            roll = judge.rolling(table, at, first=at == start)
            self._compare(f"rolling at {at}: {state}", float(turn.rolled[row, column]), roll)
            bank = judge.banking(table, at)
            if bank is not None:
                self._compare(f"banking at {at}: {state}", float(turn.banked[row, column]), bank)

    def _look_at(self, state: GameState, turn: SolvedTurn) -> None:
        """Numbers that are none, and the JSON of the command."""
        rows = len(turn.value)
        for array, mask in (
            (turn.rolled, turn.reachable[:rows]),
            (turn.value, turn.reachable[:rows]),
            (turn.above, turn.reachable[rows:]),
        ):
            seen = array[mask]
            odd = seen[~((seen >= -NEAR) & (seen <= 1 + NEAR))]
            if len(odd):
                differ(str(state), f"{odd[0]} in a place that can occur", "chances from 0 to 1")
        only = only_taken_over(self.solution.rules.every_move, state.inherit)
        standing = ShownStanding(self.loaded.ruleset, turn.match_state)
        document = TurnResult(self.loaded, turn, standing, 0, only).document()
        json.loads(render_json.render(document, Page()), parse_constant=_refuse)

    def _compare(
        self, question: str, chance: float, right: float, off: float | None = None
    ) -> None:
        """Compare a chance that is `off` by so much at most: by default as the match says."""
        off = self.bound if off is None else off
        if not abs(chance - right) <= off + NEAR:
            floor = "" if self.floor is None else f" --floor {self.floor}"
            differ(f"{question}{floor}", f"{chance!r}, off by at most {off:.3g}", repr(right))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
