"""Numbers on the command line: read strictly, and all problems told at once."""

import pytest

from farklegen.cli.options import Numbers, UsageProblemError


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000", 1000), ("1,000", 1000), ("12,345,678", 12345678), (" 7 ", 7), ("0", 0), ("-3", -3)],
)
def test_whole_numbers_are_read(text: str, number: int) -> None:
    numbers = Numbers()
    assert numbers.whole("--points", text, least=-5) == number
    numbers.check()


@pytest.mark.parametrize(
    "text", ["", "x", "1.5", "1_000", "٣", "--3", "1,5", ",100", "1,000,", "1e3", "0x10"]
)
def test_anything_else_is_told(text: str) -> None:
    numbers = Numbers()
    assert numbers.whole("--points", text, least=1) is None
    with pytest.raises(UsageProblemError, match=r"--points: .* is not a whole number"):
        numbers.check()


def test_a_number_that_is_too_long_is_told_so() -> None:
    numbers = Numbers()
    assert numbers.whole("--points", "9" * 16, least=1) is None
    with pytest.raises(UsageProblemError, match="--points: a number of more than 15 digits"):
        numbers.check()


@pytest.mark.parametrize(
    ("text", "written"), [("8.000", "8000"), ("10 000", "10000"), ("1_000", "1000"), ("5k", "5000")]
)
def test_a_number_written_otherwise_is_told_as_it_is_to_be_written(text: str, written: str) -> None:
    numbers = Numbers()
    assert numbers.whole("--mine", text) is None
    with pytest.raises(UsageProblemError, match=f"; write {written}$"):
        numbers.check()


@pytest.mark.parametrize(("text", "pair"), [("600,2", (600, 2)), ("1,600, 3", (1600, 3))])
def test_a_turn_score_and_dice_are_read(text: str, pair: tuple[int, int]) -> None:
    numbers = Numbers()
    assert numbers.pair("--inherit", text) == pair
    assert numbers.pair("--inherit", None) is None
    numbers.check()


@pytest.mark.parametrize("text", ["600", "", "600,", ",2", "600,0", "-50,2", "x,y"])
def test_any_other_pair_is_told(text: str) -> None:
    numbers = Numbers()
    assert numbers.pair("--inherit", text) is None
    with pytest.raises(UsageProblemError, match="--inherit"):
        numbers.check()


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("1,5,5,2", (1, 5, 5, 2)),
        ("1552", (1, 5, 5, 2)),
        ("1 5", (1, 5)),
        ("1-5-5", (1, 5, 5)),
        ("1 - 5", (1, 5)),
        ("1.5;5/2", (1, 5, 5, 2)),
    ],
)
def test_faces_are_read(text: str, faces: tuple[int, ...]) -> None:
    numbers = Numbers()
    assert numbers.faces("--roll", text) == faces
    assert numbers.faces("--roll", None) == ()
    numbers.check()


@pytest.mark.parametrize("text", ["", ",", "7", "0", "1,5,x", "-1", "١"])
def test_any_other_roll_is_told(text: str) -> None:
    numbers = Numbers()
    assert numbers.faces("--roll", text) == ()
    with pytest.raises(UsageProblemError, match=r"--roll: .* is not a roll"):
        numbers.check()
