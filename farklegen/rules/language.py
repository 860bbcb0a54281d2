"""A kind of file: its model, and how a text becomes the model, or a report of what is wrong.

Rulesets, policies and sweeps are read the same way. Strict YAML and the model come first, with all
their problems in the order of the file. Only if there are none, the keys are looked at together. A
problem is a sentence: what was found, and what to write instead. It also shows numbers as YAML
wants them in place of `10,000` and `100 x face`. The model says what a key may hold, and what else
people call it (`rules.ruleset.declare`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
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

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from farklegen.errors import Problem
from farklegen.rules.catalogue import FileKind
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import MAX_NUMBER, PATTERN_LISTS, PLAIN, Whole, Write
from farklegen.rules.words import NUMBERS, QUOTES, closest, listed, read_phrase, shown
from farklegen.rules.yaml_source import (
    FORMS,
    KEY,
    PROBLEM_CAP,
    Loc,
    Node,
    YamlDocument,
    parse_yaml,
    sorted_and_capped,
)

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
        """The model that a text describes."""
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
            (
                each["type"],
                tuple(step for step in each["loc"] if step not in FORMS),
                each.get("ctx", {}),
            )
            for each in error.errors(include_url=False, include_input=False)
        ]
        unknown = [_of_key(loc) for kind, loc, _ in details if kind == "extra_forbidden"]
        suggested = set[Loc | None]()
        for number, loc in enumerate(unknown):
            message, target = self._unknown_key(loc, document, number < PROBLEM_CAP)
            suggested.add(target)
            yield document.problem((*loc, KEY), message)
        for kind, loc, context in details:
            node, at = document.node(loc), loc
            if _of_key(loc) in unknown or (kind == "missing" and loc in suggested):
                continue  # reported above
            if node.kind == "alias" or (kind == "missing" and node.merges):
                continue  # a slip of the document
            if kind in ("too_short", "too_long") and len(node.items) == 6:
                continue  # a problem of the entries
            if kind == "missing" and document.line_of(loc) is None:
                at, message = loc[:-1], self._missing(loc)
            elif loc[-1:] == (KEY,):
                message = f"{_dotted(loc[:-2])} has the key '{shown(loc[-2], 40)}'"
                message += f"; write {self.expected_at(loc)}"
            else:
                message = (
                    f"{_dotted(loc)} {_content(node)}; {self._write(kind, loc, node, context)}"
                )
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
