"""The API as a whole: described completely, never broken by odd input, never leaking a secret."""

from __future__ import annotations

import asyncio
import json
import logging
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from cases import slow_except
from moot.server.admission.contracts import contract_of, installed_contracts
from moot.vocabulary.events import KINDS
from server.running import Running, running

CASES = (3, 25)
"""Requests that an operation gets; with its 40 operations a thousand in the whole run."""


async def test_the_document_is_complete_and_typed(server: Running) -> None:
    async with server.client() as client:
        document = (await client.get("/api/openapi.json")).json()
    schemas = document["components"]["schemas"]
    event = schemas["Event"]
    assert len(event["oneOf"]) == 17
    assert event["discriminator"]["propertyName"] == "kind"
    assert set(event["discriminator"]["mapping"]) == set(KINDS)
    for kind in KINDS:
        assert schemas[f"{kind}Event"]["properties"]["kind"] == {"const": kind}
        assert schemas[f"{kind}Event"]["properties"]["body"] == {"$ref": f"#/components/schemas/{kind}"}
    text = json.dumps(document)
    for reference in set(_references(document)):
        assert reference.removeprefix("#/components/schemas/") in schemas, reference
    assert "HTTPValidationError" not in text
    for path, operations in document["paths"].items():
        if path.startswith("/v1") or contract_of(path, installed_contracts()):
            continue  # their contracts are others'
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            for status, response in operation["responses"].items():
                assert status == "204" or "$ref" in json.dumps(response) or "schema" in json.dumps(response), (
                    path,
                    status,
                )
                if status == "422":
                    assert response["content"]["application/json"]["schema"]["$ref"].endswith("/Refusal")


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [str(value["$ref"])] if "$ref" in value else []
        return own + [ref for each in value.values() for ref in _references(each)]
    return [ref for each in value for ref in _references(each)] if isinstance(value, list) else []


async def test_what_is_sent_is_what_is_described(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        document = (await client.get("/api/openapi.json")).json()
        schema = schemathesis.openapi.from_dict(document)
        for path in (
            f"/api/sessions/{session}", f"/api/sessions/{session}/state", f"/api/sessions/{session}/events",
            "/api/sessions", "/api/threads", "/api/councils", "/api/rubrics", "/api/models", "/api/protocols",
            "/api/health", f"/api/sessions/{session}/compare/{session}",
        ):  # fmt: skip
            answer = await client.get(path, headers={"Accept": "application/json"})
            template = path.replace(f"compare/{session}", "compare/{other}").replace(session, "{session}")
            schema[template]["GET"].validate_response(schemathesis.Response.from_any(answer))


@pytest.mark.slow
@pytest.mark.parametrize("cases", slow_except(CASES, CASES[0]))
async def test_odd_requests_never_break_it(tmp_path: Path, cases: int) -> None:
    """Generated requests against every operation: no 5xx, no stack trace, and always our shape of an error."""
    async with running(tmp_path) as server:
        async with server.client() as client:
            document = (await client.get("/api/openapi.json")).json()
        sent = await asyncio.to_thread(_fuzz, document, server, cases)
        assert sent > 12 * cases
        async with server.client() as client:
            assert (await client.get("/api/health")).json()["status"] in ("ok", "full")


def _fuzz(document: dict[str, Any], server: Running, cases: int) -> int:
    sent = 0
    schema = schemathesis.openapi.from_dict(document)
    with httpx.Client(base_url=server.url, timeout=300, trust_env=False, verify=False) as client:
        for found in schema.get_all_operations():
            operation = found.ok()
            if not operation.path.endswith(("/message", "/message/stream", "/completions")):
                sent += _odd_cases(operation, client, server, cases)  # those left out wait for a session
    return sent


def _odd_cases(operation: Any, client: httpx.Client, server: Running, cases: int) -> int:
    sent = 0

    @settings(
        max_examples=cases, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def one(case: Any) -> None:
        nonlocal sent
        sent += 1
        request = case.as_transport_kwargs(base_url=server.url)
        request.pop("cookies", None)
        request["headers"] = {**dict(request.get("headers") or {}), **server.bearer}
        if "wait" in (request.get("params") or {}):
            request["params"]["wait"] = 0
        if "data" in request:
            request["content"] = request.pop("data")
        try:
            answer = client.request(**request)
        except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError, ValueError, TypeError):
            return  # the client would not send it
        assert answer.status_code < 500, f"{case.method} {case.path}: {answer.text[:300]}"
        assert "Traceback" not in answer.text
        if answer.status_code >= 400 and not contract_of(case.formatted_path, installed_contracts()):
            assert answer.json()["error"]["message"], answer.text[:300]

    one()
    return sent


ODD = [
    "' OR 1=1 --", '"; DROP TABLE sessions; --', "* OR title:*", "NEAR(a b)", '"', "(", "a AND", "-", "^x", "\x00",
    "%00", "{}", "$where", "..%2f..%2fetc/passwd", "A" * 400, "ünïcödé", "☃", "\u202e", "-1", "1e9", "NaN", "null",
]  # fmt: skip


async def test_odd_words_are_only_words(server: Running) -> None:
    async with server.client() as client:
        for text in ODD:
            found = await client.get("/api/sessions", params={"q": text})
            assert found.status_code == 200, found.text
            for path in (
                "/api/sessions/",
                "/api/threads/",
                "/api/councils/",
                "/api/rubrics/",
                "/v1/models/",
                "/api/conversations/",
            ):
                answer = await client.get(path + quote(text, safe=""))
                assert answer.status_code in (400, 404, 405, 422), (path, text)


async def test_secrets_come_out_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    key = "sk-canary-0f3b7d9a51c24e68"
    monkeypatch.setenv("OPENROUTER_API_KEY", key)
    home = tmp_path / "home"
    outputs: list[str] = []
    async with running(home) as server, server.client() as client:
        body = {"question": "What is a moot?", "members": ["rehearsal/ada", "rehearsal/bo"], "chair": "rehearsal/hana"}
        session = (await client.post("/api/sessions", json=body, params={"wait": 60})).json()["session"]
        paths = [
            "/api/health", "/api/councils", "/api/protocols", "/api/openapi.json", "/v1/models", "/api/sessions",
            f"/api/sessions/{session}", f"/api/sessions/{session}/state", f"/api/sessions/{session}/events?after=0",
            *(f"/api/sessions/{session}/export?format={form}" for form in ("md", "json", "jsonl", "html")),
            "/nothing", "/api/sessions/nobody", f"/api/sessions/{session}/events?after=x", "/?token=wrong", "/",
        ]  # fmt: skip
        for path in paths:
            answer = await client.get(path, headers={"Accept": "text/html" if path == "/" else "*/*"})
            outputs += [answer.text, str(answer.headers)]
        stream = await client.get(f"/api/sessions/{session}/events", headers={"Accept": "text/event-stream"})
        outputs += [stream.text, str(stream.headers)]
        async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as stranger:
            for path in paths:
                answer = await stranger.get(path)
                outputs += [answer.text, str(answer.headers)]
        secrets = [key, server.token, server.backend.access.cookie]
    outputs += [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    outputs += [str(record.exc_text) for record in caplog.records]
    outputs += [file.read_bytes().decode("latin-1") for file in home.glob("moot.db*")]
    for secret in secrets:
        for form in (secret, secret[:14], quote(secret, safe=""), b64encode(secret.encode()).decode()[:16]):
            assert not any(form in text for text in outputs), f"{secret[:6]}… came out"
