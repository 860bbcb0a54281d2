"""Built-in rulesets found by words and by rules."""

from __future__ import annotations

import pytest

from farklegen import api
from farklegen.errors import ArgumentError
from farklegen.rules.finding import rule_keys


def found(*words: str, rules: tuple[str, ...] = ()) -> set[str]:
    return {loaded.slug for loaded in api.rulesets(words, rules)}


def test_every_word_must_occur_in_any_case() -> None:
    assert found("zilch") == {"zilch", "zilch-family"}
    assert found("ZILCH", "streak") == found("zilch", "streak")
    assert found("straight", "five dice") < found("straight")
    assert found("no such thing at all") == set()


def test_what_the_rules_say_in_words_is_looked_at() -> None:
    assert {
        "dix-mille", "talisman", "dix-mille-app", "dix-mille-fleur", "hot-dice", "last-die"
    } == found("must be rolled again")  # fmt: skip


def test_a_rule_is_had_if_its_key_changes_something() -> None:
    takes_over = {loaded.slug for loaded in api.rulesets() if loaded.ruleset.piggyback != "none"}
    assert found(rules=("piggyback",)) == takes_over == {"onward", "onward-consolation", "walters"}
    opening = found(rules=("bank.opening",))
    assert "party-10000" in opening
    assert "basic" not in opening
    french = {"dix-mille", "dix-mille-fleur", "cinq-mille"}
    assert found(rules=("bank.opening", "instant_win")) == french
    assert found("French", rules=("bank.opening", "instant_win")) == french
    assert found(rules=("all_dice_only",)) == {"dix-mille-cinq"}
    assert found(rules=("farkle.first_roll_penalty",)) == {"dix-mille-fleur"}
    assert found(rules=("last_die",)) == found(rules=("last_die_throws",)) == {"last-die"}


def test_groups_and_their_keys_are_rules() -> None:
    keys = rule_keys()
    assert {"bank", "bank.opening", "farkle", "farkle.streak", "rounds"} <= set(keys)
    assert not {"name", "source", "labels", "combinations"} & set(keys)
    assert found(rules=("farkle",)) >= found(rules=("farkle.streak",))


def test_a_rule_that_is_no_key_is_told_with_the_nearest() -> None:
    with pytest.raises(ArgumentError, match="no rule 'piggybak'; did you mean piggyback"):
        api.rulesets(rules=["piggybak"])
    with pytest.raises(ArgumentError, match="no rule 'xyzzy'; there are: dice, rounds, goal"):
        api.rulesets(rules=["xyzzy"])
    with pytest.raises(ArgumentError, match="words: 'basic' is not a list of texts"):
        api.rulesets("basic")
