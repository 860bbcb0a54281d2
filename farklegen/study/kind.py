"""Kinds of results that are kept on disk as JSON: what they are called, written and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from farklegen.store.match_file import MatchKey, Plain

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset

Found = TypeVar("Found")


@dataclass(frozen=True)
class ResultKind(Generic[Found]):
    """A kind of result of a study.

    Attributes:
        name: as the list of what is kept tells it apart.
        words: as people are told, when a file holds something else.
        version: to be changed whenever working it out may give something else.
        tell: the result as JSON says it.
        read: the result from that; raises KeyError, TypeError or ValueError if it is something
            else.
    """

    name: str
    words: str
    version: str
    tell: Callable[[Found], Mapping[str, Any]]
    read: Callable[[dict[str, Any]], Found]

    def key(self, loaded: LoadedRuleset, parameters: Mapping[str, Plain]) -> MatchKey:
        """What a result is found by: the rules, and what else it depends on."""
        return MatchKey(loaded.fingerprint, self.name, parameters, self.version)
