"""The application: pages, downloads, the interface, and refusals in one form."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from farklegen import pages
from farklegen.errors import FarklegenError
from farklegen.version import __version__
from farklegen.web.asks import WebAsk
from farklegen.web.desk import Desk
from farklegen.web.guard import POLICY, Guard, error_body
from farklegen.web.interface import interface, response
from farklegen.web.limits import ServerLimits
from farklegen.web.packing import unpack
from farklegen.web.workers import RefusedError

STATIC = Path(__file__).parent / "static"
ASSETS = Path(pages.__file__).parent / "assets"
"""The modules of pages, some of which this application uses, too."""

STATUS = {
    "too-large": 422,
    "unknown-job": 404,
    "unsolved": 409,
    "busy": 503,
    "closing": 503,
    "cancelled": 409,
    "too-long": 422,
    "failed": 500,
}
"""The HTTP status of a refusal by its slug; 422 for any other."""

LATER = {"retry-after": "30"}

DOWNLOADS: dict[str, tuple[str, dict[str, Any], str]] = {
    "card.pdf": ("card", {"paper": "a4"}, "pdf"),
    "card-letter.pdf": ("card", {"paper": "letter"}, "pdf"),
    "card-pocket.pdf": ("card", {"paper": "pocket"}, "pdf"),
    "card.html": ("card", {}, "html"),
    "page.html": ("page", {}, "html"),
    "card.json": ("rows", {}, "json"),
    "card.csv": ("rows", {}, "csv"),
    "rules.yaml": ("yaml", {}, "text"),
    "turn.png": ("picture", {"kind": "turn"}, "png"),
    "value.png": ("picture", {"kind": "value"}, "png"),
    "match.json": ("solve", {"length": True}, "json"),
}
"""Files for the rules in an address: what is asked, with which options, in which form."""

File = Literal[
    "card.pdf", "card-letter.pdf", "card-pocket.pdf", "card.html", "page.html", "card.json",
    "card.csv", "rules.yaml", "turn.png", "value.png", "match.json",
]  # fmt: skip


class Application:
    """A server's application and its desk.

    Args:
        limits: what requests may cost.
        hosts: the names that it may be asked by; None for any.
        store: the folder of the store; that of the environment by default.
    """

    def __init__(
        self, limits: ServerLimits, hosts: Collection[str] | None, store: str | None = None
    ) -> None:
        self.desk = Desk(limits, store)
        self.fast = FastAPI(
            title="farklegen", version=__version__, summary="Exact strategy for house rules",
            openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
            lifespan=self._life,
        )  # fmt: skip
        self.fast.include_router(interface(self.desk))
        self._add_pages()
        self._add_refusals()
        self.asgi = Guard(self.fast, hosts)

    @asynccontextmanager
    async def _life(self, _app: FastAPI) -> AsyncIterator[None]:
        await self.desk.start()
        try:
            yield
        finally:
            await self.desk.close()

    def _add_pages(self) -> None:
        app = self.fast

        @app.head("/", include_in_schema=False)
        @app.get("/", include_in_schema=False)
        async def page() -> Response:
            return FileResponse(STATIC / "index.html")

        @app.get("/favicon.ico", include_in_schema=False)
        async def icon() -> Response:
            return FileResponse(ASSETS / "icon.svg")

        @app.get("/api", include_in_schema=False)
        async def api_page() -> Response:
            return FileResponse(STATIC / "api.html")

        @app.get("/print", include_in_schema=False)
        async def printed(request: Request, rules: str, paper: str = "a4") -> Response:
            options = {"paper": "letter" if paper == "letter" else "a4"}
            return await whole_page(request, WebAsk("card", (unpack(rules),), options, "html"))

        @app.get("/page", include_in_schema=False)
        async def played(request: Request, rules: str) -> Response:
            return await whole_page(request, WebAsk("page", (unpack(rules),), {}, "html"))

        async def whole_page(request: Request, question: WebAsk) -> Response:
            answer = response(await self.desk.answer(question, request.is_disconnected))
            answer.headers["content-security-policy"] = policy_of(bytes(answer.body).decode())
            return answer

        @app.get("/download/{file}", summary="A file to keep, of packed rules.")
        async def download(request: Request, file: File, rules: str) -> Response:
            ask, options, form = DOWNLOADS[file]
            question = WebAsk(ask, (unpack(rules),), options, form)
            answer = response(await self.desk.answer(question, request.is_disconnected))
            answer.headers["content-disposition"] = f'attachment; filename="{file}"'
            return answer

        app.mount("/static", StaticFiles(directory=STATIC))
        app.mount("/assets", StaticFiles(directory=ASSETS))

    def _add_refusals(self) -> None:
        app = self.fast

        @app.exception_handler(RefusedError)
        async def refused(_request: Request, error: RefusedError) -> JSONResponse:
            status = STATUS.get(error.slug, 422)
            body = error_body(error.slug, str(error), error.problems)
            return JSONResponse(body, status, LATER if status == 503 else None)

        @app.exception_handler(FarklegenError)
        async def refused_here(_request: Request, error: FarklegenError) -> JSONResponse:
            return JSONResponse(error_body(error.slug, str(error)), 422)

        @app.exception_handler(RequestValidationError)
        async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
            told = [f"{_place(each['loc'])}: {each['msg']}" for each in error.errors()[:20]]
            if request.method == "POST" and "json" not in request.headers.get("content-type", ""):
                told = ["a question is JSON, with the header content-type: application/json"]
            message = "; ".join(told).encode("utf-8", "replace").decode()
            return JSONResponse(error_body("usage", f"{message}; see /api"), 422)

        @app.exception_handler(HTTPException)
        async def http(_request: Request, error: HTTPException) -> JSONResponse:
            return JSONResponse(error_body("http", f"{error.detail}; see /api"), error.status_code)


def policy_of(page: str) -> str:
    """The content security policy of a page with styles and scripts in it: these by their digests,
    and nothing else inline."""
    policy = POLICY
    for tag, directive in (("style", "style-src 'self'"), ("script", "script-src 'self'")):
        inside = re.findall(rf"<{tag}(?: [^>]*)?>(.*?)</{tag}>", page, re.DOTALL)
        digests = (base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in inside)
        policy = policy.replace(
            directive, " ".join([directive, *map("'sha256-{}'".format, digests)])
        )
    return policy


def _place(loc: tuple[int | str, ...]) -> str:
    parts = [str(part)[:40] for part in loc[1:] if part not in ("plain", "named")]
    return ".".join(parts) or "the request"
