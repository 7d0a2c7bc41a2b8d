"""What can be done to a schedule from a page? It rests, goes on, is held now, and is removed."""

from __future__ import annotations

from moot.convening.schedules.schedule import Schedule, as_kept, checked
from moot.transcripts.scheduled.schedules import Schedules
from server.running import Running


async def test_a_schedule_rests_goes_on_is_held_now_and_is_removed(server: Running) -> None:
    store = server.hall.house.store
    wanted = checked("rates", Schedule(question="What changed since {last}?", cron="0 2 * * *", council="rehearsal"))
    await Schedules(store).add("rates", as_kept(wanted), store.clock())
    async with server.client() as client:
        assert (await client.put("/api/schedules/rates", json={"paused": True})).json()["paused"] is True
        assert (await client.put("/api/schedules/rates", json={"paused": False})).json()["paused"] is False
        held = (await client.post("/api/schedules/rates/run")).json()
        assert len(held["next"]) == 3
        assert [each["state"] for each in held["times"]] == ["opened"]
        session = held["times"][0]["session"]
        await server.hall.house.runner.ended(session)
        assert (await client.delete("/api/schedules/rates")).json() == {"schedules": []}
        assert (await client.get(f"/api/sessions/{session}")).status_code == 200
        for answer in (
            await client.put("/api/schedules/rates", json={"paused": True}),
            await client.post("/api/schedules/rates/run"),
            await client.delete("/api/schedules/rates"),
        ):
            assert answer.status_code == 404
        assert (await client.put("/api/schedules/rates", json={})).status_code == 422
