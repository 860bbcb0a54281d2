"""Rules looked at together: contradictions are errors, with the key to change."""

from __future__ import annotations

import pytest

from farklegen.rules.loading import load_text
from tests.rules.texts import SMALL, problems, warnings

NO_SINGLES = "goal: 10000\ndice: 5\ncombinations: {AAA: 300, 222: 350}\n"
COIN = "goal: 100\ndice: 1\ncombinations: {1: 10}\n"

ERRORS: list[tuple[str, str, list[str]]] = [
    ("penalty without streak", SMALL + "farkle: {penalty: 5}\n", ["3:10 there is a penalty but"]),
    ("penalty: all without streak", SMALL + "farkle: {penalty: all}\n", ["3:10 there is a penal"]),
    (
        "nothing is lost, so nothing can be taken over",
        SMALL + "farkle: {keeps_turn_score: true}\npiggyback: after_farkle\n",
        ["3:10 a farkle keeps its points, so piggyback: after_farkle leaves nothing"],
    ),
    (
        "the same with both",
        SMALL + "piggyback: both\nfarkle: {keeps_turn_score: true}\n",
        ["4:10 a farkle keeps its points, so piggyback: both"],
    ),
    (
        "no combination for a roll of all the dice",
        SMALL + "all_dice_only: [AAA, 222, two pairs, AAAAAAA]\n",
        [
            "3:22 there is no combination 222; delete it here, or add the combination",
            "3:27 there is no combination AABB",
            "3:38 AAAAAAA needs 7 dice",
        ],
    ),
    (
        "no pattern for a roll of all the dice",
        SMALL + "all_dice_only: [0, AAA]\n",
        ["3:17 '0' is not a pattern: a die has no face 0"],
    ),
    (
        "exact goal off the unit",
        "goal: 10020\ncombinations: {1: 100, 5: 50}\novershoot: bust\n",
        [
            "1:7 10020 cannot be hit exactly (overshoot: bust), as every score is a multiple "
            "of 50; write 10000 or 10050"
        ],
    ),
    (
        "exact goal below the unit",
        "goal: 20\ncombinations: {1: 100, 5: 50}\novershoot: bust\n",
        ["1:7 20 cannot be hit exactly (overshoot: bust), as every score is a multiple of 50; wri"],
    ),
    (
        "exact goal that no bank can hit",
        SMALL + "overshoot: bust\nbank: {multiple_of: 300}\n",
        ["4:21 banked scores are multiples of 300, so the goal of 10000 can never be hit exactly"],
    ),
    (
        "minimum beyond an exact goal",
        SMALL + "overshoot: bust\nbank: {minimum: 20000, opening: 30000}\n",
        ["4:17 20000 is more than the goal of 10000", "4:33 30000 is more than the goal of 10000"],
    ),
    (
        "instant win and disaster at once",
        SMALL + "instant_win: [1111, AABB]\ndisaster: [222, BBAA]\n",
        ["4:17 BBAA is in instant_win as well"],
    ),
    ("instant win too large", SMALL + "instant_win: [AAAAAAA]\n", ["3:15 AAAAAAA needs 7 dice"]),
    ("disaster too large", SMALL + "disaster: [2222222]\n", ["3:12 2222222 needs 7 dice"]),
    (
        "every roll a disaster",
        SMALL + "disaster: [A]\n",
        ["3:1 every roll of all the dice is a di"],
    ),
    (
        "points for a face that the letter cannot be, and no others",
        "goal: 5\ncombinations: {1A: [5, 0, 0, 0, 0, 0]}\n",
        ["2:1 no roll of all the dice can ever score, as all points are for a letter as a face"],
    ),
    (
        "some disaster in every roll",
        SMALL + "disaster: [AA, ABCDEF]\n",
        ["3:1 every roll of all the dice is a disaster"],
    ),
    (
        "keys among the combinations that stand where they belong",
        "goal: 5\ndice: 6\nbank: {minimum: 5}\n"
        "combinations: {1: 5, dice: 5, minimum: 5, step: 5}\n",
        [
            "4:22 unknown key 'dice' under 'combinations'; it belongs at the top level, not "
            "indented, where it stands already; delete this one",
            "4:31 unknown key 'minimum' under 'combinations'; it belongs under 'bank', where it",
            "4:43 unknown key 'step' under 'combinations'; it belongs under 'hot_dice_bonus'",
        ],
    ),
    (
        "an unknown die",
        SMALL + "dice: {lucki: 6}\ndie_types: {lucky: [6, 1, 2, 3, 4, 6]}\n",
        ["3:8 there is no kind of dice called lucki; did you mean lucky?"],
    ),
    (
        "too many dice by name",
        SMALL + "dice: {ordinary: 5, Ordinary die: 4}\n",
        ["3:7 these are 9"],
    ),
    (
        "too many kinds",
        SMALL
        + "dice: [a, b, c, d, e, f, ordinary]\ndie_types:\n"
        + "".join(f"  {name}: [1, 1, 1, 1, 1, {i}]\n" for i, name in enumerate("abcdef", start=2)),
        ["3:7 127 different sets of these dice can be left in a turn"],
    ),
    (
        "weights beside names",
        SMALL + "dice: {ordinary: 6}\ndie_weights: [2, 1, 1, 1, 1, 1]\n",
        ["4:1 die_weights is about dice without names"],
    ),
    (
        "a face that never comes up beside names",
        SMALL + "dice: {ordinary: 6}\ndie_weights: [0, 1, 1, 1, 1, 1]\n",
        ["4:1 die_weights is about dice without names"],
    ),
    (
        "a kind without a face",
        SMALL + "die_types: {odd: [0, 0, 0, 0, 0, 0]}\n",
        ["3:18 all six weights of odd are 0"],
    ),
    ("no fair face", SMALL + "die_weights: [0, 0, 0, 0, 0, 0]\n", ["3:14 all six weights are 0"]),
    (
        "nothing that scores comes up",
        "goal: 100\ncombinations: {1: 100, 55: 50}\ndie_weights: [0, 1, 1, 1, 0, 1]\n",
        ["2:1 no roll of all the dice can ever score, as every combination needs a face of weight"],
    ),
    (
        "a list whose faces never come up",
        "goal: 100\ncombinations: {AA: [0, 0, 0, 0, 5, 0]}\ndie_weights: [1, 1, 1, 1, 0, 1]\n",
        ["2:1 no roll of all the dice can ever score"],
    ),
    (
        "more letters than faces that come up",
        "goal: 100\ncombinations: {ABC: 100}\ndie_weights: [1, 1, 0, 0, 0, 0]\n",
        ["2:1 no roll of all the dice can ever score"],
    ),
    (
        "labels without combinations",
        SMALL + "labels: {AABB: x, nothing: y, AAA: z, AAAAAAA: u, seven: v}\n",
        [
            "3:10 there is no combination AABB; delete its label",
            "3:19 there is a label for 'nothing', but no points for it",
            "3:39 there is no combination AAAAAAA; delete its label",
            "3:51 'seven' is not a pattern",
        ],
    ),
    (
        "a multiple that no turn score can be",
        NO_SINGLES + "bank: {multiple_of: 1000}\n",
        ["4:21 no turn score that can be banked is a multiple of 1000"],
    ),
    (
        "a multiple only at hot dice that must be rolled",
        "goal: 100\ndice: 2\ncombinations: {1: 10}\nhot_dice: required\nbank: {multiple_of: 20}\n",
        ["5:21 no turn score that can be banked is a multiple of 20"],
    ),
    (
        "nobody can stop",
        COIN + "hot_dice: required\n",
        ["4:1 every turn score uses all the dice, and hot_dice: required has them rolled again"],
    ),
    (
        "a minimum out of reach",
        NO_SINGLES + "bank: {minimum: 400, opening: 900}\n",
        ["4:17 no turn can score more than 350", "4:31 no turn can score more than 350"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_contradictions_are_errors(text: str, expected: list[str]) -> None:
    found = [f"{p.line}:{p.column} {p.message}" for p in problems(text)]
    assert len(found) == len(expected), found
    for message, words in zip(found, expected, strict=True):
        assert message.startswith(words)


FINE = [
    "farkle: {streak: 1, penalty: all}\n",
    "farkle: {keeps_turn_score: true}\npiggyback: after_bank\n",
    "overshoot: bust\nbank: {multiple_of: 100}\n",
    # Kept points are not bound by multiple_of, so they can still reach an exact goal.
    "overshoot: bust\nbank: {multiple_of: 300}\nfarkle: {keeps_turn_score: true}\n",
    "overshoot: bust\nbank: {multiple_of: 300}\nfarkle: {all_dice_points: 100}\n",
    "overshoot: bust\nbank: {multiple_of: 300}\nfarkle: {streak: 3, penalty: 100}\n",
    "instant_win: [AAAAAA]\ndisaster: [2222]\n",
    "instant_win: [A]\ndisaster: [A1]\n",
    "disaster: [AAA]\n",
    "bank: {multiple_of: 130}\n",
    "bank: {multiple_of: 999999937}\nhot_dice: required\nhot_dice_bonus: {points: 7, step: 3}\n",
    "bank: {minimum: 1000000000}\n",
    "bank: {opening: }\n",
    "labels: {AAA: triple, 1: ace}\n",
    "bank:\nfarkle:\nlabels:\ninstant_win:\ndisaster:\n",
    "die_weights: [5, 0, 0, 0, 0, 0]\n",
]


@pytest.mark.parametrize("lines", FINE)
def test_unusual_rules_are_no_errors(lines: str) -> None:
    assert problems(SMALL + lines) == ()


def test_one_die_without_hot_dice_required_can_be_played() -> None:
    assert problems(COIN) == ()


def test_hot_dice_bonuses_can_make_a_multiple() -> None:
    text = (
        "goal: 100\ndice: 2\ncombinations: {1: 10}\nhot_dice: required\nbank: {multiple_of: 20}\n"
    )
    assert problems(text + "hot_dice_bonus: {points: 10}\n") == ()
    assert problems(text + "hot_dice_bonus: {points: 20}\n") != ()
    assert problems(text + "hot_dice_bonus: {points: 20, step: 10}\n") == ()


def test_a_ruleset_of_nothing_but_nothing_is_legal_if_odd() -> None:
    text = "goal: 100\ncombinations: {}\nnothing: 100\n"
    assert problems(text) == ()
    assert any("no roll can ever farkle" in w for w in warnings("", text))


def test_rounds_take_the_place_of_a_goal() -> None:
    assert load_text("rounds: 10\ncombinations: {1: 100, 5: 50}\n").ruleset.goal is None
    found = problems("combinations: {1: 100, 5: 50}\n")
    assert [problem.message for problem in found] == ["the key 'goal' is missing; add goal: 10000"]


@pytest.mark.parametrize("rule", ["end_game: final_turn", "overshoot: bust"])
def test_rules_about_a_goal_need_one(rule: str) -> None:
    text = f"rounds: 3\ncombinations: {{1: 100, 5: 50}}\n{rule}\n"
    (found,) = problems(text)
    assert found.line == 3
    assert "there is none" in found.message
    assert not problems(f"goal: 500\n{text}")
