"""The win probability of a two-player match between perfect players."""

LEAST_TOLERANCE, MOST_TOLERANCE = 1e-12, 1e-8
"""Errors of chances to win that can be asked for; the largest is the usual one."""
