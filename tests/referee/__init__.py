"""The referee: the rules once more, in plain Python, slow and obvious.

It shares no code with the tables and solvers that it judges; only the ruleset's own words are
common ground. Points are whole points here, never units, and chances of rolls are fractions.
"""

from farklegen.rulebook import Position
from tests.referee.card_player import CardPlayer
from tests.referee.evaluate import Evaluation, evaluate_policy
from tests.referee.expected import (
    Decision,
    ExpectedScore,
    Policy,
    Solution,
    expected_score,
    expected_score_within,
)
from tests.referee.match import Match, Table
from tests.referee.odds import farkle_probabilities, odds
from tests.referee.reach import Bracket, reach
from tests.referee.rolls import Rolls
from tests.referee.turn import State, Turn, first_state

__all__ = [
    "Bracket",
    "CardPlayer",
    "Decision",
    "Evaluation",
    "ExpectedScore",
    "Match",
    "Policy",
    "Position",
    "Rolls",
    "Solution",
    "State",
    "Table",
    "Turn",
    "evaluate_policy",
    "expected_score",
    "expected_score_within",
    "farkle_probabilities",
    "first_state",
    "odds",
    "reach",
]
