"""How numbers are written: never rounded to a certainty, never rounded to nothing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farklegen.report import numbers as n


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0, 2, "0"),
        (0.0, 2, "0"),
        (-0.0, 2, "0"),
        (1000, 2, "1,000"),
        (-500, 0, "−500"),
        (302.795, 2, "302.80"),  # the binary value is above the tie
        (1.005, 2, "1.00"),  # and here below
        (0.004, 2, "<0.01"),
        (-0.004, 2, ">−0.01"),
        (1e-300, 0, "<1"),
    ],
)
def test_points_are_rounded_once_and_only_nothing_is_zero(
    value: float, decimals: int, text: str
) -> None:
    assert n.points(value, decimals) == text


def test_a_gain_can_carry_its_sign() -> None:
    assert n.points(50, signed=True) == "+50"
    assert n.points(-2.5, 1, signed=True) == "−2.5"
    assert n.points(0, signed=True) == "0"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="cannot be shown"):
        n.points(value)


@pytest.mark.parametrize(
    ("part", "of", "text"),
    [
        (0, 1, "0%"),
        (1, 1, "100%"),
        (46655, 46656, ">99.99%"),
        (0.99996, 1, ">99.99%"),
        (math.nextafter(1, 0), 1, ">99.99%"),
        (0.5, 1, "50.00%"),
    ],
)
def test_only_certainties_are_0_or_100_per_cent(part: float, of: float, text: str) -> None:
    assert n.percent(part, of=of) == text


@pytest.mark.parametrize(("part", "of"), [(-0.1, 1), (1.1, 1), (math.nan, 1), (0, 0), (3, 2)])
def test_what_is_no_probability_is_refused(part: float, of: float) -> None:
    with pytest.raises(ValueError, match="not a probability"):
        n.percent(part, of=of)


@given(st.floats(0, 1, exclude_min=True, exclude_max=True), st.integers(0, 6))
def test_no_uncertain_probability_reads_as_certain(probability: float, decimals: int) -> None:
    text = n.percent(probability, decimals)
    assert text[0] in "<>" or 0 < float(text.rstrip("%")) < 100


@given(st.floats(-1e9, 1e9, allow_nan=False).filter(bool), st.integers(0, 4))
def test_no_amount_but_nothing_reads_as_nothing(value: float, decimals: int) -> None:
    text = n.points(value, decimals)
    number = float(text.lstrip("<>").replace(",", "").replace("−", "-"))
    assert number != 0
    if text[0] == "<":
        assert 0 < value < number
    elif text[0] == ">":
        assert number < value < 0
    else:
        assert abs(number - value) <= 0.500001 * 10**-decimals


def test_ranges() -> None:
    assert n.span(300, 450) == "300–450"
    assert n.span(1000, 1000) == "1,000"
    assert n.span(600, None) == "600+"
    assert n.span(0, None) == "0+"
    assert n.spans([(300, 450), (600, None)]) == "300–450, 600+"
    assert n.spans([]) == "never"


def test_counted_things() -> None:
    texts = [n.count(1, "number"), n.count(1200, "number"), n.count(2, "die", "dice")]
    assert texts == ["1 number", "1,200 numbers", "2 dice"]


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (3.96e-15, "4.0e−15"), (0.5, "5.0e−01"), (-1e-9, "−1.0e−09")]
)
def test_tiny_numbers_show_their_size(value: float, text: str) -> None:
    assert n.tiny(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.004, "<0.1 seconds"),
        (1.25, "1.2 seconds"),
        (9.96, "10.0 seconds"),
        (200, "3 min"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert n.duration(seconds) == text
