"""What `farklegen new` writes: the commented file with every key, or the file that answers make.

Each question of `--ask` has a usual answer; those that make no sense after earlier answers are left
out. That file is as a person would write it: what is not played has no line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from farklegen.rules.catalogue import load_builtin
from farklegen.rules.language import number_in
from farklegen.rules.patterns import MAX_ROUNDS, MAX_THROWS

MODELINE = "# yaml-language-server: $schema=ruleset.schema.json"

STARTER = (
    MODELINE
    + """
# House rules for Farkle. Change what your table plays differently, then ask for them to be read
# back to you with: farklegen check THIS-FILE
# Only combinations and a goal (or rounds) have to be there. A line that begins with # is switched
# off; what it shows is what holds anyway, unless its comment says otherwise.

name: Our Farkle
# source: Grandmother's letter       # where these rules are from

dice: 6                    # dice in the first roll of a turn, 1 to 8
goal: 10000                # the banked score that ends the game
# rounds: 10               # or after so many turns of each player, the highest score wins (off: no
                           # limit); the goal may be left out then

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

# nothing: 500             # points for rolling all the dice and scoring nothing (off: a farkle)

all_dice_only: []          # combinations that score only in a roll of all the dice, such as [AAA]
set_aside: any             # any: you may leave scoring dice on the table; all: you must take them
hot_dice: optional         # all dice set aside: optional to roll them again, or required
last_die: optional         # one die left: optional to roll it, or required (no banking then)
last_die_throws: 1         # throws that one die left has to score
# hot_dice_bonus:          # extra points whenever every die has been set aside (off: none)
#   points: 500            # the first time in a turn
#   step: 0                # how much more each time after that
#   when: any              # last_die: only if the final die was rolled on its own

bank:
  minimum: 0               # fewest points a turn may bank (0: any)
  opening: 500             # fewest points for a player's first bank
  beat_previous: false     # true: a turn must beat what was banked on the turn before
  multiple_of: 1           # 100: a turn score that ends in 50 cannot be banked

farkle:
  # streak: 3              # the third farkle in a row costs the penalty (off: none does)
  penalty: 0               # a number of points, or all
  lowest_score: null       # 0: penalties never make a score negative
  first_roll_points: 0     # consolation for a farkle on the first roll of a turn
  first_roll_penalty: 0    # what a farkle on the first roll of a turn costs
  all_dice_points: 0       # consolation for a farkle on any roll of all the dice
  keeps_turn_score: false  # true: a farkle ends the turn, but its points are banked

end_game: final_turn       # sudden_death: the goal wins at once; final_turn: the other gets one
                           # more turn; equal_turns: only if the other has had fewer turns
ties: split                # level scores after that turn: split, or the leader or challenger wins
overshoot: win             # bust: the goal must be hit exactly

piggyback: none            # who comes next may go on with your dice: after_bank, after_farkle, both
instant_win: []            # patterns that win the game at once, such as [AAAAAA]
disaster: []               # patterns that wipe the banked score, such as [2222]
die_weights: [1, 1, 1, 1, 1, 1]      # how often each face comes up: fair dice
# die_types:               # dice of different kinds; bring them with dice: {lucky: 2, ordinary: 4}
#   lucky: [6, 1, 2, 3, 4, 6]
#   devil: {weights: [1, 1, 1, 1, 1, 1], joker: 1}     # its 1 stands for any face in a combination
"""
)


def template(start: str | None = None) -> str:
    """The text of a new ruleset file.

    Args:
        start: the built-in ruleset to begin with; without it, a commented file with every key.
    """
    if start is None:
        return STARTER
    loaded = load_builtin(start)
    name = f"Our {loaded.name}"
    if not re.fullmatch(r"[A-Za-z][\w ,.'()&-]*", name):
        name = json.dumps(name, ensure_ascii=False)
    return re.sub(r"^name:.*$", lambda _: f"name: {name}", loaded.text, count=1, flags=re.MULTILINE)


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
