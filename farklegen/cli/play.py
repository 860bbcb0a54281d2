"""`farklegen play`: a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from farklegen.cli.options import Numbers, Rules, UsageProblemError, complete_policies
from farklegen.cli.standing import Floor, read_floor

if TYPE_CHECKING:
    from farklegen.play.game import Action
    from farklegen.play.match import PlayedMatch
    from farklegen.report.document import Block, Document

EXAMPLES = (
    ("farklegen play basic", "against perfect play"),
    ("farklegen play basic --opponent card --seat second", "the card moves first"),
    ("farklegen play basic --own-dice", "with real dice on the table"),
)

SEATS = ("first", "second", "random")

PATIENCE = 30
"""Throws without a question after which one is asked, so that no match runs away."""

HELP = (
    "1 5 5 (or 155) keeps these dice; all keeps as many as can be.",
    "155 b keeps them and banks, 155 r keeps them and rolls.",
    "111 = 300 counts dice for less than the most; it is hardly ever wise.",
    "b banks, r rolls on; t takes a turn over, s starts afresh.",
    "h is a hint: what there is to do, best first, with the chance to win.",
    "q ends the match and tells what your decisions cost. Nothing can be taken back.",
)

Answer = TypeVar("Answer")


def _complete_seats(incomplete: str) -> list[str]:
    return [seat for seat in SEATS if seat.startswith(incomplete)]


def play(
    rules: Rules,
    opponent: Annotated[
        str | None,
        typer.Option(
            "--opponent",
            metavar="POLICY",
            help="How the other player plays: optimal, max-score, card, bank-at-300 or the like, "
            "or a policy file. Default: optimal.",
            autocompletion=complete_policies,
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            metavar="first|second|random",
            help="Whether you move first.",
            autocompletion=_complete_seats,
        ),
    ] = "first",
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="S", help="The same number rolls the same dice.", show_default=False
        ),
    ] = None,
    own_dice: Annotated[
        bool,
        typer.Option(
            "--own-dice", help="You throw real dice, for both players, and type what they show."
        ),
    ] = False,
    no_hints: Annotated[
        bool,
        typer.Option(
            "--no-hints",
            help="Do not solve the match: no waiting, but no hints, and decisions are not judged.",
        ),
    ] = False,
    floor: Floor = None,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to keep, then b to bank or r to roll. h gives a hint, ? explains, q ends the
    match. At the end every decision that cost some chance to win is listed with what was best.
    """
    from random import Random

    numbers = Numbers()
    number = numbers.whole("--seed", seed, least=0)
    numbers.one_of("--seat", seat, SEATS)
    lowest = read_floor(numbers, floor)
    numbers.check()
    if rules == "-":
        raise UsageProblemError("RULES: - is standard input, where you answer; give a file")
    if number is None:
        number = Random().randrange(10**6)
    dice = Random(number)
    me = {"first": 0, "second": 1}.get(seat)
    if me is None:
        me = dice.randrange(2)

    from farklegen import api
    from farklegen.cli.output import complain
    from farklegen.cli.progress import progress_bar

    with progress_bar() as bar:
        loaded = api.load(rules)
        match = api.play(
            loaded,
            opponent=opponent,
            hints=not no_hints,
            floor=lowest,
            progress=bar,
            report=bar.say,
        )
    for problem in loaded.warnings:
        complain(str(problem))
    _Table(match, me, None if own_dice else dice, number).play()


class _StoppedError(Exception):
    """Nobody answers any more."""


class _Table:
    """The person, the opponent and the dice."""

    def __init__(self, match: PlayedMatch, me: int, dice: object, seed: int) -> None:
        from random import Random

        from farklegen.cli.output import destination

        self.screen = destination("text", None)
        self.match = match
        self.game = match.game
        self.judge = match.judge
        self.me = me
        self.dice = dice if isinstance(dice, Random) else None
        self.seed = seed
        self.hints = 0
        self.unasked = 0
        self.start = None if self.judge is None else self.judge.win_probability(self.game)

    def play(self) -> None:
        """Play the match to its end, or until nobody answers.

        Raises:
            KeyboardInterrupt: if Ctrl-C ended it, after it was told what the decisions cost.
        """
        from contextlib import suppress

        from farklegen.report import play as words

        interrupted: KeyboardInterrupt | None = None
        try:
            with suppress(_StoppedError):
                self.show(
                    words.opening(self.match, self.me, None if self.dice is None else self.seed)
                )
                while self.game.won is None:
                    self.say("")
                    self.blocks([words.turn_heading(self.game, self.me)])
                    self.turn(self.game.player == self.me)
        except KeyboardInterrupt as interrupt:
            interrupted = interrupt
        with suppress(_StoppedError):
            self.say("")
            self.show(words.summary(self.match, self.me, self.start, self.hints))
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
        from farklegen.cli.answers import AnswerError, read_dice
        from farklegen.play.game import IllegalMoveError
        from farklegen.report import play as words
        from farklegen.report.situations import dice_words

        game = self.game
        who = f"{'You throw' if mine else 'The opponent throws'} {dice_words(game.position.dice)}"
        if self.dice is not None:
            self.unasked += 1
            if self.unasked > PATIENCE:
                self.ask("Enter to go on> ", lambda text: text)
            weights = game.ruleset.die_weights
            game.throw(self.dice.choices(range(1, 7), weights, k=game.position.dice))
        else:

            def really(text: str) -> None:
                try:
                    game.throw(read_dice(text))
                except IllegalMoveError as error:
                    raise AnswerError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None

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
            choice, then = self.ask("Keep> ", lambda text: read_keep(text, game))
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
        from farklegen.report.situations import dice_words

        assert self.game.standing.inherit is not None
        score, dice = self.game.standing.inherit
        self.say(f"You may take over {points(score)} points and roll {dice_words(dice)}.")
        return self.ask(
            "Take over or start afresh> ",
            lambda text: read_word(text, ("take over", "start afresh")),
        )

    def act(self, action: Action) -> None:
        """Take a decision: what it costs is looked at before, and it is told."""
        from farklegen.report import play as words

        game = self.game
        if self.judge is not None:
            self.judge.judge(game, action)
        told = words.taken(game, action, game.player == self.me)
        game.act(action)
        if told:
            self.say(told)

    def ask(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """Ask until there is an answer.

        Raises:
            _StoppedError: if there is none, or the match is to end.
        """
        from farklegen.cli.answers import AnswerError
        from farklegen.report.document import Notes

        self.unasked = 0
        while True:
            text = self.line(prompt).strip().lower()
            if text in ("q", "quit"):
                raise _StoppedError
            if text in ("?", "help"):
                self.blocks([Notes(HELP)])
            elif text in ("h", "hint"):
                self.hint()
            else:
                try:
                    return read(text)
                except AnswerError as error:
                    self.say(str(error))

    def hint(self) -> None:
        """What there is to do."""
        from farklegen.report import play as words

        if self.judge is None:
            self.say("There are no hints in this match.")
        elif options := self.judge.options(self.game):
            self.hints += 1
            self.blocks(words.hint(self.game, options))
        else:
            self.say("There is nothing to decide now.")

    def line(self, prompt: str) -> str:
        """A line that is typed; shown, too, where it comes from a pipe.

        Raises:
            _StoppedError: if there are no more.
        """
        self.write(prompt)
        stream = sys.stdin
        try:
            data = b"" if stream is None else stream.buffer.readline()
        except KeyboardInterrupt:
            self.write("\n")
            raise
        text = data.decode("utf-8", "replace").rstrip("\r\n")
        if stream is None or not stream.isatty():
            self.say(text)
        if not data:
            raise _StoppedError
        return text

    def say(self, text: str) -> None:
        """A sentence, or an empty line."""
        from farklegen.report.document import Paragraph

        if text:
            self.blocks([Paragraph(text)])
        else:
            self.write("\n")

    def blocks(self, blocks: Sequence[Block]) -> None:
        """A part of what is said."""
        from farklegen.report.document import Document

        self.show(Document("play", "", tuple(blocks)))

    def show(self, document: Document) -> None:
        """Show a document."""
        self.write(self.screen.render(document))

    def write(self, text: str) -> None:
        """Write at once.

        Raises:
            _StoppedError: if nobody reads it.
        """
        from farklegen.cli.output import write_text

        if not write_text(text):
            raise _StoppedError
