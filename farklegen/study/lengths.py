"""How long games last, as it is kept."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.match import SOLVER_VERSION
from farklegen.study.kind import ResultKind

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.store.match_file import MatchKey


def key_of(loaded: LoadedRuleset, floor: int | None) -> MatchKey:
    """What the length of games is found by."""
    return KIND.key(loaded, {"floor": floor})


def _tell(found: GameLength) -> dict[str, Any]:
    numbers = {"mean": found.mean, "spread": found.spread, "lead_changes": found.lead_changes}
    return {
        # JSON has no form for what is not known
        **{name: value if isfinite(value) else None for name, value in numbers.items()},
        "distribution": [list(pair) for pair in found.distribution],
        "beyond": found.beyond,
    }


def _read(meta: dict[str, Any]) -> GameLength:
    mean, spread, changes = (
        nan if meta[name] is None else float(meta[name])
        for name in ("mean", "spread", "lead_changes")
    )
    distribution = tuple((int(turns), float(chance)) for turns, chance in meta["distribution"])
    return GameLength(mean, spread, distribution, float(meta["beyond"]), changes)


KIND = ResultKind("length", "the length of games", f"{SOLVER_VERSION}, length-4", _tell, _read)
