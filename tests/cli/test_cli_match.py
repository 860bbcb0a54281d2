"""`farklegen solve`, `turn` and `advise`: matches small enough to be solved in a moment."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from farklegen import api
from farklegen.rules.loading import load_text
from tests import referee
from tests.cli.small_rules import EXACT, GROWING, LIMITLESS, PIGGYBACK, SHORT, STREAKS
from tests.render.golden import matches_golden

CLOSE = "--tolerance 1e-12"


@cache
def match_of(rules: str) -> referee.Match:
    """The referee's match, each solved once."""
    return referee.Match((load_text if "\n" in rules else api.load)(rules).ruleset)


def test_solve_says_who_wins_and_how_exact_that_is(said: Any) -> None:
    found = said("solve", SHORT)
    match = match_of(SHORT)
    assert found["first_player_win_probability"] == pytest.approx(
        match.win_probability(match.start()), abs=1e-9
    )
    head_start = found["head_start"]
    with_it = referee.MatchState(0, head_start["points"])
    left = match.win_probability(with_it)
    assert head_start["first_player_win_probability"] == pytest.approx(left, abs=1e-9)
    for points in range(0, 1000, 50):
        other = match.win_probability(referee.MatchState(0, points))
        assert abs(left - 0.5) <= abs(other - 0.5) + 1e-9
    assert found["states"] == 400
    assert found["sweeps"] >= 1
    assert 0 <= found["residual"] < 1e-9
    assert found["error_bound"] < 1e-9
    assert found["seconds"] > 0
    assert found["floor"] is None
    assert "length" not in found


def test_solve_finds_a_head_start_off_the_board_if_asked(run: Any, said: Any) -> None:
    short = run("solve", STREAKS).out
    assert "Fair head start  ask for it with --head-start" in re.sub("  +", "  ", short)
    usual, wider = said("solve", STREAKS), said("solve", STREAKS, "--head-start")
    assert usual.pop("head_start") is None
    match, found = match_of(STREAKS), wider.pop("head_start")
    for part in ("seconds", "build", "threads"):
        usual.pop(part), wider.pop(part)
    assert usual == wider
    start = referee.MatchState(0, found["points"], on_board=False, their_on_board=False)
    left = match.win_probability(start)
    assert found["first_player_win_probability"] == pytest.approx(left, abs=1e-9)
    for points in range(0, 300, 50):
        other = match.win_probability(start._replace(theirs=points))
        assert abs(left - 0.5) <= abs(other - 0.5) + 1e-9


@pytest.mark.parametrize("command", ["solve", "turn", "advise"])
def test_a_tolerance_is_kept(said: Any, command: str) -> None:
    scores = "" if command == "solve" else "--mine 0 --theirs 0"
    roll = "--roll 1,5" if command == "advise" else ""
    found = [said(command, LIMITLESS, f"{scores} {roll} {more}") for more in ("", CLOSE)]
    if command == "solve":
        assert [each["tolerance"] for each in found] == [1e-8, 1e-12]
        assert found[1]["error_bound"] <= 1e-12
        assert found[1]["bounded_by"] == "residuals"
        assert found[1]["turns_left"] is None
    else:
        usual, closer = (each["win_probability"] for each in found)
        assert usual == pytest.approx(closer, abs=1e-8)
        assert found[1]["floor"] < found[0]["floor"]


def test_turn_has_every_state_with_its_chance_and_what_to_do(said: Any) -> None:
    found = said("turn", SHORT, "--mine 400 --theirs 700")
    match = match_of(SHORT)
    match_state = referee.MatchState(400, 700)
    assert found["win_probability"] == pytest.approx(match.win_probability(match_state), abs=1e-9)
    assert [(row["turn_score"], row["dice"]) for row in found["rows"]] == [
        (score, dice) for score in range(0, 650, 50) for dice in (3, 2, 1)
    ]
    reachable = [row for row in found["rows"] if row["reachable"]]
    assert {(row["turn_score"], row["dice"]) for row in reachable if row["turn_score"] < 100} == {
        (0, 3), (50, 2),
    }  # fmt: skip
    for row in reachable:
        dice, score = row["dice"], row["turn_score"]
        roll = match.rolling(match_state, dice, score)
        bank = match.banking(match_state, dice, score)
        best = roll if bank is None else max(roll, bank)
        assert row["win_probability"] == pytest.approx(best, abs=1e-9)
        if bank is None or abs(bank - roll) > 1e-9:
            assert row["action"] == ("roll" if bank is None or roll > bank else "bank")
    assert found["rows"][-1]["win_probability"] == 1


def test_turn_in_csv_is_one_line_for_each_state(run: Any, said: Any) -> None:
    options = "--mine 400 --theirs 700"
    rows = list(csv.DictReader(io.StringIO(run("turn", SHORT, f"{options} --format csv").out)))
    states = said("turn", SHORT, options)["rows"]
    assert len(rows) == len(states)
    assert rows[0] == {
        "dice": "3",
        "turn_score": "0",
        "win_probability": str(states[0]["win_probability"]),
        "action": "roll",
        "reachable": "true",
    }


def test_advise_ranks_every_way_to_keep_dice(said: Any) -> None:
    found = said("advise", SHORT, "--mine 400 --theirs 700 --roll 1,5,2")
    match = match_of(SHORT)
    options = found["options"]
    assert {(tuple(o["keep"]), o["points"], o["dice_left"]) for o in options} == {
        ((1,), 100, 2), ((5,), 50, 2), ((1, 5), 150, 1),
    }  # fmt: skip
    chances = [option["win_probability"] for option in options]
    assert chances == sorted(chances, reverse=True)
    for option in options:
        state = option["dice_left"], option["turn_score"]
        best = match.value(referee.MatchState(400, 700), *state)
        assert option["win_probability"] == pytest.approx(best, abs=1e-9)
    assert found["win_probability"] == chances[0]
    assert found["outcome"] == "scores"


def test_advise_has_the_expected_score_beside_it(said: Any) -> None:
    found = said("advise", SHORT, "--mine 400 --theirs 700 --roll 1,5,2")
    beside = {tuple(o["keep"]): o["expected_score"] for o in found["options"]}
    alone = said("advise", SHORT, "--roll 1,5,2")
    assert {tuple(o["keep"]): o["expected_score"] for o in alone["options"]} == beside
    scores = [option["expected_score"] for option in alone["options"]]
    assert scores == sorted(scores, reverse=True)
    assert all(option["win_probability"] is None for option in alone["options"])
    assert alone["mine"] is None
    table = api.full_table(SHORT).expected
    assert beside[1, 5] == pytest.approx(150 + table.strategies[0].value[3, 0])


def test_a_state_that_cannot_occur_is_answered_for_the_nearest_that_can(run: Any) -> None:
    found = run("advise", SHORT, "--dice 2 --turn-score 225")
    assert (found.code, found.err) == (0, "")
    text = " ".join(found.out.split())
    assert "2 dice to roll with a turn score of 225 cannot occur in this game" in text
    assert "With so many dice the nearest are " in text
    first, second = re.findall(r"^With ([0-9,]+)$", found.out, re.M)
    for score in (first, second):
        alone = run("advise", SHORT, f"--dice 2 --turn-score {score}").out
        assert alone[alone.index("Now ") :].strip() in found.out
    assert int(first) < 225 < int(second)
    lowest = run("advise", SHORT, "--roll 1,5").out
    assert re.findall(r"^With ([0-9,]+)$", lowest, re.M) == ["50"]


def test_advise_says_why_in_a_sentence(run: Any, said: Any) -> None:
    def sentence(options: str, rules: str = SHORT) -> str:
        out = " ".join(run("advise", rules, options).out.split())
        told = said("advise", rules, options)["why"]
        assert told in out
        return str(told)

    roll = sentence("--turn-score 100 --dice 2")
    assert roll.startswith("2 dice farkle 44.44% of the time and lose the 100 points, else the ")
    found = said("advise", SHORT, "--turn-score 100 --dice 2")["options"]
    cost = found[0]["expected_score"] - found[1]["expected_score"]
    ends = found[0]["expected_score"] / (5 / 9)
    assert f"else the turn ends with {ends:.0f} on average; " in roll
    assert roll.endswith(f"banking instead costs {cost:.2f} points on average.")
    match = sentence("--mine 400 --theirs 700 --turn-score 300 --dice 1")
    chances = [
        each["win_probability"]
        for each in said("advise", SHORT, "--mine 400 --theirs 700 --turn-score 300 --dice 1")[
            "options"
        ]
    ]
    assert f"{100 * (chances[0] - chances[1]):.2f} percentage points of the chance to win" in match
    keep = sentence("--mine 400 --theirs 700 --roll 1,5,2")
    assert re.search(r"; keeping [15 ]+ instead costs [0-9.]+ percentage points", keep)
    assert "of the time and lose" in sentence("--inherit 150,1", PIGGYBACK)
    assert "instead" in sentence("--inherit 150,1", PIGGYBACK)


def test_advise_says_bank_or_roll(said: Any) -> None:
    found = said("advise", SHORT, "--mine 400 --theirs 700 --turn-score 300 --dice 1")
    match = match_of(SHORT)
    match_state = referee.MatchState(400, 700)
    by_choice = {option["then"]: option["win_probability"] for option in found["options"]}
    assert by_choice["bank"] == pytest.approx(match.banking(match_state, 1, 300), abs=1e-9)
    assert by_choice["roll"] == pytest.approx(match.rolling(match_state, 1, 300), abs=1e-9)
    best = max(by_choice, key=lambda then: by_choice[then])
    assert found["options"][0]["then"] == best


@pytest.mark.parametrize("command", ["turn", "advise"])
def test_taking_over_competes_with_a_fresh_turn(said: Any, command: str) -> None:
    found = said(command, PIGGYBACK, "--mine 200 --theirs 200 --inherit 150,1")
    assert found["inherit"] == {"turn_score": 150, "dice": 1}
    assert found["previous"] == 150  # which was banked just before
    best = max(found["take_over"], found["start_afresh"])
    assert found["win_probability"] == best
    if command == "advise":
        better = "take over" if found["take_over"] > found["start_afresh"] else "start afresh"
        assert found["options"][0]["then"] == better
    without = said("turn", PIGGYBACK, "--mine 200 --theirs 200 --previous 150")
    assert without["take_over"] is None
    assert without["win_probability"] == without["start_afresh"] == found["start_afresh"]


def test_for_points_a_turn_may_be_taken_over_too(said: Any) -> None:
    found = said("advise", PIGGYBACK, "--inherit 150,1")
    assert {option["then"] for option in found["options"]} == {"take over", "start afresh"}
    assert found["take_over"] is None
    assert all(option["expected_score"] for option in found["options"])
    assert any("Taking over" in sentence for sentence in found["left_out"])


def test_farkles_seats_boards_and_the_last_turn_make_a_difference(said: Any) -> None:
    def chance(options: str) -> float:
        return float(said("turn", STREAKS, f"--mine 100 --theirs 100 {options}")["win_probability"])

    usual = chance("")
    assert chance("--my-farkles 1") < usual < chance("--their-farkles 1")
    assert chance("--seat second") != usual
    assert said("turn", STREAKS, "--mine 0 --theirs 0")["on_board"] is False
    assert said("turn", STREAKS, "--mine 50 --theirs 0")["on_board"] is True
    # a head start puts nobody on the board
    assert said("turn", STREAKS, "--mine 0 --theirs 50 --off-board both")["their_on_board"] is False
    # whoever is not named is on the board, whatever a penalty has left
    alone = said("turn", STREAKS, "--mine 0 --theirs 0 --off-board mine")
    assert (alone["on_board"], alone["their_on_board"]) == (False, True)
    last = said("turn", STREAKS, "--mine 100 --theirs 350 --seat second")
    match = match_of(STREAKS)
    wanted = match.win_probability(referee.MatchState(100, 350, first=False))
    assert last["win_probability"] == pytest.approx(wanted, abs=1e-9)


def test_hot_dice_choose_the_states_of_a_growing_bonus(run: Any, said: Any) -> None:
    first = said("turn", GROWING, "--mine 0 --theirs 0")
    later = said("turn", GROWING, "--mine 0 --theirs 0 --hot-dice 1")
    assert not any(row["reachable"] for row in later["rows"] if row["turn_score"] < 100)
    chances = [
        (before["win_probability"], after["win_probability"])
        for before, after in zip(first["rows"], later["rows"], strict=True)
    ]
    assert all(before <= after + 1e-12 for before, after in chances)
    assert any(before < after - 1e-6 for before, after in chances)
    found = said("advise", GROWING, "--mine 0 --theirs 0 --turn-score 150 --hot-dice 1 --roll 1,1")
    assert found["options"][0]["points"] == 250
    assert (
        "--hot-dice: after 9 hot dice"
        in run("turn", GROWING, "--mine 0 --theirs 0 --hot-dice 9").err
    )


def test_a_turn_taken_over_is_not_banked_where_it_begins(said: Any) -> None:
    rules = GROWING + "piggyback: after_bank\n"
    match_state = "--mine 0 --theirs 200 --inherit 150,2"
    found = said("turn", rules, match_state)
    # a turn of one's own has two dice and 150 points after hot dice only
    (begin,) = (row for row in found["rows"] if (row["turn_score"], row["dice"]) == (150, 2))
    assert begin == {
        "dice": 2,
        "turn_score": 150,
        "win_probability": found["take_over"],
        "action": "roll",
        "reachable": True,
    }
    later = said("turn", rules, f"{match_state} --hot-dice 1")
    (after,) = (row for row in later["rows"] if (row["turn_score"], row["dice"]) == (150, 2))
    assert after["win_probability"] >= found["take_over"]


@pytest.mark.slow
def test_both_players_can_be_on_the_board_with_nothing(said: Any) -> None:
    match_state = "--mine 0 --theirs 0"
    usual, both = (said("turn", STREAKS, f"{match_state}{o}") for o in ("", " --off-board none"))
    assert (usual["on_board"], usual["their_on_board"]) == (False, False)
    assert (both["on_board"], both["their_on_board"]) == (True, True)
    match = match_of(STREAKS)
    wanted = match.win_probability(referee.MatchState(0, 0, on_board=True, their_on_board=True))
    assert both["win_probability"] == pytest.approx(wanted, abs=1e-9)
    assert said("advise", STREAKS, "--roll 1,2 --off-board none")["on_board"] is True


def test_rolls_that_end_the_turn_are_said(said: Any, run: Any) -> None:
    match_state = "--mine 300 --theirs 0"
    wins = said("advise", EXACT, f"{match_state} --roll 66")
    assert (wins["outcome"], wins["win_probability"], wins["options"]) == ("wins", 1.0, [])
    assert said("advise", EXACT, f"{match_state} --roll 33")["outcome"] == "disaster"
    assert said("advise", EXACT, f"{match_state} --roll 2,3")["outcome"] == "farkle"
    # 100 points are left to an exact goal
    past = said("advise", EXACT, "--mine 350 --theirs 0 --roll 1,2")
    assert (past["outcome"], past["options"]) == ("farkle", [])
    assert "go past the goal" in run("advise", EXACT, "--mine 350 --theirs 0 --roll 1,2").out
    some = said("advise", EXACT, f"{match_state} --roll 1,5")
    assert [option["keep"] for option in some["options"]] in ([[1], [5]], [[5], [1]])


def test_hot_dice_that_must_be_rolled_are_never_banked(said: Any) -> None:
    found = said("advise", EXACT, "--mine 0 --theirs 0 --roll 1,5")
    (option,) = (option for option in found["options"] if len(option["keep"]) == 2)
    assert (option["dice_left"], option["then"]) == (2, "roll")


def test_a_floor_is_for_penalties_without_limit(said: Any, run: Any) -> None:
    rules = LIMITLESS.replace("goal: 200", "goal: 250")  # which no other test solves
    usual = said("solve", rules)
    assert usual["floor"] < -250
    lower = said("solve", rules, "--floor -300")
    assert lower["floor"] == -300
    assert lower["first_player_win_probability"] == pytest.approx(
        usual["first_player_win_probability"], rel=1e-3
    )
    assert said("turn", rules, "--mine -100 --theirs 0")["win_probability"] < 0.5
    assert "no score falls below 0" in run("solve", STREAKS, "--floor -100").err
    assert "below zero" in run("solve", SHORT, "--floor -100").err


def test_a_floor_above_the_lowest_score_is_noted(run: Any) -> None:
    rules = STREAKS.replace("lowest_score: 0", "lowest_score: -200")
    assert "Scores cut off" not in run("solve", rules).out
    text = run("solve", rules, "--floor -100").out
    assert "scores fall to −200: without --floor none is cut off" in text
    assert "set no lowest score" not in text


def test_no_head_start_is_fair_where_the_second_player_has_the_advantage(run: Any) -> None:
    rules = EXACT.replace("overshoot: bust", "end_game: equal_turns\nties: challenger")
    text = run("solve", rules).out
    assert "none: moving second is the advantage" in text


def test_a_match_is_solved_once(run: Any, tmp_path: Path) -> None:
    own = str(tmp_path / "own")
    first = run("turn", SHORT, "--mine 0 --theirs 0", own)
    assert (first.code, first.err) == (0, "")
    (entry,) = Path(own, "matches").glob("*.match")
    os.utime(entry, (1e9, 1e9))
    solved = entry.read_bytes()
    for command, options in (
        ("solve", ""),
        ("turn", "--mine 0 --theirs 50"),
        ("advise", "--mine 0 --theirs 0 --roll 1,5,2"),
    ):
        assert run(command, SHORT, options, own).code == 0
    (again,) = Path(own, "matches").glob("*.match")
    assert again.read_bytes() == solved
    assert again.stat().st_mtime > 1e9


def test_a_damaged_solution_is_solved_anew(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = str(tmp_path / "own")
    first = run("solve", SHORT, "--format json", own)
    (path,) = Path(own, "matches").iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    again = run("solve", SHORT, "--format json", own)
    assert (again.code, again.err.count("\n")) == (0, 1)
    assert "was damaged and is computed anew" in again.err
    chances = [json.loads(done.out)["first_player_win_probability"] for done in (first, again)]
    assert chances[0] == chances[1]


@pytest.mark.parametrize(
    ("name", "command", "options"),
    [
        ("turn-short.txt", "turn", "--mine 600 --theirs 900"),
        ("turn-short.md", "turn", "--mine 600 --theirs 900"),
        ("advise-short.txt", "advise", "--mine 600 --theirs 900 --roll 1,5,1"),
    ],
)
def test_outputs(run: Any, name: str, command: str, options: str) -> None:
    output = "markdown" if name.endswith(".md") else "text"
    done = run(command, SHORT, f"{options} --format {output}")
    assert (done.code, done.err) == (0, "")
    matches_golden(name, done.out)


def test_the_text_of_solve(run: Any) -> None:
    text = run("solve", LIMITLESS).out
    assert text.startswith("rules: a match between two perfect players\n═")
    for part in ("First player wins  ", "Fair head start    ", "Scores cut off at ", "Solved in "):
        assert part in text
    assert "--floor says where" in text


def test_dice_that_cannot_show_a_face_are_no_roll(run: Any) -> None:
    rules = "goal: 50\ndice: 1\ncombinations: {1: 10}\ndie_weights: [1, 0, 0, 0, 0, 1]\n"
    done = run("advise", rules, "--roll 3")
    assert done.code == 2
    assert "no die shows a 3" in done.err


def test_what_makes_no_difference_is_noted(run: Any) -> None:
    options = "--mine 0 --theirs 0 --seat second --off-board both --hot-dice 1 --roll 1,2,3"
    done = run("advise", SHORT, options)
    assert done.code == 0
    for part in ("Who moved first", "Being off the board", "How many hot dice"):
        assert part in done.out


def test_rules_without_an_expected_score_have_advice_for_a_match(run: Any, said: Any) -> None:
    rules = STREAKS.replace("penalty: 50, lowest_score: 0", "penalty: all")
    found = said("advise", rules, "--mine 100 --theirs 100 --roll 1,5")
    assert all(option["expected_score"] is None for option in found["options"])
    (why,) = found["left_out"]
    assert why.startswith(
        "Expected points are not shown: farkle.penalty: all has no expected score"
    )
    assert why.count("no expected score") == 1
    done = run("advise", rules, "--roll 1,5")
    assert done.code == 2
    assert "penalty: all" in done.err
