"""The application: the page, downloads, the questions under `/api`, and refusals in one form; and
the server, which runs until a signal ends it."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from inspect import Parameter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Annotated, Any, Literal

import uvicorn
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
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farklegen import api, pages
from farklegen.api.arguments import ANY, arguments_of
from farklegen.errors import ArgumentError, ContentError, FarklegenError
from farklegen.pages.build import policy_of
from farklegen.render.registry import OUTPUTS
from farklegen.report.document import plain
from farklegen.report.rules import catalogue_document
from farklegen.store.files import root
from farklegen.version import __version__
from farklegen.web.work import FILES, QUESTIONS, TYPES, Office, RefusedError, WebQuestion

STATIC = Path(__file__).parent / "static"
ASSETS = Path(pages.__file__).parent / "assets"
"""The modules of pages, some of which this application uses, too."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
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

RULES_CHARACTERS = 40_000
"""The longest text of one ruleset: forty times the usual one."""

BODY_BYTES = 200_000
"""The largest body of a request; rules need some thousand bytes."""

Rules = Annotated[
    str,
    Field(
        max_length=RULES_CHARACTERS,
        description="the text of a ruleset, or the name of built-in rules",
        examples=["basic"],
    ),
]
Length = Annotated[
    int | None, Query(description="characters of the rules, which shows if the address was cut off")
]
Form = Annotated[
    Literal["json", "fragment", "markdown", "csv", "text"],
    Query(alias="format", description="of the answer; a fragment is HTML without a page around"),
]

NOT_ASKED = "asked rules progress report players their_dice floor tolerance head_start"
"""Arguments that a request may not give."""


class JobAsked(BaseModel):
    """Something that takes long: the match of one ruleset, or a comparison with the matches."""

    model_config = ConfigDict(extra="forbid")

    rules: list[Rules] = Field(min_length=1, max_length=3)
    form: Literal["json", "fragment"] = Field("json", alias="format")


def application(hosts: Collection[str] | None, office: Office) -> ASGIApp:
    """The application of a server.

    Args:
        hosts: the names that it may be asked by; None for any. On your own machine this keeps out
            pages from elsewhere that make one of their names point here.
        office: what does its work.
    """
    app = FastAPI(
        title="farklegen", version=__version__, summary="Exact strategy for house rules",
        openapi_url="/api/openapi.json", docs_url=None, redoc_url=None,
    )  # fmt: skip

    _add_refusals(app)
    for name, answer in QUESTIONS.items():
        _add_question(app, office, name, answer)
    _add_jobs(app, office)
    _add_pages(app, office)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = _refusal(Headers(scope=scope), hosts) if scope["type"] == "http" else None
        await (refused(*refusal) if refusal else app)(scope, receive, send_with_headers)

    return guarded


def _add_question(app: FastAPI, office: Office, name: str, answer: Callable[..., object]) -> None:
    several = Annotated[list[Rules], Field(min_length=2, max_length=3)]
    rules: Any = several if name == "compare" else Rules
    model: Any = create_model(
        name.title(), __config__=ConfigDict(extra="forbid"), __module__=__name__,
        rules=(rules, ...), **_options(answer),
    )  # fmt: skip

    async def ask(request: Request, asked: Any, form: Form = "json") -> Response:
        rules = (asked.rules,) if isinstance(asked.rules, str) else tuple(asked.rules)
        given = asked.model_dump(exclude={"rules"}, exclude_unset=True)
        return await _answered(office, request, WebQuestion(name, rules, given, form))

    ask.__annotations__["asked"] = model
    summary = (answer.__doc__ or "").split("\n")[0]
    app.post(f"/api/{name}", summary=summary, name=name, response_class=Response)(ask)


def _options(of: Callable[..., object]) -> dict[str, Any]:
    """The arguments of a question, as fields of a model that reads them as the question does."""
    fields: dict[str, Any] = {}
    for each in arguments_of(of):
        if each.kind is not ANY and each.name not in NOT_ASKED.split():
            about = {**each.kind.schema, "description": each.help}
            whole: Any = StrictInt | None if about.get("type") == "integer" else Any
            reads = Annotated[whole, AfterValidator(each.read), WithJsonSchema(about)]
            fields[each.name] = (reads, ... if each.default is Parameter.empty else each.default)
    return fields


async def _answered(office: Office, request: Request, question: WebQuestion) -> Response:
    answer = await office.answer(question, request.is_disconnected)
    return Response(answer, media_type=TYPES[question.form])


def _add_jobs(app: FastAPI, office: Office) -> None:
    @app.post("/api/jobs", status_code=202, summary="Ask for something that takes long.")
    async def begin(asked: JobAsked) -> Any:
        """One job is worked on at a time: it takes the place of any other."""
        ask = "match" if len(asked.rules) == 1 else "compared matches"
        job = await office.begin(WebQuestion(ask, tuple(asked.rules), form=asked.form))
        return job.state

    @app.get("/api/jobs/{job}", summary="How a job stands.")
    async def state(job: str) -> Any:
        return office.find(job).state

    @app.get("/api/jobs/{job}/result", summary="What a job has found, as soon as it has.")
    async def result(job: str) -> Response:
        work = office.find(job)
        return Response(await work.result, media_type=TYPES[work.question.form])

    @app.delete("/api/jobs/{job}", summary="Give a job up, for all who asked for it.")
    async def cancel(job: str) -> Any:
        work = office.find(job)
        work.end()
        await asyncio.wait([work.result])
        return work.state


def _add_pages(app: FastAPI, office: Office) -> None:
    @app.get("/api/rulesets", summary="The built-in rules.")
    def rulesets() -> Response:
        document = catalogue_document(api.rulesets())
        return Response(OUTPUTS["json"].render(document), media_type=TYPES["json"])

    @app.get("/api/schema", summary="The JSON Schema of rulesets, which explains each key.")
    def schema() -> Any:
        return api.schema()

    @app.head("/", include_in_schema=False)
    @app.get("/", include_in_schema=False)
    def page() -> Response:
        return FileResponse(STATIC / "index.html")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> Response:
        return FileResponse(ASSETS / "icon.svg")

    @app.get("/download/{file}", summary="A file made from rules: card, page, picture or numbers.")
    async def download(
        request: Request, file: str, rules: Rules, length: Length = None
    ) -> Response:
        if file not in FILES:
            raise HTTPException(404)
        if length not in (None, len(rules)):
            raise ArgumentError("the rules in this address are damaged; copy the whole link again")
        form = file.rpartition(".")[2]
        answer = await _answered(office, request, WebQuestion(file, (rules,), form=form))
        if form == "html":
            policy = policy_of(bytes(answer.body).decode())
            answer.headers["content-security-policy"] = f"{policy}; frame-ancestors 'none'"
        return answer

    app.mount("/static", StaticFiles(directory=STATIC))
    app.mount("/assets", StaticFiles(directory=ASSETS))


def refused(
    status: int, slug: str, message: str, problems: Collection[object] = ()
) -> JSONResponse:
    """A refusal, which has the same form everywhere."""
    error = {"slug": slug, "message": message, "problems": list(problems)}
    return JSONResponse({"error": error}, status)


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(FarklegenError)
    async def of_question(_request: Request, error: FarklegenError) -> JSONResponse:
        problems = error.problems if isinstance(error, ContentError) else ()
        status = error.status if isinstance(error, RefusedError) else 422
        return refused(status, error.slug, str(error), [plain(each) for each in problems])

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [
            f"{_place(each['loc'])}: {each.get('ctx', {}).get('error') or each['msg']}"
            for each in error.errors()[:20]
        ]
        if request.method == "POST" and "json" not in request.headers.get("content-type", ""):
            problems = ["a question is JSON, with the header content-type: application/json"]
        message = "; ".join(problems).encode("utf-8", "replace").decode()
        return refused(422, "usage", f"{message}; see /api/openapi.json")

    @app.exception_handler(HTTPException)
    async def http(_request: Request, error: HTTPException) -> JSONResponse:
        return refused(error.status_code, "http", f"{error.detail}; see /api/openapi.json")


def _refusal(headers: Headers, hosts: Collection[str] | None) -> tuple[int, str, str] | None:
    """Why a request is refused that is too large, for another host or asked by another site."""
    host = headers.get("host", "").lower()
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    if hosts is not None and name not in hosts:
        return 421, "host", f"this server answers as {' or '.join(sorted(hosts))} only"
    length = headers.get("content-length", "0")
    if "transfer-encoding" in headers or not length.isdigit() or int(length) > BODY_BYTES:
        return 413, "too-large", f"a request may have {BODY_BYTES:,} bytes, and says how many"
    # pictures, frames and scripts of other sites; a link may be followed from anywhere
    own = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if own or headers.get("sec-fetch-dest") == "document":
        return None
    return 403, "site", "another site asks this unasked; open the address itself"


def _place(loc: tuple[int | str, ...]) -> str:
    return ".".join(str(part)[:40] for part in loc[1:]) or "the request"


LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")

END_SECONDS = 5
"""Seconds for answers that are under way when the server ends."""


class Server(uvicorn.Server):
    """A server that gives up all work when SIGTERM or Ctrl-C ends it."""

    office: Office

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.should_exit = True
        self.office.close()


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
        server = Server(config)
        server.office = office
        ready(f"http://{shown}:{own_port}/", here)  # who comes now waits for a moment
        server.run(sockets=[listening])


def _own_address() -> str:
    """The address of this machine in its network, for those who open the page on a phone."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # nothing is sent: the system says from where it would be
        return str(way.getsockname()[0])
    return "127.0.0.1"


def socket_at(host: str, port: int) -> socket.socket:
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
