"""The list of situations to drill tells how the game stands, as far as the answers depend on it."""

from __future__ import annotations

from typing import Any

import pytest

from farklegen import api
from farklegen.report.document import Table, as_cell
from farklegen.report.drill import Answered, drill_document, summary
from farklegen.study.study import Study

BASE = "dice: 2\ncombinations: {1: 100, 5: 50}\n"
RULES = {
    "plain": BASE + "goal: 300\n",
    "rounds": BASE + "rounds: 3\n",
    "both have as many turns": BASE + "goal: 300\nend_game: equal_turns\n",
    "streaks": BASE + "goal: 300\nfarkle: {streak: 2, penalty: 100, lowest_score: 0}\n",
    "first bank": BASE + "goal: 300\nbank: {opening: 100}\n",
    "to beat": BASE + "goal: 300\nbank: {beat_previous: true}\n",
    "growing": BASE + "goal: 300\nhot_dice_bonus: {points: 50, step: 50}\n",
}
OTHER = {True: "first", False: "second"}


def words_for(rules: str, told: dict[str, Any]) -> str:
    """What the column has to say of what JSON says."""
    scores = f"you {told['mine']}, they {told['theirs']}"
    seat = f"moving {OTHER[told['first']]}"
    farkles = told["my_farkles"], told["their_farkles"]
    left = told["rounds_left"]
    said: dict[str, str] = {
        "plain": scores,
        "rounds": f"{scores}, {'the last round' if left == 1 else f'{left} rounds left'}, {seat}",
        "both have as many turns": f"{scores}{', the last turn' * (told['theirs'] >= 300)}, {seat}",
        "streaks": f"{scores}, "
        + (f"farkles you {farkles[0]}, they {farkles[1]}" if any(farkles) else "no farkles"),
        "first bank": f"{scores}, {'nobody' if told['theirs'] == 0 else 'opponent'} on the board"
        if not told["on_board"]
        else f"{scores}, {'both' if told['their_on_board'] else 'you'} on the board",
        "to beat": f"{scores}, {told['previous'] or 'nothing'} to beat",
        "growing": scores + f", hot dice {told['hot_dice']} times" * (told["hot_dice"] > 0),
    }
    return said[rules]


def drilled(rules: str, by: Any) -> Any:
    study = Study(api.load(RULES[rules]), kept=False)
    return api.drill(study, by=by, questions=25, decisions=300)


def table_of(document: Any) -> Table:
    return next(block for block in document.blocks if isinstance(block, Table))


@pytest.mark.parametrize("rules", RULES)
def test_tables_and_csv_tell_what_a_match_depends_on(rules: str) -> None:
    result = drilled(rules, "match")
    document = drill_document(result)
    said = result.to_dict()["exercises"]
    wanted = [words_for(rules, told) for told in said]
    assert len(set(wanted)) > 1
    listed, again = (
        table_of(document),
        table_of(summary(result, [Answered(each, 1) for each in result.exercises])),
    )
    header = "scores" if rules == "plain" else "how it stands"
    assert listed.columns[1].header == again.columns[0].header == header
    assert [as_cell(row[1]).text for row in listed.rows] == wanted
    wrong = [words for words, e in zip(wanted, result.exercises, strict=True) if e.cost(1)]
    assert sorted(as_cell(row[0]).text for row in again.rows) == sorted(wrong)
    names = {"my_farkles", "first", "rounds_left", "on_board", "previous"}
    for row in result.to_rows():
        about = said[row["situation"] - 1]
        assert {name: row[name] for name in names} == {name: about[name] for name in names}
