"""Games of several players in plain Python, from the rules reference: the slow twin of the solver.

A state is a table as the player to move sees it: scores in points, who is on the board, and once
the goal has been reached how many players still have a turn and who has the highest score, as
positions. Where it matters it also has the mover's seat, how many rounds are left, how many farkles
in a row each player has, what was banked on the turn before and must be beaten, and the turn that
may be taken over, which is rolled once at least: taken where that is better than a fresh one by
more than `EQUAL`. Its value has a chance to win for each position. A turn is worked out from high
turn scores down. Each player takes what is best for the own chance; of what is equal (`EQUAL`)
banking, then more dice, then more points.

States with the same points in all fall into cycles of farkles that bank nothing. Each is worked out
by value iteration from equal chances, the state before the least one first (nobody off the board
before others, then the scores in their order). One that does not come to rest so may do where
values go half the way; if not even that helps, the game is cut off after `ROUNDS` rounds without a
point.

Where scores may fall, or what farkled may be taken over, all tables are iterated together, those
with the most points first, until nothing changes.
"""

from __future__ import annotations

from itertools import product
from math import ceil, inf, log
from typing import NamedTuple

from farklegen.rulebook.turn_rules import Position
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import unit
from tests.referee.match_turn import MatchDice
from tests.referee.turn import Turn

EQUAL = 1e-12
STILL = 1e-14
ROUNDS = 1000
SWEEPS = 1000
NO_GOAL = 10**9

Values = tuple[float, ...]


class Table(NamedTuple):
    """The start of a turn; position 0 moves."""

    scores: tuple[int, ...]
    on_board: tuple[bool, ...]
    left: int | None = None
    top: frozenset[int] = frozenset()
    seat: int = 0
    rounds: int | None = None
    farkles: tuple[int, ...] = ()
    previous: int = 0
    inherit: Position | None = None


class SeveralReferee:
    """All the values of a small game of so many players.

    Args:
        ruleset: the rules.
        players: how many.
        other: the rules of the second of two players, who has other dice.
        floor: where scores below zero are cut off.
        far: whether turns that have to go on are followed until less than 1e-12 of them are left.
            Otherwise 12 rolls are followed, which is enough where turns end soon.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int = 2,
        floor: int | None = None,
        *,
        other: Ruleset | None = None,
        far: bool = False,
    ) -> None:
        self.ruleset, self.players, self.other = ruleset, players, other
        self.dice = [MatchDice(Turn(rules)) for rules in (ruleset, other) if rules is not None]
        self.unit = unit(ruleset)
        goal = NO_GOAL if ruleset.goal is None else ruleset.goal
        self.goal = -(-goal // self.unit) * self.unit
        self.exact = ruleset.overshoot == "bust"
        must_run_on = "required" in (ruleset.hot_dice, ruleset.last_die)
        must_run_on = must_run_on or ruleset.bank.multiple_of > 1
        may_run_on = ruleset.end_game != "sudden_death" and not self.exact
        # a farkle that keeps the turn score loses nothing by rolling on
        may_run_far = may_run_on and ruleset.farkle.keeps_turn_score
        rolls = (
            self._rolls_left(1e-12 if may_run_far else 0.03 if far else 0.1) if may_run_on else 0
        )
        if must_run_on:
            rolls = max(rolls, self._rolls_left(1e-12) if far else 12)
        self.most = max(dice.turn.most_points(0) for dice in self.dice)
        self.slack = rolls * self.most
        farkle = ruleset.farkle
        self.streak = farkle.streak if farkle.penalty else None
        limits = [n for n in (farkle.lowest_score, floor) if n is not None and farkle.most_lost]
        far_below = -inf if ruleset.rounds is not None else 0
        self.lowest = max((-(-n // self.unit) * self.unit for n in limits), default=far_below)
        self.settled = True
        self.values: dict[Table, Values] = {}
        self._ways: dict[tuple[MatchDice, Position], list[tuple[float, list[Position]]]] = {}
        self._ends: dict[Table, dict[tuple[int, Position, str], Table | Values]] = {}
        self._banks_hand_on = ruleset.piggyback in ("after_bank", "both")
        self._farkles_hand_on = ruleset.piggyback in ("after_farkle", "both")
        falls = self.streak is not None or farkle.first_roll_penalty or ruleset.disaster
        self._sweeps = bool(self._farkles_hand_on or falls)
        self._settle_all()

    def at(self, table: Table) -> Values:
        """The chances of everybody, in the order of moving."""
        goes_round = self._sweeps and table.left is None and table.rounds is None
        if table not in self.values and goes_round:  # what is to be beaten or taken over, too
            self.values[table] = (1.0 / self.players,) * self.players
        if table not in self.values:
            known = table.previous > 0 or table.inherit is not None
            ahead = table.left is not None or table.rounds is not None or known
            assert ahead, "a farkle led to a state that was not yet settled"
            self.values[table] = self._play(table)
        return self.values[table]

    def _rolls_left(self, chance: float) -> int:
        """Rolls past what suffices after which a turn goes on with less than this chance."""
        most = max(
            1 - dice.chances(hand).farkle for dice in self.dice for hand in dice.turn.reachable_dice
        )
        return 60 if most >= 1 else min(60, ceil(log(chance) / log(most))) if most else 1

    def _settle_all(self) -> None:
        if self.ruleset.rounds is not None:
            on_board = (not self.ruleset.bank.has_opening,) * self.players
            none = (0,) * self.players
            self.at(Table(none, on_board, rounds=self.ruleset.rounds, farkles=none))
            return
        seats = self.players if self.other or self.ruleset.end_game == "equal_turns" else 1
        scores = range(int(self.lowest), self.goal, self.unit)
        runs = range(self.streak or 1)
        boards = (True, False) if self.ruleset.bank.has_opening else (True,)
        tables = [
            Table(found, on_board, seat=seat, farkles=farkles)
            for found in product(scores, repeat=self.players)
            for on_board in product(boards, repeat=self.players)
            for seat in range(seats)
            for farkles in product(runs, repeat=self.players)
            if all(on or score <= 0 for on, score in zip(on_board, found, strict=True))
        ]
        tables.sort(
            key=lambda t: (-sum(t.scores), -t.seat, [not on for on in t.on_board], t.scores)
        )
        even = (1.0 / self.players,) * self.players
        if self._sweeps:
            self.values.update(dict.fromkeys(tables, even))
            met = 0
            while met < len(self.values):
                met = len(self.values)
                ahead = [table for table in self.values if table.left is None]
                ahead.sort(key=lambda table: sum(table.scores))
                self.settled = self._iterate(ahead, SWEEPS, 1.0)
            return
        for table in tables:
            if table in self.values:
                continue
            cycle = [table]
            while (after := self._turned(cycle[-1])) != table:
                cycle.append(after)
            for most, share in ((ROUNDS // 4, 1.0), (ROUNDS // 4, 0.5), (ROUNDS, 1.0)):
                self.values.update(dict.fromkeys(cycle, even))
                if self._iterate(cycle, most, share):
                    break

    def _iterate(self, cycle: list[Table], most: int, share: float) -> bool:
        """Value iteration on a cycle, going such a share of the way; whether it came to rest."""
        for _ in range(most):
            change = 0.0
            for member in reversed(cycle):
                new, before = self._play(member), self.values[member]
                change = max(change, *(abs(a - b) for a, b in zip(new, before, strict=True)))
                self.values[member] = tuple(
                    share * a + (1 - share) * b for a, b in zip(new, before, strict=True)
                )
            if change <= STILL:
                return True
        return False

    def _play(self, table: Table) -> Values:
        """What a turn is worth to everybody, seen by the player who has it."""
        best_score = max(table.scores[place] for place in table.top) if table.top else 0
        target = self.goal if table.left is None else best_score + self.unit
        if self.ruleset.goal is None:  # so far ahead that nobody makes up for it
            target = max(table.scores) + 4 * self.most
        dice = self.dice[table.seat if self.other else 0]
        turn, bank = dice.turn, self.ruleset.bank
        minimum = bank.minimum if table.on_board[0] else bank.opening_minimum
        minimum = max(minimum, table.previous + self.unit)
        taken = table.inherit
        room = self.goal - table.scores[0] if self.exact else inf
        end = max(target - table.scores[0], minimum) + self.slack if room == inf else room + 1
        known: dict[Position, Values] = {}
        ends = self._ends.setdefault(table, {})
        hot, places = turn.start.hot, range(self.players)

        def after(how: str, banked: int, at: Position) -> Values:
            left = at if at.hot == hot else at._replace(hot=hot)
            end = ends.get((banked, left, how))
            if end is None:
                end = ends[banked, left, how] = self._after(table, how, banked, left)
            if not isinstance(end, Table):
                return end
            found = self.at(end)
            return (found[-1], *found[:-1])

        def rolled(position: Position, *, first: bool) -> Values:
            chances = dice.chances(position.dice)
            short = self.goal - table.scores[0] if self.exact else None
            lost = turn.farkle_banks(position, taken_over=not first, room=short)
            farkle = after("farkle", lost, position)
            found = [(chances.farkle, farkle)]
            if chances.disaster:
                found.append((chances.disaster, after("disaster", 0, position)))
            for chance, positions in self._leads(dice, position):
                best = None
                for to in positions:
                    if to.score <= room:
                        worth = value(to)
                        if best is None or worth[0] > best[0] + EQUAL:
                            best = worth
                found.append((chance, farkle if best is None else best))
            own, *others = (sum([c * w[place] for c, w in found]) for place in places)
            return (own + chances.win, *others)

        def value(position: Position) -> Values:
            worth = known.get(position)
            if worth is None:
                worth = known[position] = worked_out(position)
            return worth

        def worked_out(position: Position) -> Values:
            banks = turn.may_bank(position, on_board=table.on_board[0], previous=table.previous)
            banked = after("bank", position.score, position) if banks else None
            if position.score >= end:
                return banked or (0.0,) * self.players
            roll = rolled(position, first=False)
            return roll if banked is None or roll[0] > banked[0] + EQUAL else banked

        fresh = rolled(turn.start, first=True)
        if taken is None or taken.score > room:
            return fresh
        over = rolled(taken, first=False)
        return over if over[0] > fresh[0] + EQUAL else fresh

    def _leads(self, dice: MatchDice, position: Position) -> list[tuple[float, list[Position]]]:
        if (dice, position) not in self._ways:
            self._ways[dice, position] = [
                (chance, sorted(positions, key=lambda to: (-to.dice, -to.score)))
                for chance, positions in dice.leads(position)
            ]
        return self._ways[dice, position]

    def _after(self, table: Table, how: str, banked: int, at: Position) -> Table | Values:
        """The start of the turn that follows, or what the end of the game is worth to everybody,
        seen by the player whose turn has ended so (`how`: a bank, a farkle or a disaster) and has
        banked so much, or lost it if it is below zero; `at`: where it ended."""
        hands_on = {"bank": self._banks_hand_on, "farkle": self._farkles_hand_on}.get(how, False)
        before, run = table.scores[0], 0
        mine = (
            before + banked if banked >= 0 else int(max(before + banked, min(before, self.lowest)))
        )
        if how == "disaster":
            mine = min(mine, 0)
        if how == "farkle" and self.streak is not None:
            run = (table.farkles[0] + 1) % self.streak
            mine = mine if run else self._penalised(mine)
        scores, farkles = (mine, *table.scores[1:]), (run, *table.farkles[1:])
        left, top = table.left, table.top
        if left is None and scores[0] >= self.goal:
            left, top = 1 + self._answer(table), frozenset([0])
        elif left is None and table.rounds == 1 and table.seat == self.players - 1:
            left = 1
            best = max(scores)
            level = [place for place in (*range(1, self.players), 0) if scores[place] == best]
            top = frozenset(self._of_level(level))
        elif left is not None:
            highest = max(scores[place] for place in top)
            if scores[0] > highest:
                top = frozenset([0])
            elif scores[0] == highest:
                top = {
                    "split": top | {0}, "leader": top, "challenger": frozenset([0]),
                }[self.ruleset.ties]  # fmt: skip
        if left == 1:
            return tuple(1 / len(top) if place in top else 0.0 for place in range(self.players))
        on_board = (table.on_board[0] or banked > 0, *table.on_board[1:])
        return self._turned(
            table._replace(
                scores=scores,
                on_board=on_board,
                left=None if left is None else left - 1,
                top=top,
                farkles=farkles,
                previous=banked if self.ruleset.bank.beat_previous and how == "bank" else 0,
                inherit=at if hands_on else None,
            )
        )

    def _penalised(self, score: int) -> int:
        penalty = self.ruleset.farkle.penalty
        if penalty == "all":
            return min(score, 0)
        return int(max(score - penalty, min(score, self.lowest)))

    def _answer(self, table: Table) -> int:
        """Players who have a last turn after the mover, who has reached the goal."""
        later = self.players - 1 - table.seat
        if self.ruleset.end_game == "sudden_death":
            return 0
        if self.ruleset.end_game == "equal_turns" or table.rounds == 1:
            return later
        return self.players - 1

    def _of_level(self, places: list[int]) -> list[int]:
        """Whose level scores are after the last round, given in the order of moving."""
        return {"split": places, "leader": places[:1], "challenger": places[-1:]}[self.ruleset.ties]

    def _turned(self, table: Table) -> Table:
        """The same, seen by the next player."""
        players, counted = self.players, table.left is None
        last = table.seat == players - 1
        seats = self.ruleset.end_game == "equal_turns" or table.rounds is not None
        known = bool(self.other) or (seats and counted)
        rounds = table.rounds - last if table.rounds is not None else None
        return Table(
            table.scores[1:] + table.scores[:1],
            table.on_board[1:] + table.on_board[:1],
            table.left,
            frozenset((place - 1) % players for place in table.top),
            (table.seat + 1) % players if known else 0,
            rounds if counted else None,
            table.farkles[1:] + table.farkles[:1],
            table.previous,
            table.inherit,
        )
