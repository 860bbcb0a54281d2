"""The kinds of pictures by name, and the rules for which there are none."""

from __future__ import annotations

from farklegen.rules.ruleset import Ruleset

KINDS: dict[str, str] = {
    "regions": "when to bank, over both banked scores",
    "value": "what rolling on is worth, over the turn score",
    "turn": "what a turn brings, and how often",
    "win": "the chance to win, over both banked scores",
    "length": "how many turns a game takes",
}
"""Every kind, and what it shows."""


def check_kind(kind: str, ruleset: Ruleset) -> None:
    """Refuse, before anything is worked out, rules that have no picture of a kind.

    Raises:
        UnsolvableError: it names the rule.
    """
    if kind == "length":
        from farklegen.solvers.match.length import check_length

        check_length(ruleset, instead="choose another kind of picture")
