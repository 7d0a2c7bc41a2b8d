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


async def test_a_verdict_is_given_changed_and_removed(server: Running) -> None:
    app = server.backend.app
    council = Council(members=tuple(MEMBERS), chair="rehearsal/hana", protocol="peer-review")
    session = await app.convene(Ask(question="Which city is the capital of Australia?", council=council))
    await app.runner.ended(session)
    graded = await app.convene(Ask(question="Which city is the capital?", council=council, known="Canberra"))
    await app.runner.ended(graded)
    record = await app.transcript.read(session)
    nothing = {"right": None, "right_answer": "", "note": "", "members": {}}
    async with server.client() as client:
        path = f"/api/sessions/{session}/verdict"
        assert (await client.get(path)).json() == nothing
        made = await client.post(path, json={"right": False, "right_answer": "Canberra", "members": {"seat-b": True}})
        assert made.status_code == 200, made.text
        told = {"right": False, "right_answer": "Canberra", "note": "", "members": {"seat-b": True}}
        assert made.json() == told == (await client.get(path)).json()
        for wrong, status in (
            ({}, 422),
            ({"right": 1.5}, 422),
            ({"members": {"seat-z": True}}, 404),
            ({"right_answer": "x" * 2_001}, 422),
        ):
            assert (await client.post(path, json=wrong)).status_code == status, wrong
        assert (await client.get(path)).json() == told
        refused = await client.post(f"/api/sessions/{graded}/verdict", json={"right": True})
        assert (refused.status_code, "known already" in refused.text) == (409, True)
        assert (await client.post(path, json={"right": True})).json() == {**nothing, "right": True}
        assert (await client.delete(path)).status_code == 204
        assert (await client.get(path)).json() == nothing
    assert await app.transcript.read(session) == record
