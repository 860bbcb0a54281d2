"""Answer a question at once that was asked before: the command's side of `store.outputs`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
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

    Warnings about the ruleset go to stderr either way.

    Args:
        place: where the output goes, and as what.
        command: the command's name.
        rules: the reference to the ruleset.
        options: everything else that the document depends on.
        build: makes the document.

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
    if kept is None:
        loaded = source.load()
        text = place.render(build(loaded))
        warnings = [str(problem) for problem in loaded.warnings]
        outputs.keep(key, json.dumps({"text": text, "warnings": warnings}))
    else:
        known = json.loads(kept)
        text, warnings = known["text"], known["warnings"]
    for warning in warnings:
        complain(warning)
    place.write(text)
