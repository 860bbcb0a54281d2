"""The commands that write what a question finds about a ruleset, and do nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farklegen.api import matches, players, turns
from farklegen.api.arguments import Asked
from farklegen.cli.writing import of_match, of_policies, shows

if TYPE_CHECKING:
    from farklegen.study.estimate import Estimate
    from farklegen.study.study import Study

EXAMPLES = (
    ("farklegen solve basic", "who wins, and the fair head start"),
    ("farklegen solve basic --length", "and how many turns a game takes"),
    ("farklegen solve basic --players 3", "three players, each playing to win"),
    ("farklegen turn basic --mine 8000 --theirs 9500", "how to play this turn"),
    ("farklegen turn basic --mine 8000 --theirs 9500 -o turn.csv", "for a spreadsheet"),
    ("farklegen turn basic --players 3 --mine 8000 --theirs 9500,7000", "against two others"),
    ("farklegen duel basic --me card", "the card that table prints against perfect play"),
    ("farklegen duel basic --me bank-at-300 --opponent points-only", "two others"),
    ("farklegen duel basic --me card --opponent card --best-response", "and who knows the card"),
    ("farklegen simulate basic", "the card against perfect play"),
    ("farklegen simulate ours.yaml --me card --opponent bank-at-300", "against a simple habit"),
    ("farklegen simulate basic --games 1,000,000 --seed 7", "more games, with other dice"),
    ("farklegen simulate basic --players 5 --opponent bank-at-300", "against four such habits"),
    ("farklegen odds facebook", "as per cent and as 1 in so many"),
    ("farklegen odds basic --dice 3", "of a roll of three dice"),
    ("farklegen odds ours.yaml -o odds.csv", "for a spreadsheet"),
    ("farklegen dice kingdom-come-2 --own lucky=3,odd=2,ordinary=6", "the best six of eleven"),
    ("farklegen dice kingdom-come-2 --own weighted=1,odd=1,ordinary=6 --best 3", "the three best"),
    ("farklegen reach basic --points 1000", "the best chance of 1,000 points in a turn"),
    (
        "farklegen reach basic --points 1000 --dice 2 --turn-score 600",
        "with two dice in hand and 600 points set aside",
    ),
    ("farklegen reach basic --points 5000 --rounds 10", "in ten turns together"),
)


def _to_solve(study: Study, asked: Asked) -> Estimate | None:
    from farklegen.study.estimate import estimate

    ahead = of_match(study, asked)
    if ahead is not None and asked["length"]:
        ahead += estimate(study, ("length",))
    if ahead is not None and asked["head_start"] and not study.has_head_start:
        ahead += estimate(study.with_head_starts(), ("match",))
    return ahead


solve = shows(matches.solve, "solving the match", _to_solve)

turn = shows(matches.turn, "working", of_match)

duel = shows(
    players.duel, "solving the match", lambda study, asked: of_policies(study, asked, "duel")
)

simulate = shows(players.simulate, "playing", of_policies)

odds = shows(turns.odds)

dice = shows(matches.best_dice, "comparing sets of dice")

reach = shows(turns.reach)
