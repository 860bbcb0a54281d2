"""NamedTuples handed to the core: the same layout on both sides, and nothing but what fits."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from typing_extensions import TypeAliasType, TypeVar

from farklegen.core import arrays, structures, sweeps
from farklegen.core.binding import core
from farklegen.core.crew import Watch
from farklegen.core.structures import WRITTEN, Written, aligned, fields_of, pack
from farklegen.errors import CoreError


class Sums(NamedTuple):
    """What `add_up` writes to."""

    sum: Written[arrays.Floats]


def turn(**changes: Any) -> arrays.Turn:
    """A turn whose numbers are all different."""
    made: dict[str, Any] = {"i": int, "D": lambda n: np.arange(float(n)), "I": np.arange}
    fields = enumerate(fields_of(arrays.Turn), start=3)
    values: dict[str, Any] = {name: made[kind](number) for number, (name, _, kind) in fields}
    return arrays.Turn(**(values | changes))


@pytest.mark.parametrize(
    "kind",
    [arrays.Turn, arrays.Payoffs, arrays.Keep, arrays.PolicyTable, arrays.StatePolicy, Watch],
)
def test_both_sides_have_the_same_structs(kind: Any) -> None:
    assert core().struct(kind.__name__) == fields_of(kind)


def test_constants_are_the_same_on_both_sides() -> None:
    text = (library_sources() / "arrays.hpp").read_text()
    constants = {**vars(arrays), **vars(sweeps)}
    for name in ("ENDS", "LOCAL", "MOST", "FORBIDDEN", "NO_OPTION", "LINE"):
        line = next(line for line in text.splitlines() if f" {name} = " in line)
        assert float(line.split("=")[1].split(";")[0]) == constants[name]


def library_sources() -> Any:
    from farklegen.core.compiling import SOURCES

    return SOURCES


def test_arrays_are_seen_where_they_lie() -> None:
    given, sums = turn(), Sums(np.zeros(2))
    packed = pack(given)
    count = core().call("add_up", packed, sums)
    assert count == given.offset.size + given.probability.size
    assert sums.sum.tolist() == [given.offset.sum(), given.probability.sum()]
    given.offset[0] += 5
    core().call("add_up", packed, sums)
    assert sums.sum[0] == 2 * given.offset.sum() - 5


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"offset": np.zeros(3)}, "Turn.offset should hold int64, and holds float64"),
        ({"farkle": np.zeros(6)[::2]}, "Turn.farkle should be contiguous"),
        ({"legal": [1, 2]}, "Turn.legal should be an array of int64, and is list"),
        ({"dice": 1.5}, "required argument is not an integer"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        pack(turn(**changes))


def test_a_result_cannot_be_read_only() -> None:
    sums = np.zeros(2)
    sums.flags.writeable = False
    with pytest.raises(TypeError, match=r"Sums\.sum is written to, and is read-only"):
        pack(Sums(sums))


def test_arguments_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(TypeError, match="add_up takes"):
        core().call("add_up", Sums(np.zeros(2)), turn())


def test_too_small_an_array_is_said() -> None:
    with pytest.raises(ValueError, match="add_up: an array is too small"):
        core().call("add_up", turn(), Sums(np.zeros(1)))


def test_a_struct_that_the_core_has_otherwise_is_said() -> None:
    class Count(NamedTuple):
        limit: float

    with pytest.raises(CoreError, match=r"Count is not the struct.*\('limit', 0, 'd'\) here"):
        core().call("count", Count(1.0), Watch.new())

    class Unknown(NamedTuple):
        limit: int

    with pytest.raises(CoreError, match="there is none"):
        core().pack(Unknown(1))


def test_room_begins_on_a_cache_line() -> None:
    for size in range(1, 20):
        room = aligned(size)
        assert room.ctypes.data % 64 == 0
        assert len(room) == size
        assert room.dtype == np.float64


def test_arrays_are_known_by_an_alias_that_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = TypeVar("kind", bound=np.generic)
    array: Any = np.ndarray
    of: Any = (kind,)
    named: Any = TypeAliasType("NDArray", array, type_params=of)  # as numpy 2.5 has it
    hints = {"sum": Annotated[named[np.int32], WRITTEN]}
    monkeypatch.setattr(structures, "NDArray", named)
    monkeypatch.setattr(structures, "get_type_hints", lambda *_, **__: hints)
    structures._fields.cache_clear()
    assert fields_of(Sums) == [("sum", 0, "H")]
    structures._fields.cache_clear()
