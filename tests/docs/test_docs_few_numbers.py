"""The numbers of the page for teachers, and of the game that the strategy guide goes through."""

from __future__ import annotations

import re
from functools import cache, partial

import pytest

from farklegen import api
from farklegen.cards.match_player import match_player
from farklegen.play.game import Choice, Game
from farklegen.play.judge import Judge
from farklegen.play.players import policy_player
from farklegen.policies.policy_file import parse_text
from farklegen.policies.reference import parse
from farklegen.study.study import Study
from tests.docs.pages import DOCS, prose, rows

PAGE, GUIDE = DOCS / "few-numbers.md", DOCS / "strategy.md"


@cache
def study() -> Study:
    return api.studies(["basic"])[0]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def words() -> str:
    return " ".join(prose(PAGE).replace("**", "").split())


def roll_or_bank(dice: int, turn_score: int) -> tuple[float, float]:
    """The points that rolling and banking are expected to bring."""
    advice = api.advise(study(), dice=dice, turn_score=turn_score).advice
    worth = {option.then: option.expected_score or 0.0 for option in advice.options}
    return worth["roll"], worth["bank"]


def test_how_likely_farkles_are() -> None:
    found = rows(PAGE, "dice", "rolls", "that farkle", "chance")
    assert len(found) == 6
    chances = study().tables.farkle_probability(instant_wins=False)
    for dice, total, farkles, chance in found:
        exact = chances[int(dice)]
        assert number(total) == 6 ** int(dice)
        assert round(exact * 6 ** int(dice)) == number(farkles)
        assert chance == f"{100 * exact:.2f}%"


def test_what_a_mistake_with_three_dice_costs() -> None:
    found = rows(PAGE, "turn score", "bank", "roll", "a mistake costs")
    assert len(found) == 6
    for score, *said in found:
        roll, bank = roll_or_bank(3, int(score))
        assert said == [f"{bank:.2f}", f"{roll:.2f}", f"{abs(roll - bank):.2f}"]
    assert api.nearest_turn_scores(study(), dice=3, turn_score=350) == (300, 400)


def test_other_numbers_of_dice() -> None:
    text = words()
    for dice, score, sign in ((2, 200, 1), (4, 1000, -1), (5, 2900, -1)):
        roll, bank = roll_or_bank(dice, score)
        assert sign * (roll - bank) > 0
        if dice != 5:
            assert f"{abs(roll - bank):.2f} points" in text
    assert roll_or_bank(4, 950)[0] > 950
    assert roll_or_bank(5, 2850)[0] > 2850
    assert roll_or_bank(2, 250)[0] < 250


@pytest.mark.slow
def test_what_other_numbers_win() -> None:
    arena = study().arena
    perfect = match_player(parse("optimal"), arena.plan, arena.tables)

    def wins(bank: int, go: int) -> str:
        at = f"{{{', '.join(f'{dice}: {go}' for dice in range(1, 7))}}}"
        text = f"keep: full-table\nbank: {{by_dice: {{1: 0, 2: 0, 3: {bank}}}}}\n"
        recipe = parse_text(f"{text}go_for_it: {{mine: {at}, theirs: {at}}}\n", "two")
        player = match_player(recipe, arena.plan, arena.tables)
        return f"{100 * arena.meet(player, perfect).average:.4f}%"

    header = "wins against perfect play"
    for score, said in rows(PAGE, "bank three dice at", header):
        assert said == wins(number(score), 9550)
    for score, said in rows(PAGE, "from", header):
        assert said == wins(400, number(score))


def test_what_a_turn_brings() -> None:
    said = rows(PAGE, "points", "chance")
    assert len(said) == 5
    for points, chance in said:
        found = api.reach(study(), points=int(points)).to_dict()["probability"]
        assert chance == f"{100 * found:.2f}%"


@pytest.mark.slow
def test_the_ladder_of_the_guide() -> None:
    ladder = study().ladder
    found = rows(GUIDE, "numbers", "points per turn", "wins")
    assert [int(numbers) for numbers, *_ in found] == [rung.numbers for rung in ladder.shown]
    for (_, points, wins), rung in zip(found, ladder.shown, strict=True):
        assert rung.chances is not None
        assert points == f"{ladder.points(rung):.2f}"
        assert wins == f"{100 * rung.chances.average:.4f}%"
    won = [rung.chances.average for rung in ladder.shown if rung.chances is not None]
    text = " ".join(prose(GUIDE).split())
    assert ladder.short.numbers == 5
    assert f"This wins {100 * won[1]:.2f}% of the games" in text
    assert f"brings {100 * (won[1] - won[0]):.2f} games" in text
    assert f"together: {100 * (won[-1] - won[1]):.2f}." in text
    assert f"Two numbers lose {100 * (0.5 - won[1]):.2f} games in a hundred" in words()
    assert f"give back {100 * (won[-1] - won[1]):.2f} of them" in words()


@pytest.mark.slow
def test_the_whole_game_is_played_by_the_two_numbers_and_without_a_mistake() -> None:
    """Each turn is thrown again, the card asked, and every decision judged."""
    two = study().ladder.best(2).way
    me = policy_player(
        parse("card"),
        study().ruleset,
        study().tables,
        by_card=partial(two.policy, study().analysis),
    )
    judge = Judge(study().solution)
    found = rows(GUIDE, "turn", "you to opponent", "rolls", "banked")
    assert [int(turn) for turn, *_ in found] == list(range(1, 20))
    mine = 0
    for _, scores, rolls, banked in found:
        game = Game(study().ruleset)
        own, theirs = map(number, scores.split(" to "))
        assert own == mine
        state = game.match_state._replace(mine=own, theirs=theirs, on_board=own > 0)
        game.match_state = state._replace(their_on_board=theirs > 0)
        end = None
        for roll in rolls.split("; "):
            thrown, _, kept = re.sub(": farkle", "", roll).partition(" → ")
            end = game.throw([int(face) for face in thrown.split()])
            assert (end is not None) == roll.endswith("farkle")
            while end is None and game.phase != "roll":
                action = me.decide(game)
                judge.judge(game, action)
                if isinstance(action, Choice):
                    assert " ".join(map(str, action.keep)) == kept
                end = game.act(action)
        assert end is not None
        mine += number(banked)
        assert end.after == mine
    assert f"{mine:,} to 9,750" in prose(GUIDE)
    assert judge.cost(0) == 0
