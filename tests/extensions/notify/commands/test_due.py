"""Test that every due time is reported with its result, and that `run-due` resumes one whose process was killed."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run, command
from moot.extensions.notify.schedule import Schedule, encode_schedule
from moot.extensions.notify.schedule_store import Schedules
from moot.transcripts.sql.store import Store
from world.gateway import Gateway
from world.homes import SEATS, furnished
from world.hosting import hosted

EVERY_MINUTE = "* * * * *"


def due(home: Path, *given: tuple[str, dict[str, Any]], back: int = 90) -> None:
    """Schedules that were made so many seconds ago and not looked at since."""

    async def work() -> None:
        store = Store(home / "moot.db", durable="normal")
        for name, more in given:
            wanted = Schedule(**{"question": "What is new?", "cron": EVERY_MINUTE, **more})
            await Schedules(store).add(name, encode_schedule(wanted), time.time() - back)
        await store.close()

    home.mkdir(exist_ok=True)
    asyncio.run(work())


def held(moot: Run) -> tuple[int, dict[str, dict[str, Any]], dict[str, str]]:
    """The exit code of `run-due`, what it says of each schedule's latest time, and its troubles."""
    result = moot("schedule", "run-due", "--json")
    told = json.loads(result.stdout)
    return result.exit_code, {each["schedule"]: each for each in told["held"]}, told["troubles"]


FAILING: dict[str, tuple[dict[str, Any], str]] = {
    "gone": ({"council": "nobody"}, "nobody"),
    "odd": ({"options": {"nothere": 1}}, "nothere"),
}


def test_each_time_is_told_beside_the_others(moot: Run, home: Path) -> None:
    due(home, ("fine", {}), *((name, more) for name, (more, _) in FAILING.items()))
    code, found, troubles = held(moot)
    assert code == 1
    states = {name: each["state"] for name, each in found.items()}
    assert states == {"fine": "verdict", "gone": "failed", "odd": "failed"}
    assert found["fine"]["session"]
    assert not troubles
    assert {name for name, each in found.items() if each["why"]} == set(FAILING)


def test_times_that_were_missed_are_told_and_fail_nothing(moot: Run, home: Path) -> None:
    due(home, ("slept", {"cron": f"{(time.gmtime().tm_min + 5) % 60} */8 * * *"}), back=3 * 86_400)
    result = moot("schedule", "run-due")
    assert "missed" in result.stdout
    assert result.exit_code == 0


def test_a_schedule_that_cannot_be_looked_at_is_told(moot: Run, home: Path) -> None:
    due(home, ("lost", {"zone": "Mars/Olympus"}))
    code, found, troubles = held(moot)
    assert (code, found) == (1, {})
    assert "Mars/Olympus" in troubles["lost"]


def messages(up: Gateway) -> list[str]:
    """What was asked of models, in the order in which it came."""
    return [json.dumps([call.body["model"], call.body["messages"]]) for call in up.calls if call.body.get("messages")]


def rates(home: Path, up: Gateway) -> None:
    """A schedule whose time has come, of a council at this gateway."""
    furnished(home, up, council=SEATS, chair=SEATS[0])
    minute = (time.gmtime().tm_min - 1) % 60  # once in an hour, so that no other time comes between
    due(home, ("rates", {"council": "ours", "cron": f"{minute} * * * *"}), back=180)


def due_at(home: Path) -> subprocess.Popen[bytes]:
    """One `run-due` in a process of its own, as a timer starts it."""
    line = command("schedule", "run-due", "--json")
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def said(process: subprocess.Popen[bytes]) -> tuple[int, dict[str, Any]]:
    """With what it exited, and what it said of the one schedule."""
    told, complained = process.communicate(timeout=300)
    (one,) = json.loads(told)["held"]
    return process.returncode, {**one, "complained": complained.decode()}


def until_asked(up: Gateway, calls: int) -> None:
    while len(messages(up)) < calls:
        time.sleep(0.01)


def holders(home: Path) -> list[int]:
    """The processes that hold a session."""
    with closing(sqlite3.connect(home / "moot.db")) as connection:
        return [
            json.loads(row[0])["pid"]
            for row in connection.execute("SELECT holder FROM sessions WHERE holder IS NOT NULL")
        ]


WRONG: dict[str, tuple[dict[str, str | list[str]], str, int]] = {
    "well": ({}, "verdict", 0),
    "nobody answers": ({"*": "empty"}, "failed", 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", WRONG)
def test_who_does_not_hold_it_waits_for_who_does(home: Path, how: str) -> None:
    behaves, state, code = WRONG[how]
    with hosted(Gateway(behaves=behaves, latency=2.0)) as up:
        rates(home, up)
        found = [said(each) for each in [due_at(home), due_at(home)]]
        assert [(exits, one["state"]) for exits, one in found] == [(code, state)] * 2, found
        assert len({one["session"] for _, one in found}) == 1
        assert max(Counter(messages(up)).values()) == 1 or how != "well", "nothing is asked twice"


def test_who_waits_takes_over_when_the_holder_is_killed(home: Path) -> None:
    with hosted(Gateway(latency=2.0)) as up:
        rates(home, up)
        both = [due_at(home), due_at(home)]
        until_asked(up, len(SEATS) + 1)  # the second stage: the one that waits has had two seconds to look
        (holder,) = holders(home)
        (killed, waits) = sorted(both, key=lambda each: each.pid != holder)
        assert killed.pid == holder
        killed.kill()
        killed.communicate()
        before = len(messages(up))
        code, one = said(waits)
        assert (code, one["state"], one["why"]) == (0, "verdict", "")
        assert len(messages(up)) > before


@pytest.mark.slow
def test_who_waits_can_be_stopped_and_stops_nobody_else(home: Path) -> None:
    with hosted(Gateway(latency=2.0)) as up:
        rates(home, up)
        both = [due_at(home), due_at(home)]
        until_asked(up, len(SEATS) + 1)
        (holder,) = holders(home)
        (waits,) = (each for each in both if each.pid != holder)
        waits.send_signal(signal.SIGINT)
        assert said(waits)[0] == 130
        (goes_on,) = (each for each in both if each.pid == holder)
        code, one = said(goes_on)
        assert (code, one["state"]) == (0, "verdict")


def test_where_no_more_may_run_the_next_is_held_after(moot: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_MOST_SESSIONS", "1")
    due(home, ("first", {}), ("second", {}), ("third", {}))
    code, found, troubles = held(moot)
    assert {name: each["state"] for name, each in found.items()} == dict.fromkeys(found, "verdict")
    assert (code, len(found), troubles) == (0, 3, {})
