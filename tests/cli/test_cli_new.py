"""Starting a file of one's own, and never losing one."""

from pathlib import Path

import pytest

from farklegen import load
from farklegen.rules.new import QUESTIONS, read_answers
from tests.cli.command import farklegen


def test_a_new_file_is_valid_and_what_to_do_next_is_said(tmp_path: Path) -> None:
    result = farklegen("new", "our rules.yaml", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    assert "farklegen check 'our rules.yaml'" in result.out
    assert farklegen("check", "our rules.yaml", cwd=tmp_path).code == 0


def test_an_existing_file_is_left_alone_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("mine")
    result = farklegen("new", str(path))
    assert result.code == 2
    assert "exists already" in result.err
    assert "--force" in result.err
    assert path.read_text() == "mine"
    assert farklegen("new", str(path), "--force").code == 0
    assert path.read_text("utf-8").startswith("#")


def test_a_new_file_can_go_to_stdout() -> None:
    result = farklegen("new", "-", "--from", "basic")
    assert result.code == 0
    assert "goal: 10000" in result.out


HOUSE = {
    "What do you call your game?": "Grandma's dice: new",
    "How many dice": "5",
    "How many points end": "5,000",
    "Points for a single five": "none",
    "Three of a kind": "1000, 200, 300, 400, 500, 0",
    "A full house": "1200",
    "Four of a kind": "0",
    "The short straights": "750",
    "How many points must a turn": "350",
    "How many points must your first": "200",
    "Must you set aside every": "yes",
    "How many farkles in a row": "3",
    "How many points do they cost?": "1000",
    "May farkles take a score below": "n",
    "does every other player": "n",
    "may the next player": "y",
}


def answered(answers: dict[str, str]) -> bytes:
    """What is typed; Enter where nothing is said."""
    texts = {each.text: a for each in QUESTIONS for text, a in answers.items() if text in each.text}
    return "\n".join([*(texts.get(each.text, "") for each in read_answers(texts)), ""]).encode()


OTHER_TABLES = {
    "Does each die beyond three": "y",
    "Does three of a kind score only": "y",
    "must you roll it": "y",
    "how many throws": "3",
    "farkle on the first roll": "150",
    "May farkles": "n",
}


@pytest.mark.parametrize(
    "answers",
    [
        {},
        HOUSE,
        OTHER_TABLES,
        {"How many dice": "3"},
        {"How many dice": "8"},
    ],
)
def test_the_answers_to_all_questions_make_a_file_without_warnings(
    tmp_path: Path, answers: dict[str, str]
) -> None:
    done = farklegen("new", "ours.yaml", "--ask", cwd=tmp_path, stdin=answered(answers))
    assert done.code == 0
    assert "Wrote ours.yaml" in done.out
    checked = farklegen("check", "ours.yaml", cwd=tmp_path)
    assert (checked.code, checked.err) == (0, "")
    assert "warning" not in checked.out
    if answers is HOUSE:
        rules = load(tmp_path / "ours.yaml").ruleset
        assert (rules.name, rules.dice, rules.goal) == ("Grandma's dice: new", 5, 5000)
        worths = {"1": 100, "AAA": (1000, 200, 300, 400, 500, 0), "AAAAA": 2000}
        short = {"12345": 750, "23456": 750}
        assert dict(rules.combinations) == {**worths, **short, "AAABB": 1200}
        assert (rules.bank.minimum, rules.set_aside) == (350, "all")
        assert (rules.farkle.streak, rules.farkle.penalty) == (3, 1000)
        assert rules.farkle.lowest_score == 0
        assert (rules.end_game, rules.piggyback) == ("sudden_death", "after_bank")


def test_answers_can_be_changed_and_the_rules_are_read_back(tmp_path: Path) -> None:
    lines = ["Ours", "nine dice", "four", "back", "six", "back", "back", "Mine"]
    lines += [""] * 27 + ["back", "y", ""]
    text = "\n".join([*lines, ""])
    done = farklegen("new", "ours.yaml", "--ask", cwd=tmp_path, stdin=text.encode())
    assert done.code == 0
    rules = load(tmp_path / "ours.yaml").ruleset
    assert (rules.name, rules.dice, rules.piggyback) == ("Mine", 6, "after_bank")
    assert "Error: give a whole number from 1 to 8\n2 of 28. How many dice" in done.err
    assert "\n3 of 20. How many points end the game?" in done.err, "four dice: fewer questions"
    assert "1 of 28. What do you call your game? [Ours]: Mine" in done.err
    assert "- Six dice.\n" in done.err


def test_no_half_file_is_left_where_the_answers_end(tmp_path: Path) -> None:
    done = farklegen("new", "ours.yaml", "--ask", cwd=tmp_path, stdin=b"Ours\n6\n")
    assert (done.code, done.out.strip()) == (2, "")
    _, name, dice, _, ended = done.err.splitlines()
    assert name.endswith("]: Ours")
    assert dice.endswith("]: 6")
    goal = QUESTIONS[2].text
    assert f"the answers ended before the question '{goal}'. Nothing was written; " in ended
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_refused_before_the_questions(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("mine")
    done = farklegen("new", "ours.yaml", "--ask", cwd=tmp_path)
    assert done.code == 2
    assert "exists already" in done.err
    assert "?" not in done.err
    both = farklegen("new", "other.yaml", "--ask", "--from", "zilch", cwd=tmp_path)
    assert both.code == 2
    assert "leave one of them out" in both.err
