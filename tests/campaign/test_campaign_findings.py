"""The campaign finds what is planted, makes it small, and says what it cannot find out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign import files, kills, match, pieces, reading, rulesets, turns
from campaign.__main__ import summary
from campaign.finding import Finding, Outcome
from campaign.limit import TooSlowError, at_most
from campaign.shrink import judge_part, shrink, smaller_ones, valid
from farklegen import api
from farklegen.errors import Problem, RulesetError, UnsolvableError
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.solution import MatchSolution
from farklegen.solvers.multiplayer.game import SeveralSolution
from farklegen.solvers.reach import Reach
from tests.referee import Bracket, Match

LARGE: dict[str, Any] = {
    "dice": 2,
    "goal": 4,
    "combinations": {"1": 1, "5": 2, "AA": (3, 1, 1, 1, 2, 1)},
    "bank": {"minimum": 2},
    "set_aside": "all",
}


def judged(part: str, **rules: Any) -> Outcome:
    outcome = Outcome()
    rulesets.judge(Ruleset(**{**LARGE, **rules}), part, "1", outcome, slower=10.0)
    return outcome


def test_a_ruleset_that_is_solved_well_has_no_difference() -> None:
    for part in rulesets.PARTS:
        outcome = judged(part)
        assert outcome.findings == []
    assert outcome.counts["reach questions"] == turns.REACHES


@pytest.mark.slow
def test_a_planted_wrong_chance_is_found_and_its_ruleset_made_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = MatchSolution.win_probability

    def wrong(self: MatchSolution, match_state: Any) -> float:
        """Wrong wherever there is a minimum."""
        chance = right(self, match_state)
        return chance + 1e-6 if self.rules.ruleset.bank.minimum else chance

    monkeypatch.setattr(MatchSolution, "win_probability", wrong)
    outcome = judged("match")
    found = next(one for one in outcome.findings if one.kind == "value")
    small = shrink(Ruleset(**LARGE), found, judge_part("match", "1"), seconds=30.0)
    assert "bank: {minimum: 1}" in small.subject
    assert "goal: 1\n" in small.subject
    assert "set_aside" not in small.subject
    assert "'5'" not in small.subject


def test_a_planted_wrong_reach_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_rules: Ruleset, _tables: object, points: int, **_where: object) -> Reach:
        return Reach(points, 2, 0, 0, True, 0.123, 1e-12)

    monkeypatch.setattr(turns, "reach", wrong)
    assert {found.kind for found in judged("reach").findings} == {"chance"}


def test_a_planted_wrong_table_of_three_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeveralSolution, "win_probabilities", lambda *_: (0.5, 0.3, 0.2))
    assert {found.kind for found in judged("several").findings} == {"chances"}


def test_a_law_that_is_read_as_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Ruleset(dice=3, goal=4, combinations={"1": 1, "11": 2, "111": 4})
    assert "1+: double" in reading.written(Random(1), rules)

    def misread(text: str, file: str) -> Any:
        return load_text(text.replace("double", "add"), file)

    monkeypatch.setattr(reading, "load_text", misread)
    outcome = Outcome()
    reading.judge_reading(rules, Random(1), outcome)
    assert [found.kind for found in outcome.findings] == ["meaning"]


def test_a_bound_that_says_nothing_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_rules: Ruleset, _tables: object, points: int, **_where: object) -> Reach:
        return Reach(points, 2, 0, 0, True, 0.0, float("nan"))

    monkeypatch.setattr(turns, "reach", wrong)
    assert {found.kind for found in judged("reach").findings} == {"bound"}


def test_a_traceback_is_a_difference_and_a_refusal_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(_ruleset: Ruleset, **_options: object) -> MatchSolution:
        raise KeyError("planted")

    def refuses(_ruleset: Ruleset, **_options: object) -> MatchSolution:
        raise UnsolvableError("goal: 1,234 points are too many; lower it")

    monkeypatch.setattr(match, "solve", breaks)
    (found,) = judged("match").findings
    assert found.kind == "crash KeyError"
    assert "planted" in found.answer
    monkeypatch.setattr(match, "solve", refuses)
    outcome = judged("match")
    assert outcome.findings == []
    assert list(outcome.refusals) == [
        "match: UnsolvableError: goal: 0,0 points are too many; lower it"
    ]


def test_a_referee_with_bounds_apart_is_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "bounds", lambda *_: Bracket(0.0, 1.0))
    outcome = judged("match")
    assert outcome.findings == []
    assert outcome.counts["match questions left open by the referee"] > 0


def test_smaller_rulesets_are_smaller_and_the_invalid_ones_are_left_out() -> None:
    data = {"dice": 2, "goal": 4, "combinations": {"1": 2, "AA": [3, 0, 0, 0, 0, 0]}, "nothing": 2}
    smaller = list(smaller_ones(data))
    assert {"dice": 2, "goal": 4, "combinations": {"1": 2}, "nothing": 2} in smaller
    assert {"dice": 2, "goal": 1, "combinations": data["combinations"], "nothing": 2} in smaller
    assert data not in smaller
    assert valid({"goal": 0, "combinations": {"1": 1}}) is None
    assert valid({"goal": 1, "combinations": {"1": 1}}) is not None


def test_a_difference_in_one_ruleset_says_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planted = Finding("match", "value", "goal: 1", "who wins", "me", "you")
    monkeypatch.setattr(pieces, "judge_number", lambda *_: Outcome(findings=[planted, planted]))
    monkeypatch.setattr(pieces, "MOST_ALIKE", 0)
    outcome = pieces.ruleset_piece(1, 5, ("match",), 0.0, Counter())
    assert [found.how.split(" (")[0] for found in outcome.findings] == ["ruleset 5 of seed 1"] * 2
    assert "2  match: value" in summary(outcome, 60.0, 1)


def test_what_takes_too_long_is_cut_short() -> None:
    def for_ever() -> None:
        while True:
            pass

    with pytest.raises(TooSlowError), at_most(0.05):
        for_ever()


def test_files_are_checked_without_a_difference() -> None:
    outcome = Outcome()
    for number in range(1, 120):
        files.judge_file(1, number, outcome)
    assert outcome.findings == []
    assert outcome.counts["check files"] == 119


def test_a_file_that_breaks_check_is_found_and_cut_down(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = api.check

    def breaks(reference: str) -> Any:
        if b"dice" in Path(reference).read_bytes():
            raise ZeroDivisionError("planted")
        return honest(reference)

    monkeypatch.setattr(api, "check", breaks)
    monkeypatch.setattr(files, "file_number", lambda *_: b"goal: 100\ndice: 3\nname: x\n")
    outcome = Outcome()
    files.judge_file(1, 1, outcome)
    (found,) = outcome.findings
    assert (found.kind, found.subject) == ("crash ZeroDivisionError", "dice")


def test_an_error_without_a_place_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def placeless(reference: str) -> Any:
        raise RulesetError((Problem(reference, None, None, "something"),))

    monkeypatch.setattr("farklegen.api.loading.load", placeless)
    monkeypatch.setattr(files, "file_number", lambda *_: b"goal")
    outcome = Outcome()
    files.judge_file(1, 1, outcome)
    assert [found.kind for found in outcome.findings] == ["no place"]


def test_what_is_not_as_ever_after_a_kill_is_told() -> None:
    usual = kills.Done(0, "out", "", ("a",), 1.0)
    assert kills.differs(usual, usual) is None
    for now, kind in (
        (kills.Done(0, "out", "Traceback (most ...", ("a",), 1.0), "traceback"),
        (kills.Done(2, "", "farklegen: error", ("a",), 1.0), "exit code"),
        (kills.Done(0, "other", "", ("a",), 1.0), "output"),
        (kills.Done(0, "out", "", ("a", "b.tmp"), 1.0), "files"),
    ):
        wrong = kills.differs(usual, now)
        assert wrong is not None
        assert wrong[0] == kind


@pytest.mark.slow
def test_commands_recover_from_whatever_was_done_to_them() -> None:
    outcome = Outcome()
    for number in range(8):
        kills.judge_kill(1, number, outcome)
    assert outcome.findings == []
    assert outcome.counts["kills"] == 8
