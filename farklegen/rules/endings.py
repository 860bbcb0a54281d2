"""How a game ends: one class for each way, used by everything that plays or solves a game.

A *stage* says how near the end is: who moves, and how many rounds are left if the rules count
them. An ending says which stages there are, in the order of the game, and which stage follows a
turn. It also says who has a last turn once a player has reached the goal, among two or more
players, and who wins with level scores. What a turn banks, costs and leaves is decided elsewhere.
The rulebook says the same in its own words, and solvers are tested against it.

A new ending is one class here, its key in `rules.ruleset`, and its clause in the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, TypeVar

from farklegen.rules.ruleset import Ruleset

Player = TypeVar("Player")

Ties = Literal["split", "leader", "challenger"]


class Stage(NamedTuple):
    """How far a game is, seen by the player to move.

    Attributes:
        first: whether this is the player who moved first in the game.
        rounds_left: turns that the player to move still has, this one included; 0 where turns are
            not counted, or none is left.
    """

    first: bool = True
    rounds_left: int = 0


@dataclass(frozen=True)
class Ending:
    """`end_game: sudden_death`: the goal ends the game at once.

    Attributes:
        ties: who wins with level scores.
    """

    ties: Ties = "split"
    tells_seats: ClassVar[bool] = False
    """Whether it matters who moved first."""

    @property
    def rounds(self) -> int | None:
        return None

    @property
    def has_last_turn(self) -> bool:
        """Whether reaching the goal may leave others one more turn."""
        return self.last_turns(2, 1) > 0

    @property
    def has_ties(self) -> bool:
        return self.has_last_turn

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (Stage(), Stage(first=False)) if self.tells_seats else (Stage(),)

    @property
    def start(self) -> Stage:
        """The stage of the first turn of a game."""
        return self.stages[0]

    def after(self, stage: Stage) -> Stage:
        return Stage(not stage.first, stage.rounds_left)

    def is_over(self, stage: Stage) -> bool:
        """Whether no turn is left at this stage: the higher score has won."""
        return self.rounds is not None and stage.rounds_left == 0

    def is_last(self, stage: Stage) -> bool:
        """Whether no turn follows the turn of this stage."""
        return self.is_over(self.after(stage))

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        """How many of the next players have one more turn when a player reaches the goal.

        Args:
            later: how many of the other players move later in the round.
            last_round: whether no round follows.
        """
        del players, later, last_round
        return 0

    def answers(self, stage: Stage) -> bool:
        """Whether one of two players, at this stage, has a last turn when the other one has just
        reached the goal."""
        return self.last_turns(2, 0 if stage.first else 1) > 0

    def answered(self, stage: Stage) -> bool:
        """Whether the other player has a last turn when the player at this stage reaches the
        goal."""
        return self.answers(self.after(stage))

    def winners(self, level: Sequence[Player]) -> Sequence[Player]:
        """Which of the players with level scores win. `level` has the players in the order in which
        they reached the score."""
        return {"split": level, "leader": level[:1], "challenger": level[-1:]}[self.ties]

    @property
    def level_share(self) -> float:
        """The share of the win for the player who had the last turn, if both scores are level."""
        leader, challenger = 0, 1
        won = self.winners((leader, challenger))
        return (challenger in won) / len(won)


@dataclass(frozen=True)
class FinalTurn(Ending):
    """`end_game: final_turn`: everybody who has not reached the goal has one last turn."""

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        del later, last_round
        return players - 1


@dataclass(frozen=True)
class EqualTurns(Ending):
    """`end_game: equal_turns`: only players who have had fewer turns have a last turn."""

    tells_seats: ClassVar[bool] = True

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        del players, last_round
        return later


@dataclass(frozen=True)
class Rounds(Ending):
    """`rounds: N`: each player has N turns, and the higher score wins; a goal may end it sooner.

    Attributes:
        number: of turns of each player.
        goal: how a goal ends the game before that.
    """

    number: int = 1
    goal: Ending = Ending()
    tells_seats: ClassVar[bool] = True

    @property
    def rounds(self) -> int | None:
        return self.number

    @property
    def has_ties(self) -> bool:
        return True

    @property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(
            Stage(first, left) for left in range(self.number, 0, -1) for first in (True, False)
        )

    def after(self, stage: Stage) -> Stage:
        return Stage(not stage.first, stage.rounds_left - (0 if stage.first else 1))

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        wanted = self.goal.last_turns(players, later)
        return min(wanted, later) if last_round else wanted

    def answers(self, stage: Stage) -> bool:
        return not self.is_over(stage) and self.goal.answers(stage)


ENDINGS: dict[str, type[Ending]] = {
    "sudden_death": Ending,
    "final_turn": FinalTurn,
    "equal_turns": EqualTurns,
}
"""What the words of `end_game` stand for."""


def ending_of(ruleset: Ruleset) -> Ending:
    of_goal = ENDINGS[ruleset.end_game](ruleset.ties)
    if ruleset.rounds is None:
        return of_goal
    return Rounds(ruleset.ties, ruleset.rounds, of_goal)
