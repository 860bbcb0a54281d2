"""How long a command will take on this machine: one number, found before the work.

The number comes from counted work: starts of turns x rows of a turn x options of a row, divided by
the rate of a core (`solvers.game.solvable` for the match itself) and by the cores that help.
The card search, the length of games and duels are counted in the same way. Results that are kept on
disk take no time, and neither do rules that are refused. `python -m benchmarks estimates` prints
the estimates beside the processor time that the work takes. If you measure other rates with it,
change them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from farklegen.cards.search import MOST_DUELS, shorter
from farklegen.errors import FarklegenError
from farklegen.policies.recipe import Recipe
from farklegen.solvers.game.match_rules import MatchRules, match_rules
from farklegen.solvers.game.solvable import (
    EVALUATIONS,
    check_feasible,
    need,
    speedup,
)
from farklegen.solvers.progress import Estimate, WorkPart

if TYPE_CHECKING:
    from farklegen.study.study import Study

Work: TypeAlias = Literal["match", "length", "price", "ladder", "duel", "skill", "regions"]
"""Something that takes long; `skill` is all duels of a comparison."""

SEARCH_SECONDS, SEARCH_STATE, SEARCH_OPTION = 0.2, 2e-5, 1.2e-10
"""Seconds of the search for cards on one core: a fixed part, a part for each start of a turn, and a
part for each option of each row."""

FALLING, OFTEN = 2.5, 5.0
"""How many times as much each start of a turn costs if scores may fall, because duels then take
several sweeps. The first is for farkles in a row that cost points, the second for single
farkles."""

FOLLOW_ROW = 1.4e-7
"""Seconds to follow perfect play through one row of the turn from one start."""

BY_TURNS = 2.5
"""The time of a duel in which every turn has to be followed, as a multiple of the time to solve the
match."""

FOLLOWED, BY_LISTS = 0.75, 0.15
"""Multiples of the time to solve a large match: to follow perfect play once for all duels, and for
each duel after that."""

CARD_TABLES = 3
"""The search for a card for several players takes as long as this many tables."""

MEASURING = "measuring the card"


class Kind(NamedTuple):
    """A kind of work: the words that progress shows for it, how much of a whole search for cards it
    takes, and how many duels in the real match if cards are looked for in an easier one."""

    doing: str
    share: float = 0.0
    duels: int = 0


KINDS: dict[Work, Kind] = {
    "length": Kind("following every turn"),
    "regions": Kind("looking at every turn"),
    "price": Kind("looking for go-for-it thresholds", 0.5, 3),
    "ladder": Kind("looking for cards", 1.0, 5),
    "duel": Kind("playing one against the other", 0.1, 1),
    "skill": Kind("playing one against the other", 0.3, 5),
}

FASTER = (
    "If scores cannot go below zero at your table, add lowest_score: 0 under farkle: solving is "
    "then about three times faster."
)


def estimate(study: Study, wanted: Iterable[Work]) -> Estimate:
    try:
        missing = [work for work in wanted if work == "match" or not study.has(work)]
        if not missing:
            return Estimate()
        rules, threads = study.match_rules, study.threads
        later = [part for work in missing if work != "match" for part in _parts(study, work)]
        if study.has("match"):
            return Estimate(tuple(later))
        part = WorkPart("solving the match", check_feasible(rules, 2, threads).seconds)
        measuring = [at for at, part in enumerate(later) if part.doing == MEASURING]
        at = measuring[0] if measuring and missing[0] != "match" else 0  # the easier one is first
        return Estimate((*later[:at], part, *later[at:]), FASTER if rules.truncated else "")
    except FarklegenError:
        return Estimate()


def needed(study: Study, recipes: Iterable[Recipe]) -> list[Work]:
    """What has to be worked out for players by some recipes."""
    every = list(recipes)
    wanted: list[Work] = ["price"] if any(recipe.needs_go_for_it for recipe in every) else []
    wanted += ["ladder"] if any(r.card for r in every) and study.card_is_by_match else []
    return wanted + (["match"] if any(recipe.optimal for recipe in every) else [])


def estimate_table(study: Study, players: int, tables: int = 0, *, card: bool = False) -> Estimate:
    """How long it takes to solve the match of several players, to work out what given players win
    at that many `tables`, and to find the card if it is needed."""
    try:
        rules = study.match_rules
        seconds = check_feasible(rules, players, study.threads).seconds
        kept, solved = study.has("ladder", players), study.has("match", players)
    except FarklegenError:
        return Estimate()
    if card and not rules.by_turns and not kept:
        tables += CARD_TABLES
    parts = []
    if not solved:
        parts.append(WorkPart("solving the match", seconds))
    if tables:
        one = seconds / EVALUATIONS
        parts.append(WorkPart("playing at a table", one * tables * players))
    return Estimate(tuple(parts))


def _parts(study: Study, work: Work) -> Iterator[WorkPart]:
    rules, threads, kind = study.match_rules, study.threads, KINDS[work]
    if not kind.duels:
        rows = need(rules, 2, threads).rows
        yield WorkPart(kind.doing, FOLLOW_ROW * rows / speedup(threads))
        return
    if not study.has_slow_duels:
        yield WorkPart(kind.doing, kind.share * _search(rules, threads))
        return
    # cards are looked for in an easier match and measured in this match
    one, doing, duels = study.need.seconds, kind.doing, kind.duels
    if work in ("price", "ladder"):
        if study.ruleset.goal is not None:
            easier = match_rules(study.easier_rules, study.tables, study.floor)
            yield WorkPart("solving the match", need(easier, 2, threads).seconds)
            yield WorkPart(doing, kind.share * _search(easier, threads))
        if work == "ladder" and rules.by_turns:
            near = match_rules(shorter(study.analysis), study.tables, study.floor)
            tried = min(one, need(near, 2, threads).seconds)
            yield WorkPart(doing, (1 + BY_TURNS * MOST_DUELS) * tried)
            duels = 1
        doing = MEASURING
    yield WorkPart(
        doing, one * (BY_TURNS * duels if rules.by_turns else FOLLOWED + BY_LISTS * duels)
    )


def _search(rules: MatchRules, threads: int) -> float:
    counted = need(rules, 2, threads)
    sweeps = 1.0
    if rules.falls and rules.ruleset.rounds is None:
        sweeps = FALLING if rules.ruleset.farkle.streaks > 1 else OFTEN
    options = counted.rows * len(rules.moves.rise) * rules.ruleset.last_die_throws
    work = SEARCH_STATE * counted.states * sweeps + SEARCH_OPTION * options
    return SEARCH_SECONDS + work / speedup(threads)
