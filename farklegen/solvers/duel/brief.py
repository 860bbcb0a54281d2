"""Ends of turns in fewer bytes, for large matches: chances of banks as 32-bit numbers, and in the
tail of a list, where all are small, as 16-bit ones.

The chances p(k) of the banks of a list are rounded to whole *units*, the unit being the largest of
them by 2**31 - 2. What rounding leaves over is carried on to the next bank, so that all banks up to
any k together are right to half a unit. And what rounding does to the worth of the turn against a
given opponent, in the solved match the perfect one, is kept for each state (`rest`) and put back.

With q(k) the rounded chances and W, W' what the banks are worth to the opponent who is met, and to
the one for whom `rest` was found, a turn is worth too much by

    sum over k of (q(k) - p(k)) (W(k) - W'(k))

or, summed by parts, at most half a unit times (|D| at the last bank + the variation of D along the
banks), where D = W - W'. So duels of perfect play against itself are not changed at all. A unit is
little above 2**-31; with Facebook's rules the units of all turns of a game add up to 1.5e-9, so
that the chance to win is wrong by no more than `ERROR` as long as D and its variation add up to
one. State by state the bound is 1e-10 there, against a player who wins 22% and one who wins 2%,
and the error 3e-12. Where turns lead, and so how often states are met, is right to half a unit for
each turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from farklegen.core.arrays import Floats, Integers, Payoffs, Shorts, Small
from farklegen.core.binding import core
from farklegen.core.structures import Written
from farklegen.solvers.duel.setting import Levels
from farklegen.solvers.ends import Ends

ERROR = 1e-9
"""Of the chance to win, by rounding: see above."""


class Brief(NamedTuple):
    """What is made brief.

    Attributes:
        states: int64[turns], where the lists hold.
        other: float64[chances], what states are worth to the opponent for whom `rest` is found.
        run: int64[lists + 1], out: where in `brief` each list begins.
        brief: int32[...], out: as `Ends.banked`, in units of each list, up to the tail.
        tail_run, tail: int64[lists + 1], uint16[...], out: the same for what follows.
        unit: float64[lists], out.
        rest: float64[chances], out: what rounding takes from the worth of the turn of each state.
    """

    states: Integers
    other: Floats
    run: Written[Integers]
    brief: Written[Shorts]
    tail_run: Written[Integers]
    tail: Written[Small]
    unit: Written[Floats]
    rest: Written[Floats]


def in_brief(
    payoffs: Payoffs, ends: Ends, levels: Levels, states: Integers, other: Floats, rest: Floats
) -> Ends:
    """Lists in fewer bytes, given where they hold; see `Brief`, `rest` is written to."""
    lists, banks = len(ends.row), len(ends.banked)
    to = Brief(
        states,
        other,
        np.empty(lists + 1, np.int64),
        np.empty(banks, np.int32),
        np.empty(lists + 1, np.int64),
        np.empty(banks, np.uint16),
        np.empty(lists),
        rest,
    )
    core().call("in_brief", payoffs, ends, levels, to)
    return ends._replace(
        run=to.run,
        banked=np.empty(0),
        brief=to.brief[: to.run[-1]].copy(),
        tail_run=to.tail_run,
        tail=to.tail[: to.tail_run[-1]].copy(),
        unit=to.unit,
        rest=rest,
    )
