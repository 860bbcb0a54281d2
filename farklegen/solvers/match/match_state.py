"""How a match stands when a turn begins."""

from __future__ import annotations

from typing import NamedTuple

from farklegen.errors import ImpossibleStateError, named
from farklegen.rules.endings import Stage
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.contexts import Context
from farklegen.solvers.match.match_rules import MatchRules, lost_in_rounds
from farklegen.solvers.moves import TurnMoves


class Taken(NamedTuple):
    """A turn that may be taken over.

    Attributes:
        turn_score: its points.
        dice: to roll.
    """

    turn_score: int
    dice: int


class MatchState(NamedTuple):
    """The start of a turn, seen by the player to move. Scores in points.

    Attributes:
        mine, theirs: banked scores; `theirs` at or past the goal means the last turn.
        my_farkles, their_farkles: farkles in a row.
        first: whether the player to move is the one who moved first in the game.
        rounds_left: turns that the player to move still has, this one included.
        on_board, their_on_board: whether a first bank has been made; by default, with a score above
            zero.
        previous: what the opponent banked on the turn before.
        inherit: the turn that may be taken over, if any.
    """

    mine: int = 0
    theirs: int = 0
    my_farkles: int = 0
    their_farkles: int = 0
    first: bool = True
    on_board: bool | None = None
    their_on_board: bool | None = None
    previous: int = 0
    inherit: Taken | None = None
    rounds_left: int | None = None

    @property
    def known(self) -> MatchState:
        """The same with who is on the board, as JSON has it."""
        context = self.context()
        return self._replace(on_board=context.on_board, their_on_board=context.their_on_board)

    def context(self) -> Context:
        """The context of the turn."""
        return Context(
            Stage(self.first, self.rounds_left or 0),
            self.my_farkles,
            self.their_farkles,
            self.mine > 0 if self.on_board is None else self.on_board,
            self.theirs > 0 if self.their_on_board is None else self.their_on_board,
        )


def at_goal(mine: int, goal: int) -> ImpossibleStateError:
    """Why nothing is to be decided with the points of a goal, or more."""
    reached = "which is the goal" if mine == goal else f"more than the goal of {goal:,}"
    return ImpossibleStateError(
        f"{named('mine')}: with {mine:,} points, {reached}, this player has nothing more to play "
        f"for. Give less than {goal:,}"
    )


def check_match_state(rules: MatchRules, match_state: MatchState) -> None:
    """Refuse a match state that cannot occur, or that was not solved.

    Raises:
        ImpossibleStateError: it names the first reason, and what to give instead.
    """
    unit = rules.unit
    goal = rules.goal * unit
    if match_state.mine >= goal:
        raise at_goal(match_state.mine, goal)
    _check_rounds(rules, match_state)
    if match_state.theirs >= goal:
        _check_last_turn(rules, match_state, goal)
    for who, score in (("mine", match_state.mine), ("theirs", match_state.theirs)):
        name = named(who)
        if score % unit:
            near = score // unit * unit
            raise ImpossibleStateError(
                f"{name}: a score of {score:,} cannot occur: scores are multiples of {unit}. Give "
                f"{near:,} or {near + unit:,}"
            )
        if score < rules.lowest_score * unit:
            if rules.truncated:
                lower = score - 5 * rules.fall * unit
                raise ImpossibleStateError(
                    f"{name}: {score:,} is below the floor of {rules.lowest * unit:,} at which "
                    "scores were cut off. Solve lower: "
                    f"{named(f'floor={lower}', f'--floor {lower}')}"
                )
            lowest = f"{rules.lowest_score * unit:,}"
            raise ImpossibleStateError(
                f"{name}: a score of {score:,} cannot occur: no score falls below {lowest}. Give "
                "a higher one"
            )
    check_farkles(rules.ruleset, match_state.my_farkles, match_state.their_farkles)
    if match_state.previous < 0 or match_state.previous % rules.moves.unit:
        raise ImpossibleStateError(
            f"{named('previous')}: nobody banks {match_state.previous:,} points: turn scores are "
            f"multiples of {rules.moves.unit}. Give what was banked on the turn before, or 0"
        )
    for name, board, score, on_board in (
        ("mine", "on_board", match_state.mine, match_state.context().on_board),
        ("theirs", "their_on_board", match_state.theirs, match_state.context().their_on_board),
    ):
        if rules.contexts.boards > 1 and not on_board:
            if score <= rules.off_board_most * unit and rules.may_be_off_board(score):
                continue
            raise ImpossibleStateError(
                f"{named(board, '--off-board')}: a player with {score:,} points ({named(name)}) "
                "has banked before and is on the board. "
                f"{named(f'Leave {board} out', 'Leave that player out of --off-board')}"
            )
    if match_state.inherit is not None:
        check_taken(rules, match_state, match_state.inherit)


def _check_last_turn(rules: MatchRules, match_state: MatchState, goal: int) -> None:
    stage = match_state.context().stage
    if not rules.has_last_turn:
        raise ImpossibleStateError(
            f"{named('theirs')}: with {match_state.theirs:,} points the other player has won "
            f"already: the first to reach {goal:,} wins (end_game: sudden_death). Give less than "
            f"{goal:,}"
        )
    if not rules.ending.answers(stage):
        raise ImpossibleStateError(
            f"{named('theirs')}: with {match_state.theirs:,} points the other player has won "
            "already: both have had as many turns (end_game: equal_turns). Only the second player "
            f"has a last turn: give {named('first=False', '--seat second')}, or a lower score"
        )
    if rules.exact_goal and match_state.theirs > goal:
        raise ImpossibleStateError(
            f"{named('theirs')}: nobody can have {match_state.theirs:,} points: the goal of "
            f"{goal:,} must be hit exactly. Give at most {goal:,}"
        )


def _check_rounds(rules: MatchRules, match_state: MatchState) -> None:
    rounds, left, name = rules.ending.rounds, match_state.rounds_left, named("rounds_left")
    if rounds is None:
        if left is not None:
            raise ImpossibleStateError(
                f"{name}: turns are not counted in these rules (no rounds). Leave it out"
            )
        return
    if left is None:
        raise ImpossibleStateError(
            f"{name}: these rules have {rounds} rounds, and what to do depends on how many are "
            f"left. Give the turns of the player to move, this one included: 1 to {rounds}"
        )
    if not 1 <= left <= rounds:
        raise ImpossibleStateError(
            f"{name}: with {left} of {rounds} rounds left there is no turn to be had. Give 1 to "
            f"{rounds}"
        )
    mine = rounds - left
    theirs = mine if match_state.first else mine + 1
    for farkles, turns, of in (
        (match_state.my_farkles, mine, "my_farkles"),
        (match_state.their_farkles, theirs, "their_farkles"),
    ):
        if farkles > turns:
            raise ImpossibleStateError(
                f"{named(of)}: {farkles} farkles in a row take as many turns, and this player has "
                f"had {turns}. Give at most {turns}, or fewer {name}"
            )
    check_lost(rules, "mine", match_state.mine, match_state.my_farkles, mine)
    check_lost(rules, "theirs", match_state.theirs, match_state.their_farkles, theirs)


def check_lost(rules: MatchRules, who: str, score: int, farkles: int, turns: int) -> None:
    """Refuse a score that that many turns cannot have brought a player down to, where turns are
    counted; `farkles` in a row were the last of them.

    Raises:
        ImpossibleStateError: with the lowest score then.
    """
    if rules.lead is not None:
        return  # that alone is looked at
    lowest = -lost_in_rounds(rules.ruleset, turns, farkles)
    if score < lowest:
        raise ImpossibleStateError(
            f"{named(who)}: a score of {score:,} cannot occur: this player has had {turns} turns, "
            f"and {lowest:,} is the lowest score then. Give a higher one, or fewer "
            f"{named('rounds_left')}"
        )


def check_farkles(ruleset: Ruleset, *farkles: int) -> None:
    """Refuse farkles in a row that nobody has.

    Args:
        ruleset: the rules.
        farkles: of the player to move, and of the others.

    Raises:
        ImpossibleStateError: for the first number that cannot be.
    """
    streak = ruleset.farkle.streak
    for place, count in enumerate(farkles):
        name = named("their_farkles" if place else "my_farkles")
        if count and streak is None:
            raise ImpossibleStateError(
                f"{name}: farkles in a row are not counted in these rules (no farkle.streak). "
                "Leave it out"
            )
        if streak is not None and not 0 <= count < streak:
            raise ImpossibleStateError(
                f"{name}: {count} farkles in a row cannot occur: farkle number {streak} costs "
                f"the penalty, and the count starts again. Give 0 to {streak - 1}"
            )


def check_taken_dice(ruleset: Ruleset, moves: TurnMoves, dice: int) -> None:
    """Refuse taking over where nobody does, and dice that nobody has.

    Raises:
        ImpossibleStateError: it names the reason, and what to give instead.
    """
    if ruleset.piggyback == "none":
        raise ImpossibleStateError(
            f"{named('inherit')}: nobody takes over a turn in these rules (piggyback: none). Leave "
            "it out"
        )
    if not 1 <= dice <= moves.dice:
        raise ImpossibleStateError(
            f"{named('inherit')}: there are no {dice} dice to roll: this game has {moves.dice}. "
            f"Give {named('(T, N)', 'T,N')} with N from 1 to {moves.dice}"
        )


def check_taken(rules: MatchRules, match_state: MatchState, taken: Taken) -> None:
    """Refuse a turn that cannot be taken over.

    Raises:
        ImpossibleStateError: it names the reason, and what to give instead.
    """
    check_taken_dice(rules.ruleset, rules.moves, taken.dice)
    if taken.turn_score < 0 or taken.turn_score % rules.moves.unit:
        raise ImpossibleStateError(
            f"{named('inherit')}: a turn score of {taken.turn_score:,} cannot occur: scores within "
            f"a turn are multiples of {rules.moves.unit}. Give {named('(T, N)', 'T,N')} with such "
            "a T"
        )
    if rules.exact_goal and match_state.mine + taken.turn_score > rules.goal * rules.unit:
        raise ImpossibleStateError(
            f"{named('inherit')}: a turn score of {taken.turn_score:,} would pass the goal, which "
            "must be hit exactly: it cannot be taken over. Leave it out"
        )
