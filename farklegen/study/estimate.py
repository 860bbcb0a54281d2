"""How long a command will take on this machine: one number, found before the work.

The number comes from counted work: starts of turns x rows of a turn x options of a row, divided by
the rate of a core (`solvers.match.feasibility` for the match itself) and by the cores that help.
The card search, the length of games and duels are counted in the same way. What is kept on disk
takes no time, and neither do rules that are refused. `python -m benchmarks estimates` prints the
estimates beside the processor time that the work takes: measure there, and change the rates here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeAlias

from farklegen.cards.search import AT_ONCE, MOST_DUELS, shorter
from farklegen.errors import FarklegenError
from farklegen.policies.recipe import SKILLS, Recipe
from farklegen.policies.reference import parse
from farklegen.solvers.match.feasibility import check_feasible, need, speedup
from farklegen.solvers.match.match_rules import MatchRules, match_rules
from farklegen.solvers.multiplayer import solvable
from farklegen.solvers.progress import WorkPart
from farklegen.store.matches import MatchKey

if TYPE_CHECKING:
    from farklegen.study.study import Study

Work: TypeAlias = Literal["match", "length", "price", "ladder", "duel", "skill", "regions"]
"""Something that takes long; `skill` is all duels of a comparison."""

SEARCH_SECONDS, SEARCH_STATE, SEARCH_OPTION = 0.2, 2e-5, 1.2e-10
"""Seconds of the search for cards on one core: in any case, for each start of a turn, and for
each option of each row."""

FALLING, OFTEN = 2.5, 5.0
"""How many times as much each start of a turn costs if scores may fall, as duels take several
sweeps: if farkles in a row cost points, and if single ones do."""

FOLLOW_ROW = 1.4e-7
"""Seconds to follow perfect play through one row of the turn from one start."""

SHARES: dict[Work, float] = {"price": 0.5, "ladder": 1.0, "duel": 0.1,
                             "skill": 0.3}  # fmt: skip
"""Work of other kinds as part of the search for cards."""

DUELS: dict[Work, int] = {"price": 3, "ladder": 1, "duel": 1, "skill": 5}
"""Duels in the real match, where cards are looked for in an easier one."""

EVERY_SECONDS = 0.6
"""Expected seconds of a match, as long as a duel takes where every turn is followed, up to which
all rungs that are shown are measured in it."""

SHOWN_RUNGS = 5
"""Rungs of a ladder that are measured in a large match, or in a small one where turns are
followed."""

BY_TURNS = 2.5
"""A duel in which every turn has to be followed, as a multiple of the time to solve the match."""

FOLLOWED, BY_LISTS = 0.75, 0.15
"""To follow perfect play in a large match, once for all duels, and a duel then, as such
multiples."""

CARD_TABLES = 3
"""Tables that take as long as the search for a card for several players."""

LOOKING: dict[Work, str] = {
    "price": "looking for go-for-it thresholds",
    "ladder": "looking for cards",
    "duel": "playing one against the other",
    "skill": "playing one against the other",
    "length": "following every turn",
    "regions": "looking at every turn",
}
"""What the work says that it does."""

FASTER = (
    "If scores cannot go below zero at your table, add lowest_score: 0 under farkle: solving is "
    "then about three times faster."
)


@dataclass(frozen=True)
class Estimate:
    """What a command takes.

    Attributes:
        parts: the work in its order; none if all is there already.
        advice: a sentence that says how it would take less; may be empty.
    """

    parts: tuple[WorkPart, ...] = ()
    advice: str = ""

    @property
    def seconds(self) -> float:
        return sum(part.seconds for part in self.parts)

    @property
    def words(self) -> str:
        return duration_words(self.seconds)

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(self.parts + other.parts, self.advice or other.advice)

    def labelled(self, label: str) -> Estimate:
        """The same with a name before each part."""
        parts = (part._replace(doing=f"{label}: {part.doing}") for part in self.parts)
        return replace(self, parts=tuple(parts))


def duration_words(seconds: float) -> str:
    """A time in round numbers: `5 s`, `40 s`, `3 min`, `1 h 20 min`; never nothing."""
    if seconds < 90:
        step = 1 if seconds < 10 else 5
        return f"{max(round(seconds / step) * step, 1)} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def estimate(study: Study, wanted: Iterable[Work]) -> Estimate:
    try:
        missing = [work for work in wanted if work == "match" or not _kept(study, work)]
        if not missing:
            return Estimate()
        found = _match(study)
        works = [work for work in missing if work != "match"]
        parts = [list(_parts(study, work)) for work in works]
        later = list(chain.from_iterable(parts))
        if parts and "match" not in missing:  # an easier match comes before the real one
            first = later[: len(parts[0]) - 1]
            return Estimate((*first, *found.parts, *later[len(first) :]), found.advice)
        return found + Estimate(tuple(later))
    except FarklegenError:
        return Estimate()


def needed(study: Study, recipes: Iterable[Recipe]) -> list[Work]:
    """What has to be worked out for players by some recipes."""
    every = list(recipes)
    wanted: list[Work] = ["price"] if any(recipe.needs_go_for_it for recipe in every) else []
    wanted += ["ladder"] if any(r.card for r in every) and study.card_is_by_match else []
    return wanted + (["match"] if any(recipe.optimal for recipe in every) else [])


def estimate_several(
    studies: Sequence[Study], wanted: Sequence[Work], *, labelled: bool
) -> Estimate:
    """The same of several rulesets, one after the other.

    Args:
        wanted: what is worked out about each; `ladder` only for those whose card comes from it.
        labelled: whether progress names the rules, as that of several does.
    """
    found = Estimate()
    for study in studies:
        one = estimate(
            study, [work for work in wanted if work != "ladder" or study.card_is_by_match]
        )
        found += one.labelled(study.loaded.slug) if labelled else one
    return found


def estimate_table(study: Study, players: int, tables: int = 0, *, card: bool = False) -> Estimate:
    """What it takes to solve the match of several players.

    Args:
        tables: tables of given players whose chances are worked out afterwards.
        card: whether the card for that many players is needed.
    """

    try:
        rules = solvable.several_rules(study.ruleset, study.tables, players)
        seconds = solvable.check_feasible(rules, players, study.threads).seconds
        kept = study.is_kept(study.several_card_key(players))
    except FarklegenError:
        return Estimate()
    if card and not rules.by_turns and not kept:
        tables += CARD_TABLES
    parts = []
    if not study.is_kept(study.several_key(players)):
        parts.append(WorkPart("solving the match", seconds))
    if tables:
        one = seconds / solvable.EVALUATIONS
        parts.append(WorkPart("playing at a table", one * tables * players))
    return Estimate(tuple(parts))


def _match(study: Study) -> Estimate:
    """Solving the match; raises UnsolvableError if it is out of reach."""

    if study.is_solved:
        return Estimate()
    seconds = check_feasible(study.match_rules, study.threads).seconds
    part = WorkPart("solving the match", seconds)
    return Estimate((part,), FASTER if study.match_rules.truncated else "")


def _parts(study: Study, work: Work) -> Iterator[WorkPart]:
    rules, threads = study.match_rules, study.threads
    if work in ("length", "regions"):
        seconds = FOLLOW_ROW * need(rules, threads).rows / speedup(threads)
        yield WorkPart(LOOKING[work], seconds)
    elif study.has_slow_duels and work in DUELS:
        yield from _slow_duels(study, work)
    else:
        yield WorkPart(LOOKING[work], SHARES[work] * _search(rules, threads))


def _slow_duels(study: Study, work: Work) -> Iterator[WorkPart]:
    """Cards are searched in an easier match, or a shorter one, and measured in this one."""

    def solving(rules: MatchRules) -> float:
        return need(rules, study.threads).seconds

    one, duels, by_turns = study.need.seconds, DUELS[work], study.match_rules.by_turns
    if work in ("price", "ladder") and study.ruleset.goal is not None:
        easier = match_rules(study.easier_rules, study.tables, study.floor)
        yield WorkPart("solving the match", solving(easier))
        yield WorkPart(LOOKING[work], SHARES[work] * _search(easier, study.threads))
    if work == "ladder":
        if by_turns:
            near = study.ruleset if one <= AT_ONCE else shorter(study.analysis)
            rules = match_rules(near, study.tables, study.floor)
            yield WorkPart(LOOKING[work], (1 + BY_TURNS * MOST_DUELS) * solving(rules))
            if near == study.ruleset:
                return
        duels = SHOWN_RUNGS if one <= EVERY_SECONDS or not by_turns else duels
    doing = LOOKING[work] if work in ("duel", "skill") else "measuring the card"
    yield WorkPart(doing, one * (BY_TURNS * duels if by_turns else FOLLOWED + BY_LISTS * duels))


def _search(rules: MatchRules, threads: int) -> float:
    counted = need(rules, threads)
    sweeps = 1.0
    if rules.falls and rules.ending.rounds is None:
        sweeps = FALLING if rules.contexts.streaks > 1 else OFTEN
    options = counted.rows * len(rules.moves.rise) * rules.ruleset.last_die_throws
    work = SEARCH_STATE * counted.states * sweeps + SEARCH_OPTION * options
    return SEARCH_SECONDS + work / speedup(threads)


def _kept(study: Study, work: Work) -> bool:
    """Whether it is there already, in the study or on disk."""
    if work in vars(study):
        return True
    if work == "skill":
        perfect = parse("optimal")
        return all(study.is_kept(study.duel_key(parse(name), perfect)) for name in SKILLS)
    keys: dict[Work, Callable[[], MatchKey]] = {
        "length": lambda: study.length_key,
        "price": lambda: study.price_key,
        "ladder": lambda: study.ladder_key(match=True),
    }
    return work in keys and study.is_kept(keys[work]())
