"""Documents about rulesets themselves: checked files, the catalogue, one ruleset's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from farklegen.errors import Problem
from farklegen.report import document as doc
from farklegen.report.numbers import count, points
from farklegen.results import Result
from farklegen.rules.explain import Clause
from farklegen.rules.hands import hands_of
from farklegen.rules.loading import LoadedRuleset
from farklegen.rules.phrases import patterns_named
from farklegen.rules.ruleset import Ruleset
from farklegen.rules.schema import NAMES
from farklegen.rules.words import ends_at, listed, pattern_words

_SENTENCE_END = re.compile(r'(?<=[a-z)\]"”])\.\s+(?=[A-Z])')
"""A full stop that is not that of an initial."""


@dataclass(frozen=True, repr=False)
class CheckedFile(Result):
    """What `check` found in one file.

    Attributes:
        file: the reference as messages show it.
        problems: errors of an invalid file, or warnings about a valid one.
        loaded: the ruleset, or None if the file is invalid.
        explanation: the rules in plain words, by topic.
    """

    file: str
    problems: tuple[Problem, ...]
    loaded: LoadedRuleset | None = None
    explanation: tuple[Clause, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the file says a ruleset that can be played."""
        return self.loaded is not None


def identity(loaded: LoadedRuleset) -> dict[str, object]:
    """What every JSON report says about the rules it is about, under `ruleset`."""
    return doc.attributes(loaded, "name", "slug", "fingerprint")


def hands_data(ruleset: Ruleset) -> dict[str, object]:
    """Which dice each hand is, by its number; nothing where that is a number of dice."""
    hands = hands_of(ruleset)
    if hands.alike:
        return {}
    return {
        "hands": {
            str(hand): {hands.kinds[k].name: counts[k] for k in hands.order if counts[k]}
            for hand, counts in enumerate(hands.counts)
            if hand
        }
    }


def check_document(*files: CheckedFile) -> doc.Document:
    """Each file valid or not, its problems, and the rules read back."""
    blocks = [block for file in files for block in _checked(file)]
    told = [_checked_data(file) for file in files]
    rows = (one | said for one in told for said in one["problems"] or [dict.fromkeys(SAID)])
    said_of = doc.records(rows, "file", "valid", *SAID)
    return doc.Document("check", "", tuple(blocks), {"files": told}, said_of)


def _checked(checked: CheckedFile) -> Iterable[doc.Block]:
    yield doc.Heading(checked.file)
    loaded = checked.loaded
    number = len(checked.problems)
    if loaded is None:
        yield doc.Paragraph(doc.Cell(f"Not valid: {count(number, 'problem')} found.", "bad"))
    elif number:
        yield doc.Paragraph(doc.Cell(f"Valid, with {count(number, 'warning')}.", "good"))
    else:
        yield doc.Paragraph(doc.Cell("Valid.", "good"))
    if number:
        yield doc.Verbatim(tuple(str(problem) for problem in checked.problems))
    if loaded is not None:
        yield doc.Facts((("Name", loaded.name), ("Fingerprint", loaded.fingerprint)))
        yield doc.Heading("The rules in plain words", 3)
        yield doc.Facts(tuple(_by_topic(checked.explanation)))


def _by_topic(clauses: Iterable[Clause]) -> Iterator[tuple[str, str]]:
    """Each clause with its topic where the topic begins."""
    told = ""
    for clause in clauses:
        yield (clause.topic if clause.topic != told else "", clause.text)
        told = clause.topic


SAID = ("line", "column", "severity", "message")
"""What is said of a problem of a file."""


def _checked_data(checked: CheckedFile) -> dict[str, Any]:
    loaded, names = checked.loaded, ("name", "fingerprint")
    return {
        "file": checked.file,
        "valid": checked.valid,
        "problems": [doc.attributes(problem, *SAID) for problem in checked.problems],
        **(doc.attributes(loaded, *names) if loaded else dict.fromkeys(names)),
        "explanation": [doc.attributes(clause, "topic", "text") for clause in checked.explanation],
    }


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
        ("Source", lambda loaded: first_sentence(loaded.ruleset.source or "")),
    )
    rulesets = [
        {
            "name": loaded.slug,
            "title": loaded.name,
            **doc.attributes(loaded.ruleset, "dice", "goal"),
            "source": _one_line(loaded.ruleset.source or ""),
            "fingerprint": loaded.fingerprint,
        }
        for loaded in catalogue
    ]
    rows = doc.records(rulesets, "name", "title", "dice", "goal", "source", "fingerprint")
    title = "Built-in rules"
    how = "A name works wherever a command takes RULES: farklegen table basic"
    if looked_for:
        title += f" with {listed([repr(text) for text in looked_for])}"
    if not catalogue:
        none = "None. Try fewer words, or other ones; `farklegen rulesets` lists all."
        return doc.Document("rulesets", title, (doc.Paragraph(none),), {"rulesets": rulesets}, rows)
    return doc.Document(
        "rulesets", title, (table, doc.Paragraph(how)), {"rulesets": rulesets}, rows
    )


def ruleset_document(loaded: LoadedRuleset) -> doc.Document:
    """The file of one ruleset; for programs, what it says with every default filled in."""
    ruleset = loaded.ruleset
    faces = tuple(f"face_{face}" for face in range(1, 7))
    rows = [
        (pattern, ruleset.labels.get(pattern), worth, *(None,) * 6)
        if isinstance(worth, int)
        else (pattern, ruleset.labels.get(pattern), None, *worth)
        for pattern, worth in ruleset.combinations.items()
    ]
    data: dict[str, object] = {
        "ruleset": identity(loaded),
        "rules": ruleset.model_dump(mode="json"),
        "yaml": loaded.text,
    }
    return doc.Document(
        "ruleset",
        "",
        (doc.Verbatim(tuple(loaded.text.splitlines()), "yaml"),),
        data,
        doc.Records(("pattern", "label", "points", *faces), tuple(rows)),
    )


def form_document(loaded: LoadedRuleset) -> doc.Document:
    """What a form shows of a ruleset: its file and values, patterns by name, names to choose."""
    found = ruleset_document(loaded)
    ruleset = loaded.ruleset
    names = {pattern: pattern_words(pattern) for pattern in ruleset.combinations}
    offered = [
        {"name": name, "patterns": list(patterns)}
        for name in NAMES
        if (patterns := patterns_named(name, ruleset.dice))
    ]
    return doc.Document(
        "form", "", found.blocks, {**found.data, "names": names, "offered": offered}
    )


def first_sentence(text: str) -> str:
    """The beginning of a text up to its first full stop."""
    return _SENTENCE_END.split(_one_line(text), maxsplit=1)[0].rstrip(".")


def _one_line(text: str) -> str:
    return " ".join(text.split())
