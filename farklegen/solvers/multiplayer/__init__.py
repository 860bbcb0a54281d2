"""Matches of two and more players, each playing for their own chance to win."""

MOST_PLAYERS = 4
"""The most players of a match that is solved."""

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Places at a table, in the order of moving."""
