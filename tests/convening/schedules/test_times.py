"""Is a schedule due when its zone's clocks say so, once, also where they change?"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

import pytest

from moot.convening.schedules.schedule import Schedule, checked, question_at
from moot.convening.schedules.times import (
    CATCH_UP,
    checked_cron,
    cron_from,
    due_between,
    in_words,
    month_began,
    next_times,
    shown,
    times_after,
    zone_of,
)
from moot.errors import BadInput

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
    assert in_words(cron, BERLIN) == "At 07:30 on Monday through Friday (Europe/Berlin)"
    schedule = Schedule(question="What changed from {last} to {today}?", cron=cron, zone=BERLIN)
    monday = at("2027-05-10T07:30")
    assert question_at(schedule, monday, at("2027-05-04T07:30")) == "What changed from 2027-05-04 to 2027-05-10?"
    assert question_at(schedule, monday, None) == "What changed from 2027-05-07 to 2027-05-10?", "the Friday before"
    assert month_began(BERLIN, monday) == at("2027-05-01T00:00")
    assert shown(BERLIN, monday) == "2027-05-10 07:30 +0200"


@pytest.mark.parametrize("cron", ["", "30 7 * *", "0 30 7 * * *", "60 7 * * *", "30 7 * * FUN", "@daily", "0 0 30 2 *"])
def test_what_is_no_time_is_refused(cron: str) -> None:
    with pytest.raises(BadInput):
        checked_cron(cron)


@pytest.mark.parametrize("clock", ["", "24:00", "7", "7:5", "7.30", "٧:٣٠"])
def test_what_is_no_time_of_day_is_refused(clock: str) -> None:
    with pytest.raises(BadInput):
        cron_from(clock, "")


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "/etc/passwd", "Europe/Berlin\n"])
def test_what_is_no_zone_is_refused(zone: str) -> None:
    with pytest.raises(BadInput):
        zone_of(zone)


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
        checked(name, Schedule(**given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("days", "cron"),
    [("fri-mon", "fri,sat,sun,mon"), ("wed,SAT-sun", "wed,sat,sun"), ("mon-fri", "mon-fri"), ("sun-tue", "sun-tue")],
)
def test_days_may_go_over_the_weekend(days: str, cron: str) -> None:
    assert cron_from("07:30", days) == f"30 7 * * {cron}"


@pytest.mark.parametrize(("given", "name"), [("utc", "UTC"), ("europe/berlin", BERLIN), ("UTC", "UTC")])
def test_a_zone_is_known_in_capitals_or_not(given: str, name: str) -> None:
    schedule = checked("a", Schedule(question="q?", cron="0 7 * * *", zone=given))
    assert schedule.zone == name


def drawn_days(chance: random.Random) -> tuple[str, str]:
    """A field of days of the month, and one of weekdays."""
    first, second = sorted(chance.sample(range(1, 29), 2))
    low, high = sorted(chance.sample(range(6), 2))
    dates = [
        f"{first}",
        f"{first},{second}",
        f"{first}-{second}",
        f"*/{2 + first % 9}",
        "*",
        "L",
        f"{first}-{second}/2",
    ]
    weekdays = [
        f"{low}",
        f"{low},{high}",
        f"{low}-{high}",
        f"*/{2 + low % 3}",
        "*",
        "FRI",
        "MON-FRI",
        f"{low}#2",
        f"{low}L",
    ]
    return chance.choice(dates), chance.choice(weekdays)


@pytest.mark.slow
def test_words_say_whether_a_day_must_be_both_or_one_of_both() -> None:
    chance, begin = random.Random(5), at("2027-01-01T00:00", "UTC")
    kinds = set()
    for _ in range(300):
        date, weekday = drawn_days(chance)
        words = in_words(f"0 7 {date} * {weekday}", "UTC")

        def due(days: str) -> set[int]:
            times = times_after(f"0 7 {days}", "UTC", begin)
            return set(takewhile(lambda each: each < begin + 400 * 86_400, times))

        both, dates, weekdays = due(f"{date} * {weekday}"), due(f"{date} * *"), due(f"* * {weekday}")
        if date == "*" or weekday == "*":
            kind = "one"
            assert both == (weekdays if date == "*" else dates)
        elif both == dates & weekdays:
            kind = "both"
            assert " if it's " in words, words
        else:
            kind = "either"
            assert both == dates | weekdays
            assert " or on " in words or " or " in words, words
            assert " and on " not in words, words
        kinds.add(kind)
    assert kinds == {"one", "both", "either"}
    assert in_words("0 7 13 * FRI", "UTC") == "At 07:00 on the 13th day of month or on Friday (UTC)"
