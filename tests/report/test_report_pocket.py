"""What is on the card to print: all that the text says, and the rules."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.report.document import Facts, Notes, Paragraph, Table, as_cell
from farklegen.report.pocket_card import DICE, PocketCard, pocket_card, short_pocket_card
from farklegen.report.table import table_document
from farklegen.rules.loading import load_text
from farklegen.study.study import Study

RULES = """\
dice: 3
goal: 500
combinations: {1: 100, 5: 50, AAA: [1000, 200, 300, 400, 0, 600], 123: 150, 456: 150}
labels: {123: run, 456: run}
nothing: 10
bank: {minimum: 100}
farkle: {streak: 2, penalty: 100}
"""


def texts(card: PocketCard) -> list[str]:
    """Every text of the sections."""
    found: list[str] = []
    for section in card.sections:
        for block in section.blocks:
            match block:
                case Table():
                    found += [column.header for column in block.columns] + [block.note]
                    found += [as_cell(cell).text for row in block.rows for cell in row]
                case Notes(items):
                    found += [as_cell(item).text for item in items]
                case Facts(pairs):
                    found += [as_cell(value).text for _, value in pairs]
                case Paragraph(text):
                    found.append(as_cell(text).text)
                case _:
                    raise AssertionError(block)
    return found


def card_of(rules: str) -> PocketCard:
    return pocket_card(api.full_table(load_text(rules, "rules.yaml")), None)


def test_everything_of_the_text_is_on_the_card() -> None:
    analysis = api.full_table("five-dice")
    card = pocket_card(analysis, None)
    said = set(texts(card)) | set(card.left_out)
    for block in table_document(analysis).blocks:
        if isinstance(block, Notes):
            told = {as_cell(item).text for item in block.items}
            assert said >= {text for text in told if "as compare and plot tell" not in text}
        if isinstance(block, Table):
            assert said >= {as_cell(cell).text for row in block.rows[:1] for cell in row} - {""}
    titles = [section.title for section in card.sections]
    assert titles[:2] == ["Break points: once on the board", "Break points: before the first bank"]
    assert "Not worked out: only the card was asked for." in said


def test_nothing_on_the_card_speaks_of_options() -> None:
    why = "this match is out of reach: it has 5 starts. What helps: a higher --floor; a lower goal"
    card = pocket_card(api.full_table("five-dice"), None, why)
    assert "Not worked out: this match is out of reach: it has 5 starts." in texts(card)
    for each in (card, pocket_card(api.full_table("five-dice"), None)):
        assert not [text for text in (*texts(each), *each.left_out, each.footer) if "--" in text]


@pytest.mark.slow
def test_no_option_is_on_the_short_card_of_different_dice() -> None:
    kinds = "dice: {a: 1, ordinary: 2}\ndie_types: {a: [1, 2, 1, 1, 1, 1]}\n"
    study = Study(load_text(RULES.replace("dice: 3\n", kinds), "rules.yaml"), kept=False)
    card = short_pocket_card(study.analysis, study.points_ladder, None)
    assert "Your turn" in {section.title for section in card.sections}
    assert not [text for text in texts(card) if "--" in text]


def test_a_card_says_that_the_goal_is_left_out_only_where_it_is() -> None:
    study = Study(load_text("goal: 200\ndice: 2\ncombinations: {1: 100, 5: 50}\n"), kept=False)
    by_points = (
        short_pocket_card(study.analysis, study.points_ladder, None, "By points alone: refused."),
        pocket_card(study.analysis, None),
    )
    for card in by_points:
        said = " ".join((*texts(card), *card.left_out))
        assert said.count("The goal and the end of the game are left out") == 1
    solved = (
        short_pocket_card(study.analysis, study.ladder, None),
        pocket_card(study.analysis, study.price),
    )
    assert [card.left_out for card in solved] == [(), ()]


def test_combinations_by_face_stand_in_a_grid_and_the_others_in_a_list() -> None:
    (points,) = (s.blocks for s in card_of(RULES).sections if s.title == "Points")
    grid, others = points
    assert isinstance(grid, Table)
    assert isinstance(others, Table)
    assert [column.header for column in grid.columns] == ["", *DICE]
    assert grid.rows == (("Three of a kind", "1,000", "200", "300", "400", "—", "600"),)
    assert ("Run (123, 456)", "150") in others.rows
    assert ("Nothing scores", "10") in others.rows


def test_the_rules_are_told_without_points_and_source() -> None:
    (rules,) = (s.blocks[0] for s in card_of(RULES).sections if s.title == "The rules")
    assert isinstance(rules, Facts)
    topics = dict(rules.pairs)
    assert "Points" not in topics
    assert "Source" not in topics
    assert topics["Dice"] == "Three dice."
    assert "at least 100 to be banked" in str(topics["Banking"])
    assert "Two farkles in a row cost 100 points" in str(topics["Farkles"])
