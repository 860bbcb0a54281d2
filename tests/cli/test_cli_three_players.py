"""Commands with `--players 3` and more."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from farklegen import api
from farklegen.render.registry import Page
from farklegen.render.text import render
from farklegen.report.match import SolveResult
from farklegen.rules.loading import load_text
from farklegen.study.seats import seated
from farklegen.study.study import Study
from tests.cli.command import farklegen as command

RULES = "goal: 300\ndice: 2\ncombinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 100, 150]}\n"


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("solve RULES --players 3", "Third player wins"),
        ("duel RULES --players 3 --me bank-at-100 --opponent optimal,optimal:next", "optimal:next"),
        ("simulate RULES --players 5 --opponent optimal --games 100", "optimal:leader"),
        ("play RULES --players 4 --opponent points-only --seat third", "player 3 of 4"),
    ],
)
def test_every_player_is_named(rules: str, line: str, says: str) -> None:
    done = command(*line.replace("RULES", rules).split(), stdin=b"b\nq\n")
    assert done.code == 0
    assert says in done.out


def test_with_five_players_the_leader_is_the_opponent_and_that_is_said(rules: str) -> None:
    alone = command("advise", rules, "--mine", "100", "--theirs", "250", "--roll", "1,5")
    five = ("--players", "5", "--mine", "100", "--theirs", "50,250,0,200", "--roll", "1,5")
    done = command("advise", rules, *five)
    assert done.out == alone.out
    assert done.err == "With 5 players, this treats the leader as your only opponent.\n"
    card = command("table", rules, "--players", "6")
    assert (card.out, card.code) == (command("table", rules).out, 0)
    assert "With 6 players" in card.err


def test_digits_end_where_a_cycle_without_rest_decides_them(rules: str) -> None:
    result = api.solve(rules, players=3)
    assert result.certificate.unsettled == 0
    assert re.search(r"First player wins +\d+\.\d{6}%", text_of(result))
    result = replace(result, certificate=replace(result.certificate, unsettled=1))
    assert re.search(r"First player wins +\d+\.\d{3}%", text_of(result))


def text_of(result: SolveResult) -> str:
    return render(result.document(), Page())


@pytest.mark.slow
def test_the_card_for_three_stands_before_what_ways_of_playing_win(rules: str) -> None:
    table = ("table", rules, "--players", "3")
    text = " ".join(command(*table).out.split())
    assert text.index("After every roll") < text.index("Wins") < text.index("what it costs")
    ways = json.loads(command(*table, "--format", "json").out)["ways"]
    wins = {way["name"]: way["average"] for way in ways}
    assert wins["card:leader"] - 1e-12 <= wins["card"] <= 1 / 3 + 1e-12
    met = api.duel(rules, me="card:leader", opponent=["optimal"] * 2, players=3).players[0]
    assert met.average == pytest.approx(wins["card:leader"], abs=1e-12)


@pytest.mark.parametrize(("players", "rule"), [(5, ""), (3, "bank: {beat_previous: true}\n")])
def test_where_there_is_no_card_for_so_many_it_is_the_one_for_two(players: int, rule: str) -> None:
    names = ["card:next", *["card"] * (players - 1)]
    found = Study(load_text(RULES + rule), kept=False)
    seen = [who.name for who in seated(found, names)]
    assert seen == ["card:next", *["card:leader"] * (players - 1)]
