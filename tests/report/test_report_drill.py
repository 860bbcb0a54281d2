"""The list of situations to drill tells how the game stands, as far as the answers depend on it."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.report.document import Table, as_cell
from farklegen.report.drill import Answered, drill_document, summary
from farklegen.study.study import Study

BASE = "dice: 2\ncombinations: {1: 100, 5: 50}\n"
RULES = {
    "plain": BASE + "goal: 300\n",
    "rounds": BASE + "rounds: 3\n",
    "streaks": BASE + "goal: 300\nfarkle: {streak: 2, penalty: 100, lowest_score: 0}\n",
    "to beat": BASE + "goal: 300\nbank: {beat_previous: true}\n",
    "growing": BASE + "goal: 300\nhot_dice_bonus: {points: 50, step: 50}\n",
}


@pytest.mark.parametrize("rules", RULES)
def test_tables_tell_what_a_match_depends_on(rules: str) -> None:
    study = Study(api.load(RULES[rules]), kept=False)
    result = api.drill(study, by="match", questions=25, decisions=300)
    tables = (
        next(block for block in document.blocks if isinstance(block, Table))
        for document in (
            drill_document(result),
            summary(result, [Answered(each, 1) for each in result.exercises]),
        )
    )
    listed, again = ([as_cell(row[at]).text for row in table.rows] for table, at in
                     zip(tables, (1, 0), strict=True))  # fmt: skip
    for words, each in zip(listed, result.to_dict()["exercises"], strict=True):
        scores = f"you {each['mine']}, they {each['theirs']}"
        farkles = f"; farkles you {each['my_farkles']}, they {each['their_farkles']}"
        wanted = {
            "plain": "",
            "rounds": f"; rounds left {each['rounds_left']} of 3; moved "
            f"{'first' if each['first'] else 'second'}",
            "streaks": farkles.replace("; farkles you 0, they 0", "; no farkles"),
            "to beat": f"; to beat {each['previous'] or 'nothing'}",
            "growing": f"; hot dice {each['hot_dice']}" * (each["hot_dice"] > 0),
        }
        last = "; the last turn" * (each["theirs"] >= 300 and rules != "rounds")
        assert words == scores + last + wanted[rules]
    assert len(set(listed)) > 1
    wrong = [w for w, e in zip(listed, result.exercises, strict=True) if e.cost(1)]
    assert sorted(again) == sorted(wrong)


def test_by_points_rows_have_no_scores() -> None:
    study = Study(api.load(RULES["streaks"]), kept=False)
    result = api.drill(study, by="points", questions=3, decisions=100)
    assert {(row["mine"], row["first"]) for row in result.to_rows()} == {(None, None)}
    assert None not in {row["my_farkles"] for row in result.to_rows()}
