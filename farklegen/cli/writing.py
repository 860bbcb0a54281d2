"""Write what a command finds about its rulesets: read them, build documents, render."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import typer

from farklegen import api
from farklegen.api.arguments import Asked
from farklegen.cli.options import Command, Format, Target, asks
from farklegen.cli.output import Destination, complain, complain_all, complain_of, destination
from farklegen.cli.progress import progress_bar
from farklegen.errors import FarklegenError

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.estimate import Estimate, Work
    from farklegen.study.study import Study


Given = TypeVar("Given")
Made = TypeVar("Made")


def emit(
    place: Destination,
    rules: str | Sequence[str],
    build: Callable[[Any], Document | Iterable[Document]],
) -> None:
    """Write what a command says about one ruleset or several.

    For people, several documents stand one below the other, each written to a terminal as soon as
    it is there. An HTML page gets all of them at once. Outputs for programs get the last one, which
    holds the data of all.

    Reports every broken ruleset before anything is computed. Warnings go to stderr. If Ctrl-C stops
    the work, a file gets the parts that are done, and a line says so.
    """
    from farklegen.report.document import Document
    from farklegen.rules import catalogue

    loaded, failed = _each(catalogue.load, [rules] if isinstance(rules, str) else rules)
    _refuse(failed)
    warnings = [str(problem) for each in loaded for problem in each.warnings]
    shown = place.path is None and place.for_people
    parts: list[Document] = []
    stopped = False
    try:
        made = build(loaded[0] if isinstance(rules, str) else loaded)
        for document in [made] if isinstance(made, Document) else made:
            parts.append(document)
            if shown and len(parts) == 1:
                complain_all(warnings)
            if shown:
                place.write(_text(place, parts, len(parts) - 1))
    except KeyboardInterrupt:
        if not parts or place.path is None:
            raise
        stopped = True
    if not shown:
        complain_all(warnings)
        place.write(_whole(place, parts))
    if stopped:
        complain(
            f"Stopped: {place.path} has the part that was done. Give the same command again for "
            "all of it."
        )
        raise KeyboardInterrupt


def _whole(place: Destination, parts: list[Document]) -> str:
    """The text of all parts: one below the other for people, as one page, or the last for
    programs."""
    if place.output.shape == "page":
        return place.render(_joined(parts))
    if not place.for_people:
        return place.render(parts[-1])
    return "".join(_text(place, parts, number) for number in range(len(parts)))


def _text(place: Destination, parts: list[Document], number: int) -> str:
    """One part for people, apart from the one before."""
    return ("\n" if number else "") + place.render(parts[number])


def _joined(documents: Sequence[Document]) -> Document:
    """One document with the blocks of all, and the data of the last."""
    from farklegen.report.document import Heading

    first, *others = documents
    blocks = list(first.blocks)
    for other in others:
        blocks += [*([Heading(other.title)] if other.title else []), *other.blocks]
    return replace((others or [first])[-1], title=first.title, blocks=tuple(blocks))


def _each(
    work: Callable[[Given], Made], given: Iterable[Given]
) -> tuple[list[Made], list[FarklegenError]]:
    made, failed = [], []
    for one in given:
        try:
            made.append(work(one))
        except FarklegenError as error:
            failed.append(error)
    return made, failed


def _refuse(failed: Sequence[FarklegenError]) -> None:
    """Say what failed, all but the last of it here."""
    for error in failed[:-1]:
        complain_of(error)
    if failed:
        raise failed[-1]


PATIENCE = 1800.0
"""Seconds that a match of several players may take without a question at a terminal."""


def agreed(ahead: Estimate) -> Estimate:
    """The same estimate, once the person at the terminal agrees to a long wait; scripts go on."""
    if ahead.seconds > PATIENCE and all(s and s.isatty() for s in (sys.stdin, sys.stderr)):
        complain(f"This will take about {ahead.words}. Begin? [y/N]")
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            complain("Nothing was begun. A lower goal takes less time.")
            raise typer.Exit(1)
    return ahead


Ahead: TypeAlias = "Callable[[Study, Asked], Estimate | None]"
"""What a question is expected to take."""


def shows(ask: Callable[..., object], doing: str = "", ahead: Ahead | None = None) -> Command:
    """A command that writes what a question finds about a ruleset.

    Args:
        doing: what is shown until the solver says what it does; empty for what takes no time.
    """

    @asks(ask)
    def command(asked: Asked, format: Format = None, target: Target = None) -> None:
        rules = asked.pop("rules")
        files = [each for name in ("me", "opponent") for each in everybody(asked.get(name))]
        place = destination(format, target, keep=[rules, *files])

        def build(loaded: LoadedRuleset) -> Document:
            from farklegen.api.exporting import document
            from farklegen.study.study import Study

            question = getattr(api, ask.__name__)
            if not doing:
                return document(question(loaded, **asked))
            of_match = {name: asked.pop(name, None) for name in ("floor", "tolerance")}
            study = Study(loaded, **of_match)
            with progress_bar(doing, ahead and ahead(study, asked)) as bar:
                return document(question(study, **asked | {"progress": bar, "report": bar.say}))

        emit(place, rules, build)

    return command


def everybody(opponent: Any) -> tuple[str, ...]:
    """One opponent or several."""
    return () if opponent is None else (opponent,) if isinstance(opponent, str) else opponent


def of_match(study: Study, asked: Asked) -> Estimate | None:
    """What the match takes; with several players, once the person agrees to that."""
    from farklegen.study.estimate import estimate, estimate_table

    if asked["players"] > 2:
        return agreed(estimate_table(study, asked["players"]))
    return None if asked["their_dice"] is not None else estimate(study, ("match",))


def of_policies(study: Study, asked: Asked, *work: Work) -> Estimate:
    """What a match of these policies takes, or a table of them, once the person agrees."""
    from farklegen.policies.reference import parse
    from farklegen.study import seats
    from farklegen.study.estimate import estimate, needed

    players = (asked["me"], *everybody(asked["opponent"]))
    if asked["players"] > 2:
        return agreed(seats.estimate_seats(study, players, len(work)))
    return estimate(study, [*needed(study, [parse(name) for name in players]), *work])
