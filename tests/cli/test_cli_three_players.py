"""Commands with `--players 3`."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.match import SeveralResult, several_document
from farklegen.rules.loading import load_text
from farklegen.study.seats import seated
from farklegen.study.study import Study
from tests.cli.command import farklegen as command

RULES = "goal: 300\ndice: 2\ncombinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 100, 150]}\n"

ONE_DIE = "goal: 100\ndice: 1\ncombinations: {1: 100, 5: 50}\n"


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_solve_says_how_often_each_of_three_wins(rules: str) -> None:
    found = json.loads(command("solve", rules, "--players", "3", "--format", "json").out)
    chances = found["win_probabilities"]
    assert len(chances) == found["players"] == 3
    assert abs(sum(chances) - 1) < 1e-12
    assert chances[0] > chances[1] > chances[2] > 0
    assert found["states"] == 216
    text = command("solve", rules, "--players", "3").out
    assert "Third player wins" in text


def test_a_turn_and_advice_say_it_of_the_next_player_and_the_one_after(rules: str) -> None:
    at = ("--players", "3", "--mine", "100", "--theirs", "250,0")
    found = json.loads(command("turn", rules, *at, "--format", "json").out)
    assert found["scores"] == [100, 250, 0]
    assert found["win_probability"] == found["win_probabilities"][0]
    assert found["win_probabilities"][1] > found["win_probabilities"][2]
    advised = json.loads(command("advise", rules, *at, "--roll", "1,5", "--format", "json").out)
    assert advised["win_probabilities"] == found["win_probabilities"]
    assert advised["options"][0]["keep"] in ([1], [1, 5])


def test_turn_and_advice_show_how_all_three_stand(tmp_path: Path) -> None:
    path = tmp_path / "streak.yaml"
    streak = "farkle: {streak: 2, penalty: 100, lowest_score: 0}\n"
    path.write_text(ONE_DIE + streak, encoding="utf-8")
    stand = ("--players", "3", "--mine", "50", "--theirs", "50,0", "--their-farkles", "1,0")
    for line in (("turn",), ("advise", "--dice", "1", "--turn-score", "50")):
        words = " ".join(command(line[0], str(path), *stand, *line[1:]).out.split())
        assert "Scores you 50, they 50 and 0, goal 100" in words
        assert "Farkles in a row you 0, they 1 and 0" in words


def test_turn_and_advice_say_who_moved_and_who_is_on_the_board(tmp_path: Path) -> None:
    path = tmp_path / "seats.yaml"
    rules = f"{ONE_DIE}bank: {{opening: 100}}\nend_game: equal_turns\n".replace("100", "150", 1)
    path.write_text(rules, encoding="utf-8")
    stand = ("--players", "3", "--mine", "100", "--theirs", "0,100", "--seat", "third")
    for line in (("turn",), ("advise", "--dice", "1", "--turn-score", "50")):
        words = " ".join(command(line[0], str(path), *stand, *line[1:]).out.split())
        assert "Moved third in this round" in words
        assert "on the board; the others not on the board and on the board" in words


def test_digits_end_where_a_cycle_without_rest_decides_them(rules: str) -> None:
    result = api.solve(rules, players=3)
    assert result.certificate.unsettled == 0
    assert re.search(r"First player wins +\d+\.\d{6}%", text_of(result))
    result = replace(result, certificate=replace(result.certificate, unsettled=1))
    assert re.search(r"First player wins +\d+\.\d{3}%", text_of(result))


def text_of(result: SeveralResult) -> str:
    return render(several_document(result), Page())


def test_a_duel_of_three_says_how_often_each_wins(rules: str) -> None:
    line = ("--players", "3", "--me", "bank-at-100", "--opponent", "optimal,optimal:next")
    found = json.loads(command("duel", rules, *line, "--format", "json").out)["players"]
    assert [player["name"] for player in found] == ["bank-at-100", "optimal", "optimal:next"]
    assert abs(sum(player["average"] for player in found) - 1) < 1e-12
    assert found[1]["average"] > found[2]["average"] > found[0]["average"]
    seats = [list(player["moving"].values()) for player in found]
    for place in range(3):
        together = sum(seats[player][(player - place) % 3] for player in range(3))
        assert abs(together - 1) < 1e-12
    text = command("duel", rules, *line).out
    assert "moving third" in text


def test_games_of_five_are_counted(rules: str) -> None:
    line = ("--players", "5", "--me", "card", "--opponent", "bank-at-50", "--games", "1,000")
    found = json.loads(command("simulate", rules, *line, "--format", "json").out)
    assert len(found["players"]) == 5
    assert found["games"] == 1000
    assert sum(player["share"]["share"] for player in found["players"]) == pytest.approx(1.0)
    share = found["players"][0]["share"]
    assert share["interval"]["low"] < share["share"] < share["interval"]["high"]


@pytest.mark.slow
def test_the_table_begins_with_the_card_for_three_and_says_what_that_for_two_costs(
    rules: str,
) -> None:
    found = json.loads(command("table", rules, "--players", "3", "--format", "json").out)
    cost = {way["name"]: 1 / 3 - way["average"] for way in found["ways"]}
    assert min(cost.values()) > -1e-12
    assert cost["full-table-go"] <= cost["full-table"] + 1e-12
    assert cost["card"] <= cost["card:leader"] + 1e-12
    card = found["card"]
    assert card["average"] == pytest.approx(1 / 3 - cost["card"])
    assert 0 < card["moving"]["third"] < card["moving"]["first"]
    text = " ".join(command("table", rules, "--players", "3").out.split())
    assert text.index("After every roll") < text.index("Wins") < text.index("what it costs")
    said = [
        part for each in found["screen"]["sentences"] for part in each.removesuffix(".").split(": ")
    ]
    assert all(part in text for part in said)
    duel = ("--players", "3", "--opponent", "optimal", "--format", "json")
    for name in ("card", "card:leader"):
        met = json.loads(command("duel", rules, "--me", name, *duel).out)["players"][0]
        assert met["name"] == name
        assert met["average"] == pytest.approx(1 / 3 - cost[name], abs=1e-12)


@pytest.mark.parametrize(("players", "rule"), [(5, ""), (3, "bank: {beat_previous: true}\n")])
def test_where_there_is_no_card_for_so_many_it_is_the_one_for_two(players: int, rule: str) -> None:
    names = ["card:next", *["card"] * (players - 1)]
    found = Study(load_text(RULES + rule), kept=False)
    seen = [who.name for who in seated(found, names)]
    assert seen == ["card:next", *["card:leader"] * (players - 1)]
    names = ["full-table", "optimal"]
    assert [who.name for who in seated(found, names)] == names


def test_a_match_of_four_is_played(rules: str) -> None:
    line = ("--players", "4", "--opponent", "points-only", "--seat", "third", "--seed", "5")
    first = command("play", rules, *line, stdin=b"b\nq\n")
    assert "You are      player 3 of 4" in first.out
    assert "Player 1, turn 1: 0 to 0, 0 and 0" in first.out
