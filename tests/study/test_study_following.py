"""How far perfect play has been followed: `study.following`."""

from __future__ import annotations

from itertools import pairwise

import pytest

from farklegen.study.following import Pieces


def test_pieces_are_one_share_that_never_falls() -> None:
    told: list[float] = []
    pieces = Pieces(lambda fraction, _: told.append(fraction))
    pieces.expect([30, 10])
    for share in (0.5, 1.0, 1.0, 0.2, 1.0):  # the second is told at once, then all of it again
        pieces(share, "following perfect play")
    assert told == pytest.approx([0.375, 0.75, 1.0, 1.0, 1.0])
    assert all(later >= share for share, later in pairwise(told))
