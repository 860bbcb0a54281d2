"""Warnings: rules that can be played, but of which a part has no effect or a surprising one.

Unlike `rules.consistency`, these looks are made on request only (`farklegen check`), and may take
some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.rules.consistency import COMBINATIONS
from farklegen.rules.endings import ending_of
from farklegen.rules.expectations import PATTERN_LISTS
from farklegen.rules.facts import (
    RulesetFacts,
    can_come_up,
    contains_any,
    facts_of,
    pattern_instances,
    roll_without,
)
from farklegen.rules.hands import hands_of
from farklegen.rules.language import Finding
from farklegen.rules.patterns import (
    letters_from_a,
    letters_in_order,
    parse_pattern,
)
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.units import turn_unit
from farklegen.rules.words import pattern_words
from farklegen.rules.yaml_nodes import Loc


def find_warnings(ruleset: Ruleset) -> list[Finding]:
    """Everything in a valid ruleset that is useless or surprising."""
    facts = facts_of(ruleset)
    return [
        *_impossible(facts),
        *_abbreviations(ruleset),
        *_same_meaning(ruleset),
        *_dead_dice(facts),
        *_never_farkles(facts),
        *_hot_dice(facts),
        *_farkles(ruleset),
        *_bank(ruleset),
        *_end_of_game(ruleset),
        *_disasters(facts),
    ]


def _impossible(facts: RulesetFacts) -> Iterator[Finding]:
    for combination in facts.combinations:
        if not combination.rollable:
            yield Finding(
                ("combinations", combination.key),
                f"{combination.key} can never be rolled with these die_weights; it has no effect",
                "key",
            )
    for name, keys in _pattern_lists(facts.ruleset):
        for index, key in enumerate(keys):
            if not pattern_instances([key], facts.faces):
                yield Finding(
                    (name, index),
                    f"{key} can never be rolled with these die_weights; it has no effect",
                )


def _abbreviations(ruleset: Ruleset) -> Iterator[Finding]:
    """Patterns that may be short for something: `FH` is a full house to many, and no pattern of
    it.
    """
    keys: list[tuple[Loc, str]] = [(("combinations", key), key) for key in ruleset.combinations]
    for name, listed in _pattern_lists(ruleset):
        keys += [((name, index), key) for index, key in enumerate(listed)]
    for loc, key in keys:
        if letters_from_a(key):
            continue
        yield Finding(
            loc,
            f"each character is a die, so {key} is {pattern_words(key)}; if that is meant, write "
            f"{letters_in_order(key)}",
            "key" if loc[0] == "combinations" else "value",
        )


def _same_meaning(ruleset: Ruleset) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for key, points in ruleset.combinations.items():
        meaning = parse_pattern(key).canonical
        other = first.setdefault(meaning, key)
        if other != key:
            same = points == ruleset.combinations[other]
            effect = "for the same points" if same else "and the player takes either"
            yield Finding(
                ("combinations", key),
                f"{key} is the same pattern as {other}, {effect}; keep one of the two",
                "key",
            )


def _dead_dice(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    if facts.smallest is None:
        return
    dead = sorted(n for n in facts.left if 0 < n < facts.smallest and n < ruleset.dice)
    if facts.smallest > ruleset.dice or not dead:
        return
    counts = " or ".join(str(n) for n in dead)
    dice = "die" if dead == [1] else "dice"
    yield Finding(
        COMBINATIONS,
        f"a roll of {counts} {dice} can never score, as the smallest combination has "
        f"{facts.smallest} dice: every such roll is a farkle; add a smaller combination if that "
        "is not meant",
        "key",
    )


def _never_farkles(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    bare = roll_without(ruleset.dice, facts.faces, facts.instances(ruleset.dice))
    if ruleset.nothing is not None and bare is None:
        message = "every roll of all the dice scores, so nothing is never paid; delete it"
        yield Finding(("nothing",), message, "key")
    farkle = ruleset.farkle
    # Near an exact goal even a scoring roll may be a farkle, so nothing is certain there.
    if ruleset.overshoot == "win" and (ruleset.nothing is not None or bare is None):
        why = "nothing scores" if bare is not None else "such a roll always scores"
        for key, points in (
            ("first_roll_points", farkle.first_roll_points),
            ("first_roll_penalty", farkle.first_roll_penalty),
            ("all_dice_points", farkle.all_dice_points),
        ):
            if points:
                message = f"a roll of all the dice can never farkle, as {why}; delete {key}"
                yield Finding(("farkle", key), message, "key")
        smaller = [n for n in facts.left if 0 < n < ruleset.dice]
        if all(roll_without(n, facts.faces, facts.instances(n)) is None for n in smaller):
            message = "no roll can ever farkle, so no turn ever has to stop; check the patterns"
            yield Finding(COMBINATIONS, message, "key")


def _hot_dice(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    if not facts.hot_dice:
        reason = "no combinations together use all the dice"
        if "hot_dice" in ruleset.model_fields_set:  # whatever it says
            message = f"{reason}, so hot dice never come up and hot_dice has no effect; delete it"
            yield Finding(("hot_dice",), message, "key")
        if ruleset.hot_dice_bonus is not None:
            message = f"{reason}, so hot dice never come up and pay no bonus; delete hot_dice_bonus"
            yield Finding(("hot_dice_bonus",), message, "key")
        return
    bonus = ruleset.hot_dice_bonus
    if bonus is None:
        return
    single = facts.smallest == 1 or (ruleset.dice == 1 and ruleset.nothing is not None)
    if bonus.when == "last_die" and not single:
        yield Finding(
            ("hot_dice_bonus", "when"),
            "a roll of one die can never score, so a bonus for the last die is never paid; "
            "use when: any",
        )


def _farkles(ruleset: Ruleset) -> Iterator[Finding]:
    farkle = ruleset.farkle
    if farkle.streak is not None and not farkle.penalty:
        message = "a streak without a penalty has no effect; add a penalty, or delete the streak"
        yield Finding(("farkle", "streak"), message, "key")
    elif farkle.streak is not None and ruleset.rounds and farkle.streak > ruleset.rounds:
        message = (
            f"nobody farkles {farkle.streak} times in {ruleset.rounds} rounds, so the penalty is "
            "never paid; use a shorter streak, or delete it"
        )
        yield Finding(("farkle", "streak"), message)
    if farkle.lowest_score is not None and not farkle.most_lost:
        message = "no rule can take a score below 0, so lowest_score has no effect; delete it"
        yield Finding(("farkle", "lowest_score"), message, "key")


def _bank(ruleset: Ruleset) -> Iterator[Finding]:
    bank = ruleset.bank
    step = turn_unit(ruleset)
    if bank.multiple_of > 1 and step % bank.multiple_of == 0:
        yield Finding(
            ("bank", "multiple_of"),
            f"every turn score is a multiple of {step} already, so multiple_of has no effect; "
            "delete it",
            "key",
        )
    goal = ruleset.goal
    if goal is not None and ruleset.overshoot == "win" and bank.minimum >= goal:
        yield Finding(
            ("bank", "minimum"),
            f"the minimum of {bank.minimum} reaches the goal of {goal}, so the first bank "
            "decides the game; raise the goal if that is not meant",
        )
    if ruleset.overshoot == "bust" and bank.minimum > step > 0:
        yield Finding(
            ("bank", "minimum"),
            f"with overshoot: bust, a player who needs fewer than {bank.minimum} more points "
            "cannot bank them and cannot reach the goal; lower the minimum if that is not meant",
        )


def _end_of_game(ruleset: Ruleset) -> Iterator[Finding]:
    ending = ending_of(ruleset)
    if not ending.has_ties and ruleset.ties != "split":
        message = "with end_game: sudden_death there are no ties; delete it, or use final_turn"
        yield Finding(("ties",), message, "key")


def _disasters(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    wins = pattern_instances(ruleset.instant_win, facts.faces)
    losses = pattern_instances(ruleset.disaster, facts.faces)
    always_wins = bool(wins) and roll_without(ruleset.dice, facts.faces, wins) is None
    if always_wins:
        message = "every roll of all the dice wins, so the first player does; use rarer patterns"
        yield Finding(("instant_win",), message, "key")
    if hands_of(ruleset).jokers:
        return  # a roll with one in a combination is looked at without it
    for combination in facts.combinations:
        if combination.rollable and (wins or losses):
            pairs = [c for c, _ in combination.pairs() if can_come_up(c, facts.faces)]
            if not always_wins and all(contains_any(c, wins) for c in pairs):
                yield Finding(
                    ("combinations", combination.key),
                    f"every roll with {combination.key} wins the game at once, so a match never "
                    "pays its points (only the expected score, which leaves winning at once out, "
                    "counts them); change instant_win if they are meant to be paid",
                    "key",
                )
            elif all(contains_any(c, losses) and not contains_any(c, wins) for c in pairs):
                yield Finding(
                    ("combinations", combination.key),
                    f"every roll with {combination.key} is a disaster, so it never scores; "
                    "delete it, or change disaster",
                    "key",
                )


def _pattern_lists(ruleset: Ruleset) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, getattr(ruleset, name)) for name in PATTERN_LISTS)
