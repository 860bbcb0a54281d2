"""The short card of different dice: its sentences say all of it, and its price is the referee's."""

from __future__ import annotations

import re

import pytest

from farklegen import api
from farklegen.cards.by_kind import kind_ladder
from farklegen.policies.recipe import Recipe
from farklegen.policies.reference import parse
from farklegen.report.short_card import sentences
from farklegen.rules.hands import Hands, hands_of
from farklegen.study.study import Study
from tests.referee.card_player import CardPlayer
from tests.referee.evaluate import evaluate_policy

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
POINTS = r"([\d,]+)"


def number(text: str) -> int:
    return int(text.replace(",", ""))


def line(words: str, hands: Hands, up: str, down: str, least: int) -> dict[int, int]:
    """A number for each hand, from the words alone."""
    usual = {int(n): number(p) for n, p in re.findall(rf"(\d) (?:die|dice) {POINTS}", words)}
    more = dict.fromkeys(range(len(hands.kinds)), 0)
    for name, points, which in re.findall(rf"each (\w+) among them {POINTS} ({up}|{down})", words):
        kind = hands.kind_called(name)
        assert kind is not None
        more[kind] = number(points) if which == up else -number(points)
    return {
        hand: max(usual[sum(counts)] + sum(more[k] * n for k, n in enumerate(counts)), least)
        for hand, counts in enumerate(hands.counts)
        if hand
    }


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(api.load(RULES), kept=False)


@pytest.mark.slow
def test_who_reads_the_sentences_scores_what_the_card_says(study: Study) -> None:
    hands, rung = hands_of(study.ruleset), study.points_ladder.short
    bank_words, _, keep_words, *_ = sentences(study.analysis, rung)
    least = re.search(rf"never less than {POINTS}", keep_words)
    assert least is not None
    bank = line(bank_words, hands, "later", "sooner", study.tables.unit)
    worth = line(keep_words.split(";")[0] + keep_words, hands, "more", "less", number(least[1]))
    card = {hand: [(worth[hand], 0), (0, bank[hand])] for hand in bank}
    player = CardPlayer(study.ruleset, card)
    slow = evaluate_policy(study.ruleset, lambda state, options: player.decide(state, options))
    assert rung.card.points_per_turn == pytest.approx(slow.points_per_turn, abs=1e-9)
    assert 0.9 * study.expected.points_per_turn < rung.points < study.expected.points_per_turn


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
    assert short.by_kind is not None
    names = [kind.name for kind in hands_of(study.ruleset).kinds]
    assert names[short.by_kind.bank.usual] == "low"
    won = first.duel(recipe("card"), recipe("optimal")).chances
    assert won.average == pytest.approx(short.chances.average, abs=1e-9)


def recipe(name: str) -> Recipe:

    return parse(name)


def test_hot_dice_before_count_where_their_bonus_grows() -> None:
    bonus = Study(api.load(BONUS), kept=False)
    assert bonus.points_ladder.short.points > 0.95 * bonus.expected.points_per_turn


def test_equal_dice_need_one_number_for_each_count() -> None:
    plain = RULES.replace("{low: 2, imp: 1, elf: 1}", "{low: 3}")
    loaded = Study(api.load(plain), kept=False)
    rules = kind_ladder(loaded.analysis).short.by_kind
    assert rules is not None
    assert rules.bank.by_kind == (0,)
    assert len(rules.worth.by_number) == 3
