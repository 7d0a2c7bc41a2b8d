"""Test that the application runs a due session, reports it to a channel, and is quiet if nothing changed."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from extensions.notify.sinks import HttpSink
from moot.app import Application
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.digest import atom_feed, attachments_of, changes, write_digest
from moot.extensions.notify.due_runner import FireOutcome
from moot.extensions.notify.outbox import FEED, ChannelMessage, Outbox, Parcel
from moot.extensions.notify.schedule import Schedule, check_schedule, encode_schedule
from moot.extensions.notify.schedule_store import Fire, ScheduleRow, Schedules
from moot.extensions.notify.timetable import DOOR, Timetable
from moot.request import Ask
from moot.settings import change_setting
from moot.vocabulary.councils import Council
from moot.vocabulary.questions import Question
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.verdicts import Verdict
from server.running import Running


def held(name: str, at: int) -> FireOutcome:
    """A time whose session `s1` has ended with a verdict."""
    body = encode_schedule(Schedule(question="New?", cron="0 0 1 1 *"))
    row = ScheduleRow(id="abc", name=name, body=body, paused=False, made=0.0, seen=0)
    return FireOutcome(row, Fire(schedule="abc", at=at, state="ended", session="s1", why=""), "s1", "verdict", "")


NEVER = "0 0 1 1 *"
HELD = held("rates", 1_809_388_800)


def answered(text: str) -> SessionState:
    verdict = Verdict(outcome="verdict", text=text)
    return SessionState(session="s1", protocol="peer-review", question=Question(text="New?"), verdict=verdict)


async def test_what_was_held_is_told_once_and_fed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_COUNCIL", "rehearsal")
    app = await Application.opened("server", tmp_path, demo_speed=0)
    timetable = Timetable(app)
    async with HttpSink() as sink:
        Channels(tmp_path).add(Channel(name="hook", kind="json", url=sink.url, private=True))
        for name, more in (("claims", {"protocol": "claim-vote"}), ("lost", {"council": "nobody"})):
            schedule = Schedule(question="New since {last}?", cron=NEVER, channels=("hook",), **more)  # type: ignore[arg-type]
            kept = await timetable.schedules.add(name, encode_schedule(schedule), 1_800_000_000.0)
            fire = await timetable.runner.now(kept, 1_800_000_100)
            assert await timetable.until_done([fire], asyncio.Event()) == []
            await timetable.sender.look()
    first, failed = (each["body"] for each in sink.came)
    assert first["subject"] == "claims: the first session (2027-01-15)"
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/s/[0-9a-f-]{36}", first["link"])
    assert (failed["urgent"], failed["session"]) == (True, "")
    assert "nobody" in failed["text"]
    (listing,) = await app.register.list(10, door=DOOR)
    assert first["about"] == f"session:{listing.id}"
    assert first["text"].startswith("New since 2027-01-01?")
    names = [each.name for each in attachments_of(state_of(await app.transcript.read(listing.id)))]
    assert [name.rpartition("council-")[2][15:] for name in names] == [".md", ".votes.json"]
    feed = ElementTree.fromstring(atom_feed(await Outbox(app.store).latest(channel=FEED)))
    titles = [each.text for each in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["Moot", failed["subject"], first["subject"]]
    await app.close()


def test_nothing_changed_is_quiet_and_a_lost_answer_is_not() -> None:
    same = write_digest(HELD, answered("Yes,  it is."), answered("yes, it is."), "")
    assert not same.changed
    assert same.message.subject == "rates: nothing changed (2027-05-04)"
    other = write_digest(HELD, answered("No."), answered("Yes."), "")
    assert other.changed
    assert other.message.subject == "rates: another answer (2027-05-04)"
    lost = write_digest(HELD, SessionState(status="failed"), answered("Yes."), "")
    assert lost.changed
    assert lost.message.urgent
    assert changes(answered("Yes."), None).lines == ()


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


QUESTION = "Should we move our billing system to microservices?"


async def asked(home: Path, folder: Path, protocol: str = "claim-vote") -> str:
    """One session with scripted voices, held to its end; the state it ended in."""
    change_setting(home, "report_folder", str(folder))
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    council = Council(members=("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), protocol=protocol)
    session = await app.convene(Ask(question=QUESTION, council=council))
    await app.runner.ended(session)
    await app.close()
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    state = (await app.register.get(session)).state
    await app.close()
    return state


async def test_a_report_and_its_votes_are_written_when_the_session_ends(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    assert await asked(tmp_path / "home", folder) == "verdict"
    text, votes = sorted(folder.iterdir(), key=lambda path: len(path.name))
    assert text.read_text(encoding="utf-8").startswith("# Council of ")
    read = json.loads(votes.read_text(encoding="utf-8"))
    assert read["schema"] == "moot-votes/2"
    assert read["question"] == QUESTION
    assert {"moot", "seconds", "cost", "sources", "offices", "weights", "controls", "thresholds", "narrative"} <= set(
        read
    )
    assert read["thresholds"]["from"] == "Tiers are cut as published, never calibrated."
    assert all({"counts", "mean_confidence", "tier", "tier_equal", "k"} <= set(claim) for claim in read["claims"])


async def test_a_folder_that_is_gone_is_told_and_the_session_stands(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "moot.reports"):
        assert await asked(tmp_path / "home", tmp_path / "gone") == "verdict"
    (told,) = [record.getMessage() for record in caplog.records if record.name == "moot.reports"]
    assert told.count("is no folder. Make it, or change the setting `report_folder`.") == 1
    assert not (tmp_path / "gone").exists()


async def test_sessions_without_a_report_leave_none(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    await asked(tmp_path / "home", folder, "peer-review")
    assert list(folder.iterdir()) == []
