"""What comes from outside and means harm: a clear refusal, quickly, and the server lives on."""

from __future__ import annotations

import time
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from farklegen.errors import ArgumentError
from farklegen.web.packing import RULES_CHARACTERS, pack, unpack

JSON = {"content-type": "application/json"}

BODIES = {
    "nothing": b"",
    "binary": bytes(range(256)) * 100,
    "deep": b"[" * 100_000,
    "deep objects": b'{"rules":' * 10_000,
    "a long number": b'{"rules": "basic", "step": ' + b"9" * 100_000 + b"}",
    "not a number": b'{"rules": "basic", "step": NaN}',
    "a list": b'["basic"]',
    "a half character": b'{"rules": "goal: \\ud800"}',
    "a nought": b'{"rules": "goal: \\u0000"}',
    "an unknown option": b'{"rules": "basic", "file": "/etc/passwd"}',
    "rules of another kind": b'{"rules": {"goal": 100}}',
}

RULES = {
    "a path": "/etc/passwd",
    "a relative path": "rulesets/basic.yaml",
    "standard input": "-",
    "a tag": "goal: !!python/object/apply:os.system ['true']\n",
    "masses of aliases": "a: &a [x,x]\n" + "".join(f"b{i}: [*a,*a,*a]\n" for i in range(500)),
    "one line": "a" * (RULES_CHARACTERS - 1),
}


def test_only_a_followed_link_brings_other_sites_to_a_page(client: TestClient) -> None:
    address = f"/page?rules={pack('dice: 2')}"
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


@pytest.mark.parametrize("text", ["", "goal: 1\n" * 4_000, "\0 é \u2028 \U0001f3b2"])
def test_rules_in_an_address_come_back(text: str) -> None:
    assert unpack(pack(text)) == text


@given(st.text(st.characters(codec="ascii"), max_size=100))
def test_other_addresses_are_refused(packed: str) -> None:
    try:
        text = unpack(packed)
    except ArgumentError:
        return  # in words, which another test reads
    assert unpack(pack(text)) == text


def test_an_address_that_unfolds_to_gigabytes_is_not_unfolded(client: TestClient) -> None:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = squeezer.compress(b"\0" * 8_000_000) + squeezer.flush()
    packed = urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(packed) < 12_000
    answer = client.get(f"/download/card.json?rules={packed}")
    assert answer.status_code == 422
    assert "too long" in answer.json()["error"]["message"]


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
