"""What dice score, in a line: on the screen for rules from a file, and on paper."""

from __future__ import annotations

import re
from dataclasses import dataclass

from farklegen.report.numbers import points
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import lower_first, name_with_patterns, pattern_name

FACES = 6


@dataclass(frozen=True)
class WhatScores:
    """The combinations of a ruleset.

    Attributes:
        one: points of a single die by its face, 0 for none.
        by_face: name and points of those that score by their face, 0 for none.
        multiples: name of each that scores a multiple of the first of these, and the factor.
        others: name and points of the rest.
    """

    one: tuple[int, ...]
    by_face: tuple[tuple[str, tuple[int, ...]], ...]
    multiples: tuple[tuple[str, int], ...]
    others: tuple[tuple[str, int], ...]

    def words(self, faces: str = "") -> str:
        """All of them in a line: `1: 100 · 5: 50 · Four of a kind: 1,000 · Straight: 1,500`.

        Args:
            faces: a sign for each face, if there are some.
        """
        items = [
            f"{faces[face]} {points(n)}" if faces else f"{face + 1}: {points(n)}"
            for face, n in enumerate(self.one)
            if n
        ]
        for name, scores in self.by_face:
            items.append(_words_by_face(name, scores, faces))
            if self.multiples and scores is self.by_face[0][1]:
                times = (f"{lower_first(name)} {n} ×" for name, n in self.multiples)
                items[-1] += f"; {', '.join(times)} as much"
        return " · ".join((*items, *(f"{name}: {points(n)}" for name, n in self.others)))


def _words_by_face(name: str, scores: tuple[int, ...], faces: str) -> str:
    """`Three of a kind, 1s to 6s: 1,000, 200, 300, 400, 500, 600`."""
    if all(scores) and not faces:
        return f"{name}, 1s to {FACES}s: {', '.join(map(points, scores))}"
    signs = faces or [f"{face}s" for face in range(1, FACES + 1)]
    some = (f"{sign} {points(n)}" for sign, n in zip(signs, scores, strict=True) if n)
    return f"{name}: {(' ' if faces else ', ').join(some)}"


def what_scores(ruleset: Ruleset) -> WhatScores:
    """The combinations, those of one name and one score together."""
    one = [0] * FACES
    by_face: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    others: dict[tuple[str, int], list[str]] = {}
    for key, scores in ruleset.combinations.items():
        name = pattern_name(ruleset, key)
        if not isinstance(scores, int):
            by_face.setdefault((name, tuple(scores)), []).append(key)
        elif re.fullmatch("[1-6]", key):
            one[int(key) - 1] = scores
        else:
            others.setdefault((name, scores), []).append(key)
    if ruleset.nothing is not None:
        others[pattern_name(ruleset, "nothing"), ruleset.nothing] = []
    named = [(name_with_patterns(name, keys), scores) for (name, scores), keys in by_face.items()]
    factors = {name: _factor(scores, named[0][1]) for name, scores in named[1:]}
    return WhatScores(
        tuple(one),
        tuple((name, scores) for name, scores in named if not factors.get(name)),
        tuple((name, factor) for name, factor in factors.items() if factor),
        tuple((name_with_patterns(name, keys), scores) for (name, scores), keys in others.items()),
    )


def _factor(scores: tuple[int, ...], of: tuple[int, ...]) -> int:
    """How many times as much some faces score; 0 if that is no whole number for all of them."""
    factor = scores[0] // of[0] if of[0] else 0
    return factor if scores == tuple(factor * n for n in of) else 0
