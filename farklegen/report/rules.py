"""Documents about what is there: checked files, the catalogue, a ruleset's file, solved matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from farklegen.errors import Problem
from farklegen.report import document as doc
from farklegen.report.data import plain
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


def _checked(checked: CheckedFile) -> Iterable[doc.Block]:
    yield doc.Heading(checked.file)
    loaded, number = checked.loaded, len(checked.problems)
    valid = doc.Cell(f"Valid, with {count(number, 'warning')}." if number else "Valid.", "good")
    if loaded is None:
        valid = doc.Cell(f"Not valid: {count(number, 'problem')} found.", "bad")
    yield doc.Paragraph(valid)
    if number:
        yield doc.Verbatim(str(problem) for problem in checked.problems)
    if loaded is not None:
        yield doc.Facts((("Name", loaded.name), ("Fingerprint", loaded.fingerprint)))
        yield doc.Heading("The rules in plain words", 3)
        yield doc.Facts(_by_topic(checked.explanation))


def _by_topic(clauses: Iterable[Clause]) -> Iterator[tuple[str, str]]:
    """Each clause with its topic where the topic begins."""
    before = ""
    for clause in clauses:
        yield (clause.topic if clause.topic != before else "", clause.text)
        before = clause.topic


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
            loaded.slug,
            loaded.name,
            loaded.ruleset.dice,
            loaded.ruleset.goal,
            " ".join((loaded.ruleset.source or "").split()),
            loaded.fingerprint,
        )
        for loaded in catalogue
    )
    title = "Built-in rules"
    how = doc.Paragraph("A name works wherever a command takes RULES: farklegen table basic")
    blocks: tuple[doc.Block, ...] = (table, how)
    if looked_for:
        title += f" with {listed([repr(text) for text in looked_for])}"
    if not catalogue:
        none = "None. Try fewer words, or other ones; `farklegen rulesets` lists all."
        blocks = (doc.Paragraph(none),)
    return doc.Document("rulesets", title, blocks, {"rulesets": rules}, rules)


def ruleset_document(loaded: LoadedRuleset) -> doc.Document:
    """The file of one ruleset; for programs, what it says with every default filled in."""
    ruleset = loaded.ruleset
    rows = [
        {"pattern": pattern, "label": ruleset.labels.get(pattern), "points": points}
        for pattern, points in ruleset.combinations.items()
    ]
    return doc.Document(
        "ruleset",
        "",
        (doc.Verbatim(loaded.text.splitlines(), "yaml"),),
        RulesetFile(loaded, ruleset.model_dump(mode="json"), loaded.text),
        rows,
    )


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
    matches, size = kept.matches, size_text(kept.bytes)
    blocks: tuple[doc.Block, ...]
    if kept.folder is None:
        blocks = (doc.Paragraph("Nothing is kept on disk: FARKLEGEN_CACHE is off."),)
    elif removed:
        found = count(matches, "solved match", "solved matches")
        blocks = (doc.Paragraph(f"Removed {found}, {size}."),)
    else:
        most = f"{size_text(kept.most_bytes)}, or what FARKLEGEN_CACHE_SIZE says"
        pairs = (
            ("Folder", kept.folder),
            ("Solved matches", f"{points(matches)}, {size}"),
            ("At most", most),
        )
        note = "If they take more, those not used for longest are removed."
        notes = doc.Notes((note, "To remove all: farklegen cache clear"))
        blocks = (doc.Facts(pairs), notes)
    return doc.Document("cache", "" if removed else "Kept on disk", blocks, kept, [kept])


def size_text(size: int) -> str:
    """An amount of bytes: `4.5 MB`."""
    return f"{points(size / 1e6, 1)} MB"
