"""Shorter cards: what is counted, how a number goes, and what the best ones found are worth."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from farklegen import api
from farklegen.cards.break_points import BreakPoint, Row
from farklegen.cards.shorten import Shortener, break_numbers
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import GoForIt
from farklegen.rules.loading import load_text
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match

RULES = {
    "two dice": "goal: 500\ndice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n",
    "last turn": """\
goal: 1000
dice: 3
combinations: {1: 100, 5: 50, AAA: [500, 200, 200, 200, 250, 300]}
bank: {opening: 150}
end_game: final_turn
""",
    "penalty": """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
farkle: {streak: 2, penalty: 50, lowest_score: 0}
""",
}


def row(dice: int, *points: tuple[int, int]) -> Row:
    return Row(dice, tuple(BreakPoint(value, start) for value, start in points))


@cache
def searched(name: str) -> Any:
    """(arena, card, price, frontier) of a ruleset."""
    from farklegen.cards.memory_search import find_frontier
    from farklegen.cards.pricing import match_price
    from farklegen.solvers.duel.duel import Arena

    analysis = api.table(load_text(RULES[name]))
    tables = compile_scoring(analysis.loaded.ruleset)
    solution = solve_match(analysis.loaded.ruleset, tables, threads=1)
    arena = Arena(solution, tables, threads=1)
    price = match_price(analysis, arena)
    return arena, analysis, price, find_frontier(analysis, arena, price)


def test_a_number_counts_once_in_each_kind_of_table() -> None:
    from farklegen.cards.memory import count

    (table,) = api.table("basic").card.tables
    rows = (row(2, (100, 0), (50, 250), (0, 10_050)), row(1, (50, 0), (0, 250)))
    tables = (replace(table, rows=rows),)
    goes = GoForIt((250, 9000), (9000, None), lead=250)
    assert count(tables, GoForIt((None,) * 2, (None,) * 2), 10_000) == 1
    assert count(tables, replace(goes, lead=None), 10_000) == 3
    assert count(tables, goes, 10_000) == 4


def test_a_number_left_out_is_gone_and_no_other_comes() -> None:
    analysis = api.table("five-dice")
    shortener = Shortener(analysis.expected, analysis.card.step, 3000)
    tables = analysis.card.tables
    numbers = break_numbers(tables, 3000)
    for number in numbers:
        left = break_numbers(shortener.without(tables, number), 3000)
        assert number not in left
        assert set(left) < set(numbers)


def test_polishing_adds_no_number_and_loses_no_points() -> None:
    analysis = api.table("five-dice")
    shortener = Shortener(analysis.expected, analysis.card.step, 3000)
    shorter = shortener.without(analysis.card.tables, 350)
    polished = shortener.polished(shorter)
    assert shortener.points(polished) >= shortener.points(shorter)
    assert len(break_numbers(polished, 3000)) <= len(break_numbers(shorter, 3000))
    for table in polished:
        for line in table.rows:
            starts = [point.turn_score for point in line.points]
            assert starts == sorted(set(starts))
            assert starts[0] == 0


def test_getting_on_the_board_counts_too() -> None:
    analysis = api.table("five-dice")  # which has an opening minimum
    shortener = Shortener(analysis.expected, analysis.card.step, 3000)
    on, off = analysis.card.tables
    assert not off.situation.on_board
    never = replace(off, rows=tuple(row(line.dice, (100, 0)) for line in off.rows))
    assert shortener.points((on, never)) < shortener.points((on, off)) - 1


@pytest.mark.parametrize("name", RULES)
def test_more_numbers_are_never_worse(name: str) -> None:
    _, analysis, price, found = searched(name)
    cards = found.cards
    assert cards[0].numbers == 0
    for fewer, more in pairwise(cards):
        assert fewer.numbers < more.numbers
        assert fewer.price.with_go_for_it.average < more.price.with_go_for_it.average
    for most in range(found.default.numbers + 2):
        best = found.best(most)
        assert best.numbers <= most
    alone = analysis.card.numbers_to_remember
    wins = found.best(alone).price.with_go_for_it.average
    assert wins >= price.alone.average - 1e-10
    wins = found.best(found.default.numbers).price.with_go_for_it.average
    assert wins >= price.with_go_for_it.average - 1e-10


@pytest.mark.parametrize("name", RULES)
def test_numbers_and_chances_are_those_of_the_card(name: str) -> None:
    from farklegen.cards.memory import count
    from farklegen.cards.players import card_player
    from farklegen.policies.policy import PERFECT

    arena, analysis, price, found = searched(name)
    goal = analysis.loaded.ruleset.goal
    for short in found.cards:
        assert short.numbers == count(short.card.tables, short.price.go_for_it, goal)
        assert short.card.points_per_turn <= analysis.expected.points_per_turn + 1e-9
        for goes, said in (
            (None, short.price.alone),
            (short.price.go_for_it, short.price.with_go_for_it),
        ):
            player = card_player(analysis.expected, short.card, arena.moves, arena.rows, goes)
            duel = arena.meet(player, PERFECT)
            assert said.moving_first == pytest.approx(duel.moving_first, abs=1e-10)
            assert said.moving_second == pytest.approx(duel.moving_second, abs=1e-10)
        assert short.price.perfect == price.perfect


def test_a_card_of_no_numbers_has_one_worth_for_each_count_of_dice() -> None:
    short = searched("two dice")[3].best(0)
    assert all(len(line.points) == 1 for table in short.card.tables for line in table.rows)
    assert set(short.price.go_for_it.mine + short.price.go_for_it.theirs) == {None}


def test_where_duels_take_long_few_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    arena, analysis, price, thorough = searched("last turn")
    from farklegen.cards import memory_search

    monkeypatch.setattr(memory_search, "MOST_WORK", 0)
    found = memory_search.find_frontier(analysis, arena, price)
    assert found.costly
    assert not thorough.costly
    assert found.duels < thorough.duels / 2
    assert found.cards[0].numbers == 0
    for fewer, more in pairwise(found.cards):
        assert fewer.numbers < more.numbers
        assert fewer.price.with_go_for_it.average < more.price.with_go_for_it.average
    best = found.best(found.default.numbers)
    assert best.price.with_go_for_it.average >= price.with_go_for_it.average
    for short in found.cards:
        again = thorough.best(short.numbers)
        assert again.price.with_go_for_it.average >= short.price.with_go_for_it.average - 1e-3


def test_the_lead_is_a_number() -> None:
    found = searched("last turn")[3]
    leads = [short for short in found.cards if short.price.go_for_it.lead is not None]
    assert leads
    assert found.best(0).price.go_for_it.lead is None


@pytest.mark.parametrize(
    ("rule", "named"),
    [("piggyback: after_bank\n", "piggyback"), ("bank: {beat_previous: true}\n", "beat_previous")],
)
def test_rules_for_which_cards_are_not_compared(rule: str, named: str) -> None:
    analysis = api.table(load_text(RULES["two dice"] + rule))
    with pytest.raises(UnsolvableError, match=named):
        api.frontier(analysis)
