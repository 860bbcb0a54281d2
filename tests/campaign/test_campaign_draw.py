"""What the campaign draws: the same for the same seed, and all that the language has."""

from __future__ import annotations

from campaign.draw import data_of, numbered, yaml_of
from farklegen.rules.loading import load_text
from farklegen.rules.ruleset import Bank, Farkle, HotDiceBonus, Ruleset

WORDS = {"name", "source", "labels"}
"""Keys that only say what something is called."""


def test_the_same_seed_draws_the_same_rulesets_whatever_else_is_drawn() -> None:
    some = [numbered(7, number) for number in range(20)]
    assert [numbered(7, number) for number in reversed(range(20))] == some[::-1]
    assert [numbered(8, number) for number in range(20)] != some


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
    assert drawn[""] == set(Ruleset.model_fields) - WORDS - {"bring"} | {"dice"}
    assert drawn["bank"] == set(Bank.model_fields)
    assert drawn["farkle"] == set(Farkle.model_fields)
    assert drawn["hot_dice_bonus"] == set(HotDiceBonus.model_fields)


def test_rules_that_were_once_wrong_together_are_drawn_together() -> None:
    drawn = [numbered(1, number) for number in range(500)]
    farkles = [(one, one.farkle) for one in drawn]
    below = [(one, f) for one, f in farkles if f.most_lost and f.lowest_score != 0]
    together = {
        "below zero, all, kept": [f.penalty == "all" and f.keeps_turn_score for _, f in below],
        "below zero, opening": [one.bank.has_opening for one, _ in below],
        "award, exact": [f.first_roll > 0 and one.overshoot == "bust" for one, f in farkles],
        "by name, taking over": [
            not isinstance(one.bring, int) and one.piggyback != "none" for one in drawn
        ],
        "a combination and its law": [
            len(one.all_dice_only) > 1 and one.all_dice_only[0] in one.all_dice_only[1] * 9
            for one in drawn
        ],
    }
    assert {what for what, there in together.items() if sum(there) < 4} == set()


def test_what_is_drawn_is_a_ruleset_for_the_program_as_well() -> None:
    for number in range(60):
        drawn = numbered(2, number)
        assert load_text(yaml_of(data_of(drawn))).ruleset == drawn
