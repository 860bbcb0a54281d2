"""The campaign's command line: `python -m campaign --minutes 5 --seed 1`."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from typing import Annotated

import typer

from campaign.finding import Finding, Outcome
from campaign.rulesets import PARTS as RULESETS
from campaign.workers import Kind, Plan, work

PARTS = (*RULESETS, "check", "kills")


def campaign(
    minutes: Annotated[
        float | None, typer.Option(help="How long; without counts one minute.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Equal seeds draw equal rulesets.")] = 1,
    rulesets: Annotated[int | None, typer.Option(help="How many at most.")] = None,
    files: Annotated[int | None, typer.Option(help="How many at most, for check.")] = None,
    kills: Annotated[int | None, typer.Option(help="How many at most.")] = None,
    parts: Annotated[str, typer.Option(help="Of the campaign, with commas.")] = ",".join(PARTS),
    only: Annotated[int | None, typer.Option(help="This ruleset and nothing else.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes.")] = 2,
    shrink: Annotated[float, typer.Option(help="Seconds to make a difference smaller.")] = 15.0,
) -> None:
    """Hold the program against what is slow and obvious, at random, and print every difference.

    Exit code 1 if there is one.
    """
    wanted = tuple(parts.split(","))
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        raise typer.BadParameter(f"there is no part {unknown[0]!r}; use: {', '.join(PARTS)}")
    asked: dict[Kind, int | None] = {"rulesets": rulesets, "files": files, "kills": kills}
    counts = {kind: count for kind, count in asked.items() if count is not None}
    if minutes is None and not counts:
        minutes = 1.0
    if only is not None:
        found = alone(seed, only, wanted, shrink)
        raise typer.Exit(1 if found.findings else 0)
    begin = time.time()
    until = None if minutes is None else begin + 60 * minutes
    found = go(Plan(seed, wanted, until, counts, shrink), jobs)
    print(summary(found, time.time() - begin, jobs), flush=True)
    raise typer.Exit(1 if found.findings else 0)


def alone(seed: int, number: int, parts: tuple[str, ...], seconds: float) -> Outcome:
    """One ruleset again, in this process."""
    from campaign.pieces import prepare, ruleset_piece

    os.environ["FARKLEGEN_CACHE"] = "off"
    prepare()
    outcome = ruleset_piece(seed, number, parts, seconds, Counter())
    for finding in outcome.findings:
        print(f"\n{finding}")
    print("\n".join(f"{count:8,}  {name}" for name, count in sorted(outcome.counts.items())))
    return outcome


def go(plan: Plan, jobs: int) -> Outcome:
    """Work through the plan; differences are printed as they come."""
    total = Outcome()
    seen: set[tuple[str, str, str]] = set()
    for outcome in work(plan, jobs):
        total.add(outcome)
        for finding in outcome.findings:
            key = (finding.part, finding.kind, finding.subject)
            if key not in seen:
                seen.add(key)
                print(f"\n{finding}", flush=True)
    return total


def summary(total: Outcome, seconds: float, jobs: int) -> str:
    """Counts of everything, refusals by reason, differences by kind, and the rate."""
    lines = ["", "The campaign", "============", ""]
    lines += [f"{count:8,}  {name}" for name, count in sorted(total.counts.items())]
    if total.refusals:
        lines += ["", "Refused by name:"]
        lines += [f"{count:8,}  {reason}" for reason, count in total.refusals.most_common()]
    if total.findings:
        lines += ["", "Differences:"]
        kinds = kinds_of(total.findings)
        lines += [f"{count:8,}  {part}: {kind}" for (part, kind), count in kinds]
    most = max((total.counts[f"{p} rulesets"] for p in PARTS), default=0)
    rate = 60 * most / seconds
    lines += ["", f"{len(total.findings):,} differences; {seconds:,.0f} seconds, {jobs} processes"]
    lines += [f"{rate:,.0f} rulesets and {60 * total.counts['check files'] / seconds:,.0f} files"]
    lines[-1] += " a minute"
    return "\n".join(lines)


def kinds_of(findings: list[Finding]) -> list[tuple[tuple[str, str], int]]:
    """How many differences there are of each kind, the frequent ones first."""
    return Counter((finding.part, finding.kind) for finding in findings).most_common()


if __name__ == "__main__":
    sys.argv[0] = "campaign"
    typer.run(campaign)
