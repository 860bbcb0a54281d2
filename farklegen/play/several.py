"""A match of several players under way, and who else sits at the table.

Each turn is one of a match of two: the player to move and the opponent that this player looks at,
by default whoever has the highest score of the others. What follows a turn is for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from farklegen.cards.card import Chances
from farklegen.errors import UnsolvableError
from farklegen.play.game import Action, EndKind, Game
from farklegen.play.judge import Judge, action_of, options_of, period
from farklegen.play.players import PerfectPlayer, Player, policy_player
from farklegen.results import Shown
from farklegen.rulebook.match_rules import End, MatchState
from farklegen.rules.endings import ending_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.advice import MatchOutlook, Outlooks, Prospect
from farklegen.solvers.choices import Option
from farklegen.solvers.match.match_rules import MatchRules as SolverRules
from farklegen.solvers.match.solution import SolvedTurn
from farklegen.solvers.multiplayer.game import SeveralSolution
from farklegen.solvers.multiplayer.match_state import TableState
from farklegen.study.estimate import estimate_table
from farklegen.study.seats import Sitting
from farklegen.study.study import Study


@dataclass
class SeveralGame(Game):
    """A match of several, player 0 moving first.

    `match_state` is that of the player to move and the opponent; `won` the share of the win of
    player 0.

    Attributes:
        players: how many.
        against: of each player, which of the others is the opponent.
        farkles, on_board: of each player.
        left: players who still have a last turn; None before the goal is reached.
        winners: who has the highest score since, or has won.
    """

    players: int = 3
    against: Sequence[Literal["leader", "next"]] = ()
    farkles: list[int] = field(init=False, default_factory=list)
    on_board: list[bool] = field(init=False, default_factory=list)
    left: int | None = field(init=False, default=None)
    winners: tuple[int, ...] = field(init=False, default=())

    def begin(self) -> None:
        many = self.players
        self.player, self.turns, self.scores = 0, [0] * many, [0] * many
        self.farkles, self.on_board = [0] * many, [self.rules.start().on_board] * many
        self.left, self.winners = None, ()
        self.won, self.last_end, self.roll = None, None, ()
        self._start_turn(self._seen(0, None))

    @property
    def others(self) -> list[int]:
        """The other players, in the order of moving."""
        return [(self.player + place) % self.players for place in range(1, self.players)]

    @property
    def other(self) -> int:
        """The opponent of the player to move."""
        following = bool(self.against) and self.against[self.player] == "next"
        if following and self.left is None:
            return self.others[0]
        return max(self.others, key=lambda player: self.scores[player])

    def _seen(self, previous: int, inherit: tuple[int, int] | None) -> MatchState:
        """The turn that begins, as the player to move sees it."""
        mover, other = self.player, self.other
        counted = self.ruleset.rounds is not None
        later = mover < self.players - 1 and self.left is None
        return self.rules.relevant(
            MatchState(
                mine=self.scores[mover],
                theirs=self.scores[other],
                my_farkles=self.farkles[mover],
                their_farkles=self.farkles[other],
                first=later,
                on_board=self.on_board[mover],
                their_on_board=self.on_board[other],
                previous=previous,
                inherit=inherit,
                rounds_left=(self.ruleset.rounds or 0) - self.turns[mover] if counted else 0,
            )
        )

    def _follow(self, kind: EndKind, _end: End) -> None:
        """Hand the dice over, or end the game; what follows for two is not asked."""
        mover, position = self.player, self.position
        farkled = None
        if kind == "farkle":
            farkled = self.rules.farkled(self.match_state, position, first_roll=self.fresh)
        self.farkles[mover] = 0 if farkled is None else farkled.my_farkles
        self.on_board[mover] |= kind == "bank" or (farkled is not None and farkled.on_board)
        self._settle(kind == "win")
        if self.left == 0:
            self.won = 1 / len(self.winners) if 0 in self.winners else 0.0
            self.phase = "over"
            return
        taken = {"bank": "after_bank", "farkle": "after_farkle"}.get(kind)
        handed = taken is not None and self.ruleset.piggyback in (taken, "both")
        self.player = (mover + 1) % self.players
        previous = position.score if kind == "bank" else 0
        self._start_turn(self._seen(previous, (position.score, position.dice) if handed else None))

    def _settle(self, wins: bool) -> None:
        """Who has the highest score, and who still has a turn."""
        mover, score, ending = self.player, self.scores[self.player], ending_of(self.ruleset)
        last_round = self.turns[mover] == self.ruleset.rounds
        if wins:
            self.left, self.winners = 0, (mover,)
        elif self.left is not None:
            best = self.scores[self.winners[0]]
            if score > best:
                self.winners = (mover,)
            elif score == best:
                self.winners = tuple(ending.winners((*self.winners, mover)))
            self.left -= 1
        elif score >= self.rules.goal:
            later = self.players - 1 - mover
            self.left = ending.last_turns(self.players, later, last_round=last_round)
            self.winners = (mover,)
        elif mover == self.players - 1 and last_round:
            level = [p for p in range(self.players) if self.scores[p] == max(self.scores)]
            self.left, self.winners = 0, tuple(ending.winners(level))


@dataclass
class SolvedPlayer:
    """Plays the match of so many players as it was solved."""

    solution: SeveralSolution
    _turns: dict[TableState, MatchOutlook] = field(init=False, default_factory=dict)

    def decide(self, game: Game) -> Action:
        if game.phase == "decide" and not game.may_bank:
            return "roll"
        return action_of(game, self.options(game)[0])

    def options(self, game: Game) -> tuple[Option, ...]:
        """Everything that can be done now, best first; none if dice are to be thrown."""
        assert isinstance(game, SeveralGame)
        order = [game.player, *game.others]
        ending = self.solution.rules.ending
        begun = TableState(
            scores=tuple(game.scores[player] for player in order),
            on_board=tuple(game.on_board[player] for player in order),
            rounds_left=game.match_state.rounds_left if ending.rounds is not None else None,
            seat=game.player if ending.tells_seats else 0,
            farkles=tuple(game.farkles[player] for player in order),
            previous=game.match_state.previous,
            inherit=game.match_state.inherit,
        )
        if begun not in self._turns:
            turn = self.solution.turn(begun).turn
            self._turns[begun] = _SeveralOutlook(turn, self.solution.rules)
        turn = self._turns[begun].turn
        return options_of(game, Outlooks(self._turns[begun], None), turn.match_state.inherit)


class _SeveralOutlook(MatchOutlook):
    """Knows states above the solved table, too: the highest row that is as far from a multiple that
    may be banked stands for them."""

    def __init__(self, turn: SolvedTurn, rules: SolverRules) -> None:
        super().__init__(turn)
        self.most, self.period = len(turn.value) + len(turn.above) - 1, period(rules)

    def prospect(self, turn_score: int, dice: int, hot_dice: int) -> Prospect | None:
        row, unit = turn_score // self.turn.unit, self.turn.unit
        if row > self.most and self.turn.room is None:
            turn_score = (self.most - (self.most - row) % self.period) * unit
        return super().prospect(turn_score, dice, hot_dice)


class Hinting(Protocol):
    """Knows what there is to do."""

    def options(self, game: Game) -> tuple[Option, ...]:
        """Everything that can be done now, best first; none if dice are to be thrown."""
        ...


class Hints(NamedTuple):
    """What a person at a table of several is told who asks."""

    adviser: Hinting
    about: str


SECONDS_FOR_HINTS = 20.0
"""A match of so many that is solved sooner is solved for hints."""


def hints_for(study: Study, others: Sequence[Sitting]) -> Hints:
    """Exact hints where the match of so many is solved, or soon is; else as against the leader."""

    players = len(others) + 1
    asked = any(who.recipe.optimal and who.against is None for who in others)
    try:
        solved = asked or estimate_table(study, players).seconds <= SECONDS_FOR_HINTS
        if solved:
            about = f"Exact: the solved match of {players}, each playing for the own win."
            return Hints(SolvedPlayer(study.several(players)), about)
        costs = f"farklegen table --players {players} tells what that loses."
    except UnsolvableError:
        costs = "What that loses is not known: the match of so many is not solved."
    return Hints(
        Judge(study.solution),
        "As against the leader: the match of two, the highest score of the others in place of the "
        f"opponent's, and the chance against that player alone. {costs}",
    )


@dataclass
class Others:
    """Everybody but the person."""

    players: Sequence[Player | None]

    def decide(self, game: Game) -> Action:
        player = self.players[game.player]
        assert player is not None
        return player.decide(game)


def opponent_of(study: Study, who: Sitting, players: int) -> Player:
    """Somebody at a table of so many."""
    recipe = who.recipe
    if recipe.optimal:
        if who.against is None:
            return SolvedPlayer(study.several(players))
        return PerfectPlayer(Judge(study.solution))
    goes = study.price.go_for_it if recipe.needs_go_for_it else None
    by_card = study.card_player(who.match_of(players)) if recipe.card else None
    return policy_player(recipe, study.ruleset, study.tables, goes, by_card)


@dataclass(eq=False, repr=False)
class PlayedMatch(Shown):
    """A match against somebody.

    Attributes:
        loaded: the rules.
        game: how it stands.
        opponent: who decides for the other player.
        name: what the opponent's way of playing is called.
        judge: knows what decisions are worth; None without a solved match.
        unjudged: why there is none; empty if there is one.
        against: how often perfect play wins against the opponent; None if the opponent plays
            perfectly, or nobody knows.
        hints: what the person is told at a table of several who asks; None where nobody knows, and
            in a match of two, whose judge knows.
    """

    loaded: LoadedRuleset
    game: Game
    opponent: Player
    name: str
    judge: Judge | None
    unjudged: str = ""
    against: Chances | None = None
    hints: Hints | None = None
