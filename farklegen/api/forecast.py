"""What a command is going to take: seconds of each of its stages, and what it leaves on disk.

Seconds are sums of what the parts were measured to take (`benchmarks`), as those of
`solvers.match.feasibility`, from which the match itself comes: right within a factor of two or
three on one machine, and corrected by a command while it runs (`solvers.course`). What is kept on
disk already takes no time. Rules that cannot be solved are expected to take none, too: whoever asks
for them is told so at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from farklegen.solvers.course import Forecast, Stage

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.scoring.tables import ScoringTables
    from farklegen.solvers.match.feasibility import Need
    from farklegen.solvers.match.plan import MatchRules

Work: TypeAlias = Literal["match", "length", "price", "frontier", "duel", "regions"]
"""Something that takes long."""

COMPILING = {"lanes.solve": 12.0}
"""Seconds to compile kernels, by the function that the name of their file begins with."""

FOLLOWED_SECONDS = 8e-8
"""To follow perfect play from one state, for each row of its turn."""

MET_SECONDS = 2e-9
"""For each state and row in a sweep of a duel."""

DUEL_SECONDS = 0.01
"""For a duel in any case."""

DUEL_SWEEPS = 10
"""Sweeps of a duel, where one is not enough."""

DUELS = {"price": 34, "frontier": 800, "duel": 1}
"""Duels of each kind of work."""

COSTLY_DUELS = {"price": 32, "frontier": 60, "duel": 1}
"""The same where a duel takes long, so that there are fewer."""

COSTLY_STATES = 1_000_000
"""States in all sweeps from which a duel takes long."""

TURN_DUELS = {"price": 3, "frontier": 0, "duel": 1}
"""Duels in a match in which every turn has to be followed, each about as long as solving."""

LENGTH_SHARE = 0.3
"""What it takes to follow a game, as part of following every turn."""

REGION_SHARE = 0.4
"""What it takes to look at every turn, as part of following perfect play."""


def forecast(loaded: LoadedRuleset, wanted: Iterable[Work], floor: int | None = None) -> Forecast:
    """What it takes to work out something about a ruleset.

    Args:
        loaded: the rules.
        wanted: what is worked out, in its order.
        floor: as for `solve`.
    """
    from farklegen.errors import FarklegenError
    from farklegen.scoring.compile import compile_scoring

    try:
        tables = compile_scoring(loaded.ruleset)
        return _Ahead(loaded, tables, floor).forecast(wanted)
    except FarklegenError:
        return Forecast()


class _Ahead:
    """The work that is still to be done for one ruleset."""

    def __init__(self, loaded: LoadedRuleset, tables: ScoringTables, floor: int | None) -> None:
        from farklegen.solvers.match.plan import match_rules

        self.loaded = loaded
        self.tables = tables
        self.floor = floor
        self.rules = match_rules(loaded.ruleset, tables, floor)
        self.to_compile = dict(_to_compile())

    def forecast(self, wanted: Iterable[Work]) -> Forecast:
        """All of it together; what several need is there after the first."""
        found, solved = Forecast(), False
        for work in wanted:
            if work != "match" and self._kept(work):
                continue
            if not solved:
                found, solved = found + self._match(), True
            found = found + Forecast(tuple(self._stages(work)))
        return found

    def _match(self) -> Forecast:
        """Solving it."""
        from farklegen.solvers.match.feasibility import check_feasible
        from farklegen.solvers.match.match import usable_cores
        from farklegen.store import matches
        from farklegen.store.solutions import solution_key

        if matches.is_kept(solution_key(self.loaded, self.tables, self.floor)):
            return Forecast()
        need = check_feasible(self.rules, usable_cores())  # else nothing is going to be solved
        seconds = need.seconds + self._compiling("lanes.solve")
        return Forecast((Stage("solving the match", seconds),), need.kept_bytes)

    def _kept(self, work: Work) -> bool:
        """Whether it is on disk already."""
        from farklegen.cards.analysis import analyse
        from farklegen.store import frontiers, lengths, matches, prices

        if work == "length":
            return matches.is_kept(lengths.key_of(self.loaded, self.floor))
        if work == "price":
            return matches.is_kept(prices.key_of(analyse(self.loaded, None), None))
        if work == "frontier":
            return matches.is_kept(frontiers.key_of(analyse(self.loaded, None)))
        return False

    def _stages(self, work: Work) -> Iterator[Stage]:
        """The stages after solving."""
        if work == "match":
            return
        following = FOLLOWED_SECONDS * self._rows()
        if work == "regions":
            yield Stage("looking at every turn", REGION_SHARE * following)
        elif work == "length":
            compiling = self._compiling("follow.outcomes")
            yield Stage("following every turn", following + compiling)
            yield Stage("following the game", LENGTH_SHARE * following)
        elif self._by_turns():
            yield from self._easier(work)
        else:
            yield from self._duels(work, following)

    def _duels(self, work: Work, following: float) -> Iterator[Stage]:
        from farklegen.api.players import PLAYING

        yield Stage("following perfect play", following + self._compiling("follow.outcomes"))
        sweeps = DUEL_SWEEPS if self.rules.penalty > 0 or self.rules.takes_all else 1
        states = _need(self.rules).states * sweeps
        one = DUEL_SECONDS + MET_SECONDS * self._rows() * sweeps
        duels = COSTLY_DUELS if states > COSTLY_STATES else DUELS
        seconds = one * duels["duel" if work == "duel" else "price"] + self._compiling("duel.sweep")
        if work == "duel":
            yield Stage(PLAYING, seconds)
            return
        yield Stage("looking for go-for-it thresholds", seconds)
        if work == "frontier":
            yield Stage("looking for shorter cards", one * duels["frontier"])

    def _easier(self, work: Work) -> Iterator[Stage]:
        """Thresholds are looked for in an easier match, and measured in this one."""
        from farklegen.api.players import PLAYING
        from farklegen.cards.price import easier_to_search
        from farklegen.solvers.match.plan import match_rules

        solving = _need(self.rules).seconds
        if work == "price":
            ruleset = easier_to_search(self.loaded.ruleset)
            easier = match_rules(ruleset, self.tables, self.floor)
            yield Stage("solving the match", _need(easier).seconds)
            rows = _rows(easier)
            yield Stage("following perfect play", FOLLOWED_SECONDS * rows)
            one = DUEL_SECONDS + MET_SECONDS * rows
            yield Stage("looking for go-for-it thresholds", one * DUELS["price"])
        doing = PLAYING if work == "duel" else "measuring the card"
        yield Stage(doing, solving * TURN_DUELS[work])

    def _by_turns(self) -> bool:
        ruleset = self.loaded.ruleset
        return ruleset.piggyback != "none" or ruleset.bank.beat_previous

    def _rows(self) -> float:
        return _rows(self.rules)

    def _compiling(self, name: str) -> float:
        """Seconds to compile something, if that has not been done, and not been counted."""
        return self.to_compile.pop(name, 0.0)


def _need(rules: MatchRules) -> Need:
    from farklegen.solvers.match.feasibility import need
    from farklegen.solvers.match.match import usable_cores

    return need(rules, usable_cores())


def _rows(rules: MatchRules) -> float:
    """Rows of the turns of all states together, about."""
    goal = rules.goal * rules.unit // rules.moves.unit
    return float(_need(rules).states) * goal


def _to_compile() -> Iterator[tuple[str, float]]:
    """The kernels that are not kept, and what it takes to compile them."""
    from farklegen.solvers.match.build import is_compiled
    from farklegen.store import folders

    if not is_compiled():
        return
    place = folders.folder("kernels")
    for name, seconds in COMPILING.items():
        if place is None or next(place.glob(f"**/{name}-*.nbi"), None) is None:
            yield name, seconds
