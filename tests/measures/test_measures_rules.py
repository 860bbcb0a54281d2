"""What differs between rulesets, by what it means and not by how it is written."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from farklegen import api
from farklegen.measures import rule_changes
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Ruleset


def rules(combinations: str = "{1: 100, 5: 50}", *lines: str) -> Ruleset:
    return load_text("\n".join(["goal: 1000", f"combinations: {combinations}", *lines])).ruleset


def changes(*rulesets: Ruleset) -> list[tuple[str, tuple[Any, ...]]]:
    return [(change.key, change.values) for change in rule_changes(rulesets)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rules(), rules("{5: 50, 1: 100}")),
        (rules("{1: 100, 5: 50}"), rules("{A: [100, 0, 0, 0, 50, 0]}")),
        (rules(), rules("{1: 100, 5: 50}", "ties: leader")),
        (rules(), rules("{1: 100, 5: 50}", "name: Other", "labels: {1: ace}")),
    ],
)
def test_what_means_the_same_is_no_difference(one: Ruleset, other: Ruleset) -> None:
    assert changes(one, other) == []


def test_numbers_are_those_of_the_file() -> None:
    other = rules("{1: 100, 5: 50}", "bank: {opening: 77}")
    assert changes(rules(), other) == [("bank.opening", (None, 77))]


def test_single_faces_are_named_where_not_all_of_them_differ() -> None:
    one = rules("{1: 100, 5: 50, AAA: [1000, 200, 300, 400, 500, 600]}")
    other = rules("{1: 100, AAA: [300, 200, 300, 400, 500, 600]}")
    assert changes(one, other) == [
        ("combinations.5", (50, None)),
        ("combinations.111", (1000, 300)),
    ]


def test_a_pattern_of_every_face_is_named_once() -> None:
    one = rules("{1: 100}")
    other = rules("{1: 100, AAA: 500, AABBCC: 750}")
    third = rules("{1: 100, AAA: [1, 2, 3, 4, 5, 6]}")
    assert changes(one, other, third) == [
        ("combinations.AAA", (None, 500, (1, 2, 3, 4, 5, 6))),
        ("combinations.AABBCC", (None, 750, None)),
    ]


def test_keys_come_in_the_order_of_the_language() -> None:
    other = rules(
        "{1: 200, 5: 50}",
        "dice: 5",
        "bank: {minimum: 50, opening: 300}",
        "farkle: {streak: 2, penalty: 100}",
        "end_game: final_turn",
        "instant_win: [AAAAA]",
    )
    assert changes(rules(), other) == [
        ("dice", (6, 5)),
        ("combinations.1", (100, 200)),
        ("bank.minimum", (None, 50)),
        ("bank.opening", (None, 300)),
        ("farkle.streak", (None, 2)),
        ("farkle.penalty", (None, 100)),
        ("farkle.lowest_score", (None, "no limit")),
        ("end_game", ("sudden_death", "final_turn")),
        ("ties", (None, "split")),
        ("instant_win", (None, ("AAAAA",))),
    ]


def test_rulesets_differ_where_their_fingerprints_do() -> None:
    for one, other in combinations_with_replacement(api.rulesets(), 2):
        same = one.fingerprint == other.fingerprint
        assert (changes(one.ruleset, other.ruleset) == []) == same


def test_points_by_face_of_a_pattern_with_digits_are_those_of_its_dice() -> None:
    texts = ("[0, 9, 9, 9, 9, 9]", "9", "[0, 9, 9, 9, 9, 7]")
    by_list, by_number, other = (
        load_text(f"goal: 90\ncombinations: {{11A: {points}}}\n").ruleset for points in texts
    )
    assert changes(by_list, by_number) == []
    assert changes(by_list, other)[-1] == ("combinations.11A", (9, None))
