"""One ruleset, and everything that can be asked about it: each thing once, and only if it is asked.

The commands, the API, comparisons, sweeps, pictures and matches to play ask a `Study` and nothing
else. What takes long comes from the store if it is there, and is kept there otherwise; a study that
is not `kept` neither reads nor writes the store. What is asked about one turn stands in
`turn_study`, about the match of two perfect players in `match_study`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from farklegen.study.match_study import MatchStudy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farklegen.cards.players import CardPlayer
    from farklegen.cards.price import MatchPrice
    from farklegen.cards.short import Ladder, Rung
    from farklegen.cards.short_several import SeveralCard
    from farklegen.cards.short_tables import TableChain
    from farklegen.policies.policy import Policy
    from farklegen.policies.recipe import Recipe
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.rules.ruleset import Ruleset
    from farklegen.solvers.duel.duel import Arena
    from farklegen.solvers.match.match_state import MatchState
    from farklegen.solvers.match.plan import MatchPlan
    from farklegen.solvers.match.solution import HeadStart
    from farklegen.solvers.match.two_sets import TwoSets
    from farklegen.solvers.multiplayer.game import SeveralSolution
    from farklegen.store.match_file import MatchKey
    from farklegen.study.duels import Met

FALLING_SWEEPS, SLOW_STATES = 8, 5_000_000
"""Sweeps of a duel where penalties lead to lower scores; states in all sweeps above which cards are
looked for in an easier match."""

PATIENCE = 60.0
"""Seconds that finding the card in the match may take unasked; beyond it the card is by points."""

PLAYING = "playing one against the other"
"""What a duel says that it does."""


class Study(MatchStudy):
    """One ruleset under study; made as a `TurnStudy` is.

    Attributes and methods raise UnsolvableError where the rules allow no answer.
    """

    @cached_property
    def _duels(self) -> dict[str, Met]:
        return {}

    @cached_property
    def _several(self) -> dict[int, SeveralSolution]:
        return {}

    @cached_property
    def _several_cards(self) -> dict[int, SeveralCard]:
        return {}

    # matches against others

    def against(self, their_dice: Mapping[str, int]) -> TwoSets:
        """The match against a player who brings other dice, by name."""
        from farklegen.solvers.match.two_sets import check_two_sets, from_store, solve_two_sets
        from farklegen.study import two_sets

        check_two_sets(self.ruleset)
        other = self.bringing(their_dice)
        sides = (self.ruleset, self.tables), (other.ruleset, other.tables)
        return self._solved_or(
            lambda _report: solve_two_sets(*sides, threads=self.threads, progress=self.progress),
            two_sets.key_of(self.loaded, other.loaded),
            two_sets.tell,
            lambda stored: from_store(sides, stored.meta, stored.arrays),
        )

    def bringing(self, dice: Mapping[str, int]) -> Study:
        """The same rules with other dice, names and how many."""
        from farklegen.rules.bringing import bringing

        return self._like(replace(self.loaded, ruleset=bringing(self.ruleset, dice)), self.floor)

    def several(self, players: int) -> SeveralSolution:
        """The match of so many players, each playing for the own chance to win."""
        from farklegen.solvers.multiplayer import game

        if players not in self._several:
            self._several[players] = self._solved_or(
                lambda _report: game.solve_players(
                    self.ruleset, self.tables, players, threads=self.threads, progress=self.progress
                ),
                self.several_key(players),
                game.to_store,
                lambda kept: game.from_store(self.ruleset, self.tables, kept.meta, kept.arrays),
            )
        return self._several[players]

    def several_key(self, players: int) -> MatchKey:
        """What the match of so many players is found by in the store."""
        from farklegen.solvers.multiplayer.game import SOLVER_VERSION
        from farklegen.store.match_file import MatchKey

        return MatchKey(self.loaded.fingerprint, "several", {"players": players}, SOLVER_VERSION)

    def several_card(self, players: int) -> SeveralCard:
        """The card for a table of so many players."""
        from farklegen.rules.hands import hands_of
        from farklegen.solvers.refusals import refuse_beyond_scores
        from farklegen.study import several_cards

        def work_out() -> SeveralCard:
            from farklegen.cards.short_several import card_for_several

            solution, for_two = self.several(players), self.card
            alike = hands_of(self.ruleset).alike and self.ruleset.goal is not None
            chain = self.chain if alike else None
            return card_for_several(
                self.analysis, chain, self.arena, solution, for_two, self.progress
            )

        refuse_beyond_scores(
            self.ruleset,
            f"what cards win at a table of {players} is not worked out with {{rule}}. Leave that "
            "rule out, or ask about two players",
        )
        if players not in self._several_cards:
            self._several_cards[players] = self._kept_or(
                work_out,
                several_cards.kind(self.analysis),
                several_cards.key_of(self.analysis, players),
            )
        return self._several_cards[players]

    # policies against each other

    @cached_property
    def arena(self) -> Arena:
        """The solved match, for policies to meet in. It is large: see `let_go`."""
        from farklegen.solvers.duel.duel import Arena

        def told(share: float, doing: str) -> None:
            self.progress(share, doing)  # of whoever listens by then

        return Arena(self.solution, self.tables, threads=self.threads, progress=told)

    def let_go(self) -> None:
        """Free the memory of what was followed; it is worked out anew if it is asked for again."""
        self.__dict__.pop("arena", None)

    @cached_property
    def price(self) -> MatchPrice:
        """What the card costs in a match against perfect play, and its go-for-it thresholds."""
        from farklegen.cards.pricing import match_price, thresholds_in
        from farklegen.study import prices

        def work_out() -> MatchPrice:
            alike = None
            easier = self.easier()
            if easier is not None:
                alike = thresholds_in(self.analysis, easier.arena, self.progress)
                easier.let_go()  # before the real match needs the room
                del easier
            return match_price(self.analysis, self.arena, alike, self.progress)

        return self._kept_or(work_out, prices.KIND, prices.key_of(self.analysis, self.floor))

    @cached_property
    def points_ladder(self) -> Ladder:
        """The best cards for few numbers, by their points alone; it is there at once."""
        return self._ladder(match=False)

    @cached_property
    def ladder(self) -> Ladder:
        """The best cards for few numbers, by what they win against perfect play."""
        return self._ladder(match=True)

    @property
    def has_ladder(self) -> bool:
        """Whether the best cards for the match are known already, here or in the store."""
        from farklegen.store import matches
        from farklegen.study import ladders

        key = ladders.key_of(self.analysis, self.floor, match=True)
        return "ladder" in self.__dict__ or (self.kept and matches.is_kept(self.keyed(key)))

    def _ladder(self, *, match: bool) -> Ladder:
        from farklegen.rules.hands import hands_of
        from farklegen.study import ladders

        def work_out() -> Ladder:
            from farklegen.cards.by_kind import kind_ladder
            from farklegen.cards.short import up_to_the_best
            from farklegen.cards.short_search import find_ladder

            if not hands_of(self.ruleset).alike:
                known = (self.arena, self.price) if match else ()
                return kind_ladder(self.analysis, *known)
            if not match:
                return up_to_the_best(find_ladder(self.analysis, self.chain))
            if not self.has_slow_duels:
                found = find_ladder(self.analysis, self.chain, self.arena, self.progress)
                return up_to_the_best(found)
            return self._found_elsewhere()

        key = ladders.key_of(self.analysis, self.floor, match=match)
        return self._kept_or(work_out, ladders.kind(self.analysis), key)

    def _found_elsewhere(self) -> Ladder:
        """The ladder where a duel takes long: found in other matches, measured in this one."""
        from farklegen.cards.short import up_to_the_best
        from farklegen.cards.short_by_turns import AT_ONCE, find_by_turns, shorter
        from farklegen.cards.short_search import find_ladder, measured_in
        from farklegen.study.ladders import EVERY_SECONDS

        easier = self.easier()
        alike = None if easier is None else easier.arena
        found = find_ladder(self.analysis, self.chain, alike, self.progress)
        del alike  # before the real match needs the room
        if easier is not None:
            easier.let_go()
            del easier
        if not self.match_rules.by_turns:
            every = self.ruleset.goal is not None
            found = up_to_the_best(found)
            return measured_in(self.arena, found, self.analysis, self.progress, every=every)
        near = self
        if self.need.seconds > AT_ONCE:
            near = self.with_rules(shorter(self.analysis))
        found = find_by_turns(self.analysis, found, near.arena, self.progress)
        if near is self:
            return found
        near.let_go()
        del near
        every = self.need.seconds <= EVERY_SECONDS
        return measured_in(self.arena, found, self.analysis, self.progress, every=every)

    @cached_property
    def chain(self) -> TableChain:
        """The break points of short cards, by their points."""
        from farklegen.cards.short_tables import table_chain
        from farklegen.rules.hands import hands_of

        if not hands_of(self.ruleset).alike:
            self._needs_equal_dice("a search of break points")
        return table_chain(self.analysis)

    def player(self, recipe: Recipe, plan: MatchPlan | None = None, players: int = 2) -> Policy:
        """A policy for this match.

        Args:
            recipe: how to play.
            plan: the states of the match, by default those of the solved one.
            players: that the card is for.
        """
        from farklegen.cards.match_player import match_player

        goes = self.price.go_for_it if recipe.needs_go_for_it else None
        expected = self.to_play_by if recipe.needs_expected else None
        by_card = self.card_player(players) if recipe.card else None
        plan = plan or self.solution.plan
        return match_player(recipe, plan, self.tables, goes, expected, by_card)

    @cached_property
    def card_is_by_match(self) -> bool:
        """Whether the card looks at the match: if it is kept, or found within `PATIENCE`."""
        from farklegen.study.estimate import estimate

        return estimate(self, ("ladder",)).seconds <= PATIENCE

    @cached_property
    def card(self) -> Rung:
        """The card that `farklegen table` prints."""
        return self.card_ladder().short

    def card_ladder(self, *, always: bool = False) -> Ladder:
        """The ladder that the card is from: by what cards win, or by points if the match cannot be
        solved or takes long; `always`: however long it takes."""
        from farklegen.errors import UnsolvableError

        if always or self.card_is_by_match:
            with suppress(UnsolvableError):
                return self.ladder
        return self.points_ladder

    def kept_card(self) -> Rung | None:
        """The card without what it scores, if it is known here or in the store; nothing is searched
        for."""
        from farklegen.store import matches
        from farklegen.study import ladders

        for match, name in ((True, "ladder"), (False, "points_ladder")):
            if name in vars(self):
                found: Ladder = vars(self)[name]
                return found.short
            key = self.keyed(ladders.key_of(self.analysis, self.floor, match=match))
            stored = matches.load(key, report=self.report) if self.kept else None
            if stored is not None:
                with suppress(KeyError, TypeError, ValueError, AttributeError):
                    return ladders.kind(self.analysis, scored=False).read(dict(stored.meta)).short
            if match and self.card_is_by_match:
                return None  # it takes a search
        return None

    def card_player(self, players: int = 2) -> CardPlayer:
        """The player by the card for so many."""
        rung = self.card if players == 2 else self.several_card(players).rung
        return partial(rung.way.policy, self.analysis)

    def duel(self, me: Recipe, opponent: Recipe) -> Met:
        """How often one policy wins against another, exactly."""
        return self._met(me, opponent)

    def best_response(self, opponent: Recipe) -> Met:
        """How often the best play against a policy wins, by a player who knows it."""
        return self._met(None, opponent)

    def _met(self, me: Recipe | None, opponent: Recipe) -> Met:
        """A duel; `me` is None for the best response."""
        from farklegen.study import duels

        def work_out() -> Met:
            mine = None if me is None else self.player(me)
            theirs = self.player(opponent)
            self.progress(0.0, PLAYING)
            arena = self.arena
            found = arena.best_response(theirs) if mine is None else arena.meet(mine, theirs)
            self.progress(1.0, PLAYING)
            return duels.Met.of(found)

        key = self.duel_key(me, opponent)
        if key.digest not in self._duels:
            self._duels[key.digest] = self._kept_or(work_out, duels.KIND, key)
        return self._duels[key.digest]

    def duel_key(self, me: Recipe | None, opponent: Recipe) -> MatchKey:
        """What a duel is found by in the store; `me` is None for the best response."""
        from farklegen.study import duels

        players = [each for each in (me, opponent) if each is not None]
        going = any(each.needs_match for each in players)
        step = self.analysis.card.step if going else None
        by_points = any(each.card for each in players) and not self.card_is_by_match
        return duels.key_of(self.loaded, self.floor, me, opponent, step, by_points=by_points)

    def with_rules(self, ruleset: Ruleset) -> Study:
        """This study, or another one of other rules with the same dice and combinations."""
        if ruleset == self.ruleset:
            return self
        return self._like(replace(self.loaded, ruleset=ruleset), self.floor)

    @property
    def has_slow_duels(self) -> bool:
        """Whether a duel takes so long that cards are looked for in an easier match."""
        return self.match_rules.by_turns or self._is_large

    @property
    def _is_large(self) -> bool:
        rules = self.match_rules
        sweeps = FALLING_SWEEPS if rules.falls and rules.ending.rounds is None else 1
        return self.need.states * sweeps > SLOW_STATES

    @property
    def easier_rules(self) -> Ruleset:
        """The rules of that easier match."""
        from farklegen.cards.pricing import easier_to_search

        streaks = not (self._is_large and self.match_rules.streak_costs)
        return easier_to_search(self.ruleset, streaks=streaks)

    def easier(self) -> Study | None:
        """The same game without what makes duels slow, for a search of thresholds; None if they are
        not slow. Where the real match is out of reach, it is refused before this one is solved."""
        from farklegen.solvers.match.feasibility import check_feasible

        if not self.has_slow_duels or self.ruleset.goal is None:
            return None
        if not self.is_solved:
            check_feasible(self.match_rules, self.threads)
        return self.with_rules(self.easier_rules)

    @cached_property
    def head_start(self) -> HeadStart:
        """The points for the second player that make the match fair."""
        return self.with_head_starts().solution.head_start()

    @property
    def has_head_start(self) -> bool:
        """Whether the match itself says what head start is fair: no player is off the board, or has
        points there."""
        return self.head_starts or not self.ruleset.bank.has_opening

    def with_head_starts(self) -> Study:
        """This study, or another one of the same rules, with players off the board who may have
        been given points."""
        if self.has_head_start:
            return self
        return self._like(self.loaded, self.floor, head_starts=True)

    def solved_for(self, match_state: MatchState) -> Study:
        """This study, or another one of the same rules whose match has these scores: they may lie
        far below zero, or be head starts of players off the board."""
        from farklegen.solvers.match.match_rules import floor_for
        from farklegen.solvers.match_state_checks import floor_problems

        if list(floor_problems(self.ruleset, self.floor)):
            return self
        lowest = min(match_state.mine, match_state.theirs)
        floor = floor_for(self.ruleset, self.tables, self.floor, lowest, self.tolerance)
        found = self.cut_off_at(floor)
        rules, context = found.match_rules, match_state.context()
        boards = (match_state.mine, context.on_board), (match_state.theirs, context.their_on_board)
        known = all(on_board or rules.may_be_off_board(score) for score, on_board in boards)
        return found if known else found.with_head_starts()

    def cut_off_at(self, floor: int | None) -> Study:
        """This study, or another one of the same rules, with scores cut off there."""
        return self if floor == self.floor else self._like(self.loaded, floor)

    def within(self, tolerance: float | None) -> Study:
        """This study, or another one of the same rules, with such an error of chances to win."""
        if tolerance is None or tolerance == self.tolerance:
            return self
        return self._like(self.loaded, self.floor, tolerance=tolerance)

    def rounded_to(self, step: int | None) -> Study:
        """This study, or another one of the same rules, with such a card."""
        if step is None or step == self.step:
            return self
        return self._like(self.loaded, self.floor, step)

    def _like(
        self,
        loaded: LoadedRuleset,
        floor: int | None,
        step: int | None = None,
        *,
        tolerance: float | None = None,
        head_starts: bool = False,
    ) -> Study:
        return Study(
            loaded,
            floor=floor,
            tolerance=tolerance or self.tolerance,
            head_starts=self.head_starts or head_starts,
            step=step or self.step,
            threads=self._threads,
            kept=self.kept,
            progress=self.progress,
            report=self.report,
        )
