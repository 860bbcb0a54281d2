"""The share of a whole command, from what solvers say about its parts."""

from __future__ import annotations

import pytest

from farklegen.solvers.progress import NEARLY, WholeShare, WorkPart

SOLVE, SEARCH = "solving the match", "looking for cards"


def test_parts_count_by_their_seconds_and_the_share_never_falls() -> None:
    whole = WholeShare("working")
    whole.expect([WorkPart(SOLVE, 10.0), WorkPart(SEARCH, 30.0), WorkPart(SOLVE, 40.0)])
    shares = []
    for fraction, doing in (
        (0.5, SOLVE), (0.2, SOLVE), (0.9, "looking elsewhere"), (0.0, SEARCH), (0.5, SEARCH),
        (0.5, SOLVE), (7.0, SOLVE),
    ):  # fmt: skip
        whole(fraction, doing)
        assert whole.doing == doing
        shares.append(whole.share)
    assert shares == pytest.approx([5 / 80, 5 / 80, 5 / 80, 10 / 80, 25 / 80, 60 / 80, NEARLY])


def test_without_an_estimate_the_share_is_that_of_what_is_done_now() -> None:
    whole = WholeShare("working")
    for fraction, doing, share in (
        (-0.5, "a", 0.0), (0.6, "a", 0.6), (0.4, "a", 0.6), (0.1, "b", 0.1)
    ):  # fmt: skip
        whole(fraction, doing)
        assert whole.share == share
