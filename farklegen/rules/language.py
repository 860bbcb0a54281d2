"""How a text becomes the model of its kind of file, or a report of all that is wrong with it.

Rulesets, policies and sweeps are read the same way. Strict YAML and the model come first, with all
their problems in the order of the file. Only if there are none, the keys are looked at together. A
problem is a sentence: what was found, and what to write instead. It also shows numbers as YAML
wants them in place of `10,000` and `100 x face`. The model says what a key may hold, and what else
people call it (`rules.ruleset.declare`).

The usual loaders of YAML take the last of two equal keys, read `no` as false and `010` as eight,
and let a few aliases grow into gigabytes. Here the parser's events are read one by one and

- scalars follow the YAML 1.2 core schema: only `true` and `false` are booleans, `010` is ten;
- keys keep the text they were written with, as `123456` and `010` are patterns and not numbers;
- equal keys in one mapping are all reported;
- anchors, aliases, tags, merge keys and further documents are reported, and read no further;
- masses of entries or of levels are refused: the file is not looked at any further.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import yaml
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from farklegen.errors import FileProblemError, Problem
from farklegen.rules.catalogue import RULESET, FileKind, unreadable
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import MAX_NUMBER, PATTERN_LISTS, PLAIN, Whole, Write
from farklegen.rules.words import NUMBERS, QUOTES, closest, listed, read_phrase, shown

Scalar = str | int | float | bool | None
Data = Scalar | dict[str, "Data"] | tuple["Data", ...]
Loc = tuple[str | int, ...]
"""Where a value stands: keys and list positions from the top."""

Place = tuple[int, int]
"""Line and column, from 1."""

KEY = "[key]"
"""Added to the place of a value, this makes the place of its key, as the validator writes it."""

FORMS = ("<number>", "<list>", "<word>", "<group>")
"""Steps that the validator adds to a place, for the form of its value."""


Finding = tuple[Loc, str]
"""A problem of several keys together: its place, what is wrong and what to do."""


@dataclass(slots=True)
class Node:
    """A value in the file.

    A scalar has `value` and `text` (as written, without quotes), and so has an alias; a list has
    `items`, a mapping has `entries`. A value in a mapping has the place of its `key`.
    """

    kind: str
    place: Place
    value: Scalar = None
    text: str = ""
    quoted: bool = False
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Node] = field(default_factory=dict)
    key: Place | None = None

    def data(self) -> Data:
        """The plain value: dictionaries, tuples and scalars."""
        if self.kind == "mapping":
            return {key: entry.data() for key, entry in self.entries.items()}
        if self.kind == "list":
            return tuple(item.data() for item in self.items)
        return self.value

    def holding(self, data: Scalar | tuple[Scalar, ...]) -> Node:
        """A node at the same place with other data: a scalar or a list."""
        if isinstance(data, tuple):
            items = [self.holding(each) for each in data]
            return Node("list", self.place, items=items, key=self.key)
        return Node("scalar", self.place, data, str(data), key=self.key)


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A parsed file: its top node, and slips such as equal keys. A slip is noted, and reading goes
    on.
    """

    file: str
    root: Node
    slips: tuple[Problem, ...]

    def find(self, loc: Loc) -> Node | None:
        """The node at `loc`; None if the file does not have it."""
        node = self.root
        for step in loc:
            try:
                node = node.items[step] if isinstance(step, int) else node.entries[step]
            except LookupError:
                return None
        return node

    def node(self, loc: Loc) -> Node:
        """The node at `loc`, or the innermost node around it."""
        return self.find(loc) or self.node(loc[:-1])

    def place(self, loc: Loc) -> Place:
        """Line and column of the value at `loc`, or of its key. If the file has neither, the place
        of the innermost node around it."""
        node = self.node(_of_key(loc))
        if loc[-1:] == (KEY,) or (node.kind == "scalar" and not node.text and not node.quoted):
            return node.key or node.place  # the value is empty: point at the key
        return node.place

    def line_of(self, loc: Loc) -> int | None:
        """The line of a key; None if the file does not have it."""
        node = self.find(loc)
        return None if node is None else (node.key or node.place)[0]

    def problem(
        self, loc: Loc, message: str, severity: Literal["error", "warning"] = "error"
    ) -> Problem:
        return Problem(self.file, *self.place(loc), message, severity)


_INDENT = (
    "this does not fit the lines above; give keys of the same level the same indentation, and each "
    "entry of a list a line of its own that begins with '- '"
)
_CAUSES = {
    "tab character": "a tab stands here; indent with spaces",
    "cannot start any token|alphabetic or numeric character": (
        "a value cannot begin with this sign; put it into quotes"
    ),
    "',' or '[]}]'": (
        "the list or group that begins here is not closed or lacks a comma; write [1, 2, 3] or "
        "{key: value, key: value}"
    ),
    "unexpected end of stream": "the quoted text that begins here is not closed; add the quote",
    "node content": "a value is missing here; write one, or delete the comma or bracket",
    "sequence entries are not allowed|expected '-' indicator|<document start>": _INDENT,
    "expected <block end>|did not find expected key": _INDENT,
}
"""What the parser says, as patterns, and what a message says of it."""

_BREAKS = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""


def syntax_message(error: Exception, text: str, kind: str) -> tuple[int, int, str]:
    """Line, column and message (with remedy) for what the YAML parser raised on `text`, which
    should be a `kind`."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return 1, 1, f"this is not YAML; check that the file is a {kind}"
    problem = error.problem or error.context or "unreadable"
    mark = error.problem_mark or error.context_mark
    if error.context_mark is not None and re.search("end of stream|',' or '[]}]'", problem):
        mark = error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    lines = [*_BREAKS.split(text), ""]
    if lines[line - 1][column - 1 : column] == "\t":
        problem = "tab character"
    if "mapping values are not allowed" in problem:
        if ": " in lines[line - 1][: column - 1]:
            second = "a second ':' on this line; put each key on a line of its own, or a text that "
            return line, column, f"{second}has ': ' in it into quotes"
        written = (n for n in range(line - 1, 0, -1) if re.match(r"\s*[^\s#]", lines[n - 1]))
        above = next(written, None)
        if above is not None and not re.search(r":(\s|\Z)", lines[above - 1]):
            return _no_colon(lines, above)
        return line, column, _INDENT
    if "could not find expected ':'" in problem:
        begun = error.context_mark
        return _no_colon(lines, line if begun is None else begun.line + 1)
    for found, message in _CAUSES.items():
        if re.search(found, problem):
            return line, column, message
    return line, column, f"this is not valid YAML ({shown(problem)}); rewrite this line"


def _no_colon(lines: list[str], line: int) -> tuple[int, int, str]:
    """The problem of a line whose key has no ':' and space after it."""
    indented = lines[min(line, len(lines)) - 1]
    text = re.sub(r"\s+#.*", "", indented).strip()
    pair = re.fullmatch(r"(.+?)(?:\s*[:=]\s*|\s+)(\S+)", text)
    instead = f"{shown(pair[1], 30)}: {shown(pair[2], 30)}" if pair else f"{shown(text, 30)}:"
    column = len(indented) - len(indented.lstrip()) + 1
    return line, column, f"'{shown(text, 40)}' has no ': ' behind its key; write {instead}"


PROBLEM_CAP = 100
"""The most problems that one report lists."""


def sorted_and_capped(problems: list[Problem]) -> tuple[Problem, ...]:
    """The first `PROBLEM_CAP` problems in the order of the file, and one that counts the rest."""
    ordered = sorted(set(problems), key=lambda p: (p.line or 0, p.column or 0, p.message))
    if len(ordered) <= PROBLEM_CAP:
        return tuple(ordered)
    more = len(ordered) - PROBLEM_CAP
    last = Problem(ordered[0].file, None, None, f"and {more:,} more; mend these first")
    return (*ordered[:PROBLEM_CAP], last)


DEPTH_CAP = 12
NODE_CAP = 20_000

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_LITERALS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_LITERALS.update({"true": True, "True": True, "TRUE": True})
_LITERALS.update({"false": False, "False": False, "FALSE": False})
_CORE_TAG = "tag:yaml.org,2002:"
_LONGEST_NUMBER = 30
_HUGE: int = 10**_LONGEST_NUMBER  # stands for any longer number: both are beyond every limit


def parse_yaml(text: str, file: str, kind: FileKind = RULESET) -> YamlDocument:
    reader = _Reader(file, kind)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = reader.document(yaml.parse(text, Loader=loader))
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the last two: odd escapes
        line, column, message = syntax_message(error, text, kind.name)
        # libyaml 0.2.6 and later stops with this before its first event, older versions never do
        if "maximum nesting depth" in message:
            raise reader.too_deep((line, column)) from None
        reader.slip((line, column), message)
        raise kind.error(sorted_and_capped(reader.slips)) from None
    return YamlDocument(file, root, tuple(reader.slips))


def scalar_value(text: str) -> Scalar:
    """The value of an unquoted scalar under the YAML 1.2 core schema; infinity and the like, which
    no file needs, are texts."""
    if text in _LITERALS:
        return _LITERALS[text]
    if _INTEGER.match(text):
        if len(text) <= _LONGEST_NUMBER:
            return int(text)
        return -_HUGE if text[0] == "-" else _HUGE
    if _BASED.match(text):
        return int(text, 0) if len(text) <= _LONGEST_NUMBER else _HUGE
    return float(text) if len(text) <= _LONGEST_NUMBER and _FLOAT.match(text) else text


class _Reader:
    """Turns the parser's events into nodes, and notes what is not allowed."""

    def __init__(self, file: str, kind: FileKind) -> None:
        self.file = file
        self.kind = kind
        self.slips: list[Problem] = []
        self.nodes = 0

    def slip(self, place: Place, message: str) -> None:
        self.slips.append(Problem(self.file, *place, message))

    def too_deep(self, place: Place) -> FileProblemError:
        needs = f"a {self.kind.name} needs three, so close the open brackets"
        message = f"nested more than {DEPTH_CAP} levels deep; {needs}"
        return unreadable(Problem(self.file, *place, message))

    def document(self, events: Iterator[yaml.Event]) -> Node:
        """The top node of the first document; an empty scalar for a file without one."""
        root: Node | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                name = self.kind.name
                message = f"a second document begins here; put each {name} in a file of its own"
                self.slip(_place(event), message)
                break
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, events, 1)
        return root or Node("scalar", (1, 1))

    def node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        place = _place(event)
        self.nodes += 1
        if self.nodes > NODE_CAP:
            message = f"more than {NODE_CAP:,} entries; a {self.kind.name} needs far fewer"
            raise unreadable(Problem(self.file, *place, message))
        if depth > DEPTH_CAP:
            raise self.too_deep(place)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            self._decoration(place, f"*{shown(anchor)} is an alias", "write the value out")
            return Node("alias", place, f"*{anchor}", f"*{anchor}")
        if anchor is not None:
            self._decoration(place, f"&{shown(anchor)} is an anchor", "delete it")
        if tag is not None:
            self._decoration(place, f"{shown(tag.replace(_CORE_TAG, '!!'))} is a tag", "delete it")
        if isinstance(event, yaml.ScalarEvent):
            text, quoted = event.value, bool(event.style)
            value = text if quoted else scalar_value(text)
            return Node("scalar", place, value, text, quoted=quoted)
        if isinstance(event, yaml.SequenceStartEvent):
            node = Node("list", place)
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                node.items.append(self.node(inner, events, depth + 1))
            return node
        node, known = Node("mapping", place), dict[str, Place]()
        while not isinstance(inner := next(events), yaml.MappingEndEvent):
            key = self.node(inner, events, depth + 1)
            entry = self.node(next(events), events, depth + 1)
            entry.key = key.place
            self._entry(node, key, entry, known.setdefault(key.text, key.place))
        return node

    def _decoration(self, place: Place, what: str, advice: str) -> None:
        self.slip(
            place,
            f"{what}, and a {self.kind.name} may not use them; {advice}, or put a text that begins "
            f"with {what[0]} into quotes",
        )

    def _entry(self, node: Node, key: Node, value: Node, first: Place) -> None:
        """Put a value into a mapping; `first` is where its key stands for the first time."""
        place = key.place
        if key.kind in ("list", "mapping"):
            advice = "write key: value, with quotes around the key if it has brackets"
            self.slip(place, f"a {key.kind} cannot be a key; {advice}")
        elif key.text in (KEY, *FORMS):
            self.slip(place, f"{key.text} cannot be a key; delete it, or give it another name")
        elif key.text == "<<" and not key.quoted:
            name = self.kind.name
            message = f"<< merges other keys in, and a {name} may not use it; write the keys out"
            self.slip(place, message)
        elif first != place:
            self.slip(
                place,
                f"the key {shown(key.text)!r} stands here again; it was first given at line "
                f"{first[0]}, column {first[1]}; keep one of the two",
            )
        elif key.kind == "scalar":
            node.entries[key.text] = value


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


_NUMBER = re.compile(r"[-+]?\d{1,3}([_,' .’]\d{3})+|[-+]?\d{1,30}", re.ASCII)
_TIMES_FACE = re.compile(
    r"(\d+)\s*(?:[x×*]|times)?\s*(?:the\s+)?(?:face|number|value|pips?)(?:\s+value)?", re.IGNORECASE
)


def read_number(text: str) -> str | None:
    """The whole number that a text stands for, as YAML wants it written: 5000 for `5,000`, 6 for
    `six`."""
    plain = text.strip().lower().replace("\u2212", "-")
    if plain in NUMBERS[1:]:
        return str(NUMBERS.index(plain))
    return str(int(re.sub(r"[^-\d]", "", plain))) if _NUMBER.fullmatch(plain) else None


def read_face_points(text: str) -> str | None:
    """The list of points for each face that a text stands for: `100 x face`, or six numbers
    without brackets."""
    if len(text) > 80:
        return None
    if times := _TIMES_FACE.fullmatch(text.strip()):
        return flow([int(times[1]) * face for face in range(1, 7)])
    listed = text.strip("()[]{} ")
    parts = re.split(r"[,;/|]?\s+", listed) if " " in listed else listed.split(",")
    numbers = [number for part in parts if (number := read_number(part)) and number.isdigit()]
    return flow(numbers) if len(numbers) == len(parts) == 6 else None


Model = TypeVar("Model", bound="BaseModel")


class Key(NamedTuple):
    """A key: its declaration, and its type with the words in it."""

    declared: FieldInfo
    type: Any

    @property
    def may_be_empty(self) -> bool:
        """Whether it may be left empty, as when every line below it is commented out."""
        default = self.declared.default
        return isinstance(default, BaseModel) or default == {} or default == ()

    @property
    def also(self) -> list[str]:
        """What else people call it."""
        return str(self.extra("also") or "").split()

    def extra(self, name: str) -> Any:
        """Something else that the declaration says; `name` is an argument of `ruleset.declare`."""
        extra = self.declared.json_schema_extra
        return extra.get(name) if isinstance(extra, dict) else None


@cache
def keys_of(model: type[BaseModel]) -> dict[str, Key]:
    hints = get_type_hints(model, include_extras=True)
    return {each.alias or name: Key(each, hints[name]) for name, each in model.model_fields.items()}


def models_in(hint: Any) -> Iterator[type[BaseModel]]:
    """The models in the type of a key, except below keys that the author of the file names."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
    elif get_origin(hint) is not dict:
        for part in get_args(hint):
            yield from models_in(part)


def flow(value: object) -> str:
    """A value as YAML has it on one line: `{points: 500, when: any}`."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {flow(each)}' for key, each in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return value if isinstance(value, str) else json.dumps(value)


def words_at(hint: Any, loc: Loc) -> Iterator[tuple[Write, Any]]:
    """The words for what may be at a place in a type, each with an example or None. The words of
    the widest type come first."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if not loc:
            yield from ((each, None) for each in reversed(parts) if isinstance(each, Write))
        yield from words_at(parts[0], loc)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from words_at(part, loc)
    elif origin is dict and loc:
        yield from words_at(parts[0], ()) if loc[1:] == (KEY,) else words_at(parts[1], loc[1:])
    elif origin is tuple and loc and isinstance(loc[0], int):
        yield from words_at(parts[0], loc[1:])
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        if not loc:
            yield Write("keys below it"), None
        elif key := keys_of(hint).get(str(loc[0])):
            examples = key.declared.examples
            for words, inner in words_at(key.type, loc[1:]):
                yield words, examples[0] if examples and not loc[1:] else inner
    elif not loc and (hint is bool or origin is Literal):
        yield Write(listed([flow(each) for each in parts or (True, False)], "or")), None


def plain_key(word: str) -> str:
    """A key as it would be spelt: without quotes and spaces."""
    return re.sub(r"[\s-]+", "_", word.strip(f"{QUOTES} ")).lower()


_NOTHING = ("none", "no", "off", "never", "n", "false")
_PATTERN = re.compile("[1-6A-Z]{1,8}")


@dataclass(frozen=True)
class Language(Generic[Model]):
    """What a kind of file can say.

    Attributes:
        kind: what messages call it.
        model: what it is read into.
        check: returns the model with what its keys mean together, and all that is wrong with them.
        prepare: changes the data of a file for the model.
    """

    kind: FileKind
    model: type[Model]
    check: Callable[[Model, YamlDocument], tuple[Model, list[Problem]]]
    prepare: Callable[[dict[str, Any], YamlDocument], None] | None = None

    def parse(self, text: str, file: str) -> Model:
        return self.read(parse_yaml(text, file, self.kind))

    def read(self, document: YamlDocument) -> Model:
        """The model of a parsed file, or of a part of a file that is a document of its own."""
        model, problems = self.check(self.validate(document), document)
        if problems:
            raise self.kind.error(sorted_and_capped(problems))
        return model

    def validate(self, document: YamlDocument) -> Model:
        """The model of a file, each key looked at by itself."""
        root = document.root
        if root.kind != "mapping":
            found = "holds only a list" if root.kind == "list" else "holds only one value"
            if root.kind == "scalar" and not root.text:
                found = "is empty"
            message = f"the file {found}; a {self.kind.name} is made of lines such as "
            problem = Problem(document.file, *root.place, message + self.kind.line)
            raise self.kind.error(sorted_and_capped([*document.slips, problem]))
        data: Any = root.data()
        for name, key in keys_of(self.model).items():
            if name in data and data[name] is None and key.may_be_empty:
                del data[name]
        if self.prepare is not None:
            self.prepare(data, document)
        problems = list(document.slips)
        try:
            model = self.model.model_validate(data)
        except ValidationError as error:
            problems += self._explain(error, document)
        if problems:
            raise self.kind.error(sorted_and_capped(problems))
        return model

    def expected_at(self, loc: Loc) -> str:
        """The words for what may stand at `loc`."""
        write, example = next(words_at(self.model, loc), (Write("a valid value"), None))
        such = "" if example is None or "such as" in write.words else f", such as {flow(example)}"
        return write.words + such

    def whole_at(self, loc: Loc) -> Whole | None:
        """The limits of a whole number that may stand at `loc`."""
        found = (each for each, _ in words_at(self.model, loc) if isinstance(each, Whole))
        return next(found, None)

    @cached_property
    def groups(self) -> dict[str, dict[str, Key]]:
        """The keys, grouped by the key above them; "" at the top level."""
        top = keys_of(self.model)
        below = ((name, each) for name, key in top.items() for each in models_in(key.type))
        return {"": top} | {name: keys_of(each) for name, each in below}

    @cached_property
    def keys(self) -> dict[str, Key]:
        """The keys with none below them, by their names with dots, in the order of the model."""
        return {
            f"{name}.{below}" if below else name: each
            for name, key in self.groups[""].items()
            for below, each in self.groups.get(name, {"": key}).items()
        }

    def _home(self, plain: str, section: str) -> tuple[str, str] | None:
        """The group and the name of the key that an unknown key stands for. Its own group comes
        first, then groups with this very key; keys with nearly this spelling come last."""
        homes = sorted(self.groups, key=lambda of: (of != section, plain not in self.groups[of]))
        for home in homes:
            for name, key in self.groups[home].items():
                if plain in (name, *key.also):
                    return home, name
        for home in homes:
            if near := closest(plain, sorted(self.groups[home])):
                return home, near
        return None

    def _unknown_key(
        self, loc: Loc, document: YamlDocument, suggest: bool
    ) -> tuple[str, Loc | None]:
        """The message for an unknown key, and the place of the key to write instead."""
        key, section = str(loc[-1]), ".".join(step for step in loc[:-1] if isinstance(step, str))
        unknown = f"unknown key '{shown(key, 40)}'" + (f" under '{section}'" if section else "")
        if not suggest:  # looking for near words takes time, and no reader gets that far
            return f"{unknown}; delete it", None
        plain, siblings = plain_key(key), self.groups.get(section, {})
        home, other = self._home(plain, section) or ("", None)
        if "combinations" in siblings and (_PATTERN.fullmatch(key) or read_phrase(key, 6)):
            return f"{unknown}; write it below 'combinations', two spaces in", None
        if other is None:
            free = sorted(siblings.keys() - document.node(loc[:-1]).entries.keys())
            options = f", or use one of: {', '.join(free)}" if free else ""
            return f"{unknown}; delete it{options}", None
        inside = loc[:-1] if home == section else (home,) if home else ()
        where = "" if home == section else f" under '{home}'" if home else " at the top level"
        if (line := document.line_of((*inside, other))) is not None:
            advice = f"'{other}' stands{where} at line {line} already, delete this"
        elif other == key:
            advice = f"it belongs{where}{'' if home else ', not indented'}"
        else:
            called = plain in self.groups[home][other].also
            words = f" ({self.expected_at((*inside, other))})" if called else ""
            advice = f"did you mean '{other}'{where}{words}?"
        return f"{unknown}; {advice}", (*inside, other)

    def _explain(self, error: ValidationError, document: YamlDocument) -> Iterator[Problem]:
        """The problems behind a validation error."""
        details = [
            (each["type"], tuple(step for step in each["loc"] if step not in FORMS), each)
            for each in error.errors(include_url=False, include_input=False)
        ]
        unknown = [_of_key(loc) for kind, loc, _ in details if kind == "extra_forbidden"]
        suggested = set[Loc | None]()
        for number, loc in enumerate(unknown):
            message, target = self._unknown_key(loc, document, number < PROBLEM_CAP)
            suggested.add(target)
            yield document.problem((*loc, KEY), message)
        for kind, loc, each in details:
            node, at = document.node(loc), loc
            reported = _of_key(loc) in unknown or (kind == "missing" and loc in suggested)
            of_entries = kind == "too_short" and len(node.items) >= each["ctx"]["min_length"]
            if reported or of_entries or node.kind == "alias":  # an alias is a slip of the document
                continue
            if kind == "missing" and document.line_of(loc) is None:
                at, message = loc[:-1], self._missing(loc)
            elif loc[-1:] == (KEY,):
                message = f"{_dotted(loc[:-2])} has the key '{shown(loc[-2], 40)}'"
                message += f"; write {self.expected_at(loc)}"
            else:
                instead = self._write(kind, loc, node, each.get("ctx", {}))
                message = f"{_dotted(loc)} {_content(node)}; {instead}"
            yield document.problem(at, message)

    def _missing(self, loc: Loc) -> str:
        *around, key = loc
        _, example = next(words_at(self.model, loc), (None, None))
        where = f"{_dotted(loc[:-1])} has no '{key}'" if around else f"the key '{key}' is missing"
        return f"{where}; add {key}: {'...' if example is None else flow(example)}"

    def _write(self, kind: str, loc: Loc, node: Node, context: Mapping[str, Any]) -> str:
        """What to write instead of a node."""
        expected, text = f"write {self.expected_at(loc)}", node.text
        if kind in ("text", "string_unicode"):
            return str(context.get("advice", PLAIN))
        if kind == "string_too_long":
            return f"write at most {context['max_length']:,} characters"
        if kind == "string_type" and text and "a text" in expected:
            return f"put it in quotes: '{shown(text, 40)}'"
        if kind == "less_than_equal" and context["le"]:
            return f"write a smaller number (at most {context['le']:,})"
        if kind == "greater_than_equal" and context["ge"] == -MAX_NUMBER:
            return f"write a number nearer to 0 (at least {-MAX_NUMBER:,})"
        if loc[:-1] == ("combinations",) and (points := read_face_points(text)):
            return f"write {points}, the points for each face from 1 to 6"
        if kind == "tuple_type" and loc[0] in PATTERN_LISTS and text:
            found = read_phrase(text, MAX_DICE)
            if found or _PATTERN.fullmatch(text):
                return f"write [{', '.join(found.patterns if found else (text,))}]"
        number, whole = read_number(text), self.whole_at(loc)
        unread = kind in ("int_type", "literal_error", "union_tag_invalid")
        if unread and number and whole and whole.least <= int(number) <= whole.most:
            return f"write {number}"
        if kind in ("literal_error", "bool_type"):
            options = re.findall("'([^']*)'", str(context.get("expected", "'true' or 'false'")))
            near = closest(plain_key(text), options) if text else None
            return f"{expected} (did you mean {near}?)" if near else expected
        return f"{expected}, or delete the line" if text.lower() in _NOTHING else expected


def _of_key(loc: Loc) -> Loc:
    """The place of the value that a place of a key belongs to; any other place as it is."""
    return loc[:-1] if loc[-1:] == (KEY,) else loc


def _dotted(loc: Loc) -> str:
    """What a message calls a place; a combination that has a name goes by its name."""
    for at, step in enumerate(loc):
        if isinstance(step, int):
            entry = f"entry {step + 1} of {_dotted(loc[:at])}"
            return f"{_dotted(loc[at + 1 :])} in {entry}" if loc[at + 1 :] else entry
    if loc and " " in str(loc[-1]):
        return f"'{shown(loc[-1], 40)}'"
    return ".".join(shown(step, 40) for step in loc)


def _content(node: Node) -> str:
    """What the file has, as words for a sentence that goes on with what to write."""
    if node.kind != "scalar":
        size = f" of {len(node.items)}" if node.kind == "list" else ""
        return f"is a {node.kind}{size}"
    if node.value is None and not node.text:
        return "is empty"
    text = shown(node.text, 40)
    if node.quoted:
        return f"is the quoted text '{text}'"
    return f"is the text '{text}'" if isinstance(node.value, str) else f"is {text}"
