"""Test that no HTTP response sends a reader to a command line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from moot.exports.session_files import export
from moot.vocabulary.state import state_of
from server.running import Running
from vocabulary.test_remedies import COMMAND

FAILING = {"question": "Is it time?", "protocol": "peer-review", "members": ["rehearsal/failing:3"]}


async def failed(server: Running, **more: object) -> dict[str, Any]:
    """A session that came to no answer."""
    async with server.client() as client:
        opened = await client.post("/api/sessions", json={**FAILING, **more})
        assert opened.is_success, opened.text
        session = opened.json()["session"]
        await server.backend.until_over(session, 20)
        found = {
            name: (await client.get(f"/api/sessions/{session}{path}")).text
            for name, path in (("result", ""), ("state", "/state"), ("events", "/events"))
        }
    return {"session": session, **found}


async def test_a_failed_session_names_no_command_and_its_record_keeps_what_was_written(server: Running) -> None:
    found = await failed(server)
    stored = (await server.backend.events(found["session"]))[-1].body
    assert "--retry-failed" in stored.remedy
    for view in ("result", "state", "events"):
        assert "quorum" in found[view]
        assert not COMMAND.search(found[view]), (view, COMMAND.search(found[view]))
    async with server.client() as client:
        exported = await client.get(f"/api/sessions/{found['session']}/export", params={"format": "jsonl"})
    assert "--retry-failed" in exported.text


async def test_a_file_of_a_failed_session_names_no_command(server: Running) -> None:
    session = (await failed(server))["session"]
    events = await server.backend.events(session)
    for form in ("md", "html", "json", "csv"):
        said = re.sub(r"<style>.*?</style>", "", export(state_of(events), events, form), flags=re.DOTALL)
        assert "retry-failed" not in said
        assert not COMMAND.search(said), COMMAND.search(said)
        assert form == "csv" or "in a fork" in said or "again" in said, said


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/sessions", {"question": "Hm?", "members": ["openrouter/openai/gpt-5.1:3"]}),
        ("POST", "/api/sessions", {"question": "Hm?", "members": ["nonsense:2"]}),
        ("POST", "/api/sessions", {"question": "Hm?", "options": {"nonsense": 1}}),
        ("POST", "/api/estimate", {"question": "Hm?", "members": ["openrouter/openai/gpt-5.1:3"]}),
        ("GET", "/api/sessions/00000000", None),
        ("GET", "/api/councils", None),
        ("POST", "/api/endpoints/openrouter/test", {"model": "openrouter/openai/gpt-5.1"}),
        ("POST", "/v1/chat/completions", {"model": "nonsense", "messages": [{"role": "user", "content": "Hm?"}]}),
        ("POST", "/v1/chat/completions", {"model": "mute", "messages": [{"role": "user", "content": "Hm?"}]}),
        ("GET", "/v1/responses/resp_00000000", None),
    ],
)
async def test_what_any_door_says_names_no_command(
    method: str, path: str, body: dict[str, Any] | None, server: Running
) -> None:
    shelf = server.backend.app.home / "councils"
    shelf.mkdir(exist_ok=True)
    (shelf / "mute.toml").write_text('members = ["rehearsal/failing:3"]\nchair = "rehearsal/hana"\n', encoding="utf-8")
    async with server.client() as client:
        answer = await client.request(method, path, json=body)
    assert not COMMAND.search(answer.text), answer.text
    if "mute" in str(body):
        assert re.search(r"/s/[0-9a-f-]{36}", answer.text), answer.text
