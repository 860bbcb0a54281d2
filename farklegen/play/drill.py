"""Situations that matter: how often they come up, and what mistakes in them cost.

Games are rolled and played, by the best play or by a card, and every decision in them is looked at
with all its choices. The drill assumes that a player makes mistakes, and makes costly ones less
often (a logit response): the chance of a choice that is worth c less than the best one is
proportional to exp(-c / slip). The weight of a situation is what such a player loses in it, times
how often it comes up. A situation that nobody gets wrong weighs little, and so does one that makes
no difference.

Reference: R. D. McKelvey, T. R. Palfrey, Quantal response equilibria for normal form games, Games
and Economic Behavior 10 (1995).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, exp, log
from random import Random

from farklegen.play.game import Game
from farklegen.play.players import Judge, Player, action_of, now_of, options_of
from farklegen.rules.ruleset import MAX_NUMBER, Ruleset
from farklegen.solvers.advice import PointsOutlook
from farklegen.solvers.decisions import Now, Option
from farklegen.solvers.game.game_state import GameState
from farklegen.study.study import Study

CHANCE_SLIP = 0.01
"""Chance to win that a likely mistake costs; see above."""

POINTS_SLIP = 0.05
"""Points that a likely mistake costs, as part of the points that a turn brings."""

EQUAL = 1e-9
"""A smaller difference between choices, relative to what they are worth, is rounding."""

MOST_THROWS = 10_000
"""Throws after which no decision comes any more."""


@dataclass(frozen=True)
class Exercise:
    """A decision, and what every choice is worth.

    Attributes:
        match_state: how the match stands. By points, only what matters for a turn: `my_farkles`,
            `on_board` and what may be taken over.
        now: where the turn is; before a turn that may be taken over neither roll nor dice.
        options: the choices, best first, at least two.
        met: how often it comes up, for each decision of a game.
        weight: what likely mistakes in it cost for each decision of a game: chances to win, or
            points.
        card: the place of what the card does among the options, from 0; None without a card.
    """

    KEYS = ("*known", "*now", "options", "costs", "card")

    match_state: GameState
    now: Now
    options: tuple[Option, ...]
    met: float
    weight: float
    card: int | None = None

    @property
    def known(self) -> GameState | dict[str, object]:
        """How the match stands; by points None in place of what counts in a match only."""
        if self.options[0].win_probability is not None:
            return self.match_state
        unknown = "mine", "theirs", "their_farkles", "first", "their_on_board", "previous"
        known = {name: getattr(self.match_state, name) for name in GameState.KEYS}
        return known | dict.fromkeys(unknown)

    @property
    def costs(self) -> tuple[float, ...]:
        """How much less each option is worth than the best; 0 for equals."""
        return tuple(map(self.cost, range(len(self.options))))

    def cost(self, place: int) -> float:
        """How much less an option is worth than the best one; 0 if it is as good."""
        best, chosen = worth(self.options[0]), worth(self.options[place])
        return best - chosen if best - chosen > EQUAL * max(1.0, abs(best)) else 0.0

    def right(self, place: int) -> bool:
        """Whether an option is the best, as good as that, or what the card says."""
        return not self.cost(place) or place == self.card


def worth(option: Option) -> float:
    """The chance to win where there is a match, else points."""
    value = option.expected_score if option.win_probability is None else option.win_probability
    assert value is not None
    return value


class ByMatch:
    """Judges by the chance to win.

    Attributes:
        slip: what a likely mistake costs.
        game: a match to play.
        turns: turns of each player after which a new game begins; None as the rules say.
    """

    def __init__(self, study: Study) -> None:
        self.judge, self.slip, self.turns = Judge(study.solution), CHANCE_SLIP, None
        self.game = Game(study.ruleset, study.solution.certificate.floor)

    def options(self, game: Game) -> tuple[Option, ...]:
        return self.judge.options(game)

    def match_state(self, game: Game) -> GameState | None:
        """The part of the match state that the choices depend on; None if it is time to bank,
        whatever comes, and there is nothing to ask."""
        turn = self.judge.turn(game)
        if game.phase == "offer":
            return turn.match_state
        state = replace(turn.match_state, inherit=None)
        rows = len(self.judge.solved(state).value)  # with a turn to take over there are more
        return None if game.position.score >= rows * turn.moves.unit else state


class ByPoints:
    """The same by the points that the best play for points expects. Games have no end of their
    own."""

    def __init__(self, study: Study) -> None:
        self.expected = study.expected
        brings = self.expected.points_per_turn
        # a turn may cost points
        self.slip = POINTS_SLIP * max(abs(brings), self.expected.moves.unit)
        self.game = Game(endless(study.ruleset), None)
        self.turns = ceil(study.ruleset.extent / max(brings, 1.0))

    def options(self, game: Game) -> tuple[Option, ...]:
        match_state = self.match_state(game)
        outlook = PointsOutlook(self.expected, match_state.on_board, match_state.my_farkles)
        return options_of(game, None, outlook, match_state)

    def match_state(self, game: Game) -> GameState:
        state = game.match_state
        number = self.expected.number(on_board=state.on_board, farkles=state.my_farkles)
        here = self.expected.strategies[number].situation
        return GameState(
            (0, 0),
            (here.streak, 0),
            (here.on_board, False),
            inherit=state.inherit if game.phase == "offer" else None,
        )


def endless(ruleset: Ruleset) -> Ruleset:
    """The same turns without an end of the game, which play for points leaves out."""
    ends = {"goal": MAX_NUMBER, "rounds": None, "end_game": "sudden_death", "ties": "split"}
    return ruleset.model_copy(update={**ends, "overshoot": "win"})


def gather(
    judging: ByMatch | ByPoints, dice: Random, decisions: int, card: Player | None
) -> list[Exercise]:
    """The situations of rolled games, each once, the largest weight first.

    Args:
        card: the card that plays; every situation says what it does. By default the best play.
    """
    found: dict[tuple[GameState, Now], Exercise] = {}
    game = judging.game
    for _ in range(decisions):
        if not _play_to_a_decision(game, dice, judging.turns):
            break
        actions = game.actions()
        if len(actions) == 1:
            game.act(actions[0])
            continue
        options = judging.options(game)
        made = [action_of(game, option) for option in options]
        action = made[0] if card is None else card.decide(game)
        places = [n for n, each in enumerate(made) if each == action or not options[n].fewer]
        match_state = judging.match_state(game)
        if match_state is not None and len(places) > 1 and all(each in actions for each in made):
            shown, now = tuple(options[n] for n in places), now_of(game)
            before = found.get((match_state, now))
            met = 1 / decisions + (before.met if before else 0.0)
            of_card = None if card is None else places.index(made.index(action))
            exercise = Exercise(match_state, now, shown, met, 0.0, of_card)
            exercise = replace(exercise, weight=met * loss(exercise, judging.slip))
            found[match_state, now] = exercise
        game.act(action if action in actions else actions[0])
    return sorted(found.values(), key=lambda exercise: -exercise.weight)


def _play_to_a_decision(game: Game, dice: Random, turns: int | None) -> bool:
    """Throw dice until the player has a choice; start a new game when one is over. False if no
    choice ever comes, as with a goal that must be hit exactly and cannot be."""
    for _ in range(MOST_THROWS):
        if game.won is not None or (turns is not None and max(game.turns) > turns):
            game.begin()
        if game.actions():
            return True
        game.throw(game.fall(dice))
    return False


def loss(exercise: Exercise, slip: float) -> float:
    """What a player who makes mistakes loses, on average, each time."""
    often = [exp(-cost / slip) for cost in exercise.costs]
    return sum(c * each for c, each in zip(exercise.costs, often, strict=True)) / sum(often)


def draw(exercises: Iterable[Exercise], number: int, dice: Random) -> list[Exercise]:
    """That many situations, in the order in which they are drawn: each as likely as its weight.

    Of those with the same dice at the same turn score only one is drawn, so there may be fewer.
    """
    weighted = [exercise for exercise in exercises if exercise.weight > 0]
    lots = {id(each): log(1.0 - dice.random()) / each.weight for each in weighted}
    drawn: dict[tuple[object, ...], Exercise] = {}
    for exercise in sorted(weighted, key=lambda each: -lots[id(each)]):
        if len(drawn) == number:
            break
        drawn.setdefault((exercise.now, exercise.match_state.inherit), exercise)
    return list(drawn.values())


def situations(
    study: Study,
    number: int,
    dice: Random,
    *,
    match: bool,
    decisions: int,
    card: Player | None = None,
) -> tuple[Exercise, ...]:
    """That many situations, judged by the match or by points, and drawn as `draw` does."""
    judging = ByMatch(study) if match else ByPoints(study)
    return tuple(draw(gather(judging, dice, decisions, card), number, dice))
