"""The match solver against the referee: match states, whole turns, and what a command makes of
them.

A chance is wrong if it lies further outside the referee's bounds than the solver says it may. Where
these bounds are far apart the referee leaves the answer open, and nothing is compared.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from random import Random
from typing import Any, NoReturn
from unittest.mock import patch

import numpy as np

from campaign.draw import Data
from campaign.finding import MOST_BOUND, NEAR, WIDEST, Finding, Outcome, crashed, data_of, yaml_of
from farklegen import api
from farklegen.core.binding import CHOICE
from farklegen.core.compiling import HERE, TARGETS, file_name, this_target
from farklegen.errors import FarklegenError, ImpossibleStateError, UnsolvableError
from farklegen.render import json as render_json
from farklegen.render.registry import Page
from farklegen.report.turn import TurnResult, turn_document
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.match_rules import TOLERANCE
from farklegen.solvers.match.match_state import MatchState, Taken
from farklegen.solvers.match.solution import MatchSolution, SolvedTurn
from farklegen.solvers.match_state_checks import only_taken_over
from tests.referee import Bracket, Match
from tests.referee import MatchState as RefereeState

MOST_TURNS = 800
"""Situations between turns that the referee works out at most."""

SHARP = 1e-11
"""Error that the solver is asked for: less than what is let pass, so that differences show."""

SWEEPS = 300
DOUBLINGS = 1

STATES_FOR_TWINS = 4_000
"""Starts of turns up to which builds of the core are compared."""

NAMED = ("bank.", "farkle.", *(f"{key}:" for key in Ruleset.known_keys()), "for ever", "reach")
"""What a refusal that gives its reason has in it: a rule, turns without end, or the size."""

ADVISED = 3
"""Match states in which advice is asked for."""

POSITIONS = 6
"""Of a turn that are looked at."""


def floor_of(ruleset: Ruleset) -> int | None:
    """A floor close to zero, so that the referee can follow; None where the rules have one."""
    farkle = ruleset.farkle
    if ruleset.rounds is not None:
        return None  # so many penalties at most
    if farkle.lowest_score is not None or not farkle.most_lost:
        return None
    return -2 * farkle.most_lost


@contextmanager
def plainest_core() -> Iterator[None]:
    """The build of the core for the oldest processors, which rounds otherwise."""
    with patch.dict(os.environ, {CHOICE: "v2"}):
        yield


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
    told = match_state._asdict()
    inherit = None if match_state.inherit is None else Taken(*match_state.inherit)
    return MatchState(**told | {"inherit": inherit, "rounds_left": match_state.rounds_left or None})


class MatchJudge:
    """Compares one ruleset's match.

    Args:
        ruleset: the rules.
        seed: of what is asked.
        match_states: asked about, beside the start.
        outcome: takes counts and findings.
        data: the rules as they are shown; by default what is not usual about them.
    """

    part = "match"

    def __init__(self, ruleset: Ruleset, seed: str, match_states: int, outcome: Outcome) -> None:
        self.ruleset, self.outcome, self.match_states = ruleset, outcome, match_states
        self.rng = Random(seed)
        self.data: Data = data_of(ruleset)
        self.text = yaml_of(self.data)
        self._kinds: set[str] = set()

    def judge(self) -> None:
        """Compare; what the time is too short for has been compared as far as it goes."""
        floor = floor_of(self.ruleset)
        what = "the match" if floor is None else f"the match, cut off with --floor {floor}"
        head_starts = self.rng.random() < 0.5
        try:
            self.solution = solve(self.ruleset, head_starts=head_starts)
        except FarklegenError as refused:
            self.outcome.refuse(self.part, refused)
            if not any(key in str(refused) for key in NAMED):
                self._found_all_the_same(what, refused)
            return
        except Exception as error:
            self._crashed(what, error)
            return
        self.floor = "" if floor is None else f" --floor {floor}"
        self.outcome.counts["match solved"] += 1
        self.bound = self.solution.certificate.error_bound
        if not isfinite(self.bound) or not 0 <= self.bound <= MOST_BOUND:
            self._wrong(
                "bound", what, f"a bound of {self.bound:.3g}", "a bound that says something"
            )
            return
        self.match = self._referee()
        self.loaded = load_text(self.text, "rules.yaml")
        if int(self.solution.plan.exists.sum()) <= STATES_FOR_TWINS and self.rng.random() < 0.15:
            self._twins()
        drawn = [random_match_state(self.solution, self.rng) for _ in range(self.match_states)]
        wanted = [self.match.start(), *drawn]
        turns = [self._turn(match_state) for match_state in wanted]  # all of them before time is up
        self._head_start()
        for match_state in [one for one, turn in zip(wanted, turns, strict=True) if turn][:ADVISED]:
            self._advised(match_state._replace(inherit=None))
        for match_state, found in zip(wanted, turns, strict=True):
            if found is not None:
                self._ask(match_state, *found)

    def _referee(self) -> Match:
        return Match(
            self.ruleset,
            floor=floor_of(self.ruleset),
            most_turns=MOST_TURNS,
            most_doublings=DOUBLINGS,
            most_sweeps=SWEEPS,
        )

    def _found_all_the_same(self, what: str, refused: FarklegenError) -> None:
        """Such a refusal names no rule: it is right where the referee finds nothing either."""
        self.match, self.floor = self._referee(), ""
        bounds = self._bounds(self.match.start())
        if bounds is not None and bounds.high - bounds.low <= WIDEST and not self.match.undecided:
            self._wrong("not found", what, str(refused), repr((bounds.low + bounds.high) / 2))

    def _advised(self, match_state: RefereeState) -> None:
        """The best choice after a roll of all the dice."""
        rolls, turn = self.match.dice.turn.rolls, self.match.rules.turn
        roll, _ = self.rng.choice(rolls.of(turn.hands.all))
        fallen: Any = roll if turn.hands.plain else turn.hands.roll_text(roll)
        where = f"advise {self._words(match_state)}, roll {turn.hands.roll_text(roll)}"
        told = asked(match_state)._asdict()
        try:
            api.turn(self.loaded, **told, floor=floor_of(self.ruleset))
        except FarklegenError:
            return  # no turn, no advice
        except Exception as error:
            self._crashed(where, error)
            return
        try:
            found = api.advise(self.loaded, **told, roll=fallen, floor=floor_of(self.ruleset))
        except Exception as error:
            self._crashed(where, error)
            return
        room = self.match.rules.room(match_state)
        ordinary = rolls.kind(roll) == "ordinary"
        leads = turn.options(turn.start, roll) if ordinary else []
        leads = [to for to in leads if room is None or to.score <= room]
        if bool(found.advice.options) != bool(leads):
            self._wrong("advise", where, f"{found.advice}", f"{len(leads)} ways to score")
        if not leads or not found.advice.options:
            return
        worth = []
        try:
            for to in leads:
                bank = self.match.banking_bounds(match_state, to.dice, to.score)
                worth += [self.match.rolling_bounds(match_state, *to), *([bank] if bank else [])]
        except (ImpossibleStateError, UnsolvableError):
            return
        bounds = Bracket(max(w.low for w in worth), max(w.high for w in worth))
        best = max(option.win_probability or 0.0 for option in found.advice.options)
        self._compare("advise", where, best, bounds, max(self.bound, TOLERANCE))

    def _turn(self, match_state: RefereeState) -> tuple[float, SolvedTurn] | None:
        """The chance and the turn, if the match state can occur."""
        try:
            self.match.rules.check(match_state)
            chance = self.solution.win_probability(asked(match_state))
            turn = self.solution.turn(asked(match_state))
        except (ImpossibleStateError, UnsolvableError):
            self.outcome.counts["match states that cannot occur"] += 1
            return None
        except Exception as error:
            self._crashed(self._words(match_state), error)
            return None
        self._look_at(match_state, turn)
        return chance, turn

    def _ask(self, match_state: RefereeState, chance: float, turn: SolvedTurn) -> None:
        """Compare them with what the referee says."""
        bounds = self._bounds(match_state)
        if bounds is None:
            return
        self._compare("value", self._words(match_state), chance, bounds)
        self._compare("value of turn", self._words(match_state), turn.win_probability, bounds)
        self._positions(match_state, turn)

    def _bounds(self, match_state: RefereeState) -> Bracket | None:
        try:
            bounds = self.match.bounds(match_state)
        except (ImpossibleStateError, UnsolvableError):
            self.outcome.counts["match states too many for the referee"] += 1
            return None
        return bounds

    def _positions(self, match_state: RefereeState, turn: SolvedTurn) -> None:
        """A few places of the turn."""
        places = np.argwhere(turn.reachable[: len(turn.value)])
        if not len(places):
            return
        for _ in range(POSITIONS):
            row, column = (int(n) for n in places[self.rng.randrange(len(places))])
            dice, hot = self.solution.rules.moves.place(column)
            if turn.hot_counts > 1 and hot == turn.hot_counts - 1:
                continue  # more hot dice are counted as so many
            score = row * turn.unit
            where = f"{self._words(match_state)}, turn score {score}, {dice} dice, {hot} hot dice"
            try:
                roll = self.match.rolling_bounds(match_state, dice, score, hot)
                bank = self.match.banking_bounds(match_state, dice, score)
            except (ImpossibleStateError, UnsolvableError):
                continue
            self._compare("rolling", where, float(turn.rolled[row, column]), roll)
            if bank is not None:
                banked = float(turn.banked[row, column])
                self._compare("banking", where, banked, bank)

    def _look_at(self, match_state: RefereeState, turn: SolvedTurn) -> None:
        """Numbers that are none, and the JSON of the command."""
        rows = len(turn.value)
        arrays = {
            "rolled": (turn.rolled, turn.reachable[:rows]),
            "value": (turn.value, turn.reachable[:rows]),
            "above": (turn.above, turn.reachable[rows:]),
        }
        for name, (array, mask) in arrays.items():
            seen = array[mask]
            odd = seen[~((seen >= -NEAR) & (seen <= 1 + NEAR))]
            if len(odd):
                self._wrong(
                    f"marker in {name}",
                    self._words(match_state),
                    f"{len(odd)} numbers such as {odd[0]} where reachable is true",
                    "chances from 0 to 1",
                )
        try:
            inherit = asked(match_state).inherit
            only = only_taken_over(self.solution.rules.every_move, inherit)
            text = render_json.render(turn_document(TurnResult(self.loaded, turn, 0, only)), Page())
            json.loads(text, parse_constant=_refuse)
        except Exception as error:
            self._crashed(f"turn --format json: {self._words(match_state)}", error)

    def _head_start(self) -> None:
        if not (self.solution.certificate.head_starts or self.solution.plan.contexts.boards == 1):
            return  # that is asked of a match with head starts
        try:
            best = self.solution.head_start()
        except Exception as error:
            self._crashed("head_start", error)
            return
        match_state = self.match.start()._replace(theirs=best.points)
        bounds = self._bounds(match_state)
        if bounds is not None:
            where = f"the game with a head start of {best.points}"
            self._compare("head start", where, best.first_player_win_probability, bounds)

    def _twins(self) -> None:
        """The other build, if there is one, which must say the same."""
        if not (HERE / file_name("v2", TARGETS[this_target()])).exists():
            return
        try:
            with plainest_core():
                head_starts = self.solution.certificate.head_starts
                twin = solve(self.ruleset, head_starts=head_starts)
        except Exception as error:
            self._crashed("the match, FARKLEGEN_CORE=v2", error)
            return
        self.outcome.counts["match builds compared"] += 1
        here = self.solution.plan.exists
        one, two = (_plain(s.chances[: len(here)][here]) for s in (self.solution, twin))
        far = float(np.abs(one - two).max(initial=0.0))
        bound = self.bound + twin.certificate.error_bound
        if not far <= bound + NEAR:
            self._wrong(
                "builds",
                "every start of a turn, also with FARKLEGEN_CORE=v2",
                f"{far:.3g} apart, bounds {bound:.3g} together",
                "as close as both say",
            )

    def _compare(
        self, kind: str, question: str, chance: float, bounds: Bracket, off: float | None = None
    ) -> None:
        """Compare a chance that is `off` by so much at most: by default as the match says."""
        off = self.bound if off is None else off
        if not bounds.high - bounds.low <= WIDEST:
            self.outcome.counts["match questions left open by the referee"] += 1
            return
        self.outcome.counts["match questions"] += 1
        room = off + NEAR
        if not bounds.low - room <= chance <= bounds.high + room:
            right = (bounds.low + bounds.high) / 2
            self._wrong(kind, question, f"{chance!r}, off by at most {off:.3g}", f"{right!r}")

    def _wrong(self, kind: str, question: str, answer: str, right: str) -> None:
        """One of a kind is enough: the next one comes of the same mistake."""
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        self.outcome.findings.append(Finding(self.part, kind, self.text, question, answer, right))

    def _crashed(self, question: str, error: Exception) -> None:
        found = crashed(self.part, self.text, question, error)
        self._wrong(found.kind, question, found.answer, found.right)

    def _words(self, match_state: RefereeState) -> str:
        """The match state, as far as it is not the usual one."""
        usual = RefereeState(0, 0)._asdict()
        said = {
            name: value
            for name, value in match_state._asdict().items()
            if name in ("mine", "theirs") or value != usual[name]
        }
        return f"match_state({', '.join(f'{k}={v}' for k, v in said.items())}){self.floor}"


def _plain(chances: Any) -> Any:
    """Chances above a half are kept as what they fall short of one, below zero."""
    return np.where(chances < 0, 1.0 + chances, chances)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
