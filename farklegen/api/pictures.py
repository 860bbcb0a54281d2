"""Pictures and pages of rulesets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from farklegen.api import arguments as takes
from farklegen.api.arguments import ANY, Reference, question, shown_value
from farklegen.api.loading import study_of
from farklegen.errors import ArgumentError, FarklegenError
from farklegen.solvers.progress import expect

if TYPE_CHECKING:
    from farklegen.api.classes import Picture
    from farklegen.study.estimate import Work

KINDS = ("regions", "value", "turn", "win", "length")
WORK: dict[str, tuple[Work, ...]] = {
    "regions": ("match", "regions"),
    "win": ("match",),
    "length": ("match", "length"),
}
"""What takes long about a picture."""
FORMATS = ("svg", "png", "pdf")

Drawn = Annotated["Picture", ANY]
Shown = Annotated[str, takes.OneOf(KINDS, "KIND", "regions, value, turn, win or length.")]
Several = Annotated[
    "Reference | Sequence[Reference]",
    takes.Kind(
        "RULES...", "A YAML file, the name of built-in rules, or - for standard input; several for "
        "turn and length.", "rules before the kind, such as basic turn",
    ),
]  # fmt: skip
Dpi = Annotated[int, takes.Whole("N", "Pixels to the inch of a PNG file.", 50, 1200)]


@question()
def picture(rules: Several, kind: Shown) -> Picture:
    """A picture of a ruleset, or turn or length of several together, as data; `draw` makes a file
    of it."""
    from farklegen.pictures import lines, planes
    from farklegen.solvers.duel.length import check_length
    from farklegen.solvers.game.planes import chance_plane
    from farklegen.study.estimate import estimate_multiplayer

    every: Any = rules if isinstance(rules, list | tuple) else [rules]
    if not every:
        raise ArgumentError("rules: none are given; name one ruleset or more")
    studies = [study_of(each, of_one_kind="a picture") for each in every]
    for study in studies if kind == "length" else ():
        check_length(study.ruleset, instead="choose another kind of picture")
    expect(studies[0].progress, estimate_multiplayer(studies, WORK.get(kind, ()), labelled=False))
    if kind in lines.WORDS:
        return lines.spread_picture(studies, kind)
    study, *others = studies
    if others:
        raise FarklegenError(
            f"{kind} shows one ruleset at a time; draw them one by one, or draw together: "
            f"{', '.join(lines.WORDS)}"
        )
    if kind == "value":
        assert study.expected  # refuses rules that have none
        return lines.value_picture(study.analysis)
    if kind == "win":
        return planes.win_picture(study.loaded, chance_plane(study.solution))
    unit = study.solution.rules.moves.unit
    return planes.regions_picture(study.loaded, unit, study.regions)


@question()
def draw(
    picture: Drawn,
    format: Annotated[str, takes.OneOf(FORMATS)] = "svg",
    *,
    dpi: Dpi = 300,
) -> bytes:
    """The file of a picture from `picture`."""
    from farklegen.pictures.style import Picture
    from farklegen.pictures.style import draw as drawn

    if not isinstance(picture, Picture):
        raise ArgumentError(
            f"picture: {shown_value(picture)} is not what farklegen.picture returns; give that"
        )
    return drawn(picture, format, dpi=dpi)


@question()
def page(
    rules: takes.Rules,
    *,
    quick: Annotated[bool, takes.Flag("Leave the match out: card, odds and drill only.")] = False,
) -> str:
    """One HTML file to play by, on a phone or a computer.

    The file needs no network and no installation: send it to a phone and open it there. It keeps
    the score, says what to do at every roll and why, shows whole turns at any scores, has the card
    and the odds, and drills you. It solves the match first, unless that has been done.
    """
    from farklegen.pages.build import build_page

    return build_page(study_of(rules), quick=quick)
