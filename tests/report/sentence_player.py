"""A player who reads the sentences of a short card, knows the rules, and nothing else.

In plain Python, without a line of what made the card: words are taken apart by hand. No sentence is
skipped: one that is not understood, or that says again what another one said, is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from farklegen.play.game import Action, Game
from farklegen.rulebook.turn_rules import Position
from farklegen.rules.hands import hands_of
from farklegen.rules.ruleset import Ruleset
from tests.referee import Decision
from tests.referee.turn import State, Turn

DICE = r"(?:\d+, )*\d+(?: or \d+| to \d+)? (?:die|dice)"
SPAN = r"from [\d,]*\d(?: to below [\d,]*\d)?"
WHERE = rf"always|never|{SPAN}(?: and {SPAN})*"
VALUE = r"−?[\d,]*\d(?: from [\d,]*\d on)?"
LAST = "a last turn|the last turn of the last round|a last turn or the last turn of the last round"
TIES = "one where you would bank, then more dice, then more points"
MAY = "( and the rules let you bank there)?"
AHEAD = r"banking would put you ([\d,]+) points ahead"
PAST = r"you have at most (\d+) (?:die|dice) left"

LAST_TURN, LAST_OF_ALL = "a last turn", "the last turn of the last round"


def number(text: str) -> int:
    return int(text.replace(",", "").replace("−", "-"))


def numbers(text: str) -> list[int]:
    return [number(each) for each in re.findall(r"[\d,]*\d", text)]


def dice_of(text: str) -> list[int]:
    """`1 or 2 dice`, `1, 2 or 4 dice`, `3 to 5 dice`, `1 die`."""
    found = [int(each) for each in re.findall(r"\d+", text)]
    return list(range(found[0], found[1] + 1)) if " to " in text else found


def all_of(pattern: str, text: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    assert found, text
    return found


def never(_score: int) -> bool:
    return False


def holds(where: str) -> Callable[[int], bool]:
    """Whether a turn score is where the words say."""
    if where in ("always", "never"):
        return lambda _score: where == "always"
    spans = []
    for part in where.split(" and "):
        ends = numbers(part)
        spans.append((ends[0], ends[1] if len(ends) > 1 else inf))
    return lambda score: any(low <= score < high for low, high in spans)


def places(words: str) -> dict[int, str]:
    """What is said of numbers of dice, by number."""
    said: dict[int, str] = {}
    for part in words.removeprefix("with ").split(", with "):
        some, where = all_of(f"({DICE}) ({WHERE})", part).groups()
        for dice in dice_of(some):
            assert dice not in said, words
            said[dice] = where
    return said


def banks(words: str) -> dict[int, Callable[[int], bool]]:
    return {dice: holds(where) for dice, where in places(words).items()}


def worths(words: str) -> dict[int, list[tuple[int, int]]]:
    """(from, worth) by number of dice."""
    found: dict[int, list[tuple[int, int]]] = {}
    for part in words.split("; "):
        dice, rest = all_of(rf"(\d+) (?:die|dice) ({VALUE}(?:, {VALUE})*)", part).groups()
        values = re.findall(r"(−?[\d,]*\d)(?: from ([\d,]*\d) on)?", rest)
        found[int(dice)] = [(number(start or "0"), number(value)) for value, start in values]
    return found


PARTS = {"nothing": Fraction(0), "half": Fraction(1, 2)}
PARTS |= {"a third": Fraction(1, 3), "two thirds": Fraction(2, 3)}
PART = rf"(?:{'|'.join(PARTS)}) with \d+ (?:die|dice) left"


def asked(words: str) -> dict[str, int]:
    """One thing that a line asks of one's own score and the opponent's."""
    asks = {
        r"one of you has ([\d,]+) or more": ("either",),
        r"both of you have ([\d,]+) or more": ("mine", "theirs"),
        r"you have ([\d,]+) or more": ("mine",),
        r"they have ([\d,]+) or more": ("theirs",),
        r"you are ([\d,]+) or more behind": ("behind",),
        r"you are ([\d,]+) or more ahead": ("ahead",),
        "you are not ahead": ("behind",),
        "you are not behind": ("ahead",),
        "Always": (),
    }
    pattern = next(pattern for pattern in asks if re.fullmatch(pattern, words))
    return {of: next(iter(numbers(words)), 0) for of in asks[pattern]}


class Line(NamedTuple):
    """What is played at some scores: the turn score counts so much less; None: go for the goal."""

    asks: dict[str, int]
    less: int | None

    def holds(self, mine: int, theirs: int) -> bool:
        there = {
            "either": max(mine, theirs),
            "mine": mine,
            "theirs": theirs,
            "behind": theirs - mine,
            "ahead": mine - theirs,
        }
        return all(there[of] >= least for of, least in self.asks.items())


class AtGoal(NamedTuple):
    """What to do once the goal is in reach."""

    goal: int
    exactly: bool
    first: bool
    may_be_forbidden: bool
    most: bool
    waits: bool
    always_waits: bool


class OnLast(NamedTuple):
    """What to bank on some last turns."""

    goal: int | None
    level: bool
    may_be_forbidden: bool
    most: bool


class SentencePlayer:
    """Plays by sentences."""

    def __init__(self, ruleset: Ruleset, sentences: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.turn, self.hands = Turn(ruleset), hands_of(ruleset)
        self.bank: dict[int, Callable[[int], bool]] | None = None
        self.worth: dict[int, list[tuple[int, int]]] | None = None
        self.others = self.most_points = self.cleared = self.in_order = self.of_several = False
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
        self.parts: dict[int, Fraction] = {}
        """What part of the turn score counts where a face must be cleared."""
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
        assert self.cleared == bool(self.ruleset.must_clear)

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

    def clears(self, words: str | None) -> None:
        self.cleared = True
        for part in re.split(", | and ", words or ""):
            if part:
                some, dice = all_of(r"(.*) with (\d+) (?:die|dice) left", part).groups()
                self.parts[int(dice)] = PARTS[some]

    def between_multiples(self, where: str | None, multiple: str, words: str) -> None:
        assert number(multiple) == self.ruleset.bank.multiple_of
        value = {} if words == "nothing" else worths(words)
        for state in self.states_of(where) if where else [None]:
            assert state not in self.between
            self.between[state] = value

    def set_apart(self, where: str, words: str, worth: str | None) -> None:
        rows = banks(words)
        for here in self.states_of(where):
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

    # one turn, with no goal

    def counted(self, position: Position) -> int:
        """The turn score as it counts at these scores."""
        return 0 if self.less is None else max(position.score - self.less, 0)

    def not_counted(self, position: Position) -> Fraction | int:
        """What does not count of the turn score because a face must be cleared."""
        part = self.parts.get(position.hand, 1) if position.clears else 1
        return self.counted(position) * (1 - part)

    def wants_bank(self, state: State, position: Position) -> bool:
        assert self.bank is not None
        rows, _ = self.apart.get(state, ({}, {}))
        where = rows.get(position.hand) or self.bank.get(position.hand, never)
        there_is_some = self.counted(position) > 0 or self.less == 0
        return there_is_some and where(self.counted(position))

    def lets_bank(self, state: State, position: Position) -> bool:
        """Whether the card lets a turn score be banked, whatever the rules do."""
        least = self.minimum if state.on_board else max(self.opening, self.minimum)
        return position.score >= least and position.score % self.multiple == 0

    def value(self, state: State, position: Position) -> int:
        assert self.worth is not None
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
            allowed = self.turn.may_bank(position, on_board=state.on_board)
            return allowed and self.lets_bank(state, position)

        position = self.chosen(state, options, may)
        return Decision(position, may(position) and self.wants_bank(state, position))

    # a match

    def theirs(self, game: Any) -> int:
        """The score that counts as the opponent's."""
        if hasattr(game, "others"):
            return int(max(game.scores[other] for other in game.others))
        return int(game.match_state.theirs)

    def last_kind(self, game: Game) -> str | None:
        """Which last turn this is."""
        if game.last_turn:
            return LAST_TURN
        return LAST_OF_ALL if game.rules.last_of_all(game.match_state) else None

    def decide(self, game: Game) -> Action:
        here = game.match_state._replace(theirs=self.theirs(game))
        kind = self.last_kind(game)
        farkles = 0 if here.my_farkles in self.as_none.get(str(kind), ()) else here.my_farkles
        state = State(here.on_board, farkles)
        self.less = self.counts_less(here.mine, here.theirs, kind)
        if game.phase == "offer":
            assert here.inherit is not None
            assert self.take_over is not None
            score, dice = here.inherit
            taken = dice in self.take_over and holds(self.take_over[dice])(score)
            return "take over" if taken else "start afresh"

        def may(position: Position) -> bool:
            return game.rules.turn.may_bank(
                position, on_board=here.on_board, previous=here.previous
            ) and self.lets_bank(state, position)

        if game.phase == "keep":
            positions = [choice.position for choice in game.choices]
            there = [p for p in positions if may(p) and self.ends(game, p)]
            if there:
                most = max if self.takes_most(kind) else min
                chosen = most(there, key=lambda p: (p.score, p.dice))
            else:
                chosen = self.chosen(state, positions, may)
            return next(choice for choice in game.choices if choice.position == chosen)
        ends = self.ends(game, game.position)
        if not game.may_bank:
            assert not ends or self.may_be_forbidden(kind)
            return "roll"
        assert here.previous == 0 or self.beats or not self.ruleset.bank.beat_previous
        if ends:
            return "bank" if kind or not self.waits(game) else "roll"
        if kind in self.on_last:
            return "roll"
        goes = any(
            game.position.dice in dice and (here.mine >= mine or here.theirs >= theirs)
            for mine, theirs, dice in self.goes
        )
        wanted = may(game.position) and self.wants_bank(state, game.position)
        return "roll" if goes or not wanted else "bank"

    def counts_less(self, mine: int, theirs: int, kind: str | None) -> int | None:
        """By how much the turn score counts less at these scores."""
        if kind in self.last_afresh:
            return None
        assert kind is None or not self.lines
        return next((line.less for line in self.lines if line.holds(mine, theirs)), 0)

    def ends(self, game: Game, position: Position) -> bool:
        """Whether the turn score reaches the goal first, or is what to bank on a last turn."""
        here, kind = game.match_state, self.last_kind(game)
        total, theirs = here.mine + position.score, self.theirs(game)
        if kind in self.on_last:
            last = self.on_last[kind]
            if last.goal is not None:
                return total == last.goal
            level = last.level or (not self.of_several and self.ruleset.ties == "challenger")
            if total > theirs or (level and total == theirs):
                return True
        if self.at_goal is None or (self.at_goal.first and kind == LAST_TURN):
            return False
        goal = self.at_goal.goal
        return total == goal if self.at_goal.exactly else total >= goal

    def takes_most(self, kind: str | None) -> bool:
        if kind in self.on_last:
            return self.on_last[kind].most
        return self.at_goal is not None and self.at_goal.most

    def may_be_forbidden(self, kind: str | None) -> bool:
        if kind in self.on_last:
            return self.on_last[kind].may_be_forbidden
        return self.at_goal is not None and self.at_goal.may_be_forbidden

    def waits(self, game: Game) -> bool:
        """Whether to roll on past the goal."""
        here = game.match_state
        if self.at_goal is None or not self.at_goal.waits:
            return False
        last_round = self.ruleset.rounds is not None and here.rounds_left == 1
        follows = self.ruleset.end_game == "final_turn" and not last_round
        if not (self.at_goal.always_waits or here.first or follows):
            return False
        ahead = here.mine + game.position.score - self.theirs(game)
        return ahead < self.lead or self.hands.sizes[game.position.hand] > self.past


ONLY_MOST = "( Of two ways that leave the same dice only the one with more points counts.)?"
BY_NUMBER = r"((?:\d+ (?:die|dice) [\d,]*\d(?:, )?)+)"
BY_KIND = r"((?:(?:; |, )each [^,;]* among them [\d,]*\d (?:later|sooner|more|less))*)"
LARGEST = rf"None left counts as (\d+) (?:die|dice)\. Take the largest sum; of equal sums {TIES}\."
UNTIL = rf"keep rolling until (?:{AHEAD})?(?: and )?(?:{PAST})?"

READINGS: dict[str, Callable[..., None]] = {
    r"Never bank: roll on to the goal\.": SentencePlayer.never_banks,
    r"Bank (with .*)\.": SentencePlayer.banks_with,
    rf"Bank from these turn scores, by the dice left to roll: {BY_NUMBER}{BY_KIND}\. "
    r"The others are as (.*) dice\.": SentencePlayer.banks_by_kind,
    r"Before your first bank roll until you have ([\d,]+)\.": SentencePlayer.opens,
    r"Roll until you have ([\d,]+) in every turn\.": SentencePlayer.has_minimum,
    r"Only multiples of ([\d,]+) may be banked\.": SentencePlayer.has_multiple,
    r"Roll until you have more than the bank before, where the rules ask for that\.":
        SentencePlayer.beats_previous,
    r"That is for most turns\. The first of these lines that holds changes it:":
        SentencePlayer.has_lines,
    r"(?:(\d+)\. )?(When .*|Always), (go for it: bank nothing short of the goal|play as usual"
    r"|bank [\d,]+ (?:later|earlier))\.": SentencePlayer.line,
    r"To go for it: set dice aside as at a turn score of 0\.": SentencePlayer.explains_going,
    r"To bank ([\d, or]+) later: count the turn score as (that much|[\d,]+) less, to set dice "
    r"aside as well as to bank\. Where nothing is left of it do not bank\.":
        SentencePlayer.explains_later,
    r"To bank ([\d, or]+) earlier: count it as (that much|[\d,]+) more\.":
        SentencePlayer.explains_earlier,
    rf"From ([\d,]+) on, yours or the opponent's, do not bank(?: with ({DICE}))?: roll until you "
    r"reach ([\d,]+) or farkle\.": SentencePlayer.goes_from,
    r"Once (?:you have ([\d,]+))?(?: or )?(?:the opponent has ([\d,]+))? do not bank"
    rf"(?: with ({DICE}))?: roll until you reach ([\d,]+) or farkle\.": SentencePlayer.goes_once,
    rf"If you can (reach|hit) ([\d,]+)( first| exactly)?{MAY}, take (it and bank|the most points "
    rf"you can(?: and bank)?)(|\. Then {UNTIL}; then bank|\. Then bank; but if (?:the opponent|"
    rf"somebody else) has another turn, {UNTIL})\.":
        lambda player, *words: player.reaches_goal(*words[:6]),
    rf"On ({LAST}) bank only what (?:wins|puts you ahead of them( or level with them)?): if you "
    rf"can{MAY}, take (it|the most points you can) and bank\.": SentencePlayer.wins_on,
    r"On a last turn bank nothing short of ([\d,]+)\.": SentencePlayer.hits_on_last,
    rf"On ({LAST}) set dice aside as at a turn score of 0\.": SentencePlayer.afresh_on,
    rf"On ({LAST}) count ([\d, or]+) farkles? in a row as none\.": SentencePlayer.counts_as_none,
    r"They, and the opponent, are whoever of the others has the highest score\.":
        SentencePlayer.meets_several,
    r"Take a turn over (.*); else start afresh\.": SentencePlayer.takes_over,
    r"Never take a turn over\.": SentencePlayer.never_takes_over,
    r"Which dice to set aside: to the turn score add what the dice left to roll are worth, "
    r"(\d+ [^A-Z]*); nothing (for others, and )?where you would bank\. "
    rf"{LARGEST}{ONLY_MOST}": SentencePlayer.sets_aside,
    rf"Which dice to set aside: take the most points; of equal ones {TIES}\.{ONLY_MOST}":
        SentencePlayer.takes_points,
    r"Which dice to set aside: to the turn score add what the dice left to roll are worth, "
    rf"{BY_NUMBER}{BY_KIND}; never less than ([\d,]+), but nothing where you would bank\. "
    rf"{LARGEST}{ONLY_MOST}": SentencePlayer.worth_by_kind,
    rf"A way that must be cleared is looked at as well, and rolled on(?:: of its turn score count "
    rf"({PART}(?:(?:, | and ){PART})*))?\.": SentencePlayer.clears,
    r"(?:(.*), a|A)t a turn score that is no multiple of ([\d,]+) dice are worth (.*)\.":
        SentencePlayer.between_multiples,
    r"((?:Once on the board|Before the first|After|No farkle).*): bank (with .*?)"
    r"(?:; worth (.*))?\.": SentencePlayer.set_apart,
}  # fmt: skip
"""What each kind of sentence looks like, and how it is taken in."""
