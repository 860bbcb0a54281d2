"""The card for a table of several players.

A player by a card sees a table as a match of two, against the best of the others. A card for a
table therefore says the same things as one for two: break points, and lines that look at both
scores. The search is that of `cards.search`, with what turns lose at the table in place of what
they lose in a match of two (`solvers.duel.go_for_it_gains`). Measuring a card at a table takes
long, so only a few are measured, exactly: the card for two, and the shortest cards that may be
better.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from farklegen.cards.card import Analysis, card_of
from farklegen.cards.ladder import LOST_GAMES, Rung, count
from farklegen.cards.lines import Losses, lines_chains
from farklegen.cards.search import NEAR, first_near, with_all
from farklegen.cards.tables import MOST, SHIFTS_APART, CardOption, Shortener
from farklegen.results import Shown
from farklegen.solvers.duel.arena import Arena
from farklegen.solvers.duel.go_for_it_gains import Turning, turning_at_table
from farklegen.solvers.duel.seats import ByMatch, ByTables
from farklegen.solvers.duel.table import MetAtTable, meet
from farklegen.solvers.game.solution import MatchSolution
from farklegen.solvers.progress import Progress, silent

NOTICED = 5e-4
"""Chance to win by which a card must be better than the one for two."""

FEW = 100_000
"""Break points are moved as well up to this many starts of turns; with more, moving brings less."""

MOST_MEASURED = 3
"""Cards that are measured beside the one for two, at most."""


@dataclass(frozen=True, repr=False)
class SeveralCard(Shown):
    """The card for a table of several players.

    Attributes:
        rung: the card; the one for two, where no better one was found.
        met: how it fares where all others play the solved match; it is the first player.
        for_two: the card for two, read against the best of the others.
        met_for_two: how that one fares.
    """

    rung: Rung
    met: MetAtTable
    for_two: Rung
    met_for_two: MetAtTable


def find_multiplayer_card(
    analysis: Analysis,
    breaks: list[CardOption] | None,
    arena: Arena,
    solution: MatchSolution,
    for_two: Rung,
    progress: Progress = silent,
) -> SeveralCard:
    """The card with the fewest numbers that is expected to lose little more than any other card and
    that wins more than the card for two. If there is none, the card for two.

    Args:
        breaks: the chain of break points of shorter cards; None if lines are not looked for.
        for_two: the card for two, which sets how often turns begin in each state. What this card
            says about anything but scores is kept.
    """
    layout, threads = solution.layout, arena.threads

    def reading(rung: Rung) -> ByTables:
        return ByTables(layout, arena, rung.way.policy(analysis, arena.moves, arena.rows))

    def met(rung: Rung) -> MetAtTable:
        others = [ByMatch(layout, solution, threads=threads)] * (layout.players - 1)
        return meet(layout, [reading(rung), *others], threads=threads, progress=progress)

    met_for_two = met(for_two)
    if breaks is not None:
        now = turning_at_table(reading(for_two), solution)
        found = _found(analysis, breaks, arena, for_two, now)
        enough = met_for_two.average[0] + NOTICED
        better = [rung for rung, loss in found if 1.0 / layout.players - loss > enough]
        for rung in better[:MOST_MEASURED]:
            fares = met(rung)
            if fares.average[0] > enough:
                return SeveralCard(rung, fares, for_two, met_for_two)
    return SeveralCard(for_two, met_for_two, for_two, met_for_two)


def _found(
    analysis: Analysis, breaks: list[CardOption], arena: Arena, for_two: Rung, now: Turning
) -> list[tuple[Rung, float]]:
    """Cards that are expected to lose little more than any other card, each with its approximate
    loss; fewest numbers first."""
    ruleset = analysis.loaded.ruleset
    goal = ruleset.extent
    breaks = [option for option in breaks if option.numbers <= MOST]
    place = first_near(analysis, breaks)
    near = [option.fields["tables"] for option in breaks[place : place + NEAR]]
    if now.table.layout.states <= FEW:
        shortener = Shortener(analysis)
        near += [moved for tables in near for moved in shortener.moved(tables, SHIFTS_APART)]
    best: dict[int, tuple[Rung, float]] = {}
    for tables in near:
        usual = replace(for_two.way, tables=tables)
        learnt = replace(usual, lines=()).numbers(goal)
        losses = Losses(analysis, arena, usual, learnt)
        losses.find(now)
        card = card_of(ruleset, analysis.expected, analysis.card.step, tables)
        for option in lines_chains(losses, learnt)[0]:
            way = with_all(usual, [option])
            rung = Rung(count(way, goal), way, card, card.points_per_turn)
            if rung.numbers not in best or option.loss < best[rung.numbers][1]:
                best[rung.numbers] = rung, option.loss
    enough = min((loss for _, loss in best.values()), default=0.0) + LOST_GAMES
    return [best[numbers] for numbers in sorted(best) if best[numbers][1] <= enough]
