"""The public Python API: what the commands call, and what a notebook would.

Every function takes the rules as a reference: a path, the name of built-in rules, `-` for standard
input, the text of a file, a dictionary, a ruleset loaded before, or a study of one, which works out
nothing twice. What a function needs is imported when it is called. Arguments are held to the same
limits as the options of the commands.

Every function raises ArgumentError, naming all arguments that cannot be meant, and FileProblemError
or RulesetError if the rules cannot be read; docstrings name what else there is. `progress` is
called with a share from 0 to 1 and a few words, `report` with lines of text.
"""

from farklegen.api.comparing import compare, load_sweep, studies, sweep
from farklegen.api.dice import best_dice
from farklegen.api.loading import builtin, check, load, ruleset_names, rulesets, schema, template
from farklegen.api.matches import advise, solve, solve_two_sets, turn
from farklegen.api.pictures import draw, page, picture, pictures_together
from farklegen.api.players import card_price, drill, duel, play, simulate
from farklegen.api.several import (
    advise_several,
    duel_several,
    play_several,
    simulate_several,
    solve_several,
    table_several,
    turn_several,
)
from farklegen.api.turns import full_table, nearest_turn_scores, odds, reach, table

play_match = play
"""`play` under a name that the package itself can have: `farklegen.play` is one of its rooms."""

__all__ = [
    "advise",
    "advise_several",
    "best_dice",
    "builtin",
    "card_price",
    "check",
    "compare",
    "draw",
    "drill",
    "duel",
    "duel_several",
    "full_table",
    "load",
    "load_sweep",
    "nearest_turn_scores",
    "odds",
    "page",
    "picture",
    "pictures_together",
    "play",
    "play_match",
    "play_several",
    "reach",
    "ruleset_names",
    "rulesets",
    "schema",
    "simulate",
    "simulate_several",
    "solve",
    "solve_several",
    "solve_two_sets",
    "studies",
    "sweep",
    "table",
    "table_several",
    "template",
    "turn",
    "turn_several",
]
