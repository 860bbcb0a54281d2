"""Arguments, each looked at by itself: everything that is wrong with them at once.

Functions of the API hand their arguments over as they are; commands read theirs from text and hold
them to the same limits. What the arguments of a question mean together is looked at in
`match_state_checks` and `turn_state_checks`. Nothing heavy is imported here: a wrong command line
is told before anything is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import index
from typing import ClassVar, NamedTuple, TypeVar, cast

from farklegen.errors import ArgumentError, named
from farklegen.rules.patterns import MAX_ROUNDS

Given = TypeVar("Given")

MOST_DIGITS = 15
"""Digits of the largest number that anything is asked with."""


class Limits(NamedTuple):
    """The smallest and the largest whole number that can be meant."""

    least: int | None = None
    most: int | None = None
    below: str = ""  # what to do with a number below them
    word: str = ""  # what may be said in place of a number
    such_as: int | None = None  # one of them that people may mean

    @property
    def expected(self) -> str:
        """`at least 1`, `from 1 to 8`."""
        if self.least is not None and self.most is not None:
            return f"from {self.least:,} to {self.most:,}"
        if self.least is not None:
            return f"at least {self.least:,}"
        return "any number" if self.most is None else f"{self.most:,} or less"

    @property
    def wanted(self) -> str:
        """`a whole number from 1 to 8`, `a whole number of at least 1`, `a whole number or all`."""
        if self.word:
            return f"a whole number or {self.word}"
        if self.least is not None and self.most is not None:
            return f"a whole number {self.expected}"
        of = "" if self.least is None and self.most is None else f" of {self.expected}"
        return f"a whole number{of}"

    @property
    def remedy(self) -> str:
        """What to give in place of another number; nothing where both ends are named."""
        if self.least is not None and self.most is not None:
            return ""
        example = self.such_as if self.such_as is not None else self.least or self.most or 1
        return f"; give a whole number, such as {example}"

    def hold(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )


LIMITS: dict[str, Limits] = {
    "mine": Limits(such_as=2000),
    "theirs": Limits(such_as=2000),
    "turn_score": Limits(0, such_as=300),
    "dice": Limits(
        1, below="with no dice left all are rolled again, so give that number", such_as=3
    ),
    "my_farkles": Limits(0),
    "their_farkles": Limits(0),
    "rounds_left": Limits(1, MAX_ROUNDS),
    "rounds": Limits(1, MAX_ROUNDS),
    "previous": Limits(0, such_as=300),
    "hot_dice": Limits(0),
    "floor": Limits(None, -1, such_as=-500),
    "players": Limits(2, 8),
    "seat": Limits(0, 7),
    "points": Limits(1, such_as=500),
    "step": Limits(1, such_as=50),
    "most": Limits(0, such_as=5),
    "games": Limits(1, 1_000_000_000),  # days of playing
    "seed": Limits(0),
    "numbers": Limits(0, such_as=10),
    "questions": Limits(1, 1000),
    "decisions": Limits(1, 1_000_000),
    "threads": Limits(1, 1024),
    "jobs": Limits(1, 1024),
    "best": Limits(1, 1000),
    "goal": Limits(1, such_as=10_000),
    "dpi": Limits(50, 1200),
}
"""Those of every argument that is a whole number, for functions and commands alike."""


LEAST_TOLERANCE, MOST_TOLERANCE = 1e-12, 1e-8
"""Errors of chances to win that can be asked for; the largest is the usual one."""


def compared() -> str:
    """What several rulesets are for that are compared."""
    example = named("farklegen.compare(['basic', 'facebook'])", "farklegen compare basic facebook")
    return (
        f"compare puts rulesets side by side; name two or more different ones, such as: {example}"
    )


def drawn_together() -> str:
    """What several rulesets are for that are drawn."""
    return (
        "pictures_together draws rulesets into one picture; name two or more different ones, such "
        "as: farklegen.pictures_together(['basic', 'facebook'], 'turn'), or draw one with picture"
    )


def not_several(
    rules: Sequence[object], purpose: str = "", show: Callable[[object], str] = str
) -> list[str]:
    """The problems of rulesets that have to be different ones.

    Args:
        purpose: where one is too few, what several are for, and an example.
        show: how to name one.
    """
    different = [each for place, each in enumerate(rules) if rules.index(each) == place]
    few = bool(purpose) and len(different) < 2
    twice = [each for each in different if rules.count(each) > 1]
    instead = purpose if few else "name each ruleset once"
    problems = [f"{show(each)} is named more than once; {instead}" for each in twice]
    return problems or ([purpose] if few else [])


def two_places() -> str:
    """The problem of work that is to be done here and elsewhere."""
    return (
        f"{named('jobs')} is about this machine, {named('scheduler')} about a cluster; leave one "
        "of them out"
    )


class Arguments:
    """Looks at arguments of functions, collecting what is wrong with them.

    Look at all of them first, then call `check`; what was wrong is None until then.
    """

    error: ClassVar[type[ArgumentError]] = ArgumentError

    def __init__(self) -> None:
        self.problems: list[str] = []

    def whole(self, argument: str, value: object, *, required: bool = False) -> int | None:
        if value is None:
            if required:
                wanted = LIMITS[argument].wanted
                self.problems.append(f"{named(argument)} is missing; give {wanted}")
            return None
        return self._whole(named(argument), value, LIMITS[argument])

    def number(self, argument: str, value: object) -> int:
        """A whole number that has to be given, or zero if it is wrong."""
        return self.whole(argument, value, required=True) or 0

    def tolerance(self, argument: str, value: object) -> float | None:
        """The error of chances to win that is asked for, as a number or as text."""
        if value is None:
            return None
        try:
            number = float(value) if isinstance(value, int | float | str) else 0.0
        except ValueError:
            number = 0.0
        if LEAST_TOLERANCE <= number <= MOST_TOLERANCE:
            return number
        self.problems.append(
            f"{named(argument)}: {_found(value)} is not an error from {LEAST_TOLERANCE:.0e} to "
            f"{MOST_TOLERANCE:.0e}; write 1e-10, for example"
        )
        return None

    def _whole(self, name: str, value: object, limits: Limits) -> int | None:
        number, problem = self._number(value), None
        if number is None:
            meant = self._meant(value)
            remedy = limits.remedy if meant is None else f"; write {meant}"
            problem = f"{_found(value)} is not {limits.wanted}{remedy}"
        elif abs(number) >= 10**MOST_DIGITS:
            problem = (
                f"a number of more than {MOST_DIGITS} digits; write one of {MOST_DIGITS} at most"
            )
        elif not limits.hold(number):
            low = limits.least is not None and number < limits.least
            remedy = f"; {limits.below}" if limits.below and low else limits.remedy
            found = value if isinstance(value, str) else _found(value)
            problem = f"{found} is not {limits.expected}{remedy}"
        if problem is not None:
            self.problems.append(f"{name}: {problem}")
        return number if problem is None else None

    def _number(self, value: object) -> int | None:
        return _integer(value)

    def _meant(self, value: object) -> str | None:
        """How to write a number that is none as it stands."""
        del value
        return None

    def faces(self, argument: str, value: object) -> tuple[int, ...]:
        listed = _listed(value)
        if listed is not None:
            faces = [_integer(face) for face in listed]
            known = [face for face in faces if face is not None and 1 <= face <= 6]
            if len(known) == len(faces):
                return tuple(known)
        self.problems.append(
            f"{named(argument)}: {_found(value)} is not a roll; give the faces, from 1 to 6, "
            f"{named('in a list', 'with commas')}, such as {named('[1, 5, 5, 2]', '1,5,5,2')}"
        )
        return ()

    def pair(self, argument: str, value: object) -> tuple[int, int] | None:
        """A turn score and a number of dice; None if none is given."""
        if value is None:
            return None
        listed, name = _listed(value), named(argument)
        if listed is None or len(listed) != 2:
            parts = named("the turn score and the dice", "the turn score, a comma and the dice")
            self.problems.append(
                f"{name}: {_found(value)} is not {named('a pair (T, N)', 'T,N')}; give {parts} to "
                f"roll, such as {named('(600, 2)', '600,2')}"
            )
            return None
        score = self._whole(f"{name} (turn score)", listed[0], LIMITS["turn_score"])
        dice = self._whole(f"{name} (dice)", listed[1], LIMITS["dice"])
        return None if score is None or dice is None else (score, dice)

    def truth(self, argument: str, value: object, *, optional: bool = False) -> None:
        """True or False, or None where that is allowed."""
        if not (type(value).__name__ in ("bool", "bool_") or (optional and value is None)):
            allowed = "True, False or None" if optional else "True or False"
            self.problems.append(f"{named(argument)}: {_found(value)} is not {allowed}")

    def one_of(self, argument: str, value: object, choices: Iterable[str]) -> str | None:
        choices = tuple(choices)
        if isinstance(value, str) and value in choices:
            return value
        words = ", ".join(choices)
        self.problems.append(f"{named(argument)}: {_found(value)} is not one of: {words}")
        return None

    def text(self, argument: str, value: object, what: str, *, optional: bool = False) -> None:
        if not (isinstance(value, str | os.PathLike) or (optional and value is None)):
            self.problems.append(f"{named(argument)}: {_found(value)} is not {what}")

    def several(self, argument: str, value: Sequence[Given], *, purpose: str = "") -> list[Given]:
        """Rulesets, no two of them the same; at least two if there is a purpose for several."""
        listed = _listed(value)
        if listed is None:
            self.problems.append(
                f"{named(argument)}: {_found(value)} is not a list of rulesets; give one, such as "
                "['basic', 'facebook']"
            )
            return []
        self.problems += not_several(listed, purpose, _found)
        return cast("list[Given]", listed)

    def instance(
        self, argument: str, value: object, kind: type, source: str, *, optional: bool = False
    ) -> None:
        """What another function returned, or None where that is allowed."""
        if not (isinstance(value, kind) or (optional and value is None)):
            message = f"{named(argument)}: {_found(value)} is not what {source} returns; give that"
            self.problems.append(f"{message}, or None" if optional else message)

    def listeners(self, progress: object, report: object) -> None:
        """Functions that are told how far something is, or None."""
        for argument, value in (("progress", progress), ("report", report)):
            if not (value is None or callable(value)):
                message = f"{named(argument)}: {_found(value)} is not a function; give one, or None"
                self.problems.append(message)

    def add(self, problem: str | None) -> None:
        if problem is not None:
            self.problems.append(problem)

    def check(self) -> None:
        """Refuse the arguments if anything is wrong with one of them."""
        if self.problems:
            raise self.error("\n".join(self.problems))


def _integer(value: object) -> int | None:
    """A whole number of any type, numpy's as well; True and 3.0 are none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def _listed(value: object) -> list[object] | None:
    """The members of something with an order."""
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        return None
    return list(value)


def _found(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MOST_DIGITS:
        return f"a number of more than {MOST_DIGITS} digits"
    from farklegen.rules.text_source import shown

    return shown(repr(value), 40)
