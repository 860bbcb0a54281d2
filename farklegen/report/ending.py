"""What a card says of the end of the game: at the goal, on a last turn, and by lines that look at
both scores; in few words where there is little room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farklegen.policies.recipe import ScoreRule
from farklegen.report.numbers import points
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words, listed, upper_first

LAST_ROW = {True: "use the bottom row", False: "add the number always"}
"""What to do all out, on a card with boxes by turn score or with two numbers for the dice."""


def line_sentence(rule: ScoreRule) -> str:
    """A line by itself; the first that fits counts."""
    return f"{condition_words(rule)}: {_response(rule)}."


def condition_words(rule: ScoreRule) -> str:
    """What a line asks of the scores: `They have 7,900 or more and you are 750 or more behind`."""
    return upper_first(" and ".join(_conditions(rule)) or "always")


def response_words(rule: ScoreRule, rules: Sequence[ScoreRule]) -> str:
    """What to do then; by how much only if the lines have several amounts."""
    bold, careful = _amounts(rules)
    return _response(rule, amount=len(bold if rule.counted_less > 0 else careful) > 1)


def short_line(rule: ScoreRule, rules: Sequence[ScoreRule]) -> tuple[str, str]:
    """A line in few words: `They 7,900+, you 750+ behind`, `BOLD`."""
    answer = response_words(rule, rules).removeprefix("go ").removeprefix("be ")
    return upper_first(", ".join(_conditions(rule, short=True)) or "always"), answer.upper()


def meanings(
    rules: Sequence[ScoreRule], ruleset: Ruleset, *, short: bool = False, boxes: bool = True
) -> Iterator[str]:
    """What the answers mean, each in a sentence; `boxes`: on a card with boxes by turn score."""
    goal, (bold, careful) = points(ruleset.extent), _amounts(rules)
    if any(rule.to_goal for rule in rules):
        reach = "hit" if ruleset.overshoot == "bust" else "reach"
        row = LAST_ROW[boxes]
        yield (
            f"ALL OUT: {row.removeprefix('use the ')}; don't bank short of {goal}."
            if short
            else f"All out: {row}, and don't bank until you {reach} {goal}."
        )
    if bold:
        by, less = _by(bold)
        if not boxes:
            yield f"BOLD: bank {less} later." if short else f"Be bold{by}: bank {less} later."
        elif short:
            yield f"BOLD: take {less} off to choose the row; at {less} or less: bottom row, roll."
        else:
            yield (
                f"Be bold{by}: take {less} off the turn score to choose the row (add to the real "
                f"one). If the real one is {less} or less, use the bottom row and roll."
            )
    if careful:
        by, more = _by(careful)
        if not boxes:
            yield (
                f"CAREFUL: bank {more} sooner."
                if short
                else (f"Be careful{by}: bank {more} sooner.")
            )
        elif short:
            yield f"CAREFUL: put {more} on to choose the row."
        else:
            yield (
                f"Be careful{by}: put {more} on the turn score to choose the row (add to the "
                "real one)."
            )


def _amounts(rules: Sequence[ScoreRule]) -> tuple[list[int], list[int]]:
    """By how much lines say to be bold, and to be careful."""
    bold = sorted({rule.counted_less for rule in rules if rule.counted_less > 0})
    return bold, sorted({rule.earlier for rule in rules if rule.earlier is not None})


def _by(amounts: Sequence[int]) -> tuple[str, str]:
    """How an answer names its amount, and how the amount is called."""
    if len(amounts) == 1:
        return "", points(amounts[0])
    return f" by {listed([points(amount) for amount in amounts], 'or')}", "that much"


def _response(rule: ScoreRule, *, amount: bool = True) -> str:
    if rule.to_goal:
        return "go all out"
    if rule.counted_less == 0:
        return "play as usual"
    how = "be bold" if rule.counted_less > 0 else "be careful"
    return f"{how} by {points(abs(rule.counted_less))}" if amount else how


def _conditions(rule: ScoreRule, *, short: bool = False) -> Iterator[str]:
    """What it asks, as parts of a sentence."""
    has, have, are, least = (
        ("", "", "", "{}+") if short else (" has", " have", " are", "{} or more")
    )

    def more(score: int) -> str:
        return least.format(points(score))

    if rule.either is not None:
        yield f"one of you{has} {more(rule.either)}"
    if rule.mine is not None and rule.mine == rule.theirs:
        yield f"both{'' if short else ' of you'}{have} {more(rule.mine)}"
    else:
        scores = (("you", rule.mine), ("they", rule.theirs))
        yield from (f"{who}{have} {more(score)}" for who, score in scores if score is not None)
    for lead, ahead, other in ((rule.behind, "behind", "ahead"), (rule.ahead, "ahead", "behind")):
        if lead is not None:
            yield f"you{are} {more(lead)} {ahead}" if lead else f"you{are} not {other}"


def end_words(
    ruleset: Ruleset,
    lead: int | None = None,
    dice: int | None = None,
    players: int = 2,
    *,
    row: str = "",
) -> Iterator[str]:
    """How every player by a card ends the game: at the goal, and on a last turn.

    Args:
        ruleset: the rules.
        lead: how far to be ahead to bank past the goal, if the opponent has another turn.
        dice: with how many dice at most to bank there.
        players: at the table.
        row: what to do all out, if last turns are played so.
    """
    by_row = f"{row} and " if row else ""
    ending = ending_of(ruleset)
    forbidden = " and the rules let you bank there" if _may_forbid(ruleset) else ""
    exact = ruleset.overshoot == "bust"
    most = "the most points you can"
    if ruleset.goal is not None:
        goal = points(ruleset.goal)
        reached = f"hit {goal} exactly" if exact else f"reach {goal}"
        if exact or not ending.has_last_turn:
            yield f"If you can {reached}{forbidden}, take it and bank."
        else:
            bank = _past_the_goal(ruleset, lead, dice, players)
            yield f"If you can {reached} first{forbidden}, take {most}{bank}."
    if ending.has_last_turn and exact:
        yield f"On a last turn {by_row}bank nothing short of {points(ruleset.extent)}."
    turns = last_turns(ruleset)
    if exact and ending.has_last_turn:
        turns = turns[1:]
    if turns:
        wins, take = "wins", "it"
        if players > 2:
            level = " or level with them" if ruleset.ties == "challenger" else ""
            wins, take = f"puts you ahead of them{level}", most
        yield (
            f"On {' or '.join(turns)} {by_row}bank only what {wins}: as soon as you "
            f"can{forbidden}, take {take} and bank."
        )


def last_turns(ruleset: Ruleset) -> list[str]:
    """The turns after which a player has no other, in words."""
    return [
        *(["a last turn"] if ending_of(ruleset).has_last_turn else []),
        *(["the last turn of the last round"] if ruleset.rounds is not None else []),
    ]


def _past_the_goal(ruleset: Ruleset, lead: int | None, dice: int | None, players: int) -> str:
    """What to do once the goal is reached, if others may have another turn."""
    until = [
        *([] if lead is None else [f"banking would put you {points(lead)} points ahead"]),
        *([] if dice is None else [f"you have at most {dice_words(dice)} left"]),
    ]
    if not until:
        return " and bank"
    roll_on = f"keep rolling until {' and '.join(until)}"
    if ruleset.end_game == "final_turn" and ruleset.rounds is None:
        return f". Then {roll_on}; then bank"
    who = "the opponent" if players == 2 else "somebody else"
    return f". Then bank; but if {who} has another turn, {roll_on}"


def _may_forbid(ruleset: Ruleset) -> bool:
    """Whether the rules may forbid banking a turn score that reaches the goal, or wins."""
    bank, farkle = ruleset.bank, ruleset.farkle
    # before the first bank there are no points but those that farkles pay
    opens = ruleset.rounds is not None or ruleset.extent < bank.opening_minimum
    opens |= farkle.keeps_turn_score or farkle.first_roll_points > 0 or farkle.all_dice_points > 0
    return (
        bank.minimum > 0
        or (bank.has_opening and opens)
        or bank.multiple_of > 1
        or bank.beat_previous
        or ruleset.hot_dice == "required"
        or ruleset.last_die == "required"
    )
