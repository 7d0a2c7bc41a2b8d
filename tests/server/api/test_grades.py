"""Test that the API shows who graded what, and lets a person overrule a grade."""

from __future__ import annotations

from moot.request import Ask
from moot.vocabulary.councils import Council
from server.running import MEMBERS, Running


async def test_grades_are_told_and_overruled(server: Running) -> None:
    app = server.backend.app
    council = Council(members=tuple(MEMBERS), chair="rehearsal/hana", protocol="peer-review")
    session = await app.convene(
        Ask(question="Which city is the capital of Australia?", council=council, known="Canberra")
    )
    await app.runner.ended(session)
    plain = await server.asked()
    async with server.client() as client:
        told = (await client.get(f"/api/sessions/{session}/grades")).json()
        assert told["known"] == "Canberra"
        assert [each["right"] for each in told["grades"]] == [None] * (len(MEMBERS) + 1)
        body = {"right": True, "why": "It is the same city."}
        made = await client.put(f"/api/sessions/{session}/grades/verdict", json=body)
        assert made.status_code == 200, made.text
        last = made.json()["grades"][-1]
        assert (last["seat"], last["right"], last["by"], last["why"]) == ("verdict", True, "person", body["why"])
        state = (await client.get(f"/api/sessions/{session}/state")).json()
        (shown,) = [each["finding"] for each in state["findings"] if each["finding"]["type"] == "answer-grades"]
        assert shown == made.json()
        exported = (await client.get(f"/api/sessions/{session}/export?format=md")).text
        assert "right, says a person" in exported
        record = (await client.get(f"/api/sessions/{session}/export?format=jsonl")).text
        assert body["why"] not in record, "the record stays what it was"
        back = await client.put(f"/api/sessions/{session}/grades/verdict", json={"right": None})
        assert back.json() == told
        assert (await client.put(f"/api/sessions/{session}/grades/seat-z", json=body)).status_code == 404
        assert (await client.put(f"/api/sessions/{session}/grades/verdict", json={})).status_code == 422
        await client.get(f"/api/sessions/{plain}?wait=30")
        assert (await client.get(f"/api/sessions/{plain}/grades")).status_code == 409
