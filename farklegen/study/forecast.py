"""What a command is going to take: seconds of each of its stages, and what it leaves on disk.

Seconds are sums of what the parts were measured to take (`benchmarks`), as those of
`solvers.match.feasibility`, from which the match itself comes. They are corrected by how fast this
machine is now, and by what such stages took before (`store.rates`), and by a command while it runs
(`solvers.course`). What is kept on disk already takes no time. Rules that cannot be solved are
expected to take none, too: whoever asks for them is told so at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from farklegen.solvers.course import Forecast, WorkStage

if TYPE_CHECKING:
    from farklegen.solvers.match.feasibility import Need
    from farklegen.solvers.match.match_rules import MatchRules
    from farklegen.store.match_file import MatchKey
    from farklegen.study.study import Study

Work: TypeAlias = Literal[
    "match", "length", "price", "ladder", "frontier", "duel", "skill", "regions"
]
"""Something that takes long; `skill` is all duels of a comparison."""

FOLLOWED_SECONDS = 1e-7
"""To follow perfect play from one state, for each row of its turn."""

MET_SECONDS = 1.5e-9
"""For each state and row in a sweep of a duel."""

DUEL_SECONDS = 0.005
"""For a duel in any case."""

DUEL_SWEEPS = 10
"""Sweeps of a duel, where one is not enough."""

DUELS = {"price": 60, "ladder": 30, "frontier": 800, "duel": 1, "skill": 4}
"""Duels of each kind of work; a pass over the match, and a duel whose lists are new, count as the
duels they take as long as."""

COSTLY_DUELS = {"price": 24, "ladder": 20, "frontier": 60, "duel": 1, "skill": 4}
"""The same where a duel takes long, so that there are fewer."""

COSTLY_STATES = 1_000_000
"""States in all sweeps from which a duel takes long."""

TURN_DUELS = {"price": 3, "ladder": 1, "frontier": 0, "duel": 1, "skill": 4}
"""Duels in a match in which every turn has to be followed, each about as long as solving."""

SHOWN_RUNGS = 7
"""Rungs of a ladder that are measured where all that are shown are."""

_LOOKING: dict[Work, str] = {
    "price": "looking for go-for-it thresholds",
    "ladder": "looking for short cards",
}
"""What the searches for cards say that they do."""

LENGTH_SHARE = 0.3
"""What it takes to follow a game, as part of following every turn."""

REGION_SHARE = 0.4
"""What it takes to look at every turn, as part of following perfect play."""


def forecast(study: Study, wanted: Iterable[Work], *, here: bool = True) -> Forecast:
    """What it takes to work out something about a ruleset.

    Args:
        study: the ruleset.
        wanted: what is worked out, in its order.
        here: on this machine as it is now; else where everything was measured.
    """
    from farklegen.errors import FarklegenError

    try:
        return Ahead(study, here=here).forecast(wanted)
    except FarklegenError:
        return Forecast()


def forecast_several(
    studies: Sequence[Study], wanted: Sequence[Work], *, labelled: bool
) -> Forecast:
    """The same of several rulesets, one after the other.

    Args:
        studies: the rulesets.
        wanted: what is worked out about each.
        labelled: whether stages are told with the names of the rules, as `api.studies` does.
    """
    found = Forecast()
    for study in studies:
        one = forecast(study, wanted)
        found += one.labelled(study.loaded.slug) if labelled else one
    return found


CARD_TABLES = 3
"""Tables that take as long as the search for a short card for several players."""


FELT_STREAK = 3
"""Farkles in a row for a penalty, below which scores cut off by default are mostly felt, so that
the match is solved again (`solvers.match.match`)."""

LOWER_FLOOR = 1.5
"""How much longer that takes, with the scores that it adds."""

PIECE_SECONDS = 0.0002
"""For turns of a player that are looked at together, in a sweep of ways of playing at a table."""


def forecast_table(study: Study, players: int, tables: int = 0, *, card: bool = False) -> Forecast:
    """What it takes to solve the match of several players.

    Args:
        study: the ruleset.
        players: how many.
        tables: ways of playing at so many tables that are evaluated then.
        card: whether the short card for so many is needed, where there is one.
    """
    from farklegen.errors import FarklegenError
    from farklegen.solvers.multiplayer.layout import Layout
    from farklegen.solvers.multiplayer.solvable import (
        EVALUATIONS,
        SWEEPS,
        check_feasible,
        several_rules,
    )
    from farklegen.store import matches, rates
    from farklegen.study import several_cards

    try:
        rules = several_rules(study.ruleset, study.tables, players)
        need = check_feasible(rules, players, study.threads)
        key = several_cards.key_of(study.analysis, players)
    except FarklegenError:
        return Forecast()
    if card and not rules.by_turns and not (study.kept and matches.is_kept(key)):
        tables += CARD_TABLES
    seconds, known = need.seconds * rates.speed(), rates.known()
    found = []
    if not (study.kept and matches.is_kept(study.several_key(players))):
        rate = "solving the match, several"
        took = seconds * known.get(rate, 1.0)
        found.append(WorkStage("solving the match", took, rate=rate))
    if tables:
        layout, rate = Layout(rules, players), "playing at a table"
        took = seconds / EVALUATIONS
        if layout.falls and not layout.rounds:  # sweeps of few turns at a time
            rate = f"{rate}, chained"
            groups = sum(group.left is None for group in layout.groups)
            pieces = SWEEPS * groups * players * layout.scores
            took = max(seconds, pieces * PIECE_SECONDS * rates.speed())
        took *= tables * players * known.get(rate, 1.0)
        found.append(WorkStage("playing at a table", took, rate=rate))
    return Forecast(tuple(found), need.kept_bytes)


class Ahead:
    """The work that is still to be done for one ruleset.

    Args:
        study: the ruleset.
        here: see `forecast`.

    Raises:
        FarklegenError: if nothing can be worked out.
    """

    def __init__(self, study: Study, *, here: bool = True) -> None:
        from farklegen.store import rates

        self.study = study
        self.here = here
        self.rules = study.match_rules
        self.rates = rates.known()

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
        from farklegen.store import matches

        if self.study.kept and matches.is_kept(self.study.match_key):
            return Forecast()
        need = check_feasible(self.rules, self.study.threads)  # else nothing is going to be solved
        stages = [self._stage("solving the match", need.seconds)]
        farkle = self.study.ruleset.farkle
        often = farkle.first_roll_penalty > 0 or (farkle.streak or FELT_STREAK) < FELT_STREAK
        if self.rules.truncated and self.study.floor is None and often:
            lower = f"{stages[0].doing} with a lower floor"
            stages.append(self._stage(lower, LOWER_FLOOR * need.seconds))
        return Forecast(tuple(stages), need.kept_bytes)

    def _stage(self, doing: str, seconds: float) -> WorkStage:
        """A stage that was measured to take so long elsewhere."""
        from farklegen.store import rates

        rate = f"{doing}, {self._kind()}"
        factor = rates.speed() * self.rates.get(rate, 1.0) if self.here else 1.0
        return WorkStage(doing, seconds * factor, rate=rate)

    def _kind(self) -> str:
        """What makes matches differ in how well it is known what they take."""
        rules = self.rules
        told = {
            "takes farkle": rules.takes_farkle,
            "takes bank": rules.takes_bank,
            "beats": self.study.ruleset.bank.beat_previous,
            "chained": rules.falls,
            "last turn": rules.has_last_turn,
            "two sets": self.study.match_key.objective == "two sets",
        }
        return ", ".join(name for name, holds in told.items() if holds) or "plain"

    def _kept(self, work: Work) -> bool:
        """Whether it is on disk already."""
        study = self.study
        if not study.kept:
            return False
        from farklegen.policies.reference import parse
        from farklegen.store import matches
        from farklegen.study import duels, frontiers, ladders, lengths, prices
        from farklegen.study.skill import SKILLS

        floor = study.floor
        if work == "skill":
            perfect = parse("optimal")
            keys = [duels.key_of(study.loaded, floor, parse(name), perfect) for name in SKILLS]
            return all(matches.is_kept(key) for key in keys)
        key_of: dict[Work, Callable[[], MatchKey]] = {
            "length": lambda: lengths.key_of(study.loaded, floor),
            "price": lambda: prices.key_of(study.analysis, floor),
            "ladder": lambda: ladders.key_of(study.analysis, floor, match=True),
            "frontier": lambda: frontiers.key_of(study.analysis),
        }
        return work in key_of and matches.is_kept(study.keyed(key_of[work]()))

    def _stages(self, work: Work) -> Iterator[WorkStage]:
        """The stages after solving."""
        if work == "match":
            return
        following = FOLLOWED_SECONDS * self._rows()
        if work == "regions":
            yield self._stage("looking at every turn", REGION_SHARE * following)
        elif work == "length":
            yield self._stage("following every turn", following)
            yield self._stage("following the game", LENGTH_SHARE * following)
        elif self.rules.by_turns:
            yield from self._easier(work)
        else:
            yield from self._duels(work, following)

    def _duels(self, work: Work, following: float) -> Iterator[WorkStage]:
        from farklegen.study.study import PLAYING

        yield self._stage("following perfect play", following)
        sweeps = DUEL_SWEEPS if self.rules.falls else 1
        states = _need(self.rules, self.study.threads).states * sweeps
        one = DUEL_SECONDS + MET_SECONDS * self._rows() * sweeps
        duels = COSTLY_DUELS if states > COSTLY_STATES else DUELS
        seconds = one * duels["price" if work == "frontier" else work]
        if work in ("duel", "skill"):
            yield self._stage(PLAYING, seconds)
            return
        if work == "ladder":
            yield self._stage("looking for short cards", seconds)
            return
        yield self._stage("looking for go-for-it thresholds", seconds)
        if work == "frontier":
            yield self._stage("looking for shorter cards", one * duels["frontier"])

    def _easier(self, work: Work) -> Iterator[WorkStage]:
        """Thresholds are looked for in an easier match, and measured in this one."""
        from farklegen.cards.pricing import easier_to_search
        from farklegen.solvers.match.match_rules import match_rules
        from farklegen.study.ladders import EVERY_SECONDS
        from farklegen.study.study import PLAYING

        solving = _need(self.rules, self.study.threads).seconds
        if work in ("price", "ladder"):
            ruleset = easier_to_search(self.study.ruleset)
            easier = match_rules(ruleset, self.study.tables, self.study.floor)
            yield self._stage("solving the match", _need(easier, self.study.threads).seconds)
            rows = _rows(easier)
            yield self._stage("following perfect play", FOLLOWED_SECONDS * rows)
            one = DUEL_SECONDS + MET_SECONDS * rows
            yield self._stage(_LOOKING[work], one * DUELS[work])
        if work == "ladder" and self.study.ruleset.goal is not None:
            from farklegen.cards.short_by_turns import AT_ONCE, MOST_DUELS, shorter

            at_once = solving <= AT_ONCE
            near = self.study.ruleset if at_once else shorter(self.study.analysis)
            rules = match_rules(near, self.study.tables, self.study.floor)
            one = _need(rules, self.study.threads).seconds
            yield self._stage(_LOOKING[work], one * (1 + MOST_DUELS))
            if near == self.study.ruleset:
                return
        doing = PLAYING if work in ("duel", "skill") else "measuring the card"
        every = work == "ladder" and solving <= EVERY_SECONDS
        yield self._stage(doing, solving * (SHOWN_RUNGS if every else TURN_DUELS[work]))

    def _rows(self) -> float:
        return _rows(self.rules)


def _need(rules: MatchRules, threads: int) -> Need:
    from farklegen.solvers.match.feasibility import need

    return need(rules, threads)


def _rows(rules: MatchRules) -> float:
    """Rows of the turns of all states together, about."""
    goal = rules.extent * rules.unit // rules.moves.unit
    return float(_need(rules, 1).states) * goal
