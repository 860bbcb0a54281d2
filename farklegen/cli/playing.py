"""A match at the keyboard: the person, the opponent and the dice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TypeVar

from farklegen.cli.answers import DecisionError, read_dice, read_keep, read_word
from farklegen.cli.keyboard import Keyboard, StoppedError
from farklegen.play.game import Action, IllegalMoveError
from farklegen.play.match import PlayedMatch
from farklegen.report import play as words
from farklegen.report.document import Notes
from farklegen.report.numbers import points
from farklegen.rules.words import upper_first

PATIENCE = 30
"""Throws in a row without a question; then one is asked, or a match might run away."""

HELP = (
    "1 5 5 (or 155) keeps these dice; all keeps as many as can be.",
    "155 b keeps them and banks, 155 r keeps them and rolls.",
    "111 = 300 counts dice for less than the most; it is hardly ever wise.",
    "b banks, r rolls on; t takes a turn over, s starts afresh.",
    "h is a hint: what there is to do, best first, with the chance to win.",
    "c tells what each of your decisions costs as soon as you have taken it, or no more.",
    "q ends the match and tells what your decisions cost. Nothing can be taken back.",
)

NAMED = (
    "Dice of different kinds: lucky=1, odd=5 keeps these two. Faces alone, such as 1 5, are enough "
    "where there is no doubt which dice are meant."
)

Answer = TypeVar("Answer")


class PlayTable(Keyboard):
    """The person, the opponent and the dice."""

    def __init__(
        self, match: PlayedMatch, me: int, seed: int, dice: Random | None, *, costs: bool = False
    ) -> None:
        """A match with a person in seat `me`; without `dice` the person throws them."""
        super().__init__("play")
        self.match = match
        self.game = match.game
        self.judge = match.judge
        self.me = me
        self.seed, self.dice = seed, dice
        self.hints = 0
        self.costs = costs and self.judge is not None
        self.unasked = 0
        self.start = None if self.judge is None else self.judge.win_probability(self.game)

    def play(self) -> None:
        """Play the match to its end, or until the answers end.

        Raises:
            KeyboardInterrupt: if Ctrl-C ended it, after it was told what the decisions cost.
        """

        interrupted: KeyboardInterrupt | None = None
        try:
            with suppress(StoppedError):
                seed = None if self.dice is None else self.seed
                self.show(words.opening(self.match, self.me, seed, self.start))
                while self.game.won is None:
                    self.say("")
                    self.blocks([words.turn_heading(self.game, self.me)])
                    self.turn(self.game.player == self.me)
        except KeyboardInterrupt as interrupt:
            interrupted = interrupt
        with suppress(StoppedError):
            self.say("")
            self.show(words.summary(self.match, self.me, self.start, self.hints))
        if interrupted is not None:
            raise interrupted

    def turn(self, mine: bool) -> None:
        """One turn."""

        game, before = self.game, self.game.last_end
        while game.last_end is before:
            if game.phase == "roll":
                self.throw(mine)
            elif mine:
                self.mine()
            else:
                self.act(self.match.opponent.decide(game))
        end = game.last_end
        assert end is not None
        self.say(words.ended(end, game, mine))

    def throw(self, mine: bool) -> None:
        """Throw the dice."""

        game = self.game
        thrower = "You throw" if mine else f"{words.opponent(game, game.player)} throws"
        who = f"{thrower} {game.hands.words(game.position.dice)}"
        if self.dice is not None:
            self.unasked += 1
            if self.unasked > PATIENCE:
                self.ask("Enter to go on> ", lambda text: text)
            game.throw(game.fall(self.dice))
        else:

            def really(text: str) -> None:
                try:
                    game.throw(read_dice(text, game.hands))
                except IllegalMoveError as error:
                    raise DecisionError(f"{upper_first(str(error))}.") from None

            self.ask(f"{who}. They show> ", really)
        self.say(f"{who}: {words.thrown(game, mine)}")

    def mine(self) -> None:
        """A decision of the person, or what the rules decide."""

        game = self.game
        if game.phase == "keep":
            if len(game.choices) == 1:
                self.act(game.choices[0])
                return
            choice, then = self.ask(
                "Keep> ", lambda text: read_keep(text, game.roll, game.choices, game.hands)
            )
            self.act(choice)
            if then == "bank" and not game.may_bank:
                self.say(f"No bank: {words.cannot_bank(game)}.")
            elif then is not None and game.may_bank:
                self.act(then)
        elif game.phase == "decide":
            if game.may_bank:
                self.act(self.ask("Bank or roll> ", lambda text: read_word(text, ("bank", "roll"))))
            else:
                self.say(f"You roll on: {words.cannot_bank(game)}.")
                self.act("roll")
        else:
            self.act(self.offer())

    def offer(self) -> Action:
        """Whether to take over."""

        assert self.game.match_state.inherit is not None
        score, dice = self.game.match_state.inherit
        self.say(
            f"You may take over {points(score)} points and roll {self.game.hands.words(dice)}."
        )
        return self.ask(
            "Take over or start afresh> ",
            lambda text: read_word(text, ("take over", "start afresh")),
        )

    def act(self, action: Action) -> None:
        """Take a decision: what it costs is looked at before, and it is told."""

        game, mine = self.game, self.game.player == self.me
        judged = None if self.judge is None else self.judge.judge(game, action)
        told = words.taken(game, action, mine)
        game.act(action)
        if told:
            self.say(told)
        if self.costs and mine and judged is not None:
            self.say(words.cost(game.hands, judged))

    def ask(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """Ask until there is an answer.

        Raises:
            StoppedError: if there is none, or the match is to end.
        """

        self.unasked = 0
        while True:
            text = self.line(prompt).strip().lower()
            if text in ("q", "quit"):
                raise StoppedError
            if text in ("?", "help"):
                self.blocks([Notes(HELP if self.game.hands.plain else (NAMED, *HELP))])
            elif text in ("c", "costs"):
                self.tell_costs()
            elif text in ("h", "hint"):
                self.hint()
            else:
                try:
                    return read(text)
                except DecisionError as error:
                    self.say(str(error))

    def tell_costs(self) -> None:
        """Tell what decisions cost from now on, or no more."""
        if self.judge is None:
            self.say("Decisions are not judged in this match.")
            return
        self.costs = not self.costs
        when = "from now on" if self.costs else "at the end only"
        self.say(f"What your decisions cost is told {when}.")

    def hint(self) -> None:
        """What there is to do."""

        hints = self.match.hints
        adviser = self.judge if hints is None else hints.adviser
        if adviser is None:
            self.say("There are no hints in this match.")
        elif options := adviser.options(self.game):
            self.hints += 1
            self.blocks(words.hint(self.game, options, "" if hints is None else hints.about))
        else:
            self.say("There is nothing to decide now.")
