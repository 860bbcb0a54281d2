"""What a sweep file says, and everything that can be wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.errors import SweepError
from farklegen.rules.loading import load_text
from farklegen.sweeps.grid import InvalidCombinationError
from farklegen.sweeps.keys import DOTTED, NAMES, UnknownKeyError, locate
from farklegen.sweeps.spec import Sweep, read_sweep

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
    assert [sweep.grid.settings(n) for n in range(sweep.grid.size)] == [
        (0, 2), (0, 3), (0, 4), (300, 2), (300, 3), (300, 4),
    ]  # fmt: skip
    written = load_text(HOUSE.replace("dice: 3", "dice: 4\nbank: {minimum: 300}")).ruleset
    assert sweep.grid.loaded(5).ruleset == written


def test_null_leaves_a_key_out_and_labels_go_with_their_combination(folder: Path) -> None:
    sweep = read("combinations.BAA: [null, 60]\n  bank: [null, {minimum: 100}]")
    rulesets = [sweep.grid.loaded(n).ruleset for n in range(4)]
    assert [r.combinations.get("AAB") for r in rulesets] == [None, None, 60, 60]
    assert [r.labels for r in rulesets[1:3]] == [
        {"AAA": "triple"},
        {"AAA": "triple", "AAB": "a pair"},
    ]
    assert [r.bank.minimum for r in rulesets] == [0, 100, 0, 100]


def test_values_that_do_not_go_together_are_one_problem_of_one_ruleset(folder: Path) -> None:
    sweep = read("farkle.streak: [null, 2]\n  farkle.penalty: [0, 100]")
    sweep.grid.loaded(0)
    with pytest.raises(InvalidCombinationError, match=r"^farkle\.penalty: there is a penalty but"):
        sweep.grid.loaded(1)
    sweep.grid.loaded(3)


def test_every_key_of_the_language_can_be_varied_but_names() -> None:
    schema = load_text(HOUSE).ruleset.model_dump()
    top = {key for key in schema if key not in NAMES}
    assert {dotted for dotted in DOTTED if "." not in dotted} == top
    assert {dotted for dotted in DOTTED if dotted.startswith("bank.")} == {
        f"bank.{key}" for key in schema["bank"]
    }
    for dotted in (*DOTTED, "combinations.AABB", "combinations.1"):
        assert ".".join(map(str, locate(dotted))) == dotted
    for name in NAMES:
        with pytest.raises(UnknownKeyError, match="only a name"):
            locate(name)


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("minimum", "bank.minimum"),
        ("bank.minimun", "bank.minimum"),
        ("bank-minimum", "bank.minimum"),
        ("farkle.penalties", "farkle.penalty"),
        ("opening_minimum", "bank.opening"),
        ("target", "goal"),
        ("AABBCC", "combinations.AABBCC"),
    ],
)
def test_an_unknown_key_is_told_what_was_meant(key: str, meant: str) -> None:
    with pytest.raises(UnknownKeyError, match=f"did you mean '{meant}'"):
        locate(key)


@pytest.mark.parametrize(
    "vary",
    ["combinations.AAA+: [double, 400]", "combinations: [{1: 100, AAA: 300, AAA+: double}]"],
)
def test_a_law_is_refused_by_name(folder: Path, vary: str) -> None:
    with pytest.raises(SweepError) as caught:
        read(vary)
    (problem,) = caught.value.problems
    assert problem.message.startswith("'AAA+' is a law, which a sweep does not work out; vary")


def test_a_law_and_the_names_of_the_base_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "law.yaml").write_text(
        "goal: 600\ndice: 4\ncombinations: {1: 100, three of a kind: 300, AAA+: double}\n"
    )
    spec = tmp_path / "sweep.yaml"
    text = "base: law.yaml\nmeasures: [points_per_turn]\nvary:\n  last_die_throws: [1, 3]\n"
    spec.write_text(text)
    rulesets = [read_sweep(spec).grid.loaded(number).ruleset for number in (0, 1)]
    for ruleset in rulesets:
        assert dict(ruleset.combinations) == {"1": 100, "AAA": 300, "AAAA": 600}
    assert [each.last_die_throws for each in rulesets] == [1, 3]
    spec.write_text(f"{text}  dice: [4, 5]\n")
    with pytest.raises(SweepError, match="have the law 'AAA\\+', which means other lines"):
        read_sweep(spec)
    spec.write_text(f"{text}  dice: [4, {{ordinary: 4}}]\n")
    assert read_sweep(spec).grid.size == 4
    spec.write_text(f"{text}  all_dice_only: [[], [AAA]]\n")
    with pytest.raises(SweepError, match="have the law 'AAA\\+', whose lines it covers as well"):
        read_sweep(spec)


def test_a_name_that_means_other_lines_with_other_dice_is_refused(tmp_path: Path) -> None:
    rules, spec = tmp_path / "named.yaml", tmp_path / "sweep.yaml"
    rules.write_text("goal: 600\ndice: 7\ncombinations: {1: 100, straight: 300}\n")
    text = "base: named.yaml\nmeasures: [points_per_turn]\nvary:\n  dice: "
    spec.write_text(f"{text}[6, 7]\n")
    assert read_sweep(spec).grid.size == 2
    spec.write_text(f"{text}[5, 6]\n")
    with pytest.raises(SweepError, match="have the name 'straight', which means other lines"):
        read_sweep(spec)


def test_everything_wrong_is_said_at_once_with_its_place(folder: Path) -> None:
    vary = (
        "bank.minimun: [0]\n"
        "  bank.opening: [0, 3O0, 300, 300]\n"
        "  combinations.AAB: ['50', [1, 2]]\n"
        "  combinations.BBA: [5]\n"
        "  goal: {from: 500, to: 1050, step: 100}\n"
        "  farkle: [{penalty: 300}, {pennalty: 3}]\n"
        "  hot_dice_bonus.points: [null, 500]\n"
        "  dice: []\n"
        "  bank: [{minimum: 300}]\n"
        "  instant_win: [[2222], AAA]"
    )
    Path("house.yaml").write_text(HOUSE.replace("500", "5,00", 1), encoding="utf-8")
    found = problems(vary, measures="[points_per_trun, points_per_turn, points_per_turn]")
    assert [line.partition(";")[0] for line in found] == [
        "sweep.yaml:3:3: the rules have no key 'bank.minimun'",
        "sweep.yaml:4:21: bank.opening is the text '3O0'",
        "sweep.yaml:4:31: bank.opening has 300 twice",
        "sweep.yaml:5:22: combinations.AAB is the quoted text '50'",
        "sweep.yaml:5:28: combinations.AAB is a list of 2",
        "sweep.yaml:6:3: combinations.BBA and combinations.AAB are the same pattern",
        "sweep.yaml:7:25: goal goes from 500 in steps of 100 and passes by 1050",
        "sweep.yaml:8:29: unknown key 'pennalty' under 'farkle'",
        "sweep.yaml:9:27: hot_dice_bonus.points is needed, and null would leave it out",
        "sweep.yaml:10:9: dice has no values",
        "sweep.yaml:11:3: bank and bank.opening set the same key",
        "sweep.yaml:12:25: instant_win is the text 'AAA'",
        "sweep.yaml:13:12: there is no measure 'points_per_trun'",
        "sweep.yaml:13:46: points_per_turn stands here again",
        "house.yaml:2:7: goal is the text '5,00'",
    ]


def test_a_group_without_dots_and_a_wrong_range_are_told_what_to_write(folder: Path) -> None:
    vary = (
        "bank: {minimum: [0, 300]}\n"
        "  combinations: {AABB: [0]}\n"
        "  dice: {}\n"
        "  goal: {from: 1, to: 5, by: 2}"
    )
    assert problems(vary) == [
        "sweep.yaml:3:9: vary.bank is a mapping; write a list of groups, or vary a key of it: "
        "bank.minimum: [0, 300, 500]",
        "sweep.yaml:4:17: vary.combinations is a mapping; write a list of groups, or vary a key of "
        "it: combinations.AABBCC: [0, 300, 500]",
        "sweep.yaml:5:9: vary.dice is a mapping; write a list of values, such as [0, 300, 500], or "
        "{from: 0, to: 500, step: 50}",
        "sweep.yaml:6:9: vary.goal has no 'step'; add step: 50 for points, or step: 1 for dice and "
        "farkles",
        "sweep.yaml:6:26: unknown key 'by' under 'vary.goal'; delete it",
    ]


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("hose.yaml", "sweep.yaml:1:7: base: there is no file hose.yaml; did you mean house.yaml?"),
        ("basik", "did you mean the built-in basic?"),
        ("{goal: 100, combinations: {1: 100, 7: 3}}", "sweep.yaml:1:42: '7' is not a pattern"),
        ("[basic]", "sweep.yaml:1:7: base is a list of 1; write a built-in name, a file, or rules"),
    ],
)
def test_a_base_that_is_not_there_or_not_valid(folder: Path, base: str, said: str) -> None:
    (line,) = problems("bank.minimum: [0]", base)
    assert said in line


def test_a_grid_without_any_valid_ruleset_or_with_too_many_is_refused(folder: Path) -> None:
    (line,) = problems("hot_dice_bonus.step: [50, 100]")
    assert line.startswith("sweep.yaml:2:1: no combination of these values makes valid rules; the")
    many = "{from: 1, to: 2000, step: 1}"
    (line,) = problems(f"goal: {many}\n  bank.minimum: {many}")
    assert line.startswith("sweep.yaml:2:1: these are 4,000,000 rulesets; vary less")


def test_a_base_is_looked_for_beside_the_sweep(folder: Path) -> None:
    (folder / "deep").mkdir()
    text = "base: ../house.yaml\nvary: {goal: [500]}\nmeasures: [points_per_turn]\n"
    (folder / "deep" / "s.yaml").write_text(text, encoding="utf-8")
    sweep = read_sweep("deep/s.yaml")
    assert (sweep.name, sweep.base_file) == ("s", "deep/../house.yaml")
    assert sweep.base.ruleset == load_text(HOUSE).ruleset
