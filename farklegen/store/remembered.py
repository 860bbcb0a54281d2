"""Results that JSON can tell: looked up in the store, or worked out and kept there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from farklegen.store import matches
from farklegen.store.match_file import MatchKey
from farklegen.store.matches import Report

Result = TypeVar("Result")


def remembered(
    key: MatchKey,
    work_out: Callable[[], Result],
    *,
    tell: Callable[[Result], Mapping[str, Any]],
    read: Callable[[dict[str, Any]], Result],
    label: str,
    otherwise: str,
    report: Report,
) -> Result:
    """The result that is kept under a key, or a new one, which is kept then.

    Args:
        key: what the result depends on.
        work_out: finds it out if it is not known.
        tell: the result as JSON says it.
        read: the result from that; raises KeyError, TypeError or ValueError if it is something
            else.
        label: the name of the rules.
        otherwise: what is reported then.
        report: takes lines for the person at the keyboard.
    """
    stored = matches.load(key, report=report)
    if stored is not None:
        try:
            return read(dict(stored.meta))
        except (KeyError, TypeError, ValueError):
            report(otherwise)
    found = work_out()
    matches.save(key, tell(found), {}, label=label, report=report)
    return found
