"""What the sentences of a short card say, taken in one by one.

No sentence is skipped: one that is not understood, or that says again what another one said, is an
error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from tests.referee.turn import State, Turn
from tests.report.sentence_words import (
    AHEAD,
    DICE,
    LAST,
    LAST_TURN,
    MAY,
    PAST,
    TIES,
    AtGoal,
    Line,
    OnLast,
    all_of,
    asked,
    banks,
    dice_of,
    holds,
    number,
    numbers,
    places,
    worths,
)  # fmt: skip


class SentenceCard:
    """A card as it was read."""

    def __init__(self, ruleset: Ruleset, sentences: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.turn, self.hands = Turn(ruleset), hands_of(ruleset)
        self.bank: dict[int, Callable[[int], bool]] | None = None
        self.worth: dict[int, list[tuple[int, int]]] | None = None
        self.others = self.most_points = self.in_order = self.of_several = False
        self.opening = self.minimum = 0
        self.multiple, self.beats = 1, False
        self.goes: list[tuple[float, float, list[int]]] = []
        self.apart: dict[State, tuple[Any, Any]] = {}
        self.between: dict[State | None, dict[int, list[tuple[int, int]]]] = {}
        self.take_over: dict[int, str] | None = None
        self.lines: list[Line] = []
        self.numbered: list[int] = []
        self.explained: set[int | None] = {0}
        """Ways to count the turn score that the card explains."""
        self.less: int | None = 0
        """By how much the turn score counts less; None: go for the goal."""
        self.at_goal: AtGoal | None = None
        self.lead, self.past = 0, ruleset.dice
        self.on_last: dict[str, OnLast] = {}
        self.last_afresh: set[str] = set()
        self.as_none: dict[str, set[int]] = {}
        for sentence in sentences:
            self.read(sentence)
        self.check()

    def read(self, sentence: str) -> None:
        """Take in a sentence."""
        found = [
            (reading, words)
            for pattern, reading in READINGS.items()
            if (words := re.fullmatch(pattern, sentence))
        ]
        assert len(found) == 1, sentence
        reading, words = found[0]
        reading(self, *words.groups())

    def check(self) -> None:
        """What is said must be all that there is to know, and said once."""
        assert self.bank is not None
        assert self.worth is not None
        assert (self.at_goal is not None) == (self.ruleset.goal is not None)
        assert {line.less for line in self.lines} <= self.explained
        assert self.numbered == (list(range(1, len(self.lines) + 1)) if len(self.lines) > 1 else [])
        assert self.in_order == (len(self.lines) > 1)
        assert (self.take_over is not None) == (self.ruleset.piggyback != "none")

    # one reading for each kind of sentence

    def never_banks(self) -> None:
        assert self.bank is None
        self.bank = {}

    def banks_with(self, words: str) -> None:
        assert self.bank is None
        self.bank = banks(words)

    def banks_by_kind(self, by_number: str, by_kind: str, _usual: str) -> None:
        assert self.bank is None
        least = self.of_kinds(by_number, by_kind, "later", "sooner")
        self.bank = {hand: holds(f"from {points}") for hand, points in least.items()}

    def sets_aside(
        self, words: str | None, others: str | None, size: str, most: str | None
    ) -> None:
        assert self.worth is None
        assert int(size) == self.ruleset.dice
        self.worth, self.others, self.most_points = worths(words or ""), bool(others), bool(most)

    def takes_points(self, most: str | None) -> None:
        assert self.worth is None
        self.worth, self.others, self.most_points = {}, True, bool(most)

    def worth_by_kind(
        self, by_number: str, by_kind: str, least: str, size: str, most: str | None
    ) -> None:
        assert self.worth is None
        assert int(size) == self.ruleset.dice
        found = self.of_kinds(by_number, by_kind, "more", "less")
        self.worth = {hand: [(0, max(value, number(least)))] for hand, value in found.items()}
        self.most_points = bool(most)

    def of_kinds(self, by_number: str, by_kind: str, up: str, down: str) -> dict[int, int]:
        """A number of points for each hand of different dice."""
        usual = [numbers(part.split(" ", 2)[2])[0] for part in by_number.split(", ")]
        more = {}
        for part in filter(None, re.split("; |, ", by_kind)):
            name, points, way = all_of(
                rf"each (.*) among them ([\d,]+) ({up}|{down})", part
            ).groups()
            more[name] = number(points) * (1 if way == up else -1)
        names = [kind.name for kind in self.hands.kinds]
        assert set(more) <= set(names)
        return {
            hand: usual[sum(counts) - 1]
            + sum(n * more.get(name, 0) for n, name in zip(counts, names, strict=True))
            for hand, counts in enumerate(self.hands.counts)
            if hand
        }

    def between_multiples(self, where: str | None, multiple: str, words: str) -> None:
        assert number(multiple) == self.ruleset.bank.multiple_of
        value = {} if words == "nothing" else worths(words)
        for state in self.states_of(where) if where else [None]:
            assert state not in self.between
            self.between[state] = value

    def set_apart(self, where: str, words: str, worth: str | None) -> None:
        rows = banks(words)
        for here in dict.fromkeys(self.states_of(where)):
            assert here not in self.apart
            self.apart[here] = rows, worths(worth) if worth else {}

    def opens(self, points: str) -> None:
        self.opening = number(points)

    def has_minimum(self, points: str) -> None:
        self.minimum = number(points)

    def has_multiple(self, points: str) -> None:
        self.multiple = number(points)

    def beats_previous(self) -> None:
        self.beats = True

    def has_lines(self) -> None:
        assert not self.lines
        self.in_order = True

    def line(self, place: str | None, when: str, what: str) -> None:
        asks: dict[str, int] = {}
        for words in when.removeprefix("When ").split(" and "):
            asks |= asked(words)
        self.numbered += [int(place)] if place else []
        less: int | None = 0
        if what.startswith("go for it"):
            less = None
        elif found := re.fullmatch(r"bank ([\d,]+) (later|earlier)", what):
            less = number(found[1]) * (1 if found[2] == "later" else -1)
        self.lines.append(Line(asks, less))

    def explains_going(self) -> None:
        self.explained.add(None)

    def explains_later(self, amounts: str, less: str) -> None:
        self.explains(amounts, less, 1)

    def explains_earlier(self, amounts: str, more: str) -> None:
        self.explains(amounts, more, -1)

    def explains(self, amounts: str, counted: str, sign: int) -> None:
        some = [number(each) for each in re.split(", | or ", amounts)]
        assert counted == ("that much" if len(some) > 1 else amounts)
        self.explained |= {sign * amount for amount in some}

    def goes_from(self, score: str, dice: str | None, goal: str) -> None:
        self.goes_at(number(score), number(score), dice, goal)

    def goes_once(self, mine: str | None, theirs: str | None, dice: str | None, goal: str) -> None:
        own, other = (number(score) if score else inf for score in (mine, theirs))
        self.goes_at(own, other, dice, goal)

    def goes_at(self, mine: float, theirs: float, dice: str | None, goal: str) -> None:
        assert number(goal) == self.ruleset.goal
        every = list(range(1, self.ruleset.dice + 1))
        self.goes.append((mine, theirs, dice_of(dice) if dice else every))

    def reaches_goal(
        self, verb: str, goal: str, how: str | None, may: str | None, what: str, then: str | None
    ) -> None:
        assert self.at_goal is None
        assert (verb == "hit") == (how == " exactly")
        assert (then == "") == (what == "it" or what.endswith(" and bank"))
        most, waits = what != "it and bank", bool(then)
        self.at_goal = AtGoal(
            number(goal), verb == "hit", how == " first", bool(may), most, waits,
            waits and str(then).startswith(". Then keep"),
        )  # fmt: skip
        if found := re.search(AHEAD, then or ""):
            self.lead = number(found[1])
        if found := re.search(PAST, then or ""):
            self.past = int(found[1])

    def wins_on(self, turns: str, level: str | None, may: str | None, what: str) -> None:
        for kind in turns.split(" or "):
            assert kind not in self.on_last
            most = what != "it"
            self.on_last[kind] = OnLast(None, bool(level), bool(may), most)

    def hits_on_last(self, goal: str) -> None:
        assert LAST_TURN not in self.on_last
        self.on_last[LAST_TURN] = OnLast(number(goal), True, True, False)

    def afresh_on(self, turns: str) -> None:
        self.last_afresh = set(turns.split(" or "))

    def counts_as_none(self, turns: str, farkles: str) -> None:
        for kind in turns.split(" or "):
            self.as_none[kind] = set(numbers(farkles))

    def meets_several(self) -> None:
        self.of_several = True

    def takes_over(self, words: str) -> None:
        assert self.take_over is None
        self.take_over = places(words)

    def never_takes_over(self) -> None:
        assert self.take_over is None
        self.take_over = {}

    def states_of(self, words: str) -> Iterator[State]:
        for part in words.lower().split(", and "):
            after = re.search(r"after (.*) farkles? in a row", part)
            streaks = [int(n) for n in re.findall(r"\d+", after[1])] if after else [0]
            if not after and "no farkle" not in part:  # whatever came before
                streaks = [*range(self.ruleset.farkle.streak or 1)]
            for board in (True, False):
                if ("once on the board" if not board else "before the first bank") not in part:
                    for streak in streaks:
                        yield State(board, streak)


ONLY_MOST = "( Of two ways that leave the same dice only the one with more points counts.)?"
BY_NUMBER = r"((?:\d+ (?:die|dice) [\d,]*\d(?:, )?)+)"
BY_KIND = r"((?:(?:; |, )each [^,;]* among them [\d,]*\d (?:later|sooner|more|less))*)"
LARGEST = rf"None left counts as (\d+) (?:die|dice)\. Take the largest sum; of equal sums {TIES}\."
UNTIL = rf"keep rolling until (?:{AHEAD})?(?: and )?(?:{PAST})?"

READINGS: dict[str, Callable[..., None]] = {
    r"Never bank: roll on to the goal\.": SentenceCard.never_banks,
    r"Bank (with .*)\.": SentenceCard.banks_with,
    rf"Bank from these turn scores, by the dice left to roll: {BY_NUMBER}{BY_KIND}\. "
    r"The others are as (.*) dice\.": SentenceCard.banks_by_kind,
    r"Before your first bank roll until you have ([\d,]+)\.": SentenceCard.opens,
    r"Roll until you have ([\d,]+) in every turn\.": SentenceCard.has_minimum,
    r"Only multiples of ([\d,]+) may be banked\.": SentenceCard.has_multiple,
    r"Roll until you have more than the bank before, where the rules ask for that\.":
        SentenceCard.beats_previous,
    r"That is for most turns\. The first of these lines that holds changes it:":
        SentenceCard.has_lines,
    r"(?:(\d+)\. )?(When .*|Always), (go for it: bank nothing short of the goal|play as usual"
    r"|bank [\d,]+ (?:later|earlier))\.": SentenceCard.line,
    r"To go for it: set dice aside as at a turn score of 0\.": SentenceCard.explains_going,
    r"To bank ([\d, or]+) later: count the turn score as (that much|[\d,]+) less, to set dice "
    r"aside as well as to bank\. Where nothing is left of it do not bank\.":
        SentenceCard.explains_later,
    r"To bank ([\d, or]+) earlier: count it as (that much|[\d,]+) more\.":
        SentenceCard.explains_earlier,
    rf"From ([\d,]+) on, yours or the opponent's, do not bank(?: with ({DICE}))?: roll until you "
    r"reach ([\d,]+) or farkle\.": SentenceCard.goes_from,
    r"Once (?:you have ([\d,]+))?(?: or )?(?:the opponent has ([\d,]+))? do not bank"
    rf"(?: with ({DICE}))?: roll until you reach ([\d,]+) or farkle\.": SentenceCard.goes_once,
    rf"If you can (reach|hit) ([\d,]+)( first| exactly)?{MAY}, take (it and bank|the most points "
    rf"you can(?: and bank)?)(|\. Then {UNTIL}; then bank|\. Then bank; but if (?:the opponent|"
    rf"somebody else) has another turn, {UNTIL})\.":
        lambda player, *words: player.reaches_goal(*words[:6]),
    rf"On ({LAST}) bank only what (?:wins|puts you ahead of them( or level with them)?): if you "
    rf"can{MAY}, take (it|the most points you can) and bank\.": SentenceCard.wins_on,
    r"On a last turn bank nothing short of ([\d,]+)\.": SentenceCard.hits_on_last,
    rf"On ({LAST}) set dice aside as at a turn score of 0\.": SentenceCard.afresh_on,
    rf"On ({LAST}) count ([\d, or]+) farkles? in a row as none\.": SentenceCard.counts_as_none,
    r"They, and the opponent, are whoever of the others has the highest score\.":
        SentenceCard.meets_several,
    r"Take a turn over (.*); else start afresh\.": SentenceCard.takes_over,
    r"Never take a turn over\.": SentenceCard.never_takes_over,
    r"Which dice to set aside: to the turn score add what the dice left to roll are worth, "
    r"(\d+ [^A-Z]*); nothing (for others, and )?where you would bank\. "
    rf"{LARGEST}{ONLY_MOST}": SentenceCard.sets_aside,
    rf"Which dice to set aside: take the most points; of equal ones {TIES}\.{ONLY_MOST}":
        SentenceCard.takes_points,
    r"Which dice to set aside: to the turn score add what the dice left to roll are worth, "
    rf"{BY_NUMBER}{BY_KIND}; never less than ([\d,]+), but nothing where you would bank\. "
    rf"{LARGEST}{ONLY_MOST}": SentenceCard.worth_by_kind,
    r"(?:(.*), a|A)t a turn score that is no multiple of ([\d,]+) dice are worth (.*)\.":
        SentenceCard.between_multiples,
    r"((?:Once on the board|Before the first|After|No farkle).*): bank (with .*?)"
    r"(?:; worth (.*))?\.": SentenceCard.set_apart,
}  # fmt: skip
"""What each kind of sentence looks like, and how it is taken in."""
