"""Test that the application runs a due session, reports it to a channel, and is quiet if nothing changed."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from extensions.notify.fires import held
from extensions.notify.sinks import HttpSink
from moot.app import Application
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.digest import atom_feed, attachments_of, changes, write_digest
from moot.extensions.notify.outbox import FEED, Outbox
from moot.extensions.notify.schedule import Schedule, encode_schedule
from moot.extensions.notify.timetable import DOOR, Timetable
from moot.vocabulary.questions import Question
from moot.vocabulary.state import SessionState, state_of
from moot.vocabulary.verdicts import Verdict

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
