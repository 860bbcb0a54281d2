"""Where turns lead, against the recursion written down as plain loops, on small random arrays."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from farklegen.core.arrays import Booleans, Floats, Integers
from farklegen.policies.policy import TurnPolicy
from farklegen.solvers import visits as tested

Options = list[tuple[int, int]]
"""(rise, column it leads to) of each option of a set."""


@dataclass(frozen=True)
class Game:
    """A turn as arrays: every column has sets, every set a probability and options."""

    rows: int
    lanes: int
    columns_sets: list[list[tuple[float, Options]]]

    @property
    def columns(self) -> int:
        return len(self.columns_sets)

    @property
    def sets(self) -> list[tuple[float, Options]]:
        return [one for column in self.columns_sets for one in column]

    @property
    def options(self) -> Options:
        return [option for _, options in self.sets for option in options]

    @property
    def max_rise(self) -> int:
        return max(rise for rise, _ in self.options)

    @property
    def offset(self) -> Integers:
        return np.array([rise * self.columns + column for rise, column in self.options])

    @property
    def option_start(self) -> Integers:
        return starts([len(options) for _, options in self.sets])

    @property
    def column_start(self) -> Integers:
        return starts([len(column) for column in self.columns_sets])

    @property
    def set_probability(self) -> Floats:
        return np.array([probability for probability, _ in self.sets])


@dataclass(frozen=True)
class Played:
    """A game and a way of playing it."""

    game: Game
    worth: Floats
    banks: Booleans
    preference: Integers
    tolerance: float

    def choice(self, row: int, which: int) -> int:
        """The option taken from a set: the number of it among all options."""
        first = int(self.game.option_start[which])
        options = self.game.sets[which][1]
        places = [(row + rise, column) for rise, column in options]
        best = max(self.worth[place] for place in places)
        equal = [
            (bool(self.banks[place]), int(self.preference[first + i]), first + i)
            for i, place in enumerate(places)
            if self.worth[place] >= best - self.tolerance
        ]
        return max(equal)[2]

    def visited(self, start: tuple[int, int]) -> Floats:
        """How often each state is visited, one state after the other."""
        game = self.game
        visits = np.zeros(self.worth.shape)
        visits[start] = 1.0
        for row in range(game.rows):
            for column in range(game.columns):
                if self.banks[row, column] and (row, column) != start:
                    continue
                for i, (probability, _) in enumerate(game.columns_sets[column]):
                    which = int(game.column_start[column]) + i
                    rise, target = game.options[self.choice(row, which)]
                    visits[row + rise, target] += visits[row, column] * probability
        return visits

    def forward(self, start: tuple[int, int]) -> Floats:
        game = self.game
        moves: Any = SimpleNamespace(
            offset=game.offset,
            option_start=game.option_start,
            column_start=game.column_start,
            set_probability=game.set_probability,
            preference=self.preference,
        )
        policy = TurnPolicy(self.worth, self.banks, self.tolerance)
        return tested.visits_of(policy, moves, *start)


def starts(sizes: list[int]) -> Integers:
    return np.cumsum([0, *sizes[:-1]])


def halves(seed: int, *shape: int) -> Floats:
    """Small numbers of which many are equal, so that ties do occur."""
    return np.random.default_rng(seed).integers(0, 6, shape) / 2.0


@st.composite
def games(draw: st.DrawFn) -> Game:
    columns = draw(st.integers(1, 3))
    option = st.tuples(st.integers(1, 4), st.integers(0, columns - 1))
    options = st.lists(option, min_size=1, max_size=4)
    one_set = st.tuples(st.sampled_from([0.0, 0.125, 0.25]), options)
    one_column = st.lists(one_set, min_size=1, max_size=3)
    sets = draw(st.lists(one_column, min_size=columns, max_size=columns))
    return Game(draw(st.integers(1, 7)), draw(st.integers(1, 3)), sets)


@st.composite
def played(draw: st.DrawFn) -> Played:
    game = draw(games())
    seed = draw(st.integers(0, 1000))
    rows = game.rows + game.max_rise
    banks = halves(seed + 1, rows, game.columns) > 1
    banks[game.rows :] = True
    preference = np.array(draw(st.permutations(range(len(game.options)))))
    tolerance = draw(st.sampled_from([1e-9, 0.5]))
    return Played(game, halves(seed, rows, game.columns), banks, preference, tolerance)


@given(play=played(), data=st.data())
def test_forward_follows_every_turn_to_where_it_is_banked(
    play: Played, data: st.DataObject
) -> None:
    row = data.draw(st.integers(0, play.game.rows - 1))
    start = (row, data.draw(st.integers(0, play.game.columns - 1)))
    np.testing.assert_allclose(play.forward(start), play.visited(start), rtol=1e-14)


def test_forward_follows_long_tables_to_their_end() -> None:
    rows = 50
    one: tuple[float, Options] = (0.4, [(1, 0), (1, 1)])
    two: tuple[float, Options] = (0.3, [(2, 0), (7, 1), (3, 0)])
    banks = halves(8, rows + 7, 2) > 2
    banks[rows:] = True
    game = Game(rows, 1, [[one, two], [two]])
    play = Played(game, halves(7, rows + 7, 2), banks, np.arange(len(game.options)), 1e-9)
    np.testing.assert_allclose(play.forward((0, 1)), play.visited((0, 1)), rtol=1e-12)


def one_way(rows: int) -> Played:
    """Half of the turns end, the others rise by a row; nothing is banked below the last row."""
    banks = np.zeros((rows + 1, 1), bool)
    banks[rows:] = True
    game = Game(rows, 1, [[(0.5, [(1, 0)])]])
    return Played(game, np.zeros((rows + 1, 1)), banks, np.array([0]), 1e-9)


def test_the_first_state_is_rolled_even_where_the_policy_would_bank() -> None:
    play = one_way(1)
    play.banks[:] = True
    assert play.forward((0, 0)).tolist() == [[1.0], [0.5]]


def test_chances_too_small_to_matter_are_not_followed() -> None:
    visits = one_way(200).forward((0, 0))[:, 0]
    last = visits[np.flatnonzero(visits)[-1]]
    assert tested.NEGLIGIBLE / 2 <= last <= tested.NEGLIGIBLE
