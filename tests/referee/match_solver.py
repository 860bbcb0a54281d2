"""The chances of winning from every match state that a game can come to, bounded from both sides.

A match state's value W is the mover's chance of winning; an end of the turn that hands the dice
over is worth 1 − W(the opponent's match state), and a turn that may be taken over is rolled on or
not, whichever is better:

    W = max(roll at the start of a turn, roll at the inherited dice and turn score)

Match states that can come back to each other make a block. Blocks are settled one by one, those
first to which the others lead, in sweeps over the block until nothing changes any more. Every W
stays between `low` (0 to begin with) and `high` (1 to begin with), since low values come of the
opponent's high ones and the other way round. Turns are followed a `slack` of points past what
suffices to end the game; beyond, low takes it that rolling loses, and high that it wins. So the gap
between the two is what sweeps and slack have left undecided, rounding apart.

Where the game can go on for ever, and nobody can or wants to end it, the gap does not close: the
equations have more than one solution. The one that counts is the limit of the game that is cut off
after n turns and then counts half for each, and that is found by doing so: every match state that
the block leads to, in the block or not, last turns and what may be taken over too, begins at ½, and
is swept n times, each sweep taking all its values from the one before. (On the way there, a match
state outside the block may be worth more than in the end, and so move the block to another solution
than it would come to against what leaving it is worth in the end.) There may be no such limit, or
none
in sight: values that go on jumping between two, or creeping. Then the gap is left as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from farklegen.errors import UnsolvableError
from farklegen.rulebook.match_rules import End, MatchState
from farklegen.rulebook.turn_rules import Position
from tests.referee.match_blocks import blocks
from tests.referee.match_rules import MatchRules
from tests.referee.match_turn import MatchDice, Place, TurnPlan, roll_values
from tests.referee.reach import Bracket

WIDE = 1e-10
"""A gap that no rounding explains."""

EXPLAINED = 30.0
"""A gap at most so many times what one turn makes of it comes of that, and of nothing else."""

CREEPING = 100
"""Sweeps for which values that have come to rest must stay there: some only creep."""


@dataclass
class Limits:
    """When to stop: a change or a gap this small, or so many sweeps of a block, or turns in all."""

    tolerance: float
    most_sweeps: int
    most_turns: int


@dataclass
class TurnNode:
    """A turn from one match state, with all the places from which it may be rolled.

    - `end`: turn score from which it is not followed any more, `room`: as in `MatchRules`
    - `banks`, `farkles`, `disaster`: cells that the ends of the turn lead to (None: no such end)
    - `wanted`: cells to be worked out, with the place that may be taken over
    """

    match_state: MatchState
    end: int
    room: int | None
    disaster: int | None
    rolled: set[Place] = field(default_factory=set)
    banks: dict[Place, int | None] = field(default_factory=dict)
    farkles: dict[Place, int] = field(default_factory=dict)
    wanted: dict[int, Place] = field(default_factory=dict)
    plan: TurnPlan | None = None
    bank_cells: list[int | None] = field(default_factory=list)
    farkle_cells: list[int] = field(default_factory=list)

    def leads_to(self) -> set[int]:
        """The cells of all its ends."""
        ends = {*self.banks.values(), *self.farkles.values(), self.disaster}
        return {cell for cell in ends if cell is not None}


class MatchSolver:
    """Values with one slack; turns are followed so many points past what suffices.

    `low[cell]` and `high[cell]` bound the chance of the player whose turn comes after an end.
    `endless` counts match states for which it matters that going on for ever counts half.
    """

    def __init__(self, rules: MatchRules, dice: MatchDice, slack: int, limits: Limits) -> None:
        self.rules, self.dice, self.slack, self.limits = rules, dice, slack, limits
        self.low: list[float] = []
        self.high: list[float] = []
        self.endless = 0
        self.undecided = 0
        self.fresh = Place(rules.turn.start, first_roll=True)
        self._cells: dict[End, int] = {}
        self._turns = 0
        self._new: list[MatchState] = []
        self._owner: dict[int, TurnNode] = {}
        self._nodes: list[TurnNode] = []
        self._limits: dict[int, tuple[float, float]] | None = None
        self._batch: dict[MatchState, TurnNode] = {}
        self._plans: dict[tuple[frozenset[Place], int | None], TurnPlan] = {}
        self._asked: dict[tuple[MatchState, Place], TurnNode] = {}

    def after(self, end: End) -> Bracket:
        """Bounds for the mover's chance when a turn ends so."""
        cell = self._cell(end)
        self._solve()
        return Bracket(1 - self.high[cell], 1 - self.low[cell])

    def at_start(self, match_state: MatchState) -> Bracket:
        """Bounds for the chance of the player to move."""
        cell = self._cell(match_state)
        self._solve()
        return Bracket(self.low[cell], self.high[cell])

    def rolling(self, match_state: MatchState, place: Place) -> Bracket:
        """Bounds for rolling at a place of the turn that starts with this match state."""
        base = match_state._replace(inherit=None)
        if (base, place) not in self._asked:
            node = self._node(base)
            self._follow(node, place)
            self._solve()
            self._asked[base, place] = node
        node = self._asked[base, place]
        assert node.plan is not None
        slot = node.plan.slots[place]
        low, high = self._rolls(node)
        return Bracket(low[slot], high[slot])

    def _cell(self, end: End) -> int:
        """Where a value is kept; one that was never met is put on the list of work."""
        if isinstance(end, MatchState):
            end = self.rules.essential(end)
        if end not in self._cells:
            self._cells[end] = len(self.low)
            if isinstance(end, MatchState):
                self._new.append(end)
                self.low.append(0.0)
                self.high.append(1.0)
            else:
                self.low.append(1 - end)
                self.high.append(1 - end)
        return self._cells[end]

    def _node(self, base: MatchState) -> TurnNode:
        """The turn from a match state among those that are being worked out now."""
        if base not in self._batch:
            self._turns += 1
            if self._turns > self.limits.most_turns:
                raise UnsolvableError(
                    f"goal: more than {self.limits.most_turns} situations between turns are too "
                    "many for the referee; lower the goal"
                )
            wiped = self.rules.disaster(base) if self.rules.ruleset.disaster else None
            self._batch[base] = TurnNode(
                match_state=base,
                end=self.rules.points_that_suffice(base) + self.slack,
                room=self.rules.room(base),
                disaster=None if wiped is None else self._cell(wiped),
            )
            self._follow(self._batch[base], self.fresh)
        return self._batch[base]

    def _follow(self, node: TurnNode, root: Place) -> None:
        """Add a place to roll from, and all that it leads to, to a turn."""
        waiting = [root]
        while waiting:
            place = waiting.pop()
            position = place.position
            if place in node.rolled:
                continue
            if place not in node.banks:
                banked = self.rules.bank(node.match_state, position)
                node.banks[place] = None if banked is None else self._cell(banked)
            if place != root and position.score >= node.end:
                continue
            node.rolled.add(place)
            farkle = self.rules.farkle(node.match_state, position, first_roll=place.first_roll)
            node.farkles[place] = self._cell(farkle)
            for _, positions in self.dice.leads(position):
                for to in positions:
                    if node.room is None or to.score <= node.room:
                        waiting.append(Place(to))

    def _solve(self) -> None:
        """Work out all that is new, and all that it leads to."""
        while self._new:
            match_state = self._new.pop()
            node = self._node(match_state._replace(inherit=None))
            root = self.fresh
            if match_state.inherit is not None:
                score, dice = match_state.inherit
                root = Place(Position(dice, score))
            node.wanted[self._cell(match_state)] = root
            self._follow(node, root)
        nodes = list(self._batch.values())
        self._batch, self._nodes, self._limits = {}, nodes, None
        for node in nodes:
            self._plan(node)
        owner = {cell: number for number, node in enumerate(nodes) for cell in node.wanted}
        self._owner.update((cell, nodes[number]) for cell, number in owner.items())
        leads = [{owner[cell] for cell in node.leads_to() if cell in owner} for node in nodes]
        for block in blocks(leads):
            returns = len(block) > 1 or block[0] in leads[block[0]]
            members = [nodes[number] for number in block]
            members.sort(key=lambda node: -node.match_state.mine - node.match_state.theirs)
            self._settle(members, returns)

    def _plan(self, node: TurnNode) -> None:
        key = (frozenset(node.rolled), node.room)
        if key not in self._plans:
            self._plans[key] = TurnPlan(self.dice, *key)
        node.plan = plan = self._plans[key]
        node.bank_cells = [node.banks[place] for place in plan.places]
        node.farkle_cells = [node.farkles.get(place, 0) for place in plan.places]

    def _settle(self, block: list[TurnNode], returns: bool) -> None:
        """Bring a block to rest; `returns`: some value in it depends on itself."""
        cells = [cell for node in block for cell in node.wanted]
        if not returns:
            self._sweep(block)
            return
        settled = self._sweep_until_still(block)
        before = {cell: self.high[cell] - self.low[cell] for cell in cells}
        gap = max(before.values())
        if gap <= max(WIDE, EXPLAINED * max(self._blur(node, before.keys()) for node in block)):
            return
        limits = self._cut_off() if settled or self._apart_for_good(block, gap) else {}
        if not all(cell in limits for cell in cells):
            self.undecided += len(cells)
            return
        self._set([(cell, *limits[cell]) for cell in cells])
        gaps = [gap - (self.high[cell] - self.low[cell]) for cell, gap in before.items()]
        self.endless += sum(gap > WIDE for gap in gaps)

    def _apart_for_good(self, block: list[TurnNode], gap: float) -> bool:
        """Whether bounds that still move come to rest with nearly all of this gap between them."""
        if self.limits.most_sweeps < CREEPING:
            return False
        changes = [self._sweep(block)[0] for _ in range(CREEPING)]
        if changes[-1] <= self.limits.tolerance / 10:
            return True
        rate = float((changes[-1] / changes[0]) ** (1 / (CREEPING - 1)))
        return rate < 1 - 1e-5 and changes[-1] * rate / (1 - rate) <= gap / 100

    def _cut_off(self) -> dict[int, tuple[float, float]]:
        """The limits of the game that is cut off; cells without one in sight are left out."""
        if self._limits is None:
            nodes = self._all_led_to(self._nodes)
            kept = [(c, self.low[c], self.high[c]) for node in nodes for c in node.wanted]
            self._set([(cell, 0.5, 0.5) for cell, _, _ in kept])
            moved = {cell: 0 for cell, _, _ in kept}
            sweep = 0
            while sweep < self.limits.most_sweeps and sweep - max(moved.values()) < CREEPING:
                sweep += 1
                new = [value for node in nodes for value in self._values(node)]
                for cell, low, high in new:
                    change = max(abs(low - self.low[cell]), abs(high - self.high[cell]))
                    if change > self.limits.tolerance / 10:
                        moved[cell] = sweep
                self._set(new)
            still = {cell for cell, last in moved.items() if sweep - last >= CREEPING}
            found = {c: (self.low[c], self.high[c]) for c in still - self._led_astray(nodes, still)}
            self._set(kept)
            self._limits = found
        return self._limits

    def _all_led_to(self, nodes: list[TurnNode]) -> list[TurnNode]:
        """Turns, and all that can come after them."""
        found = {id(node): node for node in nodes}
        waiting = list(nodes)
        while waiting:
            for cell in waiting.pop().leads_to():
                node = self._owner.get(cell)
                if node is not None and id(node) not in found:
                    found[id(node)] = node
                    waiting.append(node)
        return list(found.values())

    def _led_astray(self, nodes: list[TurnNode], still: set[int]) -> set[int]:
        """Cells of turns that lead, by and by, to one whose cells are not all still."""
        before: dict[int, list[TurnNode]] = {}
        for node in nodes:
            for cell in node.leads_to():
                before.setdefault(cell, []).append(node)
        waiting = [node for node in nodes if not node.wanted.keys() <= still]
        found: set[int] = set()
        while waiting:
            for cell in waiting.pop().wanted:
                if cell not in found:
                    found.add(cell)
                    waiting += before.get(cell, [])
        return found

    def _sweep_until_still(self, block: list[TurnNode]) -> bool:
        """Sweep over a block until nothing changes; False if that takes too many sweeps.

        Bounds that began apart have met when the gap is closed.
        """
        for _ in range(self.limits.most_sweeps):
            change, gap = self._sweep(block)
            if min(10 * change, gap) <= self.limits.tolerance:
                return True
        return False

    def _sweep(self, block: list[TurnNode]) -> tuple[float, float]:
        """Work out every value once, each from the newest ones; the largest change and gap."""
        change = gap = 0.0
        for node in block:
            new = self._values(node)
            for cell, low, high in new:
                change = max(change, abs(low - self.low[cell]), abs(high - self.high[cell]))
                gap = max(gap, high - low)
            self._set(new)
        return change, gap

    def _set(self, values: list[tuple[int, float, float]]) -> None:
        for cell, low, high in values:
            self.low[cell], self.high[cell] = low, high

    def _values(self, node: TurnNode) -> list[tuple[int, float, float]]:
        """(cell, low, high) of all that is wanted of a turn."""
        assert node.plan is not None
        slots = node.plan.slots
        low, high = self._rolls(node)
        start = slots[self.fresh]
        return [
            (cell, max(low[start], low[slots[place]]), max(high[start], high[slots[place]]))
            for cell, place in node.wanted.items()
        ]

    def _blur(self, node: TurnNode, own: Collection[int]) -> float:
        """How far the bounds of a turn would be apart if those of its block were not: for what it
        leads to elsewhere, and for being followed only so far."""
        assert node.plan is not None
        outside = [self.high[c] - self.low[c] for c in node.leads_to() if c not in own]
        middle = {c: 1 - (self.low[c] + self.high[c]) / 2 for c in {*node.leads_to(), 0}}
        banks = [None if cell is None else middle[cell] for cell in node.bank_cells]
        farkles = [middle[cell] for cell in node.farkle_cells]
        disaster = 0.0 if node.disaster is None else middle[node.disaster]
        low, high = (roll_values(node.plan, banks, farkles, disaster, n) for n in (0.0, 1.0))
        places = {self.fresh, *node.wanted.values()}
        short = max(high[node.plan.slots[p]] - low[node.plan.slots[p]] for p in places)
        return short + max(outside, default=0.0)

    def _rolls(self, node: TurnNode) -> tuple[list[float], list[float]]:
        """Low and high values of rolling at all the places of a turn."""
        assert node.plan is not None
        sides = []
        for theirs, unknown in ((self.high, 0.0), (self.low, 1.0)):
            banks = [None if cell is None else 1 - theirs[cell] for cell in node.bank_cells]
            farkles = [1 - theirs[cell] for cell in node.farkle_cells]
            disaster = 0.0 if node.disaster is None else 1 - theirs[node.disaster]
            sides.append(roll_values(node.plan, banks, farkles, disaster, unknown))
        return sides[0], sides[1]
