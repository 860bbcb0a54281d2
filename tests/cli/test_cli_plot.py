"""`farklegen plot`, from a command line to a file."""

from __future__ import annotations

import pytest

from farklegen.api.pictures import KINDS
from farklegen.pictures.makers import MAKERS
from tests.cli.command import farklegen

pytest.importorskip("matplotlib")


def test_choices_are_those_of_what_draws() -> None:
    assert tuple(MAKERS) == KINDS


def test_help_lists_every_kind() -> None:
    done = farklegen("plot", "--help")
    assert done.code == 0
    assert all(f"{kind}: " in " ".join(done.out.split()) for kind in KINDS)
