"""NamedTuples handed to the core: the same layout on both sides, and nothing but what fits."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from farklegen.core import arrays
from farklegen.core.arrays import aligned, layout_of, pack
from farklegen.core.binding import core
from farklegen.core.crew import Count, Watch
from farklegen.errors import CoreError


def turn(**changes: Any) -> arrays.Turn:
    """A turn whose numbers are all different."""
    made: dict[str, Any] = {
        "int": int, "Floats": lambda n: np.arange(float(n)), "Integers": np.arange
    }  # fmt: skip
    fields = (field.split(":") for field in layout_of(arrays.Turn).split()[1:])
    values = {name: made[hint](number) for number, (name, hint) in enumerate(fields, start=3)}
    return arrays.Turn(**(values | changes))


def count(limit: int, room: int = 1) -> Count:
    """What `count` takes."""
    return Count(limit, np.zeros(room, np.int64))


def test_every_struct_of_the_core_is_the_namedtuple_of_its_name() -> None:
    taken = list(core().takes.values())
    structs = {layout.split()[0]: layout for layout in sum(taken, ())}
    for kind in (arrays.Turn, arrays.PolicyTable, Count, Watch):
        assert structs[kind.__name__] == layout_of(kind)


def test_arrays_are_seen_where_they_lie() -> None:
    given = count(7)
    packed = pack(given)
    assert core().call("count", packed, Watch.new()) == 7
    assert given.counted[0] == 7


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
    counted = np.zeros(1, np.int64)
    counted.flags.writeable = False
    with pytest.raises(TypeError, match=r"Count\.counted is written to, and is read-only"):
        pack(Count(1, counted))


def test_arguments_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(TypeError, match=r"count takes \('Count', 'Watch'\), not"):
        core().call("count", Watch.new(), count(1))


def test_too_small_an_array_is_refused() -> None:
    with pytest.raises(ValueError, match="count: an array is too small"):
        core().call("count", count(1, room=0), Watch.new())


def test_a_struct_that_the_core_has_otherwise_is_refused() -> None:
    class Other(NamedTuple):
        limit: float

    Other.__name__ = "Count"
    with pytest.raises(CoreError, match=r"the core has other structs for count: .*`just core`"):
        core().call("count", Other(1.0), Watch.new())


def test_room_begins_on_a_cache_line() -> None:
    for size in range(1, 20):
        room = aligned(size)
        assert room.ctypes.data % 64 == 0
        assert len(room) == size
        assert room.dtype == np.float64
