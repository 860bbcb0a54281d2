"""What decisions cost: the judge against the rules, which know nothing of solutions."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from farklegen.play.game import Game
from farklegen.play.players import Judge, action_of
from tests.play.games import RULES, solved, throw
from tests.referee.rolls import Rolls

GAMES = 3
CLOSE = 1e-9


def new_game(judge: Judge) -> Game:
    return Game(judge.rules.ruleset, judge.solution.certificate.floor)


def now(judge: Judge, game: Game) -> float:
    """The chance of player 0, whatever comes next."""
    if game.won is not None or game.phase == "offer":
        return judge.win_probability(game)
    if options := judge.options(game):
        best = options[0].win_probability
        assert best is not None
        return best if game.player == 0 else 1 - best
    total = 0.0
    for roll, chance in Rolls(judge.rules.ruleset).of(game.position.dice):
        after = deepcopy(game)
        end = after.throw(roll)
        total += float(chance) * (judge.win_probability(after) if end else now(judge, after))
    return total


@pytest.mark.parametrize("name", RULES)
def test_every_choice_is_worth_what_it_leads_to(name: str) -> None:
    """Also far past the goal, where only people roll on."""
    judge, dice = Judge(solved(name)), Random(7)
    for _ in range(GAMES):
        game, begun = new_game(judge), 0
        while game.won is None and sum(game.turns) < 20:
            if game.phase == "roll":
                throw(game, dice)
                continue
            worth = {
                action_of(game, option): option.win_probability for option in judge.options(game)
            }
            assert set(worth) == set(game.actions())
            action = dice.choice([*game.actions(), *[a for a in game.actions() if a != "bank"]])
            expected = worth[action]
            assert expected is not None
            player = game.player
            game.act(action)
            begun += 1
            if begun % 4 == 0 or action == "bank":
                found = now(judge, game) if game.won is None else game.won
                assert (found if player == 0 else 1 - found) == pytest.approx(expected, abs=CLOSE)


def test_a_perfect_player_loses_nothing() -> None:
    judge, dice = Judge(solved("penalties")), Random(1)
    game = new_game(judge)
    while game.won is None:
        if game.phase == "roll":
            throw(game, dice)
        else:
            action = judge.decide(game)
            judge.judge(game, action)
            game.act(action)
    assert judge.decisions
    assert judge.cost(0) == judge.cost(1) == 0


def test_a_decision_costs_what_the_best_one_is_worth_more() -> None:
    judge = Judge(solved("plain"))
    game = new_game(judge)
    game.throw([1, 5])
    best, *_, worst = judge.options(game)
    judged = judge.judge(game, action_of(game, worst))
    assert judged is not None
    assert best.win_probability is not None
    assert worst.win_probability is not None
    assert judged.cost == pytest.approx(best.win_probability - worst.win_probability)
    assert (judged.player, judged.turn, judged.roll, judged.mine) == (0, 1, (1, 5), 0)
    assert judged.best == action_of(game, best)
    assert (judge.cost(0), judge.cost(1)) == (judged.cost, 0)


def test_what_leaves_no_choice_is_no_decision() -> None:
    judge = Judge(solved("plain"))
    game = new_game(judge)
    game.throw([1, 2])
    assert judge.judge(game, game.choices[0]) is None
    assert judge.decisions == []
    assert judge.options(game)[0].keep == (1,)
