"""Files for people who write rules: what `farklegen new` makes, and the JSON Schema for editors.

The commented file and the schema say of each key what its declaration says. Each question of
`--ask` has a usual answer. Questions that make no sense after earlier answers are left out. The
file from answers is as a person would write it: rules that are not played have no line. With the
schema, editors complete and check while you type: it has patterns as keys, words for hovers and
examples. It says less than `farklegen check`, which also looks at rules together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel

from farklegen.errors import ArgumentError
from farklegen.rules.language import (
    Key,
    flow,
    keys_of,
    models_in,
    read_face_points,
    read_number,
    scalar_value,
)  # fmt: skip
from farklegen.rules.loading import RULES, load_builtin
from farklegen.rules.patterns import MAX_DICE
from farklegen.rules.ruleset import PATTERN_LISTS, Ruleset, Whole

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
    """The text of a new file: built-in rules to begin with, or a commented file with every key."""
    if start is None:
        text = HEAD + "".join(_commented(Ruleset, {}, ""))
        return re.sub("\n{3,}", "\n\n", text)
    loaded = load_builtin(start)
    name = _quoted(f"Our {loaded.name}")
    return re.sub(r"^name:.*$", lambda _: f"name: {name}", loaded.text, count=1, flags=re.MULTILINE)


def _commented(model: type[BaseModel], values: Mapping[str, Any], indent: str) -> Iterator[str]:
    """The lines of a model's keys, each with its description; `values` are the values to show for a
    group that is switched off."""
    for name, key in keys_of(model).items():
        if name in ("combinations", "labels"):
            yield BLOCK if name == "combinations" else ""
            continue
        value, off = (values[name], "") if name in values else _start(key)
        about = key.declared.description or ""
        group = next(models_in(key.type), None)
        if group is None:
            yield _line(f"{indent}{off}{name}: {flow(value)}", about)
            continue
        shown = value if isinstance(value, dict) else {}
        yield "\n" + _line(f"{off}{name}:", about)
        yield from _commented(group, shown, f"{off}  ")
        yield "\n"


def _start(key: Key) -> tuple[Any, str]:
    """The value to begin with, and what switches its line off if the key has none yet."""
    starter, examples = key.extra("starter"), key.declared.examples
    value = key.declared.default if starter is None else starter
    return (examples[0], "# ") if value in (None, {}) and examples else (value, "")


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
    plain = re.fullmatch(r"[A-Za-z][\w .'()&-]*", name) and scalar_value(name) == name
    return name if plain else json.dumps(name, ensure_ascii=False)


Answer: TypeAlias = str | bool | int | tuple[int, ...] | tuple[str, ...] | None
Answers: TypeAlias = Mapping[str, Answer]


@dataclass(frozen=True)
class Question:
    """One question: for a number (0 means no such rule if the text says so), for yes or no, for the
    points of each face, or for the name.

    Attributes:
        key: the key of the rules, or the pattern, whose value the answer is.
        text: the words of the question.
        dice: the fewest dice with which it makes sense.
        after: keys, of which an answer before must have given one.
        unless: a key that no answer may have given.
        start: the text that a bare Enter stands for, if this differs from the commented file.
        yes, no: the values that these answers to a question stand for; None for no such rule. By
            default, yes is the second of the values that the key may have.
    """

    key: str
    text: str
    dice: int = 0
    after: tuple[str, ...] = ()
    unless: str = ""
    start: str = ""
    yes: Answer = None
    no: Answer = None

    def applies(self, answers: Answers) -> bool:
        """Whether it makes sense after the answers before."""
        given = {key for key, answer in answers.items() if answer}
        if self.unless in given or (self.after and given.isdisjoint(self.after)):
            return False
        return self.dice == 0 or int(str(answers["dice"])) >= self.dice

    @property
    def rule(self) -> Key | None:
        """The key as it is declared; None for a pattern."""
        return RULES.keys.get(self.key)

    @property
    def usual(self) -> str:
        """The answer of a bare Enter."""
        start = self.start or (_start(self.rule)[0] if self.rule else 0)
        if "(y/n)" not in self.text:
            return str(start or 0)
        return "y" if start in ("y", self._values[0]) else "n"

    @property
    def _values(self) -> tuple[Answer, Answer]:
        """The values of yes and no."""
        words = get_args(self.rule.type) if self.rule else ()
        chosen = self.yes is None and self.no is None
        return (words[1] if chosen else self.yes), self.no

    def read(self, answer: str) -> Answer:
        """The value that a text means; raises ArgumentError."""
        text, word = answer.strip(), answer.strip().lower()
        if self.key == "name":
            if not text:
                raise ArgumentError("give a name")
            return text
        if "(y/n)" in self.text:
            if word[:1] not in ("y", "n"):
                raise ArgumentError("answer y (yes) or n (no)")
            return self._values[word[0] == "n"]
        faces = FACES in self.text
        number = "0" if word in ("none", "no") else read_number(text)
        given = (faces and read_face_points(text)) or number or "-1"
        points = tuple(map(int, re.findall("-?[0-9]+", given)))
        where = tuple(self.key.split(".")) if self.rule else ("combinations", self.key)
        whole = RULES.whole_at(where) or Whole(0)
        least = 0 if "(0:" in self.text else max(whole.least, 1)
        if not all(least <= each <= whole.most for each in points):
            number = f"a whole number from {least:,} to {whole.most:,}"
            raise ArgumentError(f"give {SIX if faces else number}")
        return (points[0] if len(points) == 1 else points) if any(points) else None


def read_answers(texts: Mapping[str, str]) -> dict[Question, Answer]:
    """The questions that answers lead to, in order, each with its answer.

    Args:
        texts: what was typed, by the text of the question; other questions have their usual answer.
    """
    found: dict[Question, Answer] = {}
    answers: dict[str, Answer] = {}
    for question in QUESTIONS:
        if question.applies(answers):
            answer = question.read(texts.get(question.text, question.usual))
            found[question] = answers[question.key] = answer
    return found


NONE = " (0: not played)"
FACES = f", points for all faces or for each from 1 to 6{NONE}"
SIX = (
    "one number, the same for all faces, or six numbers, for ones, twos, threes, fours, fives and "
    "sixes (0: does not score)"
)

QUESTIONS = (
    Question("name", "What do you call your game?"),
    Question("dice", "How many dice does a turn begin with?"),
    Question("goal", "How many points end the game? (0: you play a number of turns)"),
    Question("rounds", "How many turns does each player have? (0: as many as it takes)",
             after=("goal",), start="0"),
    Question("rounds", "How many turns does each player have?", unless="goal"),
    Question("1", f"Points for a single one{NONE}", start="100"),
    Question("5", f"Points for a single five{NONE}", start="50"),
    Question("AAA", f"Three of a kind{FACES}", dice=3, start="1000 200 300 400 500 600"),
    Question("AAA+", "Does each die beyond three of a kind double its points? (y/n)",
             dice=4, after=("AAA",), yes="double"),
    Question("AAAA", f"Four of a kind{FACES}", dice=4, unless="AAA+", start="1000"),
    Question("AAAAA", f"Five of a kind{FACES}", dice=5, unless="AAA+", start="2000"),
    Question("AAAAAA", f"Six of a kind{FACES}", dice=6, unless="AAA+", start="3000"),
    Question("all_dice_only", "Does three of a kind score only in a roll of all the dice? (y/n)",
             dice=4, after=("AAA",), yes=("AAA",)),
    Question("12345", f"The short straights 1-2-3-4-5 and 2-3-4-5-6{NONE}", dice=5),
    Question("123456", f"The straight 1-2-3-4-5-6{NONE}", dice=6, start="1500"),
    Question("AAABB", f"A full house, three of a kind and a pair{NONE}", dice=5),
    Question("AABBCC", f"Three pairs{NONE}", dice=6, start="1500"),
    Question("AAAABB", "Do four of a kind and a pair count as three pairs, too? (y/n)",
             after=("AABBCC",), start="y", yes=True),
    Question("AAABBB", f"Two triplets{NONE}", dice=6, start="2500"),
    Question("bank.minimum", "How many points must a turn have to be banked? (0: any)"),
    Question("bank.opening", "How many points must your first bank have? (0: as any other)"),
    Question("set_aside", "Must you set aside every die that scores? (y/n)"),
    Question("hot_dice", "When every die has scored, must you roll all of them again? (y/n)"),
    Question("last_die", "With one die left, must you roll it? (y/n)", dice=2),
    Question("last_die_throws", "With one die left, how many throws to score?", dice=2),
    Question("farkle.first_roll_penalty", f"What does a farkle on the first roll cost?{NONE}"),
    Question("farkle.streak", "How many farkles in a row cost points? (0: none)", start="0"),
    Question("farkle.penalty", "How many points do they cost?", after=("farkle.streak",),
             start="500"),
    Question("farkle.lowest_score", "May farkles take a score below zero? (y/n)",
             after=("farkle.streak", "farkle.first_roll_penalty"), no=0),
    Question("end_game", "When a player reaches the goal, does every other player have one more "
             "turn? (y/n)", after=("goal",)),
    Question("piggyback", "After a bank, may the next player roll the dice that are left? (y/n)"),
)  # fmt: skip
"""All questions, in their order."""


LABELS = {"AABBCC": "three pairs", "AAAABB": "three pairs", "AAABBB": "two triplets"}


def ruleset_text(answers: Answers) -> str:
    """The file that the answers make. Rules that are not played, or usual, have no line."""
    rules: dict[str, Any] = {"name": _quoted(str(answers["name"])), "dice": answers["dice"]}
    worth = rules["combinations"] = dict[str, Any]()
    for key, answer in answers.items():
        section, _, name = key.rpartition(".")
        if (rule := RULES.keys.get(key)) is None:
            if answer is not None:
                worth[key] = answers["AABBCC"] if answer is True else answer
        elif key not in rules and answer not in (None, rule.declared.default):
            (rules.setdefault(section, {}) if section else rules)[name] = answer
    if "12345" in worth:
        worth["23456"] = worth["12345"]
    rules["labels"] = {key: words for key, words in LABELS.items() if key in worth}
    lines = []
    for key in RULES.groups[""]:
        value = rules.get(key)
        if isinstance(value, dict) and (value or key == "combinations"):
            below = "".join(f"  {name}: {flow(each)}\n" for name, each in value.items())
            lines.append(f"\n{key}:\n{below}\n")
        elif value:
            lines.append(f"{key}: {flow(value)}\n")
    return re.sub("\n{3,}", "\n\n", ANSWERED + "".join(lines)).rstrip("\n") + "\n"


ANSWERED = f"""{MODELINE}
# Your house rules for Farkle. To see every other rule that a file can have:
# farklegen new FILE

"""


DIALECT = "https://json-schema.org/draft/2020-12/schema"
PATTERN = f"^[1-6A-Z]{{1,{MAX_DICE}}}$"

NAMES = (
    "one", "five", "three ones", "four ones", "two pairs", "three of a kind", "four of a kind",
    "five of a kind", "six of a kind", "full house", "three pairs", "two triplets",
    "four of a kind and a pair", "straight", "short straight",
)  # fmt: skip
"""The usual names of combinations, which editors offer."""

_NAME = "[EIOUeioué]|[1-8].?[SKsk]|[Pp]aa|PAA"
"""What every name has in it. Some texts that are no names match too; `check` finds these."""

_PATTERN = [{"pattern": PATTERN}, {"enum": list(NAMES)}, {"pattern": _NAME}]
_PATTERN_KEY = {
    "anyOf": _PATTERN,
    "description": "one character per die: a digit is that face, a capital letter any face; or a "
    "name, such as three of a kind",
}

LAW = r"\+\s*$"
_LAW_VALUE = {
    "anyOf": [{"enum": ["double", "add"]}, {"type": "integer", "exclusiveMinimum": 0}],
    "description": "what each further die of the same face does: double the points, add those of "
    "the line once more (add), or add that many points",
}


def json_schema() -> dict[str, Any]:
    schema = Ruleset.model_json_schema()
    properties = schema["properties"]
    for group in (schema, *schema["$defs"].values()):
        for value in group["properties"].values():
            for name in ("title", "also", "starter"):  # a declaration has more than a schema
                value.pop(name, None)
    combinations = properties["combinations"]
    combinations["propertyNames"] = {**_PATTERN_KEY, "anyOf": [*_PATTERN, {"pattern": LAW}]}
    combinations["patternProperties"] = {LAW: _LAW_VALUE}
    properties["labels"]["propertyNames"] = {"anyOf": [*_PATTERN, {"const": "nothing"}]}
    for key in PATTERN_LISTS:
        # YAML reads 2222 as a number; farklegen takes it as the pattern that it is.
        items = {"anyOf": [{"type": "string", "anyOf": _PATTERN}, {"type": "integer"}]}
        properties[key]["items"] = items
    for name, declared in keys_of(Ruleset).items():
        if declared.may_be_empty:
            value = properties[name]
            about = [key for key in ("description", "default", "examples") if key in value]
            properties[name] = {key: value.pop(key) for key in about}
            properties[name]["anyOf"] = [value, {"type": "null"}]
    return {"$schema": DIALECT, **schema}
