"""The documents of `farklegen solve`, `duel` and `simulate`: who wins a match, and how often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from typing import Any, NamedTuple

from farklegen.cards.card import Chances
from farklegen.errors import named
from farklegen.report import document as doc
from farklegen.report.document import RulesetResult
from farklegen.report.numbers import NEVER, count, decimals_known, duration, percent, points, tiny
from farklegen.rules.hands import dice_in_words, hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import listed
from farklegen.solvers.duel.length import GameLength
from farklegen.solvers.duel.table import MetAtTable
from farklegen.solvers.expected import RoundsTotal
from farklegen.solvers.game import PLACES
from farklegen.solvers.game.solution import Certificate, FairStart, HeadStart, TwoSets
from farklegen.solvers.simulation import Distribution, PlayerCounts, SimulationResult

QUANTILES = (0.05, 0.5, 0.95)
"""Shares of all games whose length is shown."""

IGNORES_END = (
    "The card played here ignores the end of the game: farklegen table --match finds the one that "
    "looks at it."
)
"""What is said where the card is that by points."""

EXACT = partial(percent, decimals=6)
SETS = partial(percent, decimals=4)
UNSETTLED = COUNTED = partial(percent, decimals=3)
"""How to write chances: solved ones, those of two sets of dice, those not quite solved, and those
counted in games."""


@dataclass(frozen=True, eq=False, repr=False)
class SolveResult(RulesetResult):
    """A match of perfect players, each playing for their own chance to win.

    Attributes:
        win_probabilities: of each player, in the order of moving.
        certificate: how exact they are, and how they were found.
        head_start: of two, the fairest; None if that takes a longer match and was not asked for.
        length: how many turns a game takes; None if that was not asked for.
        rounds: the best expected total of a game of rounds.
    """

    KEYS = ("moving", "head_start", "*certificate", "length", "rounds")

    win_probabilities: tuple[float, ...]
    certificate: Certificate
    head_start: HeadStart | None = None
    length: GameLength | None = None
    rounds: RoundsTotal | None = None

    @property
    def first_player_win_probability(self) -> float:
        return self.win_probabilities[0]

    @property
    def moving(self) -> dict[str, float]:
        """Probability to win by who moves: `first`, `second` and so on."""
        return dict(zip(PLACES, self.win_probabilities, strict=False))

    def document(self) -> doc.Document:
        """The chances of the players, how long a game lasts, and how exact that is."""
        certificate, length, written = self.certificate, self.length, EXACT
        chances, notes = [*self.moving.items()], [*floor_notes(certificate.floor)]
        match = "a match between two perfect players"
        exact = [("Exact to", certificate.error_bound)]
        if certificate.players > 2:
            match = f"a match of {certificate.players} players, each playing to win"
            exact = [("Residual, at most", certificate.residual)]
            if certificate.unsettled:
                exact.append(("Unsettled, by", certificate.unrest))
                written = UNSETTLED
            notes.insert(
                0,
                "Nobody gains more than the residual by another choice. Other solutions may exist.",
            )
        else:
            del chances[1:]
        facts = [(f"{place.capitalize()} player wins", written(won)) for place, won in chances]
        if start := self.head_start:
            second = f"{count(start.points, 'point')} for the player who moves second"
            facts.append(("Fair head start", second if start.points else "none"))
            facts.append(("First player then", EXACT(start.first_player_win_probability)))
        elif certificate.players == 2:
            facts.append(("Fair head start", f"ask for it with {named('head_start')}"))
        if self.rounds is not None:
            total = points(self.rounds.total, decimals_known(self.rounds.error, 1))
            facts.append((f"Most points in {count(self.rounds.rounds, 'round')}", total))
        if length is not None and not length.distribution:
            facts.append(("Turns", "almost no game comes to its end"))
        elif length is not None:
            over_by = [doc.known(length.quantile(share), points, NEVER) for share in QUANTILES]
            facts += [
                ("Turns, both players' together", points(length.mean, 3)),
                ("... standard deviation", points(length.spread, 3)),
                ("... 5%, 50%, 95% over by", listed(over_by)),
            ]
            if isfinite(length.lead_changes):
                facts.append(("Lead changes", points(length.lead_changes, 3)))
        facts += [(label, tiny(size)) for label, size in exact]
        facts.append(("Solved in", duration(certificate.seconds)))
        return self.report("solve", match, (doc.Facts(facts), doc.Notes(notes)), [self])


def floor_notes(floor: int | None) -> Iterator[str]:
    """That scores were cut off, if the rules do not say where."""
    if floor is not None:
        yield f"Scores were cut off at {points(floor)}; a lower {named('floor')} is more exact."


@dataclass(frozen=True, eq=False, repr=False)
class TwoSetsResult(RulesetResult):
    """A match of two sets of dice. The rules are those with my dice.

    Attributes:
        theirs: the rules with the dice of the opponent.
        match: the solved match.
    """

    KEYS = ("my_dice", "their_dice", "*chances", "fair_start", "*certificate")

    theirs: LoadedRuleset
    match: TwoSets

    @property
    def my_dice(self) -> str:
        """What I bring, such as `lucky=1, ordinary=5`."""
        return dice_text(self.loaded)

    @property
    def their_dice(self) -> str:
        """What the opponent brings."""
        return dice_text(self.theirs)

    @property
    def chances(self) -> Chances:
        """How often I win between two perfect players."""
        return of_two_sets(self.match)

    @property
    def fair_start(self) -> FairStart:
        """The start that is nearest to even."""
        return self.match.head_start()

    @property
    def certificate(self) -> Certificate:
        return self.match.mine.certificate

    def facts(self, card: Chances | None = None) -> doc.Facts:
        """Who brings what, how often I win, by a card as well, and the fair start."""
        mine, theirs, even = self.fair_start
        given = f"{points(mine or theirs)} points for {'you' if mine else 'them'}"
        brought = (self.my_dice, self.their_dice)
        yours, others = (dice_in_words(dice) if "=" in dice else dice for dice in brought)
        pairs = (
            ("You bring", yours),
            ("They bring", others),
            *([] if card is None else [("This card wins", _seats(card))]),
            ("Perfect play wins", _seats(self.chances)),
            ("Fair start", f"{given if mine or theirs else 'even'}; you win {SETS(even)}"),
        )
        return doc.Facts(pairs)

    def document(self) -> doc.Document:
        """My chances, and a fair start."""
        certificate = self.certificate
        notes = (
            "Both play perfectly, and know which dice the other one has. turn and advise take "
            "--their-dice as well.",
            f"Solved in {duration(certificate.seconds)}, exact to {tiny(certificate.error_bound)}.",
        )
        blocks = self.facts(), doc.Notes(notes)
        return self.report("solve", "a match of two sets of dice", blocks, [self.chances])


@dataclass(frozen=True)
class Against:
    """A card against other dice.

    Attributes:
        card: how often the card wins.
        match: of perfect players, as `solve --their-dice` has it.
    """

    KEYS = ("card", "match")

    card: Chances
    match: TwoSetsResult


def _seats(chances: Chances) -> str:
    """How often a player wins, by who moves first."""
    first, second = SETS(chances.moving_first), SETS(chances.moving_second)
    return f"{first} moving first, {second} second, {SETS(chances.average)} on average"


def dice_text(loaded: LoadedRuleset) -> str:
    """The dice of a ruleset, as they are written behind its name."""
    hands = hands_of(loaded.ruleset)
    if hands.plain and hands.kinds[0].name == "die":
        return count(loaded.ruleset.dice, "die", "dice")
    return ", ".join(f"{kind.name}={number}" for kind, number in hands.kinds_of(hands.all))


def of_two_sets(match: TwoSets) -> Chances:
    return Chances(match.win_probability(first=True), match.win_probability(first=False))


@dataclass(frozen=True, eq=False, repr=False)
class DuelResult(RulesetResult):
    """Policies against each other.

    Attributes:
        players: how often each wins, in the order of moving.
        best_response: of a player who knows how the opponent plays; None if not asked for.
        error: of the chances of two players, about.
        floor: points at which scores were cut off; None where the rules set the lowest score.
        ignores_end: whether a player goes by a card that ignores the end of the game.
    """

    KEYS = ("players", "best_response", "error", "floor")

    players: tuple[AtTable, ...]
    best_response: AtTable | None = None
    error: float = 0.0
    floor: int | None = None
    ignores_end: bool = False

    def document(self) -> doc.Document:
        names = [player.name for player in self.players]
        rows = [*self.players, *([self.best_response] if self.best_response else [])]
        followed = "Nothing is rolled: every turn is followed with all its chances."
        other = "perfect play" if names[1] == "optimal" else names[1]
        if len(names) == 2:
            title, won = " against ".join(names), f"Chance to win against {other}"
            table = seats_table("playing", [row for row in rows if row is not rows[1]], title=won)
            notes = [f"{followed} The error is about {tiny(self.error)}."]
        else:
            title = f"{listed(names)} at a table of {len(names)}"
            table = seats_table("player", _numbered(rows), title="Chance to win")
            order = "Players sit in this order. Average: everybody moves first equally often."
            notes = [order, followed, *opponents(names)]
        if self.best_response is not None:
            notes.append(f"Best response: a player who knows that the other one is {other}.")
        notes += [*floor_notes(self.floor), *([IGNORES_END] if self.ignores_end else [])]
        return self.report("duel", title, (table, doc.Notes(notes)), rows)


class AtTable(NamedTuple):
    """How often a way of playing wins.

    Attributes:
        name: of the policy.
        moving: probability to win by who moves: `first`, `second` and so on.
        average: their mean; None without a game.
    """

    name: str
    moving: dict[str, float | None]
    average: float | None

    @classmethod
    def of_two(cls, name: str, chances: Chances) -> AtTable:
        seats = chances.moving_first, chances.moving_second
        return cls(name, dict(zip(PLACES, seats, strict=False)), chances.average)

    @classmethod
    def of(cls, name: str, met: MetAtTable, player: int = 0) -> AtTable:
        """A player of a table."""
        players = len(met.moving)
        seats = [float(met.moving[(player - n) % players, player]) for n in range(players)]
        return cls(name, dict(zip(PLACES, seats, strict=False)), met.average[player])


def seats_table(
    who: str,
    rows: Sequence[AtTable],
    *more: tuple[str, Sequence[float | None]],
    written: Callable[[Any], str] = EXACT,
    **words: str,
) -> doc.Table:
    """How often players win when they move first, second and so on, and on average. Further columns
    say more about each player."""
    seats = (f"moving {place}" for place in rows[0].moving)
    heads = doc.columns(who, *seats, "average", *(header for header, _ in more))
    cells = (
        [row.name, *(doc.known(n, written) for n in (*row.moving.values(), row.average, *others))]
        for row, *others in zip(rows, *(column for _, column in more), strict=True)
    )
    return doc.Table(heads, tuple(map(tuple, cells)), **words)


def _numbered(rows: Iterable[AtTable]) -> list[AtTable]:
    return [row._replace(name=f"{n}  {row.name}") for n, row in enumerate(rows, start=1)]


def opponents(names: Sequence[str]) -> Iterator[str]:
    """Explain the ways of playing whose names alone do not."""
    players = len(names)
    if any(name not in ("optimal", "card") for name in names):
        yield "A policy for two is played against the leader, or the next player if it says so."
    if "card" in names:
        yield f"card: what farklegen table RULES --players {players} prints."


@dataclass(frozen=True, eq=False, repr=False)
class SimulateResult(RulesetResult):
    """Games played with rolled dice.

    Attributes:
        simulation: what they came to.
        ignores_end: whether a player goes by a card that ignores the end of the game.
    """

    KEYS = ("*simulation",)

    simulation: SimulationResult
    ignores_end: bool = False

    def document(self) -> doc.Document:
        simulation, players = self.simulation, self.simulation.players
        names = [player.name for player in players]
        won = [
            AtTable(p.name, {at: each.share for at, each in p.moving.items()}, p.share.share)
            for p in players
        ]
        lows, highs = zip(
            *(player.share.interval or (None, None) for player in players), strict=True
        )
        facts = [("Turns of a game", _mean(simulation.turns))]
        if len(players) == 2:
            facts.append(("Player 1 ends ahead by", _mean(simulation.margins)))
        if simulation.level:
            facts.append(("Games that ended level", points(simulation.level)))
        if simulation.unfinished:
            facts.append(("Games without an end", points(simulation.unfinished)))
        threads = count(simulation.threads, "thread")
        facts.append(("Played in", f"{duration(simulation.seconds)}, {threads}"))
        notes = (
            "After ± is the standard error. The true share is between at least and at most with "
            "95% confidence. Players sit in this order; who moves first goes round the table.",
            *floor_notes(simulation.floor),
            *(opponents(names) if len(names) > 2 else ()),
            *([IGNORES_END] if self.ignores_end else []),
        )
        blocks = (
            seats_table(
                "player", _numbered(won), ("at least", lows), ("at most", highs),
                written=COUNTED, title="Games won",
            ),
            _turns(players),
            doc.Facts((*facts, ("Dice", f"--seed {simulation.seed}"))),
            doc.Notes(notes),
        )  # fmt: skip
        against = " against ".join(names) if len(players) == 2 else listed(names)
        title = f"{count(simulation.games, 'game')} of {against}"
        return self.report("simulate", title, blocks, players)


def _turns(players: Sequence[PlayerCounts]) -> doc.Table:
    """What turns of each player came to."""

    def share(part: str) -> tuple[doc.Column, Callable[[PlayerCounts], str]]:
        return doc.right(part), lambda p: percent(getattr(p, part), of=p.turns) if p.turns else ""

    return doc.table(
        players,
        ("player", lambda p: p.name),
        (doc.right("points a turn"), lambda p: _mean(p.points)),
        (doc.right("rolls"), lambda p: points(p.rolls / p.turns, 2) if p.turns else ""),
        share("farkles"),
        *([share("disasters")] if any(p.disasters for p in players) else []),
        (doc.right("longest run"), lambda p: points(p.longest_farkles.mean or 0.0, 2)),
        (doc.right("final score"), lambda p: _mean(p.scores)),
        title="Averages",
        note="Longest run: of farkles in a game. Points a turn: without penalties.",
        numbered=True,
    )


def _mean(spread: Distribution) -> str:
    """A mean with its standard error."""
    mean, error = spread.mean, spread.standard_error
    if mean is None or error is None:
        return ""
    decimals = 2 if error < 1000 else 0
    return f"{points(mean, decimals)} ± {points(error, decimals)}"
