"""A sweep on a Dask cluster: a real scheduler with two workers on the loopback address."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from farklegen import api, sweeps
from farklegen.errors import FarklegenError
from tests.cli.command import environment, process

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="needs distributed")

SPEC = """
base: {goal: 600, dice: 2, combinations: {1: 100, 5: 50}}
vary:
  bank.minimum: {from: 0, to: 250, step: 50}
  combinations.AA: [null, 200]
  farkle.penalty: [0, all]
  farkle.streak: [2]
measures: [points_per_turn, farkle_per_turn]
"""


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def started(*command: str, cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A part of a cluster, which is stopped in the end."""
    program = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:], "--no-dashboard"],
        env=environment(),
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield program
    finally:
        program.kill()
        program.wait()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("cluster")
    address = f"127.0.0.1:{_free_port()}"
    port = address.rpartition(":")[2]
    worker = ("dask_worker", f"tcp://{address}", "--nthreads", "1", "--no-nanny")
    with (
        started("dask_scheduler", "--host", "127.0.0.1", "--port", port, cwd=place),
        started(*worker, "--name", "one", cwd=place),
        started(*worker, "--name", "two", cwd=place),
    ):
        yield address


@pytest.mark.slow
def test_two_workers_write_the_same_as_this_process(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC, encoding="utf-8")
    api.sweep(spec, tmp_path / "here.csv", jobs=1)
    _wait_for_workers(address, 2)
    done = process("sweep", str(spec), "-o", str(tmp_path / "there.csv"), "--scheduler", address)
    assert (done.code, done.err) == (0, "")
    assert re.search(r"With a problem +12 rows", done.out)
    here, there = (tmp_path / f"{place}.csv" for place in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()

    monkeypatch.setattr(sweeps, "__version__", "0.0.0")
    with pytest.raises(FarklegenError, match="must have farklegen 0"):
        api.sweep(spec, tmp_path / "other.csv", scheduler=address)


def _wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    connect: Callable[..., Any] = Client
    with connect(address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=30)


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(SPEC, encoding="utf-8")
    monkeypatch.setattr(sweeps, "PATIENCE", 0.3)
    for wrong in (f"127.0.0.1:{_free_port()}", "nonsense://x", "127.0.0.1"):
        with pytest.raises(FarklegenError) as caught:
            api.sweep(spec, tmp_path / "rows.csv", scheduler=wrong)
        said = str(caught.value)
        assert said.startswith(f"there is no scheduler at {wrong} (")
        assert "\n" not in said
