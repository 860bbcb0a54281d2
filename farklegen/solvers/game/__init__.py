"""Matches of two, three and four players, each playing for their own chance to win: the states of
the game, where turns lead, the solver, and what a solved match tells."""

LEAST_TOLERANCE, MOST_TOLERANCE = 1e-12, 1e-8
"""The range of errors of chances to win that a caller may ask for. The largest is the
default, and a unit of the last digit of a percentage that is printed. A result whose error may be
larger is refused."""

MOST_PLAYERS = 4
"""The most players of a match that is solved."""

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Places at a table, in the order of moving."""
