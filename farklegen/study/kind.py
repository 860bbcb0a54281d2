"""Kinds of results that are kept on disk as JSON: what they are called, written and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from farklegen.store.match_file import MatchKey, Plain
from farklegen.store.remembered import remembered

if TYPE_CHECKING:
    from farklegen.study.study import Study

Found = TypeVar("Found")


@dataclass(frozen=True)
class Kind(Generic[Found]):
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
    read: Callable[[Study, dict[str, Any]], Found]

    def key(self, study: Study, parameters: Mapping[str, Plain]) -> MatchKey:
        """What the result is found by: the rules, and whatever else it depends on."""
        return MatchKey(study.loaded.fingerprint, self.name, parameters, self.version)

    def of(self, study: Study, key: MatchKey, work_out: Callable[[], Found]) -> Found:
        """The result: from the store if the study keeps its results there and it is there."""
        if not study.kept:
            return work_out()
        return remembered(
            key,
            work_out,
            tell=self.tell,
            read=lambda meta: self.read(study, meta),
            label=study.loaded.name,
            otherwise=f"{self.words} in the store is of another kind and is worked out anew",
            report=study.report,
        )
