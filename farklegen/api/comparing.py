"""Many rulesets side by side, swept over a grid, and drawn; and the page of one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from farklegen.api import arguments as takes
from farklegen.api.arguments import ANY, PATH, Asked, Reference, question, shown_value
from farklegen.api.loading import study_of
from farklegen.errors import ArgumentError, FarklegenError, named
from farklegen.solvers.progress import Estimate, Labelled, expect, silent, unheard

if TYPE_CHECKING:
    from farklegen.api.classes import Comparison, Picture, Study, Sweep, SweepResult
    from farklegen.study.study import Work


RULESETS = "a list of rulesets, such as ['basic', 'facebook']"
Spec = Annotated["str | os.PathLike[str] | Sweep", ANY]


def _compare(asked: Asked) -> Iterator[str]:
    example = named("farklegen.compare(['basic', 'facebook'])", "farklegen compare basic facebook")
    if len(asked["rules"]) < 2:
        yield f"compare puts rulesets side by side; name two or more, such as: {example}"


@question(_compare)
def compare(
    rules: Annotated[
        Sequence[Reference],
        takes.Kind("RULES...", "two or more rulesets, such as basic and facebook", (list, tuple)),
    ],
    *,
    quick: takes.Flag = False,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> Comparison:
    """Rulesets side by side, and where they differ.

    First the rules where they differ, points per turn, farkles, when to bank, and where the best
    play differs. Then, once the matches are solved, who wins, how long a game takes, how often the
    lead changes, what the card needs, and what skill is worth. If a ruleset does not allow one of
    these, a note says why.

    Args:
        rules: Two or more: YAML files, names of built-in rules, or - for standard input.
        quick: Leave out the match: who wins, how long it takes, what skill is worth.
    """
    from farklegen.report.compare import compare as side_by_side

    known = studies(rules, progress=progress, report=report)
    if progress is not None and not quick:
        ahead = Estimate()
        for study in known:
            ladder: tuple[Work, ...] = ("ladder",) if study.card_is_by_match else ()
            one = study.estimate("match", "length", *ladder, "skill")
            ahead += one.labelled(study.loaded.slug)
        expect(progress, ahead)
    return side_by_side(known, quick=quick, progress=progress or silent)


@question()
def studies(
    rules: Annotated[Sequence[Reference], takes.Kind("", RULESETS, (list, tuple))],
    *,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> tuple[Study, ...]:
    """Rulesets of which anything can be asked, each thing worked out once, when it is asked for. A
    study among them is returned itself, and from then on tells these functions.

    Solved matches, lengths of games, prices of cards and duels are kept on disk.
    """
    made = tuple(study_of(each) for each in rules)
    for study in made if progress or report else ():
        study.listen(Labelled(study.loaded.slug, progress), report)
    return made


@question()
def load_sweep(
    spec: Annotated[str | os.PathLike[str], takes.Kind("", "the path of a sweep file", PATH)],
) -> Sweep:
    """Read a sweep file: the rules to start from, the keys to vary, the measures."""
    from farklegen.sweeps import read_sweep

    return read_sweep(spec)


def _sweep(asked: Asked) -> Iterator[str]:
    if asked["jobs"] is not None and asked["scheduler"] is not None:
        yield (
            f"{named('jobs')} is about this machine, {named('scheduler')} about a cluster; leave "
            "one of them out"
        )


@question(_sweep)
def sweep(
    spec: Spec,
    target: Annotated[
        str | os.PathLike[str], takes.Kind("", "the path of a file to write", PATH)
    ],
    *,
    jobs: Annotated[int, takes.whole("N", 1, 1024)] | None = None,
    scheduler: Annotated[
        str, takes.Kind("ADDRESS", "the address of a Dask cluster, or None", (str,))
    ] | None = None,
    restart: takes.Flag = False,
    progress: takes.Hearing | None = None,
    report: takes.Telling | None = None,
) -> SweepResult:  # fmt: skip
    """Many rulesets measured: one row for each combination of values.

    A SPEC is a YAML file with a base, the keys of the rules to vary with their values, and the
    measures. Each row is written as soon as it is finished. If a sweep was stopped, even by a power
    cut, give the same command again: it goes on where it was.

    Args:
        jobs: Rulesets measured at the same time. Default: one for each core.
        scheduler: A Dask cluster that does the work, such as 127.0.0.1:8786.
        restart: Throw away the rows that an earlier run has finished.
    """
    from pathlib import Path

    from farklegen.sweeps import Sweep, run_sweep

    return run_sweep(
        spec if isinstance(spec, Sweep) else load_sweep(spec), Path(target), progress or silent,
        report or unheard, jobs=jobs, scheduler=scheduler, restart=restart,
    )  # fmt: skip


KINDS = ("regions", "value", "turn", "win", "length")
WORK: dict[str, tuple[Work, ...]] = {
    "regions": ("match", "regions"),
    "win": ("match",),
    "length": ("match", "length"),
}
"""What takes long about a picture."""
FORMATS = ("svg", "png", "pdf")

Drawn = Annotated["Picture", ANY]
Several = Annotated[
    "Reference | Sequence[Reference]",
    takes.Kind("RULES...", "rules before the kind, such as basic turn"),
]
Dpi = Annotated[int, takes.whole("N", 50, 1200), "Pixels to the inch of a PNG file."]


@question()
def picture(rules: Several, kind: Annotated[str, takes.one_of(KINDS, "KIND")]) -> Picture:
    """A picture of a ruleset, or turn or length of several together, as data; `draw` makes a file
    of it.

    Args:
        rules: A YAML file, the name of built-in rules, or - for standard input; several for turn
            and length.
        kind: regions, value, turn, win or length.
    """
    from farklegen import pictures
    from farklegen.solvers.duel.length import check_length
    from farklegen.solvers.game.planes import chance_plane

    every: Any = rules if isinstance(rules, list | tuple) else [rules]
    if not every:
        raise ArgumentError("rules: none are given; name one ruleset or more")
    studies = [study_of(each, of_one_kind="a picture") for each in every]
    for each in studies if kind == "length" else ():
        check_length(each.ruleset, instead="choose another kind of picture")
    ahead = (each.estimate(*WORK.get(kind, ())) for each in studies)
    expect(studies[0].progress, sum(ahead, Estimate()))
    if kind in pictures.SPREADS:
        return pictures.spread_picture(studies, kind)
    study, *others = studies
    if others:
        raise FarklegenError(
            f"{kind} shows one ruleset at a time; draw them one by one, or draw together: "
            f"{', '.join(pictures.SPREADS)}"
        )
    if kind == "value":
        assert study.expected  # refuses rules that have none
        return pictures.value_picture(study.analysis)
    if kind == "win":
        return pictures.win_picture(study.loaded, chance_plane(study.solution))
    unit = study.solution.rules.moves.unit
    return pictures.regions_picture(study.loaded, unit, study.regions)


@question()
def draw(
    picture: Drawn,
    format: Annotated[str, takes.one_of(FORMATS)] = "svg",
    *,
    dpi: Dpi = 300,
) -> bytes:
    """The file of a picture from `picture`."""
    from farklegen.pictures import Picture
    from farklegen.pictures import draw as drawn

    if not isinstance(picture, Picture):
        raise ArgumentError(
            f"picture: {shown_value(picture)} is not what farklegen.picture returns; give that"
        )
    return drawn(picture, format, dpi=dpi)


@question()
def page(rules: takes.Rules, *, quick: takes.Flag = False) -> str:
    """One HTML file to play by, on a phone or a computer.

    The file needs no network and no installation: send it to a phone and open it there. It keeps
    the score, says what to do at every roll and why, shows whole turns at any scores, has the card
    and the odds, and drills you. It solves the match first, unless that has been done.

    Args:
        quick: Leave the match out: card, odds and drill only.
    """
    from farklegen.pages.build import build_page

    return build_page(study_of(rules), quick=quick)
