"""Matches of three players and more, each playing for the own chance to win."""
