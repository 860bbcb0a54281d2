"""How long a match between perfect players lasts, and how often the lead changes hands.

The best play of each turn leads to every next state with some chance: a Markov chain on the starts
of turns, followed turn by turn from the start of the game until almost no game goes on. Turns of
both players count, and so does a last turn.

*Lead changes.* The leader is the player who was last ahead: level scores leave the lead where it
was, and before anybody has been ahead nobody leads. The winner is ahead at the end. A turn that
changes the leader is one lead change; the first player ever to be ahead makes none. Overtaking the
leader, winning from behind and falling behind by a penalty are lead changes. The probability mass
of the chain is kept apart by who leads: the player to move, the other one or nobody. The mass that
crosses over is added up. On a last turn the player to move is behind: winning it is a lead change,
and a game that ends level and is split counts half.

*Long games.* Where a farkle may cost everything, a game can go on for thousands of turns. After a
while such a chain forgets how it began: from then on everything falls by the same factor with every
two turns, and what is left of the game is worked out with that factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farklegen.core.arrays import Floats
from farklegen.errors import named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import upper_first
from farklegen.solvers.duel.seats import ByMatch
from farklegen.solvers.duel.table import Table
from farklegen.solvers.game.layout import Layout
from farklegen.solvers.game.levels import stuck_turns
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent
from farklegen.solvers.turn_rules import refuse_beyond_scores

GOING_ON = 1e-12
"""Chance that a game goes on below which it is not followed."""

FOLLOWING = "following every turn"

MOST_TURNS = 20_000
"""Turns that a game is followed at most."""

SETTLED = 50
"""Turns for which the factor must have been the same before it is relied on."""

STEADY = 1e-9
"""How much the factor may have changed in these turns, as a share of its distance from 1."""

MOVER_LEADS, OTHER_LEADS, NOBODY_LEADS = 0, 1, 2
"""Who is in the lead, seen by the player to move."""

ROUNDING = 1e-9
"""Share of the mean below which a standard deviation is rounding."""


@dataclass(frozen=True)
class GameLength:
    """How long a game lasts, in turns of both players together.

    Attributes:
        mean: expected number of turns.
        spread: standard deviation.
        distribution: (turns, probability), ascending.
        beyond: chance of a longer game.
        lead_changes: how often the lead passes to the other player, on average.
    """

    mean: float
    spread: float
    distribution: tuple[tuple[int, float], ...]
    beyond: float
    lead_changes: float = float("nan")

    def quantile(self, share: float) -> int | None:
        """The number of turns by which at least this share of games is over; None if that is
        beyond the last number in the distribution.
        """
        over = 0.0
        for turns, chance in self.distribution:
            over += chance
            if min(over, 1.0) >= share:
                return turns
        return None


def game_length(
    solution: MatchSolution,
    progress: Progress = silent,
    *,
    threads: int = 2,
) -> GameLength:
    """Follow the best play from the start of the game.

    Args:
        solution: the solved match.
        progress: how far it is.
        threads: to work with.

    Raises:
        UnsolvableError: with piggyback or `beat_previous`, where what a turn leads to depends on
            more than the start of the next one.
    """
    rules, layout = solution.rules, solution.layout
    check_length(rules.ruleset)
    begin, dead = layout.start, np.flatnonzero(stuck_turns(layout))
    if begin in dead:
        return GameLength(float("nan"), float("nan"), (), 1.0, float("nan"))
    table = Table([layout])
    player = ByMatch(layout, solution, threads=threads, keeps=True)
    bands = list(table.before)
    for band_number, band in enumerate(bands):
        progress(0.8 * band_number / len(bands), FOLLOWING)
        player.ends(band)
    leading, first = _ahead(layout), layout.begin_last
    over = next(group.begin for group in layout.groups if group.left == 0)
    lasts = slice(first, over)

    leads, last_turn = np.zeros((3, layout.size)), 0.0
    leads[NOBODY_LEADS, begin] = 1.0
    turns: list[Floats] = []
    """float64[4] of each turn: the chance that it is the last one, the number of lead changes, the
    chance to reach a state from which no game ever ends, and the chance to go on."""
    factor = None
    while len(turns) < MOST_TURNS and (not turns or turns[-1][-1] > GOING_ON):
        if factor is not None:
            turns.append(factor * turns[-2])
        else:
            moved = np.stack([table.after_a_turn(player, mass) for mass in leads])
            won = sum(moved[:, over:].sum(axis=1), last_turn)
            changed = moved[MOVER_LEADS, leading > 0].sum() + moved[OTHER_LEADS, leading < 0].sum()
            changed = sum(moved[:, lasts] @ solution.values[0, lasts], changed)
            last_turn = sum(moved[:, lasts].sum(axis=1))
            moved[:, first:] = 0.0
            stuck = sum(moved[:, dead].sum(axis=1))
            moved[:, dead] = 0.0
            leads = _passed_on(moved, leading)
            turns.append(np.array([won, changed, stuck, sum(leads.sum(axis=1)) + last_turn]))
            factor = _factor(turns[-SETTLED - 2 :])
        progress(0.8 + 0.2 * (1 - float(turns[-1][-1]) ** 0.1), FOLLOWING)
    ends, changes, lost, unfinished_after = np.array(turns).T.tolist()
    ended = {number: won for number, won in enumerate(ends, start=1) if won}
    lead_changes, beyond = sum(changes), unfinished_after[-1] + sum(lost)
    number_of = np.array(list(ended), np.float64)
    weight = np.array(list(ended.values()))
    total = weight.sum()
    mean = float(number_of @ weight / total) if total else float("nan")
    spread = float(np.sqrt((number_of - mean) ** 2 @ weight / total)) if total else float("nan")
    rounds = rules.ruleset.rounds
    if rounds and rules.ruleset.goal is None:  # rolls that win at once need a goal
        return GameLength(2.0 * rounds, 0.0, ((2 * rounds, 1.0),), 0.0, lead_changes)
    if spread < ROUNDING * mean:  # almost no game takes another number of turns
        spread = 0.0
    return GameLength(mean, spread, tuple(ended.items()), beyond, lead_changes)


def _factor(turns: Sequence[Floats]) -> float | None:
    """The factor by which the chance to go on and the lead changes fall with every two turns; None
    as long as the factor still changes."""
    if len(turns) < SETTLED + 2:
        return None
    _, changes, _, unfinished = np.array(turns).T
    factor = float(unfinished[-1] / unfinished[-3])
    falling = np.stack([unfinished, changes], axis=1)
    off = np.abs(falling[2:] - factor * falling[:-2])
    return factor if np.all(off <= STEADY * (1 - factor) * falling[2:]) else None


def _ahead(layout: Layout) -> NDArray[np.int8]:
    """int8[states]: 1 where the player to move is ahead, -1 where the other one is. At a last turn
    the other one is ahead, having reached the goal; after the end of the game, who has won."""
    found = np.full(layout.size, -1, np.int8)
    for group in layout.groups:
        if group.left is None:
            at = layout.coordinates(group)
            found[group.index(at)] = -np.sign(layout.deficits(group, at))
        elif group.left == 0:
            mine, theirs = group.top & 1, group.top >> 1
            found[group.begin] = mine - theirs
    return found


def _passed_on(moved: Floats, ahead: NDArray[np.int8]) -> Floats:
    """float64[3, states]: the chances after a turn, split by who leads, seen by the player who is
    to move next.

    Args:
        moved: float64[3, states], split by who led before the turn.
        ahead: who is ahead at the start of the next turn.
    """
    leads: Floats = np.where(ahead == 0, moved[[OTHER_LEADS, MOVER_LEADS, NOBODY_LEADS]], 0.0)
    everything = moved.sum(axis=0)
    for who, sign in ((MOVER_LEADS, 1), (OTHER_LEADS, -1)):
        leads[who] = np.where(ahead == sign, everything, leads[who])
    return leads


def check_length(ruleset: Ruleset, *, instead: str | None = None) -> None:
    """Refuse rules for which the number of turns is not worked out.

    Args:
        ruleset: the rules.
        instead: what the user can do, by default to leave the length out; empty if the user asked
            for the length among many other things.

    Raises:
        UnsolvableError: it names the rule.
    """
    if instead is None:
        instead = f"leave {named('length')} out"
    refuse_beyond_scores(
        ruleset,
        "the number of turns is not worked out for {rule}: there a turn depends on more "
        "than the scores" + (f". {upper_first(instead)}" if instead else ""),
    )
