"""Which library of the core is loaded, and the error if there is none that will do."""

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
BUILT = [name for name in NAMES if (compiling.HERE / file_name(name, TARGET)).exists()]


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FARKLEGEN_CORE", raising=False)
    binding._chosen.cache_clear()


def copied(folder: Path) -> Path:
    """The plainest library that is built, alone in a folder."""
    name = file_name(BUILT[0], TARGET)
    shutil.copy(compiling.HERE / name, folder / name)
    return folder


def test_the_best_one_that_runs_here_is_chosen() -> None:
    chosen = binding.core()
    assert chosen.variant == BUILT[-1]
    assert chosen.fingerprint == compiling.fingerprint()


def test_the_environment_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CORE", BUILT[0])
    assert binding.core().variant == BUILT[0]


def test_one_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARKLEGEN_CORE", "v9")
    with pytest.raises(CoreError, match=f"FARKLEGEN_CORE='v9': this machine has {NAMES[0]}.*unset"):
        binding.core()


@pytest.mark.skipif(len(NAMES) < 2, reason="only one build for this processor")
def test_one_that_this_processor_cannot_run_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain = binding.core()
    for name in (NAMES[0], NAMES[-1]):
        (tmp_path / file_name(name, TARGET)).touch()
    monkeypatch.setattr(plain, "processor_level", 2)
    monkeypatch.setattr(plain, "variant", NAMES[0])
    monkeypatch.setattr(binding, "HERE", tmp_path)
    monkeypatch.setattr(binding, "_load", lambda *_: plain)
    binding._chosen.cache_clear()
    assert binding.core().variant == NAMES[0]
    with pytest.raises(CoreError, match=f"what runs here is {NAMES[0]}; or unset it"):
        binding.core(NAMES[-1])
    (tmp_path / file_name(NAMES[0], TARGET)).unlink()
    binding._chosen.cache_clear()
    with pytest.raises(CoreError, match="is for another processor"):
        binding.core()


def test_a_local_build_is_for_this_machine_and_one_for_a_named_platform_has_all_variants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FARKLEGEN_TARGET", "linux-x86_64")
    assert [v.name for v in compiling.variants_to_build()] == ["v2", "v3", "v4"]
    monkeypatch.setenv("FARKLEGEN_TARGET", "linux-x86")
    with pytest.raises(compiling.CompilingError, match=r"for 'linux-x86'; .* one of linux"):
        compiling.variants_to_build()
    monkeypatch.delenv("FARKLEGEN_TARGET")
    if Path("/proc/cpuinfo").exists():
        (one,) = compiling.variants_to_build()
        assert one.level == binding.core().processor_level


@pytest.mark.parametrize(
    ("there", "words"),
    [(None, r"missing.*`pip install -e \.` builds it"), (b"damaged", "cannot be loaded")],
)
def test_a_missing_or_damaged_library_gives_one_line(
    tmp_path: Path, there: bytes | None, words: str
) -> None:
    if there is not None:
        (tmp_path / file_name(BUILT[0], TARGET)).write_bytes(there)
    with pytest.raises(CoreError, match=words) as caught:
        binding._load(BUILT[0], tmp_path)
    assert "\n" not in str(caught.value)


def test_an_outdated_library_gives_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "source"
    shutil.copytree(compiling.SOURCES, sources)
    monkeypatch.setattr(compiling, "SOURCES", sources)
    copied(tmp_path)
    assert binding._load(BUILT[0], tmp_path).variant == BUILT[0]
    with (sources / "basics.hpp").open("a") as file:
        file.write("// changed\n")
    with pytest.raises(CoreError, match=r"older than its sources.*`just core`") as caught:
        binding._load(BUILT[0], tmp_path)
    assert "\n" not in str(caught.value)


def test_a_library_without_sources_beside_it_is_taken_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "SOURCES", tmp_path / "source")
    monkeypatch.setattr(binding, "fingerprint", lambda: "something else")
    assert binding._load(BUILT[0], copied(tmp_path)).variant == BUILT[0]


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
