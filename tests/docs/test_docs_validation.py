"""The numbers of the validation page: ours are what the commands print, and agree as it says."""

from __future__ import annotations

import pytest

from tests.docs.pages import DOCS, report, rows, table

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
