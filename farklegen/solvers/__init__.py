"""Solvers for expected score and reach, and the answers derived from them."""
