"""Rounds: the best total of some turns, and the best chance of at least some points in them.

Both go back from the last round. With k rounds left the value of a state is that of its turn, and
the ends of that turn lead to the values with k - 1 left:

    total:  bank t + V(on the board);  farkle: what it banks less the penalty + V(next);
            disaster: V(same board, no farkles)
    reach:  the chance that what is still wanted after that end comes in the rounds that remain
"""

from __future__ import annotations

from functools import cache

from farklegen.rulebook import Position
from farklegen.rules.ruleset import Ruleset
from tests.referee.expected import BOARD, turn_values
from tests.referee.reach import FOLLOW_ON, Bracket
from tests.referee.sweep import Payoffs, TurnValues
from tests.referee.turn import State, Turn, after_farkle, all_states


def totals(ruleset: Ruleset, rounds: int, cap: int) -> list[dict[State, float]]:
    """The best total by rounds left, from none to all, for each state, turn scores being
    followed up to `cap` points."""
    turn, states = Turn(ruleset), all_states(ruleset)
    found = [dict.fromkeys(states, 0.0)]
    for _ in range(rounds):
        after = found[-1]
        relative = {state: after[state] - after[BOARD] for state in states}
        turns = {state: turn_values(turn, state, relative, cap) for state in states}
        found.append({state: after[BOARD] + turns[state].roll(turn.start) for state in states})
    return found


def reach_in_rounds(ruleset: Ruleset, points: int, rounds: int, state: State = BOARD) -> Bracket:
    """Best chance of that many points more after that many rounds, penalties taken off."""
    turn = Turn(ruleset)
    forced = ruleset.bank.multiple_of > 1 or "required" in (ruleset.hot_dice, ruleset.last_die)
    slack = FOLLOW_ON * turn.most_points(0) if forced else 0

    def chance(unknown: float) -> float:
        @cache
        def best(left: int, before: State, wanted: int) -> float:
            if left == 0:
                return float(wanted <= 0)

            def bank(position: Position) -> float | None:
                if not turn.may_bank(position, on_board=before.on_board):
                    return None
                return best(left - 1, BOARD, wanted - position.score)

            def farkle(position: Position, taken_over: bool) -> float:
                banked = turn.farkle_banks(position, taken_over=taken_over)
                change, after = after_farkle(ruleset, before, banked)
                return best(left - 1, after, wanted - round(change))

            def beyond(position: Position) -> float:
                banked = bank(position)
                return unknown if banked is None else banked

            penalty = ruleset.farkle.penalty
            assert isinstance(penalty, int)
            penalty += ruleset.farkle.first_roll_penalty
            enough = max(wanted, 0) + penalty * left + ruleset.bank.opening_minimum + 1 + slack
            values = TurnValues(turn, Payoffs(bank, farkle, 0.0, beyond), enough)
            return values.roll(turn.start)

        return min(best(rounds, state, points), 1.0)

    return Bracket(chance(0.0), chance(1.0))
