"""Test that the chair alone answers a follow-up: one call, with what the council and its members said before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from extensions.compat.three_stage.test_page import with_gateway
from rig.script import Asked, Plan

COUNCIL = {
    "members": ["gw/openai/gpt-5.1", "gw/google/gemini-3-pro"],
    "chair": "gw/google/gemini-3-flash",
    "protocol": "fusion",
    "options": {"preset": "budget"},
    "offices": {"analyst": "gw/google/gemini-3-flash"},
}


async def test_the_chair_answers_a_follow_up_from_the_conversation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GW_KEY", "sk-gateway-0123456789")
    calls: list[Asked] = []

    def script(asked: Asked) -> Plan:
        calls.append(asked)
        return Plan(text=f"Call {len(calls)} by {asked.model}.")

    async with with_gateway(tmp_path, script) as server, server.client() as client:

        async def put(**body: Any) -> dict[str, Any]:
            made = await client.post("/api/sessions", json=body)
            assert made.status_code == 201, made.text
            return dict((await client.get(f"/api/sessions/{made.json()['session']}", params={"wait": 60})).json())

        assert (await client.put("/api/councils/two", json=COUNCIL)).is_success
        first = await put(question="Where should the bridge stand?", council="two", conversation="new")
        assert first["outcome"] == "verdict", first
        thread, before = first["thread"], len(calls)
        reply = await put(question="And how long is it?", council="two", conversation=thread, protocol="reply")
        assert len(calls) == before + 1, "one call"
        assert calls[-1].model == "google/gemini-3-flash"
        assert reply["verdict_by"] == "chair"
        assert reply["body"] == f"Call {len(calls)} by google/gemini-3-flash."
        told = str(calls[-1].body["messages"])
        assert "Where should the bridge stand?" in told
        assert first["body"] in told
        assert "gw/openai/gpt-5.1 answered:" in told
        assert "by google/gemini-3-pro." in told
        again = await put(question="Who says so?", council="two", conversation=thread, protocol="reply")
        assert again["outcome"] == "verdict"
        told = str(calls[-1].body["messages"])
        assert reply["body"] in told
        assert "gw/openai/gpt-5.1 answered:" in told, "the second follow-up knows the members' answers, too"
        estimate = (await client.post("/api/estimate", json={"question": "So?", "council": "two"})).json()
        alone = {"question": "So?", "council": "two", "protocol": "reply", "conversation": thread}
        assert (await client.post("/api/estimate", json=alone)).json()["calls"] == 1 < estimate["calls"]
