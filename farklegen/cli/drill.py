"""`farklegen drill`: situations that matter, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.keyboard import Keyboard, StoppedError
from farklegen.cli.match_state import Floor
from farklegen.cli.options import (
    Format,
    Numbers,
    Rules,
    Target,
    UsageProblemError,
    option,
    reference,
)

if TYPE_CHECKING:
    from farklegen.play.drill import Exercise
    from farklegen.report.drill import Answered, DrillResult
    from farklegen.rules.hands import Hands
    from farklegen.solvers.choices import Then
    from farklegen.study.estimate import Work

EXAMPLES = (
    ("farklegen drill basic", "ten situations of a match"),
    ("farklegen drill basic --numbers 2", "for who learns the card of two numbers"),
    ("farklegen drill basic --by points", "without scores, by points"),
    ("farklegen drill basic --questions 50 --format json", "fifty with their answers, unasked"),
)


MOST_NUMBERS = 10**6
"""More numbers than any card has."""

HELP = (
    "1 5 5 (or 155) keeps these dice; all keeps as many as can be.",
    "b banks, r rolls on; t takes a turn over, s starts afresh.",
    "q ends the drill and tells what your mistakes cost.",
)

ORDER = ("bank", "roll", "take over", "start afresh")
"""In which choices are offered, whatever is right."""


def drill(
    rules: Rules,
    by: Annotated[
        str | None,
        option(
            "--by match|points",
            "What mistakes cost: chances to win the match, or points. Default: the match, "
            "unless it cannot be solved or takes long.",
            ("match", "points"),
        ),
    ] = None,
    rung: Annotated[
        str | None,
        option(
            "--numbers K",
            "You learn the card of so many numbers (see: farklegen table), or all: it plays, "
            "and what it says is right, too. Default: perfect play.",
        ),
    ] = None,
    questions: Annotated[str, option("--questions N", "How many situations.")] = "10",
    seed: Annotated[
        str | None,
        option("--seed S", "The same number draws the same ones."),
    ] = None,
    floor: Floor = None,
    format: Format = None,
    target: Target = None,
) -> None:
    """Practise: situations that matter, and what mistakes in them cost.

    Asks which dice to keep, whether to bank or roll, whether to take a turn over; says at once what
    is right and what the mistake costs, and at the end what to look at again. With --format or -o
    the situations are printed with their answers, and nothing is asked.
    """
    from random import Random

    from farklegen.cli.output import destination

    numbers = Numbers()
    number = numbers.whole("--questions", questions) or 10
    drawn = numbers.whole("--seed", seed)
    learned = numbers.whole("--numbers", rung, word="all")
    if rung == "all":
        learned = MOST_NUMBERS
    numbers.one_of("--by", by, ("match", "points"))
    lowest = numbers.whole("--floor", floor)
    numbers.check()
    asks = format is None and target is None
    if rules == "-" and asks:
        raise UsageProblemError("RULES: - is standard input, where you answer; give a file")
    place = destination(format, target, keep=[rules])

    from farklegen import api
    from farklegen.api.drilling import LONG_SECONDS
    from farklegen.cli.output import complain_all
    from farklegen.cli.progress import progress_bar
    from farklegen.report.drill import drill_document
    from farklegen.study.estimate import estimate
    from farklegen.study.study import Study

    study = Study(api.load(reference(rules)), floor=lowest)
    work: tuple[Work, ...] = ("match",) if learned is None else ("match", "ladder")
    ahead = None if by == "points" else estimate(study, work)
    if ahead is not None and by is None and ahead.seconds > LONG_SECONDS:
        ahead = None
    with progress_bar(estimate=ahead) as bar:
        result = api.drill(
            study,
            by="match" if by == "match" else "points" if by == "points" else None,
            numbers=learned,
            questions=number,
            seed=Random().randrange(10**6) if drawn is None else drawn,
            progress=bar,
            report=bar.say,
        )
    complain_all(study.loaded.warnings)
    if asks:
        _Drill(result).run()
    else:
        place.emit(drill_document(result))


class _Drill(Keyboard):
    """Asks about situations."""

    def __init__(self, result: DrillResult) -> None:
        super().__init__("drill")
        self.result = result
        self.answers: list[Answered] = []

    def run(self) -> None:
        """Ask about all of them, or until the answers end.

        Raises:
            KeyboardInterrupt: if Ctrl-C ended it, after it was told what mistakes cost.
        """
        from contextlib import suppress

        from farklegen.report import drill as words

        interrupted: KeyboardInterrupt | None = None
        try:
            with suppress(StoppedError):
                self.show(words.opening(self.result))
                for number, exercise in enumerate(self.result.exercises):
                    self.say("")
                    self.blocks(words.question(self.result, number))
                    answered = words.Answered(exercise, self._answer(exercise))
                    self.answers.append(answered)
                    self.blocks(words.verdict(self.result, answered))
        except KeyboardInterrupt as interrupt:
            interrupted = interrupt
        with suppress(StoppedError):
            self.say("")
            self.show(words.summary(self.result, self.answers))
        if interrupted is not None:
            raise interrupted

    def _answer(self, exercise: Exercise) -> int:
        """The place of the option that is chosen.

        Raises:
            StoppedError: if the drill is to end.
        """
        from farklegen.cli.answers import DecisionError
        from farklegen.cli.playing import NAMED
        from farklegen.report.document import Notes

        prompt = "Keep" if exercise.now.roll else " or ".join(_words(exercise)).capitalize()
        while True:
            text = self.line(f"{prompt}> ").strip().lower()
            if text in ("q", "quit"):
                raise StoppedError
            if text in ("?", "help"):
                self.blocks([Notes(HELP if self.result.hands.plain else (NAMED, *HELP))])
                continue
            try:
                return _chosen(exercise, text, self.result.hands)
            except DecisionError as error:
                self.say(str(error))


def _words(exercise: Exercise) -> list[Then]:
    """The choices that are no dice, in the usual order."""
    return sorted((option.then for option in exercise.options), key=ORDER.index)


def _chosen(exercise: Exercise, text: str, hands: Hands) -> int:
    """The place of the option that a text means.

    Raises:
        DecisionError: if it means none.
    """
    from farklegen.cli.answers import DecisionError, read_keep, read_word

    options = exercise.options
    if not exercise.now.roll:
        word = read_word(text, _words(exercise), "?: help")
        return next(place for place, option in enumerate(options) if option.then == word)
    ways = sorted(options, key=lambda option: (-len(option.keep), -option.points))
    option, then = read_keep(text, exercise.now.roll, ways, hands, "?: help")
    if then is not None:
        raise DecisionError("Type the dice only; whether to bank then is told.")
    return options.index(option)
