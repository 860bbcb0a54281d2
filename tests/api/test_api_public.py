"""What is public, and that it is typed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files

import pytest

import farklegen
from farklegen import api, errors

PUBLIC = set(dir(farklegen)) & set(vars(farklegen)["__getattr__"]("__all__"))


def test_everything_public_is_in_the_package() -> None:
    assert set(api.__all__) <= set(PUBLIC)
    raised = {name for name, each in vars(errors).items() if isinstance(each, type)}
    assert {name for name in raised if name.endswith("Error") or name == "Problem"} <= set(PUBLIC)
    for name in PUBLIC:
        assert getattr(farklegen, name) is not None
        assert name in dir(farklegen)


def test_the_classes_of_all_results_are_in_the_package() -> None:
    returned = {
        name
        for function in api.__all__
        for name in re.findall(r"\b[A-Z]\w+", str(getattr(api, function).__annotations__["return"]))
    }
    assert returned - {"Any"} <= set(PUBLIC)
    assert isinstance(farklegen.odds("basic"), farklegen.OddsResult)


def test_the_package_is_typed() -> None:
    assert (files("farklegen") / "py.typed").is_file()
    with pytest.raises(AttributeError, match="has no attribute 'nosuch'"):
        farklegen.nosuch  # type: ignore[attr-defined]  # noqa: B018 - checkers see it: see `just types`


def test_importing_the_package_loads_nothing_of_it_and_its_rooms_hide_no_function() -> None:
    code = (
        "import sys, farklegen\n"
        "print([n for n in sys.modules if n[:10] == 'farklegen.' and n != 'farklegen.version'])\n"
        "import farklegen.play.game, farklegen.sweeps, farklegen.rules.new\n"
        "print([n for n in farklegen.__all__ if type(getattr(farklegen, n)).__name__ == 'module'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"
