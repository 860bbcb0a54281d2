"""What commands are expected to take."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen import api
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.course import Forecast
from farklegen.store import folders, rates
from farklegen.study.forecast import forecast, forecast_several, forecast_table
from farklegen.study.study import Study
from farklegen.sweeps.forecast import forecast_sweep

RULES = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\n"


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "folder", lambda kind: tmp_path / kind)
    monkeypatch.setattr(rates, "speed", lambda: 1.0)  # whatever machine this is


def house(folder: Path, rules: str) -> LoadedRuleset:
    file = folder / "house.yaml"
    file.write_text(rules, encoding="utf-8")
    return api.load(file)


def doing(found: Forecast) -> list[str]:
    return [stage.doing for stage in found.stages]


def test_what_is_foreseen_is_what_is_told_while_it_is_worked_out(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES)
    told: dict[str, None] = {}
    ahead = forecast(Study(loaded), ("match", "length", "price"))
    api.solve(loaded, length=True, progress=lambda _, words: told.setdefault(words))
    analysis = api.table(loaded)
    api.card_price(analysis, progress=lambda _, words: told.setdefault(words))
    assert list(told) == doing(ahead)


def test_what_is_kept_takes_nothing(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES)
    api.solve(loaded)
    assert forecast(Study(loaded), ("match",)) == Forecast()
    assert doing(forecast(Study(loaded), ("match", "length")))[0] == "following every turn"
    api.solve(loaded, length=True)
    assert forecast(Study(loaded), ("match", "length")) == Forecast()
    api.card_price(api.table(loaded))
    assert forecast(Study(loaded), ("price",)) == Forecast()


def test_turns_that_are_taken_over_fill_the_disk() -> None:
    ahead = forecast(Study(api.load("onward")), ("price",))
    assert ahead.kept_bytes > 2e8
    assert ahead.seconds > 10
    assert doing(ahead).count("solving the match") == 2


def test_what_is_refused_is_not_announced() -> None:
    assert forecast(Study(api.load("onward-consolation")), ("match", "price")) == Forecast()


def test_stages_of_several_rulesets_have_their_names() -> None:
    every = api.studies(["basic", "zilch"])
    ahead = forecast_several(every, ("match", "price"), labelled=True)
    names = dict.fromkeys(stage.doing.partition(":")[0] for stage in ahead.stages)
    assert list(names) == ["basic", "zilch"]


def test_tables_of_several_take_long_where_farkles_in_a_row_cost_points(tmp_path: Path) -> None:
    streak = "farkle: {streak: 2, penalty: 100, lowest_score: 0}\n"
    plain, swept = (
        forecast_table(Study(house(tmp_path, RULES + more)), 3, 1).stages for more in ("", streak)
    )
    assert [stage.doing for stage in plain] == ["solving the match", "playing at a table"]
    assert plain[1].seconds < 3 * plain[0].seconds
    assert swept[1].seconds > 2 * swept[0].seconds  # four times with three dice to 500 points


@pytest.mark.slow
def test_scores_below_zero_that_are_felt_are_solved_twice_and_foreseen_so(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES + "farkle: {streak: 1, penalty: 100}\n")
    told: dict[str, None] = {}
    ahead = doing(forecast(Study(loaded), ("match",)))
    api.solve(loaded, progress=lambda _, words: told.setdefault(words))
    assert list(told) == ahead == ["solving the match", "solving the match with a lower floor"]


def test_no_card_for_three_is_foreseen_where_there_is_none(tmp_path: Path) -> None:
    study = Study(house(tmp_path, RULES + "bank: {beat_previous: true}\n"))
    assert doing(forecast_table(study, 3, card=True)) == ["solving the match"]


def test_what_stages_took_corrects_what_is_expected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    before = forecast(Study(api.load("basic")), ("match",))
    (stage,) = before.stages
    rates.learn({stage.rate: (10.0, 40.0), "short": (0.1, 0.2)})
    assert list(rates.known()) == [stage.rate]
    after = forecast(Study(api.load("basic")), ("match",))
    assert after.seconds - stage.once == pytest.approx(2 * (before.seconds - stage.once))
    (tmp_path / "rates.json").write_text("[nonsense")
    assert rates.known() == {}
    rates.learn({stage.rate: (1.0, 1e9)})
    assert rates.known() == {stage.rate: rates.SLOWEST}


SWEEP = "base: basic\nvary: {bank.minimum: [0, 300], goal: [2000, 4000]}\nmeasures: [%s]\n"


def test_a_sweep_is_foreseen_from_some_of_its_rulesets(tmp_path: Path) -> None:
    def seconds(measures: str, finished: int = 0, jobs: int = 1) -> float:
        spec = tmp_path / "spec.yaml"
        spec.write_text(SWEEP % measures, encoding="utf-8")
        ahead = forecast_sweep(api.load_sweep(spec), finished, jobs)
        return sum(stage.seconds - stage.once for stage in ahead.stages)

    quick, match = seconds("points_per_turn"), seconds("first_player_wins")
    assert 0 < quick < match < seconds("first_player_wins, card_wins, naive_wins")
    assert seconds("first_player_wins", 2) == pytest.approx(match / 2)
    assert seconds("first_player_wins", 0, 2) == pytest.approx(match / 2)
    assert seconds("first_player_wins", 4) == 0


def test_a_sweep_tells_what_is_foreseen(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SWEEP % "points_per_turn", encoding="utf-8")
    told: dict[str, None] = {}
    api.sweep(spec, tmp_path / "o.csv", jobs=1, progress=lambda _, words: told.setdefault(words))
    (stage,) = forecast_sweep(api.load_sweep(spec), 0, 1).stages
    assert list(told) == [stage.doing, "writing the rows"]
