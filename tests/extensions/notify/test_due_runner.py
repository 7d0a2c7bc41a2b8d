"""Test that each time of a schedule has one session, whichever process checks or dies."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from extensions.notify.test_cron import at, daily
from moot.errors import BadInput, Conflict, TooBusy
from moot.extensions.notify.due_runner import DueRunner, DueSession, FireOutcome
from moot.extensions.notify.outbox import Outbox, Parcel
from moot.extensions.notify.schedule import Schedule, encode_schedule
from moot.extensions.notify.schedule_store import Fire, MonthCost, ScheduleRow, Schedules
from moot.transcripts.sql.register import SessionFate
from moot.transcripts.sql.store import Store
from moot.vocabulary.seats import NANO

ENDED = "SELECT count(*) FROM fires WHERE state = 'ended'"
WORKER = Path(__file__).with_name("firing_worker.py")
ZONES = ("Europe/Berlin", "Europe/London", "Europe/Athens")


class OpenedSessions:
    """Sessions that somebody opens, and how they stand."""

    def __init__(self, store: Store) -> None:
        self.schedules, self.opened = Schedules(store), list[DueSession]()
        self.state, self.error = "verdict", None  # type: tuple[str, Exception | None]
        self.spent, self.went_on, self.told = 0, list[str](), list[FireOutcome]()
        self.firing = DueRunner(self.schedules, self._opens, self._fates, self._goes_on, self._whys, self._tells)

    async def _opens(self, due: DueSession) -> str:
        if self.error is not None:
            raise self.error
        self.opened.append(due)
        return due.once.key

    async def _fates(self, given: Sequence[str]) -> dict[str, SessionFate]:
        return {each: SessionFate(state=self.state, degraded=0, spent=0) for each in given}

    async def _goes_on(self, session: str) -> str:
        self.went_on.append(session)
        return ""

    async def _whys(self, session: str) -> str:
        return "3 of 3 gave no ballot."

    async def _tells(self, came: FireOutcome) -> Sequence[Parcel]:
        self.told.append(came)
        return [Parcel(about=f"{came.fire.schedule}:{came.fire.at}", channel="mail", message="{}")]


NOON = at("2027-05-05T12:00")
DAY = 86_400


async def kept(schedules: Schedules, name: str = "daily", **more: object) -> ScheduleRow:
    given = {"question": "New since {last}?", "cron": "0 12 * * *", "zone": "Europe/Berlin", **more}
    return await schedules.add(name, encode_schedule(Schedule(**given)), NOON - 60.0)  # type: ignore[arg-type]


async def test_a_time_is_held_once_and_told_once(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    assert await held.firing.look(NOON - 1) == []
    held.state = "running"
    (fire,) = await held.firing.look(NOON)
    assert (fire.at, fire.state) == (NOON, "opened")
    assert held.opened[0].question == "New since 2027-05-04?"
    await held.firing.look(NOON + 5)
    held.state = "interrupted"
    await held.firing.look(NOON + 7)
    assert held.went_on == [fire.session] * 3, "one that nobody runs is taken up"
    held.state = "verdict"
    assert await held.firing.look(NOON + 10) == []
    assert await held.firing.look(NOON + 15) == []
    assert len(held.opened) == 1
    assert [each.state for each in await held.schedules.recent(made.id)] == ["ended"]
    assert [each.about for each in await Outbox(store).latest()] == [f"{made.id}:{NOON}"]


async def test_a_session_without_an_answer_is_not_held_and_says_why(store: Store) -> None:
    """And the next time asks since the last one that had an answer."""
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    await held.firing.look(NOON)
    held.state = "failed"
    await held.firing.look(NOON + DAY)
    held.state = "verdict"
    await held.firing.look(NOON + 2 * DAY)
    times = await held.schedules.recent(made.id)
    assert [each.state for each in times] == ["ended", "failed", "ended"]
    assert (times[1].why, bool(times[1].session)) == ("3 of 3 gave no ballot.", True)
    assert held.told[1].why == times[1].why
    assert held.opened[2].question == "New since 2027-05-05?"


async def test_a_machine_that_slept_holds_one(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    await held.firing.look(NOON + 3 * DAY + 3600)
    assert [each.fire.at for each in held.opened] == [NOON + 3 * DAY]
    assert [each.state for each in await held.schedules.recent(made.id)] == ["ended", *["missed"] * 3]
    await held.firing.look(NOON + 5 * DAY + 7 * 3600)
    assert len(held.opened) == 1, "seven hours later it is missed"


async def test_what_a_dead_process_took_is_opened_by_the_next(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    assert await held.schedules.claim(made.id, NOON, [], NOON)
    assert not await held.schedules.claim(made.id, NOON, [], NOON), "a time is taken once"
    await held.firing.look(NOON + 60)
    assert [each.once.key for each in held.opened] == [f"schedule:{made.id}:{NOON}"]


async def test_a_schedule_that_rests_makes_up_for_nothing(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    await held.schedules.pause(made.id, True, NOON - 30)
    await held.firing.look(NOON + 10)
    await held.schedules.pause(made.id, False, NOON + 20)
    await held.firing.look(NOON + 30)
    assert held.opened == []
    await held.firing.look(NOON + DAY)
    assert [each.fire.at for each in held.opened] == [NOON + DAY]


async def test_a_failure_is_told_and_a_full_house_is_tried_again(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    held.error = TooBusy("as many as are admitted")
    assert [each.state for each in await held.firing.look(NOON)] == ["due"]
    assert held.told == []
    held.error = BadInput("There is no council.", "Name one.")
    assert await held.firing.look(NOON + 5) == []
    assert [(each.state, each.why) for each in held.told] == [("failed", "There is no council. Name one.")]
    assert [each.state for each in await held.schedules.recent(made.id)] == ["failed"]


async def test_a_month_costs_no_more_than_its_budget(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules, budget=0.5, month=1.2)
    spent, begins = 0, list[int]()

    async def month(fire: Fire, since: int, ended: Sequence[str], going: Sequence[str]) -> MonthCost:
        begins.append(since)
        return MonthCost(spent=spent, held=0, going=False, earlier=False)

    monkeypatch.setattr(held.schedules, "month", month)
    for day, spent in enumerate((0, 500_000_000, 1_000_000_000, 1_200_000_000)):  # noqa: B007  # read by `month`
        await held.firing.look(NOON + day * DAY)
    assert set(begins) == {at("2027-05-01T00:00")}
    assert [each.budget for each in held.opened] == pytest.approx([0.5, 0.5, 0.2])
    assert [each.state for each in await held.schedules.recent(made.id)] == ["unpaid", "ended", "ended", "ended"]
    assert held.told[-1].why == "This month's budget of $1.20 is used up: $0 of it is left."


@pytest.mark.parametrize(
    ("month", "opened", "state"),
    [
        (MonthCost(spent=0, held=300_000_000, going=True, earlier=False), [], "due"),
        (MonthCost(spent=0, held=0, going=False, earlier=True), [], "due"),
        (MonthCost(spent=0, held=300_000_000, going=False, earlier=False), [0.2], "ended"),
        (MonthCost(spent=100_000_000, held=400_000_000, going=False, earlier=False), [], "unpaid"),
    ],
    ids=["what runs may leave more", "an earlier one comes first", "what waits for a person", "all is set aside"],
)
async def test_what_runs_holds_what_it_may_spend(
    store: Store, monkeypatch: pytest.MonkeyPatch, month: MonthCost, opened: list[float], state: str
) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules, budget=0.3, month=0.5)

    async def so_far(*_: object) -> MonthCost:
        return month

    monkeypatch.setattr(held.schedules, "month", so_far)
    await held.firing.look(NOON)
    assert [each.budget for each in held.opened] == pytest.approx(opened)
    (fire,) = await held.schedules.recent(made.id)
    assert fire.state == state
    if state == "unpaid":
        assert (
            fire.why
            == "Of this month's budget of $0.50 the rest, $0.40, is set aside for a session that has not ended."
        )


SPENT = """
    SELECT coalesce(sum(spent), 0), coalesce(sum(CASE WHEN state = 'running' THEN cap ELSE spent END), 0) FROM sessions
"""


@pytest.mark.slow
def test_two_processes_spend_no_more_than_a_month_has(tmp_path: Path) -> None:
    """Sessions of one schedule that run at once, opened by two processes, are allowed no more together than is left."""
    path, clock, month = tmp_path / "moot.db", tmp_path / "clock", 1.0
    store = Store(path, durable="normal")

    async def begin() -> None:
        given = {"question": "q?", "cron": "* * * * *", "budget": 0.3, "month": month}
        await Schedules(store).add("often", encode_schedule(Schedule(**given)), NOON - 60.0)  # type: ignore[arg-type]
        await store.close()

    asyncio.run(begin())
    clock.write_text(str(NOON))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
    workers = [
        subprocess.Popen([sys.executable, str(WORKER), str(path), str(clock), str(seed)], env=environment)
        for seed in (1, 2)
    ]
    looking = sqlite3.connect(path)
    try:
        minute = 0
        while looking.execute("SELECT count(*) FROM fires WHERE state = 'unpaid'").fetchone()[0] < 1:
            assert all(each.poll() is None for each in workers), "a worker fell over"
            minute += 1
            (tmp_path / "next").write_text(str(NOON + 60 * minute))
            (tmp_path / "next").replace(clock)
            spent, allowed = looking.execute(SPENT).fetchone()
            assert max(spent, allowed) <= month * NANO
            time.sleep(0.02)
        opened = looking.execute("SELECT count(*) FROM sessions").fetchone()[0]
    finally:
        looking.close()
        for worker in workers:
            worker.kill()
            worker.wait()
    assert opened >= 2


async def test_who_asks_twice_at_once_gets_one_session(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    first, second = await asyncio.gather(held.firing.now(made, NOON), held.firing.now(made, NOON))
    assert first == second
    held.state = "running"
    assert await held.firing.see_to([first], {made.id: made}, NOON)
    assert len(held.opened) == 1


async def test_a_moment_of_ones_own_and_a_schedule_that_goes(store: Store) -> None:
    held = OpenedSessions(store)
    made = await kept(held.schedules)
    first = await held.firing.now(made, NOON + 5.5)
    assert await held.firing.see_to([first], {made.id: made}, NOON + 5.6) == [], "it has ended"
    second = await held.firing.now(made, NOON + 5.9)
    assert (first.at, second.at) == (NOON + 5, NOON + 6)
    with pytest.raises(Conflict, match="already"):
        await kept(held.schedules)
    await held.schedules.remove(made.id)
    assert await held.firing.see_to([second], {}, NOON + 6) == []
    assert await held.schedules.all() == []
    assert await held.schedules.open_fires() == []


def sampled() -> dict[str, tuple[Schedule, list[int]]]:
    """Schedules for every hour of the day that ends summer time, and each one's times by the zone's own clock."""
    found = {}
    for zone in ZONES:
        times = {daily(zone, hour, 17, datetime(2027, 10, 31), 1)[0] for hour in range(24)}
        found[zone.replace("/", "-")] = Schedule(question="q?", cron="17 0-23 31 10 *", zone=zone), sorted(times)
    return found


@pytest.mark.slow
def test_two_processes_and_the_end_of_summer(tmp_path: Path) -> None:
    """Two processes run through the day and are killed: each time has one session."""
    path, clock, chance = tmp_path / "moot.db", tmp_path / "clock", random.Random(11)
    wanted = sampled()
    moments = sorted({each for _, times in wanted.values() for each in times})
    store = Store(path, durable="normal")

    async def begin() -> None:
        for name, (schedule, _) in wanted.items():
            await Schedules(store).add(name, encode_schedule(schedule), moments[0] - 60.0)
        await store.close()

    asyncio.run(begin())
    clock.write_text(str(moments[0] - 1))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}

    def started() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, str(WORKER), str(path), str(clock)], env=environment)

    looking = sqlite3.connect(path)
    workers = [started(), started()]
    dying = set(chance.sample(range(len(moments)), 3))
    done = 0
    try:
        for number, moment in enumerate(moments):
            (tmp_path / "next").write_text(str(moment))
            (tmp_path / "next").replace(clock)
            done += sum(moment in times for _, times in wanted.values())
            if number in dying:
                time.sleep(chance.random() * 0.01)
                victim = workers.pop(0)
                victim.kill()
                victim.wait()
                workers.append(started())
            while looking.execute(ENDED).fetchone()[0] < done:
                assert all(each.poll() is None for each in workers), "a worker fell over"
                time.sleep(0.005)
    finally:
        looking.close()
        for worker in workers:
            worker.kill()
            worker.wait()
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT s.name, f.at, f.state FROM fires f JOIN schedules s ON s.id = f.schedule")
        found = sorted(rows.fetchall())
        sessions = connection.execute("SELECT count(*), count(DISTINCT id) FROM sessions").fetchone()
        sent = connection.execute("SELECT count(*), count(DISTINCT about) FROM deliveries").fetchone()
    expected = sorted((name, each, "ended") for name, (_, times) in wanted.items() for each in times)
    assert found == expected
    assert sessions == (len(expected), len(expected))
    assert sent == (2 * len(expected), len(expected)) == (144, 72)


async def test_a_schedule_that_cannot_be_read_keeps_no_other_waiting(store: Store) -> None:
    held = OpenedSessions(store)
    await kept(held.schedules, "a first one", zone="Mars/Olympus")  # a zone that an update has taken away
    await kept(held.schedules, "b second")
    held.state = "running"
    assert [fire.state for fire in await held.firing.look(NOON)] == ["opened"]


async def test_a_name_is_taken_once_whoever_takes_it(store: Store) -> None:
    schedules = Schedules(store)
    taken = await asyncio.gather(*(kept(schedules) for _ in range(5)), return_exceptions=True)
    assert [isinstance(each, Conflict) for each in taken].count(True) == 4
    assert len(await schedules.all()) == 1
