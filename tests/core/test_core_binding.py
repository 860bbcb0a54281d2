"""The library of the core, and the error if there is none that will do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from farklegen.core import binding, compiling
from farklegen.core.compiling import HERE, LIBRARY, CompilingError
from farklegen.errors import CoreError


def test_one_for_another_processor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert binding.core().call("runs_here") == 1
    monkeypatch.setattr(binding.Core, "call", lambda *_: 0)
    with pytest.raises(CoreError, match=r"for another processor.*`pip install -e \.` builds it"):
        binding._load(HERE / LIBRARY)


@pytest.mark.parametrize(
    ("there", "words"),
    [(None, r"missing.*`pip install -e \.` builds it"), (b"damaged", "cannot be loaded")],
)
def test_a_missing_or_damaged_library_gives_one_line(
    tmp_path: Path, there: bytes | None, words: str
) -> None:
    if there is not None:
        (tmp_path / LIBRARY).write_bytes(there)
    with pytest.raises(CoreError, match=words) as caught:
        binding._load(tmp_path / LIBRARY)
    assert "\n" not in str(caught.value)


def test_an_outdated_library_gives_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "source"
    shutil.copytree(compiling.SOURCES, sources)
    monkeypatch.setattr(compiling, "SOURCES", sources)
    copied = tmp_path / LIBRARY
    shutil.copy(HERE / LIBRARY, copied)
    assert binding._load(copied).fingerprint == compiling.fingerprint()
    with (sources / "basics.hpp").open("a") as file:
        file.write("// changed\n")
    with pytest.raises(CoreError, match=r"older than its sources.*`just core`") as caught:
        binding._load(copied)
    assert "\n" not in str(caught.value)


def test_a_library_without_sources_beside_it_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "SOURCES", tmp_path / "source")
    monkeypatch.setattr(binding, "fingerprint", lambda: "something else")
    assert binding._load(HERE / LIBRARY).takes == binding.core().takes


def test_where_there_is_no_compiler_the_message_says_which_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARKLEGEN_CXX", "no-such-compiler")
    with pytest.raises(CompilingError, match=r"no compiler 'no-such-compiler'.*ziglang"):
        compiling.build(tmp_path)


def test_what_a_compiler_says_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = tmp_path / "source"
    sources.mkdir()
    (sources / "wrong.cpp").write_text("int here = 'nonsense'\n")
    monkeypatch.setattr(compiling, "SOURCES", sources)
    with pytest.raises(CompilingError, match=r"wrong\.cpp.*error"):
        compiling.build(tmp_path / "made")
    assert not list((tmp_path / "made").glob("*"))


def test_compiling_alone_needs_nothing_of_the_package() -> None:
    """The build hook runs it where numpy and the rest are not installed yet."""
    text = f"import runpy; runpy.run_path({str(compiling.__file__)!r})"
    subprocess.run([sys.executable, "-S", "-E", "-c", text], check=True)
