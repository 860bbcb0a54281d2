"""What commands refuse before anything is solved, each thing wrong in a line of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import farklegen
from tests.cli.small_rules import EXACT, LIMITLESS, PIGGYBACK, SHORT, STREAKS

SCORES = "--mine 0 --theirs 0"


@pytest.mark.parametrize(
    ("command", "rules", "options", "problems"),
    [
        ("turn", SHORT, "", ["--mine is missing", "--theirs is missing"]),
        (
            "turn",
            SHORT,
            "--mine x --theirs 1.5 --seat third --off-board us --inherit 600",
            ["--mine: 'x'", "--theirs: '1.5'", "--seat: 'third'", "--off-board: 'us'", "not T,N"],
        ),
        (
            "turn",
            SHORT,
            "--mine 425 --theirs 1000 --my-farkles 1 --previous 100 --inherit 100,2 --floor -50",
            [
                "--mine: a score of 425",
                "--theirs: with 1,000 points the other player has won",
                "--my-farkles: farkles in a row are not counted",
                "--previous: in these rules",
                "--inherit: nobody takes over",
                "--floor: no score falls below zero",
            ],
        ),
        ("turn", SHORT, "--mine -50 --theirs 0", ["no score falls below 0"]),
        ("turn", SHORT, "--mine 1000 --theirs 0", ["with 1,000 points, which is the goal, this"]),
        ("turn", SHORT, "--mine 9999 --theirs 0", ["9,999 points, more than the goal of 1,000, "]),
        ("turn", SHORT, "--mine 0 --theirs 9999", ["the other player has won"]),
        (
            "turn",
            STREAKS,
            "--mine 100 --theirs 350 --my-farkles 2",
            ["--seat second", "--my-farkles: 2 farkles in a row cannot occur"],
        ),
        ("turn", "five-dice", "--mine 2100 --theirs 0 --off-board mine", ["is on the board"]),
        ("turn", LIMITLESS, "--mine 0 --theirs 99999950", ["nobody gets from below 200"]),
        ("turn", LIMITLESS, "--mine -5000 --theirs 0", ["--floor"]),
        *(
            (command, SHORT, f"{scores} --tolerance {error}", [f"--tolerance: '{error}' is not"])
            for command, scores in (("solve", ""), ("turn", SCORES), ("advise", SCORES))
            for error in ("1e-6", "1e-13", "0", "nan", "close")
        ),
        ("advise", SHORT, "--dice 2 --tolerance 1e-9", ["--tolerance makes"]),
        (
            "solve",
            SHORT,
            "--players 3 --tolerance 1e-9 --head-start",
            ["--head-start is", "--tolerance is"],
        ),
        ("turn", STREAKS, "--mine -50 --theirs 0", ["no score falls below 0"]),
        ("turn", PIGGYBACK, "--mine 0 --theirs 100 --inherit 350,1", ["cannot have left"]),
        ("turn", PIGGYBACK, "--mine 0 --theirs 300 --inherit 50,1", ["no turn ends with 50"]),
        ("turn", PIGGYBACK, "--mine 0 --theirs 300 --inherit 150,3", ["there are no 3 dice"]),
        (
            "turn",
            PIGGYBACK,
            "--mine 0 --theirs 300 --inherit 150,1 --previous 100",
            ["--previous: 100 is not the 150 points of --inherit"],
        ),
        ("turn", PIGGYBACK, "--mine 0 --theirs 100 --previous 150", ["cannot have banked 150"]),
        ("advise", SHORT, "", ["what is the question?"]),
        ("advise", SHORT, "--mine 0 --dice 3", ["--mine is given, but not --theirs"]),
        ("advise", SHORT, "--roll 1,7", ["--roll: '1,7' is not a roll"]),
        (
            "advise",
            SHORT,
            "--turn-score 25 --roll 1,1,1,1 --dice 2",
            [
                "--roll has 4 dice, --dice says 2. Leave --dice out, or give 2 faces",
                "there are no 4 dice to roll",
                "a turn score of 25 cannot occur",
            ],
        ),
        (
            "advise",
            SHORT,
            "--roll 1,5,2,3,4,6,1,1,1",
            ["this game has 3. Give 1 to 3 faces as --roll"],
        ),
        (
            "advise",
            SHORT,
            "--dice 9",
            ["no 9 dice to roll: this game has 3. Give a number from 1 to 3 as --dice"],
        ),
        (
            "advise",
            SHORT,
            "--roll 1,5 --format json",
            ["2 dice to roll with a turn score of 0 cannot occur"],
        ),
        (
            "advise",
            SHORT,
            "--mine 0 --theirs 0 --turn-score 50 --dice 1 --format csv",
            ["cannot occur"],
        ),
        ("advise", SHORT, "--turn-score 99999950 --dice 2", ["nothing left to decide"]),
        (
            "advise",
            SHORT,
            "--mine 0 --theirs 0 --turn-score 9950 --dice 2",
            ["nothing left to decide"],
        ),
        (
            "advise",
            SHORT,
            "--mine 900 --theirs 0 --turn-score 100 --roll 1,2",
            ["it was time to bank"],
        ),
        (
            "advise",
            SHORT,
            "--roll 1,2,3 --their-farkles 1 --seat second --off-board theirs --floor -50",
            ["--their-farkles makes", "--seat second makes", "--off-board theirs", "--floor makes"],
        ),
        ("advise", STREAKS, "--roll 1,2 --my-farkles 2", ["2 farkles in a row cannot occur"]),
        ("advise", SHORT, "--inherit 100,2", ["nobody takes over"]),
        (
            "advise",
            PIGGYBACK,
            "--mine 0 --theirs 300 --inherit 150,1 --roll 1 --turn-score 150",
            ["--inherit asks before the first roll"],
        ),
        ("advise", PIGGYBACK, "--inherit 150,1 --turn-score 150", ["--turn-score is 0"]),
        ("advise", PIGGYBACK, "--inherit 125,1", ["multiples of 50"]),
        ("advise", EXACT, "--mine 300 --theirs 0 --turn-score 150 --dice 1", ["hit exactly"]),
        (
            "duel",
            PIGGYBACK,
            "--me card --best-response",
            ["the best response is not worked out with piggyback: after_bank. Leave --best-respo"],
        ),
        ("duel", SHORT, "--me nobody", ["there is no policy and no file nobody"]),
        (
            "simulate",
            "basic",
            "--games 0 --seed x --floor 5",
            ["--games: 0", "--seed: 'x'", "--floor: 5"],
        ),
        ("reach", "basic", "--points -3 --dice 0", ["--points: -3 is not at least 1", "--dice: 0"]),
        ("table", SHORT, "--numbers 2 --full", ["--numbers is about a short card, --full about"]),
        ("table", SHORT, "--match --quick", ["--match solves the match, which --quick leaves"]),
        ("odds", "five-dice", "--dice 6", ["this game has 5. Give a number from 1 to 5"]),
    ],
)
def test_what_cannot_be_is_told_at_once(
    tmp_path: Path,
    command: str,
    rules: str,
    options: str,
    problems: list[str],
) -> None:
    if "\n" in rules:
        file = tmp_path / "rules.yaml"
        file.write_text(rules, encoding="utf-8")
        rules = str(file)
    code, out, err = farklegen(command, rules, *options.split())
    assert (code, out) == (2, "")
    assert err.startswith("farklegen: error: ")
    for problem in problems:
        assert problem in err
    assert err.count("\n") == len(problems)
