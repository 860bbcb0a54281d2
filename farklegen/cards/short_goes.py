"""Go-for-it thresholds in few numbers, from what one pass over the match tells of all of them.

The pass says for every number of dice and every pair of scores, one's own and the opponent's, what
going for the goal from there on gains to first order (`cards.go_for_it`). So thresholds with k
numbers are the k scores that give up least if each number of dice has the pair of them, or none,
that suits it best. They are chosen one after the other, each in place of the one before it as well
if that gives up less; nothing is measured for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import numpy as np

from farklegen.cards.go_for_it import Promise, ThresholdSearch, replaced
from farklegen.cards.short import Said
from farklegen.policies.policy import GoForIt

MOST = 8
"""Numbers in thresholds at most."""

PASSES = 2
"""Passes over the match: each is made with the thresholds that the one before promised most of."""

TELL_APART = 2e-5
"""Chance to win that telling both scores apart must bring, for one number of dice."""

LEADS = (0.8, 0.5, 1.2)
"""Leads from which to bank past the goal that are tried, in average turns."""


class Spending(NamedTuple):
    """One way to spend some numbers of one kind.

    Attributes:
        numbers: how many.
        loss: what it loses, about, in chances to win or in points.
        fields: what it says.
    """

    numbers: int
    loss: float
    fields: Said


def threshold_chains(search: ThresholdSearch) -> tuple[list[Spending], list[Spending]]:
    """Thresholds with 0, 1, 2, ... numbers, as fields `goes`, and the lead from which to bank past
    the goal, or none, as fields `lead`. Each option loses less than those before.

    Args:
        search: one that has not begun; what it measures is kept in it.
    """
    choice = search.guess()
    best = search.worth(choice)
    place = 2 * search.dice
    for _ in range(PASSES):
        search.look(choice)
        choice, best = search.by_gains(choice, best)
        for turns in LEADS if search.leads and choice[place] == 0 else ():
            steps = max(round(turns * search.turn / search.step), 1)
            tried = replaced(choice, place, steps * search.step)
            if search.worth(tried) > best + TELL_APART:
                choice, best = tried, search.worth(tried)
    search.look(choice, alike=True)
    thresholds = _threshold_chain(search)
    leads = [Spending(0, 0.0, {"lead": None})]
    if search.leads and choice[place] > 0:
        alone = search.worth(replaced(choice, place, 0))
        leads = [
            Spending(0, best - alone, {"lead": None}),
            Spending(1, 0.0, {"lead": choice[place]}),
        ]
    return thresholds, leads


def _threshold_chain(search: ThresholdSearch) -> list[Spending]:
    """The thresholds, as the last pass tells."""
    pairs = [
        promise if top is not None else None
        for promise, top in zip(search.promises, search.tops[: search.dice], strict=True)
    ]
    chain: list[Spending] = []
    chosen: tuple[int, ...] = ()
    for numbers in range(MOST + 1):
        if numbers:
            chosen = _more(pairs, chosen, search.count)
        told = [_best_pair(promise, chosen, search.count) for promise in pairs]
        given_up = _given_up(pairs, told)
        if chain and given_up >= chain[-1].loss - TELL_APART:
            break
        mine, theirs = (
            tuple(None if at >= search.count else at * search.step for at in side)
            for side in zip(*told, strict=True)
        )
        chain.append(Spending(numbers, given_up, {"goes": GoForIt(mine, theirs)}))
    least = chain[-1].loss
    return [option._replace(loss=option.loss - least) for option in chain]


def _more(pairs: list[Promise | None], chosen: tuple[int, ...], count: int) -> tuple[int, ...]:
    """One score more; and then each in turn exchanged for a better one, if there is one."""
    found = _with_best(pairs, chosen, count)
    for place in range(len(found)):
        found = _with_best(pairs, (*found[:place], *found[place + 1 :]), count)
    return found


def _with_best(pairs: list[Promise | None], chosen: tuple[int, ...], count: int) -> tuple[int, ...]:
    """With the score that gives up least beside those chosen; among equals the highest."""
    total = np.zeros(count)
    every = np.arange(count)
    for promise in pairs:
        if promise is None:
            continue
        least = np.full(count, np.inf)
        for own, other in product((-1, *chosen, count), repeat=2):
            at = promise.given_up[every if own < 0 else own, every if other < 0 else other]
            both = own < 0 and other < 0
            least = np.minimum(least, at - TELL_APART * both)
        total += least
    backwards = int(np.argmin(total[::-1]))
    return tuple(sorted({*chosen, count - 1 - backwards}))


def _best_pair(promise: Promise | None, chosen: Iterable[int], count: int) -> tuple[int, int]:
    """The pair of scores for one number of dice; the same for both players unless that costs."""
    nothing = (count, count)
    if promise is None:
        return nothing

    def costs(pair: tuple[int, int]) -> float:
        apart = TELL_APART * (pair[0] != pair[1])
        return float(promise.given_up[pair]) + apart + 1e-9 * (pair != nothing)

    scores = (*chosen, count)
    return min(((own, other) for own in scores for other in scores), key=costs)


def _given_up(pairs: list[Promise | None], told: list[tuple[int, int]]) -> float:
    return sum(
        float(promise.given_up[pair])
        for promise, pair in zip(pairs, told, strict=True)
        if promise is not None
    )
