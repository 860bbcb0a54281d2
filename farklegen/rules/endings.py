"""How a game ends: one object that everything that plays or solves a game asks.

A *stage* says how near the end is: who moves, and how many rounds are left if the rules count
them. An ending says which stages there are, in the order of the game, and which stage follows a
turn. It also says who has a last turn once a player has reached the goal, among two or more
players, and who wins with level scores. What a turn banks, costs and leaves is decided elsewhere.
The rulebook says the same in its own words, and solvers are tested against it.

A new ending is its word in `rules.ruleset`, its entry in `last_turns`, and its clause in the
rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from farklegen.rules.ruleset import Ruleset

Player = TypeVar("Player")


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
    """How the games of a ruleset end.

    Attributes:
        end_game: what happens when a player reaches the goal.
        ties: who wins with level scores.
        rounds: turns of each player, after which the higher score wins; None without such a limit.
    """

    end_game: str
    ties: str
    rounds: int | None

    @property
    def tells_seats(self) -> bool:
        """Whether it matters who moved first."""
        return self.rounds is not None or self.end_game == "equal_turns"

    @property
    def has_last_turn(self) -> bool:
        """Whether reaching the goal may leave others one more turn."""
        return self.last_turns(2, 1) > 0

    @property
    def has_ties(self) -> bool:
        return self.rounds is not None or self.has_last_turn

    @property
    def stages(self) -> tuple[Stage, ...]:
        left = range(self.rounds, 0, -1) if self.rounds else (0,)
        seats = (True, False) if self.tells_seats else (True,)
        return tuple(Stage(first, rounds) for rounds in left for first in seats)

    @property
    def start(self) -> Stage:
        """The stage of the first turn of a game."""
        return self.stages[0]

    def after(self, stage: Stage) -> Stage:
        round_ends = self.rounds is not None and not stage.first
        return Stage(not stage.first, stage.rounds_left - round_ends)

    def is_over(self, stage: Stage) -> bool:
        """Whether no turn is left at this stage: the higher score has won."""
        return self.rounds is not None and stage.rounds_left == 0

    def is_last(self, stage: Stage) -> bool:
        """Whether no turn follows the turn of this stage."""
        return self.is_over(self.after(stage))

    def last_turns(self, players: int, later: int, *, last_round: bool = False) -> int:
        """How many of the next players have one more turn when a player reaches the goal: none, all
        who have not reached it, or only players who have had fewer turns.

        Args:
            later: how many of the other players move later in the round.
            last_round: whether no round follows.
        """
        words = {"sudden_death": 0, "final_turn": players - 1, "equal_turns": later}
        wanted = words[self.end_game]
        return min(wanted, later) if last_round and self.rounds is not None else wanted

    def answers(self, stage: Stage) -> bool:
        """Whether one of two players, at this stage, has a last turn when the other one has just
        reached the goal."""
        return not self.is_over(stage) and self.last_turns(2, 0 if stage.first else 1) > 0

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


def ending_of(ruleset: Ruleset) -> Ending:
    return Ending(ruleset.end_game, ruleset.ties, ruleset.rounds)
