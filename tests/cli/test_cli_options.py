"""What arguments may be as text: read strictly."""

from typing import Any

import pytest

from farklegen.api.arguments import Faces, Kind, Taken, Whole


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Whole(least=-5), "1000", 1000),
        (Whole(least=-5), "1,000", 1000),
        (Whole(least=-5), "12,345,678", 12345678),
        (Whole(least=-5), " 7 ", 7),
        (Whole(least=-5), "+0", 0),
        (Whole(least=-5), "-3", -3),
        (Whole(word="all"), "all", "all"),
        (Taken(), "600,2", (600, 2)),
        (Taken(), "1,600, 3", (1600, 3)),
        (Faces(), "1,5,5,2", (1, 5, 5, 2)),
        (Faces(), "1552", (1, 5, 5, 2)),
        (Faces(), "1 - 5", (1, 5)),
        (Faces(), "1.5;5/2", (1, 5, 5, 2)),
        (Faces(), "low=1", "low=1"),
    ],
)
def test_texts_are_read(kind: Kind, text: str, value: Any) -> None:
    assert kind.read(text) == value
    assert kind.read(value) == value


WHOLE = (
    *("", "x", "1.5", "1_000", "٣", "--3", "1,5", ",100", "1,000,", "1e3", "0x10"),
    *(True, 3.0, None, [1]),
)


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        (Whole(least=1), WHOLE, "is not a whole number of at least 1"),
        (Whole(least=0), ["9" * 16, 10**15], "a number of more than 15 digits; write a smaller"),
        (Whole(least=0), [-1, "-1"], "is not a whole number of at least 0"),
        (
            Taken(),
            ["600", "", (1, 2, 3), 600, "600,", ",2", "600,0", "-50,2", "x,y"],
            "is not T,N; give",
        ),
        (Faces(), ["", ",", "7", "0", "1,5,x", "-1", "١", [7], [True], {1}], "is not a roll"),
    ],
)
def test_anything_else_is_told(kind: Kind, values: list[object], message: str) -> None:
    for value in values:
        with pytest.raises(ValueError, match=message):
            kind.read(value)
