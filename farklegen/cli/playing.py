"""A match at the keyboard: the person, the opponent and the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from farklegen.cli.keyboard import Keyboard, StoppedError

if TYPE_CHECKING:
    from random import Random

    from farklegen.play.game import Action
    from farklegen.play.match import PlayedMatch
    from farklegen.play.saved import SavedMatch

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


@dataclass
class MatchToKeep:
    """A match as it goes into its file.

    Attributes:
        match: all that happened.
        file: where it is kept; None for nowhere.
    """

    match: SavedMatch
    file: str | None

    def threw(self, faces: Sequence[int]) -> None:
        """Dice were thrown."""
        from farklegen.play.saved import Step

        self.match.steps.append(Step(throw=list(faces)))

    def took(self, action: Action) -> None:
        """A decision was taken."""
        from farklegen.play.saved import Step

        self.match.steps.append(Step.of(action))

    def write(self) -> None:
        """Put the file in the place of the one before, as a whole.

        Raises:
            FileProblemError: if it cannot be written.
        """
        if self.file is not None:
            from farklegen.cli.files import write_file

            write_file(self.file, self.match.text().encode())


class PlayTable(Keyboard):
    """The person, the opponent and the dice."""

    def __init__(
        self, match: PlayedMatch, me: int, dice: Random, kept: MatchToKeep, *, costs: bool = False
    ) -> None:
        super().__init__("play")
        self.match = match
        self.game = match.game
        self.judge = match.judge
        self.me = me
        self.dice = None if kept.match.own_dice else dice
        self.kept = kept
        self.costs = costs and self.judge is not None
        self.resumed = False
        self.unasked = 0
        self.start = None if self.judge is None else self.judge.win_probability(self.game)

    def play(self) -> None:
        """Play the match to its end, or until the answers end.

        Raises:
            KeyboardInterrupt: if Ctrl-C ended it, after it was told what the decisions cost.
        """
        from contextlib import suppress
        from shlex import quote

        from farklegen.report import play as words
        from farklegen.rules.catalogue import reference_of

        interrupted: KeyboardInterrupt | None = None
        try:
            with suppress(StoppedError):
                seed = None if self.dice is None else self.kept.match.seed
                self.show(words.opening(self.match, self.me, seed, self.start))
                while self.game.won is None:
                    self.say("")
                    self.blocks([words.turn_heading(self.game, self.me)])
                    if self.resumed:
                        self.say(words.under_way(self.game, self.game.player == self.me))
                        self.resumed = False
                    self.turn(self.game.player == self.me)
        except KeyboardInterrupt as interrupt:
            interrupted = interrupt
        self.kept.write()
        with suppress(StoppedError):
            self.say("")
            self.show(words.summary(self.match, self.me, self.start, self.kept.match.hints))
            if self.kept.file is not None and self.game.won is None:
                rules = quote(reference_of(self.match.loaded))
                again = f"farklegen play {rules} --resume {quote(str(self.kept.file))}"
                self.say(f"The match is kept; go on with it by: {again}")
        if interrupted is not None:
            raise interrupted

    def turn(self, mine: bool) -> None:
        """One turn."""
        from farklegen.report import play as words

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
        from farklegen.cli.answers import DecisionError, read_dice
        from farklegen.play.game import IllegalMoveError
        from farklegen.report import play as words
        from farklegen.rules.words import upper_first

        game = self.game
        thrower = "You throw" if mine else f"{words.opponent(game, game.player)} throws"
        who = f"{thrower} {game.hands.words(game.position.dice)}"
        if self.dice is not None:
            self.unasked += 1
            if self.unasked > PATIENCE:
                self.ask("Enter to go on> ", lambda text: text)
            self.thrown(game.fall(self.dice))
        else:

            def really(text: str) -> None:
                try:
                    self.thrown(read_dice(text, game.hands))
                except IllegalMoveError as error:
                    raise DecisionError(f"{upper_first(str(error))}.") from None

            self.ask(f"{who}. They show> ", really)
        self.say(f"{who}: {words.thrown(game, mine)}")

    def mine(self) -> None:
        """A decision of the person, or what the rules decide."""
        from farklegen.cli.answers import read_keep, read_word
        from farklegen.report import play as words

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
        from farklegen.cli.answers import read_word
        from farklegen.report.numbers import points

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
        from farklegen.report import play as words

        game, mine = self.game, self.game.player == self.me
        judged = None if self.judge is None else self.judge.judge(game, action)
        told = words.taken(game, action, mine)
        self.kept.took(action)
        game.act(action)
        if told:
            self.say(told)
        if self.costs and mine and judged is not None:
            self.say(words.cost(game.hands, judged))

    def thrown(self, faces: Sequence[int]) -> None:
        """Take in what the dice show."""
        self.game.throw(faces)
        self.kept.threw(faces)

    def again(self, file: str) -> None:
        """Take the steps of a match that was put aside, without a word.

        Raises:
            SavedMatchError: if one cannot be taken.
        """
        from farklegen.play.saved import Step, steps_again

        for step in steps_again(file, self.kept.match, self.game):
            if not isinstance(step, Step):
                if self.judge is not None:
                    self.judge.judge(self.game, step)
                self.game.act(step)
                continue
            if self.dice is not None:  # so that those to come are the same
                self.game.fall(self.dice)
            self.game.throw(step.throw or ())
        self.resumed = True

    def ask(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """Ask until there is an answer.

        Raises:
            StoppedError: if there is none, or the match is to end.
        """
        from farklegen.cli.answers import DecisionError
        from farklegen.report.document import Notes

        self.unasked = 0
        self.kept.write()
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
        self.costs = self.kept.match.costs = not self.costs
        when = "from now on" if self.costs else "at the end only"
        self.say(f"What your decisions cost is told {when}.")

    def hint(self) -> None:
        """What there is to do."""
        from farklegen.report import play as words

        hints = self.match.hints
        adviser = self.judge if hints is None else hints.adviser
        if adviser is None:
            self.say("There are no hints in this match.")
        elif options := adviser.options(self.game):
            self.kept.match.hints += 1
            self.blocks(words.hint(self.game, options, "" if hints is None else hints.about))
        else:
            self.say("There is nothing to decide now.")
