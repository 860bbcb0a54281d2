"""Documents about what is there: checked files, the catalogue, a ruleset's file, solved matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from farklegen.errors import Problem
from farklegen.report import document as doc
from farklegen.report.document import plain
from farklegen.report.numbers import count, points
from farklegen.results import Result
from farklegen.rules.explain import Clause
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.words import ends_at, listed


@dataclass(frozen=True, repr=False)
class CheckedFile(Result):
    """What `check` found in one file.

    Attributes:
        file: the reference as messages show it.
        problems: errors of an invalid file, or warnings about a valid one.
        loaded: the ruleset, or None if the file is invalid.
        explanation: the rules in plain words, by topic.
    """

    KEYS = ("file", "valid", "problems", "ruleset", "explanation")

    file: str
    problems: tuple[Problem, ...]
    loaded: LoadedRuleset | None = None
    explanation: tuple[Clause, ...] = ()

    @property
    def ruleset(self) -> LoadedRuleset | None:
        """Its names and fingerprint; None if the file is invalid."""
        return self.loaded

    @property
    def valid(self) -> bool:
        """Whether the file says a ruleset that can be played."""
        return self.loaded is not None

    def document(self) -> doc.Document:
        return check_document(self)


class BuiltIn(NamedTuple):
    """A built-in ruleset.

    Attributes:
        name: that commands take.
        title: what the rules call themselves.
        dice: at the start of a turn.
        goal: points; None for a number of rounds.
        source: where the rules are from.
        fingerprint: what stands for their meaning.
    """

    name: str
    title: str
    dice: int
    goal: int | None
    source: str
    fingerprint: str


class RulesetFile(NamedTuple):
    """One ruleset.

    Attributes:
        loaded: the rules.
        rules: every key of the rules language, defaults filled in.
        yaml: the file as it is.
    """

    loaded: LoadedRuleset
    rules: dict[str, Any]
    yaml: str


def check_document(*files: CheckedFile) -> doc.Document:
    """Each file valid or not, its problems, and the rules read back."""
    blocks = [block for file in files for block in _checked(file)]
    nothing = dict.fromkeys(Problem.KEYS)
    rows = [
        {"file": each.file, "valid": each.valid} | plain(problem)
        for each in files
        for problem in each.problems or [nothing]
    ]
    return doc.Document("check", "", blocks, {"files": files}, rows)


def _checked(checked: CheckedFile) -> Iterator[doc.Block]:
    loaded, number = checked.loaded, len(checked.problems)
    valid = doc.Cell(f"Valid, with {count(number, 'warning')}." if number else "Valid.", "good")
    if loaded is None:
        valid = doc.Cell(f"Not valid: {count(number, 'problem')} found.", "bad")
    yield doc.Heading(checked.file)
    yield doc.Paragraph(valid)
    yield doc.Verbatim(str(problem) for problem in checked.problems)
    if loaded is not None:
        yield doc.Facts((("Name", loaded.name), ("Fingerprint", loaded.fingerprint)))
        yield doc.Heading("The rules in plain words", 3)
        topics = ["", *(clause.topic for clause in checked.explanation)]
        yield doc.Facts(
            (clause.topic if clause.topic != before else "", clause.text)
            for clause, before in zip(checked.explanation, topics, strict=False)
        )


def catalogue_document(
    catalogue: tuple[LoadedRuleset, ...], looked_for: Sequence[str] = ()
) -> doc.Document:
    """The built-in rulesets, one a row: all, or those with what was looked for."""
    table = doc.table(
        catalogue,
        ("Name", lambda loaded: doc.Cell(loaded.slug, "strong")),
        ("Rules", lambda loaded: loaded.name),
        (doc.right("Dice"), lambda loaded: points(loaded.ruleset.dice)),
        (doc.right("Goal"), lambda loaded: ends_at(loaded.ruleset)),
    )
    rules = tuple(
        BuiltIn(
            name=loaded.slug,
            title=loaded.name,
            dice=loaded.ruleset.dice,
            goal=loaded.ruleset.goal,
            source=" ".join((loaded.ruleset.source or "").split()),
            fingerprint=loaded.fingerprint,
        )
        for loaded in catalogue
    )
    how = "A name works wherever a command takes RULES: farklegen table basic"
    if not catalogue:
        how = "None. Try fewer words, or other ones; `farklegen rulesets` lists all."
    title = f" with {listed([repr(text) for text in looked_for])}" if looked_for else ""
    blocks = table, doc.Paragraph(how)
    return doc.Document("rulesets", f"Built-in rules{title}", blocks, {"rulesets": rules}, rules)


def ruleset_document(loaded: LoadedRuleset) -> doc.Document:
    """The file of one ruleset; for programs, what it says with every default filled in."""
    ruleset = loaded.ruleset
    rows = [
        {"pattern": pattern, "label": ruleset.labels.get(pattern), "points": points}
        for pattern, points in ruleset.combinations.items()
    ]
    data = RulesetFile(loaded, ruleset.model_dump(mode="json"), loaded.text)
    file = doc.Verbatim(loaded.text.splitlines(), "yaml")
    return doc.Document("ruleset", "", (file,), data, rows)


class Kept(NamedTuple):
    """What is kept on disk, or was removed.

    Attributes:
        folder: where; None if nothing is kept.
        matches: solved matches.
        bytes: their size.
        most_bytes: from which size those not used for longest go.
    """

    folder: str | None
    matches: int
    bytes: int
    most_bytes: int


def cache_document(kept: Kept, *, removed: bool = False) -> doc.Document:
    """Where solved matches are kept, how many, and how large they may become; or that they were
    removed."""
    size, most = (f"{points(number / 1e6, 1)} MB" for number in (kept.bytes, kept.most_bytes))
    pairs = (
        ("Folder", kept.folder or ""),
        ("Solved matches", f"{points(kept.matches)}, {size}"),
        ("At most", f"{most}, or what FARKLEGEN_CACHE_SIZE says"),
    )
    notes = (
        "If they take more, those not used for longest are removed.",
        "To remove all: farklegen cache clear",
    )
    blocks: tuple[doc.Block, ...] = (doc.Facts(pairs), doc.Notes(notes))
    if kept.folder is None:
        blocks = (doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off."),)
    elif removed:
        found = count(kept.matches, "solved match", "solved matches")
        blocks = (doc.Paragraph(f"Removed {found}, {size}."),)
    return doc.Document("cache", "" if removed else "Kept on disk", blocks, kept, [kept])
