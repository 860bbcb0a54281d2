"""What questions are asked with: each kind of argument, its limits, its help and its word for the
command line, said once.

A question is a function marked `question`. The annotations of its arguments have a `Kind`, by which
values are read: Python calls, commands and the web application read them here, and name everything
that is wrong with them at once. What an argument is for is a text beside its kind, or in the `Args`
of the question; other arguments are named there in backticks. Nothing heavy is imported here: help
texts are made of this.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from inspect import Parameter, cleandoc, signature, unwrap
from operator import index
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypedDict,
    TypeVar,
    get_args,
    get_type_hints,
)

from farklegen.errors import ArgumentError, named
from farklegen.rules.patterns import MAX_ROUNDS
from farklegen.rules.words import shown
from farklegen.solvers.game import LEAST_TOLERANCE, MOST_TOLERANCE, PLACES
from farklegen.solvers.progress import Progress, Report

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

MOST_DIGITS = 15
"""Digits of the largest number that an argument may be."""

_WHOLE = re.compile("[-+]?[0-9]{1,4000}")
_GROUPED = re.compile(r"-?[0-9]{1,3}(,[0-9]{3})+")
_FACES = re.compile(r"[1-6](?:[\s,;.+/–-]*[1-6])*[\s,;.]*")


@dataclass(frozen=True, eq=False)
class Kind:
    """What an argument may be.

    Attributes:
        shows: what stands for a value in the help of a command, such as `N`; an argument with none
            is no option of a command.
        wanted: what messages call it, and what to give.
        types: of its values.
        option: its names on the command line, if other than that of the argument.
        reads: finds the value, or None if it is not of this kind; in place of `types`.
        schema: of its values in JSON.
        each: whether it may be a list, with a value for each of several players.
    """

    shows: str = ""
    wanted: str = "a value"
    types: tuple[type, ...] = (object,)
    option: str = ""
    reads: Callable[[Any], Any] | None = None
    schema: dict[str, Any] = field(default_factory=dict)
    each: bool = False

    def read(self, value: object) -> Any:
        """The value as a question takes it; a ValueError says why it cannot be meant."""
        if self.each and (every := listed(value)) is not None:
            return tuple(map(replace(self, each=False).read, every))
        taken = value if isinstance(value, self.types) else None
        if self.reads is not None:
            taken = self.reads(value)
        if taken is None:
            raise ValueError(f"{shown_value(value)} is not {self.wanted}")
        return taken


def whole(
    shows: str = "", least: int | None = None, most: int | None = None, word: str = ""
) -> Kind:
    """A whole number, or a text with one; `word` may be given in place of a number."""
    limits = "" if least is None else f" of at least {least:,}"
    if most is not None:
        limits = f" of {most:,} or less" if least is None else f" from {least:,} to {most:,}"

    def reads(value: object) -> int | str | None:
        number = word if word and value == word else _number(value)
        if isinstance(number, str) or number is None:
            return number
        if (least is not None and number < least) or (most is not None and number > most):
            return None
        if abs(number) >= 10**MOST_DIGITS:
            raise ValueError(f"{shown_value(number)}; write a smaller one")
        return number

    wanted = (f"{word} or " if word else "") + f"a whole number{limits}"
    schema: dict[str, Any] = {"type": ["integer", "string"] if word else "integer"}
    schema |= {} if least is None else {"minimum": least}
    schema |= {} if most is None else {"maximum": most}
    return Kind(shows, wanted, reads=reads, schema=schema)


def _number(value: object) -> int | None:
    """A whole number of any type, numpy's as well, or in a text; True and 3.0 are none."""
    if isinstance(value, str):
        # Python would also read 1_000 and Arabic digits; people write 1,000 by habit.
        plain = value.strip()
        plain = plain.replace(",", "") if _GROUPED.fullmatch(plain) else plain
        return int(plain) if _WHOLE.fullmatch(plain) else None
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def each(kind: Kind) -> Kind:
    """One value, or a list with one for each of several players."""
    schema = {"anyOf": [kind.schema, {"type": "array", "items": kind.schema}]}
    return replace(kind, each=True, schema=schema)


def _faces(value: object) -> tuple[object, ...] | str | None:
    if isinstance(value, str) and "=" in value:
        return value
    if isinstance(value, str):
        value = [*filter(str.isdigit, value)] if _FACES.fullmatch(value.strip()) else None
    faces = None if (parts := listed(value)) is None else tuple(map(_number, parts))
    return faces if faces is not None and set(faces) <= set(range(1, 7)) else None


def _taken(value: object) -> tuple[int, int] | None:
    parts = value.rsplit(",", 1) if isinstance(value, str) else listed(value)
    numbers = [-1 if (n := _number(part)) is None else n for part in parts or ()]
    if len(numbers) != 2 or not (0 <= numbers[0] < 10**MOST_DIGITS and 0 < numbers[1] < 100):
        return None
    return numbers[0], numbers[1]


def _small(value: object) -> float | None:
    try:
        number = float(value) if isinstance(value, int | float | str) else 0.0
    except ValueError:
        return None
    return number if LEAST_TOLERANCE <= number <= MOST_TOLERANCE else None


def one_of(words: Sequence[str], shows: str = "") -> Kind:
    """One of some words."""

    def reads(value: object) -> str | None:
        return value if isinstance(value, str) and value in words else None

    return Kind(shows, f"one of: {', '.join(words)}", reads=reads, schema={"enum": list(words)})


BOOLEAN = {"type": "boolean"}


def yes_or_no(shows: str = "yes", *, option: str = "") -> Kind:
    """True or False, numpy's as well."""

    def reads(value: object) -> bool | None:
        return bool(value) if type(value).__name__ in ("bool", "bool_") else None

    return Kind(shows, "True or False", option=option, reads=reads, schema=BOOLEAN)


LIST = {"type": ["array", "string"]}
_COUNT = whole("N", 1)
DICE = replace(
    _COUNT,
    reads=lambda value: value if isinstance(value, str) and "=" in value else _COUNT.read(value),
    schema=_COUNT.schema | {"type": ["integer", "string"]},
)
"""How many dice, or dice of different kinds by name: `lucky=2,odd=1`."""
FACES = Kind(
    "FACES", "a roll; give the faces, from 1 to 6, such as 1,5,5,2", reads=_faces, schema=LIST
)
"""The faces of a roll: a list, `1,5,5,2`, `1-5-5-2`, `1552`, or dice by name, `lucky=1`."""
_PAIR = "T,N; give the turn score and the dice to roll, such as 600,2"
TAKEN = Kind("T,N", _PAIR, reads=_taken, schema=LIST)
"""A turn that may be taken over: its turn score and dice, as a pair or `600,2`."""
_ERROR = f"an error from {LEAST_TOLERANCE:.0e} to {MOST_TOLERANCE:.0e}; write 1e-10, for example"
SMALL = Kind("E", _ERROR, reads=_small, schema={"type": ["number", "string"]})
"""An error of chances to win."""


def listed(value: object) -> list[Any] | None:
    """The members of something with an order."""
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        return None
    return list(value)


def shown_value(value: object) -> str:
    """A value, as messages say it."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MOST_DIGITS:
        return f"a number of more than {MOST_DIGITS} digits"
    return shown(repr(value), 40)


class Argument(NamedTuple):
    """An argument of a question; a positional one is an argument of its command, too.

    Attributes:
        help: what it is for.
    """

    name: str
    kind: Kind
    help: str
    default: Any
    positional: bool
    parameter: Parameter

    @property
    def label(self) -> str:
        """How messages name it."""
        return named(self.name, self.kind.shows.strip(".") if self.positional else None)

    def read(self, value: object) -> Any:
        return None if value is self.default is None else self.kind.read(value)


Asked: TypeAlias = dict[str, Any]
"""The arguments of a question by name, read."""

Check: TypeAlias = Callable[[Asked], Iterable[str]]
"""Finds what is wrong with arguments together."""

P = ParamSpec("P")
R = TypeVar("R")


def question(check: Check | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Marks a function whose arguments are read by their annotations before it is called.

    Args:
        check: what finds out what is wrong with them together.
    """

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        form, every = signature(function), arguments_of(function)
        form = form.replace(parameters=[each.parameter for each in every])
        call: Callable[..., R] = function

        @wraps(function)
        def ask(*given: P.args, **options: P.kwargs) -> R:
            asked: Any = read(every, form.bind_partial(*given, **options).arguments, check)
            return call(**asked)

        vars(ask).update(check=check, __signature__=form)  # commands ask the check, too
        lines = [f"    {each.name}: {each.help}" for each in every if each.help]
        about = ["", "Args:", *lines] if lines else []
        ask.__doc__ = "\n".join([described(function)[0], *about])
        return ask

    return marked


answers: Callable[[Check], Callable[[Callable[..., Any]], Callable[..., Any]]] = question
"""`question` for a function that answers in several classes; its overloads say which."""


def described(function: Callable[..., object]) -> tuple[str, dict[str, str]]:
    """The docstring of a function without its `Args`, and what these say of each argument."""
    text = cleandoc(unwrap(function).__doc__ or "")
    about, _, args = f"\n\n{text}".partition("\n\nArgs:\n    ")
    each = (part.split(": ", 1) for part in re.split(r"\n    (?=\w)", args) if part)
    return about.strip(), {name: " ".join(words.split()) for name, words in each}


def _annotations(ask: Callable[..., object]) -> Iterator[tuple[Parameter, Any]]:
    """The parameters of a function with their annotations; each of those in a `TypedDict`."""
    for each in signature(ask).parameters.values():
        annotation = each.annotation
        if isinstance(annotation, str):
            annotation = eval(annotation, ask.__globals__)
        if each.kind != Parameter.VAR_KEYWORD:
            yield each, annotation
            continue
        (shared,) = get_args(annotation)
        for name, hint in get_type_hints(shared, include_extras=True).items():
            yield Parameter(name, Parameter.KEYWORD_ONLY, default=USUAL.get(name)), hint


@cache
def arguments_of(ask: Callable[..., object]) -> tuple[Argument, ...]:
    """The arguments of a question, or of any function with such annotations."""
    ask, arguments = unwrap(ask), []
    helps = described(ask)[1]
    for each, annotation in _annotations(ask):
        kind, about = _annotated(annotation)
        help, positional = helps.get(each.name, about), each.kind == each.POSITIONAL_OR_KEYWORD
        arguments.append(Argument(each.name, kind, help, each.default, positional, each))
    return tuple(arguments)


def _annotated(annotation: Any) -> tuple[Kind, str]:
    """What an annotation says of an argument: what it may be, and what it is for."""
    for each in (annotation, *get_args(annotation)):
        if metadata := getattr(each, "__metadata__", None):
            return metadata[0], "".join(metadata[1:])
    return ANY, ""


ANY = Kind()
"""An argument that the function checks itself."""


def read(
    arguments: Iterable[Argument], given: Mapping[str, object], *checks: Check | None
) -> Asked:
    """The arguments of a question as it takes them.

    Args:
        arguments: what is looked for.
        checks: find what else is wrong with them together.

    Raises:
        ArgumentError: all that is wrong with them, a line each.
    """
    asked, problems = {}, []
    for each in arguments:
        value = given.get(each.name, each.default)
        if value is Parameter.empty or (value is None and each.default is Parameter.empty):
            problems.append(f"{each.label} is missing; give {each.kind.wanted}")
            continue
        try:
            asked[each.name] = each.read(value)
        except ValueError as error:
            problems.append(f"{each.label}: {error}")
    if not problems:
        problems = [line for each in checks if each is not None for line in each(asked)]
    if problems:
        raise ArgumentError("\n".join(problems))
    return asked


FOR_TWO = "is about matches of two players; leave it or {players} out"
"""Why arguments are refused with more than two."""

LEADER = "With {} players, this treats the leader as your only opponent."


def refuse(asked: Asked, names: str, why: str) -> Iterator[str]:
    """Refuse the arguments in `names` that are given, and say why."""
    others = {name: named(name) for name in ("players", "their_dice", "mine", "theirs")}
    for name in names.split():
        if asked.get(name) not in (None, False):
            yield f"{named(name)} {why.format(**others)}"


def seats_wrong(asked: Asked, *more: str) -> Iterator[str]:
    """A seat that nobody has at this table."""
    seats = (*PLACES[: asked["players"]], *more)
    if asked["seat"] not in seats:
        yield f"{named('seat')}: {asked['seat']!r} is not one of: {', '.join(seats)}"


def one_for_each(asked: Asked, name: str, *, one_for_all: bool, advice: str) -> Iterator[str]:
    """Settle what is given for each other player at a table; say if it is too much or too little.

    Args:
        one_for_all: whether a single value is for all of them.
    """
    others = asked["players"] - 1
    values = asked[name] if isinstance(asked[name], tuple) else (asked[name],)
    if len(values) == 1 and one_for_all:
        values *= others
    asked[name] = values if others > 1 or len(values) != 1 else values[0]
    if len(values) != others:
        are = "is" if len(values) == 1 else "are"
        there = "is 1 other player" if others == 1 else f"are {others} other players"
        yield f"{named(name)}: {len(values)} {are} given, and there {there}. {advice}"


Reference: TypeAlias = "str | os.PathLike[str] | Mapping[str, object] | LoadedRuleset | Study"
"""Rules: a path, a name, `-`, the text of a file, a dictionary, what `load`
returned, or a study."""

Policy: TypeAlias = str | os.PathLike[str]
"""The name of a policy, or the path of a policy file."""

Named: TypeAlias = str | Mapping[str, int]
"""Dice by name: `lucky=3,odd=2`, or names and how many."""

Rules = Annotated[
    Reference,
    Kind("RULES", "a ruleset, such as 'basic'"),
    "A YAML file, the name of built-in rules, or - for standard input.",
]
Flag = Annotated[bool, yes_or_no()]
Dice = Annotated[int | str, DICE]
Score = Annotated[int, whole("B"), "Banked score of the player to move."]
Scores = Annotated[
    int | Sequence[int],
    each(whole("D")),
    "Banked score of the other player; at the goal or past it, this is the last turn.",
]
_PLAYERS = (
    "Players at the table: 2, 3, or 4 if the goal is low. With more, the leader counts as your "
    "only opponent."
)
Players = Annotated[int, whole("P", 2, 8), _PLAYERS]
Scored = Annotated[
    int,
    whole("P", 2, 8),
    f"{_PLAYERS} With more than 2, `theirs` B,C gives the scores of the others, the next player's "
    "first.",
]
Sitting = Annotated[
    int,
    whole("P", 2, 8),
    "Players at the table. With more than 2, `opponent` B,C names the others in the order of "
    "moving; a single name stands for all. optimal:leader and optimal:next play as in a match of "
    "two.",
]
MyFarkles = Annotated[int, whole("F", 0), "Farkles in a row of the player to move."]
TurnScore = Annotated[int, whole("T", 0), "Points set aside in this turn so far."]
HotDice = Annotated[int, whole("K", 0), "Hot dice in this turn so far, if their bonus grows."]
TheirDice = Annotated[
    Named,
    Kind("DICE", "dice with how many there are; write lucky=3,odd=2,ordinary=1", (str, Mapping)),
    "The dice that the other player brings, if they differ: lucky=3,odd=2,ordinary=1.",
]
Floor = Annotated[
    int,
    whole("N", None, -1),
    "The lowest score that counts, if a penalty has no limit. Default: so low that it changes "
    "nothing for a score of zero.",
]
Tolerance = Annotated[
    float, SMALL, "Largest error of a chance to win. Default and upper limit: 1e-8."
]
Step = Annotated[
    int, whole("N", 1), "Round values to multiples of this. Default: what the rules need."
]


class Standing(TypedDict, total=False):
    """How a match stands when a turn begins, and what tells one such match from another."""

    my_farkles: MyFarkles
    their_farkles: Annotated[
        int | Sequence[int],
        each(whole("E", 0)),
        "Farkles in a row of the other player; with `players` 3, E,F of the others.",
    ]
    seat: Annotated[
        str,
        one_of(PLACES, "first|second"),
        "Whether the player to move moved first in the game, if that matters.",
    ]
    rounds_left: Annotated[
        int | None,
        whole("R", 1, MAX_ROUNDS),
        "Turns that the player to move still has, this one included, if the rules have rounds.",
    ]
    off_board: Annotated[
        Literal["mine", "theirs", "both", "none"] | None,
        one_of(("mine", "theirs", "both", "none"), "mine|theirs|both|none"),
        "Who has not banked the opening minimum yet. Everybody else is on the board. Default: "
        "players with a score of zero or less.",
    ]
    previous: Annotated[
        int | None,
        whole("P", 0),
        "Points banked on the turn before, if this turn must beat them. Default: none.",
    ]
    hot_dice: HotDice
    inherit: Annotated[
        tuple[int, int] | None,
        TAKEN,
        "A turn to take over or not: its turn score, and the dice to roll.",
    ]
    their_dice: TheirDice | None
    floor: Floor | None
    tolerance: Tolerance | None


USUAL: Standing = {"my_farkles": 0, "their_farkles": 0, "seat": "first", "hot_dice": 0}
"""What is not None where nothing else is given."""

PATH = (str, os.PathLike)
_POLICY = Kind("POLICY", "the name of a policy, or a policy file", PATH)
Me = Annotated[
    Policy,
    _POLICY,
    "How you play: optimal, card, points-only, full-table, bank-at-300 or the like, or a policy "
    "file.",
]
Opponent = Annotated[Policy | Sequence[Policy], each(_POLICY), "How the other player plays."]
_HEARS = Kind("", "a function; give one, or None", (Callable,))  # type: ignore[arg-type]
Hearing = Annotated[Progress, _HEARS]
"""Called with a share from 0 to 1 and a few words."""
Telling = Annotated[Report, _HEARS]
"""Called with lines of text."""
