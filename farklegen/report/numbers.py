"""How numbers are written, in one place for every output that people read.

Three promises hold everywhere. A number that is not exactly zero is never written as zero, and a
probability that is not exactly one never as 100 %: `<0.01%`, `>99.99%`. Every digit
that is printed is right: values are rounded once, from the exact binary value. A minus is a real
minus sign, because a hyphen is easily lost between digits.

Probabilities may be given exactly, as a whole number out of another: `percent(1, of=46656)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, isfinite, log10

MINUS = "−"
RANGE = "–"
NEVER = "never"


def points(value: float, decimals: int = 0, *, signed: bool = False) -> str:
    """Points, or any other amount: `1,000`, `−500`, `302.79`, `<0.01` for nearly nothing. An `int`
    has no decimals. `signed`: write a plus before a gain, too."""
    _finite(value)
    if value == 0:
        return "0"
    sign = MINUS if value < 0 else "+" if signed else ""
    size = abs(value)
    if isinstance(value, int):
        return f"{sign}{size:,}"
    text = f"{size:,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        # "<0.01" for a gain and ">−0.01" for a loss: both truly lie between this and zero.
        return f"{'>' if value < 0 else '<'}{sign}{10**-decimals:.{decimals}f}"
    return sign + text


def decimals_known(error: float, most: int) -> int:
    """How many decimals, at most `most`, an error leaves right, give or take one in the last."""
    if error <= 0:
        return most
    return max(0, min(most, floor(-log10(2 * error))))


def wins(chance: float, against: str, perfect: float) -> str:
    """`49.34 of 100 games against a perfect player (perfect play: 50)`."""
    best = f"{100 * perfect:.2f}".rstrip("0").rstrip(".")
    return f"{100 * chance:.2f} of 100 games {against} (perfect play: {best})"


def percent(part: float, decimals: int = 2, *, of: float = 1) -> str:
    """A probability, or a ratio of whole numbers, as per cent: `2.31%`, `<0.01%`, `>99.99%`; `0%`
    and `100%` only if exactly so."""
    if not 0 <= part <= of or of == 0:
        raise ValueError(f"{part} out of {of} is not a probability")
    if part == 0:
        return "0%"
    if part == of:
        return "100%"
    text = f"{100 * part / of:.{decimals}f}"
    if float(text) == 0:
        return f"<{10**-decimals:.{decimals}f}%"
    if float(text) >= 100:
        return f">{100 - 10**-decimals:.{decimals}f}%"
    return f"{text}%"


def tiny(value: float) -> str:
    """A number of which only the size matters, such as an error: `0`, `3.9e-15`."""
    _finite(value)
    return "0" if value == 0 else f"{value:.1e}".replace("-", MINUS)


def duration(seconds: float) -> str:
    """A time that something took: `0.3 seconds`, `12.0 seconds`, `3 min`."""
    _finite(seconds)
    return f"{points(seconds, 1)} seconds" if seconds < 120 else f"{round(seconds / 60):,} min"


def span(low: int, high: int | None) -> str:
    """A range of points: `300–450`, `300` where both ends are one, `600+` without an upper end."""
    if high is None:
        return f"{points(low)}+"
    return points(low) if low == high else f"{points(low)}{RANGE}{points(high)}"


def within_goal(
    ranges: Iterable[tuple[int, int | None]], goal: int
) -> list[tuple[int, int | None]]:
    """Ranges of turn scores as far as a game goes: without ranges that begin at the goal or past
    it, and without an upper end that is there."""
    return [
        (low, None if high is not None and high >= goal else high)
        for low, high in ranges
        if low < goal
    ]


def spans(ranges: Iterable[tuple[int, int | None]]) -> str:
    """Several ranges of points: `300–450, 600+`; `never` for none."""
    return ", ".join(span(low, high) for low, high in ranges) or NEVER


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A counted thing: `1 number`, `7 numbers`, `2 dice` with its own plural."""
    return f"{points(number)} {noun if number == 1 else plural or noun + 's'}"


def _finite(value: float) -> None:
    if not isfinite(value):
        raise ValueError(f"{value} cannot be shown as a number")
