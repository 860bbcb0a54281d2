"""The command `serve` as it is run: it starts, answers, and ends when it is asked to."""

from __future__ import annotations

import signal
import socket
import sys
import time
from pathlib import Path

import httpx2 as httpx
import pytest

from farklegen.cli.app import examples_of
from farklegen.web.app import socket_at
from tests.cli.command import farklegen
from tests.web.served import served


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are Unix")
@pytest.mark.slow
def test_the_server_answers_and_sigterm_ends_it_with_all_its_processes(tmp_path: Path) -> None:
    with served(tmp_path) as (process, address):
        assert httpx.get(address).status_code == 200
        body = {"rules": ["ten-thousand"]}
        assert httpx.post(f"{address}api/jobs", json=body, timeout=30).status_code == 202
        family = _children(process.pid)
        family += [child for each in family for child in _children(each)]
        assert len(family) >= 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0
        deadline = time.monotonic() + 5
        while any(map(_alive, family)):
            assert time.monotonic() < deadline


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        said = farklegen("serve", "--port", port, cwd=tmp_path)
    assert said.code == 2
    assert f"nothing can listen on 127.0.0.1, port {port} (Address already in use" in said.err


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    for host in ("", "203.0.113.9", "two..dots"):
        said = farklegen("serve", "--port", "0", "--host", host, cwd=tmp_path)
        assert said.code == 2
        assert len(said.err.splitlines()) == 1
        assert "--host" in said.err


def test_answers_do_not_wait_for_more_to_send() -> None:
    with socket_at("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("line", [line for line, _ in examples_of("serve")])
def test_the_examples_of_the_help_text_say_where_the_server_is(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(
        "farklegen.web.app.serve",
        lambda host, port, ready: ready(f"http://{host}:{port}/", host == "127.0.0.1"),
    )
    said = farklegen(*line.split()[1:], cwd=tmp_path)
    assert said.code == 0
    assert "farklegen is at http://" in said.err
    assert ("without password" in said.err) is ("0.0.0.0" in line)
    assert opened == (["http://127.0.0.1:8000/"] if "--open" in line else [])


def _children(parent: int) -> list[int]:
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(place.parent.name))
    return found


def _alive(pid: int) -> bool:
    try:
        state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
