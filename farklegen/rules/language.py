"""A kind of file: its model, what messages call its keys, and how a text becomes the model.

Rulesets and policies are read the same way: strict YAML, then the model, then the keys looked at
together; whatever is wrong is said at once, in the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from farklegen.errors import Problem
from farklegen.rules.text_source import FileKind
from farklegen.rules.vocabulary import Vocabulary
from farklegen.rules.yaml_nodes import Loc, YamlDocument
from farklegen.rules.yaml_source import parse_yaml

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
class Language(Generic[Model]):
    """What a kind of file can say.

    Attributes:
        kind: what messages call it.
        words: the words for its keys.
        model: what it is read into.
        prepare: the data for the model.
        find_errors: whatever is wrong with keys together.
        mend: the data with every wrong part left out, or replaced where something has to stand.
        settle: the document with its keys as the model has them.
    """

    kind: FileKind
    words: Vocabulary
    model: type[Model]
    prepare: Callable[[YamlDocument], dict[str, Any]]
    find_errors: Callable[[Model], list[Finding]]
    mend: Callable[[dict[str, Any], Iterable[Loc]], dict[str, Any]]
    settle: Callable[[YamlDocument], YamlDocument] = lambda document: document

    def parse(self, text: str, file: str) -> Model:
        """The model that a text says.

        Raises:
            ContentError: of the kind, with every problem of the text, in the order of the file.
            FileProblemError: if it cannot be such a file, for its size or its masses of aliases.
        """
        return self.read(parse_yaml(text, file, self.kind))

    def read(self, document: YamlDocument) -> Model:
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
        document = self.settle(self._with_known_keys(document))
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

    def _with_known_keys(self, document: YamlDocument) -> YamlDocument:
        """The document with the right names for keys that are called otherwise, each a slip: what
        the others mean depends on them."""
        sections = self.words.sections
        groups = {name: document.node((name,) if name else ()) for name in sections}
        if all(key in sections[name] for name, node in groups.items() for key in node.entries):
            return document
        from farklegen.rules.unknown_keys import renamed

        return replace(document, slips=(*document.slips, *renamed(document, self.words)))

    def _problems(
        self, error: ValidationError, data: dict[str, Any], document: YamlDocument
    ) -> tuple[Problem, ...]:
        """Problems of single keys, duplicate keys, and those of keys together that do not depend
        on what is wrong already.
        """
        from pydantic import ValidationError

        from farklegen.rules.problems import error_details, explain_errors, sorted_and_capped

        def refusals(numbers: Mapping[Loc, int]) -> dict[Loc, tuple[str, dict[str, Any]]]:
            try:
                self.model.model_validate(_filled(data, numbers))
            except ValidationError as error:
                found = error_details(error, self.words)
                return {loc: (kind, said) for kind, loc, said in reversed(found)}
            return {}

        problems, spoilt = explain_errors(error, document, self.words, refusals)
        problems += document.slips
        try:
            model = self.model.model_validate(self.mend(data, spoilt))
        except ValidationError:
            return sorted_and_capped(problems)
        wrong = set(spoilt)
        holding_wrong = {loc[:size] for loc in spoilt for size in range(len(loc) + 1)}
        for finding in self.find_errors(model):
            depends = list(finding.involves)
            if finding.at == "value":
                depends.append(finding.loc)
            if not any(loc in holding_wrong or _within(loc, wrong) for loc in depends):
                problems.append(placed(finding, document))
        return sorted_and_capped(problems)


def _filled(data: Any, numbers: Mapping[Loc, int], at: Loc = ()) -> Any:
    """The data with these numbers at their places."""
    if at in numbers:
        return numbers[at]
    if isinstance(data, dict):
        return {key: _filled(value, numbers, (*at, key)) for key, value in data.items()}
    if isinstance(data, tuple):
        return tuple(_filled(item, numbers, (*at, place)) for place, item in enumerate(data))
    return data


def mended_by(
    stand_ins: Mapping[str, Any],
) -> Callable[[dict[str, Any], Iterable[Loc]], dict[str, Any]]:
    """Leaves whatever top key is wrong in any part out of the data, or puts in its place what has
    to stand there."""

    def mend(data: dict[str, Any], spoilt: Iterable[Loc]) -> dict[str, Any]:
        wrong = {str(loc[0]) for loc in spoilt}
        kept = {key: value for key, value in data.items() if key not in wrong}
        return kept | {key: value for key, value in stand_ins.items() if key in wrong}

    return mend


def placed(
    finding: Finding, document: YamlDocument, severity: Literal["error", "warning"] = "error"
) -> Problem:
    """A finding with its place in the file."""
    slip = document.node(finding.loc).slip
    if slip is not None and finding.at == "value" and severity == "error":
        return Problem(document.file, *slip)
    place = document.key_place if finding.at == "key" else document.value_place
    line, column = place(finding.loc)
    return Problem(document.file, line, column, finding.message, severity)


def _within(loc: Loc, places: set[Loc]) -> bool:
    """Whether a place of the file is one of these, or lies in one."""
    return any(loc[:size] in places for size in range(len(loc) + 1))
