"""Matches of several players: states, turns solved, processor time and memory, by the goal.

`python -m benchmarks.several 2000 4000` prints a row for each goal; `--players 4` for four players.
"""

from __future__ import annotations

import argparse
import resource
import time

from farklegen.api.loading import load
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import usable_cores
from farklegen.solvers.multiplayer.game import solve_players


def main() -> None:
    """Solve basic rules to each goal and print what that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("goals", type=int, nargs="+")
    parser.add_argument("--players", type=int, default=3)
    asked = parser.parse_args()
    print("| goal | starts | turns solved | processor s | wall s | MB so far | without rest |")
    for goal in asked.goals:
        ruleset = load("basic").ruleset.model_copy(update={"goal": goal})
        began, clock = time.process_time(), time.perf_counter()
        tables = compile_scoring(ruleset)
        found = solve_players(ruleset, tables, asked.players, threads=usable_cores()).certificate
        spent, wall = time.process_time() - began, time.perf_counter() - clock
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(
            f"| {goal:,} | {found.states:,} | {found.evaluations:,} | {spent:.1f} | {wall:.1f} "
            f"| {memory:.0f} | {found.unsettled} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
