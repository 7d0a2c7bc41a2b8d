"""Test that a channel can be added, tried, sent alarms and removed at a terminal."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.conftest import Run
from extensions.notify.sinks import HttpSink


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
