"""Matches of three players and more, each playing for the own chance to win."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from farklegen.api.loading import Reference, study_of
from farklegen.api.players import Policy
from farklegen.errors import UnsolvableError, named
from farklegen.play.several import Others, PlayedMatch, SeveralGame, hints_for, opponent_of
from farklegen.report.advise import AdviseResult
from farklegen.report.card import SeveralTableResult
from farklegen.report.match import SeveralDuelResult, SeveralGamesResult, SeveralResult
from farklegen.report.turn import TurnResult
from farklegen.rules.words import listed
from farklegen.solvers.advice import MatchOutlook, Outlooks, advice, points_outlook
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.match_state_checks import advise_problems
from farklegen.solvers.multiplayer.game import SeveralTurn
from farklegen.solvers.multiplayer.match_state import TableState, check_table_state
from farklegen.solvers.multiplayer.solvable import several_rules
from farklegen.solvers.progress import Progress, Report
from farklegen.solvers.turn_state_checks import Now, check, hot_dice_problems, past_problems
from farklegen.study import seats
from farklegen.study.seats import Sitting, seated
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
        players: 2 to 4; four where the goal is low.
    """
    arguments = Arguments()
    players = arguments.number("players", players)
    study = study_of(arguments, rules, None, progress, report, what="a match of three and more")
    found = study.several(players)
    return SeveralResult(study.loaded, found.start(), found.certificate)


def turn_several(
    rules: Reference,
    *,
    mine: int,
    theirs: Sequence[int],
    farkles: Sequence[int] = (),
    rounds_left: int | None = None,
    seat: int = 0,
    previous: int = 0,
    inherit: tuple[int, int] | None = None,
    hot_dice: int = 0,
    progress: Progress | None = None,
    report: Report | None = None,
) -> TurnResult:
    """The complete strategy of one turn of a match of several players.

    Solves the match first, unless that has been done. Players are on the board with a score above
    zero.

    Args:
        mine: banked score of the player to move.
        theirs: those of the others, the next player's first.
        farkles: in a row, of the player to move, the next one, ..., where they cost points; by
            default none.
        rounds_left: turns that the player to move still has, this one included, where the rules
            have rounds; by default all.
        seat: players who have moved before in this round, where that counts.
        previous: points banked on the turn before, where they must be beaten.
        inherit: turn score and dice of the turn that may be taken over.
        hot_dice: hot dice that paid a growing bonus, for the states to be told.
    """
    arguments = Arguments()
    state = _table_state(arguments, mine, theirs, farkles, rounds_left, seat, previous, inherit)
    hot_dice = arguments.number("hot_dice", hot_dice)
    study = study_of(arguments, rules, None, progress, report, what="a match of three and more")
    turn = _turn(study, state)
    result = TurnResult(study.loaded, turn.turn, hot_dice, several=turn, seat=state.seat)
    check(hot_dice_problems(hot_dice, any(state.reachable for state in result.states)))
    return result


def advise_several(
    rules: Reference,
    *,
    mine: int,
    theirs: Sequence[int],
    farkles: Sequence[int] = (),
    rounds_left: int | None = None,
    seat: int = 0,
    previous: int = 0,
    inherit: tuple[int, int] | None = None,
    turn_score: int = 0,
    roll: Sequence[int] = (),
    dice: int | None = None,
    hot_dice: int = 0,
    progress: Progress | None = None,
    report: Report | None = None,
) -> AdviseResult:
    """What to do now in a match of several players, every choice ranked by the chance to win.

    Args:
        mine, theirs, farkles, rounds_left, seat, previous, inherit: how the match stands, as for
            `turn_several`.
        turn_score: points set aside before the roll.
        roll: the faces thrown: which to keep?
        dice: dice left to roll, in place of a roll: bank or roll?
        hot_dice: hot dice so far, where their bonus grows.
    """
    arguments = Arguments()
    state = _table_state(arguments, mine, theirs, farkles, rounds_left, seat, previous, inherit)
    turn_score, dice = arguments.number("turn_score", turn_score), arguments.whole("dice", dice)
    faces = arguments.faces("roll", roll)
    hot_dice = arguments.number("hot_dice", hot_dice)
    study = study_of(arguments, rules, None, progress, report, what="a match of three and more")
    ruleset, tables, now = study.ruleset, study.tables, Now(turn_score, faces, dice, hot_dice)
    turn = _turn(study, state)
    match_state = turn.turn.match_state
    both = (match_state.mine, match_state.theirs)
    check(advise_problems(ruleset, tables, None, both, match_state, now, head_starts=True))
    match = MatchOutlook(turn.turn)
    check(past_problems(match.turn, now))
    points, left_out = points_outlook(ruleset, tables, match_state, needed=False)
    found = advice(ruleset, Outlooks(match, points), match_state, now)
    risks = tuple(float(chance) for chance in tables.farkle_probability(instant_wins=True))
    return AdviseResult(
        study.loaded, match_state, match.turn, now, found, left_out, risks, turn, seat=state.seat
    )


def duel_several(
    rules: Reference,
    *,
    players: Sequence[Policy],
    progress: Progress | None = None,
    report: Report | None = None,
) -> SeveralDuelResult:
    """How often each of several players wins, exactly.

    Args:
        players: three or four names or files of policies, in the order of moving. `optimal` is the
            solved match of so many; after a colon stands the opponent that a policy for two plays
            against, `optimal:next` or `card:leader`, by default the leader.
    """
    study, table = _table(rules, players, progress, report)
    names = tuple(who.name for who in table)
    return SeveralDuelResult(study.loaded, names, seats.duel(study, table))


def table_several(
    rules: Reference,
    *,
    players: int = 3,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SeveralTableResult:
    """The card for a table of several players, and exactly what it costs there; also what
    cards and the advice for two do.

    Args:
        players: three or four.
    """
    arguments = Arguments()
    players = arguments.number("players", players)
    study = study_of(arguments, rules, None, progress, report, what="a match of three and more")
    card = study.several_card(players)
    met = {"card": card.met, "card:leader": card.met_for_two}
    for name in seats.COMPARED:
        table = [seats.sitting(name), *[seats.sitting("optimal")] * (players - 1)]
        met[name] = met.get(name) or seats.duel(study, table)
    return SeveralTableResult(study.analysis, players, card, tuple(met.items()))


def simulate_several(
    rules: Reference,
    *,
    players: Sequence[Policy],
    games: int = 100_000,
    seed: int = 1,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SeveralGamesResult:
    """Games of several players with rolled dice.

    Args:
        players: two to eight, as for `duel_several`.
        games: how many; who moves first goes round the table.
        seed: the same number rolls the same dice.
    """
    arguments = Arguments()
    games, seed = arguments.number("games", games), arguments.number("seed", seed)
    arguments.check()
    study, table = _table(rules, players, progress, report)
    return SeveralGamesResult(study.loaded, seats.simulate(study, table, games, seed))


def play_several(
    rules: Reference,
    *,
    opponents: Sequence[Policy],
    seat: int = 0,
    hints: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PlayedMatch:
    """A match of several for somebody to play, at its first turn; decisions are not judged.

    Args:
        opponents: the others in the order of moving, the next player's first, as for
            `duel_several`.
        seat: players who move before the person.
        hints: whether the person may ask what to do: the match of so many is solved for it where
            that takes seconds, else that of two; where neither can be, the match says why.
    """
    arguments = Arguments()
    seat = arguments.number("seat", seat)
    if seat > len(opponents):
        arguments.add(f"{named('seat')}: {seat} is not from 0 to {len(opponents)}")
    arguments.check()
    study, table = _table(rules, ["points-only", *opponents], progress, report)
    many = len(table)
    order = [(player - seat) % many for player in range(many)]  # the person is number 0
    people = [opponent_of(study, table[place], many) if place else None for place in order]
    against = [table[place].against or "leader" for place in order]
    game = SeveralGame(study.ruleset, study.floor, players=many, against=against)
    names = listed([table[place].name for place in order if place])
    advice, why = None, "they were not asked for"
    if hints:
        try:
            advice = hints_for(study, table[1:])
        except UnsolvableError as error:
            why = str(error)
    return PlayedMatch(study.loaded, game, Others(people), names, None, why, hints=advice)


def _table(
    rules: Reference, players: Sequence[Policy], progress: Progress | None, report: Report | None
) -> tuple[Study, list[Sitting]]:
    """The rules, and who sits at the table."""
    arguments = Arguments()
    arguments.number("players", len(players))
    for who in players:
        arguments.text("players", who, "names of policies, or policy files")
    arguments.listeners(progress, report)
    arguments.check()
    names = [os.fspath(who) for who in players]
    study = study_of(arguments, rules, None, progress, report, what="a match of three and more")
    table = seated(study, names)
    return study, table


def _turn(study: Study, state: TableState) -> SeveralTurn:
    """The turn, of a match that is solved once it is known that it can stand like this."""
    players = len(state.scores)
    check_table_state(several_rules(study.ruleset, study.tables, players), state)
    found = study.several(players).turn(state)
    match_state = found.turn.match_state._replace(first=state.seat == 0)
    return found._replace(turn=replace(found.turn, match_state=match_state))


def _table_state(
    arguments: Arguments,
    mine: int,
    theirs: Sequence[int],
    farkles: Sequence[int],
    rounds_left: int | None,
    seat: int,
    previous: int,
    inherit: tuple[int, int] | None,
) -> TableState:
    """How a match stands, each part looked at by itself."""
    others = list(theirs) if isinstance(theirs, (list, tuple)) else [theirs]
    scores = (
        arguments.number("mine", mine),
        *(arguments.number("theirs", score) for score in others),
    )
    counts = tuple(
        arguments.number("their_farkles" if place else "my_farkles", count)
        for place, count in enumerate(farkles)
    )
    return TableState(
        scores=scores,
        farkles=counts,
        rounds_left=arguments.whole("rounds_left", rounds_left),
        seat=arguments.number("seat", seat),
        previous=arguments.number("previous", previous),
        inherit=arguments.pair("inherit", inherit),
    )
