"""One ruleset, and everything that can be asked about it. Answers are worked out once, on demand.

The commands, the API, comparisons, sweeps, pictures and matches to play ask a `Study` and nothing
else. Results that take long come from the store if they are there; otherwise they are worked out
and kept there. A study that is not `kept` neither reads nor writes the store.

How long something will take on this machine is one number, found before the work. It comes from
counted work: starts of turns x rows of a turn x options of a row, divided by the rate of a core
(`solvers.game.solvable` for the match itself) and by the cores that help. The card search, the
length of games and duels are counted in the same way. Results that are kept on disk take no time,
and neither do rules that are refused. `python -m benchmarks estimates` prints the estimates beside
the processor time that the work takes. If you measure other rates with it, change them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from farklegen.cards.card import Analysis, MatchPrice, analyse
from farklegen.cards.go_for_it import easier_to_search, match_price, thresholds_in
from farklegen.cards.ladder import CardOption, Ladder, Rung, SeveralCard
from farklegen.cards.players import make_player
from farklegen.cards.search import (
    LOOKING,
    MEASURING,
    MOST_DUELS,
    LadderSearch,
    find_multiplayer_card,
    shorter,
)
from farklegen.cards.tables import kind_chain, table_chain
from farklegen.errors import FarklegenError, UnsolvableError
from farklegen.policies.policy import Policy
from farklegen.policies.recipe import SKILLS, Recipe, parse
from farklegen.results import Shown
from farklegen.rules.hands import bringing, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.ruleset import Ruleset
from farklegen.scoring.compile import ScoringTables, compile_scoring
from farklegen.scoring.rolls import DiceOdds, odds
from farklegen.solvers.duel.length import GameLength, check_length, game_length
from farklegen.solvers.duel.seats import policy_turns
from farklegen.solvers.duel.table import Arena, Chances
from farklegen.solvers.expected import (
    ExpectedScore,
    Ranges,
    RoundsTotal,
    bank_ranges,
    best_total,
    score_to_play_by,
)
from farklegen.solvers.game import MOST_TOLERANCE
from farklegen.solvers.game import solve_match as match
from farklegen.solvers.game.game_state import GameState, floor_problems
from farklegen.solvers.game.match_rules import MatchRules, floor_for, match_rules
from farklegen.solvers.game.planes import BankRegions, bank_regions
from farklegen.solvers.game.solution import HeadStart, MatchSolution, TwoSets, check_two_sets
from farklegen.solvers.game.solvable import (
    EVALUATIONS,
    Need,
    check_feasible,
    need,
    speedup,
)
from farklegen.solvers.game.solve_match import SOLVER_VERSION
from farklegen.solvers.moves import TurnMoves
from farklegen.solvers.progress import Estimate, Progress, Report, WorkPart, expect, silent, unheard
from farklegen.solvers.turn_rules import refuse_beyond_scores, situations
from farklegen.store import matches
from farklegen.store.matches import Arrays, MatchKey, Plain, StoredMatch

Found = TypeVar("Found")

Work: TypeAlias = Literal["match", "length", "price", "ladder", "duel", "skill", "regions"]
"""Something that takes long; `skill` is all duels of a comparison."""


class Met(NamedTuple):
    """One policy against another: chances that the first one wins, and their error, about."""

    chances: Chances
    error: float


@dataclass(frozen=True)
class ResultKind(Generic[Found]):
    """A kind of result of a study.

    Attributes:
        name: tells the kind apart in the list of kept results.
        version: must change whenever working the result out may give something else.
        result: a dataclass of numbers, texts, tuples, arrays and such dataclasses.
    """

    name: str
    version: str
    result: type[Found]

    def tell(self, result: Found) -> dict[str, Any]:
        text = to_json(result, inf_nan_mode="strings", fallback=np.ndarray.tolist)
        plain: dict[str, Any] = from_json(text)
        return plain

    def read(self, plain: Mapping[str, Any]) -> Found:
        """The result from plain data.

        Raises:
            ValueError: if the data are something else.
        """
        return TypeAdapter(self.result).validate_python(plain)


PRICE = ResultKind("card", f"{SOLVER_VERSION}, price-11", MatchPrice)
LADDER = ResultKind("ladder", f"{PRICE.version}, ladder-25", Ladder)
SEVERAL_CARD = ResultKind("card for several", f"{LADDER.version}, several-8", SeveralCard)
POINTS_LADDER = replace(LADDER, name="ladder by points")
LENGTH = ResultKind("length", f"{SOLVER_VERSION}, length-5", GameLength)
DUEL = ResultKind("duel", f"{LADDER.version}, duel-6", Met)

FALLING_SWEEPS, SLOW_STATES = 8, 5_000_000
"""Sweeps of a duel if penalties lead to lower scores. With more states than the second number, in
all sweeps together, cards are looked for in an easier match."""

CARD_TABLES = 3
"""The search for a card for several players takes as long as this many tables."""

FASTER = (
    "If scores cannot go below zero at your table, add lowest_score: 0 under farkle: solving is "
    "then about three times faster."
)

PATIENCE = 60.0
"""Seconds that finding the card in the match may take if nobody asked for it. If it would take
longer, the card is by points."""

EVERY_SECONDS = 0.6
"""All rungs that are shown are measured in a match if it is expected to take no more seconds than
this. A duel in which every turn is followed takes as long as the match."""

PLAYING = "playing one against the other"
"""What progress shows for a duel."""


@dataclass(eq=False, repr=False)
class Study(Shown):
    """One ruleset under study.

    Attributes and methods raise UnsolvableError where the rules allow no answer.

    Args:
        floor: score below zero at which scores are cut off, where a penalty has no limit; points.
        head_starts: whether players off the board may have been given points.
        step: values on the card are rounded up to multiples of this, points; by default the
            greatest common divisor of points that a turn can bring.
        threads: by default one for each core.
        kept: whether what takes long is looked up in the store, and kept there.
    """

    loaded: LoadedRuleset
    _: KW_ONLY
    floor: int | None = None
    tolerance: float = MOST_TOLERANCE
    head_starts: bool = False
    step: int | None = None
    threads: int = field(default_factory=match.usable_cores)
    kept: bool = True
    progress: Progress = silent
    report: Report = unheard

    def __post_init__(self) -> None:
        self._found: dict[str, Any] = {}  # by the digest of its key

    def listen(self, progress: Progress | None, report: Report | None) -> None:
        """From now on, report the progress of the work to these functions, and to no others."""
        self.progress = progress or silent
        self.report = report or unheard

    def estimate(self, *wanted: Work) -> Estimate:
        """How long it will take to work these out."""
        try:
            missing = [work for work in wanted if work == "match" or not self.has(work)]
            if not missing:
                return Estimate()
            rules, threads = self.match_rules, self.threads
            later = [part for work in missing if work != "match" for part in _parts(self, work)]
            if self.has("match"):
                return Estimate(tuple(later))
            part = WorkPart("solving the match", check_feasible(rules, 2, threads).seconds)
            measuring = [at for at, part in enumerate(later) if part.doing == MEASURING]
            at = measuring[0] if measuring and missing[0] != "match" else 0  # the easier is first
            return Estimate((*later[:at], part, *later[at:]), FASTER if rules.truncated else "")
        except FarklegenError:
            return Estimate()

    def needed(self, recipes: Iterable[Recipe]) -> list[Work]:
        """What has to be worked out for players by some recipes."""
        every = list(recipes)
        wanted: list[Work] = ["price"] if any(recipe.needs_go_for_it for recipe in every) else []
        wanted += ["ladder"] if any(r.card for r in every) and self.card_is_by_match else []
        return wanted + (["match"] if any(recipe.optimal for recipe in every) else [])

    def estimate_table(self, players: int, tables: int = 0, *, card: bool = False) -> Estimate:
        """How long it takes to solve the match of several players, to work out what given players
        win at that many `tables`, and to find the card if it is needed."""
        try:
            rules = self.match_rules
            seconds = check_feasible(rules, players, self.threads).seconds
            kept, solved = self.has("ladder", players), self.has("match", players)
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

    def expect(self, *wanted: Work, after: Estimate | None = None) -> None:
        """Tell who listens how long it will take to work these out, and what comes before them."""
        expect(self.progress, (after or Estimate()) + self.estimate(*wanted))

    @property
    def ruleset(self) -> Ruleset:
        return self.loaded.ruleset

    @cached_property
    def tables(self) -> ScoringTables:
        return compile_scoring(self.ruleset)

    @cached_property
    def odds(self) -> tuple[DiceOdds, ...]:
        return odds(self.ruleset)

    @property
    def expected(self) -> ExpectedScore:
        """The best expected score. It takes half as long as with the card."""
        situations(self.ruleset)  # a penalty that is no number has no expected score
        return self.to_play_by

    @cached_property
    def to_play_by(self) -> ExpectedScore:
        """The best play for points, as cards and players by points use it."""
        return score_to_play_by(self.ruleset, self.tables)

    @cached_property
    def bank(self) -> tuple[Ranges, ...]:
        """Where to bank, most dice first, for a player on the board who did not farkle just
        before."""
        return bank_ranges(self.expected, self.expected.strategies[0])

    @cached_property
    def analysis(self) -> Analysis:
        return analyse(self.loaded, self.step, self.to_play_by, self.tables)

    # the match of two perfect players

    @cached_property
    def solution(self) -> MatchSolution:
        return self.several(2)

    def _solved(
        self, key: MatchKey, seats: Callable[[], list[MatchRules]], players: int = 2
    ) -> list[MatchSolution]:
        """A match that was solved before, or is solved now; arguments as for `solve_match`."""

        def solve() -> list[MatchSolution]:
            return match.solve_match(
                seats(), players, threads=self.threads, tolerance=self.tolerance,
                progress=self.progress,
            )  # fmt: skip

        def read(stored: StoredMatch) -> list[MatchSolution]:
            return match.from_store(seats(), players, stored.meta, stored.arrays)

        return self._solved_or(solve, key, match.to_store, read)

    @cached_property
    def match_rules(self) -> MatchRules:
        """The rules as the match solver reads them. Without a goal this takes a search."""
        return match_rules(
            self.ruleset,
            self.tables,
            self.floor,
            head_starts=self.head_starts,
            tolerance=self.tolerance,
        )

    def match_key(self, players: int = 2) -> MatchKey:
        """The key of the match of that many players."""
        rules = self.match_rules
        # if no floor was given, the solver takes the floor that it needs
        floor = rules.lowest * rules.unit if rules.truncated and self.floor is not None else None
        parameters: dict[str, Plain] = {"floor": floor, "tolerance": self.tolerance}
        if self.head_starts:
            parameters["head_starts"] = True
        if players > 2:
            parameters["players"] = players
        return MatchKey(self.loaded.fingerprint, "match", parameters, SOLVER_VERSION)

    @property
    def need(self) -> Need:
        return need(self.match_rules, 2, self.threads)

    @cached_property
    def length(self) -> GameLength:
        check_length(self.ruleset, instead="")  # commands that ask for it alone say what to do

        def work_out() -> GameLength:
            return game_length(self.solution, self.progress, threads=self.threads)

        return self._kept_or(work_out, LENGTH)

    @cached_property
    def regions(self) -> BankRegions:
        """Where to bank, over both banked scores."""
        return bank_regions(self.solution, self.progress)

    @cached_property
    def best_total(self) -> RoundsTotal | None:
        """The best expected total of a game of rounds; None without rounds, or where points have no
        expected total."""
        if self.ruleset.rounds is None:
            return None
        try:
            return best_total(self.ruleset, self.tables, self.ruleset.rounds)
        except UnsolvableError:
            return None

    # matches against others

    def against(self, their_dice: Mapping[str, int]) -> Facing:
        return Facing(self, their_dice)

    def bringing(self, dice: Mapping[str, int]) -> Study:
        return self.with_rules(bringing(self.ruleset, dice))

    def several(self, players: int) -> MatchSolution:
        """The match of that many players, each playing for their own chance to win."""
        return self._solved(self.match_key(players), lambda: [self.match_rules], players)[0]

    def multiplayer_card(self, players: int) -> SeveralCard:
        """The card for a table of that many players."""

        def work_out() -> SeveralCard:
            solution, for_two = self.several(players), self.card
            uniform = hands_of(self.ruleset).uniform and self.ruleset.goal is not None
            chain = self.chain if uniform else None
            return find_multiplayer_card(
                self.analysis, chain, self.arena, solution, for_two, self.progress
            )

        refuse_beyond_scores(
            self.ruleset,
            f"what cards win at a table of {players} is not worked out with {{rule}}. Leave that "
            "rule out, or ask about two players",
        )
        return self._kept_or(work_out, SEVERAL_CARD, players=players)

    # policies against each other

    @cached_property
    def arena(self) -> Arena:
        """The solved match, for policies to meet in. It is large: see `let_go`."""
        # by the time of a report, `listen` may have set another function
        return Arena(
            self.solution,
            self.tables,
            threads=self.threads,
            progress=lambda share, doing: self.progress(share, doing),
        )

    def let_go(self) -> None:
        """Free the memory of the turns that were followed. They are worked out again on demand."""
        self.__dict__.pop("arena", None)

    @cached_property
    def price(self) -> MatchPrice:
        """What the card costs in a match against perfect play, and its go-for-it thresholds."""

        def work_out() -> MatchPrice:
            goes = self._searched(lambda arena: thresholds_in(self.analysis, arena, self.progress))
            return match_price(self.analysis, self.arena, goes, self.progress)

        return self._kept_or(work_out, PRICE)

    @cached_property
    def points_ladder(self) -> Ladder:
        """The best cards for few numbers, by their points alone. They are there at once."""
        return self._kept_or(lambda: LadderSearch(self.analysis).find(self.chain), POINTS_LADDER)

    @cached_property
    def ladder(self) -> Ladder:
        """The best cards for few numbers, by what they win against perfect play."""

        def work_out() -> Ladder:
            found = self._searched(
                lambda arena: LadderSearch(self.analysis, arena, self.progress).find(self.chain)
            )
            return self._measured(found) if self.has_slow_duels else found

        return self._kept_or(work_out, LADDER)

    def _searched(self, search: Callable[[Arena | None], Found]) -> Found:
        """What a search finds in this match. If duels take long, it uses an easier match, or none
        if there is no easier one."""
        if not self.has_slow_duels:
            return search(self.arena)
        easier = self.easier()
        if easier is None:
            return search(None)
        found = search(easier.arena)
        easier.let_go()
        return found

    def _measured(self, found: Ladder) -> Ladder:
        """A ladder from an easier match, or by points, measured in this match."""
        every = self.ruleset.goal is not None
        if self.match_rules.by_turns:
            near = self.with_rules(shorter(self.analysis))
            found = LadderSearch(self.analysis, near.arena, self.progress).ended(found)
            near.let_go()
            every = self.need.seconds <= EVERY_SECONDS
        real = LadderSearch(self.analysis, self.arena, self.progress, MEASURING)
        return real.measured(found, every=every)

    @cached_property
    def chain(self) -> list[CardOption]:
        """The break points of cards, by their points."""
        uniform = hands_of(self.ruleset).uniform
        return table_chain(self.analysis) if uniform else kind_chain(self.analysis)

    def player(
        self,
        recipe: Recipe,
        turns: tuple[TurnMoves, int] | None = None,
        players: int = 2,
        rung: Rung | None = None,
    ) -> Policy:
        """A way of playing.

        Args:
            turns: what it chooses from, and the rows of its tables; by default for this match.
            players: how many players the card is for.
            rung: the card to play by; by default, the card that `farklegen table` prints.
        """
        if recipe.card and rung is None:
            rung = self.card if players == 2 else self.multiplayer_card(players).rung
        goes = self.price.go_for_it if recipe.needs_go_for_it else None
        moves, rows = turns or policy_turns(self.solution.layout, self.tables)
        if rung is not None:
            return replace(rung.way.policy(self.analysis, moves, rows), name=recipe.name)
        expected = self.to_play_by if recipe.needs_expected else None
        return make_player(recipe, self.ruleset, expected, moves, rows, goes)

    @cached_property
    def card_is_by_match(self) -> bool:
        """Whether the card looks at the match: if it is kept, or found within `PATIENCE`."""
        return self.estimate("ladder").seconds <= PATIENCE

    @cached_property
    def card(self) -> Rung:
        """The card that `farklegen table` prints. It goes by what cards win, or by points if the
        match cannot be solved or takes long."""
        if self.card_is_by_match:
            with suppress(UnsolvableError):
                return self.ladder.short
        return self.points_ladder.short

    def plays_by_points(self, *players: Recipe) -> bool:
        """Whether one of these plays by the card, and the card ignores the end of the game."""
        return any(player.card for player in players) and self.card.chances is None

    def kept_card(self) -> Rung | None:
        """The card, if it is known here or in the store; nothing is searched for."""
        for kind in (LADDER, POINTS_LADDER):
            found = self._recalled(self.key(kind), lambda stored: LADDER.read(stored.meta))
            if found is not None:
                return found.short
            if kind is LADDER and self.card_is_by_match:
                return None  # the ladder takes a search
        return None

    def duel(self, me: Recipe | None, opponent: Recipe) -> Met:
        """How often `me` wins; None is the best response: a player who knows the other policy."""

        def work_out() -> Met:
            mine = None if me is None else self.player(me)
            theirs = self.player(opponent)
            self.progress(0.0, PLAYING)
            arena = self.arena
            found = arena.best_response(theirs) if mine is None else arena.meet(mine, theirs)
            self.progress(1.0, PLAYING)
            return Met(Chances.of(found), found.error)

        return self._kept_or(work_out, DUEL, **self._seats(me, opponent))

    def _seats(self, me: Recipe | None, opponent: Recipe) -> dict[str, Plain]:
        """What tells a duel from others."""
        first = "best response" if me is None else me.model_dump_json()
        by_points = any(each and each.card for each in (me, opponent)) and not self.card_is_by_match
        return {"me": first, "opponent": opponent.model_dump_json(), "by_points": by_points}

    def with_rules(self, ruleset: Ruleset) -> Study:
        """This study, or another study for other rules with the same combinations."""
        if ruleset == self.ruleset:
            return self
        return self.like(loaded=replace(self.loaded, ruleset=ruleset))

    @property
    def has_slow_duels(self) -> bool:
        """Whether a duel takes so long that cards are looked for in an easier match."""
        return self.match_rules.by_turns or self._is_large

    @property
    def _is_large(self) -> bool:
        rules = self.match_rules
        sweeps = FALLING_SWEEPS if rules.falls and rules.ruleset.rounds is None else 1
        return self.need.states * sweeps > SLOW_STATES

    @property
    def easier_rules(self) -> Ruleset:
        streaks = not (self._is_large and self.ruleset.farkle.streak_costs)
        return easier_to_search(self.ruleset, streaks=streaks)

    def easier(self) -> Study | None:
        """The same game without what makes duels slow, in which to search for cards; None if duels
        are not slow. If the real match is out of reach, it is refused before the easier one is
        solved."""
        if not self.has_slow_duels or self.ruleset.goal is None:
            return None
        if not self.has("match"):
            check_feasible(self.match_rules, 2, self.threads)
        return self.with_rules(self.easier_rules)

    @cached_property
    def head_start(self) -> HeadStart:
        """The points for the second player that make the match fair."""
        return self.with_head_starts().solution.head_start()

    @property
    def has_head_start(self) -> bool:
        """Whether the match itself says which head start is fair. It does if no player is off the
        board, or if players off the board may have points."""
        return self.head_starts or not self.ruleset.bank.has_opening

    def with_head_starts(self) -> Study:
        """This study, or another one of the same rules, with players off the board who may have
        been given points."""
        return self if self.has_head_start else self.like(head_starts=True)

    def solved_for(self, match_state: GameState) -> Study:
        """This study, or another study of the same rules whose match has these scores. They may be
        far below zero, or head starts of players off the board."""
        if list(floor_problems(self.ruleset, self.floor)):
            return self
        lowest = min(match_state.scores)
        floor = floor_for(self.ruleset, self.tables, self.floor, lowest, self.tolerance)
        found = self.like(floor=floor)
        boards = zip(match_state.scores, match_state.boards, strict=True)
        known = all(on or found.match_rules.may_be_off_board(score) for score, on in boards)
        return found if known else found.with_head_starts()

    def like(self, **changes: Any) -> Study:
        """This study, or another study with some arguments changed; None changes nothing."""
        given = {each.name: getattr(self, each.name) for each in fields(Study)}
        changed = {name: new for name, new in changes.items() if new not in (None, given[name])}
        return Study(**given | changed) if changed else self

    # what is kept

    def is_kept(self, key: MatchKey) -> bool:
        return self.kept and matches.is_kept(key)

    def has(self, work: Work, players: int = 2) -> bool:
        """Whether this is worked out already, here or in the store."""
        if work == "match":
            solved = players == 2 and "solution" in vars(self)
            return solved or self.is_kept(self.match_key(players))
        if players > 2:
            return work == "ladder" and self.is_kept(self.key(SEVERAL_CARD, players=players))
        if work == "skill":
            seats = (self._seats(parse(name), parse("optimal")) for name in SKILLS)
            return all(self.is_kept(self.key(DUEL, **each)) for each in seats)
        kinds: dict[Work, ResultKind[Any]] = {"length": LENGTH, "price": PRICE, "ladder": LADDER}
        return work in vars(self) or (work in kinds and self.is_kept(self.key(kinds[work])))

    def key(self, kind: ResultKind[Any], **parameters: Plain) -> MatchKey:
        """The key of a result in the store: the rules, and everything else that it depends on."""
        # rules with an opening and rules where it is rounded away may have the same fingerprint
        usual = {"floor": self.floor, "step": self.step, "tolerance": self.tolerance}
        usual["opening"] = self.ruleset.bank.has_opening
        return MatchKey(self.loaded.fingerprint, kind.name, usual | parameters, kind.version)

    def _recalled(self, key: MatchKey, read: Callable[[StoredMatch], Found]) -> Found | None:
        """A result found before, or in the store."""
        found: Found | None = self._found.get(key.digest)
        stored = matches.load(key, report=self.report) if self.kept and found is None else None
        if stored is None:
            return found
        try:
            return read(stored)
        except (KeyError, TypeError, ValueError, AttributeError):
            self.report("what is stored for these rules is of another kind and is not used")
            return None

    def _solved_or(
        self,
        solve: Callable[[], Found],
        key: MatchKey,
        tell: Callable[[Found], tuple[Mapping[str, Any], Arrays]],
        read: Callable[[StoredMatch], Found],
    ) -> Found:
        """A result found before, or from the store, or solved now and kept there."""
        found = self._recalled(key, read)
        if found is None:
            held = matches.locked(key, report=self.report) if self.kept else nullcontext(False)
            with held as waited:
                found = self._recalled(key, read) if waited else None
                if found is None:
                    found = solve()
                    if self.kept:
                        name = self.loaded.name
                        matches.save(key, *tell(found), label=name, report=self.report)
        self._found[key.digest] = found
        return found

    def _kept_or(
        self, work_out: Callable[[], Found], kind: ResultKind[Found], **parameters: Plain
    ) -> Found:
        """A result from the store, or worked out and kept there."""
        return self._solved_or(
            work_out,
            self.key(kind, **parameters),
            lambda found: (kind.tell(found), {}),
            lambda stored: kind.read(stored.meta),
        )


class Facing(Study):
    """A study of my dice whose match is against other dice. What cards win, and the scores from
    which to go for the goal, are against these other dice."""

    def __init__(self, mine: Study, their_dice: Mapping[str, int]) -> None:
        check_two_sets(mine.ruleset)
        super().__init__(
            mine.loaded, step=mine.step, threads=mine.threads, kept=mine.kept,
            progress=mine.progress, report=mine.report,
        )  # fmt: skip
        self.theirs = mine.bringing(their_dice)

    @cached_property
    def match(self) -> TwoSets:
        seats = self._solved(self.match_key(), lambda: [self.match_rules, self.theirs.match_rules])
        return TwoSets(*seats)

    @cached_property
    def solution(self) -> MatchSolution:
        return self.match.mine

    @cached_property
    def arena(self) -> Arena:
        """The match in which my policies meet theirs."""
        hearing: dict[str, Any] = {"threads": self.threads, "progress": self.progress}
        theirs = Arena(self.match.theirs, self.theirs.tables, **hearing)
        return Arena(self.match.mine, self.tables, opponent=theirs, **hearing)

    def match_key(self, players: int = 2) -> MatchKey:
        """The key of the match of these two."""
        assert players == 2
        parameters = {"theirs": self.theirs.loaded.fingerprint}
        return MatchKey(self.loaded.fingerprint, "two sets", parameters, SOLVER_VERSION)

    def key(self, kind: ResultKind[Any], **parameters: Plain) -> MatchKey:
        """The key of a result; here it includes the other player's dice."""
        return super().key(kind, theirs=self.theirs.loaded.fingerprint, **parameters)


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
    "ladder": Kind(LOOKING, 1.0, 5),
    "duel": Kind(PLAYING, 0.1, 1),
    "skill": Kind(PLAYING, 0.3, 5),
}


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
