"""The card of different dice: its text says all of it, and its price is the referee's."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.cards.tables import kind_chain
from farklegen.policies.recipe import Recipe, parse
from farklegen.rules.hands import hands_of
from farklegen.study.study import Study
from tests.referee.evaluate import evaluate_policy
from tests.report.printed import reader_of

RULES = """\
goal: 1000
dice: {low: 2, imp: 1, elf: 1}
die_types:
  low: [2, 1, 1, 1, 1, 0]
  imp: {weights: [1, 1, 1, 1, 1, 1], joker: 1}
  elf: [1, 0, 0, 0, 3, 1]
combinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 150, 100], AAA: 400, 123: 300}
bank: {minimum: 150}
"""
BONUS = """\
goal: 1000
dice: {low: 2, imp: 2}
die_types:
  low: [6, 1, 2, 3, 4, 6]
  imp: {weights: [1, 1, 1, 1, 1, 1], joker: 1}
combinations: {1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}
hot_dice_bonus: {points: 200, step: 100}
"""


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(api.load(RULES), kept=False)


@pytest.mark.slow
def test_who_reads_the_text_scores_what_the_card_says(study: Study) -> None:
    rung = study.points_ladder.short
    slow = evaluate_policy(study.ruleset, reader_of(study, rung).by_points)
    assert rung.card.points_per_turn == pytest.approx(slow.points_per_turn, abs=1e-9)
    assert (
        0.9 * study.expected.points_per_turn
        < rung.card.points_per_turn
        < study.expected.points_per_turn
    )


@pytest.mark.slow
def test_the_match_has_its_chances_and_the_store_gives_them_back(
    study: Study, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    first, again = Study(study.loaded), Study(study.loaded)
    short = first.card
    assert short.chances is not None
    assert short.chances.average < 0.5
    assert again.card == short
    assert short.way.by_kind is not None
    names = [kind.name for kind in hands_of(study.ruleset).kinds]
    assert names[short.way.by_kind.bank.usual] == "low"
    won = first.duel(recipe("card"), recipe("optimal")).chances
    assert won.average == pytest.approx(short.chances.average, abs=1e-9)


def recipe(name: str) -> Recipe:

    return parse(name)


def test_hot_dice_before_count_where_their_bonus_grows() -> None:
    bonus = Study(api.load(BONUS), kept=False)
    assert bonus.points_ladder.short.card.points_per_turn > 0.95 * bonus.expected.points_per_turn


def test_equal_dice_need_one_number_for_each_count() -> None:
    plain = RULES.replace("{low: 2, imp: 1, elf: 1}", "{low: 3}")
    loaded = Study(api.load(plain), kept=False)
    rules = kind_chain(loaded.analysis)[0].fields["by_kind"]
    assert rules is not None
    assert rules.bank.by_kind == (0,)
    assert len(rules.worth.by_number) == 3
