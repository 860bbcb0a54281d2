"""The JSON reference has every field that there is, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.cards.card import Chances, MatchPrice
from farklegen.measures.registry import MEASURES
from farklegen.policies.policy import GoForIt
from farklegen.render.registry import OUTPUTS
from farklegen.report.card import card_data
from farklegen.report.document import Document
from farklegen.report.match import solve_document
from farklegen.report.screen import make_screen
from farklegen.report.table import price_document
from farklegen.rules.loading import RULES
from farklegen.store import matches
from farklegen.store.matches import MatchKey
from farklegen.study.study import Study
from tests.docs import pages
from tests.docs.pages import DOCS, farklegen, read, report, rows

PAGE = DOCS / "json.md"

BY_DICE = {
    "bank_at",
    "bank_ranges",
    "break_points",
    "between_multiples",
    "take_over_at",
    "take_over_ranges",
    "farkle",
    "instant_win",
    "disaster",
    "combinations",
    "go_for_it",
}
PAIRS = {"distribution", "bank_ranges", "break_points", "take_over_ranges"}

EVERYTHING = """
goal: 800
dice: 2
combinations: {1: 100, 5: 50, AA: [0, 200, 300, 400, 0, 600]}
hot_dice_bonus: {points: 100, step: 50}
bank: {opening: 200, multiple_of: 100}
farkle: {streak: 2, penalty: 100}
piggyback: after_bank
"""
"""Rules that make every field of a table appear."""

MATCH = """
goal: 400
dice: 2
combinations: {1: 100, 5: 50}
piggyback: after_bank
"""
"""Rules of a match that is solved in a moment."""

TINY, SHORT = "tests/cli/data/house.yaml", "tests/cli/data/short.yaml"

EVEN = Chances(0.5, 0.5)

OPEN = {"versions", "parameters"}
"""Objects whose keys are not fields."""


def fields(value: Any, at: str = "") -> Iterator[str]:
    """The paths of all fields: `a.b` inside objects, `[]` inside lists, `{}` inside those by
    dice."""
    if isinstance(value, dict):
        by_dice = at.rpartition(".")[2] in BY_DICE
        for key, inner in value.items():
            path = f"{at}{{}}" if by_dice else f"{at}.{key}".lstrip(".")
            if not by_dice:
                yield path
            if key not in OPEN:
                yield from fields(inner, path)
    elif isinstance(value, list) and at.rpartition(".")[2].rstrip("{}") not in PAIRS:
        for inner in value:
            yield from fields(inner, f"{at}[]")


PARTS = {
    "chances": ("moving_first", "moving_second", "average"),
    "spread": ("mean", "standard_deviation", "standard_error", "distribution"),
}
"""Fields of objects that are described once."""


def documented(section: str) -> set[str]:
    """The fields in the tables of a section of the page. A name that begins with a dot or a bracket
    goes on from the last row's names that do not."""
    _, _, rest = read(PAGE).partition(f"\n## {section}\n")
    names: set[str] = set()
    tops: list[str] = []
    found = re.findall(r"^\| (`.*?) \| (.*?) ?\|", rest.partition("\n## ")[0], re.MULTILINE)
    for row, kind in found:
        every = re.findall("`([^`]+)`", row)
        if every[0][0] not in ".[{":
            tops = []
        for name in every:
            if name[0] in ".[{":
                full = [top + name for top in (tops if every[0][0] in ".[{" else tops[-1:])]
            else:
                full, tops = [name], [*tops, re.split(r"[.\[{]", name)[0]]
            parts = next((PARTS[word] for word in PARTS if word in kind), ())
            names.update(full)
            names |= {f"{one}.{part}" for one in full for part in parts}
    return names


PLAIN_RULES = "goal: 150\ndice: 1\ncombinations: {1: 100, 5: 50}\n"

COMMON = documented("What holds for all")


@pytest.fixture
def everything(tmp_path: Path) -> str:
    file = tmp_path / "everything.yaml"
    file.write_text(EVERYTHING, encoding="utf-8")
    return str(file)


def test_table(everything: str) -> None:
    found = set(fields(report("table", everything, "--full", "--quick")))
    loaded = api.load(everything)
    card = Document("table", "", (), {"full_table": {}})
    price = MatchPrice(GoForIt((150,), (None,)), 50, EVEN, EVEN, EVEN, 0.0)
    found |= set(fields(price_document(card, loaded.ruleset, price, "").data))
    assert found - {"ruleset"} == documented("table") | COMMON


def test_the_card() -> None:
    study = Study(api.load("basic"), kept=False)
    rung = replace(study.points_ladder.rungs[0], chances=EVEN)
    ladder = replace(study.points_ladder, rungs=(rung,), everything=rung)
    found = fields(card_data(make_screen(study.analysis, rung), ladder, rung))
    assert set(found) == documented("table: the card")


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("odds", ("odds", "patch")),
        ("reach", ("reach", "basic", "--points", "1000")),
        ("duel", ("duel", TINY, "--me", "card", "--best-response")),
        ("simulate", ("simulate", TINY, "--me", "card", "--games", "500", "--seed", "3")),
    ],
)
def test_answers_about_a_ruleset(kind: str, command: tuple[str, ...]) -> None:
    found = {field for field in fields(report(*command)) if "longest_farkles[]" not in field}
    assert found - {"ruleset"} == documented(kind) | COMMON


def test_compare() -> None:
    found = set(fields(report("compare", TINY, SHORT))) - {"format", "version"}
    named = {path for path in found if path.startswith(("measures.", "why."))}
    assert {path.partition(".")[2] for path in named} == set(MEASURES)
    assert {path for path in found - named if not path.endswith("{}")} <= documented("compare")


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = tmp_path / "match.yaml"
    file.write_text(MATCH, encoding="utf-8")
    return str(file)


MATCH_STATE = ("--mine", "100", "--theirs", "200")


def test_solve(match: str) -> None:
    from farklegen.solvers.match.length import GameLength

    result = replace(api.solve(match), length=GameLength(2.5, 1.0, ((2, 0.5), (3, 0.5)), 0.0))
    found = set(fields(json.loads(OUTPUTS["json"].render(solve_document(result)))))
    assert found - {"ruleset"} == documented("solve") | COMMON
    assert set(fields(report("solve", match))) < found


def test_solve_for_several_players(match: str) -> None:
    found = set(fields(json.loads(api.solve(PLAIN_RULES, players=3).to_json())))
    assert found - {"ruleset"} == documented("Several players") | COMMON


def test_turn(match: str) -> None:
    found = set(fields(report("turn", match, *MATCH_STATE, "--inherit", "100,1")))
    assert found - {"ruleset"} == documented("turn") | COMMON


def test_drill(match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "drill", partial(api.drill, decisions=100))  # quicker
    found = set(fields(report("drill", match, "--questions", "5")))
    assert found - {"ruleset"} == documented("drill") | COMMON


def test_advise(match: str) -> None:
    report("table", match)  # keeps the card
    found = set(fields(report("advise", match, *MATCH_STATE, "--inherit", "100,1")))
    found |= set(fields(report("advise", match, "--roll", "1,5")))
    assert found - {"ruleset"} == documented("advise") | COMMON


def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    matches.save(MatchKey("a" * 64, "match", {"floor": None}, "1"), {}, {}, label="House rules")
    monkeypatch.setattr(pages, "CACHE", str(tmp_path))
    for command, kind in (("cache",), "cache"), (("cache", "clear"), "cache-clear"):
        done = farklegen(*command, "--format", "json")
        assert set(fields(json.loads(done.out))) == documented(kind) | {"format", "version"}


def test_check(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("goal: 10,000\n", encoding="utf-8")
    done = farklegen("check", "basic", str(bad), "--format", "json")
    assert done.code == 1
    found = set(fields(json.loads(done.out)))
    assert found == documented("check") | {"format", "version"}


def test_rulesets() -> None:
    assert set(fields(report("rulesets"))) == documented("rulesets") | {"format", "version"}


def test_one_ruleset() -> None:
    said = report("rulesets", "basic")
    top = {field for field in fields(said) if not field.startswith("rules.")}
    assert top - {"ruleset"} == documented("ruleset") | COMMON
    assert set(said["rules"]) == RULES.groups[""].keys()


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("table", "table basic --quick"),
        ("table --full", "table basic --full --quick"),
        ("solve", "solve MATCH"),
        ("turn", "turn MATCH --mine 100 --theirs 200"),
        ("advise", "advise basic --roll 1,2,5,3,3,4"),
        ("odds", "odds basic"),
        ("reach", "reach basic --points 1000"),
        ("duel", "duel MATCH --me bank-at-100"),
        ("simulate", "simulate MATCH --me bank-at-100 --games 100"),
        ("check", "check basic"),
        ("rulesets", "rulesets"),
        ("rulesets NAME", "rulesets basic"),
        ("cache", "cache"),
        ("cache clear", "cache clear"),
    ],
)
def test_columns_of_csv(command: str, arguments: str, match: str) -> None:
    arguments = arguments.replace("MATCH", match)
    header = farklegen(*arguments.split(), "--format", "csv").out.partition("\n")[0]
    listed = {row[0].strip("`"): row[2] for row in rows(PAGE, "command", "a row is", "columns")}
    assert listed[command] == f"`{header}`"
