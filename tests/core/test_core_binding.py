"""Which library of the core is loaded, and what is said where there is none that will do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from farklegen.core import binding, compiling
from farklegen.core.compiling import TARGETS, VARIANTS, CompilingError, file_name, this_target
from farklegen.errors import CoreError

TARGET = TARGETS[this_target()]
NAMES = [variant.name for variant in VARIANTS[TARGET.processor]]


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARKLEGEN_CORE", raising=False)
    binding._chosen.cache_clear()


def copied(folder: Path) -> Path:
    """The plainest library, alone in a folder."""
    name = file_name(NAMES[0], TARGET)
    shutil.copy(compiling.HERE / name, folder / name)
    return folder


def test_the_best_one_that_runs_here_is_chosen() -> None:
    chosen = binding.core()
    fits = [v.name for v in VARIANTS[TARGET.processor] if v.level <= chosen.processor_level]
    assert chosen.variant == fits[-1]


def test_the_environment_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CORE", NAMES[0])
    assert binding.core().variant == NAMES[0]


def test_one_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CORE", "v9")
    with pytest.raises(CoreError, match=f"FARKLEGEN_CORE='v9': this machine has {NAMES[0]}.*unset"):
        binding.core()


@pytest.mark.skipif(len(NAMES) < 2, reason="only one build for this processor")
def test_one_that_this_processor_cannot_run_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = binding._load(NAMES[0], compiling.HERE)
    plain.processor_level = 2
    monkeypatch.setattr(binding, "_load", lambda *_: plain)
    assert binding.core().variant == NAMES[0]
    with pytest.raises(CoreError, match=f"this processor has {NAMES[0]}; or unset it"):
        binding.core(NAMES[-1])


@pytest.mark.parametrize("variant", NAMES)
def test_all_variants_are_made_of_the_same_sources(variant: str) -> None:
    found = binding._load(variant, compiling.HERE)
    assert (found.variant, found.fingerprint) == (variant, compiling.fingerprint())


def test_a_missing_library_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(CoreError, match=r"missing.*`pip install -e \.` builds it") as caught:
        binding._load(NAMES[0], tmp_path)
    assert "\n" not in str(caught.value)


def test_an_outdated_library_gives_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "source"
    shutil.copytree(compiling.SOURCES, sources)
    monkeypatch.setattr(compiling, "SOURCES", sources)
    copied(tmp_path)
    assert binding._load(NAMES[0], tmp_path).variant == NAMES[0]
    with (sources / "basics.hpp").open("a") as file:
        file.write("// changed\n")
    with pytest.raises(CoreError, match=r"older than its sources.*`just core`") as caught:
        binding._load(NAMES[0], tmp_path)
    assert "\n" not in str(caught.value)


def test_a_library_without_sources_beside_it_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "SOURCES", tmp_path / "source")
    monkeypatch.setattr(binding, "fingerprint", lambda: "something else")
    assert binding._load(NAMES[0], copied(tmp_path)).variant == NAMES[0]


def test_a_damaged_library_gives_one_line(tmp_path: Path) -> None:
    (tmp_path / file_name(NAMES[0], TARGET)).write_bytes(b"damaged")
    with pytest.raises(CoreError, match="cannot be loaded"):
        binding._load(NAMES[0], tmp_path)


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
