"""A player who reads the printed text of a card, knows the rules, and nothing else.

In plain Python, without a line of what made the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from farklegen.play.game import Action, Game
from farklegen.rulebook import Position
from tests.referee import Decision
from tests.referee.turn import State
from tests.report.reading_card import ReadingCard
from tests.report.reading_words import LAST_OF_ALL, LAST_TURN, Grid


class ReadingPlayer(ReadingCard):
    """Plays by a card."""

    # one turn, with no goal

    def counted(self, position: Position) -> int:
        """The turn score as it counts at these scores."""
        return 0 if self.less is None else max(position.score - self.less, 0)

    def box(self, state: State, position: Position) -> int | None:
        """What the box of a position says."""
        grid = self.grids.get(state) or self.grids[None]
        if grid.add is not None:
            return self.kinds_box(grid, position)
        score = self.counted(position)
        bottom = self.less is None or (self.less > 0 and score == 0)
        return grid.box(position.dice, None if bottom else score)

    def kinds_box(self, grid: Grid, position: Position) -> int | None:
        """The same of different dice."""
        column = grid.dice.index(self.hands.sizes[position.dice])
        kinds = list(zip(self.hands.counts[position.dice], self.hands.kinds, strict=True))
        add, bank = (
            (row[column] or 0) + sum(n * self.more.get((verb, kind.name), 0) for n, kind in kinds)
            for verb, row in (("add", grid.add or []), ("bank", grid.bank_from or []))
        )
        banks = self.less is not None and position.score >= bank + self.less
        return None if banks else max(add, self.least)

    def wants_bank(self, state: State, position: Position) -> bool:
        return self.box(state, position) is None

    def lets_bank(self, state: State, position: Position) -> bool:
        """Whether the card lets a turn score be banked, whatever the rules do."""
        least = self.minimum if state.on_board else max(self.opening, self.minimum)
        return position.score >= least and position.score % self.multiple == 0

    def value(self, state: State, position: Position) -> int:
        return self.box(state, position) or 0

    def chosen(
        self, state: State, options: Iterable[Position], may: Callable[[Position], bool]
    ) -> Position:
        options = list(options)
        if self.most_points:
            options = list({o.dice: o for o in sorted(options, key=lambda o: o.score)}.values())
        return max(
            options,
            key=lambda o: (
                o.score + self.value(state, o),
                may(o) and self.wants_bank(state, o),
                o.dice,
                o.score,
            ),
        )

    def by_points(self, state: State, options: Sequence[Position]) -> Decision:
        """A policy for `referee.evaluate_policy`."""

        def may(position: Position) -> bool:
            allowed = self.turn.may_bank(position, on_board=state.on_board)
            return allowed and self.lets_bank(state, position)

        position = self.chosen(state, options, may)
        return Decision(position, may(position) and self.wants_bank(state, position))

    # a match

    def theirs(self, game: Any) -> int:
        """The score that counts as the opponent's."""
        if hasattr(game, "others"):
            return int(max(game.scores[other] for other in game.others))
        return int(game.match_state.theirs)

    def last_kind(self, game: Game) -> str | None:
        """Which last turn this is."""
        if game.last_turn:
            return LAST_TURN
        here = game.match_state
        of_all = here.rounds_left == 1 and not here.first  # the second player's in the last round
        return LAST_OF_ALL if of_all else None

    def decide(self, game: Game) -> Action:
        here = game.match_state
        here = replace(here, scores=(here.mine, self.theirs(game)))
        kind = self.last_kind(game)
        farkles = 0 if here.my_farkles in self.as_none.get(str(kind), ()) else here.my_farkles
        state = State(here.on_board, farkles)
        self.less = self.counts_less(here.mine, here.theirs, kind)
        if game.phase == "offer":
            assert here.inherit is not None
            assert self.take_over is not None
            score, dice = here.inherit
            return "take over" if score >= self.take_over[dice] else "start afresh"

        def may(position: Position) -> bool:
            return game.rules.may_bank(
                position, on_board=here.on_board, previous=here.previous
            ) and self.lets_bank(state, position)

        if game.phase == "keep":
            positions = [choice.position for choice in game.choices]
            there = [p for p in positions if may(p) and self.ends(game, p)]
            if there:
                most = max if self.takes_most(kind) else min
                chosen = most(there, key=lambda p: (p.score, p.dice))
            else:
                chosen = self.chosen(state, positions, may)
            return next(choice for choice in game.choices if choice.position == chosen)
        ends = self.ends(game, game.position)
        if not game.may_bank:
            assert not ends or self.may_be_forbidden(kind)
            return "roll"
        assert here.previous == 0 or self.beats or not self.ruleset.bank.beat_previous
        if ends:
            return "bank" if kind or not self.waits(game) else "roll"
        if kind in self.on_last:
            return "roll"
        wanted = may(game.position) and self.wants_bank(state, game.position)
        return "bank" if wanted else "roll"

    def counts_less(self, mine: int, theirs: int, kind: str | None) -> int | None:
        """By how much the turn score counts less at these scores."""
        if kind in self.last_all_out:
            return None
        assert kind is None or not self.lines
        return next((line.less for line in self.lines if line.holds(mine, theirs)), 0)

    def ends(self, game: Game, position: Position) -> bool:
        """Whether the turn score reaches the goal first, or is what to bank on a last turn."""
        here, kind = game.match_state, self.last_kind(game)
        total, theirs = here.mine + position.score, self.theirs(game)
        if kind in self.on_last:
            last = self.on_last[kind]
            if last.goal is not None:
                return total == last.goal
            level = last.level or (not self.of_several and self.ruleset.ties == "challenger")
            if total > theirs or (level and total == theirs):
                return True
        if self.at_goal is None or (self.at_goal.first and kind == LAST_TURN):
            return False
        goal = self.at_goal.goal
        return total == goal if self.at_goal.exactly else total >= goal

    def takes_most(self, kind: str | None) -> bool:
        if kind in self.on_last:
            return self.on_last[kind].most
        return self.at_goal is not None and self.at_goal.most

    def may_be_forbidden(self, kind: str | None) -> bool:
        if kind in self.on_last:
            return self.on_last[kind].may_be_forbidden
        return self.at_goal is not None and self.at_goal.may_be_forbidden

    def waits(self, game: Game) -> bool:
        """Whether to roll on past the goal."""
        here = game.match_state
        if self.at_goal is None or not self.at_goal.waits:
            return False
        last_round = self.ruleset.rounds is not None and here.rounds_left == 1
        follows = self.ruleset.end_game == "final_turn" and not last_round
        if not (self.at_goal.always_waits or here.first or follows):
            return False
        ahead = here.mine + game.position.score - self.theirs(game)
        return ahead < self.lead or self.hands.sizes[game.position.dice] > self.past
