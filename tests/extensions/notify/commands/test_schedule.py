"""Test that a schedule can be added, shown, run, paused and removed at a terminal."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.conftest import Run
from extensions.notify.sinks import HttpSink

ADD = ("schedule", "add", "rates", "What changed about rates since {last}?")


def told(moot: Run, *words: str) -> dict[str, object]:
    result = moot(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def test_a_schedule_is_added_held_rested_and_removed(moot: Run) -> None:
    made = told(moot, *ADD, "--at", "07:30", "--days", "mon-fri", "--zone", "Europe/Berlin", "--budget", "50c")
    assert made["schedule"]["when"] == "At 07:30 on Monday through Friday (Europe/Berlin)"  # type: ignore[index]
    assert len(made["schedule"]["next"]) == 3  # type: ignore[index]
    again = moot(*ADD, "--at", "08:00")
    assert again.exit_code == 2
    assert "already" in again.output
    (held,) = told(moot, "schedule", "run", "rates")["held"]  # type: ignore[misc]
    assert held["state"] == "verdict"
    listed = told(moot, "sessions", "list", "--via", "schedule")
    (session,) = listed["sessions"]  # type: ignore[misc]
    assert session["question"].startswith("What changed about rates since 20")
    shown = moot("schedule", "list", "rates").stdout
    assert "held" in shown
    assert held["session"][:8] in shown
    assert told(moot, "schedule", "run-due") == {"held": [], "troubles": {}}
    assert "rests" in moot("schedule", "pause", "rates").stdout
    assert "rests" in moot("schedule").stdout
    assert "goes on" in moot("schedule", "pause", "rates", "--off").stdout
    assert moot("schedule", "remove", "rates").exit_code == 0
    assert told(moot, "schedule", "list") == {"schedules": []}
    assert len(told(moot, "sessions", "list", "--via", "schedule")["sessions"]) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--at", "25:00"),
        ("--at", "07:30", "--cron", "0 7 * * *"),
        ("--cron", "0 7 * * *", "--days", "mon"),
        ("--at", "07:30", "--zone", "Nowhere"),
        ("--at", "07:30", "--council", "nobody"),
        ("--at", "07:30", "--protocol", "nothing"),
        ("--at", "07:30", "--channel", "nothere"),
        ("--at", "07:30", "-o", "nothere=1"),
    ],
)
def test_what_cannot_be_is_refused(moot: Run, more: tuple[str, ...]) -> None:
    assert moot(*ADD, *more).exit_code == 2
    assert told(moot, "schedule", "list") == {"schedules": []}


@pytest.mark.parametrize("question", ["New since {foo}?", "New since {last", "New since { last }?", "{Last} {today}?"])
def test_a_field_that_nothing_is_filled_in_for_is_refused(moot: Run, question: str) -> None:
    refused = moot("schedule", "add", "rates", question, "--at", "07:30")
    assert refused.exit_code == 2
    assert "{last} stands for" in " ".join(refused.stderr.split())
    assert told(moot, "schedule", "list") == {"schedules": []}


def test_braces_that_begin_no_field_are_text(moot: Run) -> None:
    question = 'What does {"a": 1} mean in {x | x > 0} since {last}, {today}?'
    assert told(moot, "schedule", "add", "rates", question, "--at", "07:30")


@pytest.mark.usefixtures("priced")
def test_a_budget_that_no_session_could_begin_with_is_refused(moot: Run) -> None:
    members = ("councils", "save", "dear", "-m", "priced/a", "-m", "priced/b", "--chair", "priced/a")
    assert moot(*members).exit_code == 0
    for name in ("--month", "--budget"):
        refused = moot(*ADD, "--at", "07:30", "--council", "dear", name, "0.00001")
        assert refused.exit_code == 2, refused.output
        assert "is too small: this takes at least $" in " ".join(refused.stderr.split())
    assert moot(*ADD, "--at", "07:30", "--council", "dear", "--month", "50").exit_code == 0


@contextmanager
def sink(*manners: str) -> Iterator[HttpSink]:
    """A receiver in a thread of its own."""
    loop, made = asyncio.new_event_loop(), threading.Event()
    found: list[HttpSink] = []

    async def receive() -> None:
        async with HttpSink(*manners) as up:
            found.append(up)
            made.set()
            await stopped.wait()

    stopped = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(receive()))
    thread.start()
    assert made.wait(10)
    yield found[0]
    loop.call_soon_threadsafe(stopped.set)
    thread.join()
    loop.close()


def test_a_channel_is_added_tried_told_of_alarms_and_removed(moot: Run, home: Path) -> None:
    assert "There is none." in moot("channels").stdout
    with sink() as up:
        added = moot("channels", "add", "hook", "json", up.url, "--private", "--key", input="sk-secret\n")
        assert added.exit_code == 0, added.output
        assert moot("channels", "add", "hook", "json", up.url, "--private").exit_code != 0
        tried = moot("channels", "test", "hook", "--json")
        assert tried.exit_code == 0, tried.output
        assert json.loads(tried.stdout)["sent"]
        assert up.came[0]["body"]["subject"] == "A test from Moot"
    assert moot("channels", "test", "hook").exit_code != 0, "nobody listens there any more"
    (row,) = json.loads(moot("channels", "list", "--json").stdout)["channels"]
    assert (row["name"], row["key"], row.get("alarms", False)) == ("hook", True, False)
    assert "sk-secret" not in moot("channels", "list").output
    assert "is told when an alarm begins" in moot("channels", "alarms", "hook").stdout
    (row,) = json.loads(moot("channels", "list", "--json").stdout)["channels"]
    assert row["alarms"]
    assert (row["url"], row["private"], row["user"]) == (up.url, True, "")
    assert "told" in moot("channels", "list").stdout
    assert moot("channels", "alarms", "hook", "--off").exit_code == 0
    assert "alarms" not in (home / "channels.toml").read_text(encoding="utf-8")
    assert moot("channels", "remove", "hook").exit_code == 0
    assert moot("channels", "alarms", "hook").exit_code == 2
    for wrong in (("ntfy", "https://ntfy.sh"), ("json", "ftp://x.example"), ("mail", "smtps://x.example")):
        assert moot("channels", "add", "bad", *wrong).exit_code != 0
    assert json.loads(moot("channels", "list", "--json").stdout)["channels"] == []


def test_the_path_of_an_address_is_shown_nowhere(moot: Run, home: Path) -> None:
    path = "services/T0AAAA/B0BBBB/whoever-knows-it-posts"
    with sink("echo") as up:
        for name, kind in (("hook", "json"), ("phone", "ntfy")):
            url = f"{up.url}/{path if kind == 'json' else 'a-topic-that-is-guessed-by-nobody'}"
            added = moot("channels", "add", name, kind, url, "--private", "--json")
            assert added.exit_code == 0, added.output
            assert json.loads(added.stdout)["channel"]["url"] == f"{up.url}/…"
        refused = moot("channels", "test", "hook")
        assert refused.exit_code != 0
        assert "Cannot POST" in refused.output
        told = [added, refused, *(moot("channels", *words) for words in ((), ("list", "--json"), ("alarms", "hook")))]
        told.append(moot("channels", "alarms", "phone", "--json"))
        assert up.came[0]["path"] == f"/{path}"
    for each in (*(one.output for one in told), (home / "channels.toml").read_text(encoding="utf-8")):
        assert "whoever-knows-it" not in each
        assert "a-topic-that" not in each
    assert path in (home / "keys.toml").read_text(encoding="utf-8")
    for name in ("hook", "phone"):
        assert moot("channels", "remove", name).exit_code == 0
    assert path not in (home / "keys.toml").read_text(encoding="utf-8")
