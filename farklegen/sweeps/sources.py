"""Slow results for one ruleset of a sweep: worked out on the spot, by one thread, and not kept.

Solved matches of a thousand rulesets would fill a disk, and what a store happens to hold must not
change the digits of a row; so a sweep neither reads nor writes the store.
"""

from __future__ import annotations

import threading
from functools import cached_property

from farklegen.cards.analysis import Analysis, analyse
from farklegen.cards.price import Chances, MatchPrice, easier_to_search, match_price
from farklegen.cards.seating import match_player
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import Recipe, parse
from farklegen.rules.loading import LoadedRuleset
from farklegen.scoring.compile import compile_scoring
from farklegen.scoring.tables import ScoringTables
from farklegen.solvers.duel.duel import Arena
from farklegen.solvers.match.build import load_build, print_nothing
from farklegen.solvers.match.length import GameLength, game_length
from farklegen.solvers.match.match import solve_match
from farklegen.solvers.match.solution import MatchSolution
from farklegen.store import folders

_loading = threading.Lock()  # workers of a cluster may be threads of one process


class FreshSources:
    """A `measures.study.Sources` for one ruleset, which remembers what it has worked out."""

    def __init__(self, loaded: LoadedRuleset) -> None:
        self._loaded = loaded
        self._kernels = folders.folder("kernels")
        self._analysis: Analysis | None = None

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """The match of two perfect players."""
        self._mine(loaded)
        return self._solution

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """How many turns it takes."""
        self._mine(loaded)
        return game_length(self._solution, threads=1)

    def price(self, analysis: Analysis) -> MatchPrice:
        """What the card costs in a match, and its thresholds."""
        self._mine(analysis.loaded)
        self._analysis = analysis
        return self._price

    def chances(self, loaded: LoadedRuleset, me: str, opponent: str) -> Chances:
        """How often one policy wins against another; both by name."""
        self._mine(loaded)
        one, other = self._player(parse(me)), self._player(parse(opponent))
        return Chances.of(self._arena.meet(one, other))

    def _mine(self, loaded: LoadedRuleset) -> None:
        if loaded is not self._loaded:
            raise ValueError("these are the sources of another ruleset")

    def _player(self, recipe: Recipe) -> Policy:
        if recipe.needs_go_for_it and self._analysis is None:
            self._analysis = analyse(self._loaded)
        goes = self._price.go_for_it if recipe.needs_go_for_it else None
        return match_player(recipe, self._arena.plan, self._tables, goes)

    @cached_property
    def _tables(self) -> ScoringTables:
        return compile_scoring(self._loaded.ruleset)

    @cached_property
    def _solution(self) -> MatchSolution:
        with _loading:
            load_build(self._kernels, print_nothing)
        return solve_match(self._loaded.ruleset, self._tables, threads=1, kernels=self._kernels)

    @cached_property
    def _arena(self) -> Arena:
        return Arena(self._solution, self._tables, threads=1)

    @cached_property
    def _price(self) -> MatchPrice:
        if self._analysis is None:
            self._analysis = analyse(self._loaded)
        alike = None
        if self._arena.by_turns:  # as `api.card_price` does
            ruleset = easier_to_search(self._loaded.ruleset)
            tables = compile_scoring(ruleset)
            solution = solve_match(ruleset, tables, threads=1, kernels=self._kernels)
            alike = Arena(solution, tables, threads=1)
        return match_price(self._analysis, self._arena, alike)
