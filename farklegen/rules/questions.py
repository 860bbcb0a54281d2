"""The questions of `farklegen new --ask`, and the file that the answers make.

Each question has a usual answer; those that make no sense after earlier answers are left out. The
file is as a person would write it: what is not played has no line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from farklegen.rules.numerals import number_in
from farklegen.rules.patterns import MAX_ROUNDS, MAX_THROWS

Answer: TypeAlias = str | bool | int | tuple[int, ...]
Answers: TypeAlias = Mapping[str, Answer]

MOST_POINTS = 1_000_000
"""More than any table plays with: a slip of the finger."""


class AnswerError(ValueError):
    """An answer that is none to this question. The message says what is one."""


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        key: what the answer is kept under.
        text: as it is asked.
        usual: the answer of a bare Enter.
        read: what a text means; raises AnswerError.
        asked: whether it makes sense after the answers before.
    """

    key: str
    text: str
    usual: str
    read: Callable[[str], Answer]
    asked: Callable[[Answers], bool] = lambda _answers: True


def _words(text: str) -> str:
    if not text.strip():
        raise AnswerError("give a name")
    return text.strip()


def _yes(text: str) -> bool:
    if text.strip().lower() in ("y", "yes"):
        return True
    if text.strip().lower() in ("n", "no"):
        return False
    raise AnswerError("answer y (yes) or n (no)")


def _whole(least: int, most: int = MOST_POINTS) -> Callable[[str], int]:
    def read(text: str) -> int:
        plain = text.strip().replace(",", "")
        if plain.lower() in ("none", "no") and least == 0:
            return 0
        if not re.fullmatch("[0-9]{1,9}", plain) or not least <= int(plain) <= most:
            written = number_in(plain)
            said = "" if written is None else f"; write {written}"
            raise AnswerError(f"give a whole number from {least:,} to {most:,}{said}")
        return int(plain)

    return read


def _by_face(text: str) -> tuple[int, ...]:
    """One number for all faces, or six."""
    parts = text.strip().split(",")
    if len(parts) != 6 or re.search(r"\s", text.strip()):  # 1,000 2,000 3,000 are three numbers
        parts = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text).replace(",", " ").split()
    if [part.lower() for part in parts] in (["none"], ["no"]):
        return (0,)
    if len(parts) not in (1, 6) or not all(re.fullmatch("[0-9]{1,7}", each) for each in parts):
        written = number_in(text.strip())
        raise AnswerError(
            f"write {written}"
            if written is not None
            else "give one number, the same for all faces, or six numbers, for ones, twos, threes, "
            "fours, fives and sixes (0: does not score)"
        )
    return tuple(map(int, parts))


def _dice(least: int) -> Callable[[Answers], bool]:
    return lambda answers: int(str(answers["dice"])) >= least


def _triples(answers: Answers) -> bool:
    """Whether three of a kind score."""
    worth = answers["AAA"]
    return any(worth) if isinstance(worth, tuple) else bool(worth)


def _equal(dice: int) -> Callable[[Answers], bool]:
    """Whether so many equal dice have a line of their own."""
    return lambda answers: _dice(dice)(answers) and not answers.get("double")


def _said(key: str) -> Callable[[Answers], bool]:
    return lambda answers: bool(answers.get(key))


NONE = " (0: not played)"
FACES = ", the same for all or six numbers" + NONE

QUESTIONS = (
    Question("name", "What do you call your game?", "Our Farkle", _words),
    Question("dice", "How many dice does a turn begin with?", "6", _whole(1, 8)),
    Question("goal", "How many points end the game? (0: no number of points does)", "10000",
             _whole(0)),
    Question("rounds", "How many turns does each player have? (0: as many as it takes)", "0",
             _whole(0, MAX_ROUNDS), _said("goal")),
    Question("rounds", "How many turns does each player have?", "10", _whole(1, MAX_ROUNDS),
             lambda answers: not answers.get("goal")),
    Question("1", f"Points for a single one{NONE}", "100", _whole(0)),
    Question("5", f"Points for a single five{NONE}", "50", _whole(0)),
    Question(
        "AAA", f"Three of a kind{FACES}", "1000 200 300 400 500 600", _by_face, _dice(3)
    ),
    Question("double", "Does each die beyond three of a kind double its points? (y/n)", "n", _yes,
             lambda answers: _dice(4)(answers) and _triples(answers)),
    Question("AAAA", f"Four of a kind{FACES}", "1000", _by_face, _equal(4)),
    Question("AAAAA", f"Five of a kind{FACES}", "2000", _by_face, _equal(5)),
    Question("AAAAAA", f"Six of a kind{FACES}", "3000", _by_face, _equal(6)),
    Question("only", "Does three of a kind score only in a roll of all the dice? (y/n)", "n", _yes,
             lambda answers: _dice(4)(answers) and _triples(answers)),
    Question("short", f"The short straights 1-2-3-4-5 and 2-3-4-5-6{NONE}", "0", _whole(0),
             _dice(5)),
    Question("123456", f"The straight 1-2-3-4-5-6{NONE}", "1500", _whole(0), _dice(6)),
    Question("AAABB", f"A full house, three of a kind and a pair{NONE}", "0", _whole(0), _dice(5)),
    Question("AABBCC", f"Three pairs{NONE}", "1500", _whole(0), _dice(6)),
    Question(
        "AAAABB", "Do four of a kind and a pair count as three pairs, too? (y/n)", "y", _yes,
        _said("AABBCC"),
    ),
    Question("AAABBB", f"Two triplets{NONE}", "2500", _whole(0), _dice(6)),
    Question("minimum", "Fewest points that a turn may bank (0: any)", "0", _whole(0)),
    Question("opening", "Fewest points for a player's first bank (0: as any other)", "500",
             _whole(0)),
    Question("all", "Must every die that scores be set aside? (y/n)", "n", _yes),
    Question("hot", "Must all dice be rolled again when every one has been set aside? (y/n)", "n",
             _yes),
    Question("one", "Must one die left be rolled? (y/n)", "n", _yes, _dice(2)),
    Question("throws", "How many throws has one die left to score?", "1", _whole(1, MAX_THROWS),
             _dice(2)),
    Question("first", f"What a farkle on the first roll of a turn costs{NONE}", "0", _whole(0)),
    Question("streak", "Farkles in a row that cost something (0: none do)", "0", _whole(0, 10)),
    Question("penalty", "Points that they cost", "500", _whole(1), _said("streak")),
    Question("below", "May farkles take a score below zero? (y/n)", "y", _yes,
             lambda answers: bool(answers["streak"] or answers["first"])),
    Question("last", "Does every other player have one more turn once a player has reached the "
             "goal? (y/n)", "y", _yes, _said("goal")),
    Question("over", "May the next player go on with the dice left after a bank? (y/n)", "n",
             _yes),
)  # fmt: skip
"""All questions, in their order."""


def ruleset_text(answers: Answers) -> str:
    """The file that the answers make."""
    return "\n".join(_lines(answers)) + "\n"


def _lines(answers: Answers) -> Iterator[str]:
    def there(key: str) -> bool:
        return bool(answers.get(key))

    yield "# yaml-language-server: $schema=ruleset.schema.json"
    yield "# House rules for Farkle, as they were asked for. What else there is to say is in"
    yield "# the file that farklegen new writes without --ask."
    yield ""
    name = str(answers["name"])
    plain = re.fullmatch(r"[A-Za-z][\w .'()&-]*", name) and name.lower() not in _WORDS
    yield f"name: {name if plain else json.dumps(name, ensure_ascii=False)}"
    yield ""
    yield f"dice: {answers['dice']}"
    if there("goal"):
        yield f"goal: {answers['goal']}"
    if there("rounds"):
        yield f"rounds: {answers['rounds']}"
    yield ""
    yield "combinations:"
    pairs = dict(_combinations(answers))
    yield from (f"  {key}: {points}" for key, points in pairs.items())
    if not pairs:
        yield "  {}"
    labels = [("AABBCC", "three pairs"), ("AAAABB", "three pairs"), ("AAABBB", "two triplets")]
    if any(key in pairs for key, _ in labels):
        yield ""
        yield "labels:"
        yield from (f"  {key}: {words}" for key, words in labels if key in pairs)
    yield ""
    yield f"set_aside: {'all' if there('all') else 'any'}"
    if there("only"):
        yield "all_dice_only: [AAA]"
    yield f"hot_dice: {'required' if there('hot') else 'optional'}"
    if there("one"):
        yield "last_die: required"
    if answers.get("throws", 1) != 1:
        yield f"last_die_throws: {answers['throws']}"
    minimum, opening = int(str(answers["minimum"])), int(str(answers["opening"]))
    if minimum or opening:
        yield ""
        yield "bank:"
        yield f"  minimum: {minimum}"
        if opening > minimum:
            yield f"  opening: {opening}"
    if there("streak") or there("first"):
        yield ""
        yield "farkle:"
        if there("first"):
            yield f"  first_roll_penalty: {answers['first']}"
        if there("streak"):
            yield f"  streak: {answers['streak']}"
            yield f"  penalty: {answers['penalty']}"
        if not there("below"):
            yield "  lowest_score: 0"
    yield ""
    if there("goal"):
        yield f"end_game: {'final_turn' if there('last') else 'sudden_death'}"
    if there("over"):
        yield "piggyback: after_bank"


_WORDS = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")
"""Words that YAML takes for something else."""


def _combinations(answers: Answers) -> Iterator[tuple[str, str]]:
    """Pattern and points of what is played."""
    for key in ("1", "5", "AAA", "AAAA", "AAAAA", "AAAAAA"):
        worth = answers.get(key, 0)
        numbers = worth if isinstance(worth, tuple) else (int(str(worth)),)
        if any(numbers):
            yield key, str(numbers[0]) if len(numbers) == 1 else str(list(numbers))
        if key == "AAA" and answers.get("double"):
            yield "AAA+", "double"
    if answers.get("short"):
        yield "12345", str(answers["short"])
        yield "23456", str(answers["short"])
    for key in ("123456", "AAABB", "AABBCC"):
        if answers.get(key):
            yield key, str(answers[key])
    if answers.get("AABBCC") and answers.get("AAAABB"):
        yield "AAAABB", str(answers["AABBCC"])
    if answers.get("AAABBB"):
        yield "AAABBB", str(answers["AAABBB"])
