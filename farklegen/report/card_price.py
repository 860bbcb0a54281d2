"""The second part of `farklegen table`: when to go for the goal, and what the card costs."""

from __future__ import annotations

from collections.abc import Iterator

from farklegen.cards.card import MatchPrice
from farklegen.report.document import Block, Document, Heading, Notes, Table, columns
from farklegen.report.duel import chances_data
from farklegen.report.numbers import percent, points
from farklegen.report.table import lead_blocks, lead_data
from farklegen.rules.endings import ending_of
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.words import dice_words
from farklegen.solvers.expected import left_out


def price_document(
    card: Document, ruleset: Ruleset, price: MatchPrice | None, why: str
) -> Document:
    """What the card is worth in a match, with the data of both parts."""
    data = dict(card.data)
    facts = dict(data["full_table"]) if isinstance(data["full_table"], dict) else {}
    if price is None:
        note = Notes((f"Not worked out: {why}.",), _heading(ruleset))
        data |= {"go_for_it": None, "lead": None, "perfect": None}
        facts |= {"win_probability": None, "with_go_for_it": None}
        blocks: tuple[Block, ...] = (note,)
    else:
        blocks = (
            Heading(_heading(ruleset)),
            *go_for_it_blocks(ruleset, price),
            Heading("What the card costs"),
            cost_table(price, without_goal=ruleset.goal is None),
            *(() if price.by_lead is None else lead_blocks(price.by_lead)),
        )
        if price.by_lead is not None:
            data["bank_by_lead"] = lead_data(price.by_lead)
        data["go_for_it"] = _thresholds(price)
        data["lead"] = price.go_for_it.lead
        facts["win_probability"] = chances_data(price.alone)
        facts["with_go_for_it"] = chances_data(price.with_go_for_it)
        data["perfect"] = chances_data(price.perfect)
        if "left_out" in data:
            data["left_out"] = list(still_left_out(data["left_out"], ruleset))
    data["full_table"] = facts
    return Document(card.kind, "", blocks, data, card.records)


def still_left_out(words: object, ruleset: Ruleset) -> tuple[str, ...]:
    """What a card leaves out of which is known how often it wins: that counts all the rules."""
    counted = left_out(ruleset)
    every = words if isinstance(words, list | tuple) else ()
    return tuple(each for each in every if each not in counted)


def _heading(ruleset: Ruleset) -> str:
    return "When to go for the goal" if ruleset.goal is not None else "The last turn"


def _thresholds(price: MatchPrice) -> dict[str, dict[str, int | None]]:
    pairs = list(zip(price.go_for_it.mine, price.go_for_it.theirs, strict=True))
    return {
        str(dice): {"mine": pairs[dice - 1][0], "theirs": pairs[dice - 1][1]}
        for dice in range(len(pairs), 0, -1)
    }


def go_for_it_blocks(ruleset: Ruleset, price: MatchPrice) -> Iterator[Block]:
    """From which scores on to go for the goal, and how."""
    goes = price.go_for_it
    pairs = list(zip(goes.mine, goes.theirs, strict=True))
    some = [(dice, pair) for dice, pair in enumerate(pairs, start=1) if pair != (None, None)]
    if some:
        yield Table(
            columns("to roll", "you have", "opponent has"),
            tuple(
                (
                    dice_words(dice),
                    *("—" if score is None else f"{points(score)}+" for score in pair),
                )
                for dice, pair in reversed(some)
            ),
        )
    yield Notes(tuple(_advice(ruleset, price, bool(some))))


_WITH_LAST = "the card, and to win on the last turn"


def cost_table(price: MatchPrice, decimals: int = 2, *, without_goal: bool = False) -> Table:
    """How often the card wins against perfect play, beside perfect play itself."""
    perfect = price.perfect.average
    rows = (
        ("the card alone", price.alone),
        (_WITH_LAST if without_goal else "the card and these numbers", price.with_go_for_it),
        ("perfect play", price.perfect),
    )
    return Table(
        columns("playing by", "moving first", "second", "average", "lost"),
        tuple(
            (
                words,
                percent(chances.moving_first, decimals),
                percent(chances.moving_second, decimals),
                percent(chances.average, decimals),
                "—" if chances is price.perfect else _lost(perfect - chances.average, decimals),
            )
            for words, chances in rows
        ),
        title="Chance to win against perfect play",
        note="Lost: what perfect play wins more often, as it looks at the scores of both players.",
    )


def _lost(difference: float, decimals: int) -> str:
    """A chance to win that is given away; none where rounding makes it look like a gain."""
    return percent(max(difference, 0.0), decimals)


def end_words(
    ruleset: Ruleset,
    lead: int | None = None,
    dice: int | None = None,
    players: int = 2,
    *,
    all_out: bool = False,
) -> Iterator[str]:
    """How every player by a card ends the game: at the goal, and on a last turn.

    Args:
        ruleset: the rules.
        lead: how far to be ahead to bank past the goal, if the opponent has another turn.
        dice: with how many dice at most to bank there.
        players: at the table.
        all_out: whether last turns are played by the bottom row of a card.
    """
    by_row = "use the bottom row and " if all_out else ""
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
            f"On {' or '.join(turns)} {by_row}bank only what {wins}: if you can{forbidden}, "
            f"take {take} and bank."
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


def _advice(ruleset: Ruleset, price: MatchPrice, some: bool) -> Iterator[str]:
    yield from end_words(ruleset, price.go_for_it.lead)
    if ruleset.goal is None:
        return
    if some:
        yield (
            "Once you or your opponent have that score, do not bank with so many dice to roll: "
            "roll until you reach the goal or farkle. Which dice to set aside is as on the card."
        )
    else:
        yield "No score was found that helps: bank where the card says so, up to the goal."
    without = [
        words
        for words, there in (
            ("taking over", ruleset.piggyback != "none"),
            ("having to beat the bank before", ruleset.bank.beat_previous),
        )
        if there
    ]
    yield (
        f"{'Found' if some else 'Looked for'} in steps of {points(price.step)} points, by what "
        "wins most against perfect play"
        + (f" in the match without {' and '.join(without)}." if without else ".")
    )
