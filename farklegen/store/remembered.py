"""A result that takes long: looked up in the store, or worked out and kept there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy.typing as npt

from farklegen.solvers.progress import Report
from farklegen.store import matches
from farklegen.store.match_file import MatchKey, StoredMatch

Result = TypeVar("Result")


def remembered(
    key: MatchKey,
    work_out: Callable[[Report], Result],
    *,
    tell: Callable[[Result], tuple[Mapping[str, Any], Mapping[str, npt.NDArray[Any]]]],
    read: Callable[[StoredMatch], Result],
    label: str,
    otherwise: str,
    report: Report,
) -> Result:
    """The result that is kept under a key, or a new one, which is kept then.

    Two processes that want the same at once do not both work it out: one of them waits.

    Args:
        key: what the result depends on.
        work_out: finds it out if it is not known, and tells what there is to say.
        tell: the result as JSON says it, and its arrays.
        read: the result from that; raises KeyError, TypeError, ValueError or AttributeError if it
            is something else.
        label: the name of the rules.
        otherwise: what is reported then.
        report: takes lines for the person at the keyboard.
    """
    report = _once(report)

    def recall() -> tuple[Result] | None:
        stored = matches.load(key, report=report)
        if stored is None:
            return None
        try:
            return (read(stored),)
        except (KeyError, TypeError, ValueError, AttributeError):
            report(otherwise)
            return None

    known = recall()
    if known is not None:
        return known[0]
    with matches.locked(key, report=report):
        known = recall()  # by whoever held the lock before
        if known is not None:
            return known[0]
        found = work_out(report)
        meta, arrays = tell(found)
        matches.save(key, meta, arrays, label=label, report=report)
    return found


def _once(report: Report) -> Report:
    """A report that says no line twice: the store is looked at twice, and may not change."""
    said = set()

    def say(line: str) -> None:
        if line not in said:
            said.add(line)
            report(line)

    return say
