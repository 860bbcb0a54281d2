"""Results as plain data, and as rows."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest

from farklegen import api
from farklegen.report.document import Document, plain


class Place(NamedTuple):
    first: int
    second: float | None = None


@dataclass(frozen=True)
class Found:
    KEYS = ("*place", "whole", "double")

    place: Place
    whole: Place | None
    hidden: list[int] = field(default_factory=list)

    @property
    def double(self) -> list[int]:
        return [self.place.first] * 2


def test_a_result_is_its_keys_and_those_behind_a_star() -> None:
    found = Found(Place(1), Place(2, float("nan")))
    assert plain(found) == {
        "first": 1,
        "second": None,
        "whole": {"first": 2, "second": None},
        "double": [1, 1],
    }
    with pytest.raises(TypeError, match="is not data"):
        plain({"a": object()})
    assert plain({1: np.arange(2), "a": (np.float64(0.5), True)}) == {"1": [0, 1], "a": [0.5, True]}


def test_rows_are_flat_and_have_the_same_keys() -> None:
    some = [Found(Place(1), None), Found(Place(1), Place(2)), {"names": ["a b", "c"]}]
    rows = Document("", "", (), rows=some).flat_rows()
    assert [list(row) for row in rows] == [list(rows[0])] * 3
    assert (rows[1]["whole_first"], rows[1]["double"]) == (2, "1 1")
    assert rows[2]["names"] == "a b, c"
    assert Document("", "", (), rows=[{"lists": [[1], [2]]}]).flat_rows() == [{}]


def test_different_dice_are_written_out() -> None:
    rules = "goal: 500\ndie_types: {low: [2, 1, 1, 1, 1, 1]}\ndice: {low: 1, ordinary: 1}\n"
    rules += "combinations: {1: 100, 5: 50}\n"
    result = api.advise(rules, roll="low=1,ordinary=5")
    options = result.to_dict()["options"]
    assert {"keep": ["low 1"], "dice_left": "ordinary=1"}.items() <= options[1].items()
    assert result.to_rows()[1]["keep"] == "low 1"
    assert "<table>" in result._repr_html_()
    hands = {"ordinary=1", "low=1", "low=1,ordinary=1"}
    assert {each["dice"] for each in api.odds(rules).to_rows()} == hands
    turn = api.turn(rules, mine=0, theirs=0)
    assert {each["dice"] for each in turn.to_rows()} == hands
    more = rules.replace("low: 1", "low: 2")
    drilled = api.drill(more, by="points", questions=20, decisions=200).to_dict()
    rolled = {die.split()[0] for each in drilled["exercises"] for die in each["roll"]}
    assert rolled == {"low", "ordinary"}
