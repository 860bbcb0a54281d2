"""A server that runs until a signal ends it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from tempfile import TemporaryDirectory
from types import FrameType

import uvicorn

from farklegen.errors import FarklegenError
from farklegen.store.folders import root
from farklegen.web.app import application
from farklegen.web.work import Office, make_ready

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")

END_SECONDS = 5
"""Seconds for answers that are under way when the server ends."""


class Server(uvicorn.Server):
    """A server that says when it is ready, and that ends all work when it ends."""

    def __init__(self, config: uvicorn.Config, office: Office, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._office = office
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        make_ready()
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """End on SIGTERM and Ctrl-C."""
        self.should_exit = True
        self._office.close()


def serve(host: str, port: int, ready: Callable[[str, bool], None]) -> None:
    """Serve until a signal ends the process.

    Args:
        ready: called once the server is there, with its address and whether only this machine
            reaches it.
    """
    with ExitStack() as stack:
        listening = stack.enter_context(socket_at(host, port))
        store = None
        if root() is None:  # questions about a solved match are answered from a store
            store = stack.enter_context(TemporaryDirectory(prefix="farklegen-"))
        office = Office(store)
        bound, own_port, *_ = listening.getsockname()
        here = ipaddress.ip_address(bound).is_loopback
        app = application({*LOOPBACK, host.lower()} if here else None, office)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False,
            timeout_graceful_shutdown=END_SECONDS, ws="none",
        )  # fmt: skip
        reached = _own_address() if host == "0.0.0.0" else host
        shown = f"[{reached}]" if ":" in reached else reached
        server = Server(config, office, lambda: ready(f"http://{shown}:{own_port}/", here))
        server.run(sockets=[listening])


def _own_address() -> str:
    """The address of this machine in its network, for those who open the page on a phone."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # nothing is sent: the system says from where it would be
        return str(way.getsockname()[0])
    return "127.0.0.1"


def socket_at(host: str, port: int) -> socket.socket:
    """A socket that listens."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "no name of a machine"
        raise FarklegenError(
            f"nothing can listen on {host}, port {port} ({reason}); give a "
            "--port that is free, and as --host an address of this machine"
        ) from None
    # Connections inherit it; without it the second part of an answer waits some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
