"""The public Python API: what the commands call, and what a notebook would.

Every function takes the rules as a reference: a path, the name of built-in rules, `-` for standard
input, the text of a file, a dictionary, a ruleset loaded before, or a study of one, which works out
nothing twice. Arguments are held to the same limits as the options of the commands. What a function
needs is imported when it is called.

Every function raises ArgumentError, naming all arguments that cannot be meant, and
FileProblemError, RulesetError, PolicyError or SweepError if a file cannot be read. What the rules
do not allow raises UnsolvableError, and a match that cannot stand as asked raises
ImpossibleStateError. A study calls its `progress` with a share from 0 to 1 and a few words, and its
`report` with lines of text; `floor` and `tolerance` are everywhere as for `solve`.
"""

from __future__ import annotations

from farklegen.api.comparing import compare, draw, load_sweep, page, picture, studies, sweep
from farklegen.api.loading import builtin, check, load, ruleset_names, rulesets, schema, template
from farklegen.api.matches import advise, best_dice, odds, reach, solve, table, turn
from farklegen.api.players import drill, duel, play_match, simulate

__all__ = [
    "advise", "best_dice", "builtin", "check", "compare", "draw", "drill", "duel",
    "load", "load_sweep", "odds", "page", "picture", "play_match", "reach",
    "ruleset_names", "rulesets", "schema", "simulate", "solve", "studies", "sweep", "table",
    "template", "turn",
]  # fmt: skip
