"""A way of playing one turn, as data.

A policy says what every state is worth to the player and where to bank. After a roll the player
takes the option that leads to the state worth most; among equals one in which to bank, then more
dice, then more points.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TurnPolicy:
    """A preference over states, and where to bank.

    Attributes:
        worth: float64[rows, columns], what the player thinks a state is worth, in points.
        banks: bool[rows, columns], where the turn is banked.
        tolerance: worths closer than this are equal, points.
    """

    worth: NDArray[np.float64]
    banks: NDArray[np.bool_]
    tolerance: float
