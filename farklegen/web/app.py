"""The application: the page, downloads, the questions under `/api`, and refusals in one form.

A function of the API answers each question; the question takes its parameters.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    WithJsonSchema,
    create_model,
)
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from farklegen import pages
from farklegen.api.arguments import ANY, arguments_of
from farklegen.errors import ContentError, FarklegenError
from farklegen.pages.build import policy_of
from farklegen.report.data import plain
from farklegen.version import __version__
from farklegen.web.packing import RULES_CHARACTERS, unpack
from farklegen.web.questions import QUESTIONS, Asks, WebQuestion
from farklegen.web.work import Office

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
ASSETS = Path(pages.__file__).parent / "assets"
"""The modules of pages, some of which this application uses, too."""

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

BODY_BYTES = 200_000
"""The largest body of a request; rules need some thousand bytes."""

STATUS = {
    "unknown-job": 404,
    "unsolved": 409,
    "cancelled": 409,
    "closing": 503,
    "failed": 500,
}
"""The HTTP status of a refusal by its slug; 422 for any other."""

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
}
"""Files for the rules in an address: what is asked, with which options, in which form."""

Rules = Annotated[
    str,
    Field(
        max_length=RULES_CHARACTERS,
        description="the text of a ruleset, or the name of built-in rules",
        examples=["basic"],
    ),
]
Form = Annotated[
    Literal["json", "fragment", "markdown", "csv", "text"],
    Query(alias="format", description="of the answer; a fragment is HTML without a page around"),
]
Several = Annotated[list[Rules], Field(min_length=2, max_length=3)]


NOT_ASKED = "rules progress report players their_dice floor tolerance head_start"
"""Arguments that a request may not give."""


def _options(of: Callable[..., object]) -> dict[str, Any]:
    """The arguments of a question, as fields of a model that reads them as the question does."""
    fields: dict[str, Any] = {}
    for each in arguments_of(of):
        if each.kind is not ANY and each.name not in NOT_ASKED.split():
            about = {**each.kind.schema, "description": each.kind.help}
            whole: Any = StrictInt | None if about.get("type") == "integer" else Any
            reads = Annotated[whole, AfterValidator(each.read), WithJsonSchema(about)]
            fields[each.name] = (reads, ... if each.default is Parameter.empty else each.default)
    return fields


class JobAsked(BaseModel):
    """Something that takes long: the match of one ruleset, or a comparison with the matches."""

    model_config = ConfigDict(extra="forbid")

    rules: list[Rules] = Field(min_length=1, max_length=3)
    form: Literal["json", "fragment"] = Field("json", alias="format")


class Application:
    """A server's application and all that it works on.

    Args:
        hosts: the names that it may be asked by; None for any.
        store: the folder of the store; that of the environment by default.
    """

    def __init__(self, hosts: Collection[str] | None, store: str | None = None) -> None:
        self.office = Office(store)
        self.fast = FastAPI(
            title="farklegen", version=__version__, summary="Exact strategy for house rules",
            openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
        )  # fmt: skip
        for name, asks in QUESTIONS.items():
            if asks.summary:
                self._add_question(name, asks)
        self._add_jobs()
        self._add_pages()
        self._add_refusals()
        self.asgi = Guard(self.fast, hosts)

    async def _answer(self, request: Request, question: WebQuestion) -> Response:
        answer = await self.office.answer(question, request.is_disconnected)
        return Response(answer.content, media_type=answer.type)

    def _add_question(self, name: str, asks: Asks) -> None:
        rules = Several if asks.of == "studies" else Rules
        fields: dict[str, Any] = {"rules": (rules, ...), **_options(asks.answer)}
        model: Any = create_model(
            name.title(), __config__=ConfigDict(extra="forbid"), __module__=__name__, **fields
        )

        async def ask(request: Request, asked: Any, form: Form = "json") -> Response:
            rules = (asked.rules,) if isinstance(asked.rules, str) else tuple(asked.rules)
            given = asked.model_dump(exclude={"rules"}, exclude_unset=True)
            return await self._answer(request, WebQuestion(name, rules, given, form))

        ask.__annotations__["asked"] = model
        self.fast.post(f"/api/{name}", summary=asks.summary, name=name, response_class=Response)(
            ask
        )

    def _add_jobs(self) -> None:
        app, office = self.fast, self.office

        @app.get("/api/rulesets", summary="The built-in rules.")
        @app.get("/api/schema", summary="The JSON Schema of rulesets, which explains each key.")
        async def known(request: Request) -> Response:
            return await self._answer(request, WebQuestion(request.url.path.rpartition("/")[2]))

        @app.post("/api/jobs", status_code=202, summary="Ask for something that takes long.")
        async def begin(asked: JobAsked) -> Any:
            """One job is worked on at a time. While there is another, nothing is begun, and
            `before` says how that stands. A job that nobody asks about for five minutes is given
            up."""
            one = len(asked.rules) == 1
            ask, options = ("match", {}) if one else ("compare", {"quick": False})
            return await office.begin(WebQuestion(ask, tuple(asked.rules), options, asked.form))

        @app.get("/api/jobs/{job}", summary="How a job stands.")
        async def state(job: str) -> Any:
            return office.find(job).state

        @app.get("/api/jobs/{job}/result", summary="What a job has found, as soon as it has.")
        async def result(job: str) -> Response:
            answer = await office.find(job).result
            return Response(answer.content, media_type=answer.type)

        @app.delete("/api/jobs/{job}", summary="Give a job up, for all who asked for it.")
        async def cancel(job: str) -> Any:
            work = office.find(job)
            work.end()
            await asyncio.wait([work.result])
            return work.state

    def _add_pages(self) -> None:
        app = self.fast

        @app.head("/", include_in_schema=False)
        @app.get("/", include_in_schema=False)
        async def page() -> Response:
            return FileResponse(STATIC / "index.html")

        @app.get("/favicon.ico", include_in_schema=False)
        async def icon() -> Response:
            return FileResponse(ASSETS / "icon.svg")

        @app.get("/card", include_in_schema=False)
        @app.get("/page", include_in_schema=False)
        async def whole_page(request: Request, rules: str) -> Response:
            question = WebQuestion(request.url.path[1:], (unpack(rules),), {}, "html")
            answer = await self._answer(request, question)
            policy = policy_of(bytes(answer.body).decode())
            answer.headers["content-security-policy"] = f"{policy}; frame-ancestors 'none'"
            return answer

        @app.get("/download/{file}", summary="A file to keep, of packed rules.")
        async def download(request: Request, file: str, rules: str) -> Response:
            if file not in DOWNLOADS:
                raise HTTPException(404)
            ask, options, form = DOWNLOADS[file]
            question = WebQuestion(ask, (unpack(rules),), options, form)
            answer = await self._answer(request, question)
            answer.headers["content-disposition"] = f'attachment; filename="{file}"'
            return answer

        app.mount("/static", StaticFiles(directory=STATIC))
        app.mount("/assets", StaticFiles(directory=ASSETS))

    def _add_refusals(self) -> None:
        app = self.fast

        @app.exception_handler(FarklegenError)
        async def refused(_request: Request, error: FarklegenError) -> JSONResponse:
            problems = error.problems if isinstance(error, ContentError) else ()
            said = [plain(each) for each in problems]
            body = error_body(error.slug, str(error), said)
            return JSONResponse(body, STATUS.get(error.slug, 422))

        @app.exception_handler(RequestValidationError)
        async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
            problems = [
                f"{_place(each['loc'])}: {each.get('ctx', {}).get('error') or each['msg']}"
                for each in error.errors()[:20]
            ]
            if request.method == "POST" and "json" not in request.headers.get("content-type", ""):
                problems = ["a question is JSON, with the header content-type: application/json"]
            message = "; ".join(problems).encode("utf-8", "replace").decode()
            return JSONResponse(error_body("usage", f"{message}; see /api/openapi.json"), 422)

        @app.exception_handler(HTTPException)
        async def http(_request: Request, error: HTTPException) -> JSONResponse:
            body = error_body("http", f"{error.detail}; see /api/openapi.json")
            return JSONResponse(body, error.status_code)


class Guard:
    """Refuses what is too large, meant for another host or asked by another site; adds the headers.

    Args:
        hosts: the names that this server may be asked by; None for any. On your own machine this
            keeps out pages from elsewhere that make one of their names point here.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        app = self.app
        if scope["type"] == "http" and (refusal := self._refusal(Headers(scope=scope))):
            status, slug, message = refusal
            app = JSONResponse(error_body(slug, message), status)
        await app(scope, receive, send_with_headers)

    def _refusal(self, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if self.hosts is not None and name not in self.hosts:
            return 421, "host", f"this server answers as {' or '.join(sorted(self.hosts))} only"
        length = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not length.isdigit() or int(length) > BODY_BYTES:
            return 413, "too-large", f"a request may have {BODY_BYTES:,} bytes, and says how many"
        # pictures, frames and scripts of other sites; a link may be followed from anywhere
        own = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if own or headers.get("sec-fetch-dest") == "document":
            return None
        return 403, "site", "another site asks this unasked; open the address itself"


def error_body(slug: str, message: str, problems: Collection[Any] = ()) -> dict[str, Any]:
    return {"error": {"slug": slug, "message": message, "problems": list(problems)}}


def _place(loc: tuple[int | str, ...]) -> str:
    return ".".join(str(part)[:40] for part in loc[1:]) or "the request"
