"""Limits of numbers that commands know before anything heavy is loaded."""

from __future__ import annotations

MAX_THROWS = 10
"""The most throws of a last die."""

MAX_ROUNDS = 100
"""The most rounds of a game."""
