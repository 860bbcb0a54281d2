"""Wrong files: every problem at once, each with its place, what was found and what to write."""

from __future__ import annotations

import pytest

from tests.rules.texts import SMALL, Expected, check, problems

# Each case adds lines to SMALL (two lines), so its own first line is line 3.
ADDED: list[tuple[str, Expected]] = [
    # unknown, misspelt and misplaced keys
    ("gaol: 5", [(3, 1, "unknown key 'gaol'; 'goal' stands at line 1 already, so delete this")]),
    ("Goal: 5", [(3, 1, "'goal' stands at line 1 already, so delete this one")]),
    (
        "goal2: 3\nGOAL: 3",
        [(3, 1, "'goal' stands at line 1 alr"), (4, 1, "'goal' stands at line 1")],
    ),
    ("target: 3", [(3, 1, "'goal' stands at line 1 already, so delete this one")]),
    ("rules: 3", [(3, 1, "unknown key 'rules'; delete it, or use one of: all_dice_only, bank, d")]),
    (
        "points: 3",
        [(3, 1, "unknown key 'points'; delete it, or use one of: all_dice_only, bank, d")],
    ),
    (
        "bank: {minimum: 300, min: 4}\nminimum: 300\nfewest: 3",
        [
            (3, 22, "unknown key 'min' under 'bank'; 'minimum' stands at line 3 already"),
            (4, 1, "it belongs under 'bank', where it stands at line 3 already; delete this one"),
            (5, 1, "unknown key 'fewest'; delete it, or use one of"),
        ],
    ),
    (
        "bank:\n  opening: 300\nget on board: 5",
        [(5, 1, "'opening' stands under 'bank' already, at line 4, so delete this one")],
    ),
    ("banc: {minimum: 3}", [(3, 1, "unknown key 'banc'; did you mean 'bank'?")]),
    ("Overshoot: win", [(3, 1, "did you mean 'overshoot'?")]),
    ("minimum: 300", [(3, 1, "unknown key 'minimum' at the top level; it belongs under 'bank'")]),
    ("streak: 3", [(3, 1, "it belongs under 'farkle'")]),
    (
        "step: 3",
        [(3, 1, "hot_dice_bonus has no 'points'"), (3, 1, "it belongs under 'hot_dice_bonus'")],
    ),
    ("minimun: 300", [(3, 1, "unknown key 'minimun'; did you mean 'minimum' under 'bank'?")]),
    ("bank:\n  ties: split", [(4, 3, "'ties' under 'bank'; it belongs at the top level")]),
    (
        "bank:\n  penalty: 5",
        [(4, 3, "a penalty but no streak"), (4, 3, "belongs under 'farkle'")],
    ),
    ("bank:\n  minimal: 5", [(4, 3, "'minimal' under 'bank'; did you mean 'minimum'?")]),
    ("weights: [1]", [(3, 1, "did you mean 'die_weights'?"), (3, 10, "list of one number")]),
    (
        "Bank: {Minimum: x}",
        [(3, 1, "mean 'bank'?"), (3, 8, "mean 'minimum'?"), (3, 17, "'x'")],
    ),
    ("AAAA: 1000", [(3, 1, "unknown key 'AAAA'; patterns belong below 'combinations'")]),
    ("bank:\nminimum: 300", [(4, 1, "it belongs under 'bank'; begin this line with two spaces")]),
    (
        "players: 4",
        [(3, 1, "'players'; how many play is not a rule, so delete this line. Commands")],
    ),
    (
        "rounds: 101",
        [(3, 9, "rounds is 101; write a whole number from 1 to 100")],
    ),
    ("bank:\n  minimum: 300\n  first: 500", [(5, 3, "write opening: 500 under 'bank' for")]),
    ("bank:\n  minimum: 300\n  first minimum: 500", [(5, 3, "did you mean 'opening'?")]),
    ("bank:\n  minimum to get on the board: 500", [(4, 3, "did you mean 'opening'?")]),
    ("three farkles in a row lose: 1000", [(3, 1, "farkle: {streak: 3, penalty: 1000}")]),
    ("farkle:\n  three in a row: -1000", [(4, 3, "farkle: {streak: 3, penalty: 1000}")]),
    (
        "labels:\n  1:\n  6:\nbank:\n bels:",
        [
            (4, 3, "labels.1 is empty"),
            (5, 3, "labels.6 is empty"),
            (5, 3, "there is no combination 6"),
            (7, 2, "unknown key 'bels'"),
        ],
    ),
    ("title: x", [(3, 1, "did you mean 'name'?")]),
    ("steal: yes", [(3, 1, "did you mean 'piggyback'?"), (3, 8, "write none, after_bank (")]),
    ("wild: 1", [(3, 1, "write the die with the faces that stand for any other")]),
    ("final_round: yes", [(3, 1, "write end_game: final_turn, or equal_turns if")]),
    ("get on board: 500", [(3, 1, "did you mean 'opening' under 'bank'?")]),
    (
        "get on board: 1,000\nbank: {minimum: 300}",
        [
            (3, 1, "did you mean 'opening' under 'bank'?"),
            (3, 15, "bank.opening is the text '1,000'"),
        ],
    ),
    ("three farkles: -1,000", [(3, 1, "write farkle: {streak: 3, penalty: 1000}")]),
    ("farkle: -50", [(3, 9, "such as {streak: 3, penalty: 50} (streak: 1 takes it at every")]),
    ("instant_win: five ones", [(3, 14, "which is not a list; write [11111]")]),
    ("three pairs: 500", [(3, 1, "belong under 'combinations': write AABBCC")]),
    ("number of dice: 5", [(3, 1, "did you mean 'dice'?")]),
    ("“ties”: split", [(3, 1, "did you mean 'ties'?")]),
    ("bank: {opening 500}", [(3, 8, "'opening 500' has no ':' between key and value; write ope")]),
    ("wibble: 1", [(3, 1, "unknown key 'wibble'; delete it, or use one of: all_dice_only, bank")]),
    (": 1", [(3, 1, "a key is missing")]),
    ("'': 1", [(3, 1, "unknown key ''")]),
    # numbers
    ("dice: 9", [(3, 7, "dice is 9; write a whole number from 1 to 8")]),
    ("dice: 0", [(3, 7, "dice is 0; write a whole number from 1 to 8")]),
    ("dice: six", [(3, 7, "dice is the text 'six'; write 6")]),
    ("dice: true", [(3, 7, "dice is true; write a whole number from 1 to 8")]),
    ("dice:", [(3, 1, "dice is empty; write a whole number from 1 to 8")]),
    ("dice: [6]", [(3, 7, "dice is a list; write a whole number")]),
    ("nothing: -5", [(3, 10, "nothing is -5; only points to be gained can stand here, above 0.")]),
    ("nothing: '500'", [(3, 10, "nothing is the quoted text '500'; write 500")]),
    ("nothing: 10_000", [(3, 10, "nothing is the text '10_000'; write 10000")]),
    ("nothing: 10,000", [(3, 10, "nothing is the text '10,000'; write 10000")]),
    ("nothing: 1 000", [(3, 10, "write 1000")]),
    ("nothing: 1'000", [(3, 10, "write 1000")]),
    ("nothing: 5k", [(3, 10, "write 5000")]),
    ("nothing: 500 points", [(3, 10, "write 500")]),
    ("nothing: 1e4", [(3, 10, "nothing is 1e4; write 10000")]),
    ("nothing: 500.0", [(3, 10, "nothing is 500.0; write 500")]),
    ("nothing: 10.000", [(3, 10, "write 10000, or 10 if that is what you mean")]),
    ("nothing: 1.500", [(3, 10, "nothing is 1.500; write 1500")]),
    ("nothing: 10.000.000", [(3, 10, "write 10000000")]),
    ("nothing: “500”", [(3, 10, "nothing is the text '“500”'; write 500")]),
    ("nothing: 500;", [(3, 10, "write 500")]),
    ("nothing: 0.5", [(3, 10, "nothing is 0.5; write a whole number above 0")]),
    ("nothing: .inf", [(3, 10, "nothing is .inf; write a whole number")]),
    ("nothing: .nan", [(3, 10, "nothing is .nan; write a whole number")]),
    ("nothing: 1000000001", [(3, 10, "write a smaller number (no number may be above")]),
    ("nothing: {a: 1}", [(3, 10, "nothing is a mapping; write a whole number above 0")]),
    # words
    ("end_game: final", [(3, 11, "sudden_death, final_turn or equal_turns (did you mean final_t")]),
    ("end_game: Sudden Death", [(3, 11, "(did you mean sudden_death?)")]),
    ("end_game:", [(3, 1, "end_game is empty; write sudden_death, final_turn or equal_turns")]),
    ("piggyback: no", [(3, 12, "piggyback is the text 'no'; write none")]),
    (
        "piggyback: false",
        [(3, 12, "piggyback is false; write none, after_bank (the next player may go on")],
    ),
    ("hot_dice: yes", [(3, 11, "write optional (with every die set aside, all may be rolled ag")]),
    ("last_die: yes", [(3, 11, "or required (the die must be rolled)")]),
    ("last_die_throws: 0", [(3, 18, "a whole number from 1 to 10")]),
    ("last_die_throws: 11", [(3, 18, "a whole number from 1 to 10")]),
    ("hot_dice: no", [(3, 11, "that the turn ends there is not known here")]),
    ("end_game: yes", [(3, 11, "write sudden_death (the goal wins at once), final_turn (")]),
    ("disaster: none", [(3, 11, "write [] for none, or delete the line")]),
    ("overshoot: bst", [(3, 12, "write win or bust (did you mean bust?)")]),
    ("ties: 3", [(3, 7, "ties is 3; write split, leader or challenger")]),
    ("set_aside: [any]", [(3, 12, "set_aside is a list; write any or all")]),
    ("bank: {beat_previous: yes}", [(3, 23, "is the text 'yes'; write true or false (did you")]),
    ("bank: {beat_previous: 1}", [(3, 23, "write true or false (did you mean true?)")]),
    (
        "farkle: {penalty: al}",
        [(3, 19, "the text 'al'; write a whole number, 0 or more, or the w")],
    ),
    ("farkle: {penalty: 1_000}", [(3, 19, "write 1000")]),
    ("farkle: {penalty: -5}", [(3, 19, "farkle.penalty is -5; write 5, without the minus")]),
    ("farkle: {penalty: '-1,000'}", [(3, 19, "write 1000, without the minus")]),
    ("bank: {minimum: -300}", [(3, 17, "bank.minimum is -300; write 300")]),
    ("farkle: {first_roll_points: -50}", [(3, 29, "farkle: {streak: 1, penalty: 50}")]),
    ("farkle: {penalty: }", [(3, 10, "farkle.penalty is empty; write a whole number, 0 or more")]),
    ("farkle: {streak: none}", [(3, 18, "write a whole number above 0, such as 3, or delete")]),
    ("farkle: {streak: 0}", [(3, 18, "farkle.streak is 0; write a whole number above 0")]),
    ("farkle: {lowest_score: 500}", [(3, 24, "write -500 (no lower than 500 below zero), or 0")]),
    (
        "farkle: {lowest_score: -9999999999}",
        [(3, 24, "a number nearer to 0 (at least -1000000000)")],
    ),
    # groups
    ("bank: 300", [(3, 7, "bank is 300; write keys below it, such as {opening: 300} (a player")]),
    ("farkle: 500", [(3, 9, "such as {streak: 3, penalty: 500}")]),
    ("hot_dice_bonus: 250", [(3, 17, "such as {points: 250}")]),
    ("hot_dice_bonus: {step: 5}", [(3, 17, "hot_dice_bonus has no 'points'; add points: 500")]),
    ("bank: [minimum]", [(3, 7, "bank is a list; write keys below it")]),
    ("farkle: no", [(3, 9, "farkle is the text 'no'; write keys below it")]),
    # lists
    ("instant_win: AAAAAA", [(3, 14, "which is not a list; write [AAAAAA]")]),
    ("disaster: 2222", [(3, 11, "disaster is 2222, which is not a list; write [2222]")]),
    ("disaster: [[2222]]", [(3, 12, "entry 1 of disaster is a list; write a pattern")]),
    (
        "disaster: [2222, ]\ninstant_win: [7]",
        [(4, 15, "'7' is not a pattern: a die has no face 7")],
    ),
    (
        "dice: {ordinary: 0}",
        [(3, 18, "dice.ordinary is 0; write the name of a kind of dice, with how")],
    ),
    ("die_types: {odd: 7}", [(3, 18, "or {weights: [6, 1, 2, 3, 4, 6], joker: 1}")]),
    ("die_types: {odd: {weights: 7}}", [(3, 28, "is 7; write six whole numbers, one for each")]),
    ("die_types: {odd: [1]}", [(3, 18, "die_types.odd is a list of one number; write six")]),
    (
        "die_types: {odd: {weights: [1, 1, 1, 1, 1, 1], joker: 7}}",
        [(3, 55, "die_types.odd.joker is 7; write a face from 1 to 6, or several in brackets")],
    ),
    (
        "die_types: {odd: {weight: [1, 1, 1, 1, 1, 1]}}",
        [
            (3, 18, "has no 'weights'; add weights: [1, 1, 1, 1, 1, 1], as of a fair die"),
            (3, 19, "unknown key 'weight' under 'die_types.odd'"),
        ],
    ),
    ("die_weights: 1", [(3, 14, "die_weights is 1; write six whole numbers")]),
    ("die_weights: [1, 1, 1]", [(3, 14, "is a list of 3 numbers; write six, one for each face")]),
    ("die_weights: []", [(3, 14, "is a list of no numbers; write six")]),
    (
        "die_weights: [1, 1, 1.5, -1, x, 1]",
        [(3, 21, "entry 3 of die_weights is 1.5"), (3, 26, "is -1"), (3, 30, "is the text 'x'")],
    ),
    (
        "die_weights: [1, 1, 1, 1, 1, 1000001]",
        [(3, 30, "write a smaller number (at most 1000000)")],
    ),
    # a number that was meant is not what to write where it would be refused
    ("dice: '9'", [(3, 7, "dice is the quoted text '9'; write a whole number from 1 to 8, or")]),
    ("rounds: 5_000", [(3, 9, "rounds is 5_000; write a whole number from 1 to 100")]),
    ("farkle: {lowest_score: '500'}", [(3, 24, "write -500 (no lower than 500 below zero), or")]),
    ("farkle: {lowest_score: 2000000000}", [(3, 24, "write a number nearer to 0 (at least -")]),
    ("bank: {minimum: '2000000000'}", [(3, 17, "write a smaller number (no number may be")]),
    # texts
    ("name: 2024", [(3, 7, "name is 2024, which is not a text here; put it in quotes: '2024'")]),
    ("name: true", [(3, 7, "put it in quotes: 'true'")]),
    ("name: ''", [(3, 7, "name is blank; write a text, or delete the line")]),
    ("name: [a]", [(3, 7, "name is a list; write a text on one line")]),
    ('name: "\\e[31mred"', [(3, 7, "name has control characters in it")]),
    ('name: "a\\nb"', [(3, 7, "name has several lines; write it on one line")]),
    (f"name: {'x' * 101}", [(3, 7, "name has 101 characters; write at most 100")]),
    (f"source: {'x' * 5000}", [(3, 9, "source has 5,000 characters; write at most 4,000")]),
    ("labels: {AAA: 3}", [(3, 15, "labels.AAA is 3, which is not a text here")]),
    ("labels: {AAA: }", [(3, 10, "labels.AAA is empty; write a text on one line")]),
    ("labels: [AAA]", [(3, 9, "labels is a list; write lines of pattern: name")]),
]


@pytest.mark.parametrize(("lines", "expected"), ADDED, ids=[case[0][:40] for case in ADDED])
def test_wrong_lines_are_placed_and_explained(lines: str, expected: Expected) -> None:
    check(SMALL + lines + "\n", expected)


COMBINATIONS: list[tuple[str, Expected]] = [
    ("aab: 300", [(3, 3, "'aab' is not a pattern: letters in a pattern are capitals; write AAB")]),
    ("7: 300", [(3, 3, "a die has no face 7; the faces are 1 to 6")]),
    ("010: 300", [(3, 3, "a die has no face 0")]),
    ("fh: 300", [(3, 3, "'fh' is not a pattern; write AAABB")]),
    (
        "TWO: 100",
        [(3, 3, "'TWO' spells a word, and each character of a pattern is a die; write 2 or AA")],
    ),
    ("WORD: 100", [(3, 3, "'WORD' is not a pattern: it spells a word, and each character of a")]),
    ("best: 100", [(3, 3, "'b' cannot be in a pattern")]),
    ("HIGH STRAIGHT: 100", [(3, 3, "'HIGH STRAIGHT' is not a pattern; write 123456")]),
    (
        "6 of a kind: instant win",
        [(3, 16, "write instant_win: [AAAAAA], not indented")],
    ),
    ("no score: 500", [(3, 3, "points for a roll in which nothing scores are nothing: 500")]),
    ("AAA: 100 x face", [(3, 8, "write [100, 200, 300, 400, 500, 600], the points for each face")]),
    ("AAA: 1000, 200, 300, 400, 500, 600", [(3, 8, "write [1000, 200, 300, 400, 500, 600], the")]),
    ("AAA: {1: 1000, 2: 200}", [(3, 8, "write [1000, 200, 0, 0, 0, 0], the points for each face")]),
    ("1: 100,", [(3, 6, "write 100")]),
    ("'': 300", [(3, 3, "the pattern is empty")]),
    ("AAAAAAAAA: 300", [(3, 3, "the pattern has 9 dice, but at most 8 dice can be rolled")]),
    ("1ABCDEF: 300", [(3, 3, "needs 7 different faces, but a die has only 6")]),
    ("AAAAAAA: 300", [(3, 3, "AAAAAAA needs 7 dice, but a turn has only 6; raise dice to 7")]),
    (
        "set_aside: all",
        [(3, 3, "unknown key 'set_aside' under 'combinations'; it belongs at the t")],
    ),
    ("nothing: 500", [(3, 3, "it belongs at the top level, not indented")]),
    ("minimum: 500", [(3, 3, "it belongs under 'bank'")]),
    (
        "1: 0",
        [(3, 6, "combinations.1 is 0; write points (a whole number above 0) or a list of six")],
    ),
    ("1: true", [(3, 6, "combinations.1 is true; write points")]),
    ("1:", [(3, 3, "combinations.1 is empty; write points")]),
    ("1: '100'", [(3, 6, "combinations.1 is the quoted text '100'; write 100")]),
    ("1: {1: 5}", [(3, 6, "combinations.1 is a mapping; write points")]),
    (
        "AAA: [1, 2, 3]",
        [(3, 8, "is a list of 3 numbers; write six, one for each face from 1 to 6")],
    ),
    (
        "AAA: [1,000, 200, 300, 400, 500, 600]",
        [(3, 9, "the comma in 1,000 makes two numbers of it; write 1000")],
    ),
    ("AAA: [1, 2, 3, 4, x, 6.0]", [(3, 21, "entry 5 of combinations.AAA"), (3, 24, "write 6")]),
    ("AAA: [1, 2, 3, 4, -5, 6]", [(3, 21, "is -5; write a whole number, 0 or more")]),
    (
        "1: -100",
        [(3, 6, "is -100; a combination cannot cost points: write what it pays, such as 100")],
    ),
    ('"5": "-50"', [(3, 8, "a combination cannot cost points: write what it pays, such as 50")]),
    ("AAA: 1,000, 200", [(3, 8, "2 numbers; write one number, or six in brackets")]),
    (
        "AAA: 1,000, 200, 300, 400, 500, 600",
        [(3, 8, "write [1000, 200, 300, 400, 500, 600], the points for each face")],
    ),
    ("AAA:\n  - 1000\n   - 200", [(5, 4, "begins with 3 spaces and so goes on with the entry")]),
    ("AAA: [0, 0, 0, 0, 0, 0]", [(3, 8, "all six entries for AAA are 0")]),
    ("AABB: [1, 2, 3, 4, 5, 6]", [(3, 9, "AABB has 2 different letters; write one number")]),
    ("111: [1, 2, 3, 4, 5, 6]", [(3, 8, "111 has no letter; write one number")]),
    ("aa: none", [(3, 3, "write AA"), (3, 7, "combinations.aa is the text 'none'; write points")]),
]


@pytest.mark.parametrize(("line", "expected"), COMBINATIONS, ids=[c[0][:40] for c in COMBINATIONS])
def test_wrong_combinations(line: str, expected: Expected) -> None:
    check(f"goal: 10000\ncombinations:\n  {line}\n", expected)


WHOLE_FILES: list[tuple[str, Expected]] = [
    ("goal: 5\n", [(1, 1, "the key 'combinations' is missing; add combinations: {1: 100, 5: 50}")]),
    ("combinations: {1: 5}\n", [(1, 1, "the key 'goal' is missing; add goal: 10000")]),
    ("# x\n\ngaol: 5\ncombinations: {1: 5}\n", [(3, 1, "did you mean 'goal'?")]),
    ("goal: 5\ncombinations:\n", [(2, 1, "combinations is empty; write lines of pattern: points")]),
    ("goal: 5\ncombinations: {}\n", [(2, 1, "there are no combinations, so no roll can score")]),
    (
        "goal: 5\ncombinations: [1, 5]\n",
        [(2, 15, "combinations is a list; write lines of pattern")],
    ),
    ("points: 5000\ncombinations: {1: 5}\n", [(1, 1, "did you mean 'goal'?")]),
    (
        "goal: 5\ncombinations:\n- 1: 100\n- 5: 50\n",
        [(3, 1, "combinations is a list; write its lines without the dashes, such as 1: 100")],
    ),
    (
        "goal: 5\ncombinations:\n- ones = 100\n- fives = 50\n",
        [(3, 1, "without the dashes, with a ':' and a space after each key: 1: 100")],
    ),
    (
        "Goal: 5,000\nScoring:\n  three of a kind: 100 x face\n",
        [
            (1, 1, "did you mean 'goal'?"),
            (1, 7, "write 5000"),
            (2, 1, "did you mean 'combinations'?"),
            (3, 20, "write [100, 200, 300, 400, 500, 600]"),
        ],
    ),
    (
        "goal: 5\ncombinations:\n  1:100\n  5:50\n",
        [(3, 3, "write a space after each ':': 1: 100")],
    ),
    (
        "goal: 5\ncombinations:\n  1 = 100\n  5 = 50\n",
        [(3, 3, "write a ':' and a space after each key: 1: 100")],
    ),
    ("goal: 5\ncombinations: 100\n", [(2, 15, "combinations is 100; write lines of pattern")]),
    (
        "- goal\n",
        [(1, 1, "the file holds only a list; a ruleset is made of lines such as goal: 100")],
    ),
    ("facebook\n", [(1, 1, "the file holds only one value")]),
    ("---\n", [(2, 1, "the file is empty")]),
    ("--- null\n", [(1, 5, "the file holds only")]),
]


@pytest.mark.parametrize(("text", "expected"), WHOLE_FILES, ids=[c[0][:40] for c in WHOLE_FILES])
def test_wrong_files(text: str, expected: Expected) -> None:
    check(text, expected)


def test_a_long_report_is_cut_with_a_count() -> None:
    found = problems("".join(f"key{i}: 1\n" for i in range(1_000)))
    assert len(found) == 101
    assert found[-1].line is None
    assert "and 902 more" in found[-1].message


def test_found_values_are_shortened_and_harmless() -> None:
    for value in ("x" * 300_000, '"\\e[2J' + "y" * 300_000 + '"', "1" * 300_000):
        for line in (f"dice: {value}", f"ties: {value}", f"bank: {value}", f"bank: [{value}]"):
            for problem in problems(f"{SMALL}{line}\n"):
                assert len(problem.message) < 250
                assert "\x1b" not in problem.message


def test_no_word_of_the_machinery_shows() -> None:
    seen = [p.message for lines, _ in ADDED for p in problems(SMALL + lines + "\n")]
    for message in seen:
        for word in ("Input", "valid ", "pydantic", "tuple", "dictionary", "literal", "NoneType"):
            assert word not in message
