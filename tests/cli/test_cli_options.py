"""What arguments may be as text: read strictly."""

from typing import Any

import pytest

from farklegen.api.arguments import FACES, TAKEN, Kind, whole


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (whole(least=-5), "1000", 1000),
        (whole(least=-5), "1,000", 1000),
        (whole(least=-5), "12,345,678", 12345678),
        (whole(least=-5), " 7 ", 7),
        (whole(least=-5), "+0", 0),
        (whole(least=-5), "-3", -3),
        (whole(word="all"), "all", "all"),
        (TAKEN, "600,2", (600, 2)),
        (TAKEN, "1,600, 3", (1600, 3)),
        (FACES, "1,5,5,2", (1, 5, 5, 2)),
        (FACES, "1552", (1, 5, 5, 2)),
        (FACES, "1 - 5", (1, 5)),
        (FACES, "1.5;5/2", (1, 5, 5, 2)),
        (FACES, "low=1", "low=1"),
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
        (whole(least=1), WHOLE, "is not a whole number of at least 1"),
        (whole(least=0), ["9" * 16, 10**15], "a number of more than 15 digits; write a smaller"),
        (whole(least=0), [-1, "-1"], "is not a whole number of at least 0"),
        (
            TAKEN,
            ["600", "", (1, 2, 3), 600, "600,", ",2", "600,0", "-50,2", "x,y"],
            "is not T,N; give",
        ),
        (FACES, ["", ",", "7", "0", "1,5,x", "-1", "١", [7], [True], {1}], "is not a roll"),
    ],
)
def test_anything_else_is_told(kind: Kind, values: list[object], message: str) -> None:
    for value in values:
        with pytest.raises(ValueError, match=message):
            kind.read(value)
