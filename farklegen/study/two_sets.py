"""A match of two sets of dice, as it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from farklegen.solvers.match.match import certificate_meta
from farklegen.solvers.match.two_sets import SOLVER_VERSION
from farklegen.store.match_file import MatchKey

if TYPE_CHECKING:
    import numpy.typing as npt

    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.match.two_sets import TwoSets


def key_of(mine: LoadedRuleset, theirs: LoadedRuleset) -> MatchKey:
    """What a match of the dice of these rules is found by."""
    return MatchKey(mine.fingerprint, "two sets", {"theirs": theirs.fingerprint}, SOLVER_VERSION)


def tell(found: TwoSets) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """The solution as JSON says it, and its arrays."""
    return certificate_meta(found.mine.certificate), {
        "mine": found.mine.chances,
        "theirs": found.theirs.chances,
    }
