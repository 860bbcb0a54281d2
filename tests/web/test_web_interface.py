"""The interface: the documents of the commands, jobs, refusals, headers."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from farklegen import api
from farklegen.errors import UnsolvableError
from farklegen.pages.build import policy_of
from farklegen.solvers.duel.table import Arena
from farklegen.web.app import BODY_BYTES, RULES_CHARACTERS
from farklegen.web.work import WebQuestion
from tests.cli.command import farklegen

TINY = "name: Tiny\ndice: 2\ngoal: 600\ncombinations: {1: 100, 5: 50}\n"


def finish(client: TestClient, **body: Any) -> str:
    """The number of a job, once it is done."""
    job: str = client.post("/api/jobs", json=body).json()["job"]
    while (state := client.get(f"/api/jobs/{job}").json())["state"] == "working":
        time.sleep(0.05)
    assert state["state"] == "done", state
    return job


@pytest.mark.parametrize(
    ("asked", "options", "command", "form"),
    [
        ("table", {}, "table five-dice --quick", "json"),
        ("table", {"full": True}, "table five-dice --quick --full", "json"),
        ("odds", {"dice": 3}, "odds five-dice --dice 3", "csv"),
        ("reach", {"points": 500}, "reach five-dice --points 500", "json"),
        ("check", {}, "check five-dice", "markdown"),
        ("compare", {"rules": ["basic", "zilch"]}, "compare basic zilch --quick", "json"),
        ("advise", {"roll": [1, 5, 5, 2, 3]}, "advise five-dice --roll 15523", "markdown"),
    ],
)
def test_an_answer_is_what_the_command_prints(
    client: TestClient, asked: str, options: dict[str, Any], command: str, form: str, tmp_path: Path
) -> None:
    body = {"rules": "five-dice", **options}
    answer = client.post(f"/api/{asked}?format={form}", json=body)
    said = farklegen(*command.split(), "--format", form, cwd=tmp_path)
    assert answer.status_code == 200
    assert (said.code, said.err) == (0, "")
    assert answer.text == said.out


def test_the_card_names_no_option_of_the_command_line(client: TestClient) -> None:
    for form in ("fragment", "text"):
        answer = client.post(f"/api/table?format={form}", json={"rules": "five-dice"})
        assert "After every roll" in answer.text
        assert "--" not in answer.text


def test_rules_that_are_not_valid_are_told_with_their_places(client: TestClient) -> None:
    rules = "goal: many\ncombinations: {1: 100}\n"
    (file,) = client.post("/api/check", json={"rules": rules}).json()["files"]
    assert not file["valid"]
    assert file["problems"][0]["line"] == 1
    refused = client.post("/api/table", json={"rules": rules})
    assert refused.status_code == 422
    assert refused.json()["error"]["slug"] == "ruleset"
    assert refused.json()["error"]["problems"][0]["line"] == 1


def test_a_match_is_solved_as_a_job_and_then_answered(client: TestClient) -> None:
    for asked in ("solve", "turn", "advise"):
        body = {"rules": TINY} | ({} if asked == "solve" else {"mine": 0, "theirs": 0, "dice": 2})
        if asked == "turn":
            del body["dice"]
        refused = client.post(f"/api/{asked}", json=body)
        assert (refused.status_code, refused.json()["error"]["slug"]) == (409, "unsolved")
    finish(client, rules=[TINY])
    right = api.solve(TINY, length=True).to_dict()
    found = client.post("/api/solve", json={"rules": TINY, "length": True}).json()
    assert found["moving"] == pytest.approx(right["moving"], abs=1e-12)
    assert found["length"] == right["length"]
    turn = client.post("/api/turn", json={"rules": TINY, "mine": 300, "theirs": 200}).json()
    assert turn == json.loads(json.dumps(api.turn(TINY, mine=300, theirs=200).to_dict()))
    price = client.post("/api/table", json={"rules": TINY}).json()
    assert price["price"]["alone"]["average"] > 0


def test_a_comparison_with_matches_is_a_job_with_a_result(client: TestClient) -> None:
    job = finish(client, rules=[TINY, TINY.replace("5: 50", "5: 100")])
    found = client.get(f"/api/jobs/{job}/result").json()
    assert found["format"] == "farklegen/compare"
    assert "first_player" in json.dumps(found)


def test_a_job_can_be_given_up(client: TestClient) -> None:
    job = client.post("/api/jobs", json={"rules": ["ten-thousand"]}).json()["job"]
    assert client.delete(f"/api/jobs/{job}").json()["error"] == "this was cancelled; ask again"
    assert client.get(f"/api/jobs/{job}/result").status_code == 409
    assert client.get("/api/jobs/none").status_code == 404


def test_downloads_are_files_of_the_rules_in_the_address(client: TestClient) -> None:
    begins = {"pdf": b"%PDF", "png": b"\x89PNG", "html": b"<!DOCTYPE html>", "json": b"{"}
    for file in ("card.pdf", "card.html", "card.json", "turn.png", "rules.yaml"):
        answer = client.get(f"/download/{file}", params={"rules": TINY})
        assert answer.status_code == 200
        assert answer.content.startswith(begins.get(file.rpartition(".")[2], b"name: Tiny"))
    cut = client.get("/download/card.html", params={"length": len(TINY), "rules": TINY[:-9]})
    assert "damaged; copy the whole link" in cut.json()["error"]["message"]


def test_the_print_view_allows_its_own_styles_and_nothing_else(client: TestClient) -> None:
    answer = client.get("/download/card.html", params={"rules": TINY})
    policy = answer.headers["content-security-policy"]
    assert policy == f"{policy_of(answer.text)}; frame-ancestors 'none'"
    assert "'sha256-" in policy
    assert "unsafe" not in policy
    assert " style=" not in answer.text
    assert "<script" not in answer.text


def test_every_answer_has_the_headers_and_no_cookie(client: TestClient) -> None:
    for path in ("/", "/api/rulesets", "/static/main.js", "/nowhere", "/api/jobs/none"):
        answer = client.get(path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers


def test_a_server_on_this_machine_answers_no_other_name(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example:8000"})
    assert answer.status_code == 421
    assert answer.json()["error"]["slug"] == "host"


def test_a_body_says_how_long_it_is_and_has_a_limit(client: TestClient) -> None:
    for body in (b"x" * (BODY_BYTES + 1), iter([b"{}"])):
        answer = client.post("/api/check", content=body)
        assert (answer.status_code, answer.json()["error"]["slug"]) == (413, "too-large")


def test_a_form_of_another_site_cannot_ask(client: TestClient) -> None:
    body = json.dumps({"rules": "basic"})
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = client.post("/api/check", content=body, headers={"content-type": kind})
        assert answer.status_code == 422
        assert "content-type: application/json" in answer.json()["error"]["message"]


def test_the_description_names_every_question(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()
    for name in ("check", "table", "odds", "reach", "solve", "turn", "advise", "compare", "jobs"):
        operation = described["paths"][f"/api/{name}"]["post"]
        assert operation["summary"]
        assert "requestBody" in operation


NO_MATCH = "dice: 2\nrounds: 2\ncombinations: {1: 100, 5: 50}\npiggyback: after_bank\n"
"""Rules with a card by points; their match is refused."""

FALLING = "dice: 2\ngoal: 900\ncombinations: {1: 100}\nfarkle: {streak: 3, penalty: 100}\n"
"""Rules in which scores fall below zero."""


def test_rules_whose_match_is_refused_have_the_card_by_points() -> None:
    files = "card.html", "page.html"
    card, page = (WebQuestion(each, (NO_MATCH,), form="html").answer() for each in files)
    assert b"Points per turn" in card
    assert b"Points per turn" in page
    assert b"is not solved with piggyback" in page


def test_a_solved_match_gives_the_card_and_leaves_no_duel_to_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FARKLEGEN_CACHE", str(tmp_path))
    monkeypatch.setattr("farklegen.pages.build.DECISIONS", 50)  # quicker
    rules = ("dice: 2\ngoal: 300\ncombinations: {1: 100, 5: 50}\n",)
    every = [
        WebQuestion("table", rules, form="fragment"),
        WebQuestion("card.html", rules, form="html"),
        WebQuestion("page.html", rules, form="html"),
    ]
    for question in every:
        assert b"against a perfect player" not in replace(question).answer()
    WebQuestion("match", rules).answer()
    monkeypatch.delattr(Arena, "meet")  # every duel
    for question in every:
        assert b"against a perfect player" in replace(question).answer()


def test_a_match_out_of_reach_is_refused() -> None:
    large = WebQuestion("match", (FALLING.replace("900", "90000000"),))
    with pytest.raises(UnsolvableError, match="out of reach"):
        large.answer()


JSON = {"content-type": "application/json"}

BODIES = {
    "nothing": b"",
    "deep": b"[" * 100_000,
    "a long number": b'{"rules": "basic", "step": ' + b"9" * 100_000 + b"}",
    "not a number": b'{"rules": "basic", "step": NaN}',
    "a half character": b'{"rules": "goal: \\ud800"}',
    "an unknown option": b'{"rules": "basic", "file": "/etc/passwd"}',
    "rules of another kind": b'{"rules": {"goal": 100}}',
}

RULES = {
    "a path": "/etc/passwd",
    "a tag": "goal: !!python/object/apply:os.system ['true']\n",
    "masses of aliases": "a: &a [x,x]\n" + "".join(f"b{i}: [*a,*a,*a]\n" for i in range(500)),
    "one line": "a" * (RULES_CHARACTERS - 1),
}


def test_only_a_followed_link_brings_other_sites_to_a_page(client: TestClient) -> None:
    address = "/download/page.html?rules=basic"
    for path in (address, address.replace("page", "card"), "/download/rules.yaml?rules=AA", "/"):
        for dest in ("image", "iframe", "script", "empty", ""):
            headers = {"sec-fetch-site": "cross-site", "sec-fetch-dest": dest}
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["error"]["slug"]) == (403, "site")
    for headers in (
        {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"},
        {"sec-fetch-site": "same-origin", "sec-fetch-dest": "empty"},
        {"sec-fetch-site": "none", "sec-fetch-dest": "document"},
    ):
        assert client.get("/", headers=headers).status_code == 200


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_meant_is_refused(client: TestClient, body: bytes) -> None:
    began = time.process_time()
    answer = client.post("/api/table", content=body, headers=JSON)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]
    assert time.process_time() - began < 2


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_rules_that_cannot_be_meant_are_refused(client: TestClient, rules: str) -> None:
    began = time.process_time()
    answer = client.post("/api/table", json={"rules": rules})
    assert answer.status_code == 422
    assert "root:" not in answer.text
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "option",
    [{"roll": [7]}, {"roll": {}}, {"turn_score": 10**30}, {"turn_score": "50"}, {"dice": "x"}],
)
def test_an_option_that_cannot_be_meant_is_named(
    client: TestClient, option: dict[str, Any]
) -> None:
    answer = client.post("/api/advise", json={"rules": "basic", **option})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"].startswith(*option)
