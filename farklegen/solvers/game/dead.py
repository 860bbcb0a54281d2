"""From which states a game can never end, and turns without them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from farklegen.core.arrays import Booleans, Integers
from farklegen.solvers.game.layout import Group, Layout
from farklegen.solvers.game.levels import Part, Stage
from farklegen.solvers.game.match_rules import MatchRules
from farklegen.solvers.occurring import occurring
from farklegen.solvers.turn_rules import puts_on_board


def living(layouts: Sequence[Layout], stages: Iterable[Stage]) -> Iterable[Stage]:
    """The stages without the turns from which nobody can ever end the game. Their chances are
    even."""
    hopes = [hope(layout.rules) for layout in layouts]
    known = [each for each in hopes if each is not None]
    if len(known) < len(layouts):
        return stages
    second = layouts[-1].groups[0].begin

    def alive(parts: Sequence[Part]) -> Iterator[Part]:
        """The living ones of these turns."""
        for group, at in parts:
            hopeful = _hopeful(known if group.begin < second else known[::-1], group, at)
            if hopeful.any():
                yield group, at[:, hopeful]

    found = (stage._replace(parts=list(alive(stage.parts))) for stage in stages)
    return (stage for stage in found if stage.parts)


def stuck_turns(two: Layout) -> Booleans:
    """bool[turns], see `Layout.plain`: those in which neither player can end the game any more."""
    known, found = hope(two.rules), []
    for group in (group for group in two.groups if not group.row_units):
        stuck = np.zeros(group.size, np.bool_)
        if group.left is None and known is not None:
            stuck = ~_hopeful([known], group, two.coordinates(group))
        found.append(stuck)
    return np.concatenate(found)


def _hopeful(hopes: Sequence[Booleans], group: Group, at: Integers) -> Booleans:
    """bool[lanes]: whether any player can end the game; `hopes` of the players, in turn."""
    found = np.zeros(at.shape[1], np.bool_)
    for player, (on_board, run) in enumerate(zip(group.boards, group.runs, strict=True)):
        found |= hopes[player % len(hopes)][0 if on_board else -1, run, at[player]]
    return found


def hope(rules: MatchRules) -> Booleans | None:
    """bool[boards, streaks, scores]: whether a player who is on the board, or off it, with that
    many farkles in a row and that score has hope: some way of playing, with luck, leads to the goal
    or to a win at once. None if every player has hope.
    """
    moves, n = rules.moves, rules.scores
    hard_to_bank = not rules.turn.bank_anywhere(moves) or rules.forced > 0
    if rules.ruleset.rounds is not None or np.any(moves.instant_probability > 0):
        return None
    if not rules.exact_goal and not hard_to_bank:
        return None
    most = rules.least_row(rules.ruleset.bank.opening_minimum)
    rows = max(n // rules.step + 2, most + 1) + rules.forced
    everything = rules.takes_bank or rules.takes_farkle
    can = occurring(moves, rows, taken_over=everything)
    columns = rules.turn.may_bank(moves, 0, rows)
    bankable: Booleans = np.any(can & columns, axis=1)
    farkles = bool(np.any(moves.farkle_probability[:] > 0)) or rules.exact_goal
    wiped = bool(np.any(moves.disaster_probability > 0))
    gains = _paid_farkles(rules, can)
    boards = 2 if rules.ruleset.bank.has_opening else 1
    streaks = rules.ruleset.farkle.streaks
    minimum = [rules.ruleset.bank.minimum, rules.ruleset.bank.opening_minimum]
    found = np.zeros((boards, streaks, n), np.bool_)
    scores = np.arange(n)
    while True:
        before = found.copy()
        # on the board after it, or at the goal, which may have to be hit exactly
        after: Booleans = np.append(found[0, 0], [True, not rules.exact_goal])
        for board in range(boards):
            least = rules.least_row(minimum[board])
            reached = scores[:, None] + np.flatnonzero(bankable[least:]) * rules.step
            reached += least * rules.step
            found[board] |= np.any(after[np.minimum(reached, n + 1)], axis=1)
        for streak in range(streaks):
            following, completes = (streak + 1) % streaks, streak + 1 == streaks
            if farkles:
                found[:, streak] |= found[:, following, rules.after_farkle(scores, 0, completes)]
            for gain in gains:
                paid = scores[scores + gain <= n] if rules.exact_goal else scores
                new = rules.after_farkle(paid, gain, completes)
                boards_after = [0] if puts_on_board(gain) else list(range(boards))
                hopeful = found[boards_after, following][:, np.minimum(new, n - 1)]
                found[:, streak, paid] |= hopeful | (new >= n)
            if wiped:
                found[:, streak] |= found[:, 0, np.minimum(scores, rules.zero)]
        if np.array_equal(found, before):
            return found


def _paid_farkles(rules: MatchRules, can: Booleans) -> Integers:
    """What a farkle may bank, in units, if turns come to the states `can`; below zero it costs."""
    gains = [np.array([rules.first_award, rules.later_award])]
    if rules.turn.keeps:
        rows = np.flatnonzero(can.any(axis=1)) * rules.step
        gains += [rows, rows + rules.later_award]
    found = np.unique(np.concatenate(gains))
    changes: Integers = found[found != 0]
    return changes
