"""Answer a question at once that was asked before: the command's side of `store.outputs`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from farklegen.cli.output import Destination, complain

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset


def emit_remembered(
    place: Destination,
    command: str,
    rules: str,
    options: Mapping[str, object],
    build: Callable[[LoadedRuleset], Document],
) -> None:
    """Write the document of a command about a ruleset, computing it only if it has to be.

    See `emit_parts`.
    """

    def alone(loaded: LoadedRuleset) -> Iterator[Document]:
        yield build(loaded)

    emit_parts(place, command, rules, options, alone)


def emit_parts(
    place: Destination,
    command: str,
    rules: str,
    options: Mapping[str, object],
    build: Callable[[LoadedRuleset], Iterator[Document]],
) -> None:
    """Write the documents of a command about a ruleset, computing them only if that has to be.

    Outputs for people get one below the other, on a terminal each as soon as it is there; outputs
    for programs get the last one, which holds the data of all.

    Warnings about the ruleset go to stderr either way.

    Args:
        place: where the output goes, and as what.
        command: the command's name.
        rules: the reference to the ruleset.
        options: everything else that the document depends on.
        build: makes the documents.

    Raises:
        FarklegenError: whatever reading, building or writing raises; nothing is kept then.
    """
    from farklegen.rules import catalogue
    from farklegen.store import outputs

    source = catalogue.read(rules)
    page = place.page()
    key = outputs.key_of(
        {
            "command": command,
            "options": dict(options),
            "rules": list(source),
            "output": place.output.name,
            "page": list(page),
        }
    )
    kept = outputs.recall(key)
    if kept is not None:
        known = json.loads(kept)
        _complain(known["warnings"])
        place.write(known["text"])
        return
    loaded = source.load()
    warnings = [str(problem) for problem in loaded.warnings]
    shown = place.path is None and place.for_people
    texts: list[str] = []
    for document in build(loaded):
        if not place.for_people:
            texts.clear()
        texts.append(("\n" if texts else "") + place.render(document))
        if shown and len(texts) == 1:
            _complain(warnings)
        if shown:
            place.write(texts[-1])
    text = "".join(texts)
    outputs.keep(key, json.dumps({"text": text, "warnings": warnings}))
    if not shown:
        _complain(warnings)
        place.write(text)


def _complain(warnings: list[str]) -> None:
    for warning in warnings:
        complain(warning)
