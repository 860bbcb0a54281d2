"""Chances and values as arrays: see `core.arrays` for what they mean."""

from __future__ import annotations

import numpy as np

from farklegen.core.arrays import SURE, Floats


def payoff_of(chance: Floats, coordinate: Floats) -> Floats:
    """What states of these chances are worth to the other player, in the lanes' coordinates."""
    valued: Floats = np.where(chance >= 0.0, 1.0 - coordinate, -coordinate) - chance
    return valued


def probability_of(chance: Floats) -> Floats:
    """A chance, see `core.arrays`, as a probability."""
    return np.where(chance < 0, chance + 1.0, chance)


def chance_of(value: Floats, coordinate: Floats) -> Floats:
    """Values of lanes as chances of states."""
    return np.where(coordinate == 0.0, np.maximum(value, 0.0), np.minimum(value, SURE))


def coordinate_of(chance: Floats) -> Floats:
    """The coordinate in which states of about these chances are best solved."""
    high = ((chance < 0.0) & (chance > -0.5)) | (chance > 0.5)
    return high.astype(np.float64)
