"""Numbers on the command line: read strictly, and all problems told at once."""

import pytest

from farklegen.cli.options import Numbers, UsageProblemError, complete_files


@pytest.mark.parametrize(
    ("text", "number"), [("1000", 1000), ("1,000", 1000), (" 7 ", 7), ("0", 0), ("-3", -3)]
)
def test_whole_numbers_are_read(text: str, number: int) -> None:
    numbers = Numbers()
    assert numbers.whole("--points", text, least=-5) == number
    numbers.check()


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_000", "٣", "--3", "1e3", "9" * 16, "0x10"])
def test_anything_else_is_told(text: str) -> None:
    numbers = Numbers()
    assert numbers.whole("--points", text, least=1) is None
    with pytest.raises(UsageProblemError, match=r"--points: .* is not a whole number"):
        numbers.check()


def test_an_option_that_is_not_given_is_none_unless_required() -> None:
    numbers = Numbers()
    assert numbers.whole("--dice", None, least=1) is None
    numbers.check()
    numbers.whole("--points", None, least=1, required=True)
    with pytest.raises(UsageProblemError, match="--points is missing"):
        numbers.check()


def test_completion_of_paths_survives_a_missing_folder() -> None:
    assert complete_files("no/such/folder/x") == []
