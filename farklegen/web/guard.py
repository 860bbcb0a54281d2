"""What stands between the network and the application: sizes, times, hosts, headers.

Written on the protocol itself (ASGI), so that nothing large is read before it is refused.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from farklegen.web.limits import BODY_BYTES, BODY_SECONDS

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self' data:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""The content security policy of every answer that has none of its own: only what this server
itself serves, and nothing inline."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def error_body(slug: str, message: str, problems: Collection[Any] = ()) -> dict[str, Any]:
    """The JSON of every refusal."""
    return {"error": {"slug": slug, "message": message, "problems": list(problems)}}


class Guard:
    """Refuses what is too large, too slow, meant for another host or asked by another site; adds
    the headers.

    Args:
        app: what is guarded.
        hosts: the names that this server may be asked by; None for any. On the own machine this
            keeps pages from elsewhere out that make a name of theirs point here.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode())
                      for name, value in HEADERS.items() if name.encode() not in given),
                ]  # fmt: skip
            await send(message)

        headers = dict(scope["headers"])
        refusal = self._host_refusal(headers.get(b"host", b"").decode("latin-1"))
        if refusal is None:
            refusal = _site_refusal(headers)
        if refusal is None and scope["method"] not in ("GET", "HEAD"):
            if _number(headers.get(b"content-length", b"0")) > BODY_BYTES:
                refusal = _too_large()
            else:
                try:
                    async with asyncio.timeout(BODY_SECONDS):
                        body = await _body(receive)
                except TimeoutError:
                    refusal = 408, "slow", "the request took too long to arrive; send it again"
                else:
                    if body is None:
                        refusal = _too_large()
                    else:
                        receive = _Replay(body, receive)
        if refusal is None:
            await self.app(scope, receive, send_with_headers)
        else:
            await _refuse(send_with_headers, *refusal)

    def _host_refusal(self, host: str) -> tuple[int, str, str] | None:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if self.hosts is None or name in self.hosts:
            return None
        return 421, "host", f"this server answers as {' or '.join(sorted(self.hosts))} only"


def _site_refusal(headers: dict[bytes, bytes]) -> tuple[int, str, str] | None:
    """Refuse pictures, frames and scripts of other sites; whoever follows a link is let in."""
    own = headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
    if own or headers.get(b"sec-fetch-dest") == b"document":
        return None
    return 403, "site", "another site asks this without being asked for it; open the address itself"


class _Replay:
    """Gives the body that has been read already, then what comes after it."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        """The next message."""
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None if it is too large."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b""
        part = message.get("body", b"")
        size += len(part)
        if size > BODY_BYTES:
            return None
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


def _number(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) < 12 else 0 if not text else BODY_BYTES + 1


def _too_large() -> tuple[int, str, str]:
    return 413, "too-large", f"a request may have {BODY_BYTES:,} bytes; rules need some thousand"


async def _refuse(send: Send, status: int, slug: str, message: str) -> None:
    content = json.dumps(error_body(slug, message)).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
