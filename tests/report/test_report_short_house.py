"""House rules drawn at random: their short card is short, on one side, and told by its keys."""

from __future__ import annotations

import random
from typing import Any

import pytest

from farklegen.report.screen import make_screen
from farklegen.report.short_card import short_data
from farklegen.rules.loading import load_text
from farklegen.study.study import Study
from tests.report.printed import LINES, printed

MOST = 12
"""Numbers that a card may ask for."""

TWO_DICE = "dice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"
SIX_DICE = (
    "combinations: {1: 100, 5: 50, 111: 1000, 222: 200, 333: 300, 444: 400, 555: 500, 666: 600}\n"
)
USUAL = {"goal": 10_000, "opening": (350, 500, 1_000), "penalty": (250, 500, 1_000)}
SMALL = {"goal": 300, "opening": (100, 150), "penalty": (50, 100)}


def house(seed: int, scale: dict[str, Any], dice: str) -> str:
    """House rules: each of the usual ones with even odds; those of seed 0 have them all."""
    draw = random.Random(seed)

    def has() -> bool:
        return seed == 0 or draw.random() < 0.5

    bank = {"opening": draw.choice(scale["opening"])} if has() else {}
    rules = f"goal: {scale['goal']}\n{dice}"
    if has():
        rules += "end_game: final_turn\n"
    if has():
        rules += "overshoot: bust\n"
    if has():
        rules += f"farkle: {{streak: 3, penalty: {draw.choice(scale['penalty'])}"
        rules += ", lowest_score: 0}\n" if has() else "}\n"
    if has():
        rules += f"piggyback: {draw.choice(('after_bank', 'after_farkle', 'both'))}\n"
    elif has():
        bank["beat_previous"] = "true"
    if bank:
        rules += f"bank: {{{', '.join(f'{key}: {value}' for key, value in bank.items())}}}\n"
    return rules


def hold(rules: str, *, match: bool) -> None:
    """What every short card and ladder keeps to."""
    study = Study(load_text(rules), kept=False, threads=1)
    ladder = study.ladder if match else study.points_ladder
    short = ladder.short
    assert short.numbers <= MOST
    assert all(rung.numbers <= MOST for rung in ladder.rungs)
    said = make_screen(study.analysis, short).sentences
    assert printed(study, short, ladder).count("\n") <= LINES
    told: Any = short_data(study.analysis, ladder, short)
    card, rungs = told["short_card"], told["ladder"]
    assert set(card) >= {"numbers", "sentences", "points_per_turn", "win_probability"}
    assert card["numbers"] == short.numbers
    assert card["sentences"] == list(said)
    assert all(set(rung) >= {"numbers", "points_per_turn", "win_probability"} for rung in rungs)
    assert card["numbers"] in [rung["numbers"] for rung in rungs]
    assert (card["win_probability"] is not None) == match


@pytest.mark.parametrize("seed", range(6))
def test_a_card_by_points_is_short(seed: int) -> None:
    hold(house(seed, SMALL, TWO_DICE), match=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 16))
def test_more_cards_by_points_are_short(seed: int) -> None:
    hold(house(seed, USUAL, SIX_DICE), match=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 3, 4])  # the others take minutes
def test_a_card_for_the_match_is_short(seed: int) -> None:
    hold(house(seed, SMALL, TWO_DICE), match=True)
