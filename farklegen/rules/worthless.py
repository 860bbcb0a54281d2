"""Combinations that never pay more than others in the same dice: a warning of `farklegen check`."""

from __future__ import annotations

from collections.abc import Iterator
from operator import sub

from farklegen.rules.facts import RulesetFacts, can_come_up
from farklegen.rules.language import Finding
from farklegen.rules.patterns import FaceCounts

PIECE_CAP = 2_000
"""With more (dice, points) pairs than this, combinations are not compared with their parts."""


def worth_no_more(facts: RulesetFacts) -> Iterator[Finding]:
    """Combinations that never pay more than smaller ones made of exactly the same dice."""
    if facts.ruleset.all_dice_only:
        return  # what is worth more may not be there with fewer dice
    pieces: list[tuple[FaceCounts, int, int]] = []  # dice, points, position in the file
    for position, combination in enumerate(facts.combinations):
        if combination.rollable:
            pieces += [
                (counts, points, position)
                for counts, points in combination.pairs()
                if can_come_up(counts, facts.faces)
            ]
    if len(pieces) > PIECE_CAP:
        return
    whole: dict[FaceCounts, list[tuple[int, int]]] = {}
    for counts, points, position in pieces:
        whole.setdefault(counts, []).append((points, position))
    most = {counts: max(points for points, _ in offers) for counts, offers in whole.items()}
    best: dict[FaceCounts, int | None] = {(0, 0, 0, 0, 0, 0): 0}

    def parts(dice: FaceCounts, strictly: bool) -> int | None:
        """Most points for exactly these dice; `strictly`: by more than one combination."""
        if not strictly and dice in best:
            return best[dice]
        found: list[int] = []
        for counts in whole:
            if strictly and counts == dice:
                continue
            rest = tuple(map(sub, dice, counts))
            if min(rest) >= 0:
                more = parts((rest[0], rest[1], rest[2], rest[3], rest[4], rest[5]), False)
                if more is not None:
                    found.append(more + most[counts])
        result = max(found, default=None)
        if not strictly:
            best[dice] = result
        return result

    def offers(position: int) -> set[tuple[FaceCounts, int]]:
        return {(counts, points) for counts, points, p in pieces if p == position}

    meanings: set[str] = set()
    for position, combination in enumerate(facts.combinations):
        mine = [(counts, points) for counts, points, p in pieces if p == position]
        if not mine or combination.pattern.canonical in meanings:
            continue
        meanings.add(combination.pattern.canonical)
        own, margins = offers(position), []
        for counts, points in mine:
            rivals = [
                p
                for p, other in whole[counts]
                if p > points or (p == points and (other < position or not offers(other) <= own))
            ]
            together = parts(counts, True)
            if together is not None:
                rivals.append(together)
            margins.append(max(rivals, default=points - 1) - points)
        if min(margins) >= 0:
            yield Finding(
                ("combinations", combination.key),
                f"{combination.key} is never worth more than other combinations in the same dice; "
                "it does no harm, but check its points",
                "key",
            )
