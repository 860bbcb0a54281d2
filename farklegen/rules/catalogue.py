"""The built-in rulesets, and how a reference on the command line finds its file.

A built-in name works wherever a path does. `-` is standard input. A reference with a path separator
or a `.yaml` or `.yml` suffix is always a path; any other is looked up in the catalogue first.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from farklegen.rules.text_source import (
    STANDARD_INPUT,
    MissingFileError,
    read_path,
    read_standard_input,
    shown,
)

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset

_PACKAGE = Path(__file__).resolve().parent.parent
_SUFFIXES = (".yaml", ".yml")


def rulesets_folder() -> Path:
    """The folder of the built-in rulesets: inside an installed package, beside it in a checkout."""
    installed = _PACKAGE / "rulesets"
    return installed if installed.is_dir() else _PACKAGE.parent / "rulesets"


@cache
def builtin_paths() -> dict[str, Path]:
    """Every built-in ruleset by name, in alphabetical order."""
    found = [(path.stem, path) for path in rulesets_folder().glob("*.yaml")]
    return dict(sorted(found))


def builtin_names() -> tuple[str, ...]:
    return tuple(builtin_paths())


def load(reference: str | os.PathLike[str]) -> LoadedRuleset:
    """The ruleset of a path, a built-in name, or `-` for standard input.

    The dice that a player brings may follow, as in `kingdom-come:lucky=3,ordinary=3`."""
    if isinstance(reference, str):
        rules, colon, dice = reference.rpartition(":")
        if colon and "=" in dice and "\n" not in dice and "{" not in dice:
            from farklegen.rules.hands import with_dice

            base = load(rules)
            text = with_dice(base.text, base.ruleset, dice)
            return _loaded(text, base.file, base.slug, base.builtin)
        if reference == "-":
            return _loaded(read_standard_input(), STANDARD_INPUT, STANDARD_INPUT)
        if not is_path(reference) and reference in builtin_paths():
            return load_builtin(reference)
    path = os.fspath(reference)
    try:
        text = read_path(path)
    except MissingFileError:
        raise MissingFileError(_missing(path)) from None
    return _loaded(text, path, Path(path).stem)


def load_builtin(name: str) -> LoadedRuleset:
    path = builtin_paths().get(name)
    if path is None:
        file = "; a file of your own does not do here" if is_path(name) else ""
        raise MissingFileError(
            f"there is no built-in ruleset {shown(name)}{file}; {_nearest_built_in(name)}"
        )
    return _loaded(read_path(str(path)), f"{name}.yaml", name, builtin=True)


def _loaded(text: str, file: str, slug: str, builtin: bool = False) -> LoadedRuleset:
    # the validation library is loaded only when there is something to validate
    from farklegen.rules.loading import load_text

    return load_text(text, file, slug, builtin=builtin)


def is_path(reference: str) -> bool:
    """Whether a reference can only be a path: it has a separator or a suffix of YAML files."""
    separators = {"/", os.sep, os.altsep}
    return any(s in reference for s in separators if s) or reference.endswith(_SUFFIXES)


def is_text(reference: str) -> bool:
    """Whether a text is a ruleset itself, and neither a path nor a name.

    A text with a line break, or one that begins with a brace or a key of the rules language, counts
    as a ruleset. For a file with such a name, a path object still means the file.
    """
    from farklegen.rules.language import keys_of
    from farklegen.rules.ruleset import Ruleset

    begun = reference.lstrip()
    key = re.match(r"([a-z_]+):(\s|\Z)", begun)
    known = key is not None and key[1] in keys_of(Ruleset)
    return known or "\n" in reference or "\r" in reference or begun.startswith("{")


def _missing(reference: str) -> str:
    """Say that there is no such ruleset, and which ruleset has nearly this name."""
    what = "file" if is_path(reference) else "file and no built-in ruleset"
    return f"there is no {what} {shown(reference)}; {_nearest_built_in(reference)}"


def _nearest_built_in(name: str) -> str:
    from farklegen.rules.words import closest

    stem = Path(name).name.removesuffix(".yaml").removesuffix(".yml")
    if near := closest(stem, builtin_names(), 0.6):
        return f"did you mean the built-in {near}?"
    return "check its name (`farklegen rulesets` lists the built-in ones)"
