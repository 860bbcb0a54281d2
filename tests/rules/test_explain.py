"""The rules read back: every key is told, and only what is in force."""

from __future__ import annotations

import pytest

from farklegen.rules.catalogue import builtin_names, load_builtin
from farklegen.rules.explain import Clause, explain
from tests.rules.texts import SMALL, WHOLE, loaded, ruleset

# For each key: lines that set it, and words that must then be told (and not without them).
KEYS: list[tuple[str, str]] = [
    ("source: Aunt Mary\n", "Aunt Mary"),
    ("dice: 5\n", "Five dice."),
    ("nothing: 500\n", "A roll of all six dice without any combination pays 500 points"),
    ("nothing: 5\nlabels: {nothing: blank}\n", "Blank: a roll of all six dice without any"),
    ("labels: {AAA: triplets}\n", "Triplets: 500."),
    ("set_aside: all\n", "must set aside dice until no combination is left"),
    ("hot_dice: required\n", "all the dice must be rolled again, even with points to win"),
    ("last_die: required\n", "One die left must be rolled, even with points to win."),
    ("last_die_throws: 3\n", "One die left has 3 throws to score"),
    ("hot_dice_bonus: {points: 250}\n", "pays 250 points each time, added to the turn score"),
    (
        "hot_dice_bonus: {points: 500, step: 250}\n",
        "500 points the first time in a turn, then 750, 1",
    ),
    (
        "hot_dice_bonus: {points: 5, when: last_die}\n",
        "only when the last die to be set aside was rolle",
    ),
    ("bank: {minimum: 300}\n", "A turn must score at least 300 to be banked."),
    ("bank: {minimum: 310}\n", "A turn must score at least 350 to be banked."),
    ("bank: {opening: 500}\n", "A player's first bank of the game needs at least 500."),
    (
        "bank: {beat_previous: true}\n",
        "more than what the player before banked on the turn",
    ),
    ("bank: {multiple_of: 100}\n", "Only multiples of 100 may be banked."),
    ("bank: {multiple_of: 20}\n", "Only multiples of 100 may be banked."),
    ("farkle: {streak: 3, penalty: 500}\n", "Three farkles in a row cost 500 points of the banked"),
    ("farkle: {streak: 3, penalty: 500}\n", "Scores may become negative."),
    ("farkle: {streak: 1, penalty: 50}\n", "Every farkle costs 50 points of the banked score."),
    ("farkle: {streak: 2, penalty: all}\n", "Two farkles in a row cost the whole banked score"),
    ("farkle: {streak: 3, penalty: 500, lowest_score: 0}\n", "never takes a score below 0."),
    ("farkle: {streak: 3, penalty: 500, lowest_score: -120}\n", "takes a score below -100."),
    ("farkle: {first_roll_points: 50}\n", "A farkle on the first roll of a turn banks 50 points."),
    ("farkle: {first_roll_penalty: 500}\n", "on the first roll of a turn costs 500 points of the"),
    ("farkle: {first_roll_penalty: 500, lowest_score: 0}\n", "never takes a score below 0."),
    (
        "all_dice_only: [AAA, 1]\n",
        "Only a roll of all the dice, the first or after hot dice, scores",
    ),
    ("farkle: {all_dice_points: 50}\n", "A farkle on any roll of all the dice banks 50 points."),
    (
        "farkle: {all_dice_points: 50, first_roll_points: 100}\n",
        "any later roll of all the dice, after",
    ),
    (
        "farkle: {keeps_turn_score: true}\n",
        "the points set aside before it are banked all the same",
    ),
    (
        "end_game: final_turn\n",
        "every other player gets one last turn and wins by going past",
    ),
    ("end_game: equal_turns\n", "When the player who moved first has 10,000 points or more banked"),
    ("end_game: final_turn\n", "Level scores after the last turn count as half a win for each."),
    ("end_game: final_turn\nties: leader\n", "are a win for the player who reached the goal first"),
    ("end_game: final_turn\nrounds: 3\n", "who has had all turns gets no more: the game is over"),
    ("end_game: equal_turns\nties: challenger\n", "are a win for the player who drew level"),
    ("overshoot: bust\n", "The first player who has exactly 10,000 points banked wins at once."),
    ("overshoot: bust\n", "Dice that would take a player past 10,000 may not be set aside"),
    ("piggyback: after_bank\n", "After a bank, the next player may take the turn over"),
    ("piggyback: after_farkle\n", "After a farkle, the next player may roll the dice that farkled"),
    ("piggyback: both\n", "must roll at least once"),
    (
        "instant_win: [111111, 222]\n",
        "A roll with six ones or three twos in it wins the game at onc",
    ),
    ("disaster: [2222]\n", "A roll with four twos in it is a disaster: the turn is over"),
    ("die_weights: [1, 1, 1, 1, 1, 2]\n", "come up in the ratio 1 : 1 : 1 : 1 : 1 : 2"),
    (
        "dice: {odd: 1, ordinary: 5}\ndie_types: {odd: [2, 0, 2, 1, 2, 1]}\n",
        "Six dice: one odd and five ordinary.\nThe odd die is not fair: the faces 1 to 6 come up "
        "in the ratio 2 : 0 : 2 : 1 : 2 : 1.\nA 2 never comes up there.",
    ),
    (
        "dice: {imp: 2, ordinary: 4}\n"
        "die_types: {imp: {weights: [1, 1, 1, 1, 1, 1], joker: [1, 6]}}\n",
        "Imp dice: 1 and 6 are jokers, which stand for any face in a combination",
    ),
    ("die_weights: [1, 0, 1, 0, 1, 2]\n", "A 2 or 4 never comes up."),
    # where rules meet
    ("overshoot: bust\nend_game: final_turn\n", "one last turn and can still draw level."),
    (
        "overshoot: bust\nset_aside: all\n",
        "The rule that every scoring die is taken goes before this",
    ),
    ("overshoot: bust\nhot_dice_bonus: {points: 50}\n", "A hot-dice bonus counts towards the goal"),
    ("overshoot: bust\nfarkle: {all_dice_points: 50}\n", "not paid if they would pass the goal"),
    ("overshoot: bust\npiggyback: both\n", "would pass the goal cannot be taken over"),
    ("piggyback: both\nhot_dice_bonus: {points: 5, step: 5}\n", "starts counting the bonus afresh"),
    ("piggyback: both\nfarkle: {first_roll_points: 50}\n", "A turn taken over has no first roll."),
    (
        "piggyback: both\nend_game: final_turn\n",
        "The last turn of a game may be a turn taken over.",
    ),
    ("piggyback: after_bank\nfarkle: {keeps_turn_score: true}\n", "include the score taken over"),
    ("piggyback: after_bank\nfarkle: {all_dice_points: 50}\n", "they are not a turn to take over"),
    (
        "bank: {beat_previous: true}\nfarkle: {all_dice_points: 5}\n",
        "they are not a bank to be bea",
    ),
    (
        "bank: {opening: 500}\nfarkle: {keeps_turn_score: true}\n",
        "After points kept in a farkle, a",
    ),
    (
        "farkle: {all_dice_points: 5, keeps_turn_score: true}\n",
        "After hot dice it banks the points",
    ),
    ("farkle: {streak: 2, penalty: 50, all_dice_points: 50}\n", "its points are added first, then"),
    ("farkle: {keeps_turn_score: true}\n", "to the goal ends the game as a bank would"),
    ("disaster: [2222]\nfarkle: {streak: 2, penalty: 50}\n", "but it resets the count of farkles"),
    ("disaster: [2222]\ninstant_win: [AAAAA]\n", "A roll that would be both wins."),
]


@pytest.mark.parametrize(("lines", "words"), KEYS)
def test_every_rule_is_told_when_it_is_in_force(lines: str, words: str) -> None:
    assert words in told(lines)
    assert words not in told("")


def told(lines: str, base: str = SMALL) -> str:
    return "\n".join(clause.text for clause in explain(ruleset(lines, base)))


COMBINATIONS = [
    ("1: 100", "A one: 100."),
    ("AAA: 500", "Three of a kind: 500."),
    (
        "AAA: [1000, 200, 300, 400, 500, 600]",
        "Three of a kind: 1,000 for ones, 200 for twos, 300 for threes, 400 for fours, 500 for "
        "fives and 600 for sixes.",
    ),
    (
        "AAA: [0, 0, 300, 0, 500, 0]",
        "Three of a kind: 300 for threes and 500 for fives (ones, twos and fours do not score).",
    ),
    ("AAA: [1000, 500, 500, 500, 500, 500]", "1,000 for ones and 500 for every other face."),
    ("AAA: [500, 500, 500, 500, 500, 500]", "Three of a kind: 500 for any face."),
    ("AAA: [0, 500, 500, 500, 500, 500]", "500 for every other face (ones do not score)."),
    ("three ones: 1000, AAA: [0, 500, 500, 500, 500, 500]", "kind: 500 for every other face."),
    ("AAA: [0, 2, 3, 4, 5, 6], 111: 1000", "Three of a kind: 2 for twos, 3 for threes, 4 for"),
    ("AAA: [0, 2, 3, 4, 5, 6], 111: 1000", "5 for fives and 6 for sixes."),
    ("1111: 1000, AAA: [0, 2, 3, 4, 5, 6]", "5 for fives and 6 for sixes (ones do not score)."),
    ("112: 1000, 11A: [0, 0, 3, 4, 5, 6]", "one other die: 3 for threes, 4 for fours, 5 for"),
    ("112: 1000, 11A: [0, 0, 3, 4, 5, 6]", "5 for fives and 6 for sixes."),
    (
        "11A: [0, 200, 300, 400, 500, 600]",
        "Two ones and one other die: 200 for twos, 300 for threes",
    ),
]


@pytest.mark.parametrize(("line", "words"), COMBINATIONS)
def test_points_of_combinations(line: str, words: str) -> None:
    assert words in told("", f"goal: 10000\ncombinations: {{{line}, 666: 600}}\n")


def test_doubled_points_are_called_so() -> None:
    lines = "AAA: [10, 2, 3, 4, 5, 6], AAAA: [20, 4, 6, 8, 10, 12], AAAAA: [60, 12, 18, 24, 30, 36]"
    text = told("", f"goal: 10000\ncombinations: {{{lines}}}\n")
    assert "Four of a kind: twice the points of three of a kind (20 for ones, " in text
    assert "Five of a kind: three times the points of four of a kind (60 for ones, " in text


def test_doubled_points_say_in_one_bracket_which_faces_do_not_score() -> None:
    lines = "AAA: [0, 2, 3, 4, 5, 6], AAAA: [0, 4, 6, 8, 10, 12]"
    text = told("", f"goal: 10000\ncombinations: {{{lines}}}\n")
    assert "5 for fives and 6 for sixes (ones do not score)." in text
    assert "10 for fives and 12 for sixes; ones do not score)." in text
    text = told("", f"goal: 10000\ncombinations: {{{lines}, 1111: 5}}\n")
    assert "10 for fives and 12 for sixes)." in text


@pytest.mark.parametrize(
    "line", ["opening: 1000", "multiple_of: 100", "beat_previous: true", "minimum: 300"]
)
def test_that_any_turn_score_may_be_banked_is_told_only_where_it_may(line: str) -> None:
    assert "Any turn score may be banked." in told("bank: {opening: 0, multiple_of: 50}\n")
    assert "Any turn score may be banked." not in told(f"bank: {{{line}}}\n")


def test_patterns_of_one_name_and_points_are_told_together() -> None:
    base = "goal: 10000\ncombinations: {AABBCC: 1500, AAAABB: 1500, AAABBB: 2500}\n"
    text = told("labels: {AABBCC: three pairs, AAAABB: three pairs}\n", base)
    assert "Three pairs (AABBCC, AAAABB): 1,500." in text
    assert "Two triplets: 2,500." in text


def test_hot_dice_that_cannot_come_up_are_not_told() -> None:
    base = "goal: 10000\ndice: 4\ncombinations: {AAA: 100}\n"
    assert not [c for c in explain(ruleset("", base)) if c.topic == "Hot dice"]


def test_the_basic_rules_in_full() -> None:
    assert explain(loaded("").ruleset) == [
        Clause("Dice", "Six dice."),
        Clause("Goal", "The first player who has 10,000 points or more banked wins at once."),
        Clause("Points", "A one: 100."),
        Clause("Points", "A five: 50."),
        Clause("Points", "Three of a kind: 500."),
        Clause(
            "Points",
            "Each die is used once; where the same dice are worth more than one combination, the "
            "player takes whichever is best.",
        ),
        Clause(
            "Setting aside",
            "After each roll the player sets aside one or more combinations, but need not take "
            "all of them.",
        ),
        Clause(
            "Setting aside",
            "Then the player banks the turn score, or rolls the dice that are left.",
        ),
        Clause(
            "Hot dice", "With every die set aside, the player banks or rolls all the dice again."
        ),
        Clause("Banking", "Any turn score may be banked."),
        Clause(
            "Farkles",
            "A roll without a combination is a farkle: the turn is over and its points are lost.",
        ),
    ]


@pytest.mark.parametrize("name", builtin_names())
def test_every_clause_is_a_sentence(name: str) -> None:
    for clause in explain(load_builtin(name).ruleset):
        assert clause.text[0].isupper() or clause.topic == "Source"
        assert clause.text.endswith((".", ")")) or clause.topic == "Source"
        assert "\n" not in clause.text


def test_all_rules_at_once_can_be_told() -> None:
    from farklegen.rules.loading import load_text

    clauses = explain(load_text(WHOLE).ruleset)
    assert len(clauses) > 30
    assert len({c.text for c in clauses}) == len(clauses)


def test_without_a_goal_nothing_is_told_of_a_farkle_that_reaches_it() -> None:
    from farklegen.rules.loading import load_text

    rules = "combinations: {1: 100}\nrounds: 3\nfarkle: {keeps_turn_score: true}\n"
    told = [clause.text for clause in explain(load_text(rules).ruleset)]
    assert any("banked all the same" in text for text in told)
    assert not any("to the goal" in text for text in told)
