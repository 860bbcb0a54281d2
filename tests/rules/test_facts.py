"""The cheap combinatorics against slow and obvious twins that look at every roll."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from hypothesis import given, settings
from hypothesis import strategies as st

from farklegen.rules.facts import facts_of, pattern_instances, roll_without, turn_scores
from farklegen.rules.patterns import MAX_DICE, parse_pattern
from farklegen.rules.ruleset import Bank, HotDiceBonus, Ruleset
from tests.profiles import examples

PATTERNS = [
    "".join(p)
    for n in range(1, 5)
    for p in combinations_with_replacement("1256AB", n)
    if "B" not in p or "A" in p
]


def counts(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(roll.count(face) for face in range(6))


def matches(text: str, dice: tuple[int, ...]) -> bool:
    """Whether these dice are exactly this pattern, by trying every reading of its letters."""
    letters = sorted({c for c in text if c.isalpha()})
    digits = {int(c) - 1 for c in text if c.isdigit()}
    for faces in product(range(6), repeat=len(letters)):
        if len(set(faces)) < len(faces) or digits & set(faces):
            continue
        reading = dict(zip(letters, faces, strict=True))
        named = tuple(reading[c] if c.isalpha() else int(c) - 1 for c in text)
        if sorted(named) == sorted(dice):
            return True
    return False


@given(st.sampled_from(PATTERNS))
@settings(max_examples=examples(30))
def test_instances_are_the_dice_that_match(text: str) -> None:
    pattern = parse_pattern(text)
    found = list(pattern.instances())
    assert len(found) == len(set(found))
    rolls = combinations_with_replacement(range(6), pattern.size)
    assert set(found) == {counts(roll) for roll in rolls if matches(text, roll)}


@given(
    st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=5),
    st.integers(1, 5),
    st.sets(st.integers(0, 5), min_size=1),
)
@settings(max_examples=examples(40))
def test_a_roll_without_any_pattern_is_found_if_there_is_one(
    keys: list[str], dice: int, allowed: set[int]
) -> None:
    faces = tuple(sorted(allowed))
    instances = pattern_instances(keys, faces)

    def bare(roll: tuple[int, ...]) -> bool:
        have = counts(roll)
        return not any(
            all(h >= c for h, c in zip(have, i, strict=True))
            for key in keys
            for i in parse_pattern(key).instances()
        )

    found = roll_without(dice, faces, instances)
    rolls = list(combinations_with_replacement(faces, dice))
    if found is None:
        assert not any(map(bare, rolls))
    else:
        assert any(counts(roll) == found and bare(roll) for roll in rolls)


@st.composite
def small_rules(draw: st.DrawFn) -> Ruleset:
    dice = draw(st.integers(1, 4))
    keys = draw(
        st.lists(st.sampled_from([p for p in PATTERNS if len(p) <= dice]), min_size=1, max_size=3)
    )
    bonus = draw(
        st.none()
        | st.builds(
            HotDiceBonus,
            points=st.sampled_from([0, 1, 2]),
            step=st.sampled_from([0, 1]),
            when=st.sampled_from(["any", "last_die"]),
        )
    )
    return Ruleset(
        goal=100,
        dice=dice,
        combinations={key: draw(st.integers(1, 4)) for key in keys},
        nothing=draw(st.none() | st.integers(1, 4)),
        hot_dice=draw(st.sampled_from(["optional", "required"])),
        hot_dice_bonus=bonus,
        bank=Bank(multiple_of=draw(st.integers(1, 5))),
    )


def bankable_scores(ruleset: Ruleset, rolls: int) -> set[int]:
    """Turn scores that can be banked after at most so many rolls, by playing every option."""
    bonus = ruleset.hot_dice_bonus
    patterns = {
        key: (set(parse_pattern(key).instances()), points)
        for key, points in ruleset.combinations.items()
    }

    def scorings(roll: tuple[int, ...], start: int = 0) -> set[tuple[int, int]]:
        found = {(0, 0)}
        have = counts(roll)
        for instances, points in patterns.values():
            assert isinstance(points, int)
            for one in instances:
                rest = tuple(h - o for h, o in zip(have, one, strict=True))
                if min(rest) >= 0:
                    left = tuple(f for f in range(6) for _ in range(rest[f]))
                    found |= {(sum(one) + k, points + s) for k, s in scorings(left)}
        return found

    states = {(ruleset.dice, 0, 0)}
    bankable: set[int] = set()
    for _ in range(rolls):
        after: set[tuple[int, int, int]] = set()
        for dice, score, paid in states:
            for roll in combinations_with_replacement(range(6), dice):
                options = scorings(roll) - {(0, 0)}
                if not options and ruleset.nothing and dice == ruleset.dice:
                    options = {(dice, ruleset.nothing)}
                for used, points in options:
                    total, hot = score + points, paid
                    if used == dice and bonus and (bonus.when == "any" or dice == 1):
                        total += bonus.points + paid * bonus.step
                        hot += 1
                    if used < dice or ruleset.hot_dice == "optional":
                        bankable.add(total)
                    after.add((dice - used or ruleset.dice, total, hot))
        states = after
    return {score for score in bankable if score % ruleset.bank.multiple_of == 0}


@given(small_rules())
@settings(max_examples=examples(30))
def test_what_can_be_banked_is_never_called_impossible(ruleset: Ruleset) -> None:
    scores = turn_scores(facts_of(ruleset))
    assert scores is not None
    found = bankable_scores(ruleset, 3)
    if found:
        assert scores.bankable
    if scores.most is not None:
        assert max(found, default=0) <= scores.most


@st.composite
def rules_without_hot_dice(draw: st.DrawFn) -> Ruleset:
    dice, size = draw(st.sampled_from([(3, 2), (4, 3), (5, 2), (5, 3), (5, 4)]))
    keys = draw(
        st.lists(st.sampled_from([p for p in PATTERNS if len(p) == size]), min_size=1, max_size=3)
    )
    return Ruleset(
        goal=100,
        dice=dice,
        combinations={key: draw(st.integers(1, 4)) for key in keys},
        bank=Bank(multiple_of=draw(st.integers(1, 5))),
    )


@given(rules_without_hot_dice())
@settings(max_examples=examples(20))
def test_without_hot_dice_the_search_is_exact(ruleset: Ruleset) -> None:
    facts = facts_of(ruleset)
    assert not facts.hot_dice
    scores = turn_scores(facts)
    assert scores is not None
    found = bankable_scores(ruleset, ruleset.dice)
    assert scores.bankable == bool(found)
    assert scores.most == max(bankable_scores(with_multiple(ruleset, 1), ruleset.dice), default=0)


def with_multiple(ruleset: Ruleset, multiple: int) -> Ruleset:
    return ruleset.model_copy(update={"bank": Bank(multiple_of=multiple)})


def test_a_search_that_is_too_long_says_nothing() -> None:
    ruleset = Ruleset(
        goal=100,
        dice=MAX_DICE,
        combinations={"1": 1},
        hot_dice="required",
        bank=Bank(multiple_of=999_999_937),
    )
    assert turn_scores(facts_of(ruleset)) is None
