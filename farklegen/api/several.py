"""Matches of three players and more, each playing for the own chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farklegen.api.studying import study_of
from farklegen.solvers.arguments import Arguments

if TYPE_CHECKING:
    from farklegen.api.reference import Reference
    from farklegen.report.advise import AdviseResult
    from farklegen.report.several import SeveralResult
    from farklegen.report.turn import TurnResult
    from farklegen.solvers.multiplayer.game import SeveralSolution
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report
    from farklegen.study.study import Study


def solve_several(
    rules: Reference,
    *,
    players: int = 3,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SeveralResult:
    """The match of several players, each playing for the own chance to win.

    The solution is kept on disk, where `turn_several` and `advise_several` find it.

    Args:
        rules: the rules.
        players: 2 to 4; four where the goal is low.
        progress: is told how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        ArgumentError: for arguments that cannot be meant.
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.report.several import SeveralResult

    arguments = Arguments()
    players = arguments.number("players", players)
    arguments.listeners(progress, report)
    arguments.check()
    study = study_of(rules, None, progress, report, what="a match of three and more")
    found = study.several(players)
    return SeveralResult(study.loaded, found.start(), found.certificate)


def turn_several(
    rules: Reference,
    *,
    mine: int,
    theirs: Sequence[int],
    hot_dice: int = 0,
    progress: Progress | None = None,
    report: Report | None = None,
) -> TurnResult:
    """The complete strategy of one turn of a match of several players.

    Solves the match first, unless that has been done. Players are on the board with a score above
    zero.

    Args:
        rules: the rules.
        mine: banked score of the player to move.
        theirs: those of the others, the next player's first.
        hot_dice: hot dice that paid a growing bonus, for the states to be told.
        progress, report: as for `solve_several`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: for a game that cannot stand like this.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.report.turn import TurnResult
    from farklegen.solvers.turn_state_checks import check, hot_dice_problems

    arguments = Arguments()
    scores = _scores(arguments, mine, theirs)
    hot_dice = arguments.number("hot_dice", hot_dice)
    arguments.listeners(progress, report)
    arguments.check()
    study = study_of(rules, None, progress, report, what="a match of three and more")
    turn = _solved(study, scores).turn(scores)
    result = TurnResult(study.loaded, turn.turn, hot_dice, several=turn)
    check(hot_dice_problems(hot_dice, any(state.reachable for state in result.states)))
    return result


def advise_several(
    rules: Reference,
    *,
    mine: int,
    theirs: Sequence[int],
    turn_score: int = 0,
    roll: Sequence[int] = (),
    dice: int | None = None,
    hot_dice: int = 0,
    progress: Progress | None = None,
    report: Report | None = None,
) -> AdviseResult:
    """What to do now in a match of several players, every choice ranked by the chance to win.

    Args:
        rules: the rules.
        mine, theirs: banked scores, as for `turn_several`.
        turn_score: points set aside before the roll.
        roll: the faces thrown: which to keep?
        dice: dice left to roll, in place of a roll: bank or roll?
        hot_dice: hot dice so far, where their bonus grows.
        progress, report: as for `solve_several`.

    Raises:
        ArgumentError: for arguments that cannot be meant; names all of them.
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: for a question about what cannot be.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.report.advise import AdviseResult
    from farklegen.solvers.advice import MatchOutlook, Outlooks, advice, points_outlook
    from farklegen.solvers.match_state_checks import advise_problems
    from farklegen.solvers.turn_state_checks import Now, check, past_problems

    arguments = Arguments()
    scores = _scores(arguments, mine, theirs)
    turn_score, dice = arguments.number("turn_score", turn_score), arguments.whole("dice", dice)
    faces = arguments.faces("roll", roll)
    hot_dice = arguments.number("hot_dice", hot_dice)
    arguments.listeners(progress, report)
    arguments.check()
    study = study_of(rules, None, progress, report, what="a match of three and more")
    ruleset, tables, now = study.ruleset, study.tables, Now(turn_score, faces, dice, hot_dice)
    turn = _solved(study, scores).turn(scores)
    match_state = turn.turn.match_state
    both = (match_state.mine, match_state.theirs)
    check(advise_problems(ruleset, tables, None, both, match_state, now))
    match = MatchOutlook(turn.turn)
    check(past_problems(match.turn, now))
    points, left_out = points_outlook(ruleset, tables, match_state, needed=False)
    found = advice(ruleset, Outlooks(match, points), match_state, now)
    farkles = tuple(float(chance) for chance in tables.farkle_probability(instant_wins=True))
    return AdviseResult(
        study.loaded, match_state, match.turn, now, found, left_out, farkles, several=turn
    )


def _solved(study: Study, scores: Sequence[int]) -> SeveralSolution:
    """The match of so many players, solved once the scores are known to be possible.

    Raises:
        ImpossibleStateError: for scores that cannot be.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.solvers.multiplayer.game import check_scores
    from farklegen.solvers.multiplayer.rules import several_rules

    check_scores(several_rules(study.ruleset, study.tables, len(scores)), scores)
    return study.several(len(scores))


def _scores(arguments: Arguments, mine: int, theirs: Sequence[int]) -> tuple[int, ...]:
    """All scores, the player to move first."""
    others = list(theirs) if isinstance(theirs, (list, tuple)) else [theirs]
    return (
        arguments.number("mine", mine),
        *(arguments.number("theirs", score) for score in others),
    )
