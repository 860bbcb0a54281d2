"""Games that only a number of rounds ends, as the commands tell them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import farklegen
from tests.shared import shared

ROUNDS = "rounds: 3\ndice: 2\ncombinations: {1: 100, 5: 50, 2: 20}\n"


@pytest.fixture
def said(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Callable[..., str]:
    """What a command prints about these rules."""
    cache, file = str(shared(tmp_path_factory, "commands")), tmp_path / "rounds.yaml"
    file.write_text(ROUNDS, encoding="utf-8")

    def run(command: str, *options: str) -> str:
        done = farklegen(command, str(file), *options, FARKLEGEN_CACHE=cache)
        assert done.code == 0, done.err
        return done.out

    return run


def test_every_game_takes_two_turns_a_round(said: Callable[..., str]) -> None:
    out = said("solve", "--length")
    assert "Turns, both players' together  6\n" in out
    assert "    6             100%          100%\n" in out
    length = json.loads(said("solve", "--length", "--format", "json"))["length"]
    assert (length["distribution"], length["beyond"]) == ([[6, 1.0]], 0.0)
