"""Rules looked at together: what contradicts, and what can never happen.

Each key may be fine by itself (`rules.ruleset` checks this) while two of them make no game. Errors
are looked for whenever a file is loaded, so this check is cheap. Keys that are only useless are
looked for on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from operator import ge

from farklegen.rules.facts import RulesetFacts, banked_unit, facts_of
from farklegen.rules.hands import MOST_HANDS, brought, die_type, hands_of, suggest_kind
from farklegen.rules.language import KEY, Finding, Loc
from farklegen.rules.patterns import (
    FACES,
    MAX_DICE,
    FaceCounts,
    instances_of,
    meaning_of,
    parse_pattern,
    with_letters_from_a,
)
from farklegen.rules.ruleset import FAIR, PATTERN_LISTS, Bank, DieType, Ruleset
from farklegen.rules.words import pattern_words, shown

COMBINATIONS: Loc = ("combinations", KEY)


def find_errors(ruleset: Ruleset) -> list[Finding]:
    findings = [*_patterns(ruleset), *_settings(ruleset)]
    facts = facts_of(ruleset)
    without = list(_nothing_scores(facts))
    return [*findings, *(without or _never_banked(facts))]


def _patterns(ruleset: Ruleset) -> Iterator[Finding]:
    """Patterns that no line of the combinations has, and patterns that are in two lists."""
    known = {meaning_of(key) for key in ruleset.combinations}
    named: list[tuple[Loc, str, str]] = [
        (("all_dice_only", at), key, "it here") for at, key in enumerate(ruleset.all_dice_only)
    ]
    named += [(("labels", key, KEY), key, "its label") for key in ruleset.labels]
    for loc, key, it in named:
        if key == "nothing" and ruleset.nothing is None:
            yield loc, "there is a label for 'nothing', but no points for it; delete the label"
        elif key != "nothing" and meaning_of(key) not in known:
            yield loc, f"there is no combination {key}; delete {it}, or add the combination"
    wins = {meaning_of(key) for key in ruleset.instant_win}
    for index, key in enumerate(ruleset.disaster):
        if meaning_of(key) in wins:
            both = "a roll cannot win and be a disaster, so delete one of the two"
            yield ("disaster", index), f"{key} is in instant_win as well; {both}"


def find_dice_errors(ruleset: Ruleset) -> Iterator[Finding]:
    dice: dict[Loc, DieType | tuple[int, ...]] = {("die_weights",): ruleset.die_weights}
    dice |= {("die_types", name): kind for name, kind in ruleset.die_types.items()}
    for loc, kind in dice.items():
        if not any(kind.weights if isinstance(kind, DieType) else kind):
            of = "".join(f" of {shown(name, 40)}" for name in loc[1:])
            instead = "so no face can come up; give one of them a weight above 0"
            yield loc, f"all six weights{of} are 0, {instead}"
    if isinstance(ruleset.bring, int):
        return
    unknown = [name for name in brought(ruleset) if die_type(ruleset, name) is None]
    for name in unknown:
        where = ruleset.bring.index(name) if isinstance(ruleset.bring, tuple) else name
        message = f"there is no kind of dice called {shown(name, 40)}"
        yield ("dice", where, KEY), f"{message}; {suggest_kind(ruleset, name)}"
    if not 1 <= ruleset.dice <= MAX_DICE:
        yield ("dice",), f"these are {ruleset.dice} dice; bring 1 to {MAX_DICE}"
    elif not unknown and any(ruleset.die_weights) and (count := hands_of(ruleset).all) > MOST_HANDS:
        yield (
            ("dice",),
            f"{count} different sets of these dice can be left in a turn, and {MOST_HANDS} are "
            "kept apart at most; bring fewer kinds",
        )
    if ruleset.die_weights != FAIR:
        yield (
            ("die_weights", KEY),
            "die_weights is about dice without names, and here they have names; give each its own "
            "weights under die_types, and delete this line",
        )


def _settings(ruleset: Ruleset) -> Iterator[Finding]:
    farkle, bank, goal, exact = ruleset.farkle, ruleset.bank, ruleset.goal, ruleset.overshoot
    if farkle.penalty and farkle.streak is None:
        yield (
            ("farkle", "penalty", KEY),
            "there is a penalty but no streak, so it would never be taken; add streak: 3 (or 1, "
            "for a penalty at every farkle), or delete the penalty",
        )
    if farkle.keeps_turn_score and ruleset.piggyback in ("after_farkle", "both"):
        yield (
            ("farkle", "keeps_turn_score", KEY),
            f"a farkle keeps its points, so piggyback: {ruleset.piggyback} leaves nothing to take "
            "over; use piggyback: none or after_bank, or keeps_turn_score: false",
        )
    if goal is None:
        for key, usual in (("end_game", "sudden_death"), ("overshoot", "win")):
            if (value := getattr(ruleset, key)) != usual:
                yield (
                    (key,),
                    f"{key}: {value} is about reaching a goal, and there is none; delete this "
                    "line, or add a goal",
                )
    elif exact == "bust":
        yield from _too_high(bank, goal, f"the goal of {goal} may not be passed (overshoot: bust)")
        step = banked_unit(ruleset)
        if step and goal % step:
            below = goal - goal % step
            choices = f"{below} or {below + step}" if below else f"{step}"
            yield (
                ("goal",),
                f"{goal} cannot be hit exactly (overshoot: bust), as every banked score is a "
                f"multiple of {step}; write {choices}",
            )


def _too_high(bank: Bank, most: int, why: str) -> Iterator[Finding]:
    """Minimums that no turn can come to."""
    for key, value in (("minimum", bank.minimum), ("opening", bank.opening or 0)):
        if value > most:
            yield ("bank", key), f"{why}, so no turn can bank {value}; lower it"


def _nothing_scores(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    if facts.smallest is None and ruleset.nothing is None:
        message = "no roll of all the dice can ever score; change the combinations or die_weights"
        if not ruleset.combinations:
            message = "there are no combinations, so no roll can score; add lines such as 1: 100"
        yield COMBINATIONS, message
    wiped = [] if ruleset.instant_win else instances_of(ruleset.disaster)
    if wiped and not _roll_without(ruleset.dice, facts.faces, wiped):
        yield (
            ("disaster", KEY),
            "every roll of all the dice is a disaster, so no turn can ever score; "
            "use rarer patterns",
        )


def _never_banked(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset
    bank = ruleset.bank
    bankable = facts.left | ({0} if facts.hot_dice else set())
    must_roll = {0: ruleset.hot_dice, 1: ruleset.last_die}
    stuck = all(must_roll.get(dice) == "required" for dice in bankable)
    if stuck and not ruleset.farkle.keeps_turn_score:
        yield (
            ("hot_dice", KEY),
            "after every scoring the dice must be rolled again (hot_dice or last_die: required), "
            "so no turn can ever be banked; write optional",
        )
    if facts.hot_dice:
        return
    scores = [{0}]  # of this many dice
    for dice in range(1, ruleset.dice + 1):
        fitting = [each for each in facts.combinations if each.size <= dice]
        more = {each.points + one for each in fitting for one in scores[dice - each.size]}
        scores.append(scores[-1] | more)
    if all(score % bank.multiple_of for score in scores[-1] if score):
        yield (
            ("bank", "multiple_of"),
            f"no turn score that can be banked is a multiple of {bank.multiple_of}; "
            "choose another number",
        )
    most = max(scores[-1])
    yield from _too_high(bank, most, f"no turn can score more than {most}")


def find_warnings(ruleset: Ruleset) -> list[Finding]:
    """Everything in a valid ruleset that is useless or surprising."""
    facts = facts_of(ruleset)
    return [
        *_abbreviations(ruleset),
        *_same_meaning(ruleset),
        *_dead_dice(facts),
        *_never_farkles(facts),
        *_without_effect(ruleset),
    ]


def _abbreviations(ruleset: Ruleset) -> Iterator[Finding]:
    """Patterns that may be short for something: many people read `FH` as a full house, but it is no
    pattern of a full house.
    """
    keys: list[tuple[Loc, str]] = [
        (("combinations", key, KEY), key) for key in ruleset.combinations
    ]
    for name in PATTERN_LISTS:
        keys += [((name, index), key) for index, key in enumerate(getattr(ruleset, name))]
    for loc, key in keys:
        usual = with_letters_from_a(key)
        if set(key) != set(usual):
            yield (
                loc,
                f"each character is a die, so {key} is {pattern_words(key)}; if you want that, "
                f"write {usual}",
            )


def _same_meaning(ruleset: Ruleset) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for key in ruleset.combinations:
        meaning = parse_pattern(key).canonical
        other = first.setdefault(meaning, key)
        if other != key:
            yield (
                ("combinations", key, KEY),
                f"{key} is the same pattern as {other}; keep one of the two",
            )


def _dead_dice(facts: RulesetFacts) -> Iterator[Finding]:
    dead = sorted(n for n in facts.left if 0 < n < (facts.smallest or 0))
    if not dead:
        return
    counts = " or ".join(str(n) for n in dead)
    dice = "die" if dead == [1] else "dice"
    yield (
        COMBINATIONS,
        f"a roll of {counts} {dice} can never score, as the smallest combination has "
        f"{facts.smallest} dice: every such roll is a farkle; add a smaller combination if you "
        "do not want that",
    )


def _never_farkles(facts: RulesetFacts) -> Iterator[Finding]:
    ruleset = facts.ruleset

    def may_farkle(dice: int) -> bool:
        every = dice == ruleset.dice
        scoring = (c.counts for c in facts.combinations if every or not c.all_dice_only)
        return _roll_without(dice, facts.faces, scoring)

    sizes = facts.left - {0}
    if ruleset.nothing is None:
        sizes |= {ruleset.dice}
    # Near an exact goal even a scoring roll may be a farkle, so nothing is certain there.
    if ruleset.overshoot == "win" and not any(map(may_farkle, sizes)):
        message = "no roll can ever farkle, so no turn ever has to stop; check the patterns"
        yield COMBINATIONS, message


def _without_effect(ruleset: Ruleset) -> Iterator[Finding]:
    farkle = ruleset.farkle
    if not ruleset.has_ties and ruleset.ties != "split":
        message = "with end_game: sudden_death there are no ties; delete it, or use final_turn"
        yield ("ties", KEY), message
    if farkle.streak is not None and not farkle.penalty:
        message = "a streak without a penalty has no effect; add a penalty, or delete the streak"
        yield ("farkle", "streak", KEY), message


def _roll_without(dice: int, faces: tuple[int, ...], instances: Iterable[FaceCounts]) -> bool:
    """Whether some roll of these dice contains none of these sets of faces."""
    once = set(instances)
    for roll in combinations_with_replacement(faces, dice):
        counts = [roll.count(face) for face in range(FACES)]
        if not any(all(map(ge, counts, wanted)) for wanted in once):
            return True
    return False
