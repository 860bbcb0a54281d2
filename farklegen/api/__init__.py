"""The public Python API: what the commands call, and what a notebook would.

Every function takes the rules as a reference: a path, the name of built-in rules, `-` for standard
input, the text of a file, a dictionary, a ruleset loaded before, or a study of one, which works out
nothing twice. Arguments are held to the same limits as the options of the commands. A module is
imported when one of its functions is first used.

Every function raises ArgumentError, naming all arguments that cannot be meant, and
FileProblemError, RulesetError, PolicyError or SweepError if a file cannot be read. What the rules
do not allow is an UnsolvableError, a match that cannot stand as asked an ImpossibleStateError.
`progress` is called with a share from 0 to 1 and a few words, `report` with lines of text; `floor`
and `tolerance` are everywhere as for `solve`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farklegen.api.comparing import *
    from farklegen.api.loading import *
    from farklegen.api.matches import *
    from farklegen.api.pictures import *
    from farklegen.api.players import *
    from farklegen.api.turns import *

HOMES = {
    name: home
    for home, names in (
        ("comparing", "compare load_sweep studies sweep"),
        ("loading", "builtin check load ruleset_names rulesets schema template"),
        ("matches", "advise best_dice solve turn"),
        ("pictures", "draw page picture"),
        ("players", "card_price drill duel play_match simulate"),
        ("turns", "full_table odds reach table"),
    )
    for name in names.split()
}
"""The module of each function."""

if not TYPE_CHECKING:
    __all__ = sorted(HOMES)

    def __getattr__(name: str) -> object:
        if name in HOMES:
            return getattr(import_module(f"farklegen.api.{HOMES[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
