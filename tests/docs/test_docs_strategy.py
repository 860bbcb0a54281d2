"""What ways of playing win, as the guide for players and the validation page say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from farklegen import api
from farklegen.policies.policy import GoForIt
from farklegen.policies.recipe import parse
from tests.docs.pages import DOCS, blocks, report, rows
from tests.shared import match_player

GUIDE = DOCS / "play-better.md"
VALIDATION = DOCS / "validation.md"
HEADER = ("dice to roll", "whose", "own score", "opponent's score")

Chances = tuple[float, float, float]
Wins = Callable[..., Chances]


def thresholds(whose: str) -> GoForIt:
    """The scores from which to go for the goal, as the validation page has them."""
    found: dict[int, list[int | None]] = {6: [None, None]}
    dice = 0
    for number, name, *scores in rows(VALIDATION, *HEADER):
        dice = int(number or dice)
        if name == whose:
            found[dice] = [None if score == "none" else int(score) for score in scores]
    mine, theirs = zip(*(found[dice] for dice in range(1, 7)), strict=True)
    return GoForIt(mine, theirs)


@pytest.fixture(scope="module")
def wins(tmp_path_factory: pytest.TempPathFactory) -> Wins:
    """What one policy wins against another: moving first, second, on average."""
    study = api.studies(["basic"])[0]
    arena: Any = study.arena
    place = tmp_path_factory.mktemp("policies")
    known: dict[str, Any] = {}

    def player(policy: str) -> Any:
        """By name, by the text of a file in braces, or by the file that the guide has."""
        if policy not in known:
            name, text = policy, ""
            if policy == "simple.yaml":
                text = next(block.text for block in blocks(GUIDE, "yaml"))
            elif ":" in policy:
                text = f"{{{policy}}}"
            if text:
                file = place / f"policy-{len(known)}.yaml"
                file.write_text(text, encoding="utf-8")
                name = str(file)
            recipe = parse(name)
            if recipe.card:
                known[policy] = study.player(recipe)
            else:
                known[policy] = match_player(recipe, arena.layout, thresholds("ours"))
        return known[policy]

    def found(one: str, other: str = "optimal", *, best: bool = False) -> Chances:
        duel = (
            arena.best_response(player(other)) if best else arena.meet(*map(player, (one, other)))
        )
        return duel.moving_first, duel.moving_second, duel.average

    return found


def test_what_each_piece_of_advice_is_worth(wins: Wins) -> None:
    found = rows(GUIDE, "policy", "in words", "wins")
    assert len(found) == 12
    real = [f"{100 * wins(policy.strip('`'))[2]:.4f}%" for policy, _, _ in found]
    assert [shown for _, _, shown in found] == real
    assert real == sorted(real)


def test_the_ladder_is_that_of_the_card() -> None:
    real = [
        [
            str(rung["numbers"]),
            f"{rung['points_per_turn']:.2f}",
            f"{100 * rung['win_probability']['average']:.4f}%",
        ]
        for rung in report("table", "basic")["ladder"]
    ]
    shown = rows(GUIDE, "numbers", "points per turn", "wins")
    assert shown == [row for row in real if row in shown]


def test_against_others(wins: Wins) -> None:
    header = ("against", "the card wins", "`full-table-go` wins", "perfect play wins")
    found = rows(GUIDE, *header)
    assert len(found) == 4
    for policy, *shown in found:
        real = [wins(me, policy.strip("`"))[2] for me in ("card", "full-table-go", "optimal")]
        assert shown == [f"{100 * chance:.4f}%" for chance in real]


def test_published_ways_of_playing(wins: Wins) -> None:
    found = rows(VALIDATION, "way of playing", "when", "published", "ours", "command")
    assert len(found) == 4
    order = ("moving first", "moving second", "average")
    for _, what, published, ours, command in found:
        real = wins(command.strip("`").split()[-1])[order.index(what)]
        assert ours == f"{real:.8f}"
        assert real == pytest.approx(float(published), abs=0.5e-6)
