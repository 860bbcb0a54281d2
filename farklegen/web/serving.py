"""A server that runs until it is told to end."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType

import uvicorn

from farklegen.errors import FarklegenError
from farklegen.web.app import Application
from farklegen.web.limits import CONNECTIONS, Limits

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


def serve(host: str, port: int, limits: Limits, ready: Callable[[str], None]) -> None:
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
    application = Application(limits, hosts)
    config = uvicorn.Config(
        application.asgi, host=host, port=port, log_level="warning", access_log=False,
        server_header=False, limit_concurrency=CONNECTIONS, timeout_keep_alive=10,
        timeout_graceful_shutdown=END_SECONDS, ws="none", h11_max_incomplete_event_size=32_768,
    )  # fmt: skip
    with ExitStack() as stack:
        if os.environ.get("FARKLEGEN_CACHE") == "off":  # a solved match is answered from the store
            place = stack.enter_context(tempfile.TemporaryDirectory(prefix="farklegen-"))
            os.environ["FARKLEGEN_CACHE"] = place
            stack.callback(os.environ.__setitem__, "FARKLEGEN_CACHE", "off")
        try:
            socket = config.bind_socket()
        except SystemExit:
            raise FarklegenError(
                f"nothing can listen on {host}, port {port}: the port is taken, or the address is "
                "not one of this machine; give another --port"
            ) from None
        stack.enter_context(socket)
        server = Server(config, application)
        shown = f"[{host}]" if ":" in host else host
        found = f"http://{shown}:{socket.getsockname()[1]}/"
        asyncio.run(_run(server, socket, lambda: ready(found)))


async def _run(server: Server, socket: object, ready: Callable[[], None]) -> None:
    async def tell() -> None:
        while not server.started:
            await asyncio.sleep(0.02)
        ready()

    telling = asyncio.create_task(tell())
    try:
        await server.serve(sockets=[socket])  # type: ignore[list-item]
    finally:
        telling.cancel()
