"""Answer a question at once that was asked before: the command's side of `store.outputs`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from farklegen.cli.output import Destination, complain, complain_all, complain_of
from farklegen.errors import FarklegenError

if TYPE_CHECKING:
    from farklegen.report.document import Document
    from farklegen.rules.loading import LoadedRuleset

Given = TypeVar("Given")
Made = TypeVar("Made")


def emit(
    place: Destination,
    command: str,
    rules: str | Sequence[str],
    options: Mapping[str, object],
    build: Callable[[Any], Document | Iterator[Document]],
) -> None:
    """Write what a command says about a ruleset or several, computing it only if it has to be.

    Of several documents outputs for people get one below the other, on a terminal each as soon as
    it is there; an HTML page gets all at once; outputs for programs get the last one, which holds
    the data of all.

    What is wrong with any of the rulesets is said of all of them, before anything is computed.
    Warnings about them go to stderr either way. Where Ctrl-C stops it, a file gets the parts that
    are done, and that is said.

    Args:
        place: where the output goes, and as what.
        command: the command's name.
        rules: the reference to the ruleset, or those to several.
        options: everything else that the documents depend on.
        build: makes them of the ruleset, or of the list of several.

    Raises:
        FarklegenError: whatever reading, building or writing raises; nothing is kept then.
    """
    from farklegen.report.document import Document
    from farklegen.rules import catalogue
    from farklegen.rules.catalogue import RulesText
    from farklegen.store import outputs

    sources, failed = _each(catalogue.read, [rules] if isinstance(rules, str) else rules)
    if failed:
        _refuse(failed + _each(RulesText.load, sources)[1])
    page = place.page()
    key = outputs.key_of(
        {
            "command": command,
            "options": dict(options),
            "rules": [list(source) for source in sources],
            "output": place.output.name,
            "page": list(page),
        }
    )
    kept = outputs.recall(key)
    if kept is not None:
        complain_all(kept["warnings"])
        place.write(kept["text"])
        return
    loaded, failed = _each(RulesText.load, sources)
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
    text = _whole(place, parts)
    if not stopped and all(part.lasting for part in parts):
        outputs.keep(key, {"text": text, "warnings": warnings})
    if not shown:
        complain_all(warnings)
        place.write(text)
    if stopped:
        _tell_stopped(place)


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


def _tell_stopped(place: Destination) -> None:
    """Say that a file has a part only, as after any Ctrl-C.

    Raises:
        KeyboardInterrupt: always.
    """
    complain(
        f"Stopped: {place.path} has the part that was done. Give the same command again for all "
        "of it."
    )
    raise KeyboardInterrupt


def emit_card(
    place: Destination, rules: str, build: Callable[[LoadedRuleset], tuple[str | bytes, bool]]
) -> None:
    """Write a card on paper. It is not kept: what takes long in it is kept already.

    Args:
        place: where it goes.
        rules: the reference to the ruleset.
        build: makes the page or the file, and tells whether it was stopped, so that it has a part
            only.

    Raises:
        FarklegenError: whatever reading, building or writing raises.
    """
    from farklegen.rules import catalogue

    loaded = catalogue.read(rules).load()
    made, stopped = build(loaded)
    complain_all(loaded.warnings)
    place.write(made)
    if stopped:
        _tell_stopped(place)


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
    """The work done on each, and where it failed."""
    made, failed = [], []
    for one in given:
        try:
            made.append(work(one))
        except FarklegenError as error:
            failed.append(error)
    return made, failed


def _refuse(failed: Sequence[FarklegenError]) -> None:
    """Say what failed, all but the last of it here.

    Raises:
        FarklegenError: the last failure.
    """
    for error in failed[:-1]:
        complain_of(error)
    if failed:
        raise failed[-1]
