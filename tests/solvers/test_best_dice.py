"""Which dice to bring: every set against its own solution, and what one more die is worth."""

from __future__ import annotations

import random
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import UnsolvableError
from farklegen.report.odds import BestDice
from farklegen.rules.hands import bringing
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers import best_dice
from farklegen.solvers.best_dice import rank_dice
from farklegen.solvers.expected import expected_score
from farklegen.solvers.game.game_state import GameState
from tests.referee.games import game
from tests.referee.rolls import Rolls

KINDS: dict[str, Any] = {
    "low": [3, 2, 1, 0, 0, 1],
    "imp": {"weights": [2, 1, 1, 0, 1, 1], "joker": 1},
    "high": [0, 0, 1, 1, 3, 2],
    "same": [2, 2, 2, 2, 2, 2],
}


def rules(**more: Any) -> Ruleset:
    combinations = {"1": 100, "5": 50, "AAA": 300, "123": 250}
    return game(**{"combinations": combinations, "dice": 3, "die_types": KINDS, **more})


OWNED = {"low": 1, "imp": 2, "high": 1, "ordinary": 1, "same": 1}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"set_aside": "all", "farkle": {"streak": 2, "penalty": 100}},
        {"instant_win": ["444"], "disaster": ["22"], "nothing": 100},
        {"hot_dice_bonus": {"points": 200, "step": 100}},
        {"hot_dice": "required"},
    ],
)
def test_every_set_is_worth_what_it_is_worth_by_itself(more: dict[str, Any]) -> None:
    game = rules(**more)
    found = rank_dice(game, OWNED, wanted=100)
    assert found.owned[found.names.index("ordinary")] == 2  # and the other one that is as fair
    assert found.sets == found.solved == len(found.best) == 10
    for one in found.best:
        alone = bringing(game, {n: c for n, c in zip(found.names, one.counts, strict=True) if c})
        worth = expected_score(alone, compile_scoring(alone)).points_per_turn
        assert one.points_per_turn == pytest.approx(worth, rel=1e-11)
    points = [one.points_per_turn for one in found.best]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1]


def test_one_more_die_is_worth_what_the_better_set_brings() -> None:
    found = rank_dice(rules(), OWNED)
    gains = {more.name: more.gain for more in found.more}
    assert set(gains) == {"low", "imp", "high", "ordinary"}
    for name, gain in gains.items():
        richer = rank_dice(rules(), {**OWNED, name: OWNED[name] + 1})
        gained = richer.best[0].points_per_turn - found.best[0].points_per_turn
        assert gain == pytest.approx(gained, rel=1e-9, abs=1e-9)
    assert max(gains.values()) > 0


def test_too_many_sets_are_searched_around_the_best_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    kinds = {f"k{i}": [rng.randint(1, 9) for _ in range(6)] for i in range(6)}
    kinds["k5"] = KINDS["imp"]
    game = rules(die_types=kinds, dice=4, combinations={"1": 100, "5": 50, "AAA": 400, "1234": 700})
    owned = dict.fromkeys(kinds, 4)
    every = rank_dice(game, owned, wanted=3)
    assert every.proven
    monkeypatch.setattr(best_dice, "MOST_SETS", 0)
    found = rank_dice(game, owned, wanted=3)
    assert not found.proven
    assert found.sets == every.solved == 126
    assert found.solved < 100
    assert found.best == every.best
    assert "best sets found" in str(BestDice(api.load("kingdom-come"), found).document().blocks)


def test_the_best_few_are_matched_against_their_dice() -> None:
    loaded = {**SMALL, "dice": 3}
    found = api.best_dice(
        loaded, own="low=2,imp=1,ordinary=1", their_dice="ordinary=3", goal=300, best=2
    )
    assert len(found.matches) == 2  # of three sets
    assert found.matches[0].chances.average >= found.matches[1].chances.average
    best = found.matches[0]
    counts = dict(zip(found.ranking.names, best.dice.counts, strict=True))
    dice = {name: count for name, count in counts.items() if count}
    match = api.solve({**SMALL, "dice": dice, "goal": 300}, their_dice="ordinary=3")
    assert best.chances == match.chances
    shown = found.to_dict()
    assert shown["goal"] == 300
    assert shown["their_dice"] == "ordinary=3"
    assert "a set with fewer points may win more" in str(found.document().blocks)
    with pytest.raises(UnsolvableError, match="not solved with piggyback: both yet"):
        api.best_dice({**loaded, "piggyback": "both"}, own="low=3", their_dice="low=3")


def test_dice_behind_the_name_of_rules_are_brought() -> None:
    loaded = api.load("kingdom-come-2:Lucky die=2,odd,ordinary=3")
    assert loaded.ruleset.bring == {"Lucky die": 2, "odd": 1, "ordinary": 3}
    assert loaded.ruleset.dice == 6
    assert api.load("kingdom-come-2:weighted=6").fingerprint != api.load("kingdom-come").fingerprint


SMALL = {
    "goal": 400,
    "combinations": {"1": 100, "5": 50, "AAA": 300, "123": 250},
    "dice": {"low": 1, "imp": 1, "ordinary": 1},
    "die_types": {"low": [3, 2, 1, 0, 0, 1], "imp": {"weights": [2, 1, 1, 0, 1, 1], "joker": 1}},
}


@pytest.mark.parametrize("scores", [{}, {"mine": 100, "theirs": 200}])
def test_the_best_choices_of_all_first_rolls_are_what_a_turn_is_worth(scores: Any) -> None:
    dice = {"dice": {"low": 1, "imp": 1}, "combinations": {"1": 100, "5": 50, "12": 250}}
    study = api.studies([{**SMALL, **dice}])[0]
    rolls = Rolls(study.ruleset)
    hands = rolls.hands
    worth = 0.0
    for roll, chance in rolls.of(hands.all):
        named = ",".join(f"{hands.kinds[die // 10].name}={die % 10}" for die in roll)
        found = api.advise(study, roll=named, **scores)
        if not found.advice.options:
            lost = study.solution.win_probability(GameState((200, 100))) if scores else 1.0
            worth += float(chance) * (1 - lost)
            continue
        best = found.advice.options[0]
        gain = best.win_probability if scores else best.expected_score
        assert gain is not None
        worth += float(chance) * gain
    expected = study.expected.points_per_turn
    if scores:
        expected = study.solution.win_probability(GameState((100, 200)))
    assert worth == pytest.approx(expected, rel=1e-9)


def test_advice_names_the_dice() -> None:
    found = api.advise(SMALL, roll="low=2,imp=joker,ordinary=2")
    assert found.to_dict()["roll"] == ["ordinary 2", "imp joker", "low 2"]
    assert found.advice.outcome == "scores"
    assert [option.points for option in found.advice.options] == [300]
    assert (
        api.advise(SMALL, dice="low=1,imp=1", turn_score=100).to_dict()["thrown"] == "low=1,imp=1"
    )
