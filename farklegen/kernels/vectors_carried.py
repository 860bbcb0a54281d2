"""Sums over the sets of a column as vector instructions, for numba: values of three terms.

Like `kernels.vectors`, for values c0 + c1 U' + c2 U whose terms lie `size` numbers apart, and with
choices that are made elsewhere: by other values, whose best option is carried along, or beforehand.
The nine accumulators stay in registers over all sets.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from farklegen.kernels.arrays import LANES, VECTOR
from farklegen.kernels.vectors import (
    INT,
    MULTIPLY_ADD,
    constant,
    load,
    phi,
    spread,
    store,
)

TERMS = 3


def _at(builder: Any, pointer: Any, index: Any, size: Any) -> list[Any]:
    """The vectors of all terms that begin at an index."""
    found = []
    for term in range(TERMS):
        shift = builder.mul(size, constant(term))
        found += load(builder, pointer, builder.add(index, shift))
    return found


def _grown(builder: Any, total: list[Any], taken: list[Any], chance: Any) -> list[Any]:
    weight = spread(builder, chance)
    return [
        builder.fadd(old, builder.fmul(value, weight, flags=MULTIPLY_ADD), flags=MULTIPLY_ADD)
        for old, value in zip(total, taken, strict=True)
    ]


def _data(context: Any, builder: Any, kinds: Any, arrays: Any) -> list[Any]:
    return [
        context.make_array(kind)(context, builder, array).data
        for kind, array in zip(kinds, arrays, strict=True)
    ]


def _end(builder: Any, acc: Any, final: list[Any]) -> None:
    width = len(final) // TERMS
    for term in range(TERMS):
        lanes = constant(term * width * VECTOR)
        store(builder, acc, lanes, final[term * width : (term + 1) * width])


@intrinsic
def fold_best(  # type: ignore[no-untyped-def]
    context,  # noqa: ARG001
    best,
    value,
    offset,
    set_start,
    probability,
    acc,
    base,
    size,
    first,
    last,
):
    """Add to `acc` the sets `first` to `last`, each with the option that is best.

    best: float64[...], what decides; value: float64[3 * size], what counts; both at `base` and the
    offset of the option (int64, in numbers); acc: float64[3 * LANES], in and out.
    """
    signature = types.void(
        best, value, offset, set_start, probability, acc, base, size, first, last
    )

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        deciding, worth, offsets, starts, chances, into = _data(
            context, builder, signature.args[:6], arguments[:6]
        )
        base, size, first, last = arguments[6:]
        entry = builder.basic_block
        begun = _at(builder, into, constant(0), constant(LANES))
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
        begin = builder.load(builder.gep(starts, [number]))
        end = builder.load(builder.gep(starts, [following]))
        chance = builder.load(builder.gep(chances, [number]))

        def look(option: Any) -> tuple[list[Any], list[Any]]:
            place = builder.add(base, builder.load(builder.gep(offsets, [option])))
            return load(builder, deciding, place), _at(builder, worth, place, size)

        single, single_worth = look(begin)
        second = builder.add(begin, constant(1))
        builder.cbranch(builder.icmp_signed("<", second, end), option_loop, set_end)

        builder.position_at_end(option_loop)
        option = builder.phi(INT)
        option.add_incoming(second, set_loop)
        old = phi(builder, set_loop, single)
        old_worth = phi(builder, set_loop, single_worth)
        new, new_worth = look(option)
        better = [
            builder.fcmp_ordered(">", one, other) for one, other in zip(new, old, strict=True)
        ]
        kept = [
            builder.select(mask, one, other)
            for mask, one, other in zip(better, new, old, strict=True)
        ]
        kept_worth = [
            builder.select(mask, one, other)
            for mask, one, other in zip(better * TERMS, new_worth, old_worth, strict=True)
        ]
        next_option = builder.add(option, constant(1))
        option.add_incoming(next_option, option_loop)
        for node, vector in zip(old + old_worth, kept + kept_worth, strict=True):
            node.add_incoming(vector, option_loop)
        builder.cbranch(builder.icmp_signed("<", next_option, end), option_loop, set_end)

        builder.position_at_end(set_end)
        taken = phi(builder, set_loop, single_worth)
        for node, vector in zip(taken, kept_worth, strict=True):
            node.add_incoming(vector, option_loop)
        grown = _grown(builder, total, taken, chance)
        number.add_incoming(following, set_end)
        for node, vector in zip(total, grown, strict=True):
            node.add_incoming(vector, set_end)
        builder.cbranch(builder.icmp_signed("<", following, last), set_loop, leave)

        builder.position_at_end(leave)
        final = phi(builder, entry, begun)
        for node, vector in zip(final, grown, strict=True):
            node.add_incoming(vector, set_end)
        _end(builder, into, final)
        return context.get_dummy_value()

    return signature, emit


@intrinsic
def fold_listed(  # type: ignore[no-untyped-def]
    context,  # noqa: ARG001
    value,
    cells,
    chances,
    acc,
    size,
    count,
):
    """Add to `acc` what lies at some places, times chances.

    value: float64[3 * size]; cells: int64[...], in numbers; chances: float64[...]; count: how many;
    acc: float64[3 * LANES], in and out.
    """
    signature = types.void(value, cells, chances, acc, size, count)

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        worth, places, weights, into = _data(context, builder, signature.args[:4], arguments[:4])
        size, count = arguments[4:]
        entry = builder.basic_block
        begun = _at(builder, into, constant(0), constant(LANES))
        loop = builder.append_basic_block("places")
        leave = builder.append_basic_block("leave")
        builder.cbranch(builder.icmp_signed("<", constant(0), count), loop, leave)

        builder.position_at_end(loop)
        number = builder.phi(INT)
        number.add_incoming(constant(0), entry)
        total = phi(builder, entry, begun)
        place = builder.load(builder.gep(places, [number]))
        chance = builder.load(builder.gep(weights, [number]))
        grown = _grown(builder, total, _at(builder, worth, place, size), chance)
        following = builder.add(number, constant(1))
        number.add_incoming(following, loop)
        for node, vector in zip(total, grown, strict=True):
            node.add_incoming(vector, loop)
        builder.cbranch(builder.icmp_signed("<", following, count), loop, leave)

        builder.position_at_end(leave)
        final = phi(builder, entry, begun)
        for node, vector in zip(final, grown, strict=True):
            node.add_incoming(vector, loop)
        _end(builder, into, final)
        return context.get_dummy_value()

    return signature, emit
