"""Questions about one ruleset: the card, odds of rolls, the chance of enough points, the match of
perfect players, turn by turn and choice by choice, and which dice to bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack, overload

from farklegen.api import arguments as takes
from farklegen.api.arguments import FOR_TWO, Asked, Named, answers, listed, question, refuse
from farklegen.api.loading import SEVERAL, TAKING_OVER, read_their_dice, study_of, study_of_match
from farklegen.errors import ArgumentError, ImpossibleStateError, UnsolvableError, named
from farklegen.rules.patterns import MAX_ROUNDS
from farklegen.solvers.game import MOST_PLAYERS, MOST_TOLERANCE, PLACES

if TYPE_CHECKING:
    from farklegen.api.classes import (
        AdviseResult,
        BestDice,
        CardResult,
        OddsResult,
        ReachResult,
        SeveralTableResult,
        SolveResult,
        Study,
        TurnResult,
        TwoSetsResult,
    )
    from farklegen.cards.ladder import Ladder
    from farklegen.play.players import CardChoice
    from farklegen.rules.hands import Hands
    from farklegen.solvers.advice import Advice
    from farklegen.solvers.decisions import Now
    from farklegen.solvers.game.game_state import GameState
    from farklegen.solvers.game.match_rules import MatchRules
    from farklegen.solvers.game.solution import SolvedTurn
    from farklegen.study.study import Work


def _table(asked: Asked) -> Iterator[str]:
    if 2 < asked["players"] <= MOST_PLAYERS:
        yield from refuse(asked, "step quick numbers full their_dice", FOR_TWO)
    elif asked["their_dice"] is not None:
        same = "is only known if both bring the same dice; leave it or {their_dice} out"
        yield from refuse(asked, "full quick", same)
    elif asked["full"] and asked["numbers"] not in (None, "all"):
        yield (
            f"{named('numbers')} is about the card, {named('full')} about every situation; leave "
            "one of them out"
        )
    if asked["match"] and asked["quick"]:
        yield (
            f"{named('match')} solves the match, which {named('quick')} leaves out; leave one of "
            "them out"
        )


@overload
def table(rules: takes.Rules, *, players: Literal[2] = 2, **options: Any) -> CardResult: ...
@overload
def table(rules: takes.Rules, **options: Any) -> CardResult | SeveralTableResult: ...
@answers(_table)
def table(
    rules: takes.Rules,
    *,
    step: takes.Step | None = None,
    quick: takes.Flag = False,
    numbers: Annotated[int | str, takes.whole("K", 0, word="all")] | None = None,
    full: takes.Flag = False,
    match: takes.Flag = False,
    players: takes.Players = 2,
    their_dice: takes.TheirDice | None = None,
    price: Annotated[bool, takes.yes_or_no("")] = False,
) -> CardResult | SeveralTableResult:
    """The card to learn by heart.

    The card has the fewest numbers that lose almost nothing. It says which dice to set aside, when
    to bank, what to do near the end of the game, and how often it wins against perfect play.
    `numbers` all prints the full table. `players` 3 looks for the card for a table of three,
    `their_dice` shows what it wins against other dice.

    Args:
        quick: Leave out the match: the card by points, or the full table alone.
        numbers: The card of that many numbers, or all: the full table. Default: the fewest numbers
            that lose almost nothing.
        full: Also every situation: its value, and whether to bank or to roll.
        match: Solve the match, however long it takes.
    """
    from farklegen.report.card import CardResult

    if 2 < players <= MOST_PLAYERS:
        return _table_of_several(rules, players, price=price)
    study = study_of(rules).like(step=step)
    if players > 2:
        study.report(takes.LEADER.format(players))
    if their_dice is not None:
        return _against(study, their_dice, numbers, price=price)
    made = CardResult(study.analysis, full=full)
    few = None if isinstance(numbers, str) else numbers
    whole = full or numbers == "all"
    priced = not quick and (whole or price)
    by_match = not (quick or whole) and (match or study.card_is_by_match)
    wanted: list[Work] = ["ladder"] if by_match else []
    wanted += ["price"] if priced else []
    study.expect(*wanted)
    if not whole:
        ladder, notes = _ladder(study, quick=quick, by_match=by_match)
        made = replace(made, cards=ladder, rung=ladder.best(few), notes=notes)
    try:
        return replace(made, price=study.price) if priced else made
    except UnsolvableError as error:
        return replace(made, notes=(str(error),)) if whole else made


def _ladder(study: Study, *, quick: bool, by_match: bool) -> tuple[Ladder, tuple[str, ...]]:
    """The ladder of a ruleset, by what cards win or by points alone; and notes in sentences: how to
    get a ladder by the match, or why there is none."""
    if by_match:
        try:
            return study.ladder, ()
        except UnsolvableError as error:
            return study.points_ladder, (f"By points alone: {error}.",)
    if quick:
        return study.points_ladder, ()
    ahead = study.estimate("ladder")
    offer = (
        f"This card ignores the end of the game. {named('match')} adds it; on this computer "
        f"that takes about {ahead.words}."
    )
    return study.points_ladder, (offer, *([ahead.advice] if ahead.advice else []))


def _against(
    study: Study, their_dice: Named, numbers: int | str | None, *, price: bool
) -> CardResult:
    """My card, or the full table, against other dice."""
    from farklegen.report.card import CardResult
    from farklegen.report.match import Against, TwoSetsResult

    facing = study.against(read_their_dice(study, their_dice))
    facing.expect("ladder")
    ladder = facing.ladder
    whole = isinstance(numbers, str)
    made = CardResult(facing.analysis, price=facing.price if whole or price else None)
    if not isinstance(numbers, str):
        made = replace(made, cards=ladder, rung=ladder.best(numbers))
    chances = made.rung.chances if made.rung else made.price and made.price.with_go_for_it
    assert chances
    match = TwoSetsResult(study.loaded, facing.theirs.loaded, facing.match)
    return replace(made, against=Against(chances, match))


def _table_of_several(rules: takes.Rules, players: int, *, price: bool) -> SeveralTableResult:
    from farklegen.report.card import SeveralTableResult
    from farklegen.report.match import AtTable
    from farklegen.study import seats

    study = study_of(rules, of_one_kind=SEVERAL)
    compared = seats.COMPARED if price else ()
    ahead = study.estimate_table(players, len(compared), card=True)
    if ahead.parts:  # none of what is refused
        study.expect("ladder", *(("price",) if price else ()), after=ahead)
    card = study.multiplayer_card(players)
    met = {"card": card.met, "card:leader": card.met_for_two} if price else {}
    for name in compared:
        table = [seats.sitting(name), *[seats.sitting("optimal")] * (players - 1)]
        met[name] = seats.duel(study, table)
    ways = tuple(AtTable.of(name, each) for name, each in met.items())
    return SeveralTableResult(study.analysis, players, card, ways)


@question()
def odds(
    rules: takes.Rules,
    *,
    dice: takes.Dice | None = None,
) -> OddsResult:
    """How often a roll farkles, or holds each combination.

    For each number of dice it has the chance of a farkle and of each combination. Every roll counts
    once, under its most valuable combination, as on printed rules sheets. Beside that is the chance
    that a roll contains the combination at all.

    Args:
        dice: Only for that many dice. Default: for every number of dice. Different dice by name:
            lucky=2,odd=1.
    """
    from farklegen.report.odds import OddsResult
    from farklegen.rules.hands import hands_of, read_hand

    study = study_of(rules)
    hands, most = hands_of(study.ruleset), study.ruleset.dice
    if isinstance(dice, str):
        hand = read_hand(hands, dice, named("dice"))
        return OddsResult(study.loaded, (study.odds[hand - 1],))
    if dice is not None and dice > most:
        raise ArgumentError(
            f"{named('dice')}: there are no {dice} dice to roll: this game has {most}. Give a "
            f"number from 1 to {most}"
        )
    counted = (each for each in study.odds if dice in (None, hands.sizes[each.dice]))
    return OddsResult(study.loaded, tuple(counted))


def _reach(asked: Asked) -> Iterator[str]:
    if asked["rounds"] is None and asked["my_farkles"]:
        yield (
            f"{named('my_farkles')} makes a difference in several rounds only. Give "
            f"{named('rounds')} as well, or leave it out"
        )
    if asked["rounds"] is not None and any(map(asked.get, ("dice", "turn_score", "hot_dice"))):
        yield (
            f"{named('rounds')} is for before the first roll of a turn. Leave {named('dice')}, "
            f"{named('turn_score')} and {named('hot_dice')} out"
        )


@question(_reach)
def reach(
    rules: takes.Rules,
    *,
    points: Annotated[int, takes.whole("N", 1)],
    dice: takes.Dice | None = None,
    turn_score: takes.TurnScore = 0,
    hot_dice: takes.HotDice = 0,
    rounds: Annotated[int, takes.whole("N", 1, MAX_ROUNDS)] | None = None,
    my_farkles: takes.MyFarkles = 0,
    off_board: takes.Flag = False,
) -> ReachResult:
    """The best chance of enough points in a turn, or in several.

    The question of a last turn: how likely are you to get there if nothing else counts, and which
    dice do you set aside for it?

    Args:
        points: How many points the turn must bring at least (required).
        dice: Dice about to be rolled. Default: all of them. Different dice by name:
            lucky=2,odd=1.
        rounds: Count this many turns together, and take penalties off.
        off_board: The player has not banked yet: the opening minimum holds.
    """
    from farklegen.report.odds import ReachResult
    from farklegen.rules.hands import hands_of, read_hand
    from farklegen.solvers.reach import reach as best_chance

    study = study_of(rules, of_one_kind="several rounds" if rounds is not None else "")
    hand = None if dice is None else read_hand(hands_of(study.ruleset), dice, named("dice"))
    found = best_chance(
        study.ruleset, study.tables, points, turn_score=turn_score, hot_dice=hot_dice,
        dice=hand, rounds=rounds, my_farkles=my_farkles, on_board=not off_board,
    )  # fmt: skip
    return ReachResult(study.loaded, found)


def _solve(asked: Asked) -> Iterator[str]:
    two = "length head_start floor tolerance"
    if asked["players"] > 2:
        yield from refuse(asked, f"{two} their_dice", FOR_TWO)
    elif asked["their_dice"] is not None:
        same = "is about a match of two players with the same dice; leave it or {their_dice} out"
        yield from refuse(asked, two, same)


@overload
def solve(rules: takes.Rules, *, their_dice: None = None, **options: Any) -> SolveResult: ...
@overload
def solve(rules: takes.Rules, *, their_dice: Named, **options: Any) -> TwoSetsResult: ...
@answers(_solve)
def solve(
    rules: takes.Rules,
    *,
    length: takes.Flag = False,
    head_start: takes.Flag = False,
    players: takes.Players = 2,
    their_dice: takes.TheirDice | None = None,
    floor: takes.Floor | None = None,
    tolerance: takes.Tolerance | None = None,
) -> SolveResult | TwoSetsResult:
    """The match of two perfect players: who wins, and how often.

    It prints the first player's chance to win, the fair head start for the second one, and how
    exact that is. Solving takes from a second to many minutes, once: the solution is kept, for turn
    and advise as well.

    Args:
        length: Also how many turns a game takes.
        head_start: Also the fair head start if the first bank has its own minimum. This solves a
            longer match.
    """
    from farklegen.report.match import SolveResult, TwoSetsResult
    from farklegen.solvers.duel.length import check_length

    study = study_of_match(rules, floor, players)
    if players > 2:
        study.expect(after=study.estimate_table(players))
        several = study.several(players)
        chances = several.win_probabilities(several.start())
        return SolveResult(study.loaded, chances, several.certificate)
    if their_dice is not None:
        facing = study.against(read_their_dice(study, their_dice))
        return TwoSetsResult(study.loaded, facing.theirs.loaded, facing.match)
    study = study.like(tolerance=tolerance)
    if length:
        check_length(study.ruleset)
    ahead = study.estimate(*(("match", "length") if length else ("match",)))
    if head_start and not study.has_head_start:
        ahead += study.with_head_starts().estimate("match")
    study.expect(after=ahead)
    match = study.solution
    chances = match.win_probabilities(match.start())
    turns = study.length if length else None
    fair = study.head_start if head_start or study.has_head_start else None
    return SolveResult(study.loaded, chances, match.certificate, fair, turns, study.best_total)


def _standing(asked: Asked) -> Iterator[str]:
    """What is wrong with how a match stands, before the rules are known."""
    yield from takes.seats_wrong(asked)
    if asked["theirs"] is not None:
        yield from takes.one_for_each(
            asked, "theirs", one_for_all=False, advice="Give one for each, the next player's "
            "first, with commas between them and none within: 8000,9500",
        )  # fmt: skip
    if asked["theirs"] is not None or isinstance(asked["their_farkles"], tuple):
        yield from takes.one_for_each(
            asked, "their_farkles", one_for_all=asked["their_farkles"] in (0, (0,)),
            advice="Give one number for each, the next player's first, with commas between them: "
            "2,0",
        )  # fmt: skip
    if asked["players"] > 2 and asked["theirs"] is not None:
        yield from refuse(asked, "off_board their_dice floor tolerance", FOR_TWO)


@question(_standing)
def turn(
    rules: takes.Rules,
    *,
    mine: takes.Score,
    theirs: takes.Scores,
    players: takes.Scored = 2,  # noqa: ARG001 - which `_standing` looks at
    **at: Unpack[takes.Standing],
) -> TurnResult:
    """A whole turn: your chance to win, and when to bank.

    It has a row for each turn score and a column for each number of dice left. It solves the match
    first, unless that has been done.
    """
    from farklegen.report.advise import ShownStanding, TurnResult
    from farklegen.solvers.decisions import check, only_taken_over

    study, state = _standing_of(rules, mine, theirs, at)
    study, of_match, wrong = _match_at(study, state, at["tolerance"])
    check(wrong)
    solved = _solved_turn(study, state, at["their_dice"])
    shown = ShownStanding(
        study.ruleset, state, solved.everybody, words_of(at["their_dice"]), at["floor"]
    )
    only_taken = only_taken_over(of_match.every_move, state.inherit)
    result = TurnResult(study.loaded, solved, shown, at["hot_dice"], only_taken)
    if not result.states:
        raise ImpossibleStateError(
            f"{named('hot_dice')}: after {result.hot_dice} hot dice this turn is over, or past the "
            "goal. Give a smaller number"
        )
    return result


def _advise(asked: Asked) -> Iterator[str]:
    yield from _standing(asked)
    mine, theirs, roll, inherit = map(asked.get, ("mine", "theirs", "roll", "inherit"))
    later = "roll" if roll else "dice" if asked["dice"] is not None else ""
    if (mine is None) != (theirs is None):
        given, other = ("theirs", "mine") if mine is None else ("mine", "theirs")
        yield (
            f"{named(given)} is given, but not {named(other)}: give both for the chance to win, or "
            "none for the most points"
        )
    elif mine is None:
        others: Asked = {
            "their_farkles": any(listed(asked["their_farkles"]) or [asked["their_farkles"]]),
            "seat": asked["seat"] != "first",
            "off_board": asked["off_board"] in ("theirs", "both"),
        }
        match_only = "rounds_left previous floor tolerance their_dice their_farkles seat off_board"
        why = "is about a match only. Give {mine} and {theirs} as well, or leave it out"
        yield from refuse(asked | others, match_only, why)
    if inherit is None and not later:
        yield (
            f"what is the question? Give {named('roll')} with the faces you rolled (which to set "
            f"aside?), {named('dice')} with the dice left (bank or roll?), or {named('inherit')} "
            "(take over?)"
        )
    elif inherit is not None and later:
        yield (
            f"{named('inherit')} is for before the first roll, {named(later)} for later. Leave one "
            f"of them out; a turn taken over goes on with {named('turn_score')}"
        )
    elif inherit is not None and asked["turn_score"]:
        yield (
            f"{named('turn_score')} is 0 when a turn may be taken over: its points are in "
            f"{named('inherit')}"
        )


@question(_advise)
def advise(
    rules: takes.Rules,
    *,
    mine: takes.Score | None = None,
    theirs: takes.Scores | None = None,
    players: takes.Scored = 2,  # noqa: ARG001 - which `_standing` looks at
    turn_score: takes.TurnScore = 0,
    roll: Annotated[Sequence[int] | str, takes.FACES] | None = None,
    dice: takes.Dice | None = None,
    **at: Unpack[takes.Standing],
) -> AdviseResult:
    """What to do now: which dice to set aside, and bank or roll.

    It ranks every choice by your chance to win. Without `mine` and `theirs` it ranks by expected
    score, and answers at once. With `players` 3 it is the chance among three.

    Args:
        roll: What you rolled, such as 1,5,5,2,3,3: which dice to set aside? Different dice by name:
            lucky=1,odd=5.
        dice: In place of a roll, the dice left to roll: bank or roll?
    """
    from farklegen.report.advise import AdviseResult, ShownStanding
    from farklegen.rules.hands import hands_of
    from farklegen.solvers import decisions as checks
    from farklegen.solvers.advice import advice, points_outlook
    from farklegen.solvers.game import game_state as stands

    study, state = _standing_of(rules, mine, theirs, at)
    now = _now(hands_of(study.ruleset), turn_score, roll or (), dice, at["hot_dice"])
    ruleset, tables = study.ruleset, study.tables
    problems = list(checks.roll_problems(ruleset, now.roll, dice))
    solved, played = study, None
    if mine is None:
        moves = checks.moves_by_points(ruleset, tables, at["hot_dice"])
        problems += stands.points_problems(ruleset, moves, state)
        checks.check([*problems, *checks.now_problems(ruleset, moves, now)])
    else:
        solved, of_match, wrong = _match_at(study, state, at["tolerance"])
        within = checks.now_problems(
            ruleset, of_match.every_move, now, *stands.limits(of_match, state)
        )
        checks.check([*problems, *(wrong or within)])
        played = _solved_turn(solved, state, at["their_dice"])
        checks.check(
            checks.past_problems(now, played.moves.unit, len(played.value), len(played.above))
        )
    points, left_out = points_outlook(ruleset, tables, state, needed=played is None)
    ranked = advice(ruleset, played, points, state, now)
    farkles = tuple(tables.farkle_probability(instant_wins=played is not None).tolist())
    card = None
    if (
        played is not None
        and len(state.scores) == 2
        and at["their_dice"] is None
        and ranked.options
    ):
        card = _by_card(study, played, state, now, ranked)
    everybody = () if played is None else played.everybody
    shown = ShownStanding(ruleset, state, everybody, words_of(at["their_dice"]), at["floor"])
    return AdviseResult(study.loaded, shown, played, now, ranked, left_out, farkles, card)


def _standing_of(
    rules: takes.Rules, mine: int | None, theirs: Any, at: takes.Standing
) -> tuple[Study, GameState]:
    """The rules of a match and how it stands. `theirs` and `their_farkles` have one number for each
    other player. Without scores the player to move is on the board with 0 points, unless
    `off_board` is given. If turns can be taken over after a bank only, an inherited turn was banked
    by the player before. A table that is too large to solve stands as a match of two against the
    leader."""
    from farklegen.solvers.game.game_state import GameState, Taken

    scores = (mine or 0, *(listed(theirs) or [theirs or 0]))
    several, inherit = 2 < len(scores) <= MOST_PLAYERS, at["inherit"]
    one_kind = SEVERAL if several else "" if inherit is None else TAKING_OVER
    study = study_of(rules, floor=at["floor"], of_one_kind=one_kind)
    ruleset, previous = study.ruleset, at["previous"] or 0
    farkles = (at["my_farkles"], *(listed(at["their_farkles"]) or [at["their_farkles"]]))
    taken = None if inherit is None else Taken(*inherit)
    banked = taken if ruleset.piggyback == "after_bank" else None
    if banked and ruleset.bank.beat_previous and mine is not None:
        previous = previous or banked.turn_score
    boards = [score > 0 for score in scores]
    if mine is None:
        boards = [at["off_board"] is None, False]
    elif at["off_board"] is not None:
        boards = [at["off_board"] not in (who, "both") for who in ("mine", "theirs")]
    elif banked or previous:
        boards[-1] = True
    seat = PLACES.index(at["seat"])
    state = GameState(scores, farkles, tuple(boards), seat, previous, taken, at["rounds_left"])
    if len(scores) <= MOST_PLAYERS:
        return study, state
    study.report(takes.LEADER.format(len(scores)))
    return study, state.against_leader


def _match_at(
    study: Study, state: GameState, tolerance: float | None
) -> tuple[Study, MatchRules, list[str]]:
    """The study whose match has these scores, the rules of that match, and all that is wrong with
    the state. A match of several players has the same study at all scores."""
    from farklegen.solvers.game.game_state import asked_problems, floor_problems

    if len(state.scores) == 2:
        study = study.like(tolerance=tolerance).solved_for(state)
    rules, floor = study.match_rules, floor_problems(study.ruleset, study.floor)
    return study, rules, [*floor, *asked_problems(rules, state)]


def _solved_turn(study: Study, state: GameState, their_dice: Named | None) -> SolvedTurn:
    """The turn of a match, which is solved now if it was not solved before."""
    players = len(state.scores)
    if players > 2:
        study.expect(after=study.estimate_table(players))
        return study.several(players).turn(state)
    if their_dice is None:
        study.expect("match")
        return study.solution.turn(state)
    if study.tolerance != MOST_TOLERANCE:
        raise ArgumentError(
            f"{named('tolerance')}: a match against other dice has one of its own; leave it out"
        )
    return study.against(read_their_dice(study, their_dice)).solution.turn(state)


def _now(
    hands: Hands, turn_score: int, roll: Sequence[int] | str, dice: int | str | None, hot_dice: int
) -> Now:
    from farklegen.rules.hands import EXAMPLE, FALLEN, read_fallen, read_hand
    from farklegen.solvers.decisions import Now

    by_name = "roll" if isinstance(roll, str) else "dice" if isinstance(dice, str) else ""
    if hands.uniform and not isinstance(roll, str) and not isinstance(dice, str):
        return Now(turn_score, tuple(roll), len(roll) or dice or 0, hot_dice)
    if hands.plain:
        plain = {"roll": "faces only, such as 1,5,5,2", "dice": f"a number from 1 to {hands.all}"}
        raise ArgumentError(
            f"{named(by_name)}: all dice of these rules are equal. Give {plain[by_name]}"
        )
    if isinstance(roll, str):
        fallen = read_fallen(hands, roll, named("roll"))
        return Now(turn_score, fallen, hands.hand_of(fallen), hot_dice)
    if not roll and isinstance(dice, str):
        return Now(turn_score, (), read_hand(hands, dice, named("dice")), hot_dice)
    raise ArgumentError(
        "the dice of these rules differ: name each of them with its face, such as "
        f"{named('roll')} {FALLEN}, or those that are left to roll, such as {named('dice')} "
        f"{EXAMPLE}"
    )


def _by_card(
    study: Study, turn: SolvedTurn, match_state: GameState, now: Now, ranked: Advice
) -> CardChoice | None:
    """What the card of the rules does; None if the store has no card, as none is searched here."""
    from farklegen.play.players import card_choice, game_at, player_of
    from farklegen.policies.recipe import parse

    try:
        rung = study.kept_card()
        if rung is None:
            return None
        player = player_of(study, parse("card"), rung=rung)
    except UnsolvableError:
        return None
    game = game_at(study.ruleset, study.floor, match_state, now)
    return card_choice(game, player, rung.numbers, turn, ranked.options)


def words_of(dice: Named | None) -> str:
    """Dice as they are written."""
    if dice is None or isinstance(dice, str):
        return dice or ""
    return ",".join(f"{name}={count}" for name, count in dice.items())


MATCHED = 5
"""Sets that are matched against an opponent's."""


def _best_dice(asked: Asked) -> Iterator[str]:
    if asked["their_dice"] is None:
        why = "is that of a match: give {their_dice} as well, such as ordinary=6, or leave it out"
        yield from refuse(asked, "goal", why)


@question(_best_dice)
def best_dice(
    rules: takes.Rules,
    *,
    own: Annotated[
        Named,
        takes.Kind(
            "DICE", "the dice to choose from, such as lucky=3,odd=2,ordinary=6", (str, Mapping)
        ),
    ],
    best: Annotated[int, takes.whole("N", 1, 1000)] | None = None,
    their_dice: takes.TheirDice | None = None,
    goal: Annotated[int, takes.whole("G", 1)] | None = None,
) -> BestDice:
    """Which of your dice to bring, for the most points per turn.

    For games in which you bring your own dice. It lists the best sets of the dice that you own,
    and how much one more die of each kind would add. With `their_dice` it also says how often the
    best sets win.

    Args:
        own: The dice to choose from, by the names in the rules: lucky=3,odd=2,ordinary=6.
        best: How many sets to name. Default: 10.
        goal: With `their_dice`, the goal of that match. Default: the goal of the rules.
    """
    from farklegen.report.match import of_two_sets
    from farklegen.report.odds import BestDice, MatchedSet
    from farklegen.rules.hands import read_brought
    from farklegen.solvers.best_dice import rank_dice
    from farklegen.solvers.game.solution import check_two_sets

    study = study_of(rules)
    loaded = study.loaded
    owned = read_brought(loaded.ruleset, own, named("own"))
    if their_dice is not None:  # what is wrong with the match is said before anything is compared
        check_two_sets(loaded.ruleset)
        other = read_brought(loaded.ruleset, their_dice, named("their_dice"), all_of_them=True)
    ranking = rank_dice(loaded.ruleset, owned, wanted=best or 10, tell=study.progress)
    if their_dice is None:
        return BestDice(loaded, ranking)
    to_goal = loaded.ruleset.model_copy(update={} if goal is None else {"goal": goal})
    study = study.with_rules(to_goal)
    matches = []
    for each in ranking.best[:MATCHED]:
        chosen = {n: c for n, c in zip(ranking.names, each.counts, strict=True) if c}
        match = study.bringing(chosen).against(other).match
        matches.append(MatchedSet(each, of_two_sets(match)))
    matches.sort(key=lambda each: -each.chances.average)
    return BestDice(loaded, ranking, tuple(matches), words_of(their_dice), to_goal.goal)
