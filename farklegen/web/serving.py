"""A server that runs until it is told to end."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from tempfile import TemporaryDirectory
from types import FrameType

import uvicorn

from farklegen.errors import FarklegenError
from farklegen.store.folders import root
from farklegen.web.app import Application
from farklegen.web.limits import CONNECTIONS, ServerLimits

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")

END_SECONDS = 5
"""For answers under way when the server is told to end."""


class Server(uvicorn.Server):
    """A server whose end is an end of all that is worked out, too."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self.application = application

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Take SIGTERM and Ctrl-C as the wish to end: streams end, so that the server can."""
        self.should_exit = True
        self.application.desk.stop()


def is_loopback(host: str) -> bool:
    """Whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(host: str, port: int, limits: ServerLimits, ready: Callable[[str], None]) -> None:
    """Serve until the process is told to end.

    Args:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        limits: what requests may cost.
        ready: is told the address once it can be opened.

    Raises:
        FarklegenError: if nothing can listen there.
    """
    hosts = LOOPBACK if is_loopback(host) else None
    with ExitStack() as stack:
        store = None
        if root() is None:  # questions about a solved match are answered from a store
            store = stack.enter_context(TemporaryDirectory(prefix="farklegen-"))
        _serve(Application(limits, hosts, store), host, port, ready, stack)


def _serve(
    application: Application,
    host: str,
    port: int,
    ready: Callable[[str], None],
    stack: ExitStack,
) -> None:
    config = uvicorn.Config(
        application.asgi, host=host, port=port, log_level="warning", access_log=False,
        server_header=False, limit_concurrency=CONNECTIONS, timeout_keep_alive=10,
        timeout_graceful_shutdown=END_SECONDS, ws="none", h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
    listening = stack.enter_context(socket_at(host, port))
    reached = _own_address() if host == "0.0.0.0" else host
    shown = f"[{reached}]" if ":" in reached else reached
    found = f"http://{shown}:{listening.getsockname()[1]}/"
    asyncio.run(_run(Server(config, application), listening, lambda: ready(found)))


def _own_address() -> str:
    """The address of this machine in its network, for those who open the page on a phone."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # nothing is sent: the system says from where it would be
        return str(way.getsockname()[0])
    return "127.0.0.1"


def socket_at(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        FarklegenError: if nothing can listen there.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        raise FarklegenError(
            f"nothing can listen on {host}, port {port} ({_reason(error)}); give a "
            "--port that is free, and as --host an address of this machine"
        ) from None
    # Connections inherit it; without it the second part of an answer waits some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _reason(error: OSError | UnicodeError) -> str:
    """What the system says, without what `socket` adds."""
    if isinstance(error, UnicodeError):
        return "no name of a machine"
    if isinstance(error, socket.gaierror) or error.errno is None:
        return error.strerror or str(error)
    return os.strerror(error.errno)


async def _run(server: Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    async def tell() -> None:
        while not server.started:
            await asyncio.sleep(0.02)
        ready()

    telling = asyncio.create_task(tell())
    try:
        await server.serve(sockets=[listening])
    finally:
        telling.cancel()
