"""The line that is worth most to a list, against all lines tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from farklegen.cards.lines import (
    GOAL,
    LEAD_STEPS,
    LEADS,
    SCORES,
    Insertion,
    Line,
    Lists,
    Losses,
    amounts_of,
    asked_numbers,
    numbers_of,
    turn_of,
)
from farklegen.policies.policy import Asked
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

STEP, TO = 50, 600
AMOUNTS = (-250, 0, 250, 3, GOAL)
LISTS: tuple[Lists, ...] = (
    (),
    (Line(Asked(either=550), GOAL),),
    (Line(Asked(theirs=450, behind=250), 250), Line(Asked(mine=400), -250)),
    (Line(Asked(mine=200, theirs=350), GOAL), Line(Asked(ahead=250), 3), Line(Asked(), 250)),
)
SHAPES = (
    ("mine",), ("theirs",), ("either",), ("behind",), ("ahead",), ("mine", "theirs"),
    ("either", "mine"), ("either", "theirs"), ("theirs", "behind"), ("mine", "ahead"),
)  # fmt: skip


def drawn(seed: int) -> Losses:
    """Losses that belong to no game."""
    losses, rng = object.__new__(Losses), np.random.default_rng(seed)
    pairs = np.array([at for at in product(range(0, TO, STEP), repeat=2) if rng.random() < 0.9])
    losses.mine, losses.theirs = np.ascontiguousarray(pairs.T)
    losses.scores = np.arange(STEP, TO, STEP)
    losses.leads = np.arange(LEAD_STEPS * STEP, TO, LEAD_STEPS * STEP)
    losses.goal, losses.amounts = TO, AMOUNTS
    losses.by_amount = {amount: rng.normal(size=len(pairs)) for amount in AMOUNTS}
    losses.held = lambda asked: asked.holds(losses.mine, losses.theirs)  # type: ignore[assignment]
    return losses


def every_line(insertion: Insertion, lines: Lists) -> Iterator[Line]:
    scores = sorted({*insertion.scores.tolist(), *asked_numbers(lines, SCORES)})
    leads = sorted({*insertion.leads.tolist(), *asked_numbers(lines, LEADS)})
    for keys in SHAPES:
        for numbers in product(*(scores if key in SCORES else leads for key in keys)):
            asked = dict(zip(keys, numbers, strict=True))
            if "either" in asked and asked["either"] <= max(
                asked.get("mine", 0), asked.get("theirs", 0)
            ):
                continue  # asks no more than the other does
            for amount in AMOUNTS:
                yield Line(Asked(**asked), amount)


@pytest.mark.parametrize("learnt", [set(), {400, 250, 3}], ids=["nothing", "three numbers"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("lines", LISTS)
def test_no_line_is_worth_more(lines: Lists, seed: int, learnt: set[int]) -> None:
    losses = drawn(seed)
    insertion = Insertion(losses, learnt)

    def count(lines: Lists) -> int:
        return len(numbers_of(lines) - learnt)

    least = [np.inf, np.inf]
    for line in every_line(insertion, lines):
        more = count((*lines, line)) - count(lines)
        if more > 1:
            continue
        for place in range(len(lines) + 1):
            loss = losses.of((*lines[:place], line, *lines[place:]))
            least[more] = min(least[more], loss)
    for more, found in enumerate(insertion.best(lines)):
        if found is None:
            assert more == 0
            assert not lines
            continue
        assert count(found) - count(lines) == more
        assert len(found) == len(lines) + 1
        assert losses.of(found) == pytest.approx(least[more], abs=1e-9)


def test_no_amount_is_taken_for_the_goal() -> None:
    """Scores are counted by one here, and 27 is an amount that is tried."""
    rules = (
        "dice: 3\ngoal: 16\nrounds: 1\nnothing: 4\nlast_die: required\n"
        "combinations: {1: 5, 2: 5, 3: 10, AA: 6, 1A: 6}\n"
    )
    study = Study(load_text(rules), kept=False, threads=1)
    assert 27 in amounts_of(turn_of(study.analysis), 1, 1, set())
    ladder = study.ladder
    assert ladder.everything.chances is not None
    assert 0 < ladder.everything.chances.average <= 0.5
