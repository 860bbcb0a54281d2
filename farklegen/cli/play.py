"""`farklegen play`: a match in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from farklegen.cli.match_state import Floor
from farklegen.cli.options import (
    Numbers,
    Rules,
    UsageProblemError,
    complete_policies,
    option,
    reference,
)
from farklegen.cli.table_of import FOR_TWO, Sitting, read_players, read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farklegen.play.saved import SavedMatch
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

EXAMPLES = (
    ("farklegen play basic", "against perfect play"),
    ("farklegen play basic --opponent card --seat second", "the card moves first"),
    ("farklegen play basic --own-dice", "with real dice on the table"),
    ("farklegen play basic --players 3 --opponent card", "you and two who play by the card"),
    ("farklegen play basic --save match.json", "kept, to go on with --resume match.json"),
)

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SEATS = ("first", "second", "random")


def play(
    rules: Rules,
    opponent: Annotated[
        str | None,
        option(
            "--opponent POLICY",
            "How the other player plays: optimal, card, points-only, bank-at-300 or the like, "
            "or a policy file. Default: optimal.",
            complete_policies,
        ),
    ] = None,
    seat: Annotated[
        str,
        option(
            "--seat first|second|random",
            "Whether you move first; among more players also third, fourth, ...",
            SEATS,
        ),
    ] = "first",
    seed: Annotated[
        str | None,
        option("--seed S", "The same number rolls the same dice."),
    ] = None,
    own_dice: Annotated[
        bool,
        option("--own-dice", "You throw real dice, for both players, and type what they show."),
    ] = False,
    no_hints: Annotated[
        bool,
        option(
            "--no-hints",
            "Do not solve the match: no waiting, but no hints, and decisions are not judged; "
            "without --opponent it is played against points-only.",
        ),
    ] = False,
    costs: Annotated[
        bool,
        option("--costs", "Tell what each of your decisions costs as soon as you have taken it."),
    ] = False,
    save: Annotated[
        str | None,
        option(
            "--save FILE",
            "Keep the match in a file while it is played, to go on with it another time.",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        option(
            "--resume FILE", "Go on with a match that was kept by --save; it is kept there again."
        ),
    ] = None,
    players: Sitting = "2",
    floor: Floor = None,
) -> None:
    """Play a match, and see what your decisions cost.

    You type which dice to keep, then b to bank or r to roll. h gives a hint, c tells costs at once,
    ? explains, q ends the match. At the end every decision that cost some chance to win is listed
    with what was best.
    """
    from random import Random
    from typing import get_args

    numbers = Numbers()
    number = numbers.whole("--seed", seed)
    table_of = read_players(numbers, players)
    named = opponent
    if table_of > 2:
        numbers.one_of("--seat", seat, (*ORDER[:table_of], "random"))
        numbers.refuse({"--floor": floor is not None, "--costs": costs}, FOR_TWO)
        named = ",".join(read_table(numbers, "", opponent or "points-only", table_of)[1:])
    else:
        numbers.one_of("--seat", seat, SEATS)
    lowest = numbers.whole("--floor", floor)
    numbers.check()
    if rules == "-":
        raise UsageProblemError("RULES: - is standard input, where you answer; give a file")
    given = {
        "--opponent": opponent is not None,
        "--seat": seat != "first",
        "--seed": seed is not None,
        "--own-dice": own_dice,
        "--no-hints": no_hints,
        "--players": table_of != 2,
        "--floor": floor is not None,
        "--save": save is not None,
    }
    saved = _resumed(resume, given) if resume is not None else None
    if save is not None:
        _check_new(save)

    from farklegen import api
    from farklegen.cli.output import complain_all
    from farklegen.cli.playing import MatchToKeep, PlayTable
    from farklegen.cli.progress import progress_bar
    from farklegen.play.saved import SavedMatch, Seat
    from farklegen.study.study import Study

    loaded = api.load(reference(rules))
    if saved is None:
        saved = SavedMatch(
            fingerprint=loaded.fingerprint,
            opponent=named,
            seat=next(each for each in get_args(Seat) if each == seat),
            players=table_of if table_of > 2 else None,
            seed=Random().randrange(10**6) if number is None else number,
            own_dice=own_dice,
            judged=not no_hints,
            floor=lowest,
        )
    elif saved.fingerprint != loaded.fingerprint:
        raise UsageProblemError(
            f"{resume} is a match under other rules than those of {rules}; give the rules that it "
            "was begun with"
        )
    dice = Random(saved.seed)
    many = saved.players or 2
    me = dice.randrange(many) if saved.seat == "random" else ORDER.index(saved.seat)
    study = Study(loaded, floor=saved.floor)
    with progress_bar(estimate=_ahead(study, saved)) as bar:
        if saved.players is not None:
            others = (saved.opponent or "").split(",")
            match = api.play_several(
                study, opponents=others, seat=me, hints=saved.judged, progress=bar, report=bar.say
            )
        else:
            match = api.play(
                study, opponent=saved.opponent, hints=saved.judged, progress=bar, report=bar.say
            )
    complain_all(loaded.warnings)
    saved.costs = saved.costs or costs
    table = PlayTable(match, me, dice, MatchToKeep(saved, resume or save), costs=saved.costs)
    if resume is not None:
        table.again(resume)
    table.play()


def _ahead(study: Study, saved: SavedMatch) -> Estimate:
    """What has to be worked out before the first turn."""
    from farklegen.policies.reference import parse
    from farklegen.study.estimate import estimate, needed
    from farklegen.study.seats import estimate_seats

    if saved.players is not None:
        others = (saved.opponent or "").split(",")
        return estimate_seats(study, ["points-only", *others])
    recipe = None if saved.opponent is None else parse(saved.opponent)
    wanted = needed(study, [] if recipe is None else [recipe])
    if saved.judged:
        wanted.append("match")
    if saved.judged and recipe is not None and not recipe.optimal:
        wanted.append("duel")
    return estimate(study, wanted)


def _resumed(file: str, given: Mapping[str, bool]) -> SavedMatch:
    """The match to go on with.

    Raises:
        UsageProblemError: for options that the file has an answer to.
        FileProblemError: if it cannot be read.
        SavedMatchError: if it is no saved match.
    """
    from pathlib import Path

    from farklegen.errors import FileProblemError
    from farklegen.play.saved import read_saved

    useless = [option for option, there in given.items() if there]
    if useless:
        raise UsageProblemError(
            f"{', '.join(useless)}: the match of --resume has its own; leave it out"
        )
    try:
        text = Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FileProblemError(
            f"{file} cannot be read: {error.strerror or error}; name the file of a match that was "
            "kept by --save"
        ) from None
    return read_saved(file, text)


def _check_new(file: str) -> None:
    """Refuse a file that is there already.

    Raises:
        FileProblemError: if it is, or if it cannot be written.
    """
    from pathlib import Path

    from farklegen.cli.files import check_writable
    from farklegen.errors import FileProblemError
    from farklegen.play.saved import SavedMatchError, read_saved

    check_writable(file)
    path = Path(file)
    if not path.exists():
        return
    try:
        read_saved(file, path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, SavedMatchError):
        raise FileProblemError(
            f"{file} exists already and is no saved match; name another file"
        ) from None
    raise FileProblemError(
        f"{file} exists already; go on with its match by --resume {file}, or name another file"
    )
