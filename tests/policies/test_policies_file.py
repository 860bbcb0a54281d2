"""Policy files: what they say, and every problem at once with its place and what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen.cli.app import run
from farklegen.errors import FileProblemError, PolicyError, Problem
from farklegen.policies.policy_file import WORDS, parse_text
from farklegen.policies.recipe import BankRule, KeepRule, Recipe, ScoreRule, Thresholds
from farklegen.policies.reference import parse
from tests.docs.pages import DOCS
from tests.referee.games import published

Expected = list[tuple[int, int, str]]

WHOLE = """\
name: Careful Kim
keep: most-points
bank: {at: 350, below_dice: 3, by_dice: {6: 300, 1: 0}}
take_over: {1: 990, 2: 565}
go_for_it:
  mine: {5: 9000, 4: 9500}
  theirs: {5: 7900}
  lead: 500
"""


def problems(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text; empty if it is a policy."""
    try:
        parse_text(text, "mine.yaml")
    except PolicyError as error:
        return error.problems
    return ()


def check(text: str, expected: Expected) -> None:
    found = problems(text)
    listing = "\n".join(map(str, found))
    assert [(p.line, p.column) for p in found] == [case[:2] for case in expected], listing
    for problem, (_, _, words) in zip(found, expected, strict=True):
        assert words in problem.message, listing


def test_every_key() -> None:
    assert parse_text(WHOLE) == Recipe(
        name="Careful Kim",
        keep="most-points",
        bank=BankRule(at=350, below_dice=3, by_dice={6: 300, 1: 0}),
        take_over={1: 990, 2: 565},
        go_for_it=Thresholds(mine={5: 9000, 4: 9500}, theirs={5: 7900}, lead=500),
    )


@pytest.mark.parametrize("keep", ["everything", "most-points", "points-only", "full-table"])
@pytest.mark.parametrize("bank", ["points-only", "full-table"])
def test_every_word(keep: str, bank: str) -> None:
    recipe = parse_text(f"keep: {keep}\nbank: {bank}\ngo_for_it: full-table\n")
    assert (recipe.keep, recipe.bank, recipe.go_for_it) == (keep, bank, "full-table")


def test_a_card_and_lines_by_scores() -> None:
    text = """
keep: {worth: {5: {0: 300, 400: 200}, 1: {0: 0}}}
bank: {by_dice: {1: 0, 3: 400}}
by_scores:
  - {either: 9550, later: goal}
  - {theirs: 8000, behind: 750, later: 400}
  - {mine: 7000, ahead: 1500, earlier: 100}
"""
    recipe = parse_text(text)
    assert recipe.keep == KeepRule(worth={5: {0: 300, 400: 200}, 1: {0: 0}})
    assert recipe.by_scores == (
        ScoreRule(either=9550, later="goal"),
        ScoreRule(theirs=8000, behind=750, later=400),
        ScoreRule(mine=7000, ahead=1500, earlier=100),
    )
    assert [line.counted_less for line in recipe.by_scores] == [0, 400, -100]


def test_perfect_play_can_be_written_too() -> None:
    assert parse_text("keep: optimal\nbank: optimal\n").optimal


def test_a_policy_is_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "grandmother.yaml"
    path.write_text("keep: everything\nbank: {at: 500}\ngo_for_it:\n  # later\n")
    assert parse(str(path)) == Recipe(
        name="grandmother", keep="everything", bank=BankRule(at=500), go_for_it=None
    )


# Each case adds lines to two right ones, or replaces them, so that its own begin on line 1.
WRONG: list[tuple[str, Expected]] = [
    (
        "keep: all\nbank: full-table",
        [(1, 7, "keep is the text 'all'; write everything, most-points, points-only, card, f")],
    ),
    ("keep:\nbank: full-table", [(1, 1, "keep is empty; write everything, most-points")]),
    ("keep: [card]\nbank: full-table", [(1, 7, "keep is a list of 1; write everything")]),
    ("bank: full-table", [(1, 1, "the key 'keep' is missing; add keep: most-points")]),
    ("keep: full-table", [(1, 1, "the key 'bank' is missing; add bank: {at: 300}")]),
    ("kep: card\nbank: full-table", [(1, 1, "unknown key 'kep'; did you mean 'keep'?")]),
    ("set_aside: card\nbank: full-table", [(1, 1, "did you mean 'keep'?")]),
    ("bank: 300\nkeep: full-table", [(1, 7, "bank is 300; write points-only, card")]),
    ("bank: '300'\nkeep: full-table", [(1, 7, "the quoted text '300'; write 300")]),
    (
        "bank: points_only\nkeep: full-table",
        [(1, 7, "write points-only, card, full-table or optimal, or keys below it")],
    ),
    ("bank: points_only\nkeep: full-table", [(1, 7, "(did you mean points-only?)")]),
    (
        "bank:\nkeep: full-table",
        [(1, 1, "bank is empty; write points-only, card, full-table or optimal, or keys")],
    ),
    ("bank: {}\nkeep: full-table", [(1, 1, "bank says nothing; write at: 300 or below_dice: 3")]),
    ("bank: [at]\nkeep: full-table", [(1, 7, "bank is a list of 1; write points-only")]),
    ("bank: {at: 0}\nkeep: full-table", [(1, 12, "bank.at is 0; write a whole number above 0")]),
    ("bank: {at: 1_000}\nkeep: full-table", [(1, 12, "bank.at is the text '1_000'; write 1000")]),
    (
        "bank: {at: 9999999999}\nkeep: full-table",
        [(1, 12, "write a smaller number (at most 1,000,000,000)")],
    ),
    (
        "bank: {below_dice: 1}\nkeep: full-table",
        [(1, 20, "bank.below_dice is 1; write a whole number from 2 to 9, such as 3")],
    ),
    (
        "bank: {by_dice: 300}\nkeep: full-table",
        [(1, 17, "bank.by_dice is 300; write lines of dice: turn score below it, such as {1: 50,")],
    ),
    (
        "bank: {by_dice: {9: 100, 2: -50}}\nkeep: full-table",
        [
            (1, 18, "bank.by_dice has the key '9'; write a number of dice from 1 to 8"),
            (1, 29, "bank.by_dice.2 is -50; write a turn score (a whole number, 0 or more)"),
        ],
    ),
    (
        "take_over: 300\nkeep: full-table\nbank: full-table",
        [(1, 12, "take_over is 300; write lines of dice: turn score below it, such as {1: 1000,")],
    ),
    (
        "take_over: {0: 5, 2: x, 1: 0}\nkeep: full-table\nbank: full-table",
        [
            (1, 13, "take_over has the key '0'"),
            (1, 22, "take_over.2 is the text 'x'; write a turn score"),
            (1, 28, "take_over.1 is 0; write a turn score (a whole number above 0)"),
        ],
    ),
    ("by_dice: {1: 50}\nkeep: full-table\nbank: full-table", [(1, 1, "it belongs under 'bank'")]),
    ("bank: {below_dice: 10}\nkeep: full-table", [(1, 20, "write a smaller number (at most 9)")]),
    (
        "bank: {dice: 2}\nkeep: full-table",
        [(1, 8, "unknown key 'dice' under 'bank'; did you mean 'be")],
    ),
    ("at: 300\nkeep: full-table\nbank: full-table", [(1, 1, "it belongs under 'bank'")]),
    (
        "mine: {5: 9000}\nkeep: full-table\nbank: full-table",
        [(1, 1, "it belongs under 'go_for_it'")],
    ),
    (
        "go_for_it: 9000\nkeep: full-table\nbank: full-table",
        [(1, 12, "go_for_it is 9000; write full-table, or keys below it")],
    ),
    (
        "go_for_it: cards\nkeep: full-table\nbank: full-table",
        [
            (
                1,
                12,
                "go_for_it is the text 'cards'; write full-table, or keys below it, such as {mine:",
            )
        ],
    ),
    (
        "go_for_it: {}\nkeep: full-table\nbank: full-table",
        [(1, 1, "go_for_it says nothing; write full-table")],
    ),
    (
        "go_for_it: {mine: 9000}\nkeep: full-table\nbank: full-table",
        [(1, 19, "go_for_it.mine is 9000; write lines of dice: score below it, such as {5: 9")],
    ),
    (
        "go_for_it: {mine: {9: 1, x: 2, 05: 3}}\nkeep: full-table\nbank: full-table",
        [
            (1, 20, "go_for_it.mine has the key '9'; write a number of dice from 1 to 8"),
            (1, 26, "go_for_it.mine has the key 'x'"),
            (1, 32, "go_for_it.mine has the key '05'"),
        ],
    ),
    (
        "go_for_it: {theirs: {4: -1, 3: }}\nkeep: full-table\nbank: full-table",
        [
            (1, 25, "go_for_it.theirs.4 is -1; write a score (a whole number, 0 or more)"),
            (1, 29, "go_for_it.theirs.3 is empty; write a score"),
        ],
    ),
    (
        "go_for_it: {lead: none}\nkeep: full-table\nbank: full-table",
        [(1, 19, "go_for_it.lead is the text 'none'; write a whole number, 0 or more, such as 5")],
    ),
    (
        "keep: optimal\nbank: full-table",
        [(2, 7, "keep is optimal and bank is not; write optimal for")],
    ),
    (
        "bank: optimal\nkeep: full-table",
        [(2, 7, "bank is optimal and keep is not; write optimal for")],
    ),
    (
        "keep: optimal\nbank: optimal\ngo_for_it: full-table",
        [(3, 1, "perfect play needs no thresholds; delete go_for_it")],
    ),
    (
        "keep: optimal\nbank: optimal\ntake_over: {1: 900}",
        [(3, 1, "perfect play knows what to take over; delete take_over")],
    ),
    (
        "keep: optimal\nbank: optimal\nby_scores: [{either: 9000, later: goal}]",
        [(3, 1, "perfect play looks at the scores already; delete by_scores")],
    ),
    (
        "by_scores: {theirs: 8000, later: 300}\nkeep: full-table\nbank: full-table",
        [(1, 12, "by_scores is a mapping; write a list of lines such as - {theirs: 8000, behind")],
    ),
    (
        "by_scores: [{theirs: 8000}, {later: 300}, 5]\nkeep: full-table\nbank: full-table",
        [(1, 43, "entry 3 of by_scores is 5; write keys such as {theirs: 8000, behind: 750,")],
    ),
    (
        "by_scores: [{theirs: 8000}, {later: 300}, {mine: 1, later: 1, earlier: 1}]\n"
        "keep: full-table\nbank: full-table",
        [
            (1, 13, "this line has neither later nor earlier; write one of them, such as"),
            (1, 29, "this line asks nothing of the scores; write one of either, mine, theirs"),
            (1, 43, "this line has both later and earlier; write one of them, such as later: 3"),
        ],
    ),
    (
        "by_scores: [{their: 8000, later: 300}]\nkeep: full-table\nbank: full-table",
        [(1, 14, "unknown key 'their' under 'by_scores'; did you mean 'theirs'?")],
    ),
    (
        "by_scores: [{behind: -5, later: gol}]\nkeep: full-table\nbank: full-table",
        [
            (1, 22, "by_scores.0.behind is -5; write points between the scores (a whole number"),
            (1, 33, "by_scores.0.later is the text 'gol'; write goal (did you mean goal?)"),
        ],
    ),
    (
        "keep: {worth: {5: 300, 9: {0: 1}, 3: {x: 2, 0: -1}}}\nbank: full-table",
        [
            (1, 19, "keep.worth.5 is 300; write lines of turn score: worth, such as {0: 300, 400"),
            (1, 24, "keep.worth has the key '9'; write a number of dice from 1 to 8"),
            (1, 39, "keep.worth.3 has the key 'x'; write a turn score"),
            (1, 48, "keep.worth.3.0 is -1; write a worth (a whole number, 0 or more)"),
        ],
    ),
    (
        "keep: {}\nbank: full-table",
        [(1, 7, "keep has no 'worth'; add worth: {5: {0: 300, 400: 200}}")],
    ),
    ("name: 7\nkeep: full-table\nbank: full-table", [(1, 7, "name is 7; put it in quotes")]),
    (
        "AAA: 7\nkeep: full-table\nbank: full-table",
        [(1, 1, "unknown key 'AAA'; delete it, or use one of: ")],
    ),
    # what is wrong with any YAML file
    ("", [(1, 1, "the file is empty; a policy needs at least keep and bank")]),
    ("card", [(1, 1, "the file holds only one value; a policy is made of lines such as keep: mo")]),
    ("- card", [(1, 1, "the file holds only a list; a policy is made of lines")]),
    (
        "keep: full-table\nkeep: full-table\nbank: full-table",
        [(2, 1, "the key 'keep' stands here again")],
    ),
    ("keep: &a card\nbank: full-table", [(1, 7, "&a is an anchor, and a policy may not use them")]),
    ("keep: full-table\n---\nbank: full-table", [(2, 1, "put each policy in a file of its own")]),
    ("keep: full-table\nbank: @card", [(2, 7, "a value cannot begin with this sign; put it into")]),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[case[0][:40] for case in WRONG])
def test_wrong_lines_are_placed_and_explained(text: str, expected: Expected) -> None:
    check(text + "\n", expected)


def test_a_key_left_empty_says_nothing() -> None:
    recipe = parse_text("keep: full-table\nbank: full-table\ntake_over:  # later\n")
    assert recipe.take_over is None
    assert parse_text("keep: full-table\nbank: full-table\ntake_over: {}\n").take_over == {}


def test_the_shipped_file_has_the_published_thresholds() -> None:
    """Walters rolls below his scores and takes over above others: one point more is from which."""
    text = (DOCS / "examples" / "walters.yaml").read_text(encoding="utf-8")
    recipe, entry = parse_text(text), published("walters")
    assert recipe.bank == BankRule(by_dice=entry["roll_below"])
    assert recipe.take_over == {n: score + 1 for n, score in entry["take_over_above"].items()}
    assert recipe.keep == "most-points"


def test_all_problems_come_in_one_report_in_the_order_of_the_file() -> None:
    text = """\
name: ''
kep: card
bank: {att: '1,000', below_dice: 0}
bank: full-table
go_for_it:
  mine: {0: 100, 5: x}
  leed: 4
"""
    check(
        text,
        [
            (1, 7, "write a text, or delete the line"),
            (2, 1, "did you mean 'keep'?"),
            (3, 8, "unknown key 'att' under 'bank'; did you mean 'at'?"),
            (3, 34, "bank.below_dice is 0"),
            (4, 1, "the key 'bank' stands here again"),
            (6, 10, "has the key '0'"),
            (6, 21, "go_for_it.mine.5 is the text 'x'"),
            (7, 3, "did you mean 'lead'?"),
        ],
    )


def test_no_false_alarm_follows_from_another_problem() -> None:
    check("keep: optimal\nbank: caard\n", [(2, 7, "did you mean card?")])
    check("keep: full-table\nbank: {at: x}\n", [(2, 12, "bank.at is the text 'x'")])


def test_no_word_of_the_machinery_shows() -> None:
    for text, _ in WRONG:
        for problem in problems(text + "\n"):
            for word in ("ruleset", "Input", "valid ", "pydantic", "dictionary", "NoneType"):
                assert word not in problem.message


def test_every_key_is_in_the_words() -> None:
    assert WORDS.sections == {
        "": set(Recipe.model_fields),
        "bank": set(BankRule.model_fields),
        "keep": set(KeepRule.model_fields),
        "go_for_it": set(Thresholds.model_fields),
        "by_scores": set(ScoreRule.model_fields),
    }


def test_a_file_that_is_no_policy_at_all(tmp_path: Path) -> None:
    path = tmp_path / "picture.yaml"
    path.write_bytes(b"keep: \x00card")
    with pytest.raises(FileProblemError, match="cannot stand in a policy; delete it, or check"):
        parse(str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileProblemError, match="save it as UTF-8"):
        parse(str(path))
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(FileProblemError, match="but a policy has at most"):
        parse(str(path))


def test_the_command_line_lists_the_problems_and_ends_with_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def program(_named: object) -> None:
        parse_text("keep: all\nbank: 300\n", "mine.yaml")

    monkeypatch.setattr("farklegen.cli.app._program", program)
    assert run([]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line[:22] for line in lines] == ["mine.yaml:1:7: error: ", "mine.yaml:2:7: error: "]


def test_a_file_of_rules_is_told_to_be_one() -> None:
    with pytest.raises(PolicyError) as refused:
        parse_text("dice: 6\ngoal: 10000\ncombinations: {1: 100}\n", "house.yaml")
    assert str(refused.value) == (
        "house.yaml: error: this file has rules; give a policy file, which has the keys keep and "
        "bank, or a name"
    )
