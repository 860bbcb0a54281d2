"""Players who decide by the tables of a policy."""

from __future__ import annotations

from farklegen import api
from farklegen.play.game import Game
from farklegen.play.players import PolicyPlayer, policy_player
from farklegen.policies.reference import parse
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from tests.docs.pages import DOCS
from tests.play.games import BASE


def player(ruleset: Ruleset, name: str) -> PolicyPlayer:
    return policy_player(parse(name), ruleset, compile_scoring(ruleset))


def test_a_scoring_that_reaches_the_goal_is_taken_and_banked() -> None:
    game = Game(load_text(BASE).ruleset)
    game.match_state = game.match_state._replace(mine=150)
    careless = player(game.ruleset, "bank-at-5000")
    game.throw([1, 5])
    game.act(careless.decide(game))
    assert game.position.score == 150
    assert careless.decide(game) == "bank"


def test_a_turn_is_taken_over_if_it_brings_more() -> None:
    ruleset = api.load("onward").ruleset
    best = player(ruleset, "points-only")
    for there in api.full_table("onward").card.tables[0].take_over:
        least = there.ranges[0][0]
        if there.dice == ruleset.dice:
            continue  # any points are better than none
        for score, wanted in ((least - 50, "start afresh"), (least, "take over")):
            game = Game(ruleset)
            game.match_state = game.match_state._replace(inherit=(score, there.dice))
            game.phase = "offer"
            assert best.decide(game) == wanted, (there.dice, score)


def test_thresholds_say_which_turns_are_taken_over() -> None:
    ruleset = api.load("walters").ruleset
    walters = player(ruleset, str(DOCS / "examples" / "walters.yaml"))
    for (dice, score), wanted in {
        (1, 950): "start afresh",
        (1, 1000): "take over",
        (3, 350): "start afresh",
        (3, 400): "take over",
        (6, 50): "take over",
    }.items():
        game = Game(ruleset)
        game.match_state = game.match_state._replace(inherit=(score, dice))
        game.phase = "offer"
        assert walters.decide(game) == wanted, (dice, score)


def test_who_must_roll_on_to_a_multiple_looks_at_rows_far_past_the_goal() -> None:
    """18 points rolled on from are worth (36 / 6) / 6; a turn of one's own 18 / 36."""
    text = "dice: 1\ngoal: 1\ncombinations: {3: 9}\nbank: {multiple_of: 2}\n"
    game = Game(load_text(text + "end_game: equal_turns\npiggyback: after_bank\n").ruleset)
    careful = player(game.ruleset, "bank-at-18")
    for _ in range(2):
        game.throw([3])
        game.act(careful.decide(game))
        action = careful.decide(game)
        game.act(action)
    assert (game.phase, game.match_state.inherit) == ("offer", (18, 1))
    assert careful.decide(game) == "take over"
