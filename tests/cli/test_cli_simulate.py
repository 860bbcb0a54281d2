"""`farklegen simulate`: games with rolled dice, from a command line to its outputs."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from farklegen.cli.simulate import EXAMPLES
from tests.cli.command import farklegen
from tests.cli.in_process import runner
from tests.docs.pages import DOCS, rows
from tests.docs.test_docs_json import COMMON, documented, fields
from tests.shared import shared

SHORT = """\
goal: 600
dice: 3
combinations: {1: 100, 5: 50, AAA: 300}
end_game: final_turn
instant_win: [666]
disaster: [222]
farkle: {streak: 2, penalty: 100, lowest_score: -300}
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "commands")


@pytest.fixture
def simulate(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process."""
    return runner("simulate", "short.yaml", SHORT, cache, tmp_path, monkeypatch)


def test_who_wins_and_what_turns_bring(simulate: Any) -> None:
    done = simulate("--me points-only --opponent optimal --games 2,000")
    assert (done.code, done.err) == (0, "")
    for text in (
        "2,000 games of points-only against optimal",
        "moving first      1,000",
        "95% confidence",
        "disasters",
        "games won by a roll",
        "farkles in a row",
        "ahead at the end",
        "--seed 1",
    ):
        assert text in done.out


def test_the_same_policy_twice_has_two_names(simulate: Any) -> None:
    done = simulate("--me bank-at-100 --opponent bank-at-100 --games 20")
    assert "final score of bank-at-100 (opponent)" in done.out


def test_json_has_every_documented_field(simulate: Any) -> None:
    done = simulate("--me bank-at-100 --opponent optimal --games 500 --seed 3 --format json")
    said = json.loads(done.out)
    assert said["format"] == "farklegen/simulate"
    found = {f for f in fields(said) if "longest_farkles[]" not in f}
    assert found - {"ruleset"} == documented("simulate") | COMMON
    assert said["games"] == 500
    assert said["me"]["policy"] == "bank-at-100"
    low, high = said["intervals"]["average"]
    assert low < said["average"] < high
    assert sum(n for _, n in said["game_turns"]["distribution"]) == 500
    assert sum(n for _, n in said["me"]["longest_farkles"]) == 500


def test_one_game(simulate: Any) -> None:
    said = json.loads(simulate("--me optimal --games 1 --format json").out)
    assert said["moving_second"] is None
    assert said["intervals"]["moving_second"] is None
    assert simulate("--games 1").code == 0


def test_a_seed_repeats_the_games(simulate: Any) -> None:
    def counted(seed: int) -> dict[str, Any]:
        said = json.loads(simulate(f"--games 200 --seed {seed} --format json").out)
        return {k: v for k, v in said.items() if k not in ("seconds", "turns_per_second")}

    assert counted(5) == counted(5)
    assert counted(5) != counted(6)


def test_csv_is_one_row(simulate: Any) -> None:
    done = simulate("--me bank-at-100 --games 100 --format csv")
    (row,) = csv.DictReader(io.StringIO(done.out))
    assert row["me"] == "bank-at-100"
    assert 0 < float(row["average"]) < 1
    listed = {line[0]: line[2] for line in rows(DOCS / "json.md", "command", "a row is", "columns")}
    assert listed["`simulate`"] == f"`{done.out.partition(chr(10))[0]}`"


def test_markdown_goes_to_a_file(simulate: Any, tmp_path: Path) -> None:
    assert simulate("--games 100 -o games.md").out == ""
    assert "| moving first |" in (tmp_path / "games.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [line for line, _ in EXAMPLES])
def test_the_examples_of_the_help_text_work(simulate: Any, line: str) -> None:
    _, _, _, *options = shlex.split(line.replace("1,000,000", "1,000"))
    done = simulate(" ".join(["--games 1,000", *options]))
    assert (done.code, done.err) == (0, "")


def test_bad_numbers_are_all_told() -> None:
    done = farklegen("simulate", "basic", "--games", "0", "--seed", "x", "--floor", "5")
    assert done.code == 2
    for option in ("--games: 0", "--seed: 'x'", "--floor: 5"):
        assert option in done.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--me nobody", "nobody"),
        ("--opponent missing.yaml", "missing.yaml"),
        ("--format pdf", "--format"),
        ("--floor -300", "floor"),
    ],
)
def test_what_is_not_there_is_refused(options: str, told: str) -> None:
    done = farklegen("simulate", "basic", *options.split())
    assert done.code == 2
    assert told in done.err
    assert "Traceback" not in done.err


def test_rules_that_reach_from_turn_to_turn_are_simulated() -> None:
    done = farklegen(
        "simulate", "onward", "--me", "points-only", "--opponent", "points-only", "--games", "2000"
    )
    assert done.code == 0
    assert done.out.startswith("Onward: 2,000 games of points-only against points-only")
