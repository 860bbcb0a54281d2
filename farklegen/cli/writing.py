"""Write what a command finds about its rulesets: read them, build documents, render."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Any

from farklegen import api
from farklegen.api.arguments import Asked
from farklegen.cli.options import Command, Format, Target, asks
from farklegen.cli.output import Destination, complain, complain_all, complain_of, destination
from farklegen.cli.progress import progress_bar
from farklegen.errors import FarklegenError

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset


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

    loaded, failed = [], None
    for each in [rules] if isinstance(rules, str) else rules:
        try:
            loaded.append(catalogue.load(each))
        except FarklegenError as error:
            if failed is not None:
                complain_of(failed)
            failed = error
    if failed is not None:
        raise failed
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
                place.write("\n" * (len(parts) > 1) + place.render(document))
    except KeyboardInterrupt:
        if not parts or place.path is None:
            raise
        stopped = True
    if not shown:
        complain_all(warnings)
        if place.for_people:
            place.write("\n".join(map(place.render, parts)))
        else:
            place.write(place.render(_joined(parts) if place.output.shape == "page" else parts[-1]))
    if stopped:
        complain(
            f"Stopped: {place.path} has the part that was done. Give the same command again for "
            "all of it."
        )
        raise KeyboardInterrupt


def _joined(documents: Sequence[Document]) -> Document:
    """One document with the blocks of all, and the data of the last."""
    from farklegen.report.document import Heading

    first, *others = documents
    blocks = list(first.blocks)
    for other in others:
        blocks += [*([Heading(other.title)] if other.title else []), *other.blocks]
    return replace((others or [first])[-1], title=first.title, blocks=tuple(blocks))


def shows(ask: Callable[..., object]) -> Command:
    """A command that writes what a question finds about a ruleset."""
    takes_long = "progress" in signature(ask).parameters

    @asks(ask)
    def command(asked: Asked, format: Format = None, target: Target = None) -> None:
        rules = asked.pop("rules")
        opponent = asked.get("opponent") or ()
        players = [asked.get("me"), *(opponent if isinstance(opponent, tuple) else [opponent])]
        place = destination(format, target, keep=[rules, *filter(None, players)])

        def build(loaded: LoadedRuleset) -> Any:
            question = getattr(api, ask.__name__)
            if not takes_long:
                return question(loaded, **asked).document()
            with progress_bar() as bar:
                return question(loaded, **asked, progress=bar, report=bar.say).document()

        emit(place, rules, build)

    return command
