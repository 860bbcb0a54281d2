"""Files are replaced as a whole or not at all, whatever happens."""

import errno
import os
import stat
from functools import partial
from pathlib import Path

import pytest

from farklegen.cli.output import check_writable, destination, write_file
from farklegen.errors import FileProblemError


@pytest.mark.parametrize("replace", [True, False])
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, replace: bool) -> None:
    path = tmp_path / "card.md"
    old = os.umask(0o022)
    try:
        write_file(str(path), b"new", replace=replace)
    finally:
        os.umask(old)
    assert path.read_bytes() == b"new"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(tmp_path.iterdir()) == [path]


def test_a_replaced_file_keeps_its_permissions_and_its_link(tmp_path: Path) -> None:
    path, link = tmp_path / "card.md", tmp_path / "link.md"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_file(str(link), b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize(
    ("failure", "raised"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), FileProblemError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_whatever_goes_wrong_the_old_file_stays(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    failure: BaseException,
    raised: type[BaseException],
) -> None:
    path = tmp_path / "card.md"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(step, fail)
    with pytest.raises(raised):
        write_file(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("late", [False, True])
def test_a_file_that_exists_is_not_replaced_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    path = tmp_path / "ours.yaml"
    if late:  # it appears at the last moment
        monkeypatch.setattr("os.fsync", lambda _descriptor: path.write_bytes(b"old"))
    else:
        path.write_bytes(b"old")
    with pytest.raises(FileProblemError, match="exists already"):
        write_file(str(path), b"new", replace=False)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_only_at_a_terminal_a_written_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "card.md")
    for terminal in (False, True):
        monkeypatch.setattr("farklegen.cli.output.at_terminal", partial(bool, terminal))
        destination("markdown", path).write("new")
    assert capfd.readouterr().err == f"Wrote {path}.\n"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs devices")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_file("/dev/null", b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(os.name == "nt" or not os.geteuid(), reason="permissions do not hold for root")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "card.md"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(FileProblemError, match="read-only"):
        write_file(str(path), b"new")


def test_a_name_too_long_and_a_file_as_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(FileProblemError, match="shorter name"):
        check_writable(str(tmp_path / ("x" * 300)))
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileProblemError, match="no folder"):
        check_writable(str(tmp_path / "file" / "card.md"))
