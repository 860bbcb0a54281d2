"""The numbers of the validation page: ours are what the commands print, and agree as it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from farklegen.report.numbers import count
from tests.docs.pages import DOCS, ROOT, prose, report, rows, table

PAGE = DOCS / "validation.md"


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


GUIDE = DOCS / "play-better.md"
DICE = "kingdom-come-2"
BRING = f"dice {DICE} --own lucky=3,odd=2,ordinary=6 --their-dice ordinary=6 --goal 2000"
PLAYED = f"table {DICE}:lucky=3,odd=2,ordinary=1 --their-dice ordinary=6"
MATCH = f"solve {DICE}:lucky=3,odd=3 --their-dice odd=3,ordinary=3"
BEST = "duel basic --me optimal --best-response --opponent"

NUMBERS = [
    ("own-dice", "{:.1f} points", f"table {DICE} --quick", "points_per_turn"),
    ("own-dice", "{:.2f} of 100 games if you move first", BRING, "matches.0.moving_first"),
    ("own-dice", "{:.4f}% if", MATCH, "moving_first"),
    ("own-dice", "wins {:.2f} of 100", PLAYED, "card.win_probability.average"),
    ("play-better", "win {:.2f} games in 100", f"{BEST} bank-at-300", "best_response.average"),
    ("play-better", "wins {:.2f} of 100", f"{BEST} card", "best_response.average"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("row", NUMBERS)
def test_a_number_of_a_sentence(row: tuple[str, str, str, str]) -> None:
    page, text, command, key = row
    real: Any = report(*command.split())
    for part in key.split("."):
        real = real[int(part)] if part.isdigit() else real[part]
    real = 100 * real if isinstance(real, float) and real < 1 else real
    assert text.format(real) in " ".join(prose(DOCS / f"{page}.md").split())


@pytest.mark.slow
def test_perfect_play_decides_the_whole_game_the_same() -> None:
    found = rows(GUIDE, "turn", "you to opponent", "rolls", "banked")
    score = 0
    for _, scores, rolls, banked in found:
        mine, theirs = scores.replace(",", "").split(" to ")
        assert int(mine) == score
        turn = 0
        for roll, kept in re.findall(r"([1-6 ]+) → ([1-6 ]+)", rolls):
            asked = f"--mine {mine} --theirs {theirs} --turn-score {turn}"
            roll = roll.strip().replace(" ", ",")
            options = report("advise", "basic", *asked.split(), "--roll", roll)["options"]
            right = next(o for o in options if o["keep"] == [int(die) for die in kept.split()])
            assert right["win_probability"] == options[0]["win_probability"]
            turn = right["turn_score"]
        assert int(banked) == (0 if "farkle" in rolls else turn)
        score += int(banked)
    assert f"You win, {score:,} to" in prose(GUIDE)


HEAD = ("basic rules to", "card for two", "card for three", "what the card for three says")


@pytest.mark.slow
@pytest.mark.parametrize("row", rows(GUIDE, *HEAD)[:2])
def test_cards_at_a_table_of_three(row: list[str], tmp_path: Path) -> None:
    goal, *shown, says = row
    file = tmp_path / "rules.yaml"
    text = (ROOT / "rulesets" / "basic.yaml").read_text("utf-8")
    file.write_text(re.sub("goal: .*", f"goal: {goal.replace(',', '')}", text), "utf-8")
    three, two = report("table", str(file), "--players", "3"), report("table", str(file))
    wins = {way["name"]: 100 * way["average"] for way in three["ways"]}
    screen = three["screen"]
    assert shown == [
        f"{wins['card:leader']:.4f}%, {count(two['card']['numbers'], 'number')}",
        f"{wins['card']:.4f}%, {count(screen['scores'], 'number')}",
    ]
    real = " ".join([*screen["sentences"], screen["grids"][0]["rows"][0]["label"]])
    assert {*re.findall(r"\d[\d,]*\d", says)} == {*re.findall(r"\d[\d,]*\d", real)} - {goal}
