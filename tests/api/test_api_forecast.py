"""What commands are expected to take."""

from __future__ import annotations

from pathlib import Path

import pytest

from farklegen import api
from farklegen.api.forecast import forecast
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.course import Forecast
from farklegen.store import folders
from tests.compiled import kernel_folder

RULES = "goal: 400\ndice: 2\ncombinations: {1: 100, 5: 50}\n"


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(
        folders, "folder", lambda kind: kernel_folder() if kind == "kernels" else tmp_path / kind
    )


def house(folder: Path, rules: str) -> LoadedRuleset:
    file = folder / "house.yaml"
    file.write_text(rules, encoding="utf-8")
    return api.load(file)


def doing(found: Forecast) -> list[str]:
    return [stage.doing for stage in found.stages]


def test_what_is_foreseen_is_what_is_told_while_it_is_worked_out(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES)
    told: dict[str, None] = {}
    ahead = forecast(loaded, ("match", "length", "price"))
    api.solve(loaded, length=True, progress=lambda _, words: told.setdefault(words))
    analysis = api.table(loaded)
    api.card_price(analysis, progress=lambda _, words: told.setdefault(words))
    assert list(told) == doing(ahead)


def test_what_is_kept_takes_nothing(tmp_path: Path) -> None:
    loaded = house(tmp_path, RULES)
    api.solve(loaded)
    assert forecast(loaded, ("match",)) == Forecast()
    assert doing(forecast(loaded, ("match", "length")))[0] == "following every turn"
    api.solve(loaded, length=True)
    assert forecast(loaded, ("match", "length")) == Forecast()
    api.card_price(api.table(loaded))
    assert forecast(loaded, ("price",)) == Forecast()


def test_turns_that_are_taken_over_fill_the_disk() -> None:
    ahead = forecast(api.load("onward"), ("price",))
    assert ahead.kept_bytes > 2e8
    assert ahead.seconds > 10
    assert doing(ahead).count("solving the match") == 2


def test_what_is_refused_is_not_announced() -> None:
    assert forecast(api.load("onward-consolation"), ("match", "price")) == Forecast()
