"""What a match is: its rules, its states, whether it can be solved, what a solved one tells."""

LEAST_TOLERANCE, MOST_TOLERANCE = 1e-12, 1e-8
"""The range of errors of chances to win that a caller may ask for. The largest is the
default, and a unit of the last digit of a percentage that is printed. A result whose error may be
larger is refused."""
