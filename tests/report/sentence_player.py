"""A player who reads the sentences of a short card, knows the rules, and nothing else.

In plain Python, without a line of what made the card: words are taken apart by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from farklegen.play.game import Action, Game
from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee import Decision
from tests.referee.turn import State, Turn

SOME_DICE = r"with ((?:\d+, )*\d+(?: or \d+| to \d+)? (?:die|dice))"
WHERE = r"(always|never|from [\d,]+(?: to below [\d,]+)?(?: and from [\d,]+(?: to below [\d,]+)?)*)"


def number(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-"))


def dice_of(text: str) -> list[int]:
    """`1 or 2 dice`, `1, 2 or 4 dice`, `3 to 5 dice`, `1 die`."""
    found = [int(each) for each in re.findall(r"\d+", text)]
    return list(range(found[0], found[1] + 1)) if " to " in text else found


def holds(where: str) -> Callable[[int], bool]:
    """Whether a turn score is where the words say."""
    if where in ("always", "never"):
        return lambda _score: where == "always"
    spans = []
    for part in where.split(" and "):
        ends = [number(each) for each in re.findall(r"[\d,]*\d", part)]
        spans.append((ends[0], ends[1] if len(ends) > 1 else inf))
    return lambda score: any(low <= score < high for low, high in spans)


def places(words: str) -> dict[int, Callable[[int], bool]]:
    """What is said of numbers of dice, by number."""
    return {
        dice: holds(where)
        for some, where in re.findall(f"{SOME_DICE} {WHERE}", words)
        for dice in dice_of(some)
    }


def worths(words: str) -> dict[int, list[tuple[int, int]]]:
    """(from, worth) by number of dice."""
    found: dict[int, list[tuple[int, int]]] = {}
    for part in words.split("; "):
        dice, _, rest = re.fullmatch(r"(\d+) (die|dice) (.*)", part).groups()  # type: ignore[union-attr]
        values = re.findall(r"(−?[\d,]*\d)(?: from ([\d,]*\d) on)?", rest)
        found[int(dice)] = [(number(start or "0"), number(value)) for value, start in values]
    return found


MORE = (
    "A scoring that|Before your|Roll until|Only mult|Never take|That is for most|To go for it:"
    "|To bank "
)
"""What needs no reading: the rules say it, or the words that it explains are known here."""


PARTS = {"nothing": Fraction(0), "half": Fraction(1, 2)}
PARTS |= {"a third": Fraction(1, 3), "two thirds": Fraction(2, 3)}


def asked(words: str) -> Callable[[int, int], bool]:
    """One thing that a line asks of one's own score and the opponent's."""
    least = number(found[0]) if (found := re.findall(r"[\d,]*\d", words)) else 0
    asks: dict[str, Callable[[int, int], bool]] = {
        "one of you has": lambda mine, theirs: mine >= least or theirs >= least,
        "both of you have": lambda mine, theirs: mine >= least and theirs >= least,
        "you have": lambda mine, _theirs: mine >= least,
        "they have": lambda _mine, theirs: theirs >= least,
        "behind": lambda mine, theirs: theirs - mine >= least,
        "not ahead": lambda mine, theirs: theirs >= mine,
        "ahead": lambda mine, theirs: mine - theirs >= least,
        "not behind": lambda mine, theirs: mine >= theirs,
        "Always": lambda _mine, _theirs: True,
    }
    words = words.removeprefix("When ")
    heads = ("one of you has", "both of you have", "you have", "they have", "Always")
    tails = ("not ahead", "not behind", "behind", "ahead")
    return asks[next(w for w in heads + tails if words.startswith(w) or words.endswith(w))]


def less_of(words: str) -> int | None:
    """By how much the turn score counts less."""
    if words.startswith("go for it: bank nothing short of the goal"):
        return None
    if words == "play as usual":
        return 0
    amount, when = re.fullmatch("bank (.*) (later|earlier)", words).groups()  # type: ignore[union-attr]
    return number(amount) if when == "later" else -number(amount)


class SentencePlayer:
    """Plays by sentences."""

    def __init__(self, ruleset: Ruleset, sentences: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.turn = Turn(ruleset)
        self.goes: list[tuple[float, float, list[int]]] = []
        self.apart: dict[State, tuple[Any, Any]] = {}
        self.between: dict[State | None, dict[int, list[tuple[int, int]]]] = {}
        self.take_over: dict[int, Callable[[int], bool]] = {}
        self.lines: list[tuple[list[Callable[[int, int], bool]], int | None]] = []
        self.less: int | None = 0
        """By how much the turn score counts less; None: go for the goal."""
        self.lead, self.past = 0, ruleset.dice
        self.parts: dict[int, Fraction] = {}
        """What part of the turn score counts where a face must be cleared."""
        self.wins_last = self.others = self.most_points = self.last_afresh = self.of_several = False
        every = list(range(1, ruleset.dice + 1))
        for sentence in sentences:
            text = sentence.rstrip(".")
            if text.startswith("Never bank"):
                self.bank = places("never")
            elif found := re.match("Bank (.*)", text):
                self.bank = places(found[1])
            elif text.startswith("Which dice to set aside: "):
                found = re.match(".* are worth, (.*); nothing (?:for others, and )?where you", text)
                self.worth = worths(found[1]) if found else {}
                self.others = not found or "; nothing for others, and where" in text
                self.most_points = "only the one with more points counts" in text
            elif found := re.fullmatch(
                r"(?:\d\. )?(When .*|Always), (go for it.*|play.*|bank.*)", text
            ):
                self.lines.append(([*map(asked, found[1].split(" and "))], less_of(found[2])))
            elif found := re.match("(.*?),? ?[Aa]t a turn score that is no .* worth (.*)", text):
                value = {} if found[2] == "nothing" else worths(found[2])
                for state in self.states_of(found[1]) if found[1] else [None]:
                    self.between[state] = value
            elif found := re.match("(.*): bank (.*?)(?:; worth (.*))?$", text):
                rows = places(found[2])
                for here in self.states_of(found[1]):
                    self.apart[here] = rows, worths(found[3]) if found[3] else {}
            elif found := re.match(
                "(From|Once) (.*?),? do not bank(?: (with .*?))?: roll until", text
            ):
                dice = dice_of(found[3]) if found[3] else every
                self.goes.append((*self.scores_of(found[1], found[2]), dice))
            elif text.startswith("When you reach"):
                if found := re.search("at most ([0-9]+) di", text):
                    self.past = number(found[1])
                if found := re.search("would be ([0-9,]+) points ahead", text):
                    self.lead = number(found[1])
            elif text.startswith("A way that must be cleared is looked at as well, and rolled on"):
                said = re.findall("(nothing|a third|half|two thirds) with (\\d) di", text)
                self.parts = {int(dice): PARTS[part] for part, dice in said}
            elif text.startswith("On a last turn set dice aside as at a turn score of 0"):
                self.last_afresh = True
            elif text == "They, and the opponent, are whoever of the others has the highest score":
                self.of_several = True
            elif text.startswith(("On a last turn never", "On the last turn of the last round")):
                self.wins_last = True
            elif found := re.match("Take a turn over (.*); else start afresh", text):
                self.take_over = places(found[1])
            else:
                assert re.match(MORE, text), text

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

    def scores_of(self, how: str, words: str) -> tuple[float, float]:
        if how == "From":
            both = number(re.findall(r"[\d,]*\d", words)[0])
            return both, both
        mine, theirs = (
            re.search(f"{who} ([\\d,]*\\d)", words) for who in ("you have", "the opponent has")
        )
        return number(mine[1]) if mine else inf, number(theirs[1]) if theirs else inf

    # one turn, with no goal

    def counted(self, position: Position) -> int:
        """The turn score as it counts at these scores."""
        return 0 if self.less is None else max(position.score - self.less, 0)

    def not_counted(self, position: Position) -> Fraction | int:
        """What does not count of the turn score because a face must be cleared."""
        part = self.parts.get(position.hand, 1) if position.clears else 1
        return self.counted(position) * (1 - part)

    def wants_bank(self, state: State, position: Position) -> bool:
        rows, _ = self.apart.get(state, ({}, {}))
        where = rows.get(position.hand) or self.bank[position.hand]
        there_is_some = self.counted(position) > 0 or self.less == 0
        return there_is_some and where(self.counted(position))

    def value(self, state: State, position: Position) -> int:
        score = self.counted(position)
        if self.between and score % self.ruleset.bank.multiple_of:
            between = self.between.get(state, self.between[None])
            return between[position.hand][0][1] if between else 0
        if self.wants_bank(state, position):
            return 0
        _, worth = self.apart.get(state, ({}, {}))
        values = worth.get(position.hand) or self.worth.get(position.hand, [])
        assert values or self.others
        return [0, *(value for start, value in values if start <= score)][-1]

    def chosen(
        self, state: State, options: Iterable[Position], may: Callable[[Position], bool]
    ) -> Position:
        options = list(options)
        if self.most_points:
            options = list({o.dice: o for o in sorted(options, key=lambda o: o.score)}.values())
        return max(
            options,
            key=lambda o: (
                o.score - self.not_counted(o) + self.value(state, o),
                may(o) and self.wants_bank(state, o),
                o.dice,
                o.score,
            ),
        )

    def by_points(self, state: State, options: Sequence[Position]) -> Decision:
        """A policy for `referee.evaluate_policy`."""

        def may(position: Position) -> bool:
            return self.turn.may_bank(position, on_board=state.on_board)

        position = self.chosen(state, options, may)
        return Decision(position, may(position) and self.wants_bank(state, position))

    # a match

    def theirs(self, game: Any) -> int:
        """The score that counts as the opponent's."""
        if self.of_several:
            return int(max(game.scores[other] for other in game.others))
        return int(game.match_state.theirs)

    def decide(self, game: Game) -> Action:
        here = game.match_state._replace(theirs=self.theirs(game))
        state = State(here.on_board, here.my_farkles)
        self.less = next(
            (less for asks, less in self.lines if all(ask(here.mine, here.theirs) for ask in asks)),
            0,
        )
        if game.last_turn:
            assert self.last_afresh or not self.lines
            self.less = None if self.last_afresh else 0
        if game.phase == "offer":
            assert here.inherit is not None
            score, dice = here.inherit
            taken = dice in self.take_over and self.take_over[dice](score)
            return "take over" if taken else "start afresh"

        def may(position: Position) -> bool:
            return game.rules.turn.may_bank(
                position, on_board=here.on_board, previous=here.previous
            )

        if game.phase == "keep":
            positions = [choice.position for choice in game.choices]
            there = [p for p in positions if may(p) and self.reaches(game, p)]
            chosen = (
                max(there, key=lambda p: (p.score, p.dice))
                if there
                else self.chosen(state, positions, may)
            )
            return next(choice for choice in game.choices if choice.position == chosen)
        if not game.may_bank:
            return "roll"
        if self.reaches(game, game.position):
            ahead = here.mine + game.position.score - here.theirs
            waits = ahead < self.lead or game.position.dice > self.past
            return "roll" if waits and not game.last_turn else "bank"
        if game.last_turn and self.wins_last:
            return "roll"
        goes = any(
            game.position.dice in dice and (here.mine >= mine or here.theirs >= theirs)
            for mine, theirs, dice in self.goes
        )
        return "roll" if goes or not self.wants_bank(state, game.position) else "bank"

    def reaches(self, game: Game, position: Position) -> bool:
        """Whether the turn score reaches the goal, or wins a last turn."""
        here, goal = game.match_state._replace(theirs=self.theirs(game)), game.ruleset.extent
        total = here.mine + position.score
        if game.ruleset.overshoot == "bust":
            return total == max(goal, here.theirs)
        return total > here.theirs if game.last_turn else total >= goal
