"""Results of a study that are kept on disk: what each is called, found by, and how JSON says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from math import isfinite, nan
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np
from pydantic import BaseModel

from farklegen.cards.card import Chances, MatchPrice
from farklegen.cards.ladder import Ladder
from farklegen.cards.several import SeveralCard
from farklegen.rules.loading import LoadedRuleset
from farklegen.solvers.duel.duel import Duel
from farklegen.solvers.match.length import GameLength
from farklegen.solvers.match.match import SOLVER_VERSION
from farklegen.solvers.multiplayer import game
from farklegen.store.matches import MatchKey, Plain

Found = TypeVar("Found")


@dataclass(frozen=True)
class Met:
    """One policy against another: chances that the first one wins, their error, about, and the
    sweeps over all scores."""

    chances: Chances
    error: float
    sweeps: int

    @classmethod
    def of(cls, duel: Duel) -> Met:
        return cls(Chances.of(duel), duel.error, duel.sweeps)


@dataclass(frozen=True)
class ResultKind(Generic[Found]):
    """A kind of result of a study.

    Attributes:
        name: as the list of what is kept tells it apart.
        words: in messages, when a file holds something else.
        version: to be changed whenever working it out may give something else.
        result: a dataclass of numbers, texts, tuples, arrays and such dataclasses.
    """

    name: str
    words: str
    version: str
    result: type[Found]

    def key(self, loaded: LoadedRuleset, parameters: Mapping[str, Plain]) -> MatchKey:
        """What a result is found by: the rules, and what else it depends on."""
        return MatchKey(loaded.fingerprint, self.name, parameters, self.version)

    def tell(self, found: Found) -> dict[str, Any]:
        plain: dict[str, Any] = _tell(found)
        return plain

    def read(self, plain: Mapping[str, Any]) -> Found:
        """The result from that.

        Raises:
            KeyError, TypeError, ValueError: if it is something else.
        """
        found: Found = _read(self.result, plain)
        return found


def _tell(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=True)
    if is_dataclass(value):
        return {field.name: _tell(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple):
        return [_tell(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _read(kind: Any, plain: Any) -> Any:
    """A value of this type from what `_tell` made of it."""
    form, parts = get_origin(kind), get_args(kind)
    if form in (Union, UnionType):
        (some,) = (part for part in parts if part is not NoneType)
        return None if plain is None else _read(some, plain)
    if form is np.ndarray:
        return np.array(plain, np.float64)
    if form is tuple:
        kinds = parts[:1] * len(plain) if parts[1:] == (...,) else parts
        return tuple(_read(each, one) for each, one in zip(kinds, plain, strict=True))
    if hasattr(kind, "__dataclass_fields__"):
        return kind(**{name: _read(each, plain[name]) for name, each in _hints(kind).items()})
    if issubclass(kind, tuple):  # a NamedTuple
        return kind(*map(_read, _hints(kind).values(), plain))
    if issubclass(kind, BaseModel):
        return kind(**plain)
    return nan if kind is float and plain is None else kind(plain)


@lru_cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


PRICE = ResultKind("card", "the price of the card", f"{SOLVER_VERSION}, price-9", MatchPrice)
LADDER = ResultKind("ladder", "the ladder of cards", f"{PRICE.version}, ladder-16", Ladder)
SEVERAL_CARD = ResultKind(
    "card for several",
    "the card for several players",
    f"{LADDER.version}, {game.SOLVER_VERSION}, several-1",
    SeveralCard,
)
LENGTH = ResultKind("length", "the length of games", f"{SOLVER_VERSION}, length-4", GameLength)
DUEL = ResultKind("duel", "a duel", f"{LADDER.version}, duel-6", Met)
