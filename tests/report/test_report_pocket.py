"""What is on the card to print: two sides in few words, and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.cards.ladder import Ladder
from farklegen.report.card import CardResult, pocket_card
from farklegen.report.document import Block, Facts, Notes, Paragraph, PocketCard, Table, as_cell
from farklegen.report.screen import what_scores
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
    """Every text of the sides and the sections."""
    return [
        text
        for section in (*card.sides, *card.sections)
        for block in section.blocks
        for text in block_texts(block)
    ]


def block_texts(block: Block) -> Iterator[str]:
    match block:
        case Table():
            yield from (column.header for column in block.columns)
            yield from (as_cell(cell).text for row in block.rows for cell in row)
        case Notes(items):
            yield from (as_cell(item).text for item in items)
        case Facts(pairs):
            yield from (as_cell(value).text for _, value in pairs)
        case Paragraph(text):
            yield as_cell(text).text
        case _:
            raise AssertionError(block)


def sheet(study: Study, ladder: Ladder) -> PocketCard:
    return pocket_card(CardResult(study.analysis, ladder, ladder.short))


def card_of(rules: str) -> PocketCard:
    study = Study(load_text(rules, "rules.yaml"), kept=False)
    return sheet(study, study.points_ladder)


def test_the_sides_say_in_few_words_what_the_screen_says() -> None:
    rules = "goal: 1000\ndice: 3\ncombinations: {1: 100, 5: 50, AAA: 300}\n"
    study = Study(load_text(rules), kept=False)
    front, back = sheet(study, study.ladder).sides
    grid = next(block for block in front.blocks if isinstance(block, Table))
    labels = [as_cell(row[0]).text for row in grid.rows]
    assert labels == ["0–100", "150–250", "300+", "ALL OUT"]
    lines = next(block for block in back.blocks if isinstance(block, Table))
    assert lines.rows == (
        ("You 850+, you 300+ ahead", "PLAY AS USUAL"),
        ("One of you 850+", "ALL OUT"),
        ("They 150+, you 150+ behind", "BOLD"),
        ("You 300+, you 150+ ahead", "CAREFUL"),
    )


def test_a_card_says_that_the_goal_is_left_out_only_where_it_is() -> None:
    study = Study(load_text("goal: 200\ndice: 2\ncombinations: {1: 100, 5: 50}\n"), kept=False)
    said = "The goal and the end of the game are left out"
    assert " ".join(texts(sheet(study, study.points_ladder))).count(said) == 1
    assert said not in " ".join(texts(sheet(study, study.ladder)))
    assert CardResult(study.analysis, study.ladder, study.ladder.short).left_out == ()


def test_combinations_stand_in_a_line() -> None:
    back = card_of(RULES).sides[1].blocks[-2]
    assert isinstance(back, Paragraph)
    assert back.text == (
        "⚀ 100 · ⚄ 50 · Three of a kind: ⚀ 1,000 ⚁ 200 ⚂ 300 ⚃ 400 ⚅ 600 · Run (123, 456): 150 · "
        "Nothing scores: 10"
    )
    more = RULES.replace("0, 600]", "500, 600], AA: [2000, 400, 600, 800, 1000, 1200]")
    assert what_scores(load_text(more, "rules.yaml").ruleset) == (
        "1: 100 · 5: 50 · Three of a kind, 1s to 6s: 1,000, 200, 300, 400, 500, 600; a pair 2 × "
        "as much · Run (123, 456): 150 · Nothing scores: 10"
    )


def test_the_rules_are_told_without_points_and_source() -> None:
    (rules,) = (s.blocks[0] for s in card_of(RULES).sections if s.title == "The rules")
    assert isinstance(rules, Facts)
    topics = dict(rules.pairs)
    assert "Points" not in topics
    assert "Source" not in topics
    assert topics["Dice"] == "Three dice."
    assert "at least 100 to be banked" in str(topics["Banking"])
    assert "Two farkles in a row cost 100 points" in str(topics["Farkles"])
