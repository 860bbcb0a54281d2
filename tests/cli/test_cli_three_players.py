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
from farklegen.report.several import SeveralResult, several_document
from tests.cli.command import farklegen as command

RULES = "goal: 300\ndice: 2\ncombinations: {1: 100, 5: 50, AA: [200, 50, 50, 100, 100, 150]}\n"


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


def test_the_next_player_comes_first_among_the_others(rules: str) -> None:
    found = []
    for others in ("250,0", "0,250"):
        at = ("--players", "3", "--mine", "0", "--theirs", others, "--format", "json")
        found.append(json.loads(command("turn", rules, *at).out)["win_probabilities"])
    assert found[0][1] > found[1][2] > 0.5
    assert found[1][1] > found[0][2]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("turn --players 3 --mine 0 --theirs 50", "--theirs: 1 score is given"),
        ("turn --players 3 --mine 0 --theirs 50,0 --seat second", "--seat is about matches of two"),
        ("solve --players 3 --length", "--length is about matches of two players"),
        ("solve --players 9", "--players: 9 is not from 2 to 4"),
        ("turn --players 3 --mine 300 --theirs 50,0", "this player has nothing more to play for"),
    ],
)
def test_what_does_not_go_with_three_is_refused(rules: str, line: str, words: str) -> None:
    name, *options = line.split()
    done = command(name, rules, *options)
    assert done.code == 2
    assert words in done.err


def test_digits_end_where_a_cycle_without_rest_decides_them(rules: str) -> None:
    result = api.solve_several(rules)
    assert result.certificate.unsettled == 0
    assert re.search(r"First player wins +\d+\.\d{6}%", text_of(result))
    result = replace(result, certificate=replace(result.certificate, unsettled=1))
    assert re.search(r"First player wins +\d+\.\d{3}%", text_of(result))


def text_of(result: SeveralResult) -> str:
    return render(several_document(result), Page())


@pytest.mark.parametrize("scores", [("0", "1,2"), ("300", "0,0")])
def test_scores_that_cannot_be_are_told_before_the_match_is_solved(
    rules: str, scores: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farklegen.study.study.Study.several", None)  # would fail if it were asked
    at = ("--players", "3", "--mine", scores[0], "--theirs", scores[1])
    for done in (command("turn", rules, *at), command("advise", rules, *at, "--roll", "1,5")):
        assert done.code == 2
        assert "--theirs" in done.err or "--mine" in done.err
