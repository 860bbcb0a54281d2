"""What a sweep is going to take: some of its rulesets stand for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from farklegen.solvers.course import Forecast, WorkStage
from farklegen.study.forecast import Ahead, Work

if TYPE_CHECKING:
    from farklegen.measures.registry import Needs
    from farklegen.sweeps.spec import Sweep

LOOKED_AT = 9
"""Rulesets that are looked at, spread over the grid."""

QUICK_SECONDS, RULES_SECONDS = 0.015, 0.003
"""For everything about a turn of a ruleset, or about its rolls alone."""

WORKER_SECONDS = 1.5
"""To start worker processes."""

LONG: tuple[Work, ...] = ("length", "price", "duel")
"""What a measure may need beside the match, as work that takes long."""

SHARED = "following perfect play"
"""What prices and duels of one ruleset have in common."""

RATE = "sweep"


def forecast_sweep(sweep: Sweep, finished: int, jobs: int | None) -> Forecast:
    """What it takes to measure the rulesets that are not measured yet.

    Args:
        sweep: what to do.
        finished: how many are.
        jobs: worker processes, one for each core if None.
    """
    from farklegen.measures.registry import QUICK
    from farklegen.solvers.match.match import usable_cores
    from farklegen.store import rates
    from farklegen.sweeps.running import MOST_AT_ONCE, measuring

    left = sweep.grid.size - finished
    if left <= 0:
        return Forecast()
    needs = [measure.needs for measure in sweep.measures]
    quick = all(need in QUICK for need in needs)
    jobs = min(jobs or usable_cores(), -(-left // (MOST_AT_ONCE if quick else 1)))
    short = QUICK_SECONDS if any(need != "rules" for need in needs) else RULES_SECONDS
    each = 0.0 if quick else _slow_seconds(sweep, needs)
    once = WORKER_SECONDS if jobs > 1 else 0.0
    rate = f"{RATE}, {'quick' if quick else 'slow'}"
    seconds = left * (short * rates.speed() + each) / jobs * rates.known().get(rate, 1.0)
    return Forecast((WorkStage(measuring(left), once + seconds, once, rate),))


def _slow_seconds(sweep: Sweep, needs: Sequence[Needs]) -> float:
    """Seconds of one ruleset on average, by one thread, beside what is quick."""
    size = sweep.grid.size
    many = min(size, LOOKED_AT)
    numbers = [(2 * place + 1) * size // (2 * many) for place in range(many)]
    wanted: list[Work] = ["match"]
    wanted += [work for need in dict.fromkeys(needs) for work in LONG if work == need]
    wanted += ["duel"] * max(needs.count("duel") - 1, 0)
    return sum(sum(_seconds(sweep, number, wanted)) for number in numbers) / many


def _seconds(sweep: Sweep, number: int, wanted: list[Work]) -> Iterator[float]:
    """What the stages of one ruleset take; nothing where it cannot be solved."""
    from farklegen.errors import FarklegenError
    from farklegen.study.study import Study

    try:
        study = Study(sweep.grid.loaded(number), threads=1, kept=False)
        found = Ahead(study).forecast(wanted)
    except FarklegenError:
        return
    shared = False
    for stage in found.stages:
        if stage.doing != SHARED or not shared:
            yield stage.seconds
        shared = shared or stage.doing == SHARED
