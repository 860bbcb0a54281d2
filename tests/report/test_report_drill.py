"""The list of situations to drill tells how the game stands, as far as the answers depend on it."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.report.document import Table, as_cell
from farklegen.study.study import Study

BASE = "dice: 2\ncombinations: {1: 100, 5: 50}\n"
RULES = {
    "plain": BASE + "goal: 300\n",
    "rounds": BASE + "rounds: 3\n",
    "streaks": BASE + "goal: 300\nfarkle: {streak: 2, penalty: 100, lowest_score: 0}\n",
    "to beat": BASE + "goal: 300\nbank: {beat_previous: true}\n",
    "growing": BASE + "goal: 300\nhot_dice_bonus: {points: 50, step: 50}\n",
}


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ("plain", "you "),
        ("rounds", "rounds left"),
        ("rounds", "moved second"),
        ("streaks", "farkles in a row you 1, they 0"),
        ("to beat", "to beat 100"),
        ("growing", "hot dice 1"),
    ],
)
def test_tables_say_what_a_match_depends_on(rules: str, wanted: str) -> None:
    study = Study(api.load(RULES[rules]), kept=False)
    result = api.drill(study, by="match", questions=25, decisions=300)
    listed = [result.stands(each) for each in result.exercises]
    assert any(wanted in words for words in listed)
    for words, each in zip(listed, result.to_dict()["exercises"], strict=True):
        assert words.startswith(f"you {each['mine']}, they {each['theirs']}")
    again = result.summary([(each, 1) for each in result.exercises])
    (table,) = [block for block in again.blocks if isinstance(block, Table)]
    wrong = [w for w, e in zip(listed, result.exercises, strict=True) if e.cost(1)]
    assert sorted(as_cell(row[0]).text for row in table.rows) == sorted(wrong)


def test_by_points_rows_have_no_scores() -> None:
    study = Study(api.load(RULES["streaks"]), kept=False)
    result = api.drill(study, by="points", questions=3, decisions=100)
    assert {(row["mine"], row["first"]) for row in result.to_rows()} == {(None, None)}
    assert None not in {row["my_farkles"] for row in result.to_rows()}
