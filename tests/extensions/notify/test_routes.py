"""Test the schedule routes: pause, continue, run now and remove."""

from __future__ import annotations

import msgspec

from extensions.notify.sinks import HttpSink
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.outbox import ChannelMessage, Outbox, Parcel
from moot.extensions.notify.schedule import Schedule, check_schedule, encode_schedule
from moot.extensions.notify.schedule_store import Schedules
from server.running import Running


async def test_a_schedule_rests_goes_on_is_held_now_and_is_removed(server: Running) -> None:
    store = server.backend.app.store
    wanted = check_schedule(
        "rates", Schedule(question="What changed since {last}?", cron="0 2 * * *", council="rehearsal")
    )
    await Schedules(store).add("rates", encode_schedule(wanted), store.clock())
    async with server.client() as client:
        assert (await client.put("/api/schedules/rates", json={"paused": True})).json()["paused"] is True
        assert (await client.put("/api/schedules/rates", json={"paused": False})).json()["paused"] is False
        held = (await client.post("/api/schedules/rates/run")).json()
        assert len(held["next"]) == 3
        assert [each["state"] for each in held["times"]] == ["opened"]
        session = held["times"][0]["session"]
        await server.backend.app.runner.ended(session)
        assert (await client.delete("/api/schedules/rates")).json() == {"schedules": []}
        assert (await client.get(f"/api/sessions/{session}")).status_code == 200
        for answer in (
            await client.put("/api/schedules/rates", json={"paused": True}),
            await client.post("/api/schedules/rates/run"),
            await client.delete("/api/schedules/rates"),
        ):
            assert answer.status_code == 404
        assert (await client.put("/api/schedules/rates", json={})).status_code == 422


async def test_a_channel_is_tried_from_a_page_and_what_was_given_up_waits_again(server: Running) -> None:
    """A refusal is told with what to do, a path is shown to nobody, and nothing that was given up is lost."""
    app = server.backend.app
    outbox, channels = Outbox(app.store), Channels(app.home)
    async with server.client() as client:
        assert (await client.get("/api/schedules/channels")).json() == {"channels": []}
        async with HttpSink("refuse", "ok") as sink:
            channels.add(Channel(name="hook", kind="json", url=f"{sink.url}/hooks/secret-path", private=True))
            message = ChannelMessage(about="session:s1", subject="rates: 2 new", text="t")
            parcel = Parcel(about=message.about, channel="hook", message=msgspec.json.encode(message).decode())
            await outbox.put(parcel, app.store.clock())
            taken = await outbox.take(app.store.clock(), 60.0)
            assert taken is not None
            await outbox.settle(taken, "dead", error="It did not answer.")
            refused = await client.post("/api/schedules/channels/hook/test")
            assert (refused.status_code, refused.json()["error"]["code"]) == (502, "not_sent")
            assert "test it" in refused.json()["error"]["remedy"]
            (shown,) = (await client.get("/api/schedules/channels")).json()["channels"]
            assert [each["state"] for each in shown["messages"]] == ["dead"], "a refusal sends nothing again"
            took = await client.post("/api/schedules/channels/hook/test")
            assert took.json() == {"channel": "hook", "note": "", "again": 1}
        listed = await client.get("/api/schedules/channels")
        (shown,) = listed.json()["channels"]
        assert [(each["subject"], each["state"]) for each in shown["messages"]] == [("rates: 2 new", "waiting")]
        assert "secret-path" not in listed.text
        assert (await client.post("/api/schedules/channels/nobody/test")).status_code == 404
