"""What a sweep file says, and everything that can be wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import RulesetError, SweepError
from farklegen.rules.loading import load_text
from farklegen.sweeps import Sweep, read_sweep

HOUSE = """
goal: 500
dice: 3
combinations: {1: 100, 5: 50, AAA: 300, AAB: 75}
labels: {AAA: triple, AAB: a pair}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path


def read(vary: str, base: str = "house.yaml", measures: str = "[points_per_turn]") -> Sweep:
    text = f"base: {base}\nvary:\n  {vary}\nmeasures: {measures}\n"
    Path("sweep.yaml").write_text(text, encoding="utf-8")
    return read_sweep("sweep.yaml")


def problems(vary: str, base: str = "house.yaml", measures: str = "[points_per_turn]") -> list[str]:
    with pytest.raises(SweepError) as caught:
        read(vary, base, measures)
    return [f"{p.file}:{p.line}:{p.column}: {p.message}" for p in caught.value.problems]


def test_the_last_key_varies_fastest_and_every_ruleset_is_that_of_a_file(folder: Path) -> None:
    sweep = read("bank.minimum: [0, 300]\n  dice: {from: 2, to: 4, step: 1}")
    grid = [" ".join(sweep.texts(n)) for n in range(sweep.size)]
    assert grid == ["0 2", "0 3", "0 4", "300 2", "300 3", "300 4"]
    written = load_text(HOUSE.replace("dice: 3", "dice: 4\nbank: {minimum: 300}"))
    assert sweep.loaded(5).fingerprint == written.fingerprint


def test_null_leaves_a_key_out(folder: Path) -> None:
    sweep = read("combinations.BAA: [null, 60]\n  bank: [null, {minimum: 100}]")
    rulesets = [sweep.loaded(n).ruleset for n in range(4)]
    assert [r.combinations.get("AAB") for r in rulesets] == [None, None, 60, 60]
    assert [r.bank.minimum for r in rulesets] == [0, 100, 0, 100]


def test_values_that_do_not_go_together_are_one_problem_of_one_ruleset(folder: Path) -> None:
    sweep = read("farkle.streak: [null, 2]\n  farkle.penalty: [0, 100]")
    sweep.loaded(0)
    with pytest.raises(RulesetError, match="there is a penalty but"):
        sweep.loaded(1)
    sweep.loaded(3)


def test_names_and_laws_of_the_base_mean_what_they_do_in_a_file(tmp_path: Path) -> None:
    rules = "goal: 600\ndice: 4\ncombinations: {1: 100, three of a kind: 300, AAA+: double}\n"
    (tmp_path / "law.yaml").write_text(rules)
    spec = tmp_path / "sweep.yaml"
    text = "base: law.yaml\nmeasures: [points_per_turn]\nvary:\n  "
    spec.write_text(f"{text}dice: [4, 5]\n")
    found = read_sweep(spec)
    for number, dice in enumerate((4, 5)):
        written = load_text(rules.replace("dice: 4", f"dice: {dice}")).ruleset
        assert found.loaded(number).ruleset == written
    spec.write_text(f"{text}combinations.AAA: [300, 400]\n")
    assert [read_sweep(spec).loaded(n).ruleset.combinations["AAA"] for n in (0, 1)] == [
        300, 400,
    ]  # fmt: skip


def test_everything_wrong_is_said_at_once_with_its_place(folder: Path) -> None:
    vary = (
        "bank.minimun: [0]\n"
        "  bank.opening: [0, 3O0, 300]\n"
        "  combinations.AAB: ['50', [1, 2]]\n"
        "  combinations.BBA: [5]\n"
        "  farkle: [{pennalty: 3}]\n"
        "  goal: [null, 500, 500]\n"
        "  labels: [null]"
    )
    found = problems(vary)
    assert [line.partition(";")[0] for line in found] == [
        "sweep.yaml:3:3: unknown key 'minimun' under 'bank'",
        "sweep.yaml:4:21: bank.opening is the text '3O0'",
        "sweep.yaml:5:22: combinations.AAB is the quoted text '50'",
        "sweep.yaml:5:28: combinations.AAB is a list of 2",
        "sweep.yaml:6:3: combinations.BBA and combinations.AAB set the same key",
        "sweep.yaml:7:13: unknown key 'pennalty' under 'farkle'",
        "sweep.yaml:8:3: goal has a value twice",
        "sweep.yaml:9:3: 'labels' is only a name, and changes no number",
    ]


def test_a_measure_that_does_not_exist_is_refused_and_one_is_measured_once(folder: Path) -> None:
    vary = "goal: [500]"
    (line,) = problems(vary, measures="[points_per_trun]")
    assert line.startswith("sweep.yaml:4:12: entry 1 of measures is the text 'points_per_trun'")
    assert line.endswith("(did you mean points_per_turn?)")
    found = read(vary, measures="[turns_mean, points_per_turn, turns_mean]").measures
    assert [measure.name for measure in found] == ["turns_mean", "points_per_turn"]


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        ("dice: {}", "3:9: vary.dice is a mapping; write a list of values, such as [0, 300, 500]"),
        ("goal: {from: 1, to: 5}", "3:9: vary.goal has no 'step'; add step: 50"),
        ("goal: {from: 5, to: 1, step: 1}", "3:3: goal has no values; write a list of values"),
    ],
)
def test_what_is_no_list_and_no_range_is_refused(folder: Path, vary: str, said: str) -> None:
    assert problems(vary)[0].startswith(f"sweep.yaml:{said}")


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("hose.yaml", "sweep.yaml:1:7: base: there is no file hose.yaml; check its name"),
        ("basik", "did you mean the built-in basic?"),
        ("{goal: 100, combinations: {1: 100, 7: 3}}", "sweep.yaml:1:42: '7' is not a pattern"),
        ("[basic]", "sweep.yaml:1:7: base is a list of 1; write a built-in name, a file, or rules"),
    ],
)
def test_a_base_that_is_not_there_or_not_valid(folder: Path, base: str, said: str) -> None:
    (line,) = problems("bank.minimum: [0]", base)
    assert said in line


def test_a_grid_with_too_many_rulesets_is_refused(folder: Path) -> None:
    many = "{from: 1, to: 2000, step: 1}"
    (line,) = problems(f"goal: {many}\n  bank.minimum: {many}")
    assert line.startswith("sweep.yaml:2:1: these are 4,000,000 rulesets; vary less")


def test_a_base_is_looked_for_beside_the_sweep(folder: Path) -> None:
    (folder / "deep").mkdir()
    text = "base: ../house.yaml\nvary: {goal: [500]}\nmeasures: [points_per_turn]\n"
    (folder / "deep" / "s.yaml").write_text(text, encoding="utf-8")
    sweep = read_sweep("deep/s.yaml")
    assert (sweep.name, sweep.base.file) == ("s", "deep/../house.yaml")
    assert sweep.base.ruleset == load_text(HOUSE).ruleset
