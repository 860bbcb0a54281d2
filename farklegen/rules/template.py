"""The commented file that `farklegen new` writes."""

from __future__ import annotations

import json
import re

from farklegen.rules.catalogue import load_builtin

MODELINE = "# yaml-language-server: $schema=ruleset.schema.json"

STARTER = (
    MODELINE
    + """
# House rules for Farkle. Change what your table plays differently, then ask for them to be read
# back to you with: farklegen check THIS-FILE
# Only combinations and a goal (or rounds) have to be there. A line that begins with # is switched
# off; what it shows is what holds anyway, unless its comment says otherwise.

name: Our Farkle
# source: Grandmother's letter       # where these rules are from

dice: 6                    # dice in the first roll of a turn, 1 to 8
goal: 10000                # the banked score that ends the game
# rounds: 10               # or after so many turns of each player, the highest score wins (off: no
                           # limit); the goal may be left out then

# What scores. A pattern has one character for each die: a digit is that face, a capital letter is
# any face, and different letters are different faces. A name does as well: three of a kind, four
# ones, full house, straight. Several combinations may be taken from one roll, but each die counts
# once.
combinations:
  1: 100
  5: 50
  AAA: [1000, 200, 300, 400, 500, 600]   # six numbers: for three ones, three twos, ... three sixes
  AAAA: 1000
  AAAAA: 2000
  AAAAAA: 3000
  # AAA+: double           # in place of the three lines above: each further die doubles AAA
  123456: 1500             # the straight
  AABBCC: 1500             # three different pairs
  AAAABB: 1500             # delete this line if four of a kind and a pair are not three pairs
  AAABBB: 2500

# What your table calls them. Patterns with one name and the same points are counted together.
labels:
  AABBCC: three pairs
  AAAABB: three pairs
  AAABBB: two triplets

# nothing: 500             # points for rolling all the dice and scoring nothing (off: a farkle)

all_dice_only: []          # combinations that score only in a roll of all the dice, such as [AAA]
set_aside: any             # any: you may leave scoring dice on the table; all: you must take them
hot_dice: optional         # all dice set aside: optional to roll them again, or required
last_die: optional         # one die left: optional to roll it, or required (no banking then)
last_die_throws: 1         # throws that one die left has to score
# hot_dice_bonus:          # extra points whenever every die has been set aside (off: none)
#   points: 500            # the first time in a turn
#   step: 0                # how much more each time after that
#   when: any              # last_die: only if the final die was rolled on its own

bank:
  minimum: 0               # fewest points a turn may bank (0: any)
  opening: 500             # fewest points for a player's first bank
  beat_previous: false     # true: a turn must beat what was banked on the turn before
  multiple_of: 1           # 100: a turn score that ends in 50 cannot be banked

farkle:
  # streak: 3              # the third farkle in a row costs the penalty (off: none does)
  penalty: 0               # a number of points, or all
  lowest_score: null       # 0: penalties never make a score negative
  first_roll_points: 0     # consolation for a farkle on the first roll of a turn
  first_roll_penalty: 0    # what a farkle on the first roll of a turn costs
  all_dice_points: 0       # consolation for a farkle on any roll of all the dice
  keeps_turn_score: false  # true: a farkle ends the turn, but its points are banked

end_game: final_turn       # sudden_death: the goal wins at once; final_turn: the other gets one
                           # more turn; equal_turns: only if the other has had fewer turns
ties: split                # level scores after that turn: split, or the leader or challenger wins
overshoot: win             # bust: the goal must be hit exactly

piggyback: none            # who comes next may go on with your dice: after_bank, after_farkle, both
instant_win: []            # patterns that win the game at once, such as [AAAAAA]
disaster: []               # patterns that wipe the banked score, such as [2222]
die_weights: [1, 1, 1, 1, 1, 1]      # how often each face comes up: fair dice
# die_types:               # dice of different kinds; bring them with dice: {lucky: 2, ordinary: 4}
#   lucky: [6, 1, 2, 3, 4, 6]
#   devil: {weights: [1, 1, 1, 1, 1, 1], joker: 1}     # its 1 stands for any face in a combination
"""
)


def template(start: str | None = None) -> str:
    """The text of a new ruleset file.

    Args:
        start: the built-in ruleset to begin with; without it, a commented file with every key.

    Raises:
        FileProblemError: if there is no built-in ruleset of that name.
    """
    if start is None:
        return STARTER
    loaded = load_builtin(start)
    name = f"Our {loaded.name}"
    if not re.fullmatch(r"[A-Za-z][\w ,.'()&-]*", name):
        name = json.dumps(name, ensure_ascii=False)
    return re.sub(r"^name:.*$", lambda _: f"name: {name}", loaded.text, count=1, flags=re.MULTILINE)
