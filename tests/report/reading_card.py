"""What the printed text of a card says, taken in part by part.

Nothing is skipped: a line or a sentence that is not understood, or that is there twice, is an
error, and so is an example that is worked out wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from farklegen.report.screen import what_scores
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from tests.referee.turn import State, Turn
from tests.report.reading_words import (
    AHEAD,
    HANDED,
    LAST,
    LAST_TURN,
    MAY,
    PAST,
    AtGoal,
    Grid,
    Line,
    OnLast,
    all_of,
    asked,
    cells,
    number,
    numbers,
    parts,
    split_sentences,
    whole,
)  # fmt: skip

OVER = "dice you would have left to roll"


FARKLES = r"no farkle just before|after \d+(?:, \d+)*(?: or \d+)? farkles? in a row"
BOARD = "once on the board|before the first bank"


class ReadingCard:
    """A card as it was read."""

    def __init__(self, ruleset: Ruleset, text: str) -> None:
        self.ruleset = ruleset
        self.turn, self.hands = Turn(ruleset), hands_of(ruleset)
        self.grids: dict[State | None, Grid] = {}
        self.latest: Grid | None = None
        self.done = set[str]()
        self.most_points = self.ties_by_points = self.of_several = False
        self.opening = self.minimum = 0
        self.multiple, self.beats = 1, False
        self.take_over: dict[int, float] | None = None
        self.lines: list[Line] = []
        self.explained: set[int | None] = {0}
        """Ways to count the turn score that the card explains."""
        self.says_they = False
        self.awaited = 0
        """Lines that the card says there are: 2 for several."""
        self.less: int | None = 0
        """By how much the turn score counts less; None: all out."""
        self.at_goal: AtGoal | None = None
        self.lead, self.past = 0, ruleset.dice
        self.on_last: dict[str, OnLast] = {}
        self.last_all_out: set[str] = set()
        self.as_none: dict[str, set[int]] = {}
        self.more: dict[tuple[str, str], int] = {}
        """What each die of a kind changes, by the verb and the kind."""
        self.least = 0
        self.wins: float | None = None
        self.example: tuple[str, ...] = ()
        for part in parts(text):
            self.read(part)
        self.check()

    def once(self, what: str) -> None:
        """Nothing is there twice."""
        assert what not in self.done, what
        self.done.add(what)

    def read(self, part: list[str]) -> None:
        """Take in the lines between two blank ones."""
        first = part[0]
        if "title" not in self.done:
            self.title(part)
        elif first.startswith("Take over the other player's dice from these turn scores"):
            self.offers(part)
        elif OVER in map(str.strip, part):
            self.grid(part)
        elif first == "After every roll":
            at = next((n for n, line in enumerate(part) if line.startswith("You roll ")), len(part))
            self.steps(part[1:at])
            self.example = tuple(part[at:])
        elif first in ("Near the end of the game", "Look at the scores"):
            self.once("end")
            starts = [place for place, line in enumerate(part) if line.startswith(("1. ", "• "))]
            for sentence in split_sentences(" ".join(part[1 : min(starts, default=None)])):
                self.understand(sentence, END)
            self.end_lines(part[min(starts, default=len(part)) :])
        elif first.startswith("What scores? "):
            self.once("combinations")
            assert " ".join(part) == f"What scores? {what_scores(self.ruleset)}"
        elif first == "How good is it?":
            self.facts(part[1:])
        elif "facts" in self.done:
            self.once("more")  # what else there is to have is no part of the card
        else:
            raise AssertionError(first)

    def end_lines(self, lines: list[str]) -> None:
        """The lines by scores, then what they mean."""
        notes = next((n for n, line in enumerate(lines) if line.startswith("• ")), len(lines))
        if notes:
            self.score_lines(lines[:notes])
        for item in whole(lines[notes:], "• "):
            for sentence in split_sentences(item):
                self.understand(sentence, END)

    def understand(self, sentence: str, readings: dict[str, Callable[..., None]]) -> None:
        """Take in a sentence."""
        found = [
            (reading, words)
            for pattern, reading in readings.items()
            if (words := re.fullmatch(pattern, sentence))
        ]
        assert len(found) == 1, sentence
        self.once(sentence)
        reading, words = found[0]
        reading(self, *words.groups())

    def check(self) -> None:
        """What is said must be all that there is to know."""
        assert {"title", "steps", "facts"} <= self.done
        assert None in self.grids
        assert (self.at_goal is not None) == (self.ruleset.goal is not None)
        assert {line.less for line in self.lines} <= self.explained
        assert self.awaited == min(len(self.lines), 2)
        assert ("they" in self.done) == self.says_they
        assert (self.take_over is not None) == (self.ruleset.piggyback != "none")
        out = bool({None, *range(1, 10**6)} & self.explained) or bool(self.last_all_out)
        assert all((grid.out is not None) == out for grid in self.grids.values())
        if self.example:
            self.work_out(self.example)

    # the parts

    def title(self, part: list[str]) -> None:
        self.once("title")
        ends = [] if self.ruleset.goal is None else [f"{self.ruleset.goal:,}"]
        if self.ruleset.rounds is not None:
            ends.append(f"{self.ruleset.rounds} round{'s' * (self.ruleset.rounds > 1)}")
        words = " ".join(line for line in part if not line.startswith("═"))
        table = r"two players|a table of (\d)"
        said = all_of(rf"([^:]*): your card for (?:{table}), (?:first to )?(.*)", words)
        assert said[3] == " or ".join(ends)
        self.of_several = bool(said[2])

    def offers(self, part: list[str]) -> None:
        self.once("offers")
        heads, _, row = part[-3:]
        assert " ".join(part[:-3]).endswith(", or start your own turn")
        dice = [int(each) for each in cells(heads)[1:]]
        name, *starts = cells(row)
        assert name == "take over from"
        assert cells(heads)[0] == "dice they left"
        said = {"always": 0.0, "never": inf}
        self.take_over = {
            n: said[start] if start in said else number(start)
            for n, start in zip(dice, starts, strict=True)
        }

    def grid(self, part: list[str]) -> None:
        over = [line.strip() for line in part].index(OVER)
        heading = " ".join(part[:over])
        heads, rule, *rows = part[over + 1 :]
        assert set(rule.strip()) == {"─"}
        name, *dice = cells(heads)
        grid = Grid([int(each) for each in dice], self.ruleset.bank.multiple_of)
        for row in rows:
            grid.read(row)
        grid.check()
        assert name == ("turn score" if grid.add is None else "number")
        if not heading and self.latest is not None:  # further columns of a wide table
            self.latest.widen(grid)
            return
        self.latest = grid
        for state in dict.fromkeys(self.states_of(heading) if heading else [None]):
            assert state not in self.grids
            self.grids[state] = grid

    def steps(self, lines: list[str]) -> None:
        self.once("steps")
        for item in whole(lines, r"\d\. "):
            for sentence in split_sentences(item):
                self.understand(sentence, STEPS)
        kinds = not self.hands.uniform
        assert {"rolls all", "totals", "ties"} <= self.done
        assert kinds == ("to bank from" in self.done)
        assert kinds == (self.grids[None].bank_from is not None)

    def score_lines(self, part: list[str]) -> None:
        self.once("lines")
        for place, row in enumerate(whole(part, r"\d+\. ", columns=True), start=1):
            count, when, what = all_of(r"(\d+)\. (.*?)  +(.*)", row).groups()
            assert int(count) == place
            asks: dict[str, int] = {}
            self.says_they |= "they" in when.lower()
            for words in (when[0].lower() + when[1:],):
                for each in words.split(" and "):
                    asks |= asked(each)
            said = {"go all out": None, "play as usual": 0}
            less = said[what] if what in said else self.amount(what)
            self.lines.append(Line(asks, less))

    def amount(self, what: str) -> int:
        """`be bold` and `be careful`, with their amounts or without."""
        how, by = all_of(r"be (bold|careful)(?: by ([\d,]+))?", what).groups()
        sign = 1 if how == "bold" else -1
        return sign * (number(by) if by else HANDED)

    def facts(self, lines: list[str]) -> None:
        self.once("facts")
        for row in whole(lines, r"\S", columns=True):
            label, value = all_of(r"(.*?)  +(.*)", row).groups()
            self.once(label)
            words = all_of(FACTS[label], value)
            if label == "It wins":
                self.wins = float(words[1])

    def work_out(self, lines: tuple[str, ...]) -> None:
        """The example is what the card says of its roll."""
        first = all_of(r"You roll ((?:\d ?)+\d)  +(.*)", lines[0])
        roll, grid = [int(face) for face in first[1].split()], self.grids[None]
        assert len(roll) == self.ruleset.dice
        totals = list[int]()
        for row in (first[2], *(line.strip() for line in lines[1:])):
            keep, score, dice, added, arrow = all_of(
                r"Set aside ((?:\d )*\d): ([\d,]+), (\d+) (?:die|dice) left: (.*?)(  ← roll .*)?",
                row,
            ).groups()
            left = len(roll) - len(keep.split())
            assert (left or len(roll)) == int(dice)
            box = grid.box(int(dice), number(score))
            if box is None:
                assert added == f"BANK = {score}"
            else:
                sign, total = "+" if box >= 0 else "−", number(score) + box
                assert added == f"{score} {sign} {abs(box):,} = {total:,}".replace("-", "−")
            assert bool(arrow) == (not totals)
            totals.append(number(score) + (box or 0))
        assert totals[0] == max(totals)
        assert totals == sorted(totals, reverse=True)

    # one reading for each kind of sentence

    def rolls_all(self, size: str) -> None:
        words = ["the die", "both", "all three", "all four", "all five", "all six", "all seven"]
        assert size == [*words, "all eight"][self.ruleset.dice - 1]
        self.once("rolls all")

    def looks_at_most(self) -> None:
        self.most_points = True

    def adds_up(self) -> None:
        self.once("totals")

    def adds_up_kinds(self) -> None:
        self.once("to bank from")
        self.once("totals")

    def ties(self, by_points: str | None) -> None:
        self.once("ties")
        self.ties_by_points = bool(by_points)

    def limits(self, words: str) -> None:
        for each in re.split(r", (?=under|a score|what)| or (?=under|a score|what)", words):
            if found := re.fullmatch(r"under ([\d,]+) as your first bank", each):
                self.opening = number(found[1])
            elif found := re.fullmatch(r"under ([\d,]+)", each):
                self.minimum = number(found[1])
            elif found := re.fullmatch(r"a score that is not a multiple of ([\d,]+)", each):
                self.multiple = number(found[1])
            else:
                assert each == "what does not beat the bank before, if the rules ask for that"
                self.beats = True

    def kind_more(self, name: str, changes: str) -> None:
        assert name in [kind.name for kind in self.hands.kinds]
        for change in changes.split(" and "):
            verb, more, way = all_of(
                r"(add|bank) ([\d,]+) (more|less|later|sooner)", change
            ).groups()
            assert (verb, name) not in self.more
            self.more[verb, name] = number(more) * (1 if way in ("more", "later") else -1)

    def kind_least(self, least: str) -> None:
        self.least = number(least)

    def reaches_goal(
        self, verb: str, goal: str, how: str | None, may: str | None, what: str
    ) -> None:
        assert self.at_goal is None
        assert (verb == "hit") == (how == " exactly")
        assert number(goal) == self.ruleset.goal
        self.at_goal = AtGoal(
            number(goal), verb == "hit", how == " first", bool(may), what != "it and bank",
            "bank" not in what,
        )  # fmt: skip

    def keeps_rolling(self, after: str | None, until: str) -> None:
        assert self.at_goal is not None
        assert self.at_goal.most
        assert self.at_goal.unbanked
        self.at_goal = self.at_goal._replace(unbanked=False, waits=True, always_waits=after is None)
        if found := re.search(AHEAD, until):
            self.lead = number(found[1])
        if found := re.search(PAST, until):
            self.past = int(found[1])

    def wins_on(
        self, turns: str, row: str | None, level: str | None, may: str | None, what: str
    ) -> None:
        for kind in turns.split(" or "):
            if row:
                self.last_all_out.add(kind)
            assert kind not in self.on_last
            self.on_last[kind] = OnLast(None, bool(level), bool(may), what != "it")

    def hits_on_last(self, row: str | None, goal: str) -> None:
        assert LAST_TURN not in self.on_last
        if row:
            self.last_all_out.add(LAST_TURN)
        self.on_last[LAST_TURN] = OnLast(number(goal), True, True, False)

    def counts_as_none(self, turns: str, farkles: str) -> None:
        for kind in turns.split(" or "):
            self.as_none[kind] = set(numbers(farkles))

    def has_line(self, others: str) -> None:
        assert (others == "On other turns") == bool(self.on_last)
        self.awaited = 1

    def has_lines(self, others: str) -> None:
        self.has_line(others)
        self.awaited = 2

    def explains_out(self, verb: str, goal: str) -> None:
        assert number(goal) == self.ruleset.goal
        assert (verb == "hit") == (self.ruleset.overshoot == "bust")
        self.explained.add(None)

    def explains_bold(self, by: str | None, less: str, again: str) -> None:
        assert less == again
        self.explains(by, less, 1)

    def banks_later(self, by: str | None, less: str) -> None:
        self.explains(by, less, 1)

    def explains_careful(self, by: str | None, more: str) -> None:
        self.explains(by, more, -1)

    def explains(self, by: str | None, counted: str, sign: int) -> None:
        if by:
            assert counted == "that much"
            self.explained |= {sign * n for n in numbers(by)}
            return
        amount = sign * number(counted)
        self.explained.add(amount)
        self.lines = [
            line._replace(less=amount) if line.less == sign * HANDED else line
            for line in self.lines
        ]

    def meets_others(self, they: str) -> None:
        assert self.of_several == (they == '"They"')
        self.once("they")

    def states_of(self, words: str) -> Iterator[State]:
        for part in words.lower().split(", and "):
            all_of(rf"(?:{FARKLES})?(?:, )?(?:{BOARD})?", part)
            after = re.search(r"after (.*) farkles? in a row", part)
            streaks = [int(n) for n in re.findall(r"\d+", after[1])] if after else [0]
            if not after and "no farkle" not in part:  # whatever came before
                streaks = [*range(self.ruleset.farkle.streak or 1)]
            for board in (True, False):
                if ("once on the board" if not board else "before the first bank") not in part:
                    for streak in streaks:
                        yield State(board, streak)


def nothing(_card: ReadingCard, *_words: str) -> None:
    """For a sentence that says what every reader does."""


STEPS: dict[str, Callable[..., Any]] = {
    r"For each way to set dice aside, work out the new turn score and (?:the|which) dice(?: are)? "
    r"left\.": nothing,
    r"\(None left: roll ([a-z ]+) again\.\)": ReadingCard.rolls_all,
    r"Same (?:number|dice) left: only the higher score counts\.": ReadingCard.looks_at_most,
    r"Find its box and add the number to that turn score\.": ReadingCard.adds_up,
    r"BANK adds nothing\.": nothing,
    r"You can't bank (.*): there BANK means \+0\.": ReadingCard.limits,
    r"Find the two numbers below that many dice: what to add, and the turn score to bank from\."
    : nothing,
    r"For each (.*) die left ((?:add|bank) [\d,]+ (?:more|less|later|sooner)(?: and bank .*)?)\."
    : ReadingCard.kind_more,
    r"Add at least ([\d,]+)\.": ReadingCard.kind_least,
    r"At the turn score to bank from or above, the dice say BANK\.": ReadingCard.adds_up_kinds,
    r"Add the number to the turn score; BANK adds nothing\.": nothing,
    r"Take the way with the highest total\.": nothing,
    r"If (?:its box|it) says BANK, bank\.": nothing,
    r"If not, roll\.": nothing,
    r"Equal totals: take BANK; if that does not decide, keep more dice to roll"
    r"(, then take more points)?\.": ReadingCard.ties,
}  # fmt: skip
"""What each kind of sentence of the steps looks like, and how it is taken in."""

ROW = "(?:use the bottom row|add the number always)"
UNTIL = rf"keep rolling until ((?:{AHEAD})?(?: and )?(?:{PAST})?)"

END: dict[str, Callable[..., Any]] = {
    rf"If you can (reach|hit) ([\d,]+)( first| exactly)?{MAY}, take (it and bank|the most points "
    r"you can(?: and bank)?)\.": ReadingCard.reaches_goal,
    rf"Then {UNTIL}; then bank\.":
        lambda card, until, *_: card.keeps_rolling(None, until),
    r"Then bank; but if (the opponent|somebody else) has another turn, "
    rf"{UNTIL}\.": lambda card, who, until, *_: card.keeps_rolling(who, until),
    rf"On ({LAST}) ({ROW} and )?bank only what (?:wins|puts you ahead of them"
    rf"( or level with them)?): as soon as you can{MAY}, "
    r"take (it|the most points you can) and bank\.": ReadingCard.wins_on,
    rf"On a last turn ({ROW} and )?bank nothing short of ([\d,]+)\."
    : ReadingCard.hits_on_last,
    rf"On ({LAST}) count ([\d, or]+) farkles? in a row as none\.": ReadingCard.counts_as_none,
    r"(Otherwise|On other turns) use the first line that fits:": ReadingCard.has_lines,
    r"(Otherwise|On other turns) use this line, if it fits:": ReadingCard.has_line,
    rf"All out: {ROW}, and don't bank until you (reach|hit) ([\d,]+)\."
    : ReadingCard.explains_out,
    r"Be bold(?: by ([\d, or]+))?: take (that much|[\d,]+) off the turn score to choose "
    r"the row \(add to the real one\)\. If the real one is (that much|[\d,]+) or less, "
    r"use the bottom row and roll\.": ReadingCard.explains_bold,
    r"Be careful(?: by ([\d, or]+))?: put (that much|[\d,]+) on the turn score to choose "
    r"the row \(add to the real one\)\.": ReadingCard.explains_careful,
    r"Be bold(?: by ([\d, or]+))?: bank (that much|[\d,]+) later\.": ReadingCard.banks_later,
    r"Be careful(?: by ([\d, or]+))?: bank (that much|[\d,]+) sooner\."
    : ReadingCard.explains_careful,
    r'("They"|Three or more players: "they") is the other player with the most points\.':
        ReadingCard.meets_others,
}  # fmt: skip
"""The same for sentences about the end of the game."""

OTHER = r"\d+ (?:wins \d+\.\d\d|brings −?[\d,]+\.\d points)"
FACTS = {
    "It wins": r"(\d+\.\d\d) of 100 games .*",
    "Points per turn": r"−?[\d,]+\.\d in the long run; the most possible is −?[\d,]+\.\d",
    "Whole score lost": r"in points per turn counted as [\d,]+ points",
    "To learn by heart": r"[\d,]+ (?:different )?numbers? \(--numbers counts these\), "
    r"[\d,]+ values? (?:in boxes|to add)",
    "Easier": rf"--numbers {OTHER}(?:, {OTHER})*",
    "Stronger": rf"--numbers {OTHER}(?:, {OTHER})*; --numbers all: full table",
    "The card for two": r".*",
    "On your phone": "farklegen page .* -o page.html",
    "On paper": "farklegen table .* -o card.pdf",
    "Full table": r"--numbers all(?: (?:wins|brings) .*)?",
}
"""What is said of how good a card is."""
