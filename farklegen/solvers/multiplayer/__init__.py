"""Matches of three players and more, each playing for their own chance to win."""

MOST_PLAYERS = 4
"""Of a match that is solved, at most."""

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Places at a table, in the order of moving."""
