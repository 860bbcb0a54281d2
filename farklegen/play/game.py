"""A match under way, step by step, without anybody who plays it.

The rules are the rulebook's, in plain Python: every rule holds here, also those that make a match
too large to be solved. A step that the rules forbid raises `IllegalMoveError` and changes nothing.

    offer -> roll -> keep -> decide -> roll -> ...          the turn of one player
                |               |
                +-- the turn ends --> offer or roll of the other player, or over

A turn that the rules leave no choice in goes through the same steps: a roll that can be kept in one
way only is kept, and so on, by whoever plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from farklegen.errors import FarklegenError
from farklegen.rulebook.match_rules import End, MatchRules, MatchState
from farklegen.rulebook.turn_rules import Position, Scoring
from farklegen.rules.hands import Hands
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.rolls import throws_of
from farklegen.scoring.ways import Way, ways_of

Phase: TypeAlias = Literal["offer", "roll", "keep", "decide", "over"]
"""What is to be done next: take over or start afresh, throw the dice, set some aside, bank or roll
on; nothing any more."""

Word: TypeAlias = Literal["bank", "roll", "take over", "start afresh"]
"""A decision that is not about dice."""

EndKind: TypeAlias = Literal["bank", "farkle", "disaster", "win"]

NO_FLOOR = -(10**15)
"""Points that no score falls to."""


class IllegalMoveError(FarklegenError):
    """A step that the rules do not allow now."""

    slug = "illegal-move"


class Choice(NamedTuple):
    """One way to set dice aside.

    Attributes:
        keep: the faces, smallest first.
        points: what they bring, a hot-dice bonus included.
        position: where it leads.
        hot_dice: whether every die is set aside now.
    """

    keep: tuple[int, ...]
    points: int
    position: Position
    hot_dice: bool


Action: TypeAlias = Choice | Word
"""A decision."""


class TurnEnd(NamedTuple):
    """How a turn ended.

    Attributes:
        kind: banked, a farkle, a disaster, or a roll that wins at once.
        player: whose turn it was, 0 for the one who moved first in the game.
        turn_score: points set aside in the turn.
        before, after: the player's banked score.
        penalised: whether the farkle completed a streak that costs something.
        exact: whether it is a farkle because all that scores would pass an exact goal.
    """

    kind: EndKind
    player: int
    turn_score: int
    before: int
    after: int
    penalised: bool = False
    exact: bool = False


@dataclass
class Game:
    """A match of two, player 0 moving first.

    Attributes:
        ruleset: the rules.
        floor: points below which penalties take no score, where the rules set no limit.
        rules: what happens between turns.
        match_state: the start of the turn, seen by the player to move.
        player: whose turn it is; after the end whose it was.
        turns: turns begun by each player.
        phase: what is to be done next.
        position: dice to roll, turn score and hot dice.
        fresh: whether the next roll is the first one of a turn that was not taken over.
        roll: the faces thrown last, smallest first.
        choices: the ways to set some of them aside, most dice first, then most points.
        scores: banked scores of both players.
        won: the share of the win of player 0: 1, 0, or a half; None until the end.
        last_end: how the turn before ended.
    """

    ruleset: Ruleset
    floor: int | None = None
    rules: MatchRules = field(init=False)
    match_state: MatchState = field(init=False)
    player: int = field(init=False, default=0)
    turns: list[int] = field(init=False, default_factory=lambda: [0, 0])
    phase: Phase = field(init=False, default="roll")
    position: Position = field(init=False)
    fresh: bool = field(init=False, default=True)
    roll: tuple[int, ...] = field(init=False, default=())
    choices: tuple[Choice, ...] = field(init=False, default=())
    scores: list[int] = field(init=False, default_factory=lambda: [0, 0])
    won: float | None = field(init=False, default=None)
    last_end: TurnEnd | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.rules = MatchRules(self.ruleset, NO_FLOOR if self.floor is None else self.floor)
        self.begin()

    def begin(self) -> None:
        self.player, self.turns, self.scores = 0, [0, 0], [0, 0]
        self.won, self.last_end, self.roll = None, None, ()
        self._start_turn(self.rules.start())

    def __copy__(self) -> Game:
        """The match as it stands, cheaply."""
        found = object.__new__(type(self))
        found.__dict__.update(self.__dict__)
        return found

    @property
    def other(self) -> int:
        """The player whose turn it is not."""
        return 1 - self.player

    @property
    def hands(self) -> Hands:
        return self.rules.turn.hands

    @property
    def may_bank(self) -> bool:
        """Whether the turn score may be banked now."""
        match_state = self.match_state
        return self.phase == "decide" and self.rules.turn.may_bank(
            self.position, on_board=match_state.on_board, previous=match_state.previous
        )

    @property
    def last_turn(self) -> bool:
        """Whether the other player has reached the goal."""
        return self.rules.last_turn(self.match_state)

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
        """Take a decision; how it ended the turn, or None if the turn goes on."""
        match action:
            case Choice():
                self.keep(action)
            case "bank":
                return self.bank()
            case "roll":
                self.roll_on()
            case _:
                self.take_over(action == "take over")
        return None

    def take_over(self, wanted: bool) -> None:
        """Take the other player's turn over, or start afresh."""
        self._expect("offer")
        if wanted:
            assert self.match_state.inherit is not None
            score, dice = self.match_state.inherit
            self.position, self.fresh = Position(dice, score), False
        self.phase = "roll"

    def throw(self, faces: Sequence[int]) -> TurnEnd | None:
        """Throw the dice; how that ended the turn, or None if some are to be set aside."""
        self._expect("roll")
        self._check_faces(faces)
        self.roll = tuple(sorted(faces))
        found = ways_of(self.ruleset, self.roll)
        if found.fall == "wins":
            return self._end("win", 1.0, self.match_state.mine)
        if found.fall == "disaster":
            left = min(self.match_state.mine, 0)
            return self._end("disaster", self.rules.disaster(self.match_state), left)
        room = self.rules.room(self.match_state)
        choices = [self._choice(way) for way in found.ways]
        self.choices = tuple(
            choice for choice in choices if room is None or choice.position.score <= room
        )
        if self.choices:
            self.fresh, self.phase = False, "keep"
            return None
        match_state = self.match_state
        after = self.rules.farkled(match_state, self.position, first_roll=self.fresh)
        streak = self.rules.streak
        return self._end(
            "farkle",
            self.rules.farkle(match_state, self.position, first_roll=self.fresh),
            after.mine,
            penalised=streak is not None and match_state.my_farkles + 1 == streak,
            exact=bool(choices),
        )

    def fall(self, dice: Random) -> list[int]:
        """How the dice fall that are to be thrown, by chance; a last die as it falls in the end."""
        hand = self.position.dice
        for _ in range(throws_of(self.ruleset, self.hands, hand)):
            fallen = self.hands.thrown(hand, dice)
            if ways_of(self.ruleset, fallen).fall != "farkle":
                break
        return fallen

    def keep(self, choice: Choice) -> None:
        self._expect("keep")
        if choice not in self.choices:
            raise IllegalMoveError("these dice cannot be set aside so")
        self.position, self.phase = choice.position, "decide"

    def roll_on(self) -> None:
        self._expect("decide")
        self.phase = "roll"

    def bank(self) -> TurnEnd:
        self._expect("decide")
        after = self.rules.bank(self.match_state, self.position)
        if after is None:
            raise IllegalMoveError("the rules do not let this turn be banked now")
        return self._end("bank", after, self.match_state.mine + self.position.score)

    def _choice(self, way: Way) -> Choice:
        before = self.position
        aside = self.hands.hand_of(way.keep)
        to = self.rules.turn.after(before, Scoring(aside, way.points))
        return Choice(way.keep, to.score - before.score, to, aside == before.dice)

    def _start_turn(self, match_state: MatchState) -> None:
        self.match_state = match_state
        self.position, self.fresh = self.rules.turn.start, True
        self.choices = ()
        self.phase = "offer" if self._worth_offering(match_state) else "roll"
        self.turns[self.player] += 1

    def _worth_offering(self, match_state: MatchState) -> bool:
        """Whether there is a turn to take over that is anything else than a fresh one."""
        if match_state.inherit is None:
            return False
        farkle = self.ruleset.farkle
        fresh = match_state.inherit == (0, self.hands.all)
        return not fresh or bool(
            farkle.first_roll_points > farkle.all_dice_points or farkle.first_roll_penalty
        )

    def _end(
        self,
        kind: EndKind,
        end: End,
        after: int,
        *,
        penalised: bool = False,
        exact: bool = False,
    ) -> TurnEnd:
        """End the turn: hand the dice over, or end the game."""
        done = TurnEnd(
            kind, self.player, self.position.score, self.match_state.mine, after, penalised, exact
        )
        self.last_end = done
        self.scores[self.player] = after
        self._follow(kind, end)
        return done

    def _follow(self, _kind: EndKind, end: End) -> None:
        if isinstance(end, MatchState):
            self.player = self.other
            self._start_turn(end)
        else:
            self.won = end if self.player == 0 else 1.0 - end
            self.phase = "over"

    def _check_faces(self, faces: Sequence[int]) -> None:
        hands, dice = self.hands, self.position.dice
        if len(faces) != hands.sizes[dice] or hands.other_dice(faces, dice):
            verb = "is" if hands.sizes[dice] == 1 else "are"
            found = len(faces) if hands.plain else hands.roll_words(faces)
            raise IllegalMoveError(f"{hands.words(dice)} {verb} to be thrown, not {found}")
        never = hands.never_shown(faces)
        if never:
            raise IllegalMoveError(f"no die shows a {' or a '.join(map(str, never))}")

    def _expect(self, phase: Phase) -> None:
        if self.phase != phase:
            raise IllegalMoveError(f"it is not the time to {phase}: {self.phase} comes next")
