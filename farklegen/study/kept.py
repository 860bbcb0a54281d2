"""Results of a study that are kept on disk: each one's name, its key and its form in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from farklegen.cards.card import Chances, MatchPrice
from farklegen.cards.ladder import Ladder
from farklegen.cards.several import SeveralCard
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.duel.arena import Duel
from farklegen.solvers.duel.length import GameLength
from farklegen.solvers.game.solve_match import SOLVER_VERSION
from farklegen.store.matches import MatchKey, Plain

Found = TypeVar("Found")


@dataclass(frozen=True)
class Met:
    """One policy against another: chances that the first one wins, and their error, about."""

    chances: Chances
    error: float

    @classmethod
    def of(cls, duel: Duel) -> Met:
        return cls(Chances.of(duel), duel.error)


@dataclass(frozen=True)
class ResultKind(Generic[Found]):
    """A kind of result of a study.

    Attributes:
        name: tells the kind apart in the list of kept results.
        words: what messages call the kind when a file holds something else.
        version: must change whenever working the result out may give something else.
        result: a dataclass of numbers, texts, tuples, arrays and such dataclasses.
    """

    name: str
    words: str
    version: str
    result: type[Found]

    def key(self, loaded: LoadedRuleset, parameters: Mapping[str, Plain]) -> MatchKey:
        """The key of a result: the rules, and everything else that the result depends on."""
        return MatchKey(loaded.fingerprint, self.name, parameters, self.version)

    def tell(self, result: Found) -> dict[str, Any]:
        text = to_json(result, inf_nan_mode="strings", fallback=np.ndarray.tolist)
        plain: dict[str, Any] = from_json(text)
        return plain

    def read(self, plain: Mapping[str, Any]) -> Found:
        """The result from plain data.

        Raises:
            ValueError: if the data are something else.
        """
        return TypeAdapter(self.result).validate_python(plain)


PRICE = ResultKind("card", "the price of the card", f"{SOLVER_VERSION}, price-11", MatchPrice)
LADDER = ResultKind("ladder", "the ladder of cards", f"{PRICE.version}, ladder-23", Ladder)
SEVERAL_CARD = ResultKind(
    "card for several",
    "the card for several players",
    f"{LADDER.version}, several-7",
    SeveralCard,
)
LENGTH = ResultKind("length", "the length of games", f"{SOLVER_VERSION}, length-5", GameLength)
DUEL = ResultKind("duel", "a duel", f"{LADDER.version}, duel-6", Met)
