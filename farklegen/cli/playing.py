"""A match at the keyboard: the person, the opponent and the dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from types import MappingProxyType
from typing import TypeVar

from farklegen.cli.output import destination, typed, write_text
from farklegen.errors import ArgumentError, FarklegenError
from farklegen.play.drill import Exercise
from farklegen.play.game import Action, Choice, IllegalMoveError, Word
from farklegen.play.players import PlayedMatch
from farklegen.report import play as words
from farklegen.report.advise import DrillResult
from farklegen.report.document import Block, Document, Facts, Heading, Notes, Paragraph
from farklegen.report.numbers import points
from farklegen.rules.hands import FALLEN, Hands, read_fallen
from farklegen.rules.words import upper_first
from farklegen.solvers.decisions import Option, Then

PATIENCE = 30
"""The most throws in a row without a question. Then the program asks one, or a match might run
away."""

HELP = (
    "1 5 5 (or 155) sets these dice aside; all sets aside as many as possible.",
    "155 b then banks, 155 r then rolls.",
    "111 = 300 scores three 1s as 300 instead of 1,000; you will rarely want this.",
    "b banks, r rolls on; t takes a turn over, s starts afresh.",
    "h gives a hint: every choice, best first, with your chance to win.",
    "c shows at once what each of your decisions costs, or stops that.",
    "q ends the match and says what your decisions cost. You cannot take anything back.",
)

OWN_DICE = "You roll for everyone: when asked, type all the dice, such as 1 2 2 4 5 6."

NAMED = (
    "Dice of different kinds: lucky=1, odd=5 sets these two aside. Faces alone, such as 1 5, are "
    "enough if only one die can show each."
)

DRILL_HELP = (
    "1 5 5 (or 155) sets these dice aside; all sets aside as many as possible.",
    "b banks, r rolls on; t takes a turn over, s starts afresh.",
    "q ends the drill and says what your mistakes cost.",
)

ORDER = ("bank", "roll", "take over", "start afresh")
"""The order in which choices are offered, whatever is right."""

Answer = TypeVar("Answer")


class StoppedError(Exception):
    """The answers have ended."""


class Keyboard:
    """Says something, and takes what is typed."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.screen = destination("text", None)

    def line(self, prompt: str) -> str:
        """A line that is typed; shown, too, where it comes from a pipe."""
        try:
            text = typed(prompt, self.write, self.say)
        except KeyboardInterrupt:
            self.write("\n")
            raise
        if text is None:
            raise StoppedError
        return text

    def say(self, text: str) -> None:
        if text:
            self.blocks([Paragraph(text)])
        else:
            self.write("\n")

    def blocks(self, blocks: Sequence[Block]) -> None:
        self.show(Document(self.kind, "", blocks))

    def show(self, document: Document) -> None:
        self.write(self.screen.render(document))

    def until_stopped(self, work: Callable[[], None], summary: Callable[[], Document]) -> None:
        """Work until it is done, the answers end or Ctrl-C stops it, then show the summary."""
        try:
            with suppress(StoppedError):
                work()
        finally:
            with suppress(StoppedError):
                self.say("")
                self.show(summary())

    def ask(
        self,
        prompt: str,
        read: Callable[[str], Answer],
        explained: Sequence[str],
        others: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> Answer:
        """Ask until there is an answer; `others` are words that do something else."""
        while True:
            text = self.line(prompt).lower()
            if text in ("q", "quit"):
                raise StoppedError
            if text in ("?", "help"):
                self.blocks([Notes(tuple(explained))])
            elif text in others:
                others[text]()
            else:
                try:
                    return read(text)
                except DecisionError as error:
                    self.say(str(error))
                except IllegalMoveError as error:
                    self.say(f"{upper_first(str(error))}.")

    def write(self, text: str) -> None:
        if not write_text(text):
            raise StoppedError


MOST_NAMED = 6
"""The most ways to set dice aside that are listed when a wrong one was typed."""

MORE = "h: hint, ?: help"
"""What else may be typed during a match."""

_NAMED = re.compile(r"([^=]+=.*?)\s*\b(b|bank|r|roll)?")

_KEEP = re.compile(r"([1-6][1-6 ,-]*|all)(?:=\s*([0-9][0-9,]*))?\s*(b|bank|r|roll)?")


class DecisionError(FarklegenError):
    """An answer that is no choice here. The message is one line."""

    slug = "answer"


Chosen = TypeVar("Chosen", Choice, Option)
"""A way to set dice aside."""


def read_keep(
    text: str, ways: Sequence[Chosen], hands: Hands, more: str = MORE
) -> tuple[Chosen, Word | None]:
    """Dice to set aside, such as `1 5 5`, `155`, `155 b`, `111 = 300` or `all`; of different kinds
    `lucky=1, odd=5 b`, and faces alone if only one set of dice shows them.

    Args:
        ways: what the rules allow, most dice first, then most points.
        more: what else may be typed.

    Returns:
        The way, and bank or roll, if that was typed, too.
    """
    match = None if hands.plain or text[:1].isdigit() else _NAMED.fullmatch(text)
    if match is not None:
        (dice, then), wanted = match.groups(), None
        keep = _fallen(dice, hands)
    elif (match := _KEEP.fullmatch(text)) is None:
        example = "1 5 5" if hands.plain else f"{FALLEN} or 1 4 5"
        raise DecisionError(f"Type the dice to set aside, such as {example} ({more}).")
    else:
        dice, wanted, then = match.groups()
        keep = ways[0].keep if dice == "all" else digits(dice)
        if not hands.uniform and dice != "all":
            keep = _showing(keep, ways, hands)
    fitting = [way for way in ways if way.keep == keep]
    if not fitting:
        every = list(dict.fromkeys(hands.roll_words(way.keep) for way in ways))
        possible = " or ".join(every[:MOST_NAMED]) + " and more" * (len(every) > MOST_NAMED)
        typed_dice = hands.roll_words(keep) or dice.strip()
        raise DecisionError(f"{typed_dice} cannot be set aside; you can set aside {possible}.")
    choice = fitting[0]
    if wanted is not None:
        by_points = {way.points: way for way in fitting}
        number = int(wanted.replace(",", ""))
        if number not in by_points:
            worth = " or ".join(points(value) for value in by_points)
            raise DecisionError(f"{hands.roll_words(keep)} counts for {worth}.")
        choice = by_points[number]
    word: Word | None = None if then is None else "bank" if then[0] == "b" else "roll"
    return choice, word


def _fallen(text: str, hands: Hands) -> tuple[int, ...]:
    """Dice of different kinds as they fell, smallest first."""
    try:
        return read_fallen(hands, text, "dice")
    except ArgumentError as error:
        raise DecisionError(f"{error}.".replace("dice: ", "", 1)) from None


def _showing(faces: tuple[int, ...], ways: Sequence[Chosen], hands: Hands) -> tuple[int, ...]:
    """The only dice that can be set aside and show these faces; none if there are none."""
    keeps = dict.fromkeys(way.keep for way in ways if not any(map(hands.is_joker, way.keep)))
    fitting = [keep for keep in keeps if sorted(die % 10 for die in keep) == [*faces]]
    if len(fitting) > 1:
        raise DecisionError(f"Which: {' or '.join(map(hands.roll_text, fitting[:MOST_NAMED]))}?")
    return fitting[0] if fitting else ()


def read_word(text: str, words: Sequence[Word], more: str = MORE) -> Word:
    """One of two words, or its first letter."""
    for word in words:
        if text in (word, word[0]):
            return word
    usual = " or ".join(f"{word[0]} ({word})" for word in words)
    raise DecisionError(f"Type {usual} ({more}).")


def read_dice(text: str, hands: Hands) -> tuple[int, ...]:
    """Dice that were really thrown, as they fell."""
    if not hands.plain:
        return _fallen(text, hands)
    if not re.fullmatch("[1-6 ,-]+", text):
        raise DecisionError("Type what the dice show, such as 1 2 2 4 5 6.")
    return digits(text)


def digits(text: str) -> tuple[int, ...]:
    return tuple(sorted(int(sign) for sign in text if sign.isdigit()))


class PlayTable(Keyboard):
    """The person, the opponent and the dice."""

    def __init__(self, match: PlayedMatch, me: int, seed: int, dice: Random | None) -> None:
        """A match with a person in seat `me`; without `dice` the person throws them."""
        super().__init__("play")
        self.match = match
        self.game = match.game
        self.judge = match.judge
        self.me = me
        self.seed, self.dice = seed, dice
        self.hints = 0
        self.costs = False
        self.unasked = 0
        self.start = None if self.judge is None else self.judge.win_probability(self.game)

    def play(self) -> None:
        seed = None if self.dice is None else self.seed

        def turns() -> None:
            self.show(words.opening(self.match, self.me, seed, self.start))
            while self.game.won is None:
                self.say("")
                self.blocks([words.turn_heading(self.game, self.me)])
                self.turn(self.game.player == self.me)

        summary = partial(words.summary, self.match, self.me, self.start)
        self.until_stopped(turns, lambda: summary(self.hints))

    def turn(self, mine: bool) -> None:
        game, before = self.game, self.game.last_end
        while game.last_end is before:
            if game.phase == "roll":
                self.throw(mine)
            elif mine:
                self.mine()
            else:
                self.act(self.match.opponents[game.player].decide(game))
        end = game.last_end
        assert end is not None
        self.say(words.end_words(end, game, mine))

    def throw(self, mine: bool) -> None:
        game = self.game
        thrower = "You roll" if mine else f"{words.opponent(game, game.player)} rolls"
        who = f"{thrower} {game.hands.words(game.position.dice)}"
        if self.dice is not None:
            self.unasked += 1
            if self.unasked > PATIENCE:
                self.ask_player("Enter to go on> ", lambda text: text)
            game.throw(game.fall(self.dice))
        else:
            prompt = f"{who}. They show> "
            self.ask_player(prompt, lambda text: game.throw(read_dice(text, game.hands)))
        self.say(f"{who}: {words.roll_words(game, mine)}")

    def mine(self) -> None:
        """A decision of the person, or what the rules decide."""
        game = self.game
        if game.phase == "keep":
            if len(game.choices) == 1:
                self.act(game.choices[0])
                return
            choice, then = self.ask_player(
                "Set aside> ", lambda text: read_keep(text, game.choices, game.hands)
            )
            self.act(choice)
            if then == "bank" and not game.may_bank:
                self.say(f"No bank: {words.cannot_bank(game)}.")
            elif then is not None and game.may_bank:
                self.act(then)
        elif game.phase == "offer":
            assert game.match_state.inherit is not None
            score, dice = game.match_state.inherit
            self.say(f"You may take over {points(score)} points and roll {game.hands.words(dice)}.")
            self.word("take over", "start afresh")
        elif game.may_bank:
            self.word("bank", "roll")
        else:
            self.say(f"You roll on: {words.cannot_bank(game)}.")
            self.act("roll")

    def word(self, first: Word, second: Word) -> None:
        prompt = f"{first} or {second}> ".capitalize()
        self.act(self.ask_player(prompt, lambda text: read_word(text, (first, second))))

    def act(self, action: Action) -> None:
        """Take a decision, after working out what it costs, and say so."""
        game, mine = self.game, self.game.player == self.me
        judged = None if self.judge is None else self.judge.judge(game, action)
        sentence = words.decision_words(game, action, mine)
        game.act(action)
        if sentence:
            self.say(sentence)
        if self.costs and mine and judged is not None:
            self.say(words.cost(game.hands, judged))

    def ask_player(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        self.unasked = 0
        others = {"c": self.show_costs, "costs": self.show_costs, "h": self.hint, "hint": self.hint}
        help_lines = HELP if self.dice is not None else (OWN_DICE, *HELP)
        return self.ask(prompt, read, _explained(help_lines, self.game.hands), others)

    def show_costs(self) -> None:
        """Start to show what decisions cost, or stop showing it."""
        self.costs = not self.costs and self.judge is not None
        when = "from now on" if self.costs else "at the end only"
        judged = f"You see what your decisions cost {when}."
        self.say(judged if self.judge else "Decisions are not judged in this match.")

    def hint(self) -> None:
        match = self.match
        if match.adviser is None:
            self.say("There are no hints in this match.")
        elif options := match.adviser.options(self.game):
            self.hints += 1
            self.blocks(words.hint(self.game, options, match.about))
        else:
            self.say("There is nothing to decide now.")


def drill(result: DrillResult) -> None:
    """Ask about all situations of a drill, or until the answers end."""
    keyboard, hands = Keyboard("drill"), result.hands
    answers: list[tuple[Exercise, int]] = []

    def questions() -> None:
        keyboard.show(result.opening())
        for number, exercise in enumerate(result.exercises, start=1):
            keyboard.say("")
            heading = Heading(f"{number} of {len(result.exercises)}", 3)
            keyboard.blocks([heading, Facts(result.question(exercise))])
            words = "Set aside" if exercise.now.roll else " or ".join(_words(exercise)).capitalize()
            read = partial(_chosen, exercise, hands=hands)
            place = keyboard.ask(f"{words}> ", read, _explained(DRILL_HELP, hands))
            answers.append((exercise, place))
            keyboard.blocks(result.verdict(exercise, place))

    keyboard.until_stopped(questions, lambda: result.summary(answers))


def _explained(lines: Sequence[str], hands: Hands) -> tuple[str, ...]:
    """What can be typed; with dice of different kinds, how these are named."""
    return (*lines,) if hands.plain else (NAMED, *lines)


def _words(exercise: Exercise) -> list[Then]:
    """The choices that are no dice, in the usual order."""
    return sorted((option.then for option in exercise.options), key=ORDER.index)


def _chosen(exercise: Exercise, text: str, hands: Hands) -> int:
    """The place of the option that a text means."""
    options = exercise.options
    if not exercise.now.roll:
        word = read_word(text, _words(exercise), "?: help")
        return next(place for place, option in enumerate(options) if option.then == word)
    ways = sorted(options, key=lambda option: (-len(option.keep), -option.points))
    option, then = read_keep(text, ways, hands, "?: help")
    if then is not None:
        raise DecisionError("Type the dice only; the answer says whether to bank then.")
    return options.index(option)
