"""`farklegen duel`: one way of playing against another, from a command line to its outputs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.cli.duel import EXAMPLES
from farklegen.study.study import Study
from tests.cli.in_process import runner
from tests.docs.pages import DOCS, rows
from tests.docs.test_docs_json import COMMON, documented, fields
from tests.shared import shared

RULES = """\
goal: 500
dice: 2
combinations: {1: 100, 5: 50, 66: 150}
"""

LIMITLESS = """\
goal: 300
dice: 2
combinations: {1: 100, 5: 50}
farkle: {streak: 2, penalty: 50}
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "commands")


@pytest.fixture
def duel(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process."""
    return runner("duel", "tiny.yaml", RULES, cache, tmp_path, monkeypatch)


@pytest.fixture
def said(duel: Any) -> Any:
    """What it says as JSON."""

    def saying(options: str, rules: str = RULES) -> dict[str, Any]:
        done = duel(f"{options} --format json", rules)
        assert (done.code, done.err) == (0, "")
        return dict(json.loads(done.out))

    return saying


def test_who_wins_is_printed(duel: Any) -> None:
    done = duel("--me bank-at-100 --best-response")
    assert (done.code, done.err) == (0, "")
    for text in (
        "tiny: bank-at-100 against optimal",
        "Chance to win against perfect play",
        "best response",
        "more than bank-at-100",
    ):
        assert text in done.out


@pytest.mark.parametrize("rule", ["bank: {beat_previous: true}", "piggyback: both"])
def test_a_best_response_is_refused_by_name_before_anything_is_solved(
    duel: Any, monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    monkeypatch.delattr(Study, "duel")
    done = duel("--me card --best-response", f"{RULES}{rule}\n")
    assert done.code == 2
    name = rule.removesuffix("}").replace(": {", ".").replace(": true", "")
    assert f"the best response is not worked out with {name}. Leave --best-response" in done.err


def test_what_one_wins_the_other_loses(said: Any) -> None:
    one = said("--me card --opponent bank-at-100")
    other = said("--me bank-at-100 --opponent card")
    assert one["moving_first"] == pytest.approx(1 - other["moving_second"], abs=1e-12)
    assert one["moving_second"] == pytest.approx(1 - other["moving_first"], abs=1e-12)
    assert one["average"] == (one["moving_first"] + one["moving_second"]) / 2
    assert (one["me"], one["opponent"], one["floor"]) == ("card", "bank-at-100", None)


def test_perfect_play_is_the_solved_match_and_the_best_response_to_itself(said: Any) -> None:
    found = said("--me optimal --opponent optimal --best-response")
    chance = api.solve("tiny.yaml").first_player_win_probability
    assert found["moving_first"] == pytest.approx(chance, abs=1e-12)
    assert found["best_response"]["average"] == pytest.approx(0.5, abs=1e-12)


def test_the_best_response_wins_more_than_anybody(said: Any) -> None:
    best = said("--me card --opponent take-all --best-response")["best_response"]["average"]
    for name in ("optimal", "card", "full-table-go", "points-only", "bank-at-100"):
        assert said(f"--me {name} --opponent take-all")["average"] <= best + 1e-12


def test_scores_are_cut_off_where_that_is_asked_for(duel: Any, said: Any) -> None:
    found = said("--me card --floor -300", LIMITLESS)
    assert found["floor"] == -300
    assert found["sweeps"] > 1
    assert 0 <= found["error"] < 1e-9
    assert "Scores were cut off at −300" in duel("--me card --floor -300", LIMITLESS).out


def test_every_field_is_documented(said: Any) -> None:
    found = set(fields(said("--me card --best-response")))
    assert found - {"ruleset"} == documented("duel") | COMMON


def test_csv_is_one_line_for_each_player(duel: Any) -> None:
    out = duel("--me card --best-response --format csv").out
    found = list(csv.DictReader(io.StringIO(out)))
    assert [(row["me"], row["opponent"]) for row in found] == [
        ("card", "optimal"),
        ("best response", "optimal"),
    ]
    listed = {
        row[0].strip("`"): row[2]
        for row in rows(DOCS / "json.md", "command", "a row is", "columns")
    }
    assert listed["duel"] == f"`{out.partition(chr(10))[0]}`"


@pytest.mark.parametrize("line", [line for line, _ in EXAMPLES])
def test_the_examples_of_the_help_text_work(duel: Any, line: str) -> None:
    done = duel(line.replace("farklegen duel basic", ""))
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--me nobody", "nobody"),
        ("--floor -300", "--floor: no score falls below zero"),
        ("--floor 300", "--floor: 300 is not"),
    ],
)
def test_what_cannot_be_is_told(duel: Any, options: str, problem: str) -> None:
    done = duel(options)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err
