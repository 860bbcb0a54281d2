"""What stands between the network and the application: hosts, other sites, sizes, headers.

Written on the protocol itself (ASGI), so that nothing large is kept before it is refused.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES = 200_000
"""The largest body of a request that is taken in."""

DROPPED_BYTES = 100_000_000
"""The largest that is read to its end though it is refused: before the end nobody hears why."""

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
    return {"error": {"slug": slug, "message": message, "problems": list(problems)}}


class Guard:
    """Refuses what is too large, meant for another host or asked by another site; adds the headers.

    Args:
        app: what is guarded.
        hosts: the names that this server may be asked by; None for any. On the own machine this
            keeps pages from elsewhere out that make a name of theirs point here.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [
                    *message["headers"], *(each for each in added if each[0] not in given)
                ]  # fmt: skip
            await send(message)

        headers = dict(scope["headers"])
        refusal = (
            self._host_refusal(headers.get(b"host", b"").decode("latin-1"))
            or _site_refusal(headers)
            or _body_refusal(scope["method"], headers.get(b"content-length", b""))
        )
        if refusal is None:
            await self.app(scope, receive, send_with_headers)
            return
        left = DROPPED_BYTES
        while left > 0 and (message := await receive()).get("more_body"):
            left -= len(message["body"])
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


def _body_refusal(method: str, length: bytes) -> tuple[int, str, str] | None:
    if method in ("GET", "HEAD"):
        return None
    if not length.isdigit() and method != "DELETE":
        return 411, "length", "say how long the body is: the header content-length is missing"
    if length.isdigit() and int(length) > BODY_BYTES:
        return (
            413,
            "too-large",
            f"a request may have {BODY_BYTES:,} bytes; rules need some thousand",
        )
    return None


async def _refuse(send: Send, status: int, slug: str, message: str) -> None:
    content = json.dumps(error_body(slug, message)).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
