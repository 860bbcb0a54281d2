"""The sentences of the cards of all built-in rules, played by somebody who reads nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from campaign.duel_oracle import chances_of_players
from farklegen.cards.ladder import CardWay, Ladder, Rung
from farklegen.play.players import Judge, player_of
from farklegen.policies.policy import PERFECT, Situation, TurnPolicy
from farklegen.policies.recipe import ScoreRule, find_recipe
from farklegen.render.clean import to_ascii
from farklegen.report.screen import make_screen
from farklegen.rules.catalogue import builtin_names
from farklegen.rules.facts import unit
from farklegen.rules.loading import load, load_text
from farklegen.solvers.duel.table import Chances
from farklegen.study.study import Study
from tests.report.printed import LINES, WIDTH, printed, reader_of
from tests.report.reading_player import ReadingPlayer
from tests.report.reading_policy import policy_of
from tests.solvers.each_rule import cases

Tables = Mapping[Situation, TurnPolicy]

OUT_OF_REACH = {"onward-consolation"}
"""Built-in rules whose match is not solved."""

LONG = {
    "dice-10000", "dix-mille", "dix-mille-app", "dix-mille-cinq", "dix-mille-fleur", "facebook",
    "hot-dice", "kingdom-come-2", "last-die", "math-for-love", "math-for-love-tens", "onward",
    "party-10000", "party-game-central", "talisman", "ten-rounds", "ten-thousand", "walters",
    "zehntausend", "zehntausend-plain", "zilch", "zilch-family",
}  # fmt: skip
"""Those whose cards take long to find, or are much like those of others."""

MOST = 12
"""Numbers that a card may ask for."""


OFTEN = {"five-thousand", "onward"}
"""Those with further endings, whose cards are looked at each time."""


def how_long(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a test that finds the card of built-in rules."""
    return (pytest.mark.long if name in LONG else pytest.mark.slow,)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=how_long(name))
        for name in builtin_names()
        if name not in OUT_OF_REACH
    ],
)
def test_who_reads_the_sentences_of_a_card_wins_as_often_as_is_printed(name: str) -> None:
    found = Study(load(name), kept=False)
    assert all(rung.numbers <= MOST for rung in found.ladder.rungs[:-1])
    measured = [rung for rung in found.ladder.shown if rung.chances is not None]
    assert found.ladder.short in measured
    for rung in measured:
        text = printed(found, rung, found.ladder)
        if rung is found.ladder.short:
            assert text.count("\n") <= LINES
        reader = ReadingPlayer(found.ruleset, text)
        policy = policy_of(reader, found.arena.moves, found.arena.rows)
        won = Chances.of(found.arena.meet(policy, PERFECT))
        assert rung.chances is not None
        assert reader.wins == round(100 * won.average, 2)
        assert won.moving_first == pytest.approx(rung.chances.moving_first, abs=1e-9)
        assert won.moving_second == pytest.approx(rung.chances.moving_second, abs=1e-9)


def with_everything(found: Study, way: CardWay) -> CardWay:
    """A card that says all that these rules allow of both scores and the end of the game."""
    rules = found.ruleset
    step = max(unit(rules), rules.bank.multiple_of)
    if rules.goal is not None:
        goal, less = rules.goal, max(rules.goal // 25 // step, 1) * step
        lines = (
            ScoreRule(either=goal - less, later="goal"),
            ScoreRule(mine=goal // 2 // step * step, ahead=less, earlier=less),
            ScoreRule(behind=2 * less, later=less),
            ScoreRule(theirs=less, later=2 * less),
        )
        way = replace(way, lines=lines)
    if rules.has_last_turn and rules.overshoot == "win":
        way = replace(way, lead=max(rules.extent // 20 // step, 1) * step)
        if rules.piggyback != "none":
            way = replace(way, past=max(rules.dice // 2, 1))
    return way


@pytest.mark.parametrize("name", cases(builtin_names(), slow=set(builtin_names()) - OFTEN))
def test_the_card_by_points_of_built_in_rules_fits_a_screen(name: str) -> None:
    found = Study(load(name), kept=False, threads=1)
    assert all(rung.numbers <= MOST for rung in found.points_ladder.rungs[:-1])
    text = printed(found, found.points_ladder.short)
    assert text.count("\n") <= LINES
    for line in (*text.split("\n"), *to_ascii(text).split("\n")):
        assert len(line) <= WIDTH


TWO_DICE = "dice: 2\ncombinations: {1: 100, 5: 50, 66: 150}\n"
ENDINGS = {
    "forbidden": "goal: 100\nend_game: final_turn\nhot_dice: required\nbank: {minimum: 100}\n",
    "multiples": "goal: 100\nend_game: final_turn\nbank: {multiple_of: 100}\n",
    "equal turns": "goal: 150\nend_game: equal_turns\n",
    "leader": "goal: 150\nend_game: final_turn\nties: leader\n",
    "challenger": "goal: 150\nend_game: equal_turns\nties: challenger\n",
    "exactly": "goal: 200\nend_game: final_turn\novershoot: bust\nbank: {minimum: 100}\n",
    "rounds": "rounds: 2\nbank: {opening: 100}\n",
    "rounds and a goal": "rounds: 3\ngoal: 200\nend_game: final_turn\n",
    "rounds, a goal at once": "rounds: 2\ngoal: 150\nties: challenger\n",
    "rounds, a goal exactly": "rounds: 2\ngoal: 150\nend_game: equal_turns\novershoot: bust\n",
    "streaks": "goal: 150\nend_game: final_turn\n"
    "farkle: {streak: 3, penalty: 100, lowest_score: 0}\n",
}


@pytest.mark.parametrize(
    "name", cases(ENDINGS, slow=["forbidden", "multiples", "rounds and a goal", "streaks"])
)
def test_however_a_game_ends_the_sentences_win_what_the_duel_says(name: str) -> None:
    found = Study(load_text(ENDINGS[name] + TWO_DICE), kept=False, threads=1)
    ladder = found.ladder
    way = with_everything(found, ladder.everything.way)
    policy = way.policy(found.analysis, found.arena.moves, found.arena.rows)
    stated = found.arena.meet(policy, PERFECT).average
    recipe, rung = find_recipe("card"), replace(ladder.everything, way=way)
    assert recipe is not None
    reader: Any = reader_of(found, rung)
    for player in (reader, player_of(found, recipe, rung=rung)):
        won = chances_of_players(found.ruleset, [player, Judge(found.solution)], None).average
        assert won == pytest.approx(stated, abs=1e-9)


def a_house(seed: int) -> str:
    """House rules drawn at random, with two or three dice."""
    draw = Random(seed)

    def some(lines: dict[str, object], share: float = 0.3) -> dict[str, object]:
        return {key: value for key, value in lines.items() if draw.random() < share}

    bank = some(
        {
            "minimum": draw.choice((100, 150)),
            "opening": draw.choice((150, 250)),
            "multiple_of": 100,
            "beat_previous": True,
        }
    )
    farkle: dict[str, object] = {
        "streak": draw.choice((2, 3)),
        "penalty": draw.choice((50, 100, 200)),
    }
    farkle |= some({"lowest_score": 0, "first_roll_points": 50, "all_dice_points": 50})
    rules: dict[str, object] = {
        "dice": draw.choice((2, 2, 3)),
        "goal": draw.choice((500, 800)),
        "combinations": {"1": 100, "5": 50, "AA": [200, 0, 60, 80, 100, 120], "AAA": 300},
        **({"bank": bank} if bank else {}),
        **some({"farkle": farkle}, 0.5),
        **some(
            {
                "end_game": draw.choice(("final_turn", "equal_turns")),
                "ties": draw.choice(("leader", "challenger")),
                "overshoot": "bust",
                "hot_dice": "required",
                "last_die": "required",
                "set_aside": "all",
                "rounds": 5,
                "piggyback": draw.choice(("after_bank", "after_farkle", "both")),
                "hot_dice_bonus": {"points": 50, "step": draw.choice((0, 50))},
                "die_weights": [1, 1, 2, 1, 1, 1],
            },
            0.25,
        ),
    }
    if rules["dice"] == 2:
        rules["combinations"] = {"1": 100, "5": 50, "66": 150, "22": 60}
    if "hot_dice" in rules:
        rules.pop("last_die", None)  # else nobody could bank
    return json.dumps(rules)


HOUSES = [
    pytest.param(range(n, n + 5), marks=() if n == 5 else pytest.mark.slow) for n in range(0, 60, 5)
]


@pytest.mark.parametrize("seeds", HOUSES)
def test_the_text_of_any_house_says_what_the_priced_player_does(seeds: range) -> None:
    for seed in seeds:
        found = Study(load_text(a_house(seed)), kept=False, threads=1)
        card, rules = found.analysis.card, found.ruleset
        way = CardWay(card.tables)
        if rules.piggyback != "none":
            way = replace(way, take_over=tuple((n, 150 * n - 149) for n in range(1, rules.dice)))
        if seed % 2:
            way = with_everything(found, way)
        rung = Rung(card.numbers_to_remember, way, card, card.points_per_turn)
        reader = reader_of(found, rung, Ladder((rung,)))
        moves, rows = found.analysis.expected.moves, rules.extent // found.tables.unit
        wanted, taken = way.policy(found.analysis, moves, rows), policy_of(reader, moves, rows)
        hold_alike(found, wanted.tables, taken.tables)
        starts = [
            {dice: max(at, moves.unit) for dice, at in (each.take_over or {}).items()}
            for each in (wanted, taken)
        ]
        assert starts[0] == starts[1]
        both = zip(way.lines, wanted.by_scores, taken.by_scores, strict=True)
        for line, theirs, mine in both:
            assert mine.asked == theirs.asked
            hold_alike(found, theirs.tables, mine.tables, line.earlier or 0)
        hold_alike(found, wanted.last if taken.last else {}, taken.last)


@pytest.mark.parametrize("seed", range(4))
def test_the_card_of_any_house_is_short(seed: int) -> None:
    found = Study(load_text(a_house(seed)), kept=False, threads=1)
    ladder = found.points_ladder
    assert all(rung.numbers <= MOST for rung in ladder.rungs[:-1])
    assert printed(found, ladder.short, ladder).count("\n") <= LINES


def hold_alike(found: Study, wanted: Tables, taken: Tables, more: int = 0) -> None:
    """Two policies are the same in every state of a turn that can occur and counts as less than the
    goal; the turn score counts that much more."""
    expected = found.analysis.expected
    moves, rows = expected.moves, (found.ruleset.extent - more) // expected.moves.unit
    occurs = [expected.occurs(moves.place(column)[0]) for column in range(moves.columns)]
    assert wanted.keys() == taken.keys()
    for situation, policy in wanted.items():
        for of in ("worth", "banks"):
            both = (taken[situation], policy)
            mine, theirs = (getattr(each, of)[:rows][:, occurs] for each in both)
            assert np.allclose(mine, theirs, atol=1e-6), (found.loaded.text, situation, of)


def said(rules: str, way: dict[str, Any], players: int = 2) -> str:
    found = Study(load_text(rules + TWO_DICE), kept=False, threads=1)
    short = found.points_ladder.short
    rung = replace(short, way=replace(short.way, **way))
    return " ".join(make_screen(found.analysis, rung, players).sentences)


def test_with_a_lead_to_aim_for_nothing_says_that_the_goal_is_banked() -> None:
    rules = "goal: 500\nend_game: final_turn\n"
    assert "If you can reach 500 first, take the most points you can and bank." in said(rules, {})
    led = said(rules, {"lead": 150})
    assert led.count("and bank. ") == led.count("as soon as you can, take it and bank. ")
    assert "Then keep rolling until banking would put you 150 points ahead; then bank." in led
    several = said(rules.replace("final_turn", "equal_turns"), {"lead": 150}, 3)
    assert "but if somebody else has another turn, keep rolling until banking would" in several
    assert "On a last turn bank only what puts you ahead of them: as soon as you can" in several


@pytest.mark.parametrize(
    "more",
    [
        "hot_dice: required",
        "last_die: required",
        "bank: {minimum: 100}",
        "bank: {multiple_of: 100}",
        "bank: {beat_previous: true}",
        "bank: {opening: 100}\nfarkle: {first_roll_points: 50}",
    ],
)
def test_where_the_rules_may_forbid_to_bank_the_goal_the_card_says_so(more: str) -> None:
    goal = "If you can reach 500 and the rules let you bank there, take it and bank."
    assert goal in said(f"goal: 500\n{more}\n", {})
    opened = said("goal: 500\nbank: {opening: 100}\n", {})
    assert "If you can reach 500, take it and bank." in opened


def test_a_sentence_that_is_not_understood_is_an_error() -> None:
    found = Study(load_text("goal: 500\n" + TWO_DICE), kept=False, threads=1)
    card = printed(found, found.points_ladder.short)
    ReadingPlayer(found.ruleset, card)
    lines = card.split("\n")
    for place, line in enumerate(lines):
        if not line or line.startswith("═"):
            continue
        for more in ([line, "Be lucky."], [line, line], [f"{line} Be lucky."]):
            with pytest.raises((AssertionError, ValueError)):
                ReadingPlayer(
                    found.ruleset, "\n".join([*lines[:place], *more, *lines[place + 1 :]])
                )
