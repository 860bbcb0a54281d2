"""What the campaign draws: the same for the same seed, and all that the language has."""

from __future__ import annotations

from random import Random

from campaign.draw import ENDINGS, numbered, ruleset
from campaign.files import file_number
from campaign.finding import data_of, yaml_of
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset

WORDS = {"name", "source", "labels"}
"""Keys that only say what something is called."""


def test_the_same_seed_draws_the_same_rulesets_whatever_else_is_drawn() -> None:
    some = [numbered(7, number) for number in range(20)]
    assert [numbered(7, number) for number in reversed(range(20))] == some[::-1]
    assert [numbered(8, number) for number in range(20)] != some


def test_the_same_seed_draws_the_same_files() -> None:
    assert [file_number(3, n) for n in range(50)] == [file_number(3, n) for n in range(50)]
    assert file_number(3, 0) != file_number(4, 0)


def test_every_key_of_the_language_is_drawn() -> None:
    drawn: dict[str, set[str]] = {
        "": set(),
        "bank": set(),
        "farkle": set(),
        "hot_dice_bonus": set(),
    }
    for number in range(300):
        data = data_of(numbered(1, number))
        for group, keys in drawn.items():
            keys.update(data.get(group, {}) if group else data)
    # Random dice of different kinds (`dice` by name is the field `bring`) are drawn in
    # tests/solvers/test_solvers_hands.py.
    assert drawn[""] == set(Ruleset.model_fields) - WORDS - {"bring", "die_types"} | {"dice"}
    assert drawn["bank"] == set(Bank.model_fields)
    assert drawn["farkle"] == set(Farkle.model_fields)
    assert drawn["hot_dice_bonus"] == set(HotDiceBonus.model_fields)


def test_what_is_drawn_is_a_ruleset_for_the_program_as_well() -> None:
    for number in range(60):
        drawn = numbered(2, number)
        assert load_text(yaml_of(data_of(drawn))).ruleset == drawn


def test_most_of_the_games_with_odd_ends_have_one_or_two_dice() -> None:
    rng = Random(1)
    drawn = [found for _ in range(100) if (found := ruleset(rng, ENDINGS)) is not None]
    assert {one.dice for one in drawn} == {1, 2}
    assert sum(one.end_game != "sudden_death" for one in drawn) > len(drawn) / 2
