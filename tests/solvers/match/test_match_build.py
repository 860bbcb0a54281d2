"""Compiled kernels on disk: what is damaged is never run."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from farklegen.solvers.match import build
from farklegen.solvers.match.build import NOTED, _load_quickly, _note, _remove_damaged, _sound
from tests.compiled import kernel_folder

SOLVE = """
import sys
from pathlib import Path
from farklegen import api
from farklegen.scoring.compile import compile_scoring
from farklegen.solvers.match.match import solve_match
rules = api.builtin("basic").ruleset.model_copy(update={"goal": 500, "end_game": "final_turn"})
solution = solve_match(rules, compile_scoring(rules), kernels=Path(sys.argv[1]), threads=1)
print(solution.chances[0], "numba.np.polynomial.polynomial_core" in sys.modules)
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kernels as a process leaves them that has compiled them."""
    monkeypatch.setattr(build, "_compiling", lambda: 1.0)
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.nbi").write_bytes(b"index")
    (tmp_path / "one" / "a.1.nbc").write_bytes(b"code")
    _note(tmp_path)
    return tmp_path


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.rglob("*") if file.is_file()}


def test_sound_kernels_are_kept(kernels: Path) -> None:
    _remove_damaged(kernels)
    assert names(kernels) == {"a.nbi", "a.1.nbc", NOTED}


def test_kernels_that_came_since_are_kept(kernels: Path) -> None:
    (kernels / "b.1.nbc").write_bytes(b"more")
    _remove_damaged(kernels)
    assert "b.1.nbc" in names(kernels)


@pytest.mark.parametrize("name", ["one/a.nbi", "one/a.1.nbc", NOTED])
@pytest.mark.parametrize("content", [b"", b"[1", b"[]"])
def test_damaged_kernels_are_removed(kernels: Path, name: str, content: bytes) -> None:
    (kernels / name).write_bytes(content)
    _remove_damaged(kernels)
    assert names(kernels) == set()


def test_kernels_without_a_note_are_kept(kernels: Path) -> None:
    (kernels / NOTED).unlink()
    _remove_damaged(kernels)
    assert names(kernels) == {"a.nbi", "a.1.nbc"}


def test_what_has_compiled_nothing_notes_nothing(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "_compiling", lambda: 0.0)
    (kernels / "b.1.nbc").write_bytes(b"more")
    before = (kernels / NOTED).read_bytes()
    _note(kernels)
    assert (kernels / NOTED).read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(find_spec("numba") is None, reason="nothing is compiled without numba")
def test_kept_kernels_are_loaded_without_preparing_to_compile() -> None:
    command = [sys.executable, "-c", SOLVE, str(kernel_folder())]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    )
    assert second == [first[0], "False"]


@pytest.mark.skipif(find_spec("numba") is None, reason="nothing is compiled without numba")
def test_a_function_that_looks_otherwise_is_left_alone() -> None:
    def plain() -> None:
        """Nothing is kept of it."""

    _load_quickly(plain)
    assert not hasattr(plain, "_cache")


@pytest.mark.parametrize("error", [EOFError, KeyError, ValueError, AttributeError, IndexError])
def test_whatever_damaged_kernels_end_in_they_are_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    folder = tmp_path / "kernels"
    folder.mkdir()
    config = SimpleNamespace(CACHE_DIR=str(folder))
    monkeypatch.setattr(build, "import_module", lambda _: config)

    def kernel(number: int) -> int:
        if folder.exists():
            raise error("damaged")
        return number + 1

    assert _sound(kernel)(1) == 2
    assert not folder.exists()


def test_an_error_that_stays_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    config = SimpleNamespace(CACHE_DIR="")
    monkeypatch.setattr(build, "import_module", lambda _: config)

    def kernel() -> None:
        raise KeyError("for ever")

    with pytest.raises(KeyError):
        _sound(kernel)()
