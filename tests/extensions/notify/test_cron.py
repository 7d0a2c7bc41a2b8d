"""Test that a schedule is due by its zone's clock, once, also when clocks change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

import pytest

from moot.errors import BadInput
from moot.extensions.notify.cron import (
    CATCH_UP,
    checked_cron,
    cron_from,
    describe_cron,
    due_between,
    local_time,
    month_began,
    next_times,
    times_after,
    zone_of,
)
from moot.extensions.notify.schedule import Schedule, check_schedule, question_at

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


def daily(zone: str, hour: int, minute: int, begin: datetime, days: int) -> list[int]:
    """The same reckoned minute by minute, from the zone's own clock."""
    found, tz = [], ZoneInfo(zone)
    for day in range(days):
        moment = begin + timedelta(days=day)
        local = datetime(moment.year, moment.month, moment.day, hour, minute, tzinfo=tz)
        while local.astimezone(UTC).astimezone(tz).replace(fold=0) != local.replace(fold=0):
            local += timedelta(minutes=1)
        found.append(int(local.timestamp()))
    return found


@pytest.mark.parametrize("zone", [BERLIN, "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Kolkata"])
@pytest.mark.parametrize(("hour", "minute"), [(1, 30), (2, 0), (2, 30), (3, 0), (7, 15)])
def test_a_year_of_days_has_one_time_each(zone: str, hour: int, minute: int) -> None:
    begin = datetime(2027, 1, 1)
    start = int(datetime(2027, 1, 1, tzinfo=ZoneInfo(zone)).timestamp())
    expected = daily(zone, hour, minute, begin, 365)
    times = times_after(f"{minute} {hour} * * *", zone, start)
    assert list(takewhile(lambda each: each <= expected[-1], times)) == expected


def test_the_hour_that_is_left_out_and_the_hour_that_comes_twice() -> None:
    assert next_times("30 2 * * *", BERLIN, at("2027-03-28T00:00"), 1) == [at("2027-03-28T03:00")]
    fold = at("2027-10-31T02:30")
    assert next_times("30 2 * * *", BERLIN, fold - 60, 2) == [fold, at("2027-11-01T02:30")]
    assert next_times("30 2 * * *", BERLIN, at("2027-10-31T02:15", fold=1), 1) == [at("2027-11-01T02:30")]


def test_only_the_latest_is_made_up_for_and_only_for_some_hours() -> None:
    seen, now = at("2027-05-03T00:00"), at("2027-05-07T09:00")
    today, before = at("2027-05-07T07:30"), [at(f"2027-05-0{day}T07:30") for day in range(3, 7)]
    assert due_between("30 7 * * *", BERLIN, seen, now) == (today, before)
    late = today + CATCH_UP + 1
    assert due_between("30 7 * * *", BERLIN, seen, late) == (None, [*before, today])
    assert due_between("30 7 * * *", BERLIN, now, now + 60) == (None, [])
    asleep, missed = due_between("* * * * *", BERLIN, seen, now)
    assert asleep == now
    assert len(missed) <= 20, "a year asleep writes no half a million rows"


def test_the_words_and_the_dates() -> None:
    cron = cron_from("7:30", "mon-fri")
    assert describe_cron(cron, BERLIN) == "At 07:30 on Monday through Friday (Europe/Berlin)"
    schedule = Schedule(question="What changed from {last} to {today}?", cron=cron, zone=BERLIN)
    monday = at("2027-05-10T07:30")
    assert question_at(schedule, monday, at("2027-05-04T07:30")) == "What changed from 2027-05-04 to 2027-05-10?"
    assert question_at(schedule, monday, None) == "What changed from 2027-05-07 to 2027-05-10?", "the Friday before"
    assert month_began(BERLIN, monday) == at("2027-05-01T00:00")
    assert local_time(BERLIN, monday) == "2027-05-10 07:30 +0200"


@pytest.mark.parametrize(
    ("read", "wrong"),
    [
        (checked_cron, ["", "30 7 * *", "0 30 7 * * *", "60 7 * * *", "30 7 * * FUN", "@daily", "0 0 30 2 *"]),
        (lambda clock: cron_from(clock, ""), ["", "24:00", "7", "7:5", "7.30", "٧:٣٠"]),
        (zone_of, ["", "Mars/Base", "../etc/passwd", "/etc/passwd", "Europe/Berlin\n"]),
    ],
    ids=["cron", "clock", "zone"],
)
def test_what_is_no_time_and_no_zone_is_refused(read: Callable[[str], object], wrong: list[str]) -> None:
    for text in wrong:
        with pytest.raises(BadInput):
            read(text)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("a b", {}),
        ("a", {"question": "  "}),
        ("a", {"budget": 0.0}),
        ("a", {"month": float("nan")}),
        ("a", {"zone": "Nowhere"}),
    ],
)
def test_what_is_no_schedule_is_refused(name: str, change: dict[str, object]) -> None:
    given = {"question": "q?", "cron": "0 7 * * *", **change}
    with pytest.raises(BadInput):
        check_schedule(name, Schedule(**given))  # type: ignore[arg-type]
