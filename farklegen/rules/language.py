"""A kind of file: its model, what messages call its keys, and how a text becomes the model.

Rulesets and policies are read the same way: strict YAML and the model first, with all their
problems in the order of the file; only if there are none, the keys looked at together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from farklegen.errors import Problem
from farklegen.rules.problems import Vocabulary
from farklegen.rules.text_source import FileKind
from farklegen.rules.yaml_source import Loc, YamlDocument, parse_yaml

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
    """

    loc: Loc
    message: str
    at: Literal["key", "value"] = "value"


@dataclass(frozen=True)
class Language(Generic[Model]):
    """What a kind of file can say.

    Attributes:
        kind: what messages call it.
        words: the words for its keys.
        model: what it is read into.
        prepare: the data for the model.
        find_errors: whatever is wrong with keys together.
        settle: the document with its keys as the model has them.
    """

    kind: FileKind
    words: Vocabulary
    model: type[Model]
    prepare: Callable[[YamlDocument], dict[str, Any]]
    find_errors: Callable[[Model], list[Finding]]
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
        document = self.settle(document)
        try:
            model = self.model.model_validate(self.prepare(document))
        except ValidationError as error:
            raise self.kind.error(self._problems(error, document)) from None
        findings = self.find_errors(model)
        if findings or document.slips:
            from farklegen.rules.problems import sorted_and_capped

            problems = [placed(finding, document) for finding in findings]
            raise self.kind.error(sorted_and_capped([*document.slips, *problems]))
        return model

    def _problems(self, error: ValidationError, document: YamlDocument) -> tuple[Problem, ...]:
        """Problems of single keys and duplicate keys."""
        from farklegen.rules.problems import explain_errors, sorted_and_capped

        return sorted_and_capped([*explain_errors(error, document, self.words), *document.slips])


def placed(
    finding: Finding, document: YamlDocument, severity: Literal["error", "warning"] = "error"
) -> Problem:
    """A finding with its place in the file."""
    place = document.key_place if finding.at == "key" else document.value_place
    line, column = place(finding.loc)
    return Problem(document.file, line, column, finding.message, severity)
