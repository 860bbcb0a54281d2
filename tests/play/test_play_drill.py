"""Situations to drill: their worths are those of advice, their weights what mistakes lose."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Any

import pytest

from farklegen import api
from farklegen.api import players
from farklegen.errors import UnsolvableError
from farklegen.play.drill import EQUAL, ByPoints, Exercise, loss, worth
from farklegen.report.advise import DrillResult
from farklegen.solvers.game import PLACES
from farklegen.study.study import Study
from tests.play.games import RULES, solved

STREAK = """\
goal: 5000
combinations: {1: 100, 5: 50, AAA: 500}
farkle: {streak: 2, penalty: 500}
bank: {opening: 400}
piggyback: after_bank
"""

BOARDS: dict[tuple[bool, ...], str | None] = {
    (True, True): None,
    (False, True): "mine",
    (True, False): "theirs",
    (False, False): "both",
}


@cache
def drilled(name: str) -> DrillResult:
    """Situations of the match of one of the small rulesets."""
    study = Study(api.load(RULES[name]), kept=False)
    study.__dict__["solution"] = solved(name)
    return api.drill(study, by="match", questions=25, decisions=150)


@cache
def by_points(rules: str) -> DrillResult:
    """Situations by points."""
    return api.drill(Study(api.load(rules), kept=False), by="points", questions=40, decisions=300)


def asked(result: DrillResult, exercise: Exercise) -> dict[str, Any]:
    """The arguments of `advise` about a situation."""
    state, now, known = exercise.match_state, exercise.now, dict[str, Any]()
    if now.roll:
        known["roll"] = now.roll
    elif now.thrown:
        known["dice"] = now.thrown
    else:
        known["inherit"] = state.inherit
    known |= {"turn_score": now.turn_score, "hot_dice": now.hot_dice}
    if not result.match:
        return known | {"my_farkles": state.my_farkles, "off_board": BOARDS[state.on_board, True]}
    if result.loaded.ruleset.bank.has_opening:
        known["off_board"] = BOARDS[state.boards] or "none"
    scores = "mine", "theirs", "my_farkles", "their_farkles", "rounds_left", "previous"
    return known | {name: getattr(state, name) for name in scores} | {"seat": PLACES[state.seat]}


@pytest.mark.parametrize("name", RULES)
def test_every_choice_of_a_match_is_worth_what_advise_says(name: str) -> None:
    result = drilled(name)
    study = Study(result.loaded, kept=False)
    study.__dict__["solution"] = solved(name)
    assert len(result.exercises) > 3
    for exercise in result.exercises:
        advised = api.advise(study, **asked(result, exercise)).advice.options
        chances = {(o.keep, o.points, o.then): o.win_probability for o in advised}
        for option in exercise.options:
            key = (option.keep, option.points, option.then)
            assert option.win_probability == pytest.approx(chances[key], abs=1e-12)
        best = max(chance for chance in chances.values() if chance is not None)
        for place, option in enumerate(exercise.options):
            gap = best - (option.win_probability or 0.0)
            assert exercise.cost(place) == pytest.approx(gap, abs=2 * EQUAL)


@pytest.mark.parametrize("rules", ["basic", STREAK])
def test_by_points_every_choice_is_worth_what_advise_says(rules: str) -> None:
    result = by_points(rules)
    study = Study(result.loaded, kept=False)
    assert len(result.exercises) == 40
    kinds = set()
    for exercise in result.exercises:
        given = asked(result, exercise)
        kinds.add((bool(exercise.now.roll), exercise.match_state.inherit is not None))
        advised = {(o.keep, o.points, o.then): o for o in api.advise(study, **given).advice.options}
        for option in exercise.options:
            assert worth(option) == worth(advised[option.keep, option.points, option.then])
    assert len(kinds) == (3 if "piggyback" in rules else 2)


def test_weights_are_what_a_player_who_makes_mistakes_loses() -> None:
    result = by_points("basic")
    slip = ByPoints(Study(result.loaded, kept=False)).slip
    for exercise in result.exercises:
        worths = [worth(option) for option in exercise.options]
        often = [exp(value / slip) for value in worths]
        mean = sum(w * p for w, p in zip(worths, often, strict=True)) / sum(often)
        assert loss(exercise, slip) == pytest.approx(worths[0] - mean)
        assert exercise.weight == pytest.approx(exercise.met * (worths[0] - mean))
        assert (
            0
            < exercise.met * result.decisions
            == pytest.approx(round(exercise.met * result.decisions))
        )


def test_a_card_plays_and_is_told() -> None:
    study = Study(api.load("basic"), kept=False)
    few = api.drill(study, by="points", numbers=1, questions=60, decisions=300)
    every = api.drill(study, by="points", numbers=99, questions=60, decisions=300)
    assert (few.card, every.card) == ("The card of 1 number", "The card of 9 numbers")
    lost = []
    for result in (few, every):
        assert all(exercise.card is not None for exercise in result.exercises)
        lost.append(sum(e.met * e.cost(e.card or 0) for e in result.exercises))
    assert 0 <= lost[1] < lost[0] < 3
    assert all(exercise.card is None for exercise in drilled("plain").exercises)


def test_a_match_that_takes_long_or_cannot_be_solved_is_drilled_by_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(players, "LONG_SECONDS", 2.0)  # machines differ
    study = Study(api.load("zilch"), kept=False)
    assert "takes about" in api.drill(study, questions=1, decisions=30).why_points
    refused = "rounds: 3\ndice: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"
    result = api.drill(refused, questions=1, decisions=30)
    assert result.by == "points"
    assert result.why_points.startswith("By points: a match of rounds without a goal is not solved")
    with pytest.raises(UnsolvableError, match="piggyback"):
        api.drill(refused, by="match")
    with pytest.raises(UnsolvableError, match=r"farkle\.penalty: all"):
        api.drill(f"{RULES['plain']}farkle: {{streak: 2, penalty: all}}\n", by="points")


def test_turns_that_cost_points_have_situations_that_matter() -> None:
    rules = (
        "dice: 3\ngoal: 1050\ncombinations: {12: 150, 6: 200}\nset_aside: all\n"
        "bank: {multiple_of: 150}\nfarkle: {first_roll_penalty: 150}\novershoot: bust\n"
    )
    result = api.drill(rules, by="points", questions=3, decisions=300)
    assert api.studies([rules])[0].expected.points_per_turn < 0
    assert ByPoints(Study(result.loaded, kept=False)).slip > 0
    assert all(exercise.weight > 0 for exercise in result.exercises)
    assert all(exercise.cost(1) > 0 for exercise in result.exercises)


def test_a_goal_that_nobody_can_hit_has_no_situations() -> None:
    rules = "goal: 100\novershoot: bust\ndice: 1\ncombinations: {1: 200, 5: 300}\n"
    assert api.drill(rules, by="match").exercises == ()
