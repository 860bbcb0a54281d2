"""The rules read back in plain words, for people to check that the file says what they play.

Only the rules in force have a sentence. Nothing is rendered here: the result is a list of
sentences with a topic each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from farklegen.rules.facts import facts_of, in_force, rounded_up, turn_unit
from farklegen.rules.hands import hands_of
from farklegen.rules.patterns import parse_pattern
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import (
    FACE_PLURALS,
    Points,
    counted,
    listed,
    named_combinations,
    number_word,
    pattern_name,
    upper_first,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence, or two that belong together, of the rules in words.

    Attributes:
        topic: what it is about.
        text: the sentence.
    """

    topic: str
    text: str


def explain(ruleset: Ruleset) -> list[Clause]:
    """Every rule in force, in the order in which a game meets them.

    The ruleset must have been checked (`rules.consistency`).
    """
    ruleset = in_force(ruleset)
    parts = (
        ("Dice", _dice(ruleset)),
        ("Goal", _goal(ruleset)),
        ("Rounds", _rounds(ruleset)),
        ("Points", explain_points(ruleset)),
        ("Special rolls", _special(ruleset)),
        ("Setting aside", _set_aside(ruleset)),
        ("Hot dice", _hot_dice(ruleset)),
        ("Banking", _bank(ruleset)),
        ("Farkles", _farkle(ruleset)),
        ("Taking over", _piggyback(ruleset)),
        ("Source", [" ".join(ruleset.source.split())] if ruleset.source else []),
    )
    return [Clause(topic, text) for topic, texts in parts for text in texts]


def _dice(ruleset: Ruleset) -> Iterator[str]:
    count, hands = ruleset.dice, hands_of(ruleset)
    kinds = hands.kinds_of(hands.all)
    names = listed([f"{number_word(n)} {kind.name}" for kind, n in kinds])
    dice = f"{upper_first(number_word(count))} {'die' if count == 1 else 'dice'}"
    yield f"{dice}." if hands.uniform else f"{dice}: {names}."
    for kind, _ in kinds:
        those = "The dice" if hands.uniform else upper_first(f"{kind.name} dice")
        if len(set(kind.weights)) > 1:
            ratio = " : ".join(map(str, kind.weights))
            yield f"{those} are not fair: the faces 1 to 6 come up in the ratio {ratio}."
        if kind.joker:
            faces, one = listed([str(face) for face in sorted(kind.joker)]), len(kind.joker) == 1
            yield (
                f"{those}: {faces} {'is a joker' if one else 'are jokers'}, which "
                f"stand{'s' if one else ''} for any face in a combination with at least one die "
                "that shows a face of its own."
            )
    if hands.jokers and (ruleset.instant_win or ruleset.disaster):
        yield "Rolls that win at once, and disasters, are looked for among dice that are no jokers."


def _rounds(ruleset: Ruleset) -> Iterator[str]:
    rounds = ruleset.rounds
    if rounds is None:
        return
    sooner = "" if ruleset.goal is None else ", unless the goal ends the game before that"
    yield f"Each player has {rounds} turn{'' if rounds == 1 else 's'}{sooner}."
    winner = _winner(ruleset, "moved first", "moved second")
    yield (
        "After the last turn of the last player the highest banked score wins; level scores "
        f"{winner}."
    )


def _winner(ruleset: Ruleset, leader: str, challenger: str) -> str:
    """Who wins with level scores."""
    if ruleset.ties == "split":
        return "count as half a win for each"
    return f"are a win for the player who {leader if ruleset.ties == 'leader' else challenger}"


def _goal(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.goal is None:
        return
    exact = ruleset.overshoot == "bust"
    goal = counted(ruleset.goal)
    reach = f"has exactly {goal} banked" if exact else f"has {goal} or more banked"
    if ruleset.end_game == "sudden_death":
        yield f"The first player who {reach} wins at once."
    else:
        wins = "can still draw level" if exact else "wins by going past that score"
        who = "a player" if ruleset.end_game == "final_turn" else "the player who moved first"
        yield f"When {who} {reach}, every other player gets one last turn and {wins}."
        if ruleset.end_game == "equal_turns":
            yield (
                "When the second of two players does, both have had the same number of turns, and "
                "the game is over at once."
            )
        elif ruleset.rounds is not None:
            yield "A player who has had all turns gets no more: the game is over at once."
        winner = _winner(ruleset, "reached the goal first", "drew level")
        yield f"Level scores after the last turn {winner}."
        if not exact:
            yield "A player past the goal may keep rolling, to make the last turn harder."
    if exact:
        yield (
            f"Dice that would take a player past {ruleset.goal:,} may not be set aside; a roll in "
            "which all scoring dice would is a farkle."
        )
        if ruleset.set_aside == "all":
            yield (
                "Every scoring die must still be set aside: a player may not take fewer dice to "
                "stay below the goal."
            )
        if ruleset.hot_dice_bonus is not None:
            yield "A hot-dice bonus counts towards the goal too."
        if _awards(ruleset):
            yield "Points for a farkle are not paid if they would pass the goal."


def _special(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.instant_win:
        yield f"A roll with {_patterns(ruleset, ruleset.instant_win)} in it wins the game at once."
    if ruleset.disaster:
        streak = ", but it resets the count of farkles" if ruleset.farkle.streak else ""
        yield (
            f"A roll with {_patterns(ruleset, ruleset.disaster)} in it is a disaster: the turn is "
            f"over, and a banked score above zero falls to zero. It is not a farkle{streak}."
        )
        if ruleset.instant_win:
            yield "A roll that is both wins the game."


def _set_aside(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.set_aside == "any":
        yield (
            "After each roll the player sets aside one or more combinations, "
            "but need not take all of them."
        )
    else:
        yield (
            "After each roll the player must set aside dice until no combination is left among "
            "the rest."
        )
    yield "Then the player banks the turn score, or rolls the dice that are left."


def _hot_dice(ruleset: Ruleset) -> Iterator[str]:
    if not facts_of(ruleset).hot_dice:
        return
    if ruleset.hot_dice == "optional":
        yield "With every die set aside, the player banks or rolls all the dice again."
    else:
        yield (
            "With every die set aside, all the dice must be rolled again, even if the turn score "
            "would win."
        )
    if ruleset.last_die == "required":
        yield "One die left must be rolled, even if the turn score would win."
    if (throws := ruleset.last_die_throws) > 1:
        yield f"One die left has {throws} throws to score: it is thrown again until it does."
    bonus = ruleset.hot_dice_bonus
    if bonus is None:
        return
    if bonus.step:
        first = [f"{bonus.points + k * bonus.step:,}" for k in range(3)]
        paid = f"{first[0]} points the first time in a turn, then {first[1]}, {first[2]} and so on"
    else:
        paid = f"{counted(bonus.points)} each time"
    yield f"Setting every die aside pays {paid}, added to the turn score."
    if bonus.when == "last_die":
        yield (
            "The bonus is paid only when the last die to be set aside was rolled on its own; "
            "other hot dice do not count for it."
        )
    if ruleset.piggyback != "none" and bonus.step:
        yield "A player who takes over a turn starts counting the bonus afresh."


def _bank(ruleset: Ruleset) -> Iterator[str]:
    bank, step = ruleset.bank, turn_unit(ruleset)
    minimum, opening = rounded_up(bank.minimum, step), rounded_up(bank.opening_minimum, step)
    opens = opening > max(minimum, step)
    if minimum > step:
        yield f"A turn must score at least {minimum:,} to be banked."
    elif not (opens or bank.beat_previous or bank.multiple_of > 1):
        yield "Any turn score may be banked."
    if opens:
        yield f"A player's first bank of the game needs at least {opening:,}."
        also = ["points for a farkle"] * _awards(ruleset)
        also += ["points kept in a farkle"] * ruleset.farkle.keeps_turn_score
        if also:
            yield f"{upper_first(listed(also))} count as the first bank."
    if bank.beat_previous:
        yield (
            "A turn score must be more than what the player before has just banked, if that turn "
            "banked anything."
        )
    if bank.multiple_of > 1:
        yield f"Only multiples of {bank.multiple_of:,} may be banked."


def _farkle(ruleset: Ruleset) -> Iterator[str]:
    farkle = ruleset.farkle
    if farkle.keeps_turn_score:
        yield (
            "A roll without a combination is a farkle: the turn is over, but the points set aside "
            "before it are banked all the same, whatever the rules for banking say."
        )
    else:
        yield "A roll without a combination is a farkle: the turn is over and its points are lost."
    first, every = farkle.first_roll_points, farkle.all_dice_points
    if first > every:
        yield f"A farkle on the first roll of a turn banks {counted(first)}."
    if every:
        which = "any later roll" if first > every else "any roll"
        yield f"A farkle on {which} of all the dice banks {counted(every)}."
        if farkle.keeps_turn_score:
            yield "After hot dice it banks the points set aside before it as well."
    if _awards(ruleset):
        others = ["a bank to be beaten"] * ruleset.bank.beat_previous
        others += ["a turn to take over"] * (ruleset.piggyback in ("after_bank", "both"))
        nor = f", and they are not {listed(others, 'or')}" if others else ""
        yield f"No rule for banking applies to these points{nor}."
    if ruleset.goal is not None and (_awards(ruleset) or farkle.keeps_turn_score):
        yield "A farkle that takes its player to the goal ends the game as a bank would."
    if farkle.first_roll_penalty:
        yield (
            f"A farkle on the first roll of a turn costs {counted(farkle.first_roll_penalty)} of "
            "the banked score."
        )
    if farkle.streak:
        points = farkle.penalty
        what = f"{'the whole' if points == 'all' else f'{counted(points)} of the'} banked score"
        if farkle.streak == 1:
            yield f"Every farkle costs {what}."
        else:
            yield (
                f"{upper_first(number_word(farkle.streak))} farkles in a row cost {what}, and the "
                "count starts again at zero. A bank also sets the count to zero."
            )
        if _awards(ruleset) or farkle.keeps_turn_score:
            yield (
                "A farkle that banks something counts like any other: its points are added first, "
                "then the penalty is taken."
            )
    if farkle.lowest_score is not None:
        yield f"A penalty never takes a score below {farkle.lowest_score:,}."
    elif farkle.most_lost:
        yield "Scores may become negative."


def _piggyback(ruleset: Ruleset) -> Iterator[str]:
    mode = ruleset.piggyback
    if mode == "none":
        return
    if mode in ("after_bank", "both"):
        yield (
            "After a bank, the next player may take the turn over: roll the dice that were not set "
            "aside (all of them after hot dice), starting from the score just banked. The first "
            "player keeps the points."
        )
    if mode in ("after_farkle", "both"):
        yield (
            "After a farkle, the next player may roll the dice that farkled, starting from the "
            "points that were lost."
        )
    yield (
        "A player who takes over must roll at least once, and the score taken over counts towards "
        "every minimum. Otherwise the next player starts afresh with all the dice."
    )
    farkle = ruleset.farkle
    if farkle.first_roll_points > farkle.all_dice_points or farkle.first_roll_penalty:
        yield "A turn taken over has no first roll."
    if farkle.keeps_turn_score:
        yield "Points kept in a farkle include the score taken over."
    if ruleset.overshoot == "bust":
        yield "A turn score that would pass the goal cannot be taken over."
    if ruleset.end_game != "sudden_death":
        yield "The last turn of a game may be a turn taken over."


def _patterns(ruleset: Ruleset, keys: tuple[str, ...]) -> str:
    return listed([pattern_name(ruleset, key) for key in keys], "or")


def _awards(ruleset: Ruleset) -> bool:
    return bool(ruleset.farkle.first_roll_points or ruleset.farkle.all_dice_points)


def explain_points(ruleset: Ruleset) -> Iterator[str]:
    """One sentence for each combination, and what holds for all of them."""
    for name, keys, points in named_combinations(ruleset):
        yield f"{name}: {_points(keys[0], points)}."
    if keys := [key for key in ruleset.all_dice_only if parse_pattern(key).size < ruleset.dice]:
        names = listed(list(dict.fromkeys(pattern_name(ruleset, key) for key in keys)))
        yield f"Only a roll of all the dice, the first or after hot dice, scores as {names}."
    if ruleset.nothing is not None:
        name = pattern_name(ruleset, "nothing")
        label = f"{name}: a" if "nothing" in ruleset.labels else "a"
        yield upper_first(
            f"{label} roll of all the dice without any combination pays "
            f"{counted(ruleset.nothing)} and uses every die; it is not a farkle."
        )
    if len(ruleset.combinations) > 1:
        yield (
            "Each die is used once. If the same dice fit more than one combination, the player "
            "takes the best."
        )


def _points(key: str, points: Points) -> str:
    """The points of a combination: one number, or those of the faces that score."""
    if isinstance(points, int):
        return f"{points:,}"
    digits, faces = parse_pattern(key).digits, dict[int, list[str]]()
    for face in range(6):
        if points[face] and not digits[face]:
            faces.setdefault(points[face], []).append(FACE_PLURALS[face])
    return listed([f"{value:,} for {listed(names)}" for value, names in faces.items()])
