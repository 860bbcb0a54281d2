"""Refusing, by name, rules for which something is not worked out."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from farklegen.errors import UnsolvableError
from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.match.build import is_compiled


def refuse(rules: Iterable[tuple[str, bool]], why: str, compiler: str) -> None:
    """Refuse rules that are there, and to work without a compiler.

    Args:
        rules: name, and whether it is in force, of each rule that is not covered.
        why: the message, with `{rule}` for the name.
        compiler: the message where there is no compiler.

    Raises:
        UnsolvableError: with one of the messages.
    """
    for rule, there in rules:
        if there:
            raise UnsolvableError(why.format(rule=rule))
    need_compiler(compiler)


def refuse_beyond_scores(ruleset: Ruleset, why: str, compiler: str) -> None:
    """Refuse rules under which a turn depends on more than the scores at its start.

    Args:
        ruleset: the rules.
        why, compiler: as for `refuse`.

    Raises:
        UnsolvableError: with one of the messages.
    """
    rules = (
        (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
        ("bank.beat_previous", ruleset.bank.beat_previous),
    )
    refuse(rules, why, compiler)


def need_compiler(compiler: str) -> None:
    """Refuse to work without a compiler.

    Raises:
        UnsolvableError: with this message.
    """
    if find_spec("numba") is None or not is_compiled():
        raise UnsolvableError(compiler)
