"""The win probability of a two-player match between perfect players."""
