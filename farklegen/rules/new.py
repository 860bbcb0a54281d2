"""What `farklegen new` writes: the commented file with every key, or the file that answers make.

The commented file says of each key what its declaration says. Each question of `--ask` has a usual
answer; those that make no sense after earlier answers are left out. That file is as a person would
write it: what is not played has no line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from farklegen.rules.catalogue import load_builtin
from farklegen.rules.language import (
    face_points_meant,
    flow,
    keys_of,
    number_meant,
)
from farklegen.rules.loading import RULES
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.yaml_source import Node

MODELINE = "# yaml-language-server: $schema=ruleset.schema.json"

HEAD = f"""{MODELINE}
# House rules for Farkle. Change what your table plays differently, then ask for them to be read
# back to you with: farklegen check THIS-FILE
# Only combinations and a goal (or rounds) have to be there. A line that begins with # is switched
# off: your table has no such rule.

"""

BLOCK = """

# What scores. A pattern has one character for each die: a digit is that face, a capital letter is
# any face, and different letters are different faces. A name does as well: three of a kind, four
# ones, full house, straight. Several combinations may be taken from one roll, but each die counts
# once.
combinations:
  1: 100
  5: 50
  AAA: [1000, 200, 300, 400, 500, 600]   # six numbers: for three ones, three twos, ... three sixes
  AAAA: 1000
  AAAAA: 2000
  AAAAAA: 3000
  # AAA+: double           # in place of the three lines above: each further die doubles AAA
  123456: 1500             # the straight
  AABBCC: 1500             # three different pairs
  AAAABB: 1500             # delete this line if four of a kind and a pair are not three pairs
  AAABBB: 2500

# What your table calls them. Patterns with one name and the same points are counted together.
labels:
  AABBCC: three pairs
  AAAABB: three pairs
  AAABBB: two triplets

"""

WIDTH, COMMENT = 100, 27
"""Columns of the commented file, and where its comments begin."""


def template(start: str | None = None) -> str:
    """The text of a new ruleset file.

    Args:
        start: the built-in ruleset to begin with; without it, a commented file with every key.
    """
    if start is None:
        text = HEAD + "".join(_commented(Ruleset, {}, ""))
        return re.sub("\n{3,}", "\n\n", text)
    loaded = load_builtin(start)
    name = _quoted(f"Our {loaded.name}")
    return re.sub(r"^name:.*$", lambda _: f"name: {name}", loaded.text, count=1, flags=re.MULTILINE)


def _commented(model: type[BaseModel], values: Mapping[str, Any], indent: str) -> Iterator[str]:
    """The lines of a model's keys, each with what is said of it.

    Args:
        values: those to show, of a group that is switched off.
        indent: what all lines begin with.
    """
    for name, key in keys_of(model).items():
        if name in ("combinations", "labels"):
            yield BLOCK if name == "combinations" else ""
            continue
        value, off = (values[name], "") if name in values else _start(key.declared)
        about = key.declared.description or ""
        group = next(key.models, None)
        if group is None:
            yield _line(f"{indent}{off}{name}: {flow(value)}", about)
            continue
        shown = value if isinstance(value, dict) else {}
        yield "\n" + _line(f"{off}{name}:", about)
        yield from _commented(group, shown, f"{off}  ")
        yield "\n"


def _start(declared: FieldInfo) -> tuple[Any, str]:
    """The value to begin with, and what switches its line off if the key has none yet."""
    extra = declared.json_schema_extra
    value = extra.get("starter") if isinstance(extra, dict) else None
    value = declared.default if value is None else value
    if value in (None, {}) and declared.examples:
        return declared.examples[0], "# "
    return value, ""


def _line(text: str, comment: str) -> str:
    """A line with its comment behind it, or above it if there is no room."""
    if len(text) < COMMENT:
        first, *more = wrap(comment, WIDTH - COMMENT - 2)
        rest = "".join(f"{'':{COMMENT}}# {each}\n" for each in more)
        return f"{text:{COMMENT}}# {first}\n{rest}"
    if len(text) + len(comment) + 4 <= WIDTH:
        return f"{text}  # {comment}\n"
    return "".join(f"# {each}\n" for each in wrap(comment, WIDTH - 2)) + f"{text}\n"


def _quoted(name: str) -> str:
    """A name as YAML reads it: in quotes if it could be anything else."""
    plain = re.fullmatch(r"[A-Za-z][\w .'()&-]*", name) and name.lower() not in _WORDS
    return name if plain else json.dumps(name, ensure_ascii=False)


_WORDS = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
"""Words that YAML takes for something else."""


Answer: TypeAlias = str | bool | int | tuple[int, ...] | tuple[str, ...] | None
Answers: TypeAlias = Mapping[str, Answer]

Asked: TypeAlias = Callable[[Answers], Any]
"""Whether a question makes sense after the answers before."""

MOST_POINTS = 1_000_000
"""More than any table plays with: a slip of the finger."""


def _always(_answers: Answers) -> bool:
    return True


class AnswerError(ValueError):
    """An answer that is none to this question. The message says what is one."""


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        key: the key of the rules, or the pattern, whose value the answer is.
        text: as it is asked.
        usual: the answer of a bare Enter.
        read: the value that a text means, None for no such rule; raises AnswerError.
        asked: whether it makes sense after the answers before.
    """

    key: str
    text: str
    usual: str
    read: Callable[[str], Answer]
    asked: Asked = _always


def _usual(key: str) -> Any:
    """The value of a key that the commented file begins with."""
    section, _, name = key.rpartition(".")
    found = RULES.groups[section].get(name)
    return None if found is None else _start(found.declared)[0]


def _number(
    key: str,
    text: str,
    asked: Asked = _always,
    usual: int | None = None,
) -> Question:
    """A question for a number; 0 is none if the text says what it means."""
    limits = re.search(r"from (\d+) to (\d+)", RULES.expected_at(tuple(key.split("."))))
    least, most = (int(limits[1]), int(limits[2])) if limits else (1, MOST_POINTS)
    least = 0 if "(0:" in text else least

    def read(answer: str) -> int | None:
        none = answer.strip().lower() in ("none", "no")
        number = 0 if none else int(number_meant(_scalar(answer)) or -1)
        if not least <= number <= most:
            raise AnswerError(f"give a whole number from {least:,} to {most:,}")
        return number or None

    return Question(key, text, str(_usual(key) or 0 if usual is None else usual), read, asked)


def _either(
    key: str,
    text: str,
    yes: Answer,
    no: Answer = None,
    asked: Asked = _always,
    usual: Answer = None,
) -> Question:
    """A question for one of two values."""

    def read(answer: str) -> Answer:
        word = answer.strip().lower()
        if word not in ("y", "yes", "n", "no"):
            raise AnswerError("answer y (yes) or n (no)")
        return yes if word[0] == "y" else no

    return Question(
        key, f"{text} (y/n)", "y" if (usual or _usual(key)) == yes else "n", read, asked
    )


def _by_face(key: str, text: str, usual: str, asked: Asked) -> Question:
    """A question for the points of each face."""

    def read(answer: str) -> tuple[int, ...] | None:
        written = _scalar(answer)
        if written.text.lower() in ("none", "no"):
            return None
        said = face_points_meant(written) or number_meant(written)
        if said is None:
            raise AnswerError(
                "give one number, the same for all faces, or six numbers, for ones, twos, threes, "
                "fours, fives and sixes (0: does not score)"
            )
        points = tuple(map(int, re.findall("[0-9]+", said)))
        return points if any(points) else None

    faces = f"{text}, the same for all or six numbers{NONE}"
    return Question(key, faces, usual, read, asked)


def _scalar(answer: str) -> Node:
    return Node("scalar", 1, 1, answer.strip(), answer.strip())


def _name(text: str) -> str:
    if not text.strip():
        raise AnswerError("give a name")
    return text.strip()


def _dice(least: int) -> Asked:
    return lambda answers: int(str(answers["dice"])) >= least


def _equal(dice: int) -> Asked:
    """Whether so many equal dice have a line of their own."""
    return lambda answers: _dice(dice)(answers) and not answers.get("AAA+")


def _given(*keys: str) -> Asked:
    return lambda answers: any(answers.get(key) for key in keys)


def _more_than_triples(answers: Answers) -> bool:
    return _dice(4)(answers) and bool(answers["AAA"])


NONE = " (0: not played)"

QUESTIONS = (
    Question("name", "What do you call your game?", _usual("name"), _name),
    _number("dice", "How many dice does a turn begin with?"),
    _number("goal", "How many points end the game? (0: no number of points does)"),
    _number("rounds", "How many turns does each player have? (0: as many as it takes)",
            _given("goal"), 0),
    _number("rounds", "How many turns does each player have?",
            lambda answers: not answers.get("goal"), 10),
    _number("1", f"Points for a single one{NONE}", usual=100),
    _number("5", f"Points for a single five{NONE}", usual=50),
    _by_face("AAA", "Three of a kind", "1000 200 300 400 500 600", _dice(3)),
    _either("AAA+", "Does each die beyond three of a kind double its points?", "double",
            asked=_more_than_triples),
    _by_face("AAAA", "Four of a kind", "1000", _equal(4)),
    _by_face("AAAAA", "Five of a kind", "2000", _equal(5)),
    _by_face("AAAAAA", "Six of a kind", "3000", _equal(6)),
    _either("all_dice_only", "Does three of a kind score only in a roll of all the dice?",
            ("AAA",), asked=_more_than_triples),
    _number("12345", f"The short straights 1-2-3-4-5 and 2-3-4-5-6{NONE}", _dice(5)),
    _number("123456", f"The straight 1-2-3-4-5-6{NONE}", _dice(6), 1500),
    _number("AAABB", f"A full house, three of a kind and a pair{NONE}", _dice(5)),
    _number("AABBCC", f"Three pairs{NONE}", _dice(6), 1500),
    _either("AAAABB", "Do four of a kind and a pair count as three pairs, too?", True,
            asked=_given("AABBCC"), usual=True),
    _number("AAABBB", f"Two triplets{NONE}", _dice(6), 2500),
    _number("bank.minimum", "Fewest points that a turn may bank (0: any)"),
    _number("bank.opening", "Fewest points for a player's first bank (0: as any other)"),
    _either("set_aside", "Must every die that scores be set aside?", "all"),
    _either("hot_dice", "Must all dice be rolled again when every one has been set aside?",
            "required"),
    _either("last_die", "Must one die left be rolled?", "required", asked=_dice(2)),
    _number("last_die_throws", "How many throws has one die left to score?", _dice(2)),
    _number("farkle.first_roll_penalty",
            f"What a farkle on the first roll of a turn costs{NONE}"),
    _number("farkle.streak", "Farkles in a row that cost something (0: none do)", usual=0),
    _number("farkle.penalty", "Points that they cost", _given("farkle.streak"), 500),
    _either("farkle.lowest_score", "May farkles take a score below zero?", None, 0,
            _given("farkle.streak", "farkle.first_roll_penalty")),
    _either("end_game", "Does every other player have one more turn once a player has reached the "
            "goal?", "final_turn", asked=_given("goal")),
    _either("piggyback", "May the next player go on with the dice left after a bank?",
            "after_bank"),
)  # fmt: skip
"""All questions, in their order."""


LABELS = {"AABBCC": "three pairs", "AAAABB": "three pairs", "AAABBB": "two triplets"}


def ruleset_text(answers: Answers) -> str:
    """The file that the answers make: what is not played, or usual, has no line."""
    rules: dict[str, dict[str, Any]] = {"": {}, "combinations": {}}
    for key, answer in answers.items():
        section, _, name = key.rpartition(".")
        found = RULES.groups[section].get(name)
        if answer is None or (found is not None and answer == found.declared.default):
            continue
        value: Any = answers["AABBCC"] if answer is True else answer
        if isinstance(value, tuple) and len(value) == 1 and found is None:
            value = value[0]
        rules.setdefault("combinations" if found is None else section, {})[name] = value
    worth = rules["combinations"]
    if "12345" in worth:
        worth["23456"] = worth["12345"]
    rules["labels"] = {key: words for key, words in LABELS.items() if key in worth}
    top = {"dice": answers["dice"]} | rules.pop("") | {k: each for k, each in rules.items() if each}
    top = {"combinations": {}} | top | {"name": _quoted(str(answers["name"]))}
    lines = []
    for key in (key for key in RULES.groups[""] if key in top):
        value = top[key]
        if isinstance(value, dict) and value:
            below = "".join(f"  {name}: {flow(each)}\n" for name, each in value.items())
            lines.append(f"\n{key}:\n{below}\n")
        else:
            lines.append(f"{key}: {flow(value)}\n")
    return re.sub("\n{3,}", "\n\n", ANSWERED + "".join(lines)).rstrip("\n") + "\n"


ANSWERED = f"""{MODELINE}
# House rules for Farkle, as they were asked for. What else there is to say is in
# the file that farklegen new writes without --ask.

"""
