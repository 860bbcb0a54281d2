"""What a card says of dice that must clear a face: only a part of the turn score counts with them.

They may not be banked and may farkle, so a way that leaves them is worth less than its points. What
is left is about the turn score times the chance that they score; a card says that as a part that is
easily taken in the head, by number of dice, the same for every face.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from farklegen.rules.words import dice_words, listed
from farklegen.solvers.moves import TurnMoves

PARTS = {
    Fraction(0): "nothing",
    Fraction(1, 3): "a third",
    Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds",
    Fraction(1): "all",
}
"""Parts that are easily said."""


def counted_parts(moves: TurnMoves) -> tuple[Fraction, ...]:
    """What part of the turn score counts with dice that must clear a face, fewest dice first; empty
    where none must."""
    if not moves.clears:
        return ()
    found = []
    marked = np.isin(np.arange(moves.columns), moves.target).reshape(moves.layers, moves.dice)[1:]
    farkles = moves.farkle_probability.reshape(marked.shape[0] + 1, moves.dice)[1:]
    for dice in range(moves.dice):
        here = farkles[marked[:, dice], dice]
        scores = 1.0 - float(here.mean()) if len(here) else 1.0
        found.append(min(PARTS, key=lambda part: abs(part - scores)))
    return tuple(found)


def counted_in_part(worth: NDArray[np.float64], moves: TurnMoves) -> NDArray[np.float64]:
    """float64[rows, columns]: turn scores with what dice are worth, less what does not count."""
    parts = counted_parts(moves)
    if not parts:
        return worth
    points = np.arange(len(worth)) * float(moves.unit)
    found = worth.copy()
    for column in range(moves.dice, moves.columns):
        part = parts[column % moves.dice]
        # whole numbers stay whole, and so what is equal
        found[:, column] += points * part.numerator / part.denominator - points
    return found


def clearing_words(moves: TurnMoves) -> Iterator[str]:
    """What somebody does who plays by a card, where something must be cleared."""
    said = [
        f"{PARTS[part]} with {dice_words(dice)} left"
        for dice, part in enumerate(counted_parts(moves), start=1)
        if part < 1
    ]
    less = f": of its turn score count {listed(said)}" if said else ""
    if moves.clears:
        yield f"A way that must be cleared is looked at as well, and rolled on{less}."
