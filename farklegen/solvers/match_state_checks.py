"""A question about a turn of a match, checked as a whole: everything that is wrong with it at once.

What a single match state may be is `match.match_state`'s, where a turn may be `turn_state_checks`'.
Here come the options that mean nothing in a game, and both together. Every problem names the
argument that it is about (`errors.named`) and says what to give instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.errors import ImpossibleStateError, named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.match.match_rules import MatchRules, award_units, match_rules
from farklegen.solvers.match.match_state import (
    MatchState,
    Taken,
    check_farkles,
    check_match_state,
    check_taken_dice,
)
from farklegen.solvers.moves import TurnMoves, turn_moves
from farklegen.solvers.occurring import occurring
from farklegen.solvers.turn_rules import TurnRules
from farklegen.solvers.turn_state_checks import (
    MOST_HOT_DICE,
    MOST_ROWS,
    Now,
    now_problems,
    roll_problems,
)


def match_problems(
    ruleset: Ruleset,
    tables: ScoringTables,
    floor: int | None,
    match_state: MatchState,
    head_starts: bool,
) -> Iterator[str]:
    wrong = list(floor_problems(ruleset, floor))
    yield from wrong
    lowest = None if wrong else floor
    rules = match_rules(ruleset, tables, lowest, head_starts=head_starts)
    yield from match_state_problems(rules, match_state)


def advise_problems(
    ruleset: Ruleset,
    tables: ScoringTables,
    floor: int | None,
    match_state: MatchState,
    now: Now,
    *,
    by_points: bool,
    head_starts: bool,
) -> Iterator[str]:
    """What is wrong with a question about the middle of a turn, in a match or by points."""
    yield from roll_problems(ruleset, now)
    most = room = None
    if by_points:
        moves = moves_by_points(ruleset, tables, now.hot_dice)
        yield from points_problems(ruleset, moves, match_state)
    else:
        wrong = list(match_problems(ruleset, tables, floor, match_state, head_starts))
        yield from wrong
        if wrong:
            return
        rules = match_rules(ruleset, tables, floor)
        moves = rules.every_move
        most, room = _limits(rules, match_state)
    if now.thrown:
        dice_from = "roll" if now.roll else "dice"
        yield from now_problems(ruleset, moves, now, dice_from=dice_from, most=most, room=room)


def moves_by_points(ruleset: Ruleset, tables: ScoringTables, hot_dice: int) -> TurnMoves:
    """All moves of a turn without a goal, after that many hot dice."""
    grows = ruleset.hot_dice_bonus is not None and ruleset.hot_dice_bonus.step
    counts = min(hot_dice, MOST_HOT_DICE) + 2 if grows else 1
    return turn_moves(ruleset, tables, best_only=False, hot_counts=counts)


def _limits(rules: MatchRules, match_state: MatchState) -> tuple[int, int | None]:
    """(turn score from which there is nothing to decide, points to an exact goal)."""
    unit, goal = rules.moves.unit, rules.goal * rules.unit
    ahead = max(goal, match_state.theirs) - match_state.mine
    if rules.lead is not None:
        ahead = rules.lead * rules.unit + match_state.theirs - match_state.mine
    minimum = max(rules.ruleset.bank.opening_minimum, match_state.previous)
    rows = max(ahead, minimum) // unit + rules.past + rules.forced + rules.moves.max_rise + 4
    return rows * unit, (ahead if rules.exact_goal else None)


def only_taken_over(moves: TurnMoves, taken: Taken | None) -> bool:
    """Whether nothing but taking over leads to the state in which a turn taken over begins, so
    that it is never one to bank in."""
    if taken is None:
        return False
    row, column = taken.turn_score // moves.unit, moves.column(taken.dice)
    return not occurring(moves, row + 1, taken_over=False)[row, column]


def floor_problems(ruleset: Ruleset, floor: int | None) -> Iterator[str]:
    farkle = ruleset.farkle
    if floor is None:
        return
    if not farkle.most_lost:
        yield (
            f"{named('floor')}: no score falls below zero in these rules (no farkle.penalty). "
            "Leave it out"
        )
    elif farkle.lowest_score is not None and floor <= farkle.lowest_score:
        yield (
            f"{named('floor')}: no score falls below {farkle.lowest_score:,} in these rules "
            "(farkle.lowest_score). Leave it out"
        )


def match_state_problems(rules: MatchRules, match_state: MatchState) -> Iterator[str]:
    found = list(dict.fromkeys(_by_parts(rules, match_state)))
    if match_state.previous and not rules.ruleset.bank.beat_previous:
        found.append(
            f"{named('previous')}: in these rules a turn need not beat what was banked before it "
            "(no bank.beat_previous). Leave it out"
        )
    found = found or list(_never_so_much(rules, match_state))
    yield from found or _never_handed_on(rules, match_state)


def _by_parts(rules: MatchRules, match_state: MatchState) -> Iterator[str]:
    """What is wrong with each part of a match state taken alone, then with the whole."""
    mine = MatchState(mine=match_state.mine, on_board=match_state.on_board)
    theirs = MatchState(
        theirs=match_state.theirs,
        their_on_board=match_state.their_on_board,
        first=match_state.first,
    )
    for part in (
        mine,
        theirs,
        MatchState(my_farkles=match_state.my_farkles),
        MatchState(their_farkles=match_state.their_farkles, first=match_state.first),
        MatchState(previous=match_state.previous),
        MatchState(inherit=match_state.inherit),
        mine._replace(inherit=match_state.inherit),
        match_state,
    ):
        try:
            check_match_state(rules, part._replace(rounds_left=match_state.rounds_left))
        except ImpossibleStateError as error:
            yield str(error)


def _never_so_much(rules: MatchRules, match_state: MatchState) -> Iterator[str]:
    """Scores that no turn brings."""
    unit, goal = rules.unit, rules.goal * rules.unit
    rise = rules.step * (rules.past + rules.moves.max_rise + 2) + award_units(rules)
    most = goal + rise * unit
    if match_state.theirs > most:
        yield (
            f"{named('theirs')}: nobody gets from below {goal:,} to {match_state.theirs:,} points "
            f"in one turn. Give at most {most:,}"
        )
    before = match_state.theirs - rules.lowest * unit
    inherited = 0 if match_state.inherit is None else match_state.inherit.turn_score
    if match_state.previous > before and match_state.previous != inherited:
        yield (
            f"{named('previous')}: a player with {match_state.theirs:,} points cannot have banked "
            f"{match_state.previous:,} on the turn before. Give at most {before:,}"
        )


def _never_handed_on(rules: MatchRules, match_state: MatchState) -> Iterator[str]:
    """Turns that nobody can have left to the player to move."""
    if match_state.inherit is None:
        return
    score, dice = match_state.inherit
    ruleset = rules.ruleset
    before = match_state.theirs - rules.lowest * rules.unit
    rows = (rules.goal - rules.lowest) // rules.step + rules.past
    after_bank = ruleset.piggyback == "after_bank"
    most = before if after_bank else max(before, rows * rules.moves.unit)
    if score > most:
        yield (
            f"{named('inherit')}: a player with {match_state.theirs:,} points cannot have left a "
            f"turn score of {score:,}. Give {named('(T, N)', 'T,N')} with a T of at most {most:,}"
        )
        return
    if after_bank and ruleset.bank.beat_previous and match_state.previous != score:
        yield (
            f"{named('previous')}: {match_state.previous:,} is not the {score:,} points of "
            f"{named('inherit')}, which were banked on the turn before. Leave {named('previous')} "
            "out"
        )
    yield from never_left(ruleset, rules.every_move, score, dice)


def never_left(ruleset: Ruleset, moves: TurnMoves, score: int, dice: int) -> Iterator[str]:
    """Dice and a turn score with which no turn ends."""
    row, column = score // moves.unit, moves.column(dice)
    possible = bool(occurring(moves, row + 1, taken_over=True)[row, column])
    if ruleset.piggyback == "after_bank":
        turn = TurnRules.of(ruleset)
        possible &= bool(turn.may_bank(moves, ruleset.bank.minimum, row + 1)[row, column])
    if not possible:
        yield (
            f"{named('inherit')}: no turn ends with {score:,} points and {dice_words(dice)} not "
            f"set aside. Give {named('(T, N)', 'T,N')}: the turn score, then the dice to roll"
        )


def points_problems(ruleset: Ruleset, moves: TurnMoves, match_state: MatchState) -> Iterator[str]:
    """Why a player who plays for points cannot be in this situation."""
    try:
        check_farkles(ruleset, match_state.my_farkles)
    except ImpossibleStateError as error:
        yield str(error)
    if match_state.inherit is None:
        return
    score, dice = match_state.inherit
    try:
        check_taken_dice(ruleset, moves, dice)
    except ImpossibleStateError as error:
        yield str(error)
        return
    if score % moves.unit or score > MOST_ROWS * moves.unit:
        yield (
            f"{named('inherit')}: a turn score of {score:,} cannot occur: scores within a turn are "
            f"multiples of {moves.unit}, and at most {MOST_ROWS * moves.unit:,} are looked at. "
            f"Give {named('(T, N)', 'T,N')} with such a T"
        )
    else:
        yield from never_left(ruleset, moves, score, dice)
