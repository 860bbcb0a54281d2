"""The campaign's command line: `python -m campaign --rulesets 120 --files 500 --seed 1`.

Hypothesis draws the rulesets and the files, and makes a difference that it finds small.
"""

from __future__ import annotations

import os
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Annotated

import typer
from hypothesis import HealthCheck, Phase, given, note, seed, settings
from hypothesis import strategies as st

from campaign.draw import TASTES, data_of, ruleset, yaml_of
from campaign.duel import judge_duel
from campaign.files import judge_file, some_file
from campaign.judging import Judge, TooSlowError, at_most
from campaign.match import judge_match
from campaign.several import judge_several
from campaign.turns import judge_expected, judge_reach

JUDGES: dict[str, tuple[Judge, int, float]] = {
    "match": (judge_match, 1, 1.5),
    "duel": (judge_duel, 3, 1.5),
    "several": (judge_several, 1, 2.0),
    "expected": (judge_expected, 2, 1.0),
    "reach": (judge_reach, 2, 0.5),
}
"""Each judge: it looks at one ruleset in that many, for that many seconds."""

SHARDS = 4
"""Pieces of the work of each judge."""


def campaign(
    rulesets: Annotated[int, typer.Option(help="How many are drawn for each judge.")] = 120,
    files: Annotated[int, typer.Option(help="How many are drawn for check.")] = 500,
    seed: Annotated[int, typer.Option(help="Equal seeds draw equal rulesets.")] = 1,
    parts: Annotated[str, typer.Option(help="Of the campaign, with commas.")] = "",
    jobs: Annotated[int, typer.Option(help="Processes.")] = 2,
) -> None:
    """Hold the program against what is slow and obvious, at random, and print every difference.

    Exit code 1 if there is one.
    """
    wanted = parts.split(",") if parts else [*JUDGES, "check"]
    unknown = set(wanted) - {*JUDGES, "check"}
    if unknown:
        raise typer.BadParameter(
            f"there is no part {min(unknown)}; use: {', '.join(JUDGES)}, check"
        )
    os.environ["FARKLEGEN_CACHE"] = "off"
    began, words, differences = time.monotonic(), Counter[str](), 0
    with ProcessPoolExecutor(jobs) as pool:
        pieces = [
            pool.submit(piece, part, seed * SHARDS + shard, count)
            for part in wanted
            for shard in range(SHARDS)
            if (count := -(-(files if part == "check" else rulesets // JUDGES[part][1]) // SHARDS))
        ]
        for future in pieces:
            counts, difference = future.result()
            words += counts
            differences += bool(difference)
            if difference:
                print(f"\n{difference}", flush=True)
    print("\n".join(f"{count:8,}  {name}" for name, count in sorted(words.items())))
    print(f"\n{differences} differences; {time.monotonic() - began:,.0f} seconds, {jobs} processes")
    raise typer.Exit(1 if differences else 0)


def piece(part: str, number: int, count: int) -> tuple[Counter[str], str]:
    """Some rulesets or files before a judge: how often it gave which answer, and the difference
    that it found in its smallest form."""
    words: Counter[str] = Counter()

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def judged(rng: Random) -> None:
        if part == "check":
            data = some_file(rng)
            note(repr(data))
            words[f"check: {judge_file(data)}"] += 1
            return
        rules = None
        while rules is None:
            rules = ruleset(rng, rng.choice(TASTES))
        note(yaml_of(data_of(rules)))
        judge, _, seconds = JUDGES[part]
        chance = Random(rng.getrandbits(32))  # hypothesis wants equal draws, however slow it is
        try:
            with at_most(seconds):
                words[f"{part}: {judge(rules, chance)}"] += 1
        except TooSlowError:
            words[f"{part}: too slow for the referee"] += 1

    try:
        judged()
    except Exception as error:
        lines = traceback.format_exception(error, limit=-3)
        return words, f"DIFFERENCE {part}, seed {number}\n{''.join(lines)}"
    return words, ""


if __name__ == "__main__":
    typer.run(campaign)
