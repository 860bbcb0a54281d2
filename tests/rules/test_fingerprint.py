"""Equal meanings have equal fingerprints, and everything that changes the game changes it."""

from __future__ import annotations

import pytest

from farklegen.rules.catalogue import builtin_names
from farklegen.rules.facts import fingerprint
from farklegen.rules.loading import load_builtin, load_text
from farklegen.rules.ruleset import Ruleset
from tests.rules.texts import SMALL, WHOLE, loaded
from tests.solvers.each_rule import ALONE, PLAIN

SAME: list[tuple[str, str, str]] = [
    ("a name", "", "name: Ours\n"),
    ("a source", "", "source: Grandmother\n"),
    ("labels", "", "labels: {AAA: triple, 1: ace}\n"),
    ("comments", "", "# a comment\n"),
    ("defaults written out", "", "dice: 6\nset_aside: any\nbank: {minimum: 0, multiple_of: 1}\n"),
    ("empty groups", "", "bank:\nfarkle:\ninstant_win: []\n"),
    ("ordinary dice by name", "", "dice: {ordinary: 6}\n"),
    (
        "one kind of dice by name",
        "die_weights: [2, 1, 1, 1, 1, 2]\n",
        "dice: [Big die, big die, big, big, wide, wide]\n"
        "die_types: {big: [2, 1, 1, 1, 1, 2], wide: [4, 2, 2, 2, 2, 4]}\n",
    ),
    ("kinds that are not thrown", "", "die_types: {big: [2, 1, 1, 1, 1, 2]}\n"),
    (
        "kinds under other names, in another order",
        "dice: {big: 2, ordinary: 4}\ndie_types: {big: [2, 1, 1, 1, 1, 2]}\n",
        "dice: {ordinary: 1, fair: 3, large: 2}\n"
        "die_types: {fair: [3, 3, 3, 3, 3, 3], large: [2, 1, 1, 1, 1, 2]}\n",
    ),
    (
        "a joker that never comes up",
        "dice: 6\ndie_weights: [0, 1, 1, 1, 1, 1]\n",
        "dice: {odd: 6}\ndie_types: {odd: {weights: [0, 1, 1, 1, 1, 1], joker: 1}}\n",
    ),
    ("weights with a common factor", "", "die_weights: [7, 7, 7, 7, 7, 7]\n"),
    ("a streak without a penalty", "", "farkle: {streak: 3}\n"),
    ("ties where there are none", "", "ties: challenger\n"),
    ("a floor that no penalty reaches", "", "farkle: {lowest_score: 0}\n"),
    (
        "a floor under a penalty of all",
        "farkle: {streak: 3, penalty: all}\n",
        "farkle: {streak: 3, penalty: all, lowest_score: -500}\n",
    ),
    ("a bonus of nothing", "", "hot_dice_bonus: {points: 0}\n"),
    (
        "an opening below the minimum",
        "bank: {minimum: 300}\n",
        "bank: {minimum: 300, opening: 5}\n",
    ),
    (
        "an opening that is the minimum",
        "bank: {minimum: 300}\n",
        "bank: {minimum: 300, opening: 300}\n",
    ),
    ("rounded minimums", "bank: {minimum: 300}\n", "bank: {minimum: 251}\n"),
    ("a multiple of every turn score", "", "bank: {multiple_of: 25}\n"),
    ("multiples that come to the same", "bank: {multiple_of: 100}\n", "bank: {multiple_of: 20}\n"),
    (
        "a first-roll award within another",
        "farkle: {all_dice_points: 50}\n",
        "farkle: {all_dice_points: 50, first_roll_points: 50}\n",
    ),
    ("patterns in another order", "disaster: [112, AAB]\n", "disaster: [BAA, 211]\n"),
    ("a pattern twice", "instant_win: [222]\n", "instant_win: [222, 222]\n"),
]


@pytest.mark.parametrize(("one", "other"), [s[1:] for s in SAME], ids=[s[0] for s in SAME])
def test_what_does_not_change_the_game(one: str, other: str) -> None:
    assert loaded(one).fingerprint == loaded(other).fingerprint


COMBINATIONS = [
    ("{1: 100, AABB: 300}", "{BBAA: 300, 1: 100}"),
    ("{AAA: 300}", "{AAA: [300, 300, 300, 300, 300, 300]}"),
    ("{AAA: 300}", "{111: 300, AAA: [0, 300, 300, 300, 300, 300]}"),
    ("{123456: 300}", "{ABCDEF: 300}"),
    ("{654321: 300}", "{ZYXCBA: 300}"),
    ("{11A: [0, 9, 9, 9, 9, 9]}", "{11A: 9}"),
]


@pytest.mark.parametrize(("one", "other"), COMBINATIONS)
def test_spelling_of_combinations_does_not_count(one: str, other: str) -> None:
    texts = [f"goal: 900\ncombinations: {combinations}\n" for combinations in (one, other)]
    assert load_text(texts[0]).fingerprint == load_text(texts[1]).fingerprint


def test_the_lower_of_two_values_counts_as_it_can_be_chosen() -> None:
    texts = [
        f"goal: 900\ncombinations: {combinations}\n"
        for combinations in ("{1: 50, AABB: 300}", "{1: 50, AABB: 300, BBAA: 250}")
    ]
    assert load_text(texts[0]).fingerprint != load_text(texts[1]).fingerprint


def test_order_of_keys_does_not_count() -> None:
    blocks: list[list[str]] = []
    for line in WHOLE.splitlines(keepends=True):
        if line.startswith(" "):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    turned = "".join("".join(block) for block in reversed(blocks))
    assert load_text(turned).fingerprint == load_text(WHOLE).fingerprint


ONE = "dice: {odd: 1, ordinary: 5}\n"
DIFFERENT = [
    "dice: 5\n",
    "nothing: 500\n",
    "last_die_throws: 2\n",
    "last_die_throws: 3\n",
    "all_dice_only: [AAA]\n",
    "disaster: [AAAAAA]\n",
    f"{ONE}die_types: {{odd: [2, 1, 2, 1, 2, 1]}}\n",
    "dice: {odd: 2, ordinary: 4}\ndie_types: {odd: [2, 1, 2, 1, 2, 1]}\n",
    f"{ONE}die_types: {{odd: {{weights: [1, 1, 1, 1, 1, 1], joker: 1}}}}\n",
    f"{ONE}die_types: {{odd: {{weights: [1, 1, 1, 1, 1, 1], joker: [1, 2]}}}}\n",
]
ALIKE = {"plain", "streak without penalty"}
"""Names of the same game among `ALONE`."""


def test_what_changes_the_game_changes_the_fingerprint() -> None:
    prints = {lines: loaded(lines).fingerprint for lines in DIFFERENT}
    prints |= {
        base: loaded("", base).fingerprint
        for base in (
            SMALL,
            "goal: 9950\ncombinations: {1: 100, 5: 50, AAA: 500}\n",
            "goal: 10000\ncombinations: {1: 150, 5: 50, AAA: 500}\n",
            "goal: 10000\ncombinations: {1: 100, 6: 50, AAA: 500}\n",
            "goal: 10000\ncombinations: {1: 100, 5: 50, AAA: 550}\n",
            "goal: 10000\ncombinations: {1: 100, 5: 50, 222: 500}\n",
            "goal: 10000\ncombinations: {1: 100, 5: 50}\n",
            "goal: 10000\ncombinations: {1: 100, 5: 50, AAA: 500, AAAA: 600}\n",
        )
    }
    prints |= {
        name: fingerprint(Ruleset(**{**PLAIN, **added}))
        for name, added in ALONE.items()
        if name not in ALIKE
    }
    assert len(set(prints.values())) == len(prints)


def test_it_is_a_sha256_that_stays_the_same() -> None:
    """Stored results are filed under it: a change here needs a new FORM."""
    known = "8a292a39efb41add8f35361c58966c0096c989d0bc59536a09d16a331c45a0f0"
    assert fingerprint(loaded("", SMALL).ruleset) == known


def test_built_in_rules_have_fingerprints_of_their_own() -> None:
    prints = {name: load_builtin(name).fingerprint for name in builtin_names()}
    # the two games differ in the dice that one may bring, and bring ordinary ones
    assert prints.pop("kingdom-come-2") == prints["kingdom-come"]
    assert len(set(prints.values())) == len(prints)
