"""A kind of file: its model, what messages call its keys, and how a text becomes the model.

Rulesets and policies are read the same way: strict YAML, then the model, then the keys looked at
together; whatever is wrong is said at once, in the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from farklegen.errors import Problem
from farklegen.rules.text_source import FileKind
from farklegen.rules.yaml_source import Document, Loc, parse_yaml

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

Model = TypeVar("Model", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about keys together.

    Attributes:
        loc: the place in the file that the message is about.
        message: what was found, and what to do.
        at: whether the key or the value at `loc` is meant.
        involves: other places that it depends on; if one of them is wrong in itself, the finding
            is not worth saying.
    """

    loc: Loc
    message: str
    at: Literal["key", "value"] = "value"
    involves: tuple[Loc, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """The words for the keys of a kind of file.

    Attributes:
        sections: the keys of the top level and of each group of keys.
        expected: what may stand at a place; "*" is any key or position.
        also_called: keys that people write by other names.
        word_meant: what people write for a word of the language.
        missing: what to add where a required key is missing.
        groups: what to write where a number stands in place of a group of keys.
        unions: places where values of several forms may stand.
        pattern_lists: keys that hold lists of patterns.
        patterned: groups of keys that are patterns.
        foreign: keys that people expect and that there are not, with what to do instead.
        meanings: what may stand at a place, each word with what it means, for a yes or no.
        signs: what to write where a number has the wrong sign.
    """

    sections: Mapping[str, frozenset[str]]
    expected: Mapping[tuple[str, ...], str]
    also_called: Mapping[str, str] = field(default_factory=dict)
    word_meant: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    unions: frozenset[tuple[str, ...]] = frozenset()
    pattern_lists: tuple[str, ...] = ()
    patterned: tuple[str, ...] = ()
    foreign: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    signs: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    def expected_at(self, loc: Loc) -> str:
        """The words for what stands at `loc`."""
        return next((words for key, words in self.expected.items() if fits(key, loc)), _ANYTHING)

    def sign(self, loc: Loc) -> str | None:
        """What to write where a number at a place has the wrong sign; None for nothing of its
        own."""
        return next((said for key, said in self.signs.items() if fits(key, loc)), None)

    def misplaced(self, key: str, section: str) -> str | None:
        """Where a key belongs that was found in `section`; None if it belongs nowhere else."""
        for home, names in self.sections.items():
            if key in names and home != section:
                place = (
                    f"belongs under '{home}'" if home else "belongs at the top level, not indented"
                )
                where = f"under '{section}'" if section else "at the top level"
                return f"unknown key '{key}' {where}; it {place}"
        return None


_ANYTHING = "a valid value"


def fits(pattern: tuple[str, ...], loc: Loc) -> bool:
    """Whether `loc` is a place that the pattern means."""
    return len(pattern) == len(loc) and all(
        ours in ("*", theirs) for ours, theirs in zip(pattern, loc, strict=True)
    )


@dataclass(frozen=True)
class Language(Generic[Model]):
    """What a kind of file can say.

    Attributes:
        kind: what messages call it.
        words: the words for its keys.
        model: what it is read into.
        prepare: the data for the model.
        find_errors: whatever is wrong with keys together.
        mend: the data with every wrong part left out, or replaced where something has to stand.
    """

    kind: FileKind
    words: Vocabulary
    model: type[Model]
    prepare: Callable[[Document], dict[str, Any]]
    find_errors: Callable[[Model], list[Finding]]
    mend: Callable[[dict[str, Any], Iterable[Loc]], dict[str, Any]]

    def parse(self, text: str, file: str) -> Model:
        """The model that a text says.

        Raises:
            ContentError: of the kind, with every problem of the text, in the order of the file.
            FileProblemError: if it cannot be such a file, for its size or its masses of aliases.
        """
        return self.read(parse_yaml(text, file, self.kind))

    def read(self, document: Document) -> Model:
        """The model that a parsed file says, or a part of one that is a document of its own.

        Raises:
            ContentError: of the kind, with every problem, in the order of the file.
        """
        from pydantic import ValidationError

        root, file = document.root, document.file
        if root.kind != "mapping":
            found = "holds only a list" if root.kind == "list" else "holds only one value"
            if root.kind == "scalar" and not root.text:
                found = "is empty"
            message = (
                f"the file {found}; a {self.kind.name} is made of lines such as {self.kind.line}"
            )
            raise self.kind.error((Problem(file, root.line, root.column, message),))
        data = self.prepare(document)
        try:
            model = self.model.model_validate(data)
        except ValidationError:
            from farklegen.rules.unknown_keys import renamed

            slips = (*document.slips, *renamed(document, self.words))
            document = replace(document, slips=slips)
            data = self.prepare(document)
        try:
            model = self.model.model_validate(data)
        except ValidationError as error:
            raise self.kind.error(self._problems(error, data, document)) from None
        findings = self.find_errors(model)
        if findings or document.slips:
            from farklegen.rules.problems import sorted_and_capped

            problems = [placed(finding, document) for finding in findings]
            raise self.kind.error(sorted_and_capped([*document.slips, *problems]))
        return model

    def _problems(
        self, error: ValidationError, data: dict[str, Any], document: Document
    ) -> tuple[Problem, ...]:
        """Problems of single keys, duplicate keys, and those of keys together that do not depend
        on what is wrong already.
        """
        from pydantic import ValidationError

        from farklegen.rules.problems import explain_errors, sorted_and_capped

        problems, spoilt = explain_errors(error, document, self.words)
        problems += document.slips
        try:
            model = self.model.model_validate(self.mend(data, spoilt))
        except ValidationError:
            return sorted_and_capped(problems)
        for finding in self.find_errors(model):
            depends = list(finding.involves)
            if finding.at == "value":
                depends.append(finding.loc)
            if not any(_overlap(loc, wrong) for loc in depends for wrong in spoilt):
                problems.append(placed(finding, document))
        return sorted_and_capped(problems)


def placed(
    finding: Finding, document: Document, severity: Literal["error", "warning"] = "error"
) -> Problem:
    """A finding with its place in the file."""
    slip = document.node(finding.loc).slip
    if slip is not None and finding.at == "value" and severity == "error":
        return Problem(document.file, *slip)
    place = document.key_place if finding.at == "key" else document.value_place
    line, column = place(finding.loc)
    return Problem(document.file, line, column, finding.message, severity)


def _overlap(one: Loc, other: Loc) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
