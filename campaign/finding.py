"""What the campaign finds: differences, and counts of everything else."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field

import yaml

from campaign.draw import Data
from farklegen.errors import FarklegenError
from farklegen.rules.ruleset import Ruleset

NEAR = 1e-9
"""Room beside stated bounds: both sides stop iterating somewhere."""

MOST_BOUND = 1e-6
"""A result whose stated error is larger is none: it should have been refused."""

WIDEST = 1e-7
"""A referee whose bounds are further apart has no answer."""


@dataclass(frozen=True)
class Finding:
    """A difference.

    Attributes:
        part: of the campaign.
        kind: of difference: what shrinking must keep.
        subject: the ruleset as YAML, or what else brings it about.
        question: what was asked.
        answer: what the program said.
        right: what it should have said.
        how: the number that brings it about again.
    """

    part: str
    kind: str
    subject: str
    question: str
    answer: str
    right: str
    how: str = ""

    def __str__(self) -> str:
        lines = [f"DIFFERENCE {self.part}: {self.kind}", *self.subject.rstrip().splitlines()]
        lines += [f"# question: {self.question}", f"# answer:   {self.answer}"]
        lines += [f"# right:    {self.right}"]
        if self.how:
            lines.append(f"# again:    {self.how}")
        return "\n".join(lines)


@dataclass
class Outcome:
    """What a piece of the campaign came to.

    Attributes:
        counts: of what was done, by name.
        refusals: by message, numbers in it left out.
        findings: the differences.
    """

    counts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Add what another piece came to."""
        self.counts.update(other.counts)
        self.refusals.update(other.refusals)
        self.findings += other.findings

    def refuse(self, part: str, refused: FarklegenError) -> None:
        """Count a refusal by name."""
        text = "".join("0" if sign.isdigit() else sign for sign in str(refused).splitlines()[0])
        while "00" in text:
            text = text.replace("00", "0")
        self.counts[f"{part} refused"] += 1
        self.refusals[f"{part}: {type(refused).__name__}: {text[:110]}"] += 1


def crashed(part: str, subject: str, question: str, error: Exception) -> Finding:
    """The finding that something ended in an exception that nobody planned."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
    return Finding(
        part,
        f"crash {type(error).__name__}",
        subject,
        question,
        f"{type(error).__name__}: {str(error)[:300]} ({place})",
        "an answer, or a refusal by name",
    )


def data_of(ruleset: Ruleset) -> Data:
    """The keys of a ruleset that are not the usual ones."""
    return ruleset.model_dump(mode="json", exclude_defaults=True)


def yaml_of(data: Data) -> str:
    """A ruleset as the text of a file."""
    return yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=100)
