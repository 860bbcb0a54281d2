"""`farklegen simulate`: games with rolled dice, from a command line to its outputs."""

from __future__ import annotations

import csv
import io
import json
import shlex
from typing import Any

import pytest

from farklegen.cli.app import examples_of

SHORT = """\
goal: 600
dice: 3
combinations: {1: 100, 5: 50, AAA: 300}
end_game: final_turn
instant_win: [666]
disaster: [222]
farkle: {streak: 2, penalty: 100, lowest_score: -300}
"""


@pytest.fixture
def simulate(about: Any) -> Any:
    return about("simulate", "short.yaml", SHORT)


def test_who_wins_and_what_turns_bring(simulate: Any) -> None:
    done = simulate("--me points-only --opponent optimal --games 2,000")
    assert (done.code, done.err) == (0, "")
    for text in (
        "2,000 games of points-only against optimal",
        "1  points-only",
        "95% confidence",
        "disasters",
        "games won by a roll",
        "farkles in a row",
        "ahead at the end",
        "--seed 1",
    ):
        assert text in done.out


def test_json_has_the_distributions(simulate: Any) -> None:
    done = simulate("--me bank-at-100 --opponent optimal --games 500 --seed 3 --format json")
    said = json.loads(done.out)
    assert (said["format"], said["games"]) == ("farklegen/simulate", 500)
    me = said["players"][0]
    assert me["name"] == "bank-at-100"
    assert me["share"]["interval"]["low"] < me["share"]["share"] < me["share"]["interval"]["high"]
    for counted in (said["turns"], me["longest_farkles"]):
        assert sum(n for _, n in counted["distribution"]) == 500


def test_csv_is_a_row_for_each_player(simulate: Any) -> None:
    done = simulate("--me bank-at-100 --games 100 --format csv")
    me, _ = csv.DictReader(io.StringIO(done.out))
    assert me["name"] == "bank-at-100"
    assert 0 < float(me["share_share"]) < 1


@pytest.mark.parametrize("line", [line for line, _ in examples_of("simulate")])
def test_the_examples_of_the_help_text_work(simulate: Any, line: str) -> None:
    _, _, _, *options = shlex.split(line.replace("1,000,000", "1,000"))
    done = simulate(" ".join(["--games 1,000", *options]))
    assert (done.code, done.err) == (0, "")
