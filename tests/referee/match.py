"""Matches of two and more in plain Python, from the rules reference: the slow twin of the solvers.

A state is a table as the player to move sees it: scores in points, who is on the board, and once
the goal has been reached how many players still have a turn and who has the highest score, as
positions. Where it matters it also has the mover's seat, how many rounds are left, how many farkles
in a row each player has, what was banked on the turn before and must be beaten, and the turn that
may be taken over, which is rolled once at least: taken where that is better than a fresh one by
more than `EQUAL`. Its value has a chance to win for each position. A turn is worked out from high
turn scores down:

    roll  = instant wins + farkle · what it leaves + disaster · what it leaves
            + Σ over the other rolls  p · the best of where its scorings lead
    value = banking where it is allowed, or the roll if that is better

Each player takes what is best for the own chance; of what is equal (`EQUAL`) banking, then more
dice, then more points.

States with the same points in all fall into cycles of farkles that bank nothing. Each is worked out
by value iteration from equal chances, the state before the least one first (nobody off the board
before others, then the scores in their order). One that does not come to rest so may do where
values go half the way; if not even that helps, the game is cut off after `ROUNDS` rounds without a
point. What changes by no more than `NEARLY` then goes on until it is at rest.

Where scores may fall, or what farkled may be taken over, all tables are iterated together, those
with the most points first, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, inf, log
from typing import NamedTuple

from farklegen.rulebook import Position
from farklegen.rules.facts import unit
from farklegen.rules.ruleset import Ruleset
from tests.referee.turn import Turn

EQUAL = 1e-12
STILL = 1e-14
NEARLY = 1e-6
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


class Step(NamedTuple):
    """A place of a turn: what it leads to, ends and later places by their numbers.

    `bank` is None where that is not allowed, `ends` are farkles and disasters with their chances,
    `leads` the other rolls; None where the turn is not followed any more.
    """

    bank: int | None
    win: float = 0.0
    ends: Sequence[tuple[float, int]] = ()
    leads: Sequence[tuple[float, list[int]]] | None = None


class TurnPlan(NamedTuple):
    """A turn from one table: the places in an order in which they can be worked out, the first roll
    of a fresh turn and the one of a turn that is taken over, and what ends of the turn leave."""

    steps: list[Step]
    fresh: Step
    over: Step | None
    ends: list[Table | Values]


class Match:
    """All the values of a small game.

    Args:
        ruleset: the rules.
        players: how many.
        floor: where scores below zero are cut off.
        other: the rules of the second of two players, who has other dice.
        far: whether turns that may go on past what suffices are followed until less than 1e-12 of
            them are left. Otherwise a few rolls are followed, which is enough where turns end soon.
        hopeful: whether value iteration begins with the mover winning, in place of equal chances.
            Where that comes to another answer, players may leave turns to each other for ever.

    Attributes:
        values: the chances of everybody at every table that was met, in the order of moving.
        settled: whether they came to rest.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int = 2,
        floor: int | None = None,
        *,
        other: Ruleset | None = None,
        far: bool = False,
        hopeful: bool = False,
    ) -> None:
        self.ruleset, self.players, self.other = ruleset, players, other
        self.turns = [Turn(rules) for rules in (ruleset, other) if rules is not None]
        self.unit = unit(ruleset)
        goal = NO_GOAL if ruleset.goal is None else ruleset.goal
        self.goal = -(-goal // self.unit) * self.unit
        self.exact = ruleset.overshoot == "bust"
        must_run_on = "required" in (ruleset.hot_dice, ruleset.last_die)
        must_run_on = must_run_on or ruleset.bank.multiple_of > 1
        may_run_on = ruleset.end_game != "sudden_death" or ruleset.goal is None
        may_run_on = may_run_on and not self.exact
        self._banks_hand_on = ruleset.piggyback in ("after_bank", "both")
        self._farkles_hand_on = ruleset.piggyback in ("after_farkle", "both")
        # a farkle that keeps the turn score loses nothing by rolling on
        far = far or (may_run_on and ruleset.farkle.keeps_turn_score)
        left = 1e-12 if far else 0.1 if self._banks_hand_on else 0.4
        rolls = self._rolls_left(left) if must_run_on or may_run_on else 0
        if must_run_on and not far:
            rolls = max(rolls, 12)
        self.most = max(turn.most_points(0) for turn in self.turns)
        # the bonus for hot dice may grow with each roll
        self.slack = sum(max(turn.most_points(hot) for turn in self.turns) for hot in range(rolls))
        farkle = ruleset.farkle
        self.streak = farkle.streak if farkle.penalty else None
        limits = [n for n in (farkle.lowest_score, floor) if n is not None and farkle.most_lost]
        far_below = -inf if ruleset.rounds is not None else 0
        self.lowest = max((-(-n // self.unit) * self.unit for n in limits), default=far_below)
        self.settled = True
        self.values: dict[Table, Values] = {}
        self._lost = (0.0,) * (players - 1) + (1.0,)
        self._begun = self._lost[::-1] if hopeful else (1.0 / players,) * players
        self._plans: dict[Table, TurnPlan] = {}
        self._ways: dict[tuple[Turn, Position], list[tuple[float, list[Position]]]] = {}
        falls = self.streak is not None or farkle.first_roll_penalty or ruleset.disaster
        self._sweeps = bool(self._farkles_hand_on or falls)
        self._settle_all()

    def start(self) -> Table:
        """The first turn of the game."""
        none = (0,) * self.players
        on_board = (not self.ruleset.bank.has_opening,) * self.players
        return Table(none, on_board, rounds=self.ruleset.rounds, farkles=none)

    def rolling(self, table: Table, position: Position, *, first: bool = False) -> float:
        """The mover's chance by rolling at a position; `first`: the first roll of a fresh turn."""
        plan = self._planned(table._replace(inherit=None if first else position), position.score)

        def roll() -> float:
            fresh, over = self._rolls(plan)
            return (fresh if over is None else over)[0]

        return self._asked(roll)

    def banking(self, table: Table, position: Position) -> float | None:
        """The mover's chance by banking at a position; None where it is not allowed."""
        if not self._may_bank(table, position):
            return None
        end = self._after(table, "bank", position.score, position._replace(hot=0))
        return self._asked(lambda: self._seen(end)[0])

    def win_probability(self, table: Table) -> float:
        """The mover's chance at the start of a turn."""
        return self._asked(lambda: self.at(table)[0])

    def _asked(self, question: Callable[[], float]) -> float:
        """The answer once all tables that it looks at are settled."""
        answer, met = question(), -1
        while self._sweeps and met < len(self.values):
            met = len(self.values)
            self._sweep()
            answer = question()
        return answer

    def at(self, table: Table) -> Values:
        """The chances of everybody, in the order of moving."""
        if table not in self.values:
            known = table.previous > 0 or table.inherit is not None  # a bank came before
            if table.left is not None or table.rounds is not None or (known and not self._sweeps):
                self.values[table] = self._play(table)
            elif self._sweeps:
                self.values[table] = self._begun
            else:
                self._settle(table)
        return self.values[table]

    def _rolls_left(self, chance: float) -> int:
        """Rolls past what suffices after which a turn goes on with less than this chance."""
        most = max(
            sum(share for share, _ in turn.chances(hand, to_win=True).scorings)
            for turn in self.turns
            for hand in turn.reachable_dice
        )
        if most > 1 - 1e-12:
            return 60 if chance > NEARLY else 320
        return min(320, ceil(log(chance) / log(most))) if most else 1

    def _settle_all(self) -> None:
        if self.ruleset.rounds is not None:
            self.at(self.start())
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
        for table in tables:
            self.at(table)
        if self._sweeps:
            self._sweep()

    def _settle(self, table: Table) -> None:
        """Work out a table and those to which farkles lead from it and back."""
        cycle = [table]
        while (after := self._turned(cycle[-1])) != table:
            cycle.append(after)
        for most, share in ((ROUNDS // 4, 1.0), (ROUNDS // 4, 0.5), (ROUNDS, 1.0)):
            self.values.update(dict.fromkeys(cycle, self._begun))
            if self._iterate(cycle, most, share):
                break

    def _sweep(self) -> None:
        """Iterate all tables together, and those that are met on the way."""
        met = 0
        while met < len(self.values):
            met = len(self.values)
            ahead = [table for table in self.values if table.left is None and table.rounds is None]
            ahead.sort(key=lambda table: sum(table.scores))
            self.settled = any(self._iterate(ahead, SWEEPS, share) for share in (1.0, 0.5))

    def _iterate(self, cycle: list[Table], most: int, share: float) -> bool:
        """Value iteration on a cycle, going such a share of the way; whether it came to rest.

        What neither changed nor leads to what did is left as it is.
        """
        moved: dict[Table | Values, int] = {}
        change = 1.0
        for sweep in range(20 * most):
            if sweep >= most and change > NEARLY:
                break
            change = 0.0
            for member in reversed(cycle):
                leads = (member, *self._plan(member).ends)
                if sweep and not any(moved.get(each, -2) >= sweep - 1 for each in leads):
                    continue
                new, before = self._play(member), self.values[member]
                apart = max(abs(a - b) for a, b in zip(new, before, strict=True))
                change = max(change, apart)
                if apart > STILL / 100:
                    moved[member] = sweep
                    self.values[member] = tuple(
                        share * a + (1 - share) * b for a, b in zip(new, before, strict=True)
                    )
            if change <= STILL:
                return True
        return False

    def _play(self, table: Table) -> Values:
        """What a turn is worth to everybody, seen by the player who has it."""
        fresh, over = self._rolls(self._plan(table))
        return over if over and over[0] > fresh[0] + EQUAL else fresh

    def _rolls(self, plan: TurnPlan) -> tuple[Values, Values | None]:
        """What the first roll of a fresh turn is worth, and that of the turn taken over."""
        ends, worth = [self._seen(end) for end in plan.ends], list[Values]()
        places = range(self.players - 1)

        def rolled(step: Step) -> Values:
            found = [(chance, ends[end]) for chance, end in step.ends]
            for chance, slots in step.leads or ():
                best = worth[slots[0]]
                for slot in slots[1:]:
                    if worth[slot][0] > best[0] + EQUAL:
                        best = worth[slot]
                found.append((chance, best))
            own, *others = [sum([c * w[place] for c, w in found]) for place in places]
            own += step.win
            return (own, *others, 1 - own - sum(others))

        for step in plan.steps:
            banked = None if step.bank is None else ends[step.bank]
            roll = self._lost if step.leads is None else rolled(step)
            worth.append(roll if banked is None or roll[0] > banked[0] + EQUAL else banked)
        return rolled(plan.fresh), plan.over and rolled(plan.over)

    def _seen(self, end: Table | Values) -> Values:
        """What an end of a turn is worth, seen by the player who had it."""
        if not isinstance(end, Table):
            return end
        found = self.at(end)
        return (found[-1], *found[:-1])

    def _plan(self, table: Table) -> TurnPlan:
        if table not in self._plans:
            self._plans[table] = self._planned(table)
        return self._plans[table]

    def _planned(self, table: Table, begun: int = 0) -> TurnPlan:
        """All that can happen in a turn that has come to that many points."""
        turn, taken = self.turns[table.seat if self.other else 0], table.inherit
        room = self.goal - table.scores[0] if self.exact else inf
        until = max(self._until(table), begun + self.slack) if room == inf else room + 1
        numbers: dict[Table | Values, int] = {}
        over = taken if taken is not None and taken.score <= room else None
        roots = [turn.start] if over is None else [turn.start, over]

        def ends(position: Position) -> bool:
            """Whether nobody rolls on; who may not bank does so for some more rolls."""
            end = until if self._may_bank(table, position) else until + self.slack
            return position.score >= end or self._wins(table, position)

        found, waiting = set[Position](), list(roots)
        while waiting:
            position = waiting.pop()
            if position in roots or not ends(position):
                new = {to for _, leads in self._leads(turn, position) for to in leads} - found
                new = {to for to in new if to.score <= room}
                found |= new
                waiting += new
        places = sorted(found, key=lambda place: -place.score)
        slots = {place: slot for slot, place in enumerate(places)}

        def number(how: str, banked: int, at: Position) -> int:
            end = self._after(table, how, banked, at._replace(hot=turn.start.hot))
            return numbers.setdefault(end, len(numbers))

        def step(position: Position) -> Step:
            banks = self._may_bank(table, position)
            bank = number("bank", position.score, position) if banks else None
            if ends(position):
                return Step(bank)
            return rolled(position, bank)

        def rolled(position: Position, bank: int | None = None, *, first: bool = False) -> Step:
            chances = turn.chances(position.dice, to_win=True)
            lost = turn.farkle_banks(
                position, taken_over=not first, room=int(room) if self.exact else None
            )
            leads = [
                (chance, [slots[to] for to in leads if to in slots])
                for chance, leads in self._leads(turn, position)
            ]
            farkle = chances.farkle + sum(chance for chance, to in leads if not to)
            ends = [(farkle, number("farkle", lost, position))]
            if chances.disaster:
                ends.append((chances.disaster, number("disaster", 0, position)))
            return Step(bank, chances.win, ends, [(p, to) for p, to in leads if to])

        steps, fresh = list(map(step, places)), rolled(turn.start, first=True)
        return TurnPlan(steps, fresh, over and rolled(over), list(numbers))

    def _until(self, table: Table) -> int:
        """The turn score from which a turn is not followed any more."""
        bank = self.ruleset.bank
        best_score = max(table.scores[place] for place in table.top) if table.top else 0
        target = self.goal if table.left is None else best_score + self.unit
        if self.ruleset.goal is None:  # so far ahead that nobody makes up for it
            target = max(table.scores) + 4 * self.most
        minimum = bank.minimum if table.on_board[0] else bank.opening_minimum
        minimum = max(minimum, table.previous + self.unit)
        return max(target - table.scores[0], minimum) + self.slack

    def _wins(self, table: Table, position: Position) -> bool:
        """Whether banking here wins the game: nobody rolls on."""
        if not self._may_bank(table, position):
            return False
        end = self._after(table, "bank", position.score, position)
        return not isinstance(end, Table) and end[0] == 1.0

    def _may_bank(self, table: Table, position: Position) -> bool:
        turn = self.turns[table.seat if self.other else 0]
        return turn.may_bank(position, on_board=table.on_board[0], previous=table.previous)

    def _leads(self, turn: Turn, position: Position) -> list[tuple[float, list[Position]]]:
        """For each set of scorings its chance, and where they lead, more dice and points first."""
        if (turn, position) not in self._ways:
            self._ways[turn, position] = [
                (
                    chance,
                    sorted(
                        {turn.after(position, scoring) for scoring in scorings},
                        key=lambda to: (-to.dice, -to.score),
                    ),
                )
                for chance, scorings in turn.chances(position.dice, to_win=True).scorings
            ]
        return self._ways[turn, position]

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
