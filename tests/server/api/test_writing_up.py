"""Test that one model writes from points picked by hand, in a session that records it."""

from __future__ import annotations

from server.running import Running

POINTS = "- The town can borrow more cheaply.\n- Experts are rare."


async def test_a_model_writes_from_the_points_and_nobody_judges(server: Running) -> None:
    session = await server.asked()
    body = {"points": POINTS, "chair": "rehearsal/gus"}
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        told = await client.post(f"/api/sessions/{session}/write-up/estimate", json=body)
        assert told.status_code == 200, told.text
        assert (told.json()["calls"], told.json()["dollars"]) == (1, 0)
        once = {"Idempotency-Key": "a-key-of-the-page"}
        opened = await client.post(f"/api/sessions/{session}/write-up", json=body, headers=once)
        assert opened.status_code == 201, opened.text
        again = await client.post(f"/api/sessions/{session}/write-up", json=body, headers=once)
        assert again.json()["session"] == opened.json()["session"]
        written = (await client.get(f"/api/sessions/{opened.json()['session']}", params={"wait": 60})).json()
        state = (await client.get(f"/api/sessions/{written['session']}/state")).json()
    assert written["outcome"] == "verdict"
    assert written["body"]
    assert list(state["moves"]) == ["reply/chair"]
    assert [seat["model"] for seat in state["seats"]] == ["rehearsal/gus"]
    assert [file["name"] for file in state["question"]["attachments"]] == ["points.md"]
    assert any("picked by hand" in note for note in state["notes"])
