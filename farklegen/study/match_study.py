"""What can be asked about the match of two perfect players."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from farklegen.study.turn_study import TurnStudy

if TYPE_CHECKING:
    from farklegen.solvers.match.feasibility import Need
    from farklegen.solvers.match.length import GameLength
    from farklegen.solvers.match.match_rules import MatchRules
    from farklegen.solvers.match.planes import BankRegions
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.solvers.progress import Report
    from farklegen.solvers.rounds import RoundsTotal
    from farklegen.store.match_file import MatchKey, Plain, StoredMatch


class MatchStudy(TurnStudy):
    """The match of a ruleset under study; made as a `TurnStudy` is."""

    @cached_property
    def solution(self) -> MatchSolution:
        """The match of two perfect players."""
        from farklegen.solvers.match import match

        def solve(_report: Report) -> MatchSolution:
            return match.solve_match(
                self.ruleset,
                self.tables,
                floor=self.floor,
                head_starts=self.head_starts,
                tolerance=self.tolerance,
                threads=self.threads,
                progress=self.progress,
            )

        def read(stored: StoredMatch) -> MatchSolution:
            return match.from_store(self.ruleset, self.tables, stored.meta, stored.arrays)

        return self._solved_or(solve, self.match_key, match.to_store, read)

    @cached_property
    def match_rules(self) -> MatchRules:
        """The rules as the match solver reads them; without a goal that takes a search."""
        from farklegen.solvers.match.match_rules import match_rules

        return match_rules(
            self.ruleset,
            self.tables,
            self.floor,
            head_starts=self.head_starts,
            tolerance=self.tolerance,
        )

    @property
    def match_key(self) -> MatchKey:
        """What the solved match is found by in the store."""
        from farklegen.solvers.match.match import SOLVER_VERSION
        from farklegen.store.match_file import MatchKey

        rules = self.match_rules
        # without a floor asked for the solver takes what it needs
        floor = rules.lowest * rules.unit if rules.truncated and self.floor is not None else None
        parameters: dict[str, Plain] = {"floor": floor, "tolerance": self.tolerance}
        if self.head_starts:
            parameters["head_starts"] = True
        return MatchKey(self.loaded.fingerprint, "match", parameters, SOLVER_VERSION)

    @property
    def is_solved(self) -> bool:
        """Whether the match is solved already, here or in the store."""
        from farklegen.store import matches

        return "solution" in self.__dict__ or (self.kept and matches.is_kept(self.match_key))

    @property
    def need(self) -> Need:
        """What solving the match takes."""
        from farklegen.solvers.match.feasibility import need

        return need(self.match_rules, self.threads)

    @cached_property
    def length(self) -> GameLength:
        """How many turns a match takes."""
        from farklegen.solvers.match.length import check_length, game_length
        from farklegen.study import lengths

        check_length(self.ruleset, instead="")  # commands that ask for it alone say what to do

        def work_out() -> GameLength:
            return game_length(self.solution, self.progress, threads=self.threads)

        return self._kept_or(work_out, lengths.KIND, lengths.key_of(self.loaded, self.floor))

    @cached_property
    def regions(self) -> BankRegions:
        """Where to bank, over both banked scores."""
        from farklegen.solvers.match.planes import bank_regions

        return bank_regions(self.solution, self.progress)

    @cached_property
    def best_total(self) -> RoundsTotal | None:
        """The best expected total of a game of rounds; None without rounds, or where points have no
        expected total."""
        if self.ruleset.rounds is None:
            return None
        from farklegen.errors import UnsolvableError
        from farklegen.solvers.rounds import best_total

        try:
            return best_total(self.ruleset, self.tables, self.ruleset.rounds)
        except UnsolvableError:
            return None
