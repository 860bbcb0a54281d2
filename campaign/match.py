"""The match solver against the referee: match states, whole turns, and what a command makes of
them.

A chance is wrong if it is further outside the referee's bounds than the solver says it may. Where
these bounds are far apart the referee leaves the answer open, and nothing is compared.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, NoReturn

import numpy as np

from campaign.judging import MOST_BOUND, NEAR, WIDEST, differ, refused
from farklegen import api
from farklegen.errors import FarklegenError, ImpossibleStateError, UnsolvableError
from farklegen.render import json as render_json
from farklegen.render.registry import Page
from farklegen.report.match_states import ShownStanding
from farklegen.report.turn import TurnResult, turn_document
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_rules import TOLERANCE
from farklegen.solvers.match.match_state import MatchState, Taken
from farklegen.solvers.match.solution import MatchSolution, SolvedTurn
from farklegen.solvers.match_state_checks import only_taken_over
from tests.referee import Bracket, Match
from tests.referee import MatchState as RefereeState
from tests.shared import asked_about

MOST_TURNS = 800
"""Situations between turns that the referee works out at most."""

SHARP = 1e-11
"""Error that the solver is asked for: less than what is let pass, so that differences show."""

SWEEPS = 300
DOUBLINGS = 1

NAMED = ("bank.", "farkle.", *(f"{key}:" for key in Ruleset.known_keys()), "for ever", "reach")
"""What a refusal that gives its reason has in it: a rule, turns without end, or the size."""

ADVISED = 3
"""Match states in which advice is asked for."""

MATCH_STATES = 10
"""Asked about, beside the start."""

PLACES = 6
"""Of a turn that are looked at."""


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
        ruleset,
        compile_scoring(ruleset),
        floor=floor_of(ruleset),
        head_starts=head_starts,
        tolerance=tolerance,
        threads=1,
    )


def random_match_state(solution: MatchSolution, rng: Random) -> RefereeState:
    """A match state that may or may not be possible."""
    rules = solution.rules
    unit, row = rules.unit, rules.moves.unit
    streaks = rules.contexts.streaks
    lowest, goal = rules.lowest, rules.goal
    if rules.lead is not None:
        lowest, goal = -4, 12
    theirs = rng.randrange(lowest, goal)
    if rules.has_last_turn and rng.random() < 0.3:
        theirs = goal + rng.randrange(3)
    inherit = None
    if rules.ruleset.piggyback != "none" and rng.random() < 0.6:
        inherit = (rng.randrange(6) * row, rng.randint(1, rules.moves.dice))
    return RefereeState(
        mine=rng.randrange(lowest, goal) * unit,
        theirs=theirs * unit,
        my_farkles=rng.randrange(streaks),
        their_farkles=rng.randrange(streaks),
        first=rng.random() < 0.5,
        on_board=rng.random() < 0.7,
        their_on_board=rng.random() < 0.7,
        previous=rng.randrange(5) * row if rules.ruleset.bank.beat_previous else 0,
        inherit=inherit,
        rounds_left=rng.randint(1, rules.ending.rounds) if rules.ending.rounds else 0,
    )


def asked(match_state: RefereeState) -> MatchState:
    """The same match state, for the solver."""
    known = match_state._asdict()
    inherit = None if match_state.inherit is None else Taken(*match_state.inherit)
    return MatchState(
        **known | {"inherit": inherit, "rounds_left": match_state.rounds_left or None}
    )


def judge_match(ruleset: Ruleset, rng: Random) -> str:
    """Compare match states, places in their turns, the head start and advice."""
    try:
        solution = solve(ruleset, head_starts=rng.random() < 0.5)
    except FarklegenError as refusal:
        if not any(key in str(refusal) for key in NAMED):
            _Questions(ruleset, rng, None).refused_all_the_same(refusal)
        return refused(refusal)
    questions = _Questions(ruleset, rng, solution)
    questions.ask()
    return "compared" if questions.answered else "left open by the referee"


class _Questions:
    """What is asked about one match; `answered` counts what the referee could answer."""

    def __init__(self, ruleset: Ruleset, rng: Random, solution: MatchSolution | None) -> None:
        self.rng, self.answered = rng, 0
        self.floor = floor_of(ruleset)
        self.loaded = LoadedRuleset(ruleset, "drawn rules", "drawn", "drawn", "")
        self.match = Match(
            ruleset,
            floor=self.floor,
            most_turns=MOST_TURNS,
            most_doublings=DOUBLINGS,
            most_sweeps=SWEEPS,
        )
        if solution is not None:
            self.solution = solution
            self.bound = solution.certificate.error_bound

    def refused_all_the_same(self, refusal: FarklegenError) -> None:
        """A refusal that names no rule is right where the referee finds nothing either."""
        bounds = self._bounds(self.match.start())
        if bounds is not None and bounds.high - bounds.low <= WIDEST and not self.match.undecided:
            differ("the match", refusal, (bounds.low + bounds.high) / 2)

    def ask(self) -> None:
        """Ask about the start and some other match states."""
        if not 0 <= self.bound <= MOST_BOUND:
            differ("the match", f"a bound of {self.bound:.3g}", "a bound that says something")
        drawn = [random_match_state(self.solution, self.rng) for _ in range(MATCH_STATES)]
        possible = []
        for state in (self.match.start(), *drawn):
            try:
                self.match.rules.check(state)
                chance = self.solution.win_probability(asked(state))
                possible.append((state, chance, self.solution.turn(asked(state))))
            except (ImpossibleStateError, UnsolvableError):
                continue
        if self.solution.certificate.head_starts or self.solution.plan.contexts.boards == 1:
            best = self.solution.head_start()
            start = self.match.start()._replace(theirs=best.points)
            words = f"the game with a head start of {best.points}"
            self._compare(words, best.first_player_win_probability, self._bounds(start))
        for state, _, _ in possible[:ADVISED]:
            self._advice(state._replace(inherit=None))
        for state, chance, turn in possible:
            words = self._words(state)
            self._look_at(words, state, turn)
            bounds = self._bounds(state)
            self._compare(words, chance, bounds)
            self._compare(f"the turn of {words}", turn.win_probability, bounds)
            if bounds is not None:
                self._places(words, state, turn)

    def _advice(self, state: RefereeState) -> None:
        """The best choice after a roll of all the dice."""
        rolls, turn = self.match.dice.turn.rolls, self.match.rules.turn
        roll, _ = self.rng.choice(rolls.of(turn.hands.all))
        fallen: Any = roll if turn.hands.plain else turn.hands.roll_text(roll)
        question = f"advise {self._words(state)}, roll {turn.hands.roll_text(roll)}"
        given = asked_about(asked(state))
        try:
            api.turn(self.loaded, **given, floor=self.floor)
        except FarklegenError:
            return  # no turn, no advice
        options = api.advise(self.loaded, **given, roll=fallen, floor=self.floor).advice.options
        room = self.match.rules.room(state)
        leads = turn.options(turn.start, roll) if rolls.kind(roll) == "ordinary" else []
        leads = [to for to in leads if room is None or to.score <= room]
        if bool(options) != bool(leads):
            differ(question, options, f"{len(leads)} ways to score")
        if not leads:
            return
        try:
            chances = [self.match.rolling_bounds(state, *to) for to in leads]
            banks = [self.match.banking_bounds(state, to.dice, to.score) for to in leads]
        except (ImpossibleStateError, UnsolvableError):
            return
        chances += [bank for bank in banks if bank is not None]
        bounds = Bracket(max(w.low for w in chances), max(w.high for w in chances))
        best = max(option.win_probability or 0.0 for option in options)
        self._compare(question, best, bounds, max(self.bound, TOLERANCE))

    def _places(self, words: str, state: RefereeState, turn: SolvedTurn) -> None:
        """Rolling and banking at a few places of the turn."""
        places = np.argwhere(turn.reachable[: len(turn.value)])
        for _ in range(PLACES if len(places) else 0):
            row, column = (int(n) for n in places[self.rng.randrange(len(places))])
            dice, hot = self.solution.rules.moves.place(column)
            if turn.hot_counts > 1 and hot == turn.hot_counts - 1:
                continue  # more hot dice are counted as that many
            score = row * turn.unit
            where = f"{words}, turn score {score}, {dice} dice, {hot} hot dice"
            try:
                roll = self.match.rolling_bounds(state, dice, score, hot)
                bank = self.match.banking_bounds(state, dice, score)
            except (ImpossibleStateError, UnsolvableError):
                continue
            self._compare(f"rolling: {where}", float(turn.rolled[row, column]), roll)
            if bank is not None:
                self._compare(f"banking: {where}", float(turn.banked[row, column]), bank)

    def _look_at(self, words: str, state: RefereeState, turn: SolvedTurn) -> None:
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
                differ(words, f"{odd[0]} in a place that can occur", "chances from 0 to 1")
        only = only_taken_over(self.solution.rules.every_move, asked(state).inherit)
        standing = ShownStanding(self.loaded.ruleset, turn.match_state)
        document = turn_document(TurnResult(self.loaded, turn, standing, 0, only))
        json.loads(render_json.render(document, Page()), parse_constant=_refuse)

    def _bounds(self, state: RefereeState) -> Bracket | None:
        try:
            return self.match.bounds(state)
        except (ImpossibleStateError, UnsolvableError):
            return None  # too many match states for the referee

    def _compare(
        self, question: str, chance: float, bounds: Bracket | None, off: float | None = None
    ) -> None:
        """Compare a chance that is `off` by so much at most: by default as the match says."""
        if bounds is None or not bounds.high - bounds.low <= WIDEST:
            return
        self.answered += 1
        off = self.bound if off is None else off
        if not bounds.low - off - NEAR <= chance <= bounds.high + off + NEAR:
            right = (bounds.low + bounds.high) / 2
            differ(question, f"{chance!r}, off by at most {off:.3g}", repr(right))

    def _words(self, state: RefereeState) -> str:
        """The match state, as far as it is not the usual one."""
        usual = RefereeState(0, 0)._asdict()
        given = {
            name: value
            for name, value in state._asdict().items()
            if name in ("mine", "theirs") or value != usual[name]
        }
        floor = "" if self.floor is None else f" --floor {self.floor}"
        return f"match_state({', '.join(f'{k}={v}' for k, v in given.items())}){floor}"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
