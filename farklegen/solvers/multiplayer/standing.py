"""How a match of several players may stand."""

from __future__ import annotations

from collections.abc import Sequence

from farklegen.errors import ImpossibleStateError, named
from farklegen.solvers.match.match_rules import MatchRules
from farklegen.solvers.match.match_state import check_farkles


def turns_left(rules: MatchRules, players: int, rounds_left: int | None, seat: int) -> int:
    """The turns that a state tells apart, see `layout`; 0 where they are not counted."""
    ending = rules.ending
    if not ending.tells_seats:
        return 0
    before = 0 if ending.rounds is None else (rounds_left or ending.rounds) - 1
    return before * players + players - seat


def check_scores(
    rules: MatchRules,
    scores: Sequence[int],
    rounds_left: int | None = None,
    seat: int = 0,
    farkles: Sequence[int] = (),
) -> None:
    """Refuse scores with which no turn of a match can begin.

    Args:
        rules: the rules.
        scores: of the player to move, the next one, ...; points.
        rounds_left, seat, farkles: as for `SeveralSolution.win_probabilities`.

    Raises:
        ImpossibleStateError: for the first thing wrong.
    """
    rounds = rules.ending.rounds
    if rounds_left is not None and (rounds is None or not 1 <= rounds_left <= rounds):
        what = "these rules count no rounds. Leave it out" if rounds is None else (
            f"a game has {rounds:,} rounds. Give a number from 1 to {rounds:,}"
        )  # fmt: skip
        raise ImpossibleStateError(f"{named('rounds_left')}: {rounds_left:,} is given, and {what}")
    if not 0 <= seat < len(scores):
        raise ImpossibleStateError(
            f"{named('seat')}: there are {len(scores)} players at the table. Give one of them"
        )
    goal, lowest = rules.goal * rules.unit, rules.lowest_score * rules.unit
    names = [named("mine"), *[named("theirs")] * (len(scores) - 1)]
    for name, score in zip(names, scores, strict=True):
        if score < lowest or score % rules.unit:
            near = max(score // rules.unit * rules.unit, lowest)
            raise ImpossibleStateError(
                f"{name}: a score of {score:,} cannot occur: scores are multiples of "
                f"{rules.unit}, from {lowest:,} on. Give {near:,} or {near + rules.unit:,}"
            )
        if rules.exact_goal and score > goal:
            raise ImpossibleStateError(
                f"{name}: nobody can have {score:,} points: the goal of {goal:,} must be hit "
                f"exactly. Give at most {goal:,}"
            )
    if farkles and len(farkles) != len(scores):
        raise ImpossibleStateError(
            f"{named('my_farkles')}: farkles of {len(farkles)} players are given, and there are "
            f"{len(scores)}. Give one number for each"
        )
    check_farkles(rules, *farkles)
    if scores[0] >= goal:
        raise ImpossibleStateError(
            f"{named('mine')}: with {scores[0]:,} points, {goal:,} or more, this player has "
            f"nothing more to play for. Give less than {goal:,}"
        )
    finished = [place for place, score in enumerate(scores) if score >= goal]
    if finished and not rules.has_last_turn:
        raise ImpossibleStateError(
            f"{named('theirs')}: with {scores[finished[0]]:,} points that player has won "
            f"already: the first to reach {goal:,} wins (end_game: sudden_death). Give less "
            f"than {goal:,}"
        )
    round_ends = len(scores) - seat
    if finished and rules.ruleset.end_game == "equal_turns" and finished[0] < round_ends:
        raise ImpossibleStateError(
            f"{named('theirs')}: the game is over: a player with {goal:,} points or more has got "
            "there in an earlier round, and all have had equally many turns (end_game: "
            f"equal_turns). Give less than {goal:,}, or another seat"
        )
