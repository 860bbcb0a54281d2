"""A person at a terminal is asked before hours of work."""

from __future__ import annotations

import io
import sys

import pytest
import typer

from farklegen.cli.working import PATIENCE, agreed
from farklegen.solvers.progress import WorkPart
from farklegen.study.estimate import Estimate
from tests.cli.command import farklegen as command


def at_terminal(patch: pytest.MonkeyPatch, typed: str) -> None:
    """A terminal at which this is typed."""
    stdin = io.StringIO(typed)
    patch.setattr(stdin, "isatty", lambda: True, raising=False)
    patch.setattr(sys, "stdin", stdin)
    patch.setattr(sys.stderr, "isatty", lambda: True, raising=False)


HOURS = Estimate((WorkPart("solving the match", 3 * 3600.0),))
MINUTES = Estimate((WorkPart("solving the match", PATIENCE),))


@pytest.mark.parametrize("typed", ["\n", "", "n\n", "perhaps\n"])
def test_hours_are_not_begun_without_a_yes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    at_terminal(monkeypatch, typed)
    with pytest.raises(typer.Exit) as left:
        agreed(HOURS)
    assert left.value.exit_code == 1
    asked = capsys.readouterr().err
    assert "This will take about 3 h 0 min. Begin? [y/N]" in asked
    assert "Nothing was begun." in asked


def test_a_yes_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    at_terminal(monkeypatch, "Yes\n")
    assert agreed(HOURS) is HOURS


def test_half_an_hour_and_scripts_are_not_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at_terminal(monkeypatch, "")
    assert agreed(MINUTES) is MINUTES
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))  # no terminal
    assert agreed(HOURS) is HOURS
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        ("solve",),
        ("turn", "--mine", "0", "--theirs", "0,0"),
        ("advise", "--mine", "0", "--theirs", "0,0", "--roll", "1,5"),
        ("table",),
        ("duel", "--me", "optimal", "--opponent", "bank-at-300"),
        ("simulate", "--me", "optimal", "--opponent", "bank-at-300", "--games", "10"),
    ],
    ids=lambda asked: asked[0],
)
def test_each_command_asks_for_a_table_of_several(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    met = []

    def refuse(ahead: Estimate) -> Estimate:
        met.append(ahead.seconds)
        raise typer.Exit(1)

    monkeypatch.setattr("farklegen.cli.working.agreed", refuse)
    found = command(asked[0], "basic", "--players", "3", *asked[1:])
    assert found.code == 1
    assert len(met) == 1
    assert met[0] > 0
