"""The innermost loop of the turn recursion as vector instructions, for numba.

    rolled[l] = begun[l] + sum over sets s of p[s] * max over options o of s of
                values[base + offset[o] + l]
    values[to + l] = max(rolled[l], bank[l])

for `LANES` lanes l at once. Left to itself a compiler loads and stores the sums once for every set;
here the accumulators stay in registers over all sets of a column, and each option costs one load
and one maximum. That is two to three times as fast, and blocks can be as small as 16 lanes without
loss. Written in LLVM's vector types, which every processor has: on narrower ones a vector becomes
two or four registers.

`fold_overshoot` is the same for an exact goal: a set without a legal option (every value below
`NO_OPTION`) is a farkle, and counts `lost[l]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from farklegen.kernels.arrays import NO_OPTION, VECTOR, VECTORS

INT = ir.IntType(64)
_VECTOR = ir.VectorType(ir.DoubleType(), VECTOR)
MULTIPLY_ADD = ("contract",)


def constant(number: int) -> ir.Constant:
    """A whole number."""
    return ir.Constant(INT, number)


def spread(builder: Any, scalar: Any) -> Any:
    """One number in every place of a vector."""
    index = ir.IntType(32)
    blank = ir.Constant(_VECTOR, ir.Undefined)
    single = builder.insert_element(blank, scalar, ir.Constant(index, 0))
    everywhere = ir.Constant(ir.VectorType(index, VECTOR), [0] * VECTOR)
    return builder.shuffle_vector(single, blank, everywhere)


def load(builder: Any, pointer: Any, index: Any) -> list[Any]:
    """The vectors of one block that begin at an index."""
    found = []
    for part in range(VECTORS):
        place = builder.gep(pointer, [builder.add(index, constant(part * VECTOR))])
        vector = builder.load(builder.bitcast(place, _VECTOR.as_pointer()))
        vector.align = 8
        found.append(vector)
    return found


def store(builder: Any, pointer: Any, index: Any, vectors: list[Any]) -> None:
    """Write the vectors of one block."""
    for part, vector in enumerate(vectors):
        place = builder.gep(pointer, [builder.add(index, constant(part * VECTOR))])
        builder.store(vector, builder.bitcast(place, _VECTOR.as_pointer())).align = 8


def phi(builder: Any, block: Any, vectors: list[Any]) -> list[Any]:
    """Vectors that change from round to round, as they are when coming from `block`."""
    nodes = []
    for vector in vectors:
        node = builder.phi(_VECTOR)
        node.add_incoming(vector, block)
        nodes.append(node)
    return nodes


def _larger(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), one, other)


def _fold(builder: Any, pointers: dict[str, Any], at: dict[str, Any]) -> None:
    """Emit the loops over sets and options."""
    entry = builder.basic_block
    base, first, last = at["base"], at["first"], at["last"]
    begun = load(builder, pointers["begun"], at["begun_at"])
    lost = load(builder, pointers["lost"], constant(0)) if "lost" in pointers else None
    set_loop = builder.append_basic_block("sets")
    option_loop = builder.append_basic_block("options")
    set_end = builder.append_basic_block("set_end")
    leave = builder.append_basic_block("leave")
    builder.cbranch(builder.icmp_signed("<", first, last), set_loop, leave)

    builder.position_at_end(set_loop)
    number = builder.phi(INT)
    number.add_incoming(first, entry)
    total = phi(builder, entry, begun)
    following = builder.add(number, constant(1))
    begin = builder.load(builder.gep(pointers["set_start"], [number]))
    end = builder.load(builder.gep(pointers["set_start"], [following]))
    chance = builder.load(builder.gep(pointers["probability"], [number]))

    def values_of(option: Any) -> list[Any]:
        offset = builder.load(builder.gep(pointers["offset"], [option]))
        return load(builder, pointers["values"], builder.add(base, offset))

    single = values_of(begin)
    second = builder.add(begin, constant(1))
    builder.cbranch(builder.icmp_signed("<", second, end), option_loop, set_end)

    builder.position_at_end(option_loop)
    option = builder.phi(INT)
    option.add_incoming(second, set_loop)
    best = phi(builder, set_loop, single)
    better = [
        _larger(builder, value, old) for value, old in zip(values_of(option), best, strict=True)
    ]
    next_option = builder.add(option, constant(1))
    option.add_incoming(next_option, option_loop)
    for node, vector in zip(best, better, strict=True):
        node.add_incoming(vector, option_loop)
    builder.cbranch(builder.icmp_signed("<", next_option, end), option_loop, set_end)

    builder.position_at_end(set_end)
    found = phi(builder, set_loop, single)
    for node, vector in zip(found, better, strict=True):
        node.add_incoming(vector, option_loop)
    taken: list[Any] = found
    if lost is not None:
        limit = spread(builder, ir.Constant(ir.DoubleType(), NO_OPTION))
        taken = [
            builder.select(builder.fcmp_ordered("<", value, limit), instead, value)
            for value, instead in zip(found, lost, strict=True)
        ]
    weight = spread(builder, chance)
    grown = [
        builder.fadd(old, builder.fmul(value, weight, flags=MULTIPLY_ADD), flags=MULTIPLY_ADD)
        for old, value in zip(total, taken, strict=True)
    ]
    number.add_incoming(following, set_end)
    for node, vector in zip(total, grown, strict=True):
        node.add_incoming(vector, set_end)
    builder.cbranch(builder.icmp_signed("<", following, last), set_loop, leave)

    builder.position_at_end(leave)
    final = phi(builder, entry, begun)
    for node, vector in zip(final, grown, strict=True):
        node.add_incoming(vector, set_end)
    store(builder, pointers["rolled"], at["rolled_at"], final)
    bank = load(builder, pointers["bank"], at["bank_at"])
    kept = [_larger(builder, one, other) for one, other in zip(final, bank, strict=True)]
    store(builder, pointers["values"], at["to"], kept)


_ARRAYS = ("values", "offset", "set_start", "probability", "begun", "bank", "rolled")
_INDICES = ("begun_at", "bank_at", "rolled_at", "base", "first", "last", "to")


def _emitter(arrays: tuple[str, ...]) -> Callable[..., Any]:
    """Code for arguments: arrays of these names, then the indices."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointers = {
            name: context.make_array(kind)(context, builder, array).data
            for name, kind, array in zip(arrays, signature.args, arguments, strict=False)
        }
        at = dict(zip(_INDICES, arguments[len(arrays) :], strict=True))
        _fold(builder, pointers, at)
        return context.get_dummy_value()

    return emit


@intrinsic
def fold(  # type: ignore[no-untyped-def]
    context,  # noqa: ARG001
    values,
    offset,
    set_start,
    probability,
    begun,
    bank,
    rolled,
    begun_at,
    bank_at,
    rolled_at,
    base,
    first,
    last,
    to,
):
    """The sets `first` to `last`, from values at `base` on, into values at `to`.

    values: float64[...]; offset: int64[options], in numbers of `values`; set_start: int64[sets +
    1]; probability: float64[sets]; begun, bank, rolled: float64[...], from their indices on; all
    indices int64.
    """
    signature = types.void(
        values, offset, set_start, probability, begun, bank, rolled,
        begun_at, bank_at, rolled_at, base, first, last, to,
    )  # fmt: skip
    return signature, _emitter(_ARRAYS)


@intrinsic
def fold_overshoot(  # type: ignore[no-untyped-def]
    context,  # noqa: ARG001
    values,
    offset,
    set_start,
    probability,
    begun,
    bank,
    rolled,
    lost,
    begun_at,
    bank_at,
    rolled_at,
    base,
    first,
    last,
    to,
):
    """As `fold`; a set without a legal option counts `lost`, float64[LANES]."""
    signature = types.void(
        values, offset, set_start, probability, begun, bank, rolled, lost,
        begun_at, bank_at, rolled_at, base, first, last, to,
    )  # fmt: skip
    return signature, _emitter((*_ARRAYS, "lost"))
