"""Matches of several players, step by step: they end as rolled games and exact chances say."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any

import pytest

from farklegen import api
from farklegen.api.loading import load
from farklegen.errors import ArgumentError
from farklegen.play.game import Game
from farklegen.play.players import Judge, PlayedMatch, Player, action_of
from farklegen.rules.ruleset import Ruleset
from farklegen.study import seats
from farklegen.study.study import Study
from tests.solvers.each_rule import ALONE, PLAIN

GAMES = 150


def study(rule: dict[str, Any]) -> Study:
    ruleset = Ruleset(**{**PLAIN, "dice": 1, "combinations": {"1": 100, "5": 50}, **rule})
    return Study(replace(load("basic"), ruleset=ruleset), kept=False, threads=1)


def finish(match: PlayedMatch, me: Player, dice: Random) -> Game:
    """Play the match to its end; player 0 is the person."""
    game = match.game
    while game.won is None:
        if game.phase == "roll":
            game.throw(dice.choices(range(1, 7), k=game.position.dice))
        else:
            game.act(match.opponents.get(game.player, me).decide(game))
    return game


@pytest.mark.parametrize(
    "rule",
    [
        ALONE["plain"],
        ALONE["final turn, challenger"],
        pytest.param({"bank": {"beat_previous": True}}, marks=pytest.mark.slow),
        {"piggyback": "both", "goal": 100},
        pytest.param(
            {"goal": 100, "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0}},
            marks=pytest.mark.slow,
        ),
        {"rounds": 2, "end_game": "final_turn", "ties": "leader"},
        {"goal": 100, "farkle": {"first_roll_penalty": 50, "lowest_score": 0}},
    ],
)
def test_played_matches_end_as_exact_chances_say(rule: dict[str, Any]) -> None:
    asked, dice = study(rule), Random(1)
    # what another than the next player has banked may have to be beaten
    last = "optimal:next" if "beat_previous" in rule.get("bank", {}) else "bank-at-100"
    names = ("optimal", "optimal:leader", last)
    if "piggyback" in rule:
        names = ("optimal",) * 3
    exact = seats.duel(asked, [seats.sitting(who) for who in names]).moving[0]
    match = api.play_match(asked, players=3, opponent=names[1:])
    me = Judge(asked.several(3))
    shares = [0.0, 0.0, 0.0]
    for _ in range(GAMES):
        match.game.begin()
        game = finish(match, me, dice)
        for winner in game.winners:
            shares[winner] += 1 / len(game.winners)
    for share, wanted in zip(shares, exact, strict=True):
        assert abs(share / GAMES - wanted) < 5 * sqrt(wanted * (1 - wanted) / GAMES)


def test_turns_taken_over_and_penalties_are_played_by_eight() -> None:
    asked = study({"piggyback": "both", "farkle": {"streak": 2, "penalty": 50, "lowest_score": 0}})
    match = api.play_match(asked, players=8, opponent="points-only", seat="fourth")
    assert sorted(match.opponents) == [0, 1, 2, 4, 5, 6, 7]
    me = match.opponents[0]
    game, dice = match.game, Random(2)
    while game.won is None:
        if game.phase == "roll":
            game.throw(dice.choices(range(1, 7), k=1))
        else:
            game.act(me.decide(game))
    assert max(game.scores) >= 200
    assert game.won in (0.0, 1.0)


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(ArgumentError, match="seat"):
        api.play_match(study({}), players=3, seat="fourth")


@pytest.mark.parametrize(
    ("rule", "players", "about"),
    [
        ({}, 3, "Exact: the solved match of 3"),
        ({"end_game": "final_turn"}, 3, "Exact"),
        ({"overshoot": "bust"}, 3, "Exact"),
        ({}, 5, "Hints treat the leader"),
        ({"piggyback": "after_farkle", "goal": 150}, 3, "Exact"),
        ({"piggyback": "both", "bank": {"beat_previous": True}}, 3, "Exact"),
    ],
)
def test_hints_are_there_whatever_is_played(rule: dict[str, Any], players: int, about: str) -> None:
    asked, dice = study(rule), Random(3)
    match = api.play_match(asked, players=players)
    assert match.adviser is not None
    assert match.about.startswith(about)
    game, compared = match.game, 0
    while game.won is None:
        if game.phase == "roll":
            game.throw(dice.choices(range(1, 7), k=game.position.dice))
            continue
        if game.player:
            game.act(match.opponents[game.player].decide(game))
            continue
        options = match.adviser.options(game)
        chances = [option.win_probability or 0.0 for option in options]
        assert chances == sorted(chances, reverse=True)
        assert options or game.phase != "keep"
        compared += len(options)
        # the worst there is: it leads where no good player comes to
        game.act(action_of(game, options[-1]) if options else "roll")
    assert compared


def test_exact_hints_are_those_of_advice_for_three() -> None:
    asked = study({"dice": 2})
    match = api.play_match(asked, players=3)
    match.game.throw([1, 5])
    assert match.adviser is not None
    compared = match.adviser.options(match.game)
    advised = api.advise(asked, players=3, mine=0, theirs=(0, 0), roll=(1, 5)).advice.options
    assert [(o.keep, o.win_probability) for o in compared] == [
        (o.keep, o.win_probability) for o in advised
    ]
