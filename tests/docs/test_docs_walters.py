"""Walters' thresholds beside the exact ones, and what both win, as the validation page has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, read, report, rows
from tests.profiles import running_deep
from tests.referee.games import published

PAGE = DOCS / "validation.md"
FILE = DOCS / "examples" / "walters.yaml"
PLAYED = ("way of playing Walters' rules", "moving first", "moving second", "average", "command")


def test_thresholds_beside_those_of_the_card() -> None:
    entry = published("walters")
    strategy = report("table", "walters", "--quick")["strategies"][0]
    found = rows(
        PAGE,
        "dice",
        "bank from: published",
        "by the card",
        "take over from: published",
        "by the card",
    )
    assert [int(row[0]) for row in found] == [6, 5, 4, 3, 2, 1]
    for dice, *cells in found:
        bank, exact_bank, over, exact_over = map(int, cells)
        assert bank == -(-entry["roll_below"][int(dice)] // 50) * 50
        assert over == (entry["take_over_above"][int(dice)] // 50 + 1) * 50
        assert exact_bank == strategy["break_points"][dice][-1][1]
        assert exact_over == strategy["take_over_at"][dice]


def test_what_is_lost_follows_from_what_is_won() -> None:
    found = {row[0]: [float(cell.strip("%")) for cell in row[1:4]] for row in rows(PAGE, *PLAYED)}
    assert len(found) == 5
    for first, second, average in found.values():
        assert (first + second) / 2 == pytest.approx(average, abs=1e-4)
    text = " ".join(read(PAGE).split())
    for who in ("his thresholds", "the card", "the card and when to go for the goal"):
        assert f"{50 - found[who][2]:.4f}%" in text


@pytest.mark.skipif(not running_deep(), reason="five duels of a game with taking over: a minute")
def test_what_the_thresholds_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.docs.pages.CACHE", str(tmp_path / "cache"))
    to_bank = tmp_path / "to-bank.yaml"
    lines = [line for line in read(FILE).splitlines() if not line.startswith("take_over")]
    to_bank.write_text("\n".join(lines), encoding="utf-8")
    for _, *said, command in rows(PAGE, *PLAYED):
        words = command.strip("`").removeprefix("farklegen ").split()
        if command == "the same without `take_over`":
            words = ["duel", "walters", "--me", str(to_bank)]
        duel = report(*words)
        keys = ("moving_first", "moving_second", "average")
        assert said == [f"{100 * duel[key]:.4f}%" for key in keys]
