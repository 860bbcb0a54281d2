"""The kinds of pictures by name, and the rules for which there are none."""

from __future__ import annotations

from farklegen.rules.ruleset import Ruleset
from farklegen.solvers.refusals import refuse

KINDS: dict[str, str] = {
    "regions": "when to bank, over both banked scores",
    "value": "what rolling on is worth, over the turn score",
    "turn": "what a turn brings, and how often",
    "win": "the chance to win, over both banked scores",
    "length": "how many turns a game takes",
    "memory": "what a card loses, over the numbers it asks to remember",
    "sweep": "a measure of many rulesets, from the results of a sweep",
}
"""Every kind, and what it shows."""

SWEEP = "sweep"
"""The kind that is about many rulesets."""

NO_COMPILER = (
    "this picture needs numba, which is not installed here. Install it, or choose another kind"
)


def check_kind(kind: str, ruleset: Ruleset) -> None:
    """Refuse, before anything is worked out, rules that have no picture of a kind.

    Raises:
        UnsolvableError: it names the rule.
    """
    beyond_scores = (
        (f"piggyback: {ruleset.piggyback}", ruleset.piggyback != "none"),
        ("bank.beat_previous", ruleset.bank.beat_previous),
    )
    if kind == "length":
        refuse(
            beyond_scores,
            "the number of turns is not worked out for {rule}: what a turn leads to depends on "
            "more than the scores there. Choose another kind of picture",
            NO_COMPILER,
        )
    if kind == "memory":
        refuse(
            beyond_scores,
            "shorter cards are not searched for with {rule}: measuring each against perfect play "
            "would take longer than solving the match. Choose another kind of picture",
            NO_COMPILER,
        )
