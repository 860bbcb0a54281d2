"""The best card for a given memory: with how many numbers one loses how much.

**What counts.** Different turn scores in the break points, as on any card; different scores in the
go-for-it thresholds; one for a lead. The worths at the left of the card are its lines, and do not
count. How the cards are found is in `cards.memory_search`.
"""

from __future__ import annotations

from dataclasses import dataclass

from farklegen.cards.card import Card, numbers_to_remember
from farklegen.cards.price import MatchPrice
from farklegen.cards.shorten import Tables
from farklegen.errors import named
from farklegen.policies.policy import GoForIt
from farklegen.results import Shown
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.arguments import Arguments
from farklegen.solvers.refusals import refuse, refuse_beyond_scores


@dataclass(frozen=True)
class ShortCard:
    """The best card found with so many numbers.

    Attributes:
        numbers: how many there are to remember, thresholds included.
        card: the break points.
        price: its thresholds, and what it wins.
    """

    numbers: int
    card: Card
    price: MatchPrice


@dataclass(frozen=True, repr=False)
class Frontier(Shown):
    """The best cards found, by the numbers that they take.

    Attributes:
        cards: fewest numbers first; each wins more than all before it.
        default: the card without a limit, as `table` prints it.
        duels: matches that were measured on the way.
        costly: whether fewer were, because each takes long.
    """

    cards: tuple[ShortCard, ...]
    default: ShortCard
    duels: int
    costly: bool

    def best(self, most: int) -> ShortCard:
        """The best card with at most so many numbers; the first one takes none.

        Raises:
            ArgumentError: for what is no such number.
        """
        arguments = Arguments()
        most = arguments.number("most", most)
        arguments.check()
        return next(card for card in reversed(self.cards) if card.numbers <= most)


def count(tables: Tables, goes: GoForIt, goal: int) -> int:
    """The numbers to remember of a card with its thresholds."""
    thresholds = threshold_numbers(goes)
    return numbers_to_remember(tables, goal) + len(thresholds) + (goes.lead is not None)


def threshold_numbers(goes: GoForIt) -> list[int]:
    """The different scores in thresholds, smallest first."""
    return sorted({score for score in (*goes.mine, *goes.theirs) if score is not None})


def check_frontier(ruleset: Ruleset, *, instead: str = "") -> None:
    """Refuse rules for which cards are not compared.

    Args:
        ruleset: the rules.
        instead: what can be done instead; by default, to do without it.

    Raises:
        UnsolvableError: it names the rule.
    """
    instead = instead or named(
        "The card without a limit is there all the same", "Leave --remember and --frontier out"
    )
    refuse(
        (("rounds", ruleset.goal is None),),
        "shorter cards are not searched for with {rule} and no goal: their numbers are compared by "
        f"what they win on the way to one. {instead}",
    )
    refuse_beyond_scores(
        ruleset,
        "shorter cards are not searched for with {rule}: measuring each against perfect play would "
        f"take longer than solving the match. {instead}",
    )
