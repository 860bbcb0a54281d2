"""The search for lines against all lists of up to three of them, on a small game.

`python -m benchmarks.exhaustive [NUMBERS]` prints, for each count of numbers, what the best of all
lists loses, to first order, and what the searches find.

A list is judged by the region where each line is the first that holds. Which amount suits a region
best does not depend on the other regions, as long as the numbers are given. So for each choice of
numbers all ordered triples of conditions are looked at, and every line takes the amount, of those
on the card, that loses least.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from farklegen.cards.players import card_player
from farklegen.cards.score_lines import GOAL, LAST, Line, Losses, find_lines, rows_of
from farklegen.cards.short_lines import lines_chain, losses_of, turn_of
from farklegen.policies.policy import Asked, GoForIt
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

RULES = """\
goal: 1000
dice: 4
combinations: {1: 100, 5: 50, AAA: [300, 200, 300, 400, 500, 600]}
"""

MOST = 4
"""Numbers on a card at most."""

Floats = NDArray[np.float64]


def best_of_all(losses: Losses, numbers: int) -> tuple[float, tuple[Line, ...]]:
    """What the best list of up to three lines with so many numbers loses, to first order, and it.

    Scores are multiples of the step from half of the goal on, leads of five steps below two thirds
    of it; amounts are all that turns tell apart.
    """
    goal, step = losses.goal, losses.step
    scores = range(goal // 2, goal, step)
    leads = range(0, 2 * goal // 3, 5 * step)
    brings = {amount: lost - losses.by_amount[0] for amount, lost in losses.by_amount.items()}
    sizes = _told_apart(brings)
    best: tuple[float, tuple[Line, ...]] = 0.0, ()
    for many_scores, many_leads in product(range(numbers + 1), repeat=2):
        many_amounts = numbers - many_scores - many_leads
        if many_amounts < 0:
            continue
        told = [_meant(each, brings) for each in combinations(sizes, many_amounts)]
        amounts = [(each, np.stack([brings[a] for a in each], axis=1)) for each in told]
        for asked in product(combinations(scores, many_scores), combinations(leads, many_leads)):
            regions = _Regions(losses, *asked)
            for each, there in amounts:
                loss = regions.least(there)
                if loss < best[0] - LAST:
                    best = loss, regions.lines(there, each)
    return losses.of(()) + best[0], best[1]


class _Regions:
    """Where the first, the second and the third of three lines are the first that hold.

    Args:
        losses: of the game.
        scores, leads: the numbers that lines ask of. Of conditions that hold at the same pairs of
            scores one is looked at, and one that holds nowhere in place of a line less.
    """

    def __init__(self, losses: Losses, scores: Sequence[int], leads: Sequence[int]) -> None:
        every = product(*[(None, *scores)] * 3, *[(None, *leads)] * 2)
        asked = [Asked(mine=losses.goal), *(Asked(*each) for each in every)]
        asked.remove(Asked())
        held, place = np.unique([losses.held(each) for each in asked], axis=0, return_index=True)
        self.asked = [asked[at] for at in place]
        self.many = many = len(held)
        either = (held[:, None] | held[None]).reshape(many * many, -1)
        unions, self.union = np.unique(either, axis=0, return_inverse=True)
        self.first = held.astype(np.float64)
        self.second = (held[None] & ~held[:, None]).reshape(many * many, -1).astype(np.float64)
        self.third = (held[None] & ~unions[:, None]).reshape(-1, held.shape[1]).astype(np.float64)

    def least(self, brings: Floats) -> float:
        """The least that three lines bring.

        Args:
            brings: float64[pairs of scores, amounts].
        """
        return float(self._both(brings).min())

    def _both(self, brings: Floats) -> Floats:
        """float64[conditions, conditions]: with these two first and the third that suits them."""
        first = (self.first @ brings).min(axis=1)
        second = (self.second @ brings).min(axis=1).reshape(self.many, self.many)
        third = (self.third @ brings).min(axis=1).reshape(-1, self.many).min(axis=1)
        both: Floats = first[:, None] + second + third[self.union].reshape(self.many, self.many)
        return both

    def lines(self, brings: Floats, amounts: Sequence[int]) -> tuple[Line, ...]:
        """The lines that bring least."""
        one, other = np.unravel_index(np.argmin(self._both(brings)), (self.many, self.many))
        place = int(one * self.many + other)
        third = self.third.reshape(-1, self.many, len(brings))[self.union[place]] @ brings
        last, _ = np.unravel_index(np.argmin(third), third.shape)
        found = (
            (int(one), self.first[one] @ brings),
            (int(other), self.second[place] @ brings),
            (int(last), third[last]),
        )
        return tuple(
            Line(self.asked[at], amounts[int(np.argmin(each))])
            for at, each in found
            if each.min() < 0
        )


def _told_apart(brings: dict[int, Floats]) -> list[int]:
    """The sizes of amounts that differ in what they bring."""
    found: dict[bytes, int] = {}
    for size in sorted({abs(amount) for amount in brings} - {0, GOAL}):
        both = [brings.get(sign * size, brings[0]).round(15).tobytes() for sign in (1, -1)]
        found.setdefault(b"".join(both), size)
    return list(found.values())


def _meant(sizes: Sequence[int], brings: dict[int, Floats]) -> list[int]:
    """The amounts that lines may have on a card with these sizes."""
    amounts = [0, GOAL, *sizes, *(-size for size in sizes)]
    return [amount for amount in amounts if amount in brings]


def searched(most: int) -> Iterator[tuple[int, tuple[Line, ...], float, float, float]]:
    """For each count of numbers (it, the best of all lists, what that loses, what the descent's and
    annealing's lose)."""
    study = Study(load_text(RULES), threads=1, kept=False)
    arena, analysis = study.arena, study.analysis
    nothing = GoForIt((None,) * arena.moves.dice, (None,) * arena.moves.dice)
    tables = analysis.card.tables
    small = losses_of(analysis, arena, tables, nothing, None)
    short = lines_chain(small, turn_of(analysis), thorough=True)
    player = card_player(
        study.expected, analysis.card, arena.moves, rows_of(arena), nothing, anywhere=True
    )
    losses = Losses(arena, player)
    annealed = find_lines(losses, most)
    for numbers in range(1, most + 1):
        loss, lines = best_of_all(losses, numbers)
        yield (
            numbers,
            lines,
            loss,
            min(option.loss for option in short if option.numbers <= numbers),
            min(each.loss for each in annealed if each.numbers <= numbers),
        )


if __name__ == "__main__":
    print("| numbers | best of all | descent | annealing | s |\n|--:|--:|--:|--:|--:|")
    began = time.process_time()
    for numbers, lines, *found in searched(int(sys.argv[1]) if len(sys.argv) > 1 else MOST):
        cells = " | ".join(f"{100 * loss:.3f}" for loss in found)
        print(f"| {numbers} | {cells} | {time.process_time() - began:.0f} |")
        for line in lines:
            said = {key: points for key, points in line.asked._asdict().items() if points}
            print(f"  {said}: {'goal' if line.amount == GOAL else line.amount}", flush=True)
