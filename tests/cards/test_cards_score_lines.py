"""Lines that look at both scores: what they lose, and that the search finds the best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from farklegen.cards.players import card_player
from farklegen.cards.score_lines import GOAL, Line, Losses, count_lines, find_lines, rows_of
from farklegen.cards.short_lines import lines_chain, losses_of, turn_of
from farklegen.errors import UnsolvableError
from farklegen.policies.policy import PERFECT, Asked, GoForIt
from farklegen.policies.reference import parse
from farklegen.rules.loading import load_text
from farklegen.solvers.duel.go_for_it_gains import met_often
from farklegen.study.study import Study

SMALL = """\
goal: 1000
dice: 4
combinations: {1: 100, 5: 50, AAA: [300, 200, 300, 400, 500, 600]}
"""
LONGER = "goal: 2000\ndice: 2\ncombinations: {1: 100, 5: 50}\n"
LAST_TURN = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\nend_game: final_turn\n"
PIGGYBACK = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"


@cache
def small(text: str = SMALL) -> Any:
    """(study, the player by the card, what lines lose)."""
    study = Study(load_text(text), threads=1, kept=False)
    arena = study.arena
    player = card_player(study.expected, study.analysis.card, arena.moves, rows_of(arena), None)
    return study, player, Losses(arena, player)


LISTS = [
    [Line(Asked(either=800), GOAL)],
    [Line(Asked(mine=850, theirs=800), GOAL), Line(Asked(behind=200), 2)],
    [Line(Asked(theirs=700, behind=100), 4), Line(Asked(mine=600, ahead=200), -1)],
]


@pytest.mark.parametrize("lines", LISTS, ids=["going", "two lines", "later and earlier"])
@pytest.mark.parametrize("text", [SMALL, LAST_TURN], ids=["small", "last turn"])
def test_losses_add_up_to_what_is_lost_where_it_is_known_how_often_turns_begin(
    lines: list[Line], text: str
) -> None:
    study, player, losses = small(text)
    rules = [line.rule(losses.unit) for line in lines]
    played = losses.player(rules)
    duel = study.arena.meet(played, PERFECT)
    perfect = study.arena.meet(PERFECT, PERFECT)
    lost = perfect.average - duel.average
    if study.ruleset.end_game != "final_turn":  # last turns are no part of the sum
        assert Losses(study.arena, player, met_often(study.arena.way, played)).of(
            lines
        ) == pytest.approx(lost, abs=2e-5)
    assert losses.of(lines) == pytest.approx(lost, abs=0.02)


def test_a_number_counts_once_in_each_kind() -> None:
    lines = [
        Line(Asked(either=900), GOAL),
        Line(Asked(theirs=800, behind=200), 4),
        Line(Asked(mine=800, ahead=200), -4),
        Line(Asked(mine=800), 0),
    ]
    assert count_lines(lines) == 4


def every_line(losses: Losses, most: int) -> Iterator[Line]:
    """All lines with at most so many numbers."""
    scores = [None, *range(losses.goal // 2, losses.goal, losses.step)]
    leads = [None, *range(0, losses.goal // 2, 5 * losses.step)]
    amounts = [-4, -2, -1, 1, 2, 3, 4, 5, 6, 8, 10, GOAL]
    for mine, theirs, behind, amount in product(scores, scores, leads, amounts):
        for asked in (
            Asked(mine=mine, theirs=theirs, behind=behind),
            Asked(mine=mine, theirs=theirs, ahead=behind),
            Asked(either=mine, theirs=theirs, behind=behind),
        ):
            line = Line(asked, amount)
            if asked != Asked() and count_lines([line]) <= most:
                yield line


def test_the_search_finds_what_is_best_of_all_single_lines() -> None:
    _, _, losses = small()
    found = find_lines(losses, 3, effort=3_000)
    assert [each.numbers for each in found] == [0, 1, 2, 3]
    best = {numbers: losses.of(()) for numbers in (1, 2, 3)}
    for line in every_line(losses, 3):
        loss = losses.of([line])
        for numbers in range(count_lines([line]), 4):
            best[numbers] = min(best[numbers], loss)
    for each in found[1:]:
        assert each.loss <= best[each.numbers] + 1e-4
    assert found[-1].loss >= losses.least


BEST_OF_ALL = {1: 0.00868, 2: 0.00766, 3: 0.00661}
"""What the best of all lists of up to three lines loses with so many numbers, rounded up:
`python -m benchmarks.exhaustive 3`."""


def test_the_short_search_finds_what_is_best_of_all_lists_of_three() -> None:
    study, _, _ = small()
    nothing = GoForIt(*[(None,) * study.arena.moves.dice] * 2)
    losses = losses_of(study.analysis, study.arena, study.analysis.card.tables, nothing, None)
    chain = lines_chain(losses, turn_of(study.analysis))
    for numbers, least in BEST_OF_ALL.items():
        assert min(each.loss for each in chain if each.numbers <= numbers) <= least + 3e-5


BEST_OF_THREE_LINES = 0.00619
"""The same with four numbers, rounded down: more than three lines may win more with them."""


def test_lists_that_grow_lose_less_than_all_lists_of_three_lines() -> None:
    study, _, _ = small()
    nothing = GoForIt(*[(None,) * study.arena.moves.dice] * 2)
    losses = losses_of(study.analysis, study.arena, study.analysis.card.tables, nothing, None)
    quick, thorough = (
        {each.numbers: each.loss for each in lines_chain(losses, 200.0, thorough=grow)}
        for grow in (False, True)
    )
    assert all(thorough[numbers] <= loss + 1e-12 for numbers, loss in quick.items())
    assert thorough[4] < BEST_OF_THREE_LINES - 4e-4 < quick[4]


@pytest.mark.parametrize("amount", [3, -2, GOAL])
def test_a_mirrored_line_does_as_much_earlier_for_the_other_players_scores(amount: int) -> None:
    line = Line(Asked(mine=700, theirs=600, behind=100), amount)
    mirrored = line.mirrored
    assert mirrored.mirrored == line
    assert count_lines([line, mirrored]) == count_lines([line])
    for mine, theirs in product(range(0, 1000, 50), repeat=2):
        assert line.asked.holds(mine, theirs) == mirrored.asked.holds(theirs, mine)
    assert mirrored.amount == (GOAL if amount == GOAL else -amount)


def test_the_short_search_comes_near_what_the_long_one_finds() -> None:
    study, _, all_amounts = small()
    arena = study.arena
    dice = arena.moves.dice
    nothing = GoForIt((None,) * dice, (None,) * dice)
    losses = losses_of(study.analysis, arena, study.analysis.card.tables, nothing, None)
    chain = lines_chain(losses, turn_of(study.analysis))
    assert [option.numbers for option in chain] == sorted({o.numbers for o in chain})
    assert [option.loss for option in chain] == sorted((o.loss for o in chain), reverse=True)
    annealed = find_lines(all_amounts, 5, effort=1_000)
    for numbers in (1, 3, 5):
        short = min(option.loss for option in chain if option.numbers <= numbers)
        assert short <= min(each.loss for each in annealed if each.numbers <= numbers) + 0.003


@pytest.mark.slow
def test_cards_with_lines_win_more_than_the_same_numbers_without() -> None:
    study, _, _ = small(LONGER)
    cards = study.score_cards(5, effort=2_000)
    won = [card.chances.average for card in cards.cards]
    assert won == sorted(won)
    for numbers in range(6):
        without = study.frontier.best(numbers).price.with_go_for_it.average
        assert cards.best(numbers).chances.average >= without - 1e-12
    assert [len(card.lines) > 0 for card in cards.cards[-3:]] == [True] * 3
    for card in cards.cards:
        met = study.duel(card.recipe("found"), parse("optimal"))
        assert met.chances.average == pytest.approx(card.chances.average, abs=1e-12)


def test_they_are_refused_where_turns_are_taken_over() -> None:
    with pytest.raises(UnsolvableError, match="piggyback"):
        small(PIGGYBACK)
