"""The numbers of the validation page: ours are what the commands print, and agree as it says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from farklegen.rules.catalogue import load_builtin
from tests import referee
from tests.docs.pages import DOCS, read, report, rows, table

PAGE = DOCS / "validation.md"
FACEBOOK = "docs/validation/facebook-no-minimum"
FILES = {"0": f"{FACEBOOK}.yaml", "500": f"{FACEBOOK}-penalty-500.yaml"}
FILES["1000"] = f"{FACEBOOK}-penalty-1000.yaml"


def half_a_digit(published: str) -> float:
    """Half a unit of the last digit of a number as it was printed."""
    decimals = len(published.partition(".")[2])
    return 0.5 * 10.0**-decimals * (1 + 1e-9)


def command_of(cell: str) -> tuple[str, ...]:
    return tuple(cell.strip("`").removeprefix("farklegen ").split())


def test_points_per_turn_and_farkles() -> None:
    found = rows(PAGE, "what", "published", "ours", "command", "source")
    assert len(found) == 5
    for what, published, ours, command, _ in found:
        key = "points_per_turn" if what.endswith("points per turn") else "farkle_probability"
        word, rules, *_ = command.strip("`").removeprefix("farklegen ").split()
        assert word == "table"
        real = table(rules)[key]
        assert ours == f"{real:.9f}"
        assert real == pytest.approx(float(published), abs=half_a_digit(published))


def test_the_card_for_the_basic_rules() -> None:
    shown = {
        str(dice): [
            [int(row[0].split()[0]), int(row[6 - dice])]
            for row in rows(PAGE, "value", "5 dice", "4 dice", "3 dice", "2 dice", "1 die")
            if row[6 - dice]
        ]
        for dice in range(5, 0, -1)
    }
    said = report("table", "basic", "--quick")
    real = said["strategies"][0]["break_points"]
    assert shown == {dice: real[dice] for dice in shown}
    assert f"{said['card']['points_per_turn']:.9f}" in read(PAGE)
    assert said["card"]["loss"] == 0
    assert f"is right is {said['always_bank_from']:,} (" in read(PAGE).replace("\n", " ")


def states(penalty: str, streak: str) -> dict[tuple[int, int], dict[str, float]]:
    """The states of one of the three files by (turn score, dice)."""
    strategies = table(FILES[penalty], full=True)["strategies"]
    found = next(s for s in strategies if s["streak"] == int(streak))["states"]
    return {(state["turn_score"], state["dice"]): state for state in found}


def test_break_points_with_penalties() -> None:
    by_dice = ("6 dice", "5 dice", "4 dice", "3 dice", "2 dice", "1 die")
    found = rows(PAGE, "penalty", "farkles in a row", "whose", *by_dice)
    pairs = list(zip(found[::2], found[1::2], strict=True))
    assert len(pairs) == 7
    for published, ours in pairs:
        worths = states(published[0], published[1])
        real = [
            min(
                score
                for (score, dice), state in worths.items()
                if dice == n and (state["bank"] or (score == 0 and state["value"] <= 0))
            )
            for n in range(6, 0, -1)
        ]
        assert [int(cell) for cell in ours[3:]] == real
        if published[0] != "1000" or published[1] == "0":
            assert published[3:] == ours[3:]


def test_near_ties_in_the_published_ranks() -> None:
    found = rows(PAGE, "penalty", "farkles in a row", "state", "worth", "ranked beside")
    assert len(found) == 5
    for penalty, streak, state, worth, beside in found:
        score, dice = (int(word) for word in state.replace("with ", "").split()[:2])
        real = score + states(penalty, streak)[score, dice]["value"]
        assert worth == f"{real:.5f}"
        assert abs(real - float(beside)) < 0.08


def test_decisions_where_published_break_points_are_wrong() -> None:
    text = " ".join(read(PAGE).split())
    three = 250 + states("1000", "1")[250, 3]["value"]
    five = 2000 + states("1000", "2")[2000, 5]["value"]
    assert f"rolling three dice at 250 is worth {three:.2f}, so one banks from 300 on" in text
    assert f"rolling five dice at 2,000 is worth {five:.2f}, so one banks from 2,050 on" in text


@pytest.mark.parametrize("row", rows(PAGE, "dice", "turn score", "published", "ours", "command"))
def test_chance_of_a_thousand(row: list[str]) -> None:
    dice, score, published, ours, command = row
    assert f"--dice {dice} --turn-score {score}" in command
    real = 100 * report(*command_of(command))["probability"]
    assert ours == f"{real:.6f}%"
    assert real == pytest.approx(float(published[:-1]), abs=half_a_digit(published[:-1]))


@pytest.mark.parametrize("row", rows(PAGE, "points", "published", "ours", "command"))
def test_chance_of_some_points(row: list[str]) -> None:
    points, published, ours, command = row
    assert command.endswith(f"--points {points}`")
    real = report(*command_of(command))["probability"]
    assert ours == f"{real:.6f}"
    if points != "900":
        assert real == pytest.approx(float(published), abs=half_a_digit(published))


PATTERNS = {
    "six of a kind": {"AAAAAA"},
    "five of a kind": {"AAAAA"},
    "four of a kind": {"AAAA"},
    "three of a kind": {"AAA"},
    "two triplets": {"AAABBB"},
    "three pairs": {"AABBCC", "AAAABB"},
    "straight": {"123456"},
    "ones and fives": {"1", "5"},
}


def test_odds() -> None:
    found = rows(PAGE, "dice", "roll", "published", "ours", "rolls", "of")
    sheet, article = found[:18], found[18:]
    assert len(article) == 12
    wrong = []
    for name, shown in (("patch", sheet), ("facebook", article)):
        odds = report("odds", name)
        for dice, roll, published, ours, rolls, of in shown:
            part = (
                odds["farkle"][dice]
                if roll == "farkle"
                else sum(
                    line["best"]
                    for line in odds["combinations"][dice]
                    if set(line["patterns"]) <= PATTERNS[roll]
                )
            )
            assert int(of) == 6 ** int(dice)
            assert part == pytest.approx(int(rolls) / int(of), rel=1e-12)
            one_in = Fraction(int(of), int(rolls))
            assert float(ours) == pytest.approx(float(one_in), abs=0.00005)
            if abs(float(one_in) - float(published)) > half_a_digit(published):
                wrong.append((name, dice, roll))
    assert wrong == [
        ("patch", "6", roll) for roll in ("farkle", "three of a kind", "ones and fives")
    ]


def test_the_limit_of_the_other_program() -> None:
    limited = referee.expected_score(load_builtin("onward").ruleset, 9950).low
    assert limited.points_per_turn == pytest.approx(542.063223899469, abs=5e-12)
    assert "`542.063223899469`" in read(PAGE)
