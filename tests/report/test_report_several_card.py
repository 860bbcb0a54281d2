"""The card for three: its text says all of it, and it wins what is stated."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from campaign.duel_oracle import ways_on
from farklegen.cards.ladder import Rung
from farklegen.play.game import Game
from farklegen.play.players import Judge
from farklegen.policies.recipe import ScoreRule
from farklegen.report.numbers import count
from farklegen.rules.loading import load, load_text
from farklegen.solvers.duel.seats import ByMatch, ByTables, Seat
from farklegen.solvers.duel.table import meet
from farklegen.study.study import SEVERAL_CARD, Study
from tests.report.printed import several_reader

TWO_DICE = "dice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"
PAGE = Path(__file__).parents[2] / "docs" / "play-better.md"
RULES = {
    "sudden death": "goal: 200\n" + TWO_DICE,
    "last turns": "goal: 100\ndice: 1\ncombinations: {1: 100, 5: 50}\nend_game: final_turn\n",
}


@cache
def study(rules: str) -> Study:
    return Study(load_text(rules), kept=False, threads=1)


class State(NamedTuple):
    player: int
    scores: tuple[int, ...]
    on_board: tuple[bool, ...]
    left: int | None
    winners: tuple[int, ...]


def state_of(game: Game) -> State:
    boards = tuple(game.on_board)
    return State(game.player, tuple(game.scores), boards, game.left, game.winners)


def begun(rules: str) -> Game:
    return Game(study(rules).ruleset, players=3)


Leads = dict[State | float, float]


def led(game: Game, player: Any) -> tuple[Leads, list[Game]]:
    """Where a turn leads: to states, or to what player 0 has won; and the games there."""
    ends: Leads = defaultdict(float)
    going_on = []
    for after, chance in ways_on(game, player):
        ends[state_of(after) if after.won is None else after.won] += chance
        if after.phase != "over":
            going_on.append(after)
    return ends, going_on


def followed(game: Game, players: list[Any]) -> tuple[dict[State, Leads], list[Game]]:
    """Where turns lead from every state that is come to; and a game in each."""
    leads: dict[State, Leads] = {}
    games, wanted = [], [game]
    while wanted:
        here = wanted.pop()
        if state_of(here) not in leads:
            leads[state_of(here)], after = led(here, players[here.player])
            games.append(here)
            wanted += after
    return leads, games


def won_by_first(game: Game, players: list[Any]) -> float:
    """How often the player who moves first wins, by value iteration on what is played."""
    leads, _ = followed(game, players)
    chance = dict.fromkeys(leads, 1 / 3)
    for _ in range(300):
        for state, ends in reversed(leads.items()):
            chance[state] = sum(
                p * (chance[end] if isinstance(end, State) else end) for end, p in ends.items()
            )
    return chance[state_of(game)]


def moving_first(rules: str, rung: Rung) -> float:
    """How often somebody who reads the text wins, moving first against the solved match."""
    found = study(rules)
    reader = several_reader(found, rung, 3)
    solved = Judge(found.several(3))
    return won_by_first(begun(rules), [reader, solved, solved])


def test_who_reads_the_text_wins_as_often_as_stated() -> None:
    card = study(RULES["sudden death"]).multiplayer_card(3)
    won = moving_first(RULES["sudden death"], card.rung)
    assert card.met.moving[0, 0] == pytest.approx(won, abs=1e-9)
    assert card.met.average[0] > card.met_for_two.average[0] + 0.003


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_who_reads_lines_about_the_best_of_the_others_wins_as_often_as_stated(rules: str) -> None:
    found = study(rules)
    two, solution, arena = found.card, found.several(3), found.arena
    lines = (
        ScoreRule(mine=50, theirs=50, later="goal"),
        ScoreRule(behind=50, later=50),
        ScoreRule(ahead=0, earlier=50),
    )
    rung = replace(two, way=replace(two.way, lines=lines))
    policy = rung.way.policy(found.analysis, arena.moves, arena.rows)
    seats: list[Seat] = [
        ByTables(solution.layout, arena, policy),
        *[ByMatch(solution.layout, solution)] * 2,
    ]
    met = meet(solution.layout, seats, threads=1)
    assert met.moving[0, 0] == pytest.approx(moving_first(rules, rung), abs=1e-9)


def test_a_card_is_kept_as_it_was_found() -> None:
    found = study(RULES["sudden death"])
    card = found.multiplayer_card(3)
    again = SEVERAL_CARD.read(SEVERAL_CARD.tell(card))
    assert again.rung == card.rung
    assert again.met.average == card.met.average
    assert again.met_for_two.average == card.met_for_two.average


@pytest.mark.slow
def test_the_card_for_three_wins_what_the_documentation_says() -> None:
    basic = load("basic")
    rules = replace(basic, ruleset=basic.ruleset.model_copy(update={"goal": 1000}))
    card = Study(rules, kept=False, threads=1).multiplayer_card(3)
    row = next(line for line in PAGE.read_text().splitlines() if line.startswith("| 1,000 | 32."))
    for rung, met in ((card.for_two, card.met_for_two), (card.rung, card.met)):
        assert f"{100 * met.average[0]:.4f}%, {count(rung.numbers, 'number')}" in row
    assert "from 300 on" in row
    assert card.rung.way.lines == (ScoreRule(either=300, later="goal"),)
