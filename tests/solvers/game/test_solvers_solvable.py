"""What a match would need, estimated before it is begun, against what it takes."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.game import solvable
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.match_rules import MatchRules, match_rules
from farklegen.solvers.game.solvable import check_feasible, need, usable_bytes
from farklegen.solvers.simulation import policy_layout
from tests.solvers.each_rule import RULES

NAMES = (
    "plain", "streak with a floor of the solver", "streak with a lowest score", "streak below zero",
    "final turn, split", "equal turns, split", "opening minimum", "exact goal", "beat previous",
    "take over after a bank", "take over after a farkle", "take over after both",
    "take over after both, final turn", "take over after both, streak",
    "take over after a farkle, awards",
)  # fmt: skip


def rules_of(goal: int, added: dict[str, Any]) -> MatchRules:
    plain = api.builtin("basic").ruleset.model_dump(exclude_unset=True)
    ruleset = Ruleset.model_validate({**plain, "goal": goal, **added})
    return match_rules(ruleset, compile_scoring(ruleset), None)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("goal", [1000, 2500])
def test_states_and_memory_are_those_of_the_arrays(name: str, goal: int) -> None:
    rules = rules_of(goal, RULES[name])
    wanted = need(rules, 2, 2)
    assert wanted.gigabytes * 1e9 > 8 * Layout(rules, 2).size


@pytest.mark.parametrize("players", [2, 3, 4])
def test_how_large_a_match_is_takes_no_arrays_of_its_scores_and_never_overflows(
    players: int,
) -> None:
    rules = rules_of(1_000_000_000, {"piggyback": "both"} if players == 2 else {})
    tracemalloc.start()
    wanted = need(rules, players, 2)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1e7
    assert wanted.states == 20_000_000**players
    assert wanted.seconds > 1e12


@pytest.mark.parametrize(
    ("goal", "rule", "memory", "words"),
    [
        (10_000, {"piggyback": "both"}, 0.5e9, r"about 0\.5 GB of memory \(this machine has 0\.5"),
        (100_000, {"rounds": 3}, 0.2e9, "What helps: a lower goal; no goal, if it is"),
    ],
)
def test_without_enough_memory_it_is_refused(
    monkeypatch: pytest.MonkeyPatch, goal: int, rule: dict[str, Any], memory: float, words: str
) -> None:
    rules = rules_of(goal, rule)
    if "piggyback" in rule:
        assert check_feasible(rules, 2, 2) == need(rules, 2, 2)
    monkeypatch.setattr(solvable, "usable_bytes", lambda: memory)
    with pytest.raises(UnsolvableError, match=words):
        check_feasible(rules, 2, 2)


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """The files of a system in which nothing limits memory."""
    (tmp_path / "proc/self").mkdir(parents=True)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    place = root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("limit", ["max\n", "9223372036854771712\n", "what?\n"])
def test_what_is_no_limit_limits_nothing(system: Path, limit: str) -> None:
    write(system, "proc/self/cgroup", "0::/\n")
    write(system, "sys/fs/cgroup/memory.max", limit)
    assert usable_bytes(system) == usable_bytes(system / "nowhere")


@pytest.mark.parametrize(
    ("groups", "file"),
    [
        ("0::/\n", "sys/fs/cgroup/memory.max"),
        ("0::/a/b\n", "sys/fs/cgroup/a/b/memory.max"),
        ("0::/a/b\n", "sys/fs/cgroup/a/memory.max"),
        ("0::/not/seen/from/within\n", "sys/fs/cgroup/memory.max"),
        ("4:cpu,memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes"),
        ("9:cpu:/a\n4:memory:/a\n0::/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ],
)
def test_a_container_limits_memory(system: Path, groups: str, file: str) -> None:
    write(system, "proc/self/cgroup", groups)
    write(system, file, "50000000\n")
    assert usable_bytes(system) == 50_000_000


def test_games_of_more_states_than_fit_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = api.builtin("basic").ruleset
    tables = compile_scoring(ruleset)
    assert policy_layout(ruleset, tables).states == 40_000
    monkeypatch.setattr(solvable, "usable_bytes", lambda: 0.1e9)
    with pytest.raises(UnsolvableError, match="it has 40,000 starts of turns, which would take"):
        policy_layout(ruleset, tables)
