"""How a game stands when a turn begins, and why it cannot stand like that.

Every problem names the argument that it is about (`errors.named`) and says what to give instead.
`decisions` does the same for a point within the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from farklegen.errors import named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.solvers.decisions import MOST_ROWS
from farklegen.solvers.game.match_rules import MatchRules, award_units
from farklegen.solvers.moves import TurnMoves, occurring
from farklegen.solvers.turn_rules import TurnRules, lost_in_rounds


class Taken(NamedTuple):
    """A turn that may be taken over.

    Attributes:
        turn_score: its points.
        dice: to roll.
    """

    turn_score: int
    dice: int


@dataclass(frozen=True)
class GameState:
    """The start of a turn. What is listed for each player begins with the player to move, then the
    next one, ... As data it has the player to move and the other one; of several, the leader.

    Attributes:
        scores: points; those at or past the goal mean a last turn.
        farkles: in a row; by default none.
        boards: whether each has banked before; by default, those with a score above zero.
        seat: players who have moved before in this round.
        previous: what the player before banked.
        inherit: the turn that may be taken over, if any.
        rounds_left: turns that the player to move still has, this one included.
    """

    KEYS = (
        "mine", "theirs", "my_farkles", "their_farkles", "first", "on_board", "their_on_board",
        "previous", "inherit", "rounds_left",
    )  # fmt: skip

    scores: tuple[int, ...]
    farkles: tuple[int, ...] = ()
    boards: tuple[bool, ...] = ()
    seat: int = 0
    previous: int = 0
    inherit: Taken | None = None
    rounds_left: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "farkles", self.farkles or (0,) * len(self.scores))
        boards = self.boards or tuple(score > 0 for score in self.scores)
        object.__setattr__(self, "boards", boards)

    @property
    def leader(self) -> int:
        """The place among the others of the one with the most points, from 1."""
        return max(range(1, len(self.scores)), key=self.scores.__getitem__)

    @property
    def mine(self) -> int:
        """Banked score of the player to move."""
        return self.scores[0]

    @property
    def theirs(self) -> int:
        """Banked score of the other player; at or past the goal: the last turn."""
        return self.scores[self.leader]

    @property
    def my_farkles(self) -> int:
        """Farkles in a row of the player to move."""
        return self.farkles[0]

    @property
    def their_farkles(self) -> int:
        """Farkles in a row of the other player."""
        return self.farkles[self.leader]

    @property
    def first(self) -> bool:
        """Whether the player to move moved first in the game."""
        return self.seat == 0

    @property
    def on_board(self) -> bool:
        """Whether the player to move has banked before."""
        return self.boards[0]

    @property
    def their_on_board(self) -> bool:
        """Whether the other player has banked before."""
        return self.boards[self.leader]

    @property
    def against_leader(self) -> GameState:
        """The same as a match of two."""
        return replace(
            self,
            scores=(self.mine, self.theirs),
            farkles=(self.my_farkles, self.their_farkles),
            boards=(self.on_board, self.their_on_board),
            seat=min(self.seat, 1),
        )


def asked_problems(rules: MatchRules, state: GameState) -> Iterator[str]:
    """Everything wrong with a state that a caller gave, also that no game can come to it."""
    found = list(game_state_problems(rules, state))
    if state.previous and not rules.ruleset.bank.beat_previous:
        found.append(
            f"{named('previous')}: in these rules a turn need not beat what was banked before it "
            "(no bank.beat_previous). Leave it out"
        )
    yield from found or _never_comes(rules, state)


def game_state_problems(rules: MatchRules, state: GameState) -> Iterator[str]:
    """Why no turn begins in a state, or why its chances are not known."""
    goal = rules.goal * rules.unit
    if state.mine >= goal:
        reached = "which is the goal" if state.mine == goal else f"more than the goal of {goal:,}"
        yield (
            f"{named('mine')}: with {state.mine:,} points, {reached}, this player has nothing more "
            f"to play for. Give less than {goal:,}"
        )
    yield from _wrong_rounds(rules, state)
    for who, score in zip(_names("mine", "theirs", state), state.scores, strict=True):
        if who == "theirs" or score < goal:
            yield from _wrong_score(rules, who, score, len(state.scores))
    yield from _finished_too_soon(rules, state, goal)
    yield from farkles_problems(rules.ruleset, state.farkles)
    if state.previous < 0 or state.previous % rules.moves.unit:
        yield (
            f"{named('previous')}: nobody banks {state.previous:,} points: turn scores are "
            f"multiples of {rules.moves.unit}. Give what was banked on the turn before, or 0"
        )
    for board, score, on_board in zip(
        _names("on_board", "their_on_board", state), state.scores, state.boards, strict=True
    ):
        possible = rules.lowest_score * rules.unit <= score
        possible &= score < goal or board == "their_on_board"
        may_be = score <= rules.off_board_most * rules.unit and rules.may_be_off_board(score)
        if rules.ruleset.bank.has_opening and possible and not (on_board or may_be):
            of = named("mine" if board == "on_board" else "theirs")
            yield (
                f"{named(board, '--off-board')}: a player with {score:,} points ({of}) has banked "
                "before and is on the board. "
                f"{named(f'Leave {board} out', 'Leave that player out of --off-board')}"
            )
    if state.inherit is not None:
        yield from _wrong_taken(rules.ruleset, rules.moves, state.inherit)


def _names(mine: str, theirs: str, state: GameState) -> Sequence[str]:
    return (mine, *[theirs] * (len(state.scores) - 1))


def _wrong_rounds(rules: MatchRules, state: GameState) -> Iterator[str]:
    rounds, left, name = rules.ruleset.rounds, state.rounds_left, named("rounds_left")
    if rounds is None:
        if left is not None:
            yield f"{name}: turns are not counted in these rules (no rounds). Leave it out"
        return
    if left is None:
        yield (
            f"{name}: these rules have {rounds} rounds, and what to do depends on how many are "
            f"left. Give the turns of the player to move, this one included: 1 to {rounds}"
        )
        return
    if not 1 <= left <= rounds:
        yield (
            f"{name}: with {left} of {rounds} rounds left there is no turn to be had. Give 1 to "
            f"{rounds}"
        )
        return
    for place, (score, farkles) in enumerate(zip(state.scores, state.farkles, strict=True)):
        turns = rounds - left + (place + state.seat >= len(state.scores))
        if farkles > turns:
            yield (
                f"{named('their_farkles' if place else 'my_farkles')}: {farkles} in a row is "
                f"more than the {turns} turns that this player has had. Give at most {turns}, or "
                f"fewer {name}"
            )
        lowest = -lost_in_rounds(rules.ruleset, turns, unpaid=farkles)
        # without a goal the lead alone is looked at
        if rules.lead is None and rules.lowest_score * rules.unit <= score < lowest:
            yield (
                f"{named('theirs' if place else 'mine')}: a score of {score:,} cannot occur: this "
                f"player has had {turns} turns, and {lowest:,} is the lowest score then. Give a "
                f"higher one, or fewer {name}"
            )


def _finished_too_soon(rules: MatchRules, state: GameState, goal: int) -> Iterator[str]:
    """Problems with other players who have reached the goal, where the rules give no last turn."""
    finished = [place for place, score in enumerate(state.scores) if place and score >= goal]
    if not finished:
        return
    name, most = named("theirs"), max(state.scores[1:])
    if rules.exact_goal and most > goal:
        yield (
            f"{name}: nobody can have {most:,} points: the goal of {goal:,} must be hit exactly. "
            f"Give at most {goal:,}"
        )
        return
    won = f"{name}: with {state.scores[finished[0]]:,} points that player has won already"
    if not rules.has_last_turn:
        yield (
            f"{won}: the first to reach {goal:,} wins (end_game: sudden_death). Give less than "
            f"{goal:,}"
        )
    elif rules.ruleset.end_game == "equal_turns" and finished[0] < len(state.scores) - state.seat:
        yield (
            f"{won}: all have had as many turns (end_game: equal_turns). A last turn is only for "
            f"players later in the round: give a later {named('seat')}, or a lower score"
        )


def _wrong_score(rules: MatchRules, who: str, score: int, players: int) -> Iterator[str]:
    name, unit = named(who), rules.unit
    if score % unit:
        near = score // unit * unit
        yield (
            f"{name}: a score of {score:,} cannot occur: scores are multiples of {unit}. Give "
            f"{near:,} or {near + unit:,}"
        )
    elif score < rules.lowest_score * unit and rules.truncated:
        lower = score - 5 * rules.fall * unit
        yield (
            f"{name}: {score:,} is below the floor of {rules.lowest * unit:,} at which scores were "
            f"cut off. {_lower(lower, players)}"
        )
    elif score < rules.lowest_score * unit:
        yield (
            f"{name}: a score of {score:,} cannot occur: no score falls below "
            f"{rules.lowest_score * unit:,}. Give a higher one"
        )


def _lower(floor: int, players: int) -> str:
    if players > 2:
        return "Give a higher one"
    return f"Solve lower: {named(f'floor={floor}', f'--floor {floor}')}"


def farkles_problems(ruleset: Ruleset, farkles: Sequence[int]) -> Iterator[str]:
    """Problems with farkles in a row that no player can have. The player to move comes first."""
    streak = ruleset.farkle.streak
    for place, count in enumerate(farkles):
        name = named("their_farkles" if place else "my_farkles")
        if count and streak is None:
            yield (
                f"{name}: farkles in a row are not counted in these rules (no farkle.streak). "
                "Leave it out"
            )
        if streak is not None and not 0 <= count < streak:
            yield (
                f"{name}: {count} farkles in a row cannot occur: farkle number {streak} costs "
                f"the penalty, and the count starts again. Give 0 to {streak - 1}"
            )


def _wrong_taken(
    ruleset: Ruleset, moves: TurnMoves, taken: Taken, most: int | None = None
) -> Iterator[str]:
    """Problems with a turn to take over: the rules allow none, or no turn leaves these dice, or
    that many points; at most `most` points are looked at."""
    score, unit = taken.turn_score, moves.unit
    if ruleset.piggyback == "none":
        yield (
            f"{named('inherit')}: nobody takes over a turn in these rules (piggyback: none). Leave "
            "it out"
        )
    elif not 1 <= taken.dice <= moves.dice:
        yield (
            f"{named('inherit')}: there are no {taken.dice} dice to roll: this game has "
            f"{moves.dice}. Give {named('(T, N)', 'T,N')} with N from 1 to {moves.dice}"
        )
    elif score % unit or (score < 0 if most is None else score > most):
        also = "" if most is None else f", and at most {most:,} are looked at"
        yield (
            f"{named('inherit')}: a turn score of {score:,} cannot occur: scores within a turn are "
            f"multiples of {unit}{also}. Give {named('(T, N)', 'T,N')} with such a T"
        )


def _never_comes(rules: MatchRules, state: GameState) -> Iterator[str]:
    """Problems with scores that no turn can lead to, and with a turn that the player before cannot
    have left."""
    unit, goal = rules.unit, rules.goal * rules.unit
    most = goal + (rules.step * (rules.past + rules.moves.max_rise + 2) + award_units(rules)) * unit
    if state.theirs > most:
        yield (
            f"{named('theirs')}: nobody gets from below {goal:,} to {state.theirs:,} points in one "
            f"turn. Give at most {most:,}"
        )
    score, taken, farkled = state.scores[-1], state.inherit, state.farkles[-1] > 0
    off_board = rules.ruleset.bank.has_opening and not state.boards[-1]
    before = 0 if farkled or off_board else max(score - rules.lowest * unit, 0)
    who = "who has just farkled" if farkled else f"with {score:,} points"
    banked = 0 if taken is None else taken.turn_score
    if state.previous > before and (state.previous != banked or rules.takes_farkle):
        yield (
            f"{named('previous')}: a player {who} cannot have banked {state.previous:,} on the "
            f"turn before. Give at most {before:,}"
        )
    offered = taken is not None or len(state.scores) > 2  # a match of two may leave it out
    if rules.takes_bank and state.previous not in (0, banked) and offered:
        yield (
            f"{named('previous')}: what was banked before may be taken over. Give it as "
            f"{named('inherit')}, with the dice that were left, and leave {named('previous')} out"
        )
    if taken is None:
        return
    rows = (rules.goal - rules.lowest) // rules.step + rules.past
    most = max(before, rows * rules.moves.unit) if rules.takes_farkle else before
    if banked > most:
        yield (
            f"{named('inherit')}: a player {who} cannot have left a turn score of {banked:,}. Give "
            f"{named('(T, N)', 'T,N')} with a T of at most {most:,}"
        )
        return
    if rules.exact_goal and state.mine + banked > goal:
        yield (
            f"{named('inherit')}: a turn score of {banked:,} would pass the goal, which must be "
            "hit exactly: it cannot be taken over. Leave it out"
        )
    yield from _never_left(rules.ruleset, rules.every_move, taken)


def _never_left(ruleset: Ruleset, moves: TurnMoves, taken: Taken) -> Iterator[str]:
    """Dice and a turn score with which no turn ends."""
    row, column = taken.turn_score // moves.unit, moves.column(taken.dice)
    possible = bool(occurring(moves, row + 1, taken_over=True)[row, column])
    if ruleset.piggyback == "after_bank":
        turn = TurnRules(ruleset)
        possible &= bool(turn.may_bank(moves, ruleset.bank.minimum, row + 1)[row, column])
    if not possible:
        yield (
            f"{named('inherit')}: no turn ends with {taken.turn_score:,} points and "
            f"{dice_words(taken.dice)} not set aside. Give {named('(T, N)', 'T,N')}: the turn "
            "score, then the dice to roll"
        )


def points_problems(ruleset: Ruleset, moves: TurnMoves, state: GameState) -> Iterator[str]:
    """Why a player who plays for points cannot be in this situation."""
    yield from farkles_problems(ruleset, state.farkles[:1])
    taken = state.inherit
    if taken is None:
        return
    found = list(_wrong_taken(ruleset, moves, taken, MOST_ROWS * moves.unit))
    yield from found or _never_left(ruleset, moves, taken)


def limits(rules: MatchRules, state: GameState) -> tuple[int, int | None]:
    """(turn score from which there is nothing to decide, points to an exact goal)."""
    unit, goal = rules.moves.unit, rules.goal * rules.unit
    ahead = max(goal, state.theirs) - state.mine
    if rules.lead is not None:
        ahead = rules.lead * rules.unit + state.theirs - state.mine
    minimum = max(rules.ruleset.bank.opening_minimum, state.previous)
    rows = max(ahead, minimum) // unit + rules.past + rules.forced + rules.moves.max_rise + 4
    return rows * unit, (ahead if rules.exact_goal else None)


def floor_problems(ruleset: Ruleset, floor: int | None) -> Iterator[str]:
    """Why scores are not cut off at a floor."""
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
