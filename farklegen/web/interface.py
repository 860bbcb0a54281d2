"""The questions under `/api`: what each takes, and the answers, which are those of the commands.

Each question of a clerk is one class here: its fields are the options, its docstring the
explanation; `QUESTIONS` has their addresses.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from farklegen.web.asks import Answer, WebAsk
from farklegen.web.desk import Desk, DeskTask
from farklegen.web.limits import MOST_RULES, RULES_CHARACTERS
from farklegen.web.workers import RefusedError

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
Several = Annotated[list[Rules], Field(min_length=2, max_length=MOST_RULES)]
Faces = Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=8)]
ByName = Annotated[str, Field(max_length=200), Tag("named")]
Named = Discriminator(lambda value: "named" if isinstance(value, str) else "plain")
Number = Annotated[int, Field(ge=-(10**9), le=10**9)]


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rules: Rules | Several

    def question(self, ask: str, form: str) -> WebAsk:
        """What a worker is asked."""
        options = self.model_dump(exclude={"rules"}, exclude_unset=True)
        rules = (self.rules,) if isinstance(self.rules, str) else tuple(self.rules)
        return WebAsk(ask, rules, options, form)


class _One(_Asked):
    rules: Rules


class Check(_One):
    """Whether a text is a valid ruleset, everything wrong with it, and what it says."""


class Ruleset(_One):
    """A ruleset with every default filled in."""


class Fields(_One):
    """What a form shows of a ruleset: its values, patterns by name, and names to choose from."""


class Table(_One):
    """The card for the most points per turn, and with `match` what it costs in a match."""

    full: bool = Field(False, description="every situation as well")
    step: Number | None = Field(None, description="points between two lines of the card")
    match: bool | None = Field(
        False,
        description="also the part about the match, which must be solved; null: if it is solved",
    )


class Odds(_One):
    """How often a roll farkles, and how often it holds what."""

    dice: Number | None = None


class Reach(_One):
    """The best chance of so many points in this turn, or in some turns."""

    points: Number
    dice: Number | None = None
    turn_score: Number = 0
    hot_dice: Number = 0
    on_board: bool = True
    rounds: Number | None = None
    my_farkles: Number = 0


class Ahead(_One):
    """Whether the match can be solved on this server, and what it would still not give."""


class Solve(_One):
    """Who wins a match between perfect players; the match must be solved."""

    length: bool = Field(False, description="how many turns a game takes, too")


class _MatchState(_One):
    my_farkles: Number = 0
    their_farkles: Number = 0
    first: bool = Field(True, description="whether the player to move began the game")
    rounds_left: Number | None = None
    on_board: bool | None = None
    their_on_board: bool | None = None
    previous: Number | None = None
    inherit: tuple[Number, Number] | None = None
    hot_dice: Number = 0


class Turn(_MatchState):
    """The whole turn from one score of a match, which must be solved."""

    mine: Number
    theirs: Number


class Advise(_MatchState):
    """What to do now; by points without scores, else by the chance to win a solved match."""

    mine: Number | None = None
    theirs: Number | None = None
    turn_score: Number = 0
    roll: Annotated[Annotated[Faces, Tag("plain")] | ByName, Named] = Field(
        default_factory=list, description="faces; of different dice lucky=1,odd=5"
    )
    dice: Annotated[Annotated[Number | None, Tag("plain")] | ByName, Named] = Field(
        None, description="left to roll; of different dice lucky=2,odd=1"
    )


class Compare(_Asked):
    """Two or three rulesets side by side, without their matches; with them it is a job."""

    rules: Several


class Job(BaseModel):
    """Something that takes long: a match, or a comparison with the matches."""

    model_config = ConfigDict(extra="forbid")

    ask: Literal["match", "compare"] = "match"
    rules: list[Rules] = Field(min_length=1, max_length=MOST_RULES)
    form: Literal["json", "fragment", "markdown", "csv", "text"] = Field("json", alias="format")

    def question_of_job(self) -> WebAsk:
        """What a solver is asked.

        Raises:
            RefusedError: for too many or too few rules.
        """
        several = self.ask == "compare"
        if several != (len(self.rules) > 1):
            wanted = "two or three rulesets" if several else "one ruleset"
            raise RefusedError("usage", f"{self.ask} takes {wanted}, not {len(self.rules)}")
        options = {"quick": False} if several else {}
        return WebAsk(self.ask, tuple(self.rules), options, self.form)


QUESTIONS: dict[str, type[_Asked]] = {
    "check": Check,
    "ruleset": Ruleset,
    "form": Fields,
    "table": Table,
    "odds": Odds,
    "reach": Reach,
    "ahead": Ahead,
    "solve": Solve,
    "turn": Turn,
    "advise": Advise,
    "compare": Compare,
}
"""What a clerk can be asked, by address."""


def interface(desk: Desk) -> APIRouter:
    """The addresses under `/api`."""
    router = APIRouter(prefix="/api")
    for name, model in QUESTIONS.items():
        _add(router, desk, name, model)

    @router.get("/rulesets", summary="The built-in rules.")
    async def rulesets() -> Response:
        return response(await desk.answer(WebAsk("rulesets")))

    @router.get("/schema", summary="The JSON Schema of rulesets, with an explanation of each key.")
    async def schema() -> Response:
        return response(await desk.answer(WebAsk("schema")))

    @router.post("/jobs", status_code=202, summary="Ask for something that takes long.")
    async def begin(asked: Job) -> Any:
        """The same match is worked out once for all who ask; it is given up if nobody listens."""
        return desk.state_of(await desk.job(asked.question_of_job()))

    @router.get("/jobs/{job}", summary="How a job stands.")
    async def state(job: str) -> Any:
        task = _found(desk, job)
        desk.look_after(task)
        return desk.state_of(task)

    @router.get("/jobs/{job}/events", summary="How a job stands, as server-sent events.")
    async def events(job: str) -> StreamingResponse:
        task = _found(desk, job)
        return StreamingResponse(_events(desk, task), media_type="text/event-stream")

    @router.get("/jobs/{job}/result", summary="What a job has found.")
    async def result(job: str) -> Response:
        task = _found(desk, job)
        if not task.over:
            raise RefusedError("unsolved", "this job is not done yet; listen to its events")
        return response(desk.result(task))

    @router.delete("/jobs/{job}", summary="Give a job up, unless others listen to it.")
    async def cancel(job: str) -> Any:
        task = _found(desk, job)
        desk.leave(task)
        return desk.state_of(task)

    return router


def response(answer: Answer) -> Response:
    """An answer of a worker as that of the server."""
    return Response(answer.content, media_type=answer.type)


def _add(router: APIRouter, desk: Desk, name: str, model: type[_Asked]) -> None:
    async def ask(request: Request, asked: Any, form: Form = "json") -> Response:
        question = asked.question(name, form)
        return response(await desk.answer(question, request.is_disconnected))

    ask.__annotations__["asked"] = model
    router.post(f"/{name}", summary=model.__doc__, name=name, response_class=Response)(ask)


def _found(desk: Desk, job: str) -> DeskTask:
    task = desk.find(job)
    if task is None:
        raise RefusedError("unknown-job", "there is no such job, or it is long over; ask again")
    return task


async def _events(desk: Desk, task: DeskTask) -> AsyncIterator[str]:
    async for state in desk.listen(task):
        yield f"data: {json.dumps(state)}\n\n"
