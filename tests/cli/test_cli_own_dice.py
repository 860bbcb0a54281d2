"""Commands with dice of different kinds, named where it matters."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from farklegen import api
from tests.cli.command import KINDS, Result

Command = Callable[..., Result]


@pytest.fixture
def command(run: Any) -> Command:
    """Runs a command about these rules, with what is typed."""
    return lambda name, options="", typed="": run(name, KINDS, options, typed)


@pytest.mark.parametrize("line", ["odds", "turn --mine 200 --theirs 100"])
def test_each_hand_has_a_name_in_text_json_and_csv(command: Command, line: str) -> None:
    name, _, options = line.partition(" ")
    assert "2 low " in command(name, options).out
    shown = json.loads(command(name, f"{options} --format json").out)
    named = shown["odds" if name == "odds" else "states"]
    assert "low=1,imp=1" in {each["dice"] for each in named}
    assert '"low=1,imp=1",' in command(name, f"{options} --format csv").out


def test_a_drill_names_the_dice(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "drill", partial(api.drill, decisions=100))  # quicker
    done = command("drill", "--by points --questions 3 --seed 1", "all / r / b / all / r / all / b")
    assert done.code == 0
    assert "low " in done.out
    listed = json.loads(command("drill", "--by points --questions 3 --format json").out)
    rolls = [each["roll"] for each in listed["exercises"] if each["roll"]]
    assert all(die.split()[0] in ("low", "imp") for roll in rolls for die in roll)
