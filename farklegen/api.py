"""The public Python API: what the commands call, and what a notebook would.

Every function takes the rules as a reference: a path, the name of built-in rules, `-` for standard
input, or a ruleset loaded before. What a function needs is imported when it is called.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from farklegen.cards.analysis import Analysis
    from farklegen.cards.memory import Frontier
    from farklegen.cards.price import Chances, MatchPrice
    from farklegen.measures.comparison import Comparison
    from farklegen.measures.study import Study
    from farklegen.play.match import PlayedMatch
    from farklegen.policies.policy import GoForIt
    from farklegen.policies.recipe import Recipe
    from farklegen.report.advise import AdviseResult
    from farklegen.report.duel import DuelResult
    from farklegen.report.odds import OddsResult
    from farklegen.report.pictures.picture import Picture
    from farklegen.report.reach import ReachResult
    from farklegen.report.rules import CheckedFile
    from farklegen.report.simulate import SimulateResult
    from farklegen.report.solve import SolveResult
    from farklegen.report.sweep import SweepResult
    from farklegen.report.turn import TurnResult
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.match.length import GameLength
    from farklegen.solvers.match.planes import BankRegions
    from farklegen.solvers.match.solution import MatchSolution
    from farklegen.solvers.progress import Progress
    from farklegen.store.matches import Report
    from farklegen.sweeps.spec import Sweep

    Reference: TypeAlias = str | os.PathLike[str] | LoadedRuleset


def load(reference: Reference) -> LoadedRuleset:
    """Load a ruleset.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
        RulesetError: if it is not a valid ruleset; carries every problem with its place.
    """
    from farklegen.rules import catalogue
    from farklegen.rules.loading import LoadedRuleset

    return reference if isinstance(reference, LoadedRuleset) else catalogue.load(reference)


def check(reference: Reference) -> CheckedFile:
    """Whether a file is a valid ruleset, everything wrong with it, and what it says.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a ruleset.
    """
    from farklegen.errors import RulesetError
    from farklegen.report.rules import CheckedFile

    try:
        loaded = load(reference)
    except RulesetError as error:
        file = error.problems[0].file if error.problems else str(reference)
        return CheckedFile(file, error.problems)
    from farklegen.rules.explain import explain

    return CheckedFile(loaded.file, loaded.warnings, loaded, tuple(explain(loaded.ruleset)))


def table(reference: Reference, *, step: int | None = None) -> Analysis:
    """The strategy with the best expected score, and the card to memorise.

    Args:
        reference: the rules.
        step: values on the card are rounded up to multiples of this, points; by default the
            greatest common divisor of points that a turn can bring.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: if they have no expected score.
    """
    from farklegen.cards.analysis import analyse

    return analyse(load(reference), step)


def odds(reference: Reference) -> OddsResult:
    """How often a roll farkles, and how often it holds what, by number of dice.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.report.odds import OddsResult
    from farklegen.scoring.odds import odds as count_rolls

    loaded = load(reference)
    return OddsResult(loaded, count_rolls(loaded.ruleset))


def reach(
    reference: Reference,
    *,
    points: int,
    dice: int | None = None,
    turn_score: int = 0,
    hot_dice: int = 0,
    on_board: bool = True,
) -> ReachResult:
    """The best chance of at least `points` in one turn.

    Args:
        reference: the rules.
        points: points to bank at least.
        dice: dice to roll next; all of them by default.
        turn_score: points set aside so far in the turn.
        hot_dice: hot dice so far, where their bonus grows.
        on_board: whether the player has banked before.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: if dice and turn score do not go together.
        UnsolvableError: if the question needs more memory than there is.
    """
    from farklegen.report.reach import ReachResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.reach import reach as best_chance

    loaded = load(reference)
    tables = compile_scoring(loaded.ruleset)
    return ReachResult(
        loaded,
        best_chance(
            loaded.ruleset,
            tables,
            points,
            dice=dice,
            turn_score=turn_score,
            hot_dice=hot_dice,
            on_board=on_board,
        ),
    )


def solve(
    reference: Reference,
    *,
    floor: int | None = None,
    length: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SolveResult:
    """The two-player match between perfect players.

    The solution is kept on disk, where `turn` and `advise` find it.

    Args:
        reference: the rules.
        floor: score below zero at which scores are cut off, where a penalty has no limit.
        length: whether to work out how many turns a game takes, too.
        progress: is told how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.report.solve import SolveResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.question import check, floor_problems
    from farklegen.store.solutions import solution

    loaded = load(reference)
    check(floor_problems(loaded.ruleset, floor))
    if length:
        from farklegen.solvers.match.length import check_length

        check_length(loaded.ruleset)
    tables = compile_scoring(loaded.ruleset)
    found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    turns = _length(loaded, found, floor, progress, report) if length else None
    first = found.win_probability(found.start())
    return SolveResult(loaded, first, found.head_start(), found.certificate, turns)


def _length(
    loaded: LoadedRuleset,
    found: MatchSolution,
    floor: int | None,
    progress: Progress | None,
    report: Report | None,
) -> GameLength:
    """How many turns a game takes; kept on disk."""
    from farklegen.store import lengths

    def work_out() -> GameLength:
        from farklegen.solvers.match.length import game_length
        from farklegen.solvers.match.match import usable_cores
        from farklegen.solvers.progress import silent
        from farklegen.store import folders

        kernels, threads = folders.folder("kernels"), usable_cores()
        return game_length(found, progress or silent, kernels=kernels, threads=threads)

    return lengths.length(loaded, floor, work_out, report or _unheard)


def turn(
    reference: Reference,
    *,
    mine: int,
    theirs: int,
    my_farkles: int = 0,
    their_farkles: int = 0,
    first: bool = True,
    on_board: bool | None = None,
    their_on_board: bool | None = None,
    previous: int | None = None,
    inherit: tuple[int, int] | None = None,
    hot_dice: int = 0,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> TurnResult:
    """The complete strategy of one turn of a match between perfect players.

    Solves the match first, unless that has been done.

    Args:
        reference: the rules.
        mine: banked score of the player to move.
        theirs: that of the other one; at or past the goal, this is the last turn.
        my_farkles, their_farkles: farkles in a row.
        first: whether the player to move is the one who moved first in the game.
        on_board, their_on_board: whether they have banked before; by default, with a score above
            zero.
        previous: what was banked on the turn before; by default nothing, or what is inherited.
        inherit: turn score and dice of the turn that may be taken over.
        hot_dice: hot dice that paid a growing bonus, for the states to be told.
        floor, progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: for a game that cannot stand like this; names everything wrong.
        UnsolvableError: if the match cannot be solved, or is out of reach.
    """
    from farklegen.report.turn import TurnResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.match.plan import floor_for
    from farklegen.solvers.question import (
        check,
        hot_dice_problems,
        match_problems,
        only_taken_over,
        standing_of,
    )
    from farklegen.store.solutions import solution

    loaded = load(reference)
    standing = standing_of(
        loaded.ruleset, mine, theirs, my_farkles, their_farkles, first, on_board, their_on_board,
        previous, inherit,
    )  # fmt: skip
    tables = compile_scoring(loaded.ruleset)
    floor = floor_for(loaded.ruleset, floor, min(mine, theirs))
    check(match_problems(loaded.ruleset, tables, floor, standing))
    found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    only_taken = only_taken_over(found.rules.every_move, standing.inherit)
    result = TurnResult(loaded, found.turn(standing), hot_dice, only_taken)
    check(hot_dice_problems(hot_dice, any(state.reachable for state in result.states)))
    return result


def advise(
    reference: Reference,
    *,
    mine: int | None = None,
    theirs: int | None = None,
    turn_score: int = 0,
    roll: Sequence[int] = (),
    dice: int | None = None,
    my_farkles: int = 0,
    their_farkles: int = 0,
    first: bool = True,
    on_board: bool | None = None,
    their_on_board: bool | None = None,
    previous: int | None = None,
    inherit: tuple[int, int] | None = None,
    hot_dice: int = 0,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> AdviseResult:
    """What to do now, every choice ranked: by the chance to win where both scores are given, else
    by the points that are expected in the long run.

    Args:
        reference: the rules.
        mine, theirs: banked scores, of the player to move and of the other one; both or none.
        turn_score: points set aside before the roll.
        roll: the faces thrown: which to keep?
        dice: dice left to roll, in place of a roll: bank or roll?
        inherit: turn score and dice that may be taken over, in place of both: take over?
        my_farkles, their_farkles, first, on_board, their_on_board, previous, hot_dice: as for
            `turn`.
        floor, progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        ImpossibleStateError: for a question about what cannot be; names everything wrong.
        UnsolvableError: if the match cannot be solved, or is out of reach, or if these rules have
            no expected score and no scores were given.
    """
    from farklegen.report.advise import AdviseResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.advice import MatchOutlook, Outlooks, advice, points_outlook
    from farklegen.solvers.match.plan import floor_for
    from farklegen.solvers.question import Now, advise_problems, check, past_problems, standing_of
    from farklegen.store.solutions import solution

    loaded = load(reference)
    ruleset, now = loaded.ruleset, Now(turn_score, tuple(roll), dice, hot_dice)
    standing = standing_of(
        ruleset, mine, theirs, my_farkles, their_farkles, first, on_board, their_on_board,
        previous, inherit,
    )  # fmt: skip
    tables = compile_scoring(ruleset)
    scores = (mine, theirs)
    if mine is not None and theirs is not None:
        floor = floor_for(ruleset, floor, min(mine, theirs))
    check(advise_problems(ruleset, tables, floor, scores, standing, now))
    match = None
    if mine is not None:
        found = solution(loaded, tables, floor=floor, progress=progress, report=report)
        match = MatchOutlook(found.turn(standing))
        check(past_problems(match.turn, now))
    points, left_out = points_outlook(ruleset, tables, standing, needed=match is None)
    found_advice = advice(ruleset, Outlooks(match, points), standing, now)
    turn = None if match is None else match.turn
    return AdviseResult(loaded, standing, turn, now, found_advice, left_out)


def play(
    reference: Reference,
    *,
    opponent: str | None = None,
    hints: bool = True,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PlayedMatch:
    """A match for somebody to play, at its first turn.

    Args:
        reference: the rules.
        opponent: name or file of the policy that the other player plays by; by default `optimal`,
            or without a solved match `max-score`, or `bank-below-3-dice` where there is none.
        hints: whether to solve the match, so that every decision can be judged.
        floor, progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError, PolicyError: if the rules or the policy cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if the opponent needs something that these rules do not have.
    """
    from farklegen.errors import UnsolvableError
    from farklegen.play.game import Game
    from farklegen.play.judge import Judge
    from farklegen.play.match import PlayedMatch
    from farklegen.play.players import PerfectPlayer, Player, policy_player
    from farklegen.policies.recipe import parse
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.question import check, floor_problems
    from farklegen.store.solutions import solution

    recipe = None if opponent is None else parse(opponent)
    loaded = load(reference)
    check(floor_problems(loaded.ruleset, floor))
    tables = compile_scoring(loaded.ruleset)
    judge, unjudged = None, "as asked for"
    if hints or (recipe is not None and recipe.optimal):
        try:
            found = solution(loaded, tables, floor=floor, progress=progress, report=report)
            judge, unjudged = Judge(found), ""
            floor = found.certificate.floor
        except UnsolvableError as error:
            if recipe is not None and recipe.optimal:
                raise UnsolvableError(
                    f"{error}; or play against another policy, such as max-score"
                ) from None
            unjudged = str(error)
    player: Player
    if judge is not None and (recipe is None or recipe.optimal):
        player, name = PerfectPlayer(judge), "optimal"
    elif recipe is not None:
        goes = _card_thresholds(loaded, [recipe], progress, report)
        player = policy_player(recipe, loaded.ruleset, tables, goes)
        name = recipe.name
    else:
        try:
            name = "max-score"
            player = policy_player(parse(name), loaded.ruleset, tables)
        except UnsolvableError:
            name = "bank-below-3-dice"
            player = policy_player(parse(name), loaded.ruleset, tables)
    return PlayedMatch(loaded, Game(loaded.ruleset, floor), player, name, judge, unjudged)


def duel(
    reference: Reference,
    *,
    me: str = "card",
    opponent: str = "optimal",
    best_response: bool = False,
    floor: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> DuelResult:
    """One policy against another, exactly.

    The match is solved first, unless that has been done.

    Args:
        reference: the rules.
        me, opponent: names or files of the policies.
        best_response: whether to find the best play against the opponent, too.
        floor, progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError, PolicyError: if rules or policies cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: if the match cannot be solved or policies are not evaluated in it, or if a
            player needs something that these rules do not have.
    """
    from farklegen.cards.price import Chances
    from farklegen.cards.seating import match_player
    from farklegen.policies.recipe import parse
    from farklegen.report.duel import DuelResult

    recipes = [parse(me), parse(opponent)]
    loaded = load(reference)
    arena = _arena(loaded, floor, progress, report)
    goes = _card_thresholds(loaded, recipes, progress, report)
    players = [match_player(recipe, arena.plan, arena.tables, goes) for recipe in recipes]
    found = arena.meet(*players)
    response = arena.best_response(players[1]) if best_response else None
    return DuelResult(
        loaded,
        players[0].name,
        players[1].name,
        Chances.of(found),
        None if response is None else Chances.of(response),
        found.error,
        found.sweeps,
        arena.solution.certificate.floor,
    )


def card_price(
    analysis: Analysis,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> MatchPrice:
    """Go-for-it thresholds for a card, and how often it wins against perfect play.

    Args:
        analysis: the card, from `table`.
        progress, report: as for `solve`.

    Raises:
        UnsolvableError: if the match cannot be solved, or policies are not evaluated in it.
    """
    from farklegen.solvers.duel.duel import check_duel
    from farklegen.store import prices

    check_duel(analysis.loaded.ruleset)

    def work_out() -> MatchPrice:
        from farklegen.cards.price import match_price
        from farklegen.solvers.progress import silent

        loaded, alike = analysis.loaded, None
        arena = _arena(loaded, None, progress, report)
        if arena.takes_over:
            without = loaded.ruleset.model_copy(update={"piggyback": "none"})
            alike = _arena(replace(loaded, ruleset=without), None, progress, report)
        return match_price(analysis, arena, alike, progress or silent)

    return prices.price(analysis, None, work_out, report or _unheard)


def frontier(
    analysis: Analysis,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Frontier:
    """The best cards found for every count of numbers to remember.

    Args:
        analysis: the card without a limit, from `table`.
        progress, report: as for `solve`.

    Raises:
        UnsolvableError: if the match cannot be solved, or policies are not evaluated in it.
    """
    from farklegen.cards.memory import check_frontier
    from farklegen.store import frontiers, prices

    check_frontier(analysis.loaded.ruleset)
    said = report or _unheard

    def work_out() -> Frontier:
        from farklegen.cards.memory_search import find_frontier
        from farklegen.cards.price import match_price
        from farklegen.solvers.progress import silent

        told = progress or silent
        arena = _arena(analysis.loaded, None, progress, report)
        price = prices.price(
            analysis, None, lambda: match_price(analysis, arena, progress=told), said
        )
        return find_frontier(analysis, arena, price, told)

    return frontiers.frontier(analysis, work_out, said)


def compare(
    given: Sequence[Reference | Study],
    *,
    quick: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Comparison:
    """Rulesets side by side: rules, turns, matches, skill, and where the best play differs.

    What a ruleset does not allow, its measures say why; the rest is there all the same.

    Args:
        given: two or more rulesets, or studies of them, of which nothing is worked out twice.
        quick: leave out whatever needs a solved match.
        progress, report: as for `solve`; studies tell theirs how far a match is.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.measures.comparison import compare as side_by_side
    from farklegen.measures.study import Study
    from farklegen.solvers.progress import silent

    known = [each for each in given if isinstance(each, Study)]
    new = studies(
        [each for each in given if not isinstance(each, Study)], progress=progress, report=report
    )
    found, made = iter(known), iter(new)
    return side_by_side(
        [next(found) if isinstance(each, Study) else next(made) for each in given],
        quick=quick,
        progress=progress or silent,
    )


def studies(
    references: Sequence[Reference],
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> tuple[Study, ...]:
    """Rulesets of which anything can be asked, each thing worked out once, when it is asked for.

    Solved matches, lengths of games, prices of cards and duels are kept on disk.

    Args:
        references: the rules.
        progress, report: as for `solve`; what is being done is told with the name of the rules.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
    """
    from farklegen.measures.study import Study

    sources = _Kept(progress, report)
    return tuple(Study(load(reference), sources) for reference in references)


class _Kept:
    """The slow results of studies: from the store, or worked out and kept there."""

    def __init__(self, progress: Progress | None, report: Report | None) -> None:
        self._progress = progress
        self._report = report
        self._arena: tuple[str, Arena] | None = None
        """The last one, with the fingerprint of its rules: they are large."""

    def _told(self, loaded: LoadedRuleset) -> Progress | None:
        """The progress of something about these rules."""
        listener = self._progress
        if listener is None:
            return None
        return lambda fraction, doing: listener(fraction, f"{loaded.slug}: {doing}")

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """See `Sources`."""
        from farklegen.scoring.compile import compile_scoring
        from farklegen.store.solutions import solution

        tables = compile_scoring(loaded.ruleset)
        return solution(loaded, tables, progress=self._told(loaded), report=self._report)

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """See `Sources`."""
        from farklegen.solvers.match.length import check_length

        check_length(loaded.ruleset)
        told = self._told(loaded)
        return _length(loaded, self.solution(loaded), None, told, self._report)

    def price(self, analysis: Analysis) -> MatchPrice:
        """See `Sources`."""
        return card_price(analysis, progress=self._told(analysis.loaded), report=self._report)

    def chances(self, loaded: LoadedRuleset, me: str, opponent: str) -> Chances:
        """See `Sources`."""
        from farklegen.policies.recipe import parse
        from farklegen.solvers.duel.duel import check_duel
        from farklegen.store import duels

        recipes = [parse(me), parse(opponent)]
        check_duel(loaded.ruleset)

        def work_out() -> Chances:
            from farklegen.cards.price import Chances
            from farklegen.cards.seating import match_player

            told = self._told(loaded)
            if self._arena is None or self._arena[0] != loaded.fingerprint:
                self._arena = None
                self._arena = (loaded.fingerprint, _arena(loaded, None, told, self._report))
            arena = self._arena[1]
            goes = _card_thresholds(loaded, recipes, told, self._report)
            players = [match_player(each, arena.plan, arena.tables, goes) for each in recipes]
            return Chances.of(arena.meet(*players))

        return duels.chances(loaded, recipes[0], recipes[1], work_out, self._report or _unheard)


def _card_thresholds(
    loaded: LoadedRuleset,
    recipes: Sequence[Recipe],
    progress: Progress | None,
    report: Report | None,
) -> GoForIt | None:
    """The thresholds of the card, if one of the players goes by them."""
    if not any(recipe.needs_go_for_it for recipe in recipes):
        return None
    return card_price(table(loaded), progress=progress, report=report).go_for_it


def _unheard(_line: str) -> None:
    pass


def _arena(
    loaded: LoadedRuleset,
    floor: int | None,
    progress: Progress | None,
    report: Report | None,
) -> Arena:
    """The solved match, for policies to meet in."""
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.duel.duel import Arena, check_duel
    from farklegen.solvers.match.match import usable_cores
    from farklegen.solvers.progress import silent
    from farklegen.solvers.question import check, floor_problems
    from farklegen.store import folders
    from farklegen.store.solutions import solution

    check(floor_problems(loaded.ruleset, floor))
    check_duel(loaded.ruleset)
    tables = compile_scoring(loaded.ruleset)
    found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    return Arena(
        found,
        tables,
        kernels=folders.folder("kernels"),
        threads=usable_cores(),
        progress=progress or silent,
    )


def simulate(
    reference: Reference,
    *,
    me: str = "card",
    opponent: str = "optimal",
    games: int = 100_000,
    seed: int = 1,
    floor: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SimulateResult:
    """Play games with rolled dice, and count.

    The match is solved first, unless that has been done, if one of the players plays perfectly.

    Args:
        reference: the rules.
        me, opponent: names or files of the policies.
        games: how many; `me` moves first in half of them, one more if their number is odd.
        seed: the same number rolls the same dice.
        floor: score below zero at which scores are cut off, where a penalty has no limit.
        threads: to work with; as many as there are cores by default.
        progress: is told how far it is.
        report: takes lines for the person at the keyboard.

    Raises:
        FileProblemError, RulesetError, PolicyError: if rules or policies cannot be read.
        ImpossibleStateError: for a floor where scores do not fall so low.
        UnsolvableError: for rules that are not simulated, or if a player needs something that they
            do not have.
    """
    from farklegen.policies.recipe import parse
    from farklegen.report.simulate import SimulateResult
    from farklegen.scoring.compile import compile_scoring
    from farklegen.solvers.match.build import load_build, print_nothing
    from farklegen.solvers.match.match import usable_cores
    from farklegen.solvers.progress import silent
    from farklegen.solvers.question import check, floor_problems
    from farklegen.solvers.simulation.games import check_simulation, policy_plan
    from farklegen.solvers.simulation.games import simulate as play_games
    from farklegen.store import folders
    from farklegen.store.solutions import solution

    recipes = [parse(me), parse(opponent)]
    loaded = load(reference)
    check(floor_problems(loaded.ruleset, floor))
    check_simulation(loaded.ruleset)
    tables = compile_scoring(loaded.ruleset)
    found = None
    if any(recipe.optimal for recipe in recipes):
        found = solution(loaded, tables, floor=floor, progress=progress, report=report)
    plan = policy_plan(loaded.ruleset, tables, floor) if found is None else found.plan
    kernels = folders.folder("kernels")
    load_build(kernels, report or print_nothing)
    from farklegen.cards.seating import match_player

    goes = _card_thresholds(loaded, recipes, progress, report)
    players = [match_player(recipe, plan, tables, goes) for recipe in recipes]
    return SimulateResult(
        loaded,
        play_games(
            plan,
            players[0],
            players[1],
            games=games,
            seed=seed,
            solution=found,
            kernels=kernels,
            threads=threads or usable_cores(),
            progress=progress or silent,
            report=report or print_nothing,
        ),
    )


def load_sweep(spec: str | os.PathLike[str]) -> Sweep:
    """Read a sweep file: the rules to start from, the keys to vary, the measures.

    Raises:
        FileProblemError: if there is nothing to read, or nothing that could be a sweep.
        SweepError: if it is not valid; carries every problem, those of the rules included.
    """
    from farklegen.sweeps.spec import read_sweep

    return read_sweep(spec)


def sweep(
    spec: str | os.PathLike[str] | Sweep,
    target: str | os.PathLike[str],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    restart: bool = False,
    progress: Progress | None = None,
    report: Report | None = None,
) -> SweepResult:
    """Measure every ruleset of a sweep, one row each, and write the rows to a file.

    Finished rows are kept beside the file as they come; the same call goes on from there. Worker
    processes are started anew, so that a script needs the usual `if __name__ == "__main__":`.

    Args:
        spec: a sweep file, or what `load_sweep` gave.
        target: a `.csv` or `.parquet` file.
        jobs: worker processes; one for each core by default, with 1 none but this one.
        scheduler: address of a Dask cluster that does the work in their place.
        restart: throw away the rows that an earlier run has finished.
        progress, report: as for `solve`.

    Raises:
        FileProblemError, SweepError: as `load_sweep`; also if the rows cannot be written.
        FarklegenError: for another kind of file, a file that another sweep has begun or is writing,
            or workers that are not there.
    """
    from pathlib import Path

    from farklegen.solvers.progress import silent
    from farklegen.sweeps.running import Options, run_sweep
    from farklegen.sweeps.spec import Sweep

    found = spec if isinstance(spec, Sweep) else load_sweep(spec)
    options = Options(Path(target), jobs, scheduler, restart)
    return run_sweep(found, options, progress or silent, report or _unheard)


def picture(
    reference: Reference,
    kind: str,
    *,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Picture:
    """A picture of a ruleset, as data; `draw` makes a file of it.

    Args:
        reference: the rules.
        kind: what it shows: `regions`, `value`, `turn`, `win`, `length` or `memory`.
        progress, report: as for `solve`.

    Raises:
        FileProblemError, RulesetError: if the rules cannot be read.
        UnsolvableError: if these rules have no such picture.
        ValueError: for a kind that does not exist.
    """
    from farklegen.report.pictures import makers
    from farklegen.report.pictures.kinds import check_kind

    if kind not in makers.MAKERS:
        raise ValueError(f"{kind!r} is not one of: {', '.join(makers.MAKERS)}")
    loaded = load(reference)
    check_kind(kind, loaded.ruleset)
    return makers.MAKERS[kind](loaded, _PictureSources(progress, report))


class _PictureSources:
    """What pictures show: from the store, or worked out and kept there."""

    def __init__(self, progress: Progress | None, report: Report | None) -> None:
        self._progress = progress
        self._report = report

    def solution(self, loaded: LoadedRuleset) -> MatchSolution:
        """The match of two perfect players."""
        from farklegen.scoring.compile import compile_scoring
        from farklegen.store.solutions import solution

        tables = compile_scoring(loaded.ruleset)
        return solution(loaded, tables, progress=self._progress, report=self._report)

    def regions(self, solution: MatchSolution) -> BankRegions:
        """Where to bank, over both scores."""
        from farklegen.solvers.match.planes import bank_regions
        from farklegen.solvers.progress import silent
        from farklegen.store import folders

        kernels = folders.folder("kernels")
        return bank_regions(solution, self._progress or silent, kernels=kernels)

    def length(self, loaded: LoadedRuleset) -> GameLength:
        """How many turns a match takes."""
        return _length(loaded, self.solution(loaded), None, self._progress, self._report)

    def frontier(self, analysis: Analysis) -> Frontier:
        """The best cards for every count of numbers."""
        return frontier(analysis, progress=self._progress, report=self._report)


def sweep_picture(
    file: str | os.PathLike[str],
    *,
    x: str | None = None,
    y: str | None = None,
    by: str | None = None,
    only: Sequence[tuple[str, str]] = (),
) -> Picture:
    """A picture of the results of a sweep, as data; `draw` makes a file of it.

    Args:
        file: the CSV or Parquet file that a sweep wrote.
        x: the key along the axis; by default the first one that varies.
        y: the measure; by default the first one.
        by: the key that tells lines apart; by default the next one that varies.
        only: keys and the values, as text, that they are held to.

    Raises:
        FileProblemError: if the file cannot be read.
        SweepColumnError: for columns or values that it does not have; names everything wrong.
        UnsolvableError: if no ruleset has the measure.
    """
    from farklegen.report.pictures.sweep import sweep_picture as of_rows
    from farklegen.report.pictures.sweep_table import chosen
    from farklegen.store.sweep_results import read_results

    return of_rows(*chosen(read_results(os.fspath(file)), x, y, by, only))


def draw(picture: Picture, format: str = "svg", *, size: str = "page", dpi: int = 300) -> bytes:
    """The file of a picture; the same picture always makes the same bytes.

    Args:
        picture: from `picture` or `sweep_picture`.
        format: `svg`, `png` or `pdf`.
        size: `page` for the text width of an A4 page, `column` for one of its two columns.
        dpi: pixels to the inch of a PNG file.

    Raises:
        MissingPlotError: if matplotlib is not installed.
        ValueError: for a format or a size that does not exist.
    """
    from farklegen.render.drawing.draw import draw as drawn

    return drawn(picture, format, size=size, dpi=dpi)


def ruleset_names() -> tuple[str, ...]:
    """The names of the built-in rules."""
    from farklegen.rules import catalogue

    return catalogue.builtin_names()


def rulesets() -> tuple[LoadedRuleset, ...]:
    """All built-in rules."""
    from farklegen.rules import catalogue

    return tuple(catalogue.load_builtin(name) for name in catalogue.builtin_names())


def builtin(name: str) -> LoadedRuleset:
    """Built-in rules by name.

    Raises:
        FileProblemError: if there are none of this name.
    """
    from farklegen.rules import catalogue

    return catalogue.load_builtin(name)


def template(start: str | None = None) -> str:
    """The text of a commented file to write house rules into, or of built-in rules to change.

    Raises:
        FileProblemError: if there are no built-in rules of the name `start`.
    """
    from farklegen.rules import template

    return template.template(start)


def schema() -> dict[str, object]:
    """The JSON Schema of ruleset files."""
    from farklegen.rules.schema import json_schema

    return json_schema()
