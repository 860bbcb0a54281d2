"""The policies that measure skill: each meets perfect play."""

NAIVE = "bank-below-3-dice"
"""The policy that stands for naive play: the most points of every roll, and the bank once fewer
than three dice are left. It asks for no points, so that it suits every scale of scoring."""

SKILLS = {
    "card": ("card_wins", "what table prints"),
    "points-only": ("points_only_wins", "most points per turn"),
    "take-all": ("take_all_wins", "every scoring die"),
    "bank-at-300": ("bank_at_300_wins", "bank from 300 on"),
    NAIVE: ("naive_wins", "naive play"),
}
"""By the name of a policy that meets perfect play, the measure, and what it is called."""
