"""`farklegen table --remember` and `--frontier`."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.play.game import Action, Game
from farklegen.play.judge import Judge
from farklegen.play.players import PerfectPlayer
from farklegen.rulebook.match_rules import MatchState
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
from tests import referee
from tests.cli.in_process import runner
from tests.docs.pages import DOCS, rows
from tests.docs.test_docs_json import documented, fields
from tests.referee import CardPlayer
from tests.shared import shared
from tests.solvers.duel.oracle import followed

RULES = """\
goal: 400
dice: 2
combinations: {1: 100, 5: 50, 66: 150}
"""

TOO_LARGE = """\
goal: 1000000
dice: 2
combinations: {1: 10, 5: 5}
"""
"""Rules with a card, but 40,000,000,000 starts of turns."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "commands")


@pytest.fixture
def table(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command in this process."""
    return runner("table", "tiny.yaml", RULES, cache, tmp_path, monkeypatch)


def test_a_short_card_is_printed_like_a_card(table: Any) -> None:
    done = table("--remember 1")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("tiny: the best card found with at most 1 number\n")
    for heading in ("How to use it", "When to go for the goal", "What the card costs"):
        assert heading in done.out
    assert "the card without a limit" in done.out
    assert "No card here has lines that look at both scores." in " ".join(done.out.split())
    assert "1 card against" not in done.out


def test_the_loss_falls_with_every_number_and_not_below_the_default(table: Any) -> None:
    found = json.loads(table("--frontier --format json").out)
    curve = found["frontier"]
    assert [set(point) for point in curve] == [
        {"numbers", "win_probability", "loss", "points_per_turn"}
    ] * len(curve)
    assert curve[0]["numbers"] == 0
    assert all(a["numbers"] < b["numbers"] for a, b in pairwise(curve))
    assert all(a["loss"] > b["loss"] for a, b in pairwise(curve))
    for most in range(6):
        short = json.loads(table(f"--remember {most} --format json").out)["remember"]
        point = [point for point in curve if point["numbers"] <= most][-1]
        assert {name: short[name] for name in point} == point
        assert short["most"] == most
        default = short["default"]
        if default["numbers"] <= most:
            assert short["loss"] <= default["loss"] + 1e-12


def test_the_rows_of_the_curve_are_its_points(table: Any) -> None:
    said = list(csv.DictReader(io.StringIO(table("--frontier --format csv").out)))
    points = json.loads(table("--frontier --format json").out)["frontier"]
    assert [{name: float(text) for name, text in row.items()} for row in said] == points
    both = list(csv.DictReader(io.StringIO(table("--frontier --remember 0 --format csv").out)))
    assert both == said


class PrintedCard:
    """Plays by nothing but what is printed, in plain Python; for sudden death."""

    def __init__(self, said: dict[str, Any], goal: int) -> None:
        ruleset = api.load("tiny.yaml").ruleset
        points = said["strategies"][0]["break_points"]
        self.card = CardPlayer(ruleset, {int(dice): pairs for dice, pairs in points.items()})
        self.goes = {int(dice): pair for dice, pair in said["go_for_it"].items()}
        self.goal = goal

    def decide(self, game: Game) -> Action:
        match_state = game.match_state
        state = referee.State(match_state.on_board, 0)
        short = self.goal - match_state.mine
        if game.phase == "keep":
            winning = [c for c in game.choices if c.position.score >= short]
            if winning:
                return max(winning, key=lambda choice: choice.position.score)
            taken = self.card.decide(state, [choice.position for choice in game.choices]).position
            return next(choice for choice in game.choices if choice.position == taken)
        if game.position.score >= short:
            return "bank"
        goes = self.goes[game.position.dice]
        for limit, score in (
            (goes["mine"], match_state.mine),
            (goes["theirs"], match_state.theirs),
        ):
            if limit is not None and score >= limit:
                return "roll"
        return "bank" if self.card.banks(state, game.position) else "roll"


@pytest.mark.parametrize("most", [0, 2])
def test_whoever_plays_by_the_printed_card_loses_what_it_says(table: Any, most: int) -> None:
    said = json.loads(table(f"--remember {most} --format json").out)
    ruleset = api.load("tiny.yaml").ruleset
    card = {int(d): p for d, p in said["strategies"][0]["break_points"].items()}
    points = referee.evaluate_card(ruleset, card).points_per_turn
    assert said["card"]["points_per_turn"] == pytest.approx(points, rel=1e-12)
    assert said["remember"]["points_per_turn"] == pytest.approx(points, rel=1e-12)

    tables = compile_scoring(ruleset)
    judge = Judge(solve_match(ruleset, tables, threads=1))
    game = Game(ruleset, None)
    players = [PrintedCard(said, ruleset.extent), PerfectPlayer(judge)]
    chances = settled([leads_of(game, player) for player in players])
    average = (chances[0][game.match_state] + 1 - chances[1][game.match_state]) / 2
    assert said["remember"]["win_probability"] == pytest.approx(average, abs=1e-10)
    assert said["remember"]["loss"] == pytest.approx(0.5 - average, abs=1e-10)
    assert said["card"]["with_go_for_it"]["average"] == said["remember"]["win_probability"]


def leads_of(game: Game, player: Any) -> dict[MatchState, Any]:
    """Where a player's turn leads to from each match state."""
    scores = range(0, game.ruleset.extent, 50)
    every = (MatchState(mine, theirs) for mine in scores for theirs in scores)
    return {match_state: followed(game, match_state, player) for match_state in every}


def settled(leads: list[dict[MatchState, Any]]) -> list[dict[MatchState, float]]:
    """Each player's chance to win, to move, by plain iteration."""
    chances = [dict.fromkeys(found, 0.5) for found in leads]
    for _ in range(200):
        for who, found in enumerate(leads):
            for match_state, ends in found.items():
                chances[who][match_state] = sum(
                    chance * (1 - chances[1 - who][end] if isinstance(end, MatchState) else end)
                    for end, chance in ends.items()
                )
    return chances


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            "--remember x",
            "--remember: 'x' is not a whole number of at least 0; give a whole number, such as 5",
        ),
        ("--remember=-1", "--remember: -1 is not at least 0; give a whole number, such as 5"),
        ("--remember 2.5", "--remember: '2.5' is not a whole number of at least 0"),
        ("--remember 3 --quick", "--remember goes by the match, which --quick leaves out"),
        ("--frontier --quick", "--frontier goes by the match, which --quick leaves out"),
        ("--frontier --full", "--frontier is about cards, --full about every situation"),
        ("--remember 3 --full", "--remember is about cards, --full about every situation"),
    ],
)
def test_what_cannot_be_meant_is_refused(table: Any, options: str, said: str) -> None:
    done = table(options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("option", ["--remember 3", "--frontier"])
@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (TOO_LARGE, "out of reach"),
        (RULES + "piggyback: after_bank\n", "piggyback"),
        (RULES + "bank: {beat_previous: true}\n", "beat_previous"),
    ],
)
def test_out_of_reach_there_is_one_error(table: Any, option: str, rules: str, why: str) -> None:
    done = table(option, rules)
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert done.err.count("error") == 1


def test_the_json_reference_has_every_field(table: Any) -> None:
    short = set(fields(json.loads(table("--remember 1 --frontier --format json").out)))
    usual = set(fields(json.loads(table("--format json").out)))
    assert short - usual == documented("table --remember and --frontier")
    header = table("--frontier --format csv").out.partition("\n")[0]
    listed = {
        row[0].strip("`"): row[2]
        for row in rows(DOCS / "json.md", "command", "a row is", "columns")
    }
    assert listed["table --frontier"] == f"`{header}`"
