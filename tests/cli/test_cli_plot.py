"""`farklegen plot`, from a command line to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from farklegen import api
from farklegen.api.pictures import KINDS
from farklegen.pictures import spreads
from farklegen.pictures.file import laid_out
from farklegen.pictures.makers import MAKERS
from tests.cli.command import farklegen

pytest.importorskip("matplotlib")

RULES = """\
name: Tiny rules
goal: 400
dice: 2
combinations: {1: 100, 5: 50, 66: 150}
"""


@pytest.fixture
def plot(about: Any) -> Any:
    return about("plot", "tiny.yaml", RULES)


@pytest.mark.parametrize("kind", spreads.TOGETHER)
def test_several_rulesets_are_drawn_together(plot: Any, kind: str) -> None:
    Path("ours.yaml").write_text(RULES.replace("150", "200"), encoding="utf-8")
    done = plot(f"ours.yaml {kind} -o out.svg")
    assert (done.code, done.out, done.err) == (0, "", "")
    text = Path("out.svg").read_text(encoding="utf-8")
    assert "<title>tiny and ours: " in text
    picture = api.picture(["tiny.yaml", "ours.yaml"], kind)
    (axes,) = laid_out(picture, 170).subfigs[0].subfigs[0].axes
    assert [str(line.get_label()).partition(":")[0] for line in axes.lines] == ["tiny", "ours"]
    for line, file in zip(axes.lines, ("tiny.yaml", "ours.yaml"), strict=True):
        if kind == "turn":
            results = dict(api.full_table(file).expected.strategies[0].outcome.distribution)
            first, share = 0, sum(chance for result, chance in results.items() if result > 0)
        else:
            length = api.solve(file, length=True).length
            assert length is not None
            first, share = length.distribution[0]
        assert (*np.column_stack(line.get_data())[1],) == pytest.approx((first, share))


def test_choices_are_those_of_what_draws() -> None:
    assert tuple(MAKERS) == KINDS


def test_help_lists_every_kind() -> None:
    done = farklegen("plot", "--help")
    assert done.code == 0
    assert all(f"{kind}: " in " ".join(done.out.split()) for kind in KINDS)
