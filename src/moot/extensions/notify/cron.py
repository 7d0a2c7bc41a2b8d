"""Parse cron's five fields in a time zone, and list the times at which a schedule is due.

Where clocks change, cronsim does as Debian does: times in the skipped hour are due when it is over, and times in the
repeated hour are due once. Fields that begin with a star go by elapsed hours. `tests/extensions/notify/test_cron.py`
checks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from cronsim import CronSim, CronSimError
from cronsim.explain import Expression

from moot.errors import BadInput

FIELDS = 5
CATCH_UP = 6 * 3600
"""Number of seconds after which a due time that no process ran counts as missed."""
MOST_MISSED = 20
"""Maximum number of missed times that are recorded at once."""
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_WEEKEND_WITHIN = re.compile(rf"\b({'|'.join(_DAYS)})-({'|'.join(_DAYS)})\b", re.IGNORECASE)
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


@lru_cache(maxsize=64)
def zone_of(name: str) -> ZoneInfo:
    """Return the time zone of this name, such as `Europe/Berlin`, in upper or lower case."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        alike = next((each for each in available_timezones() if each.lower() == name.lower()), None)
        if alike is None:
            raise BadInput(f"{name!r} is no time zone here.", "Write one such as Europe/Berlin, or UTC.") from None
        return ZoneInfo(alike)


def checked_cron(cron: str) -> str:
    """Check a cron expression of five fields and return it in its usual form.

    Raises:
        BadInput: They are not five fields, or match no time at all.
    """
    written = " ".join(cron.split())
    try:
        if len(written.split(" ")) != FIELDS:
            raise CronSimError("Wrong number of fields")
        next(CronSim(written, datetime(2030, 1, 1, tzinfo=UTC)))
    except CronSimError as error:
        raise BadInput(
            f"{cron!r} is no time of cron: {str(error).lower()}.",
            "Write minute, hour, day of the month, month, day of the week, e.g. `30 7 * * MON-FRI`.",
        ) from None
    except StopIteration:
        raise BadInput(f"{cron!r} never comes.", "Write a date that there is.") from None
    return written


def cron_from(clock: str, days: str) -> str:
    """Return the cron expression for a time of day such as `07:30`, on days such as `mon-fri`. If no days are given,
    the time applies every day."""
    found = _CLOCK.fullmatch(clock.strip())
    if found is None:
        raise BadInput(f"{clock!r} is no time of day.", "Write hours and minutes, e.g. 07:30.")
    return checked_cron(f"{int(found[2])} {int(found[1])} * * {_WEEKEND_WITHIN.sub(_listed, days.strip()) or '*'}")


def _listed(found: re.Match[str]) -> str:
    """Replace a range of weekdays that wraps around Sunday, such as `sat-mon`, by a list, since cron accepts no such
    range.
    """
    first, last = (_DAYS.index(each.lower()) for each in found.groups())
    return found[0] if first <= last else ",".join(_DAYS[at % 7] for at in range(first, last + 8))


def describe_cron(cron: str, zone: str) -> str:
    """Return a cron expression as an English sentence: `At 07:30 on Monday through Friday (Europe/Berlin)`."""
    found = Expression(cron.upper().split())
    # If neither field begins with a star, a day that matches either is due, and the library writes "and".
    words = found.explain().replace(f"{found.day} and {found.dow}", f"{found.day} or {found.dow}")
    return f"{words} ({zone})"


def times_after(cron: str, zone: str, after: int) -> Iterator[int]:
    """Yield every time after a moment at which a schedule is due, in order, in seconds since 1970."""
    last = after
    try:
        for found in CronSim(cron, datetime.fromtimestamp(after, zone_of(zone))):
            at = int(found.timestamp())
            if at > last:
                yield at
                last = at
    except (OverflowError, ValueError):  # the calendar ends
        return


def next_times(cron: str, zone: str, after: int, number: int = 3) -> list[int]:
    """Return the next times at which a schedule is due, in seconds since 1970."""
    return list(islice(times_after(cron, zone, after), number))


def due_between(cron: str, zone: str, seen: int, now: int) -> tuple[int | None, list[int]]:
    """Return the due time to run now (`None` if there is none), and the due times that were missed, since the last
    check (`seen`).

    Only the latest due time is run, and only if it is at most a few hours ago. For example, a machine that slept for a
    week runs one session.
    """
    recent = max(seen, now - CATCH_UP)
    within = list(_until(times_after(cron, zone, recent), now))
    older = list(islice(_until(times_after(cron, zone, seen), recent), MOST_MISSED)) if seen < recent else []
    missed = [*older, *within[:-1]][-MOST_MISSED:]
    return (within[-1] if within else None), missed


def time_before(cron: str, zone: str, at: int) -> int | None:
    """Return the last due time before the time `at`, in seconds since 1970; `None` if there was none."""
    for found in CronSim(cron, datetime.fromtimestamp(at, zone_of(zone)), reverse=True):
        before = int(found.timestamp())
        if before < at:
            return before
    return None


def month_began(zone: str, at: int) -> int:
    """Return when the month that contains the time `at` began in this time zone, in seconds since 1970."""
    here = datetime.fromtimestamp(at, zone_of(zone))
    return int(here.replace(day=1, hour=0, minute=0, second=0, microsecond=0, fold=0).timestamp())


def date_of(zone: str, at: int) -> str:
    """Return the date of a moment in this time zone, such as `2031-05-04`."""
    return datetime.fromtimestamp(at, zone_of(zone)).date().isoformat()


def local_time(zone: str, at: int) -> str:
    """Return a moment in this time zone, with its offset: `2031-05-04 07:30 +0200`."""
    return datetime.fromtimestamp(at, zone_of(zone)).strftime("%Y-%m-%d %H:%M %z")


def _until(times: Iterator[int], end: int) -> Iterator[int]:
    for at in times:
        if at > end:
            return
        yield at
