"""Hypothesis strategies for small random rulesets: what the campaign draws, drawn by hypothesis."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from campaign.draw import USUAL, Data, Taste, ruleset
from farklegen.rules.ruleset import Ruleset


@st.composite
def rulesets(
    draw: st.DrawFn,
    *,
    min_dice: int = 1,
    max_dice: int = 4,
    max_goal_units: int = 20,
    fixed: Data | None = None,
) -> Ruleset:
    """A random small ruleset, every one of them valid.

    `fixed` holds keys of the ruleset, in Python values, that are not left to chance. A key given
    here replaces the drawn one as a whole (`bank` and `farkle` with all that is in them).
    """
    dice = tuple(number for number in USUAL.dice if min_dice <= number <= max_dice)
    rng = draw(st.randoms(use_true_random=False))
    found = ruleset(rng, Taste(dice=dice, goal_units=max_goal_units), fixed)
    assume(found is not None)
    assert found is not None
    return found
