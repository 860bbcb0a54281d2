"""How a game ends: one object that everything that plays or solves a game asks.

An ending says whether rounds are counted and whether it matters who moved first, who has a last
turn once a player has reached the goal, among two or more players, and who wins with level scores.
What a turn banks, costs and leaves is decided elsewhere. The rulebook says the same in its own
words, and solvers are tested against it.

A new ending is its word in `rules.ruleset`, its entry in `last_turns`, and its clause in the
rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from farklegen.rules.ruleset import Ruleset

Player = TypeVar("Player")


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
