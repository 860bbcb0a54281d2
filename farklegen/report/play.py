"""What is said during a match that is played at the keyboard: blocks and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from farklegen.play.game import Action, Choice, Game, TurnEnd
from farklegen.play.players import Judge, Judged, PlayedMatch
from farklegen.report import document as doc
from farklegen.report.advise import mistakes_table, moment, option_table
from farklegen.report.match import floor_notes
from farklegen.report.numbers import count, percent, points
from farklegen.rules.hands import Hands, rolled_on
from farklegen.rules.words import ends_at, listed, upper_first
from farklegen.solvers.decisions import Option

MOST_OPTIONS = 8
"""Options that a hint shows."""


def opponent(game: Game, player: int) -> str:
    """The name of a player who is not the person."""
    return "The opponent" if len(game.scores) == 2 else f"Player {player + 1}"


def opening(match: PlayedMatch, me: int, seed: int | None, start: float | None) -> doc.Document:
    """What is said before the first turn. `seed` is None if dice are thrown by hand, `start` is the
    chance of player 0 if both play perfectly, None if nobody knows."""
    game = match.game
    facts = [
        ("Goal", ends_at(match.loaded.ruleset)),
        ("Moves first", "you" if me == 0 else opponent(game, 0).lower()),
    ]
    if len(game.scores) > 2:
        facts.append(("You are", f"player {me + 1} of {len(game.scores)}"))
    if start is not None:
        both = percent(start if me == 0 else 1 - start)
        facts.append(("You win", f"{both} if both play perfectly"))
    if seed is not None:
        facts.append(("Dice", f"--seed {seed}"))
    notes = []
    if match.adviser is None:
        why = match.about.rstrip(".")
        notes.append(f"There are no hints, and decisions are not judged: {why}.")
    elif match.about:
        notes.append(f"h gives hints; decisions are not judged. {match.about}")
    notes += floor_notes(game.floor)
    notes.append("? explains what to type; q ends the match.")
    title = f"{match.loaded.name}: a match against {match.name}"
    return doc.Document("play", title, (doc.Facts(facts), doc.Notes(notes)))


def turn_heading(game: Game, me: int) -> doc.Heading:
    """Whose turn it is, and how the match stands."""
    name = opponent(game, game.player).removeprefix("The ").capitalize()
    name = "You" if game.player == me else name
    against = listed([points(game.scores[other]) for other in game.others])
    scores = f"{points(game.scores[game.player])} to {against}"
    rounds = game.ruleset.rounds
    of = "" if rounds is None else f" of {rounds}"
    words = [f"{name}, turn {points(game.turns[game.player])}{of}: {scores}"]
    match_state, bank = game.match_state, game.ruleset.bank
    if game.last_turn:
        words.append("the last turn")
    if match_state.my_farkles:
        words.append(f"{count(match_state.my_farkles, 'farkle')} in a row")
    if not match_state.on_board:
        words.append(f"{points(bank.opening_minimum)} needed for the first bank")
    if bank.beat_previous and match_state.previous:
        words.append(f"{points(match_state.previous)} to beat")
    return doc.Heading(", ".join(words), 3)


def roll_words(game: Game, mine: bool) -> str:
    """The dice, and which of them score for a person who has to choose."""
    if not mine or game.phase != "keep":
        return game.hands.roll_words(game.roll)
    most: Counter[int] = Counter()
    for choice in game.choices:
        most |= Counter(choice.keep)
    which = game.hands.roll_words(sorted(most.elements()))
    which = "all" if most.total() == len(game.roll) else which
    return f"{game.hands.roll_words(game.roll)}   (you can set aside {which})"


def decision_words(game: Game, action: Action, mine: bool) -> str:
    """A decision in a sentence; empty if the next line says it anyway."""
    name, s = ("You", "") if mine else (opponent(game, game.player), "s")
    if isinstance(action, Choice):
        # the dice that were set aside, the new turn score and the dice left
        hot = ", hot dice" if action.position.dice == game.hands.all else ""
        return (
            f"{name} set{s} aside {_action(game.hands, action)}{hot}: turn score "
            f"{points(action.position.score)}, {game.hands.words(action.position.dice)} to roll."
        )
    if action == "take over" and game.match_state.inherit is not None:
        score, dice = game.match_state.inherit
        return f"{name} take{s} over {points(score)} points and {game.hands.words(dice)}."
    return f"{name} start{s} afresh." if action == "start afresh" else ""


def end_words(end: TurnEnd, game: Game, mine: bool) -> str:
    change = end.after - end.before
    if end.kind == "win":
        return "This roll wins the game."
    if end.kind == "bank":
        name = "You bank" if mine else f"{opponent(game, end.player)} banks"
        return f"{name} {points(change)}, which makes {points(end.after)}."
    what = "A disaster" if end.kind == "disaster" else "A farkle"
    if end.exact:
        what = "A farkle, as all that scores would pass the goal"
    if change:
        return f"{what}: {points(end.before)} becomes {points(end.after)}."
    return f"{what}: {points(end.turn_score)} points are lost." if end.turn_score else f"{what}."


def cost(hands: Hands, judged: Judged) -> str:
    if not judged.cost:
        return "Perfect."
    return f"That costs {_share(judged.cost)} of winning; best was {_action(hands, judged.best)}."


def cannot_bank(game: Game) -> str:
    """Why the turn score may not be banked."""
    bank, state, position = game.ruleset.bank, game.match_state, game.position
    least = bank.minimum if state.on_board else bank.opening_minimum
    if position.dice in rolled_on(game.ruleset):
        return f"{game.hands.words(position.dice)} must be rolled"
    if position.score < least:
        return f"{points(least)} are needed to bank"
    if bank.beat_previous and position.score <= state.previous:
        return f"a bank must beat {points(state.previous)}"
    return f"only multiples of {points(bank.multiple_of)} can be banked"


def hint(game: Game, options: Sequence[Option], about: str = "") -> list[doc.Block]:
    shown = [option for option in options if not option.fewer]
    more = len(shown) - MOST_OPTIONS
    note = f"{points(more)} more are worse. {about}" if more > 0 else about
    return [option_table(shown[:MOST_OPTIONS], game.hands, 2, note.strip())]


def summary(match: PlayedMatch, me: int, start: float | None, hints: int) -> doc.Document:
    game = match.game
    scores = listed([points(score) for score in game.scores])
    if game.players == 2:
        scores = f"{points(game.scores[me])} to {points(game.scores[1 - me])}"
    result = f"Stopped at {scores}."
    if game.won is not None:
        who = ["you" if player == me else opponent(game, player) for player in game.winners]
        wins = "win" if who == ["you"] or len(who) > 1 else "wins"
        result = f"{upper_first(listed(who))} {wins}, {scores}."
    blocks: list[doc.Block] = [doc.Paragraph(doc.Cell(result, "strong"))]
    if match.judge is not None and start is not None:
        blocks += _decisions(match.judge, game, me, start if me == 0 else 1 - start, hints)
    return doc.Document("play", "", blocks)


def _decisions(judge: Judge, game: Game, me: int, start: float, hints: int) -> Iterator[doc.Block]:
    mine = judge.of(me)
    wrong = [judged for judged in mine if judged.cost]
    cost, gift = judge.cost(me), judge.cost(1 - me)
    perfect = f", {points(len(mine) - len(wrong))} perfect" if wrong else ", all perfect"
    made = f"{count(len(mine), 'decision')}{perfect if mine else ''}"
    facts = [("You made", made), ("They cost", _share(cost)), ("The opponent's cost", _share(gift))]
    if hints:
        facts.append(("Hints", points(hints)))
    if game.won is not None:
        luck = (game.won if me == 0 else 1 - game.won) - start + cost - gift
        facts.append(("Before the first roll", f"you win {percent(start)}"))
        facts.append(("The dice", _share(luck, signed=True)))
    rows = (
        (
            f"turn {points(each.turn)}, {points(each.mine)} to {points(each.theirs)}",
            moment(game.hands, each.turn_score, each.roll, each.dice, None),
            _action(game.hands, each.action),
            _action(game.hands, each.best),
            _share(each.cost),
        )
        for each in wrong
    )
    yield doc.Heading("Your decisions")
    yield mistakes_table(rows)
    yield doc.Facts(facts)
    yield doc.Notes(
        ("Costs are chances to win, in percentage points, between two perfect players.",)
    )


def _share(chances: float, *, signed: bool = False) -> str:
    """A sum of chances, which may be above one or below zero, as per cent."""
    return points(100 * chances, 2, signed=signed) + "%"


def _action(hands: Hands, action: Action) -> str:
    return (
        f"{hands.roll_words(action.keep)} for {points(action.points)}"
        if isinstance(action, Choice)
        else action
    )
