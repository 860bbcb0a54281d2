"""A match under way, step by step; it knows no players.

The rules are in plain Python, those of a turn from the rulebook. From the solvers come only the
names of a state: every rule holds here, also those that make a match too large to be solved. A step
that the rules forbid raises `IllegalMoveError` and changes nothing. With several players, each turn
is played as in a match of two: the player to move against one opponent, by default the leader of
the others. The scores of all players decide how the game ends.

    offer -> roll -> keep -> decide -> roll -> ...          the turn of one player
                |               |
                +-- the turn ends --> offer or roll of the next player, or over

A turn in which the rules leave no choice goes through the same steps: if a roll can be kept in one
way only, the player still has to keep it, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from farklegen.errors import FarklegenError
from farklegen.rulebook import Position, Scoring, Turn
from farklegen.rules.facts import rounded_up, unit
from farklegen.rules.hands import Hands
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import throws_of
from farklegen.scoring.rolls import ways_of
from farklegen.solvers.game.game_state import GameState, Taken

Phase: TypeAlias = Literal["offer", "roll", "keep", "decide", "over"]
"""What is to be done next: take over or start afresh, throw the dice, set some aside, bank or roll
on; nothing any more."""

Word: TypeAlias = Literal["bank", "roll", "take over", "start afresh"]
"""A decision that is not about dice."""

EndKind: TypeAlias = Literal["bank", "farkle", "disaster", "win"]

NO_FLOOR = -(10**15)
"""Points that no score ever falls to."""


class IllegalMoveError(FarklegenError):
    """A step that the rules do not allow now."""


class Choice(NamedTuple):
    """One way to set dice aside.

    Attributes:
        keep: the faces, smallest first.
        points: what they bring, a hot-dice bonus included.
        position: where it leads.
    """

    keep: tuple[int, ...]
    points: int
    position: Position


Action: TypeAlias = Choice | Word
"""A decision."""


class TurnEnd(NamedTuple):
    """How a turn ended.

    Attributes:
        kind: banked, a farkle, a disaster, or a roll that wins at once.
        player: whose turn it was, 0 for the one who moved first in the game.
        turn_score: points set aside in the turn.
        before, after: the player's banked score.
        exact: whether it is a farkle because all that scores would pass an exact goal.
    """

    kind: EndKind
    player: int
    turn_score: int
    before: int
    after: int
    exact: bool = False


@dataclass
class Game:
    """A match, player 0 moving first.

    Attributes:
        ruleset: the rules.
        floor: points below which penalties take no score, where the rules set no limit.
        players: how many.
        against: of each player, which of the others is the opponent.
        rules: those of a turn.
        goal: points that end the game; infinite if only rounds do.
        lowest: points below which a farkle takes no score.
        match_state: the start of the turn, for the player to move and the opponent. What no rule of
            the game looks at any more is erased, so that equal situations are equal.
        player: whose turn it is; after the end, whose turn was the last.
        turns: turns begun by each player.
        scores, farkles, on_board: of each player: the banked score, farkles in a row, and whether
            the player has banked before.
        left: players who still have a last turn; None before the goal is reached.
        winners: who has the highest score since, or has won.
        phase: what is to be done next.
        position: dice to roll, turn score and hot dice.
        fresh: whether the next roll is the first one of a turn that was not taken over.
        roll: the faces thrown last, smallest first.
        choices: the ways to set some of them aside, most dice first, then most points.
        won: the share of the win of player 0: 1, 0, or a part; None until the end.
        last_end: how the turn before ended.
    """

    ruleset: Ruleset
    floor: int | None = None
    players: int = 2
    against: Sequence[Literal["leader", "next"]] = ()

    def __post_init__(self) -> None:
        self.rules, step, ruleset = Turn(self.ruleset), unit(self.ruleset), self.ruleset
        self.goal = inf if ruleset.goal is None else rounded_up(ruleset.goal, step)
        limits = [each for each in (ruleset.farkle.lowest_score, self.floor) if each is not None]
        self.lowest = rounded_up(max(limits, default=NO_FLOOR), step)
        self.begin()

    def begin(self) -> None:
        """Start a new game."""
        many = self.players
        self.player, self.turns, self.scores = 0, [0] * many, [0] * many
        self.farkles, self.on_board = [0] * many, [not self.ruleset.bank.has_opening] * many
        self.left: int | None = None
        self.winners: tuple[int, ...] = ()
        self.won: float | None = None
        self.last_end: TurnEnd | None = None
        self.roll: tuple[int, ...] = ()
        self.choices: tuple[Choice, ...] = ()
        self.position: Position
        self.phase: Phase = "roll"
        self._start_turn(self._seen(0, None))

    def stand(self, match_state: GameState) -> None:
        """Set up a match of two at the start of this turn."""
        self.player = me = match_state.seat
        order = slice(None, None, -1 if me else 1)
        self.scores, self.farkles = [*match_state.scores[order]], [*match_state.farkles[order]]
        self.on_board = [*match_state.boards[order]]
        if self.ruleset.rounds is not None:
            begun = self.ruleset.rounds - (match_state.rounds_left or 0)
            self.turns = [begun + me, begun]
        last = match_state.theirs >= self.goal
        self.left, self.winners = (1, (1 - me,)) if last else (None, ())
        self._start_turn(match_state)

    @property
    def others(self) -> list[int]:
        """The other players, in the order of moving."""
        return [(self.player + place) % self.players for place in range(1, self.players)]

    @property
    def other(self) -> int:
        """The opponent of the player to move."""
        following = bool(self.against) and self.against[self.player] == "next"
        if following and self.left is None:
            return self.others[0]
        return max(self.others, key=lambda player: self.scores[player])

    def _seen(self, previous: int, inherit: Taken | None) -> GameState:
        """The match state at the start of the turn of the player to move."""
        mover, other, ruleset = self.player, self.other, self.ruleset
        last, there = self.scores[other] >= self.goal, not ruleset.bank.has_opening
        # with several players, nobody moves later in the round than the player of a last turn
        later = mover < self.players - 1 and (self.left is None or self.players == 2)
        exact = ruleset.overshoot == "bust"
        if inherit is not None and exact and self.scores[mover] + inherit.turn_score > self.goal:
            inherit = None
        return GameState(
            scores=(self.scores[mover], self.scores[other]),
            farkles=(self.farkles[mover], 0 if last else self.farkles[other]),
            boards=(self.on_board[mover] or there, self.on_board[other] or there or last),
            seat=int(ruleset.tells_seats and not later),
            previous=previous if ruleset.bank.beat_previous else 0,
            inherit=inherit,
            rounds_left=None if ruleset.rounds is None else ruleset.rounds - self.turns[mover],
        )

    @property
    def hands(self) -> Hands:
        return self.rules.hands

    @property
    def may_bank(self) -> bool:
        """Whether the turn score may be banked now."""
        match_state = self.match_state
        return self.phase == "decide" and self.rules.may_bank(
            self.position, on_board=match_state.on_board, previous=match_state.previous
        )

    @property
    def last_turn(self) -> bool:
        """Whether the other player has reached the goal."""
        return self.match_state.theirs >= self.goal

    @property
    def room(self) -> int | None:
        """Points short of an exact goal when the turn began; None where it may be passed."""
        exact = self.ruleset.overshoot == "bust"
        return int(self.goal) - self.match_state.mine if exact else None

    def actions(self) -> tuple[Action, ...]:
        """Every decision that can be taken now; none if dice are to be thrown."""
        if self.phase == "offer":
            return ("take over", "start afresh")
        if self.phase == "keep":
            return self.choices
        if self.phase == "decide":
            return ("bank", "roll") if self.may_bank else ("roll",)
        return ()

    def act(self, action: Action) -> TurnEnd | None:
        """Take a decision. Returns how it ended the turn, or None if the turn goes on."""
        if action not in self.actions():
            raise IllegalMoveError("the rules do not allow that now")
        state = self.match_state
        if action == "bank":
            return self._end("bank", state.mine + self.position.score, 0, on_board=True)
        self.phase = "roll"
        if isinstance(action, Choice):
            self.position, self.phase = action.position, "decide"
        elif action == "take over":
            assert state.inherit is not None
            score, dice = state.inherit
            self.position, self.fresh = Position(dice, score), False
        return None

    def throw(self, faces: Sequence[int]) -> TurnEnd | None:
        """Throw the dice. Returns how the throw ended the turn, or None if some dice are to be set
        aside."""
        self._check_faces(faces)
        self.roll = tuple(sorted(faces))
        found = ways_of(self.ruleset, self.roll)
        state = self.match_state
        if found.fall == "wins":
            return self._end("win", state.mine, state.my_farkles, on_board=state.on_board)
        if found.fall == "disaster":
            return self._end("disaster", min(state.mine, 0), 0, on_board=state.on_board)
        room, before, choices = self.room, self.position, []
        for way in found.ways:
            aside = self.hands.hand_of(way.keep)
            to = self.rules.after(before, Scoring(aside, way.points))
            choices.append(Choice(way.keep, to.score - before.score, to))
        self.choices = tuple(
            choice for choice in choices if room is None or choice.position.score <= room
        )
        if self.choices:
            self.fresh, self.phase = False, "keep"
            return None
        return self.farkle(exact=bool(choices))

    def farkle(self, *, exact: bool = False) -> TurnEnd:
        """End the turn with a farkle. What it banks is added first, then the penalty is taken
        off."""
        state, rules = self.match_state, self.ruleset.farkle
        banked = self.rules.farkle_banks(self.position, taken_over=not self.fresh, room=self.room)
        score, farkles = self._added(state.mine, banked), state.my_farkles
        if rules.streak_costs:
            farkles += 1
            if farkles == rules.streak:
                penalty, farkles = rules.penalty, 0
                score = min(score, 0) if penalty == "all" else self._added(score, -penalty)
        return self._end(
            "farkle", score, farkles, on_board=state.on_board or banked > 0, exact=exact
        )

    def _added(self, score: int, points: int) -> int:
        """The score with these points, or less them, but not below the lowest score. A score that
        is already below the lowest stays as it is."""
        return score + points if points >= 0 else min(score, max(score + points, self.lowest))

    def fall(self, dice: Random) -> list[int]:
        """How the dice that are to be thrown fall, by chance; a last die as it falls in the end."""
        hand = self.position.dice
        for _ in range(throws_of(self.ruleset, self.hands, hand)):
            fallen = self.hands.thrown(hand, dice)
            if ways_of(self.ruleset, fallen).fall != "farkle":
                break
        return fallen

    def _start_turn(self, match_state: GameState) -> None:
        self.match_state = match_state
        self.position, self.fresh = self.rules.start, True
        self.choices = ()
        self.phase = "offer" if self._worth_offering(match_state) else "roll"
        self.turns[self.player] += 1

    def _worth_offering(self, match_state: GameState) -> bool:
        """Whether there is a turn to take over that differs from a fresh one."""
        if match_state.inherit is None:
            return False
        farkle = self.ruleset.farkle
        fresh = match_state.inherit == (0, self.hands.all)
        return not fresh or bool(
            farkle.first_roll_points > farkle.all_dice_points or farkle.first_roll_penalty
        )

    def _end(
        self, kind: EndKind, score: int, farkles: int, *, on_board: bool, exact: bool = False
    ) -> TurnEnd:
        """End the turn, which leaves the player with these: hand the dice over, or end the game."""
        mover, position = self.player, self.position
        done = TurnEnd(kind, mover, position.score, self.match_state.mine, score, exact)
        self.last_end = done
        self.scores[mover], self.farkles[mover], self.on_board[mover] = score, farkles, on_board
        self._settle(kind == "win")
        if self.left == 0:
            self.won = 1 / len(self.winners) if 0 in self.winners else 0.0
            self.phase = "over"
            return done
        after = {"bank": "after_bank", "farkle": "after_farkle"}.get(kind)
        handed = after is not None and self.ruleset.piggyback in (after, "both")
        self.player = self.others[0]
        previous = position.score if kind == "bank" else 0
        taken = Taken(position.score, position.dice) if handed else None
        self._start_turn(self._seen(previous, taken))
        return done

    def _settle(self, wins: bool) -> None:
        """Work out who leads or has won, and how many last turns are left."""
        mover, score, ruleset = self.player, self.scores[self.player], self.ruleset
        last_round = self.turns[mover] == self.ruleset.rounds
        if wins:
            self.left, self.winners = 0, (mover,)
        elif self.left is not None:
            best = self.scores[self.winners[0]]
            if score > best:
                self.winners = (mover,)
            elif score == best:
                self.winners = tuple(ruleset.winners((*self.winners, mover)))
            self.left -= 1
        elif score >= self.goal:
            later = self.players - 1 - mover
            self.left = ruleset.last_turns(self.players, later, last_round=last_round)
            self.winners = (mover,)
        elif mover == self.players - 1 and last_round:
            level = [p for p in range(self.players) if self.scores[p] == max(self.scores)]
            self.left, self.winners = 0, tuple(ruleset.winners(level))

    def _check_faces(self, faces: Sequence[int]) -> None:
        hands, dice = self.hands, self.position.dice
        if self.phase != "roll":
            raise IllegalMoveError("no dice are to be rolled now")
        if hands.counts_of(faces) != hands.counts[dice]:
            verb = "is" if hands.sizes[dice] == 1 else "are"
            found = len(faces) if hands.plain else hands.roll_words(faces)
            raise IllegalMoveError(f"{hands.words(dice)} {verb} to be rolled, not {found}")
        never = hands.never_shown(faces)
        if never:
            raise IllegalMoveError(f"no die shows a {' or a '.join(map(str, never))}")
