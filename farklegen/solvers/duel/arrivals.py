"""What it is worth to begin a turn after a bank, in half the memory where there is very much of it.

A probability p becomes the whole number nearest to p (2**32 - 1), off by up to 2**-33. The value
of a turn is an average over its banks, so each turn adds an error of at most 2**-33. A game of n
turns is off by n 2**-33 at most, below `ERROR` for n < 85. As errors of the
many banks cancel out, it is some 1e-11. Choices do not depend on these numbers.
"""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import Floats, Shorts

MANY = 1 << 24
"""With more arrivals they are kept so."""

ERROR = 1e-8
"""Of the chance to win, by rounding: see above."""

PIECE = 1 << 14
"""Numbers of a large array that are changed in one go."""

NO_BRIEF: Shorts = np.empty(0, np.int32)
"""Where they are kept as they are."""


def in_brief(chance: Floats) -> Shorts:
    """Probabilities in half the memory: the bits of numbers without a sign. Where nobody arrives
    there are zeros, which take no memory.
    """
    brief = np.zeros(len(chance), np.uint32)
    for low in range(0, len(chance), PIECE):
        piece = chance[low : low + PIECE]
        if piece.any():
            brief[low : low + PIECE] = np.rint(piece * (2.0**32 - 1))
    return brief.view(np.int32)
