"""Refuse rules for which something is not worked out, and name the rule."""

from __future__ import annotations

from collections.abc import Iterable

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset


def refuse(rules: Iterable[tuple[str, bool]], why: str) -> None:
    """Refuse rules that are there.

    Args:
        rules: name, and whether it is in force, of each rule that is not covered.
        why: the message, with `{rule}` for the name.

    Raises:
        UnsolvableError: with that message.
    """
    for rule, there in rules:
        if there:
            raise UnsolvableError(why.format(rule=rule))


def refuse_beyond_scores(ruleset: Ruleset, why: str) -> None:
    """Refuse rules under which a turn depends on more than the scores at its start.

    Args:
        ruleset: the rules.
        why: as for `refuse`.

    Raises:
        UnsolvableError: with that message.
    """
    rules = (
        (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
        ("bank.beat_previous", ruleset.bank.beat_previous),
    )
    refuse(rules, why)
