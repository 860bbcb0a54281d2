"""What the card of different dice says: a number for how many dice, and one for each kind."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class KindLine:
    """A number for a set of dice.

    Attributes:
        usual: the number of the kind that is not told, in the order of `Hands.kinds`.
        by_number: points by number of dice, fewest first, all of them of the usual kind.
        by_kind: points more for each die of a kind; 0 for the usual one.
        least: the number is never below this.
    """

    usual: int
    by_number: tuple[int, ...]
    by_kind: tuple[int, ...]
    least: int

    def of(self, counts: tuple[int, ...]) -> int:
        """The number for dice of each kind."""
        more = sum(a * b for a, b in zip(counts, self.by_kind, strict=True))
        return max(self.by_number[sum(counts) - 1] + more, self.least)

    def moved(self, place: int, by: int) -> KindLine:
        """The line with another number, by its place: those of numbers of dice, then of kinds."""
        own, kinds = list(self.by_number), list(self.by_kind)
        if place < len(own):
            own[place] = max(own[place] + by, self.least)
        else:
            kinds[place - len(own)] += by
        return replace(self, by_number=tuple(own), by_kind=tuple(kinds))

    @property
    def numbers(self) -> set[int]:
        """The different numbers to remember, those of kinds without their sign."""
        kinds = {abs(points) for points in self.by_kind if points}
        return kinds | set(self.by_number)


@dataclass(frozen=True)
class KindRules:
    """All that the card says but for the goal.

    Attributes:
        worth: what dice left to roll are worth where they are not banked, points.
        bank: the turn score from which they are banked.
    """

    worth: KindLine
    bank: KindLine
