"""`farklegen turn`: the complete strategy of one turn of a match."""

from __future__ import annotations

from farklegen.cli.match_state import TypedMatchState, read_asked_state, with_match_state
from farklegen.cli.options import Format, Numbers, Rules, Target
from farklegen.cli.writing import at_table, of_match, show

EXAMPLES = (
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
)

DOING = "working"


@with_match_state
def turn(
    rules: Rules,
    given: TypedMatchState,
    format: Format = None,
    target: Target = None,
) -> None:
    """The complete strategy of one turn, to win the match.

    For every turn score and number of dice the chance to win, and whether to bank. Solves the match
    first, unless that has been done.
    """
    numbers = Numbers()
    asked = read_asked_state(numbers, given, required=True)
    numbers.check()
    if asked.of_several:
        ahead = at_table(asked.players)
        show(rules, format, target, "turn_several", doing=DOING, ahead=ahead, **asked.of_several)
    elif given.their_dice is None:
        show(rules, format, target, "turn", doing=DOING, ahead=of_match, **asked.of_two)
    else:
        show(rules, format, target, "turn", doing=DOING, **asked.of_two)
