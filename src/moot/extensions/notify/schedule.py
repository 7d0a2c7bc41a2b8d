"""Define a schedule: its question, when it is due, its council, its budgets and its channels."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from moot.app import Application
from moot.errors import BadInput
from moot.extensions.notify.cron import (
    checked_cron,
    date_of,
    describe_cron,
    local_time,
    next_times,
    time_before,
    zone_of,
)
from moot.extensions.notify.schedule_store import FireResult, ScheduleRow, Schedules
from moot.library.public import checked_name
from moot.vocabulary.public import OptionValue

LAST, TODAY = "{last}", "{today}"
"""Fields of a question that stand for the date of the previous session and for today's date."""
_FIELD = re.compile(r"\{\s*([A-Za-z_][\w-]*)\s*(\}?)")
"""Pattern of a word after a brace, as a field is written, with the closing brace."""
MOST_QUESTION = 20_000
MOST_CHANNELS = 20


class Schedule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question that is asked regularly, by a cron expression."""

    question: str
    """Text of the question; `{last}` is replaced by the date of the previous session, `{today}` by today's."""
    cron: str
    """When the schedule is due: five fields of cron."""
    zone: str = "UTC"
    """Time zone of the schedule."""
    council: str = ""
    """A council by name; empty for the default one."""
    protocol: str = ""
    """Name of the protocol; empty for the council's own."""
    options: dict[str, OptionValue] = {}
    """The protocol's options."""
    budget: float | None = None
    """Limit on the cost of one session, in dollars."""
    month: float | None = None
    """Limit on the cost of all sessions in a calendar month, in dollars."""
    channels: tuple[str, ...] = ()
    """Names of the channels that are notified."""
    always: bool = False
    """Whether channels are notified even if nothing changed since the previous session."""


def check_schedule(name: str, schedule: Schedule) -> Schedule:
    """Return the schedule with its fields in their usual form, after checking them.

    Raises:
        BadInput: It is invalid, such as a question with an unknown field.
    """
    checked_name(name, "a schedule")
    if not schedule.question.strip() or len(schedule.question) > MOST_QUESTION:
        raise BadInput("A schedule needs a question.", f"Write one of at most {MOST_QUESTION:,} characters.")
    _check_fields(schedule.question)
    for amount in (schedule.budget, schedule.month):
        if amount is not None and not 0 < amount < 1e9:
            raise BadInput(f"A budget of {amount!r} dollars makes no sense.")
    if len(schedule.channels) > MOST_CHANNELS:
        raise BadInput(f"A schedule may tell at most {MOST_CHANNELS} channels.")
    zone = zone_of(schedule.zone).key
    channels = tuple(dict.fromkeys(schedule.channels))
    return msgspec.structs.replace(schedule, cron=checked_cron(schedule.cron), zone=zone, channels=channels)


def _check_fields(question: str) -> None:
    """Raise for an unknown `{field}` in a question. A brace that begins no field, as in JSON, is allowed."""
    left = question.replace(LAST, "").replace(TODAY, "")
    for found in _FIELD.finditer(left):
        if found[2] or found[1] in ("last", "today"):
            raise BadInput(
                f"{found[0].strip()!r} is no field of a question.",
                f"{LAST} stands for the date of the session before, {TODAY} for today's; there is no other.",
            )


def decode_schedule(row: ScheduleRow) -> Schedule:
    """Decode the schedule in a row of the store, and return it."""
    return msgspec.json.decode(row.body, type=Schedule)


def encode_schedule(schedule: Schedule) -> str:
    """Return a schedule as JSON, the form in which the store contains it."""
    return msgspec.json.encode(schedule).decode()


def question_at(schedule: Schedule, at: int, last: int | None) -> str:
    """Return the question to ask at a time, with `{last}` and `{today}` replaced by dates.

    Args:
        schedule: The schedule.
        at: The time.
        last: When the previous session was; None takes the time at which there would have been one.
    """
    if last is None:
        last = time_before(schedule.cron, schedule.zone, at)
    before = date_of(schedule.zone, last if last is not None else at)
    return schedule.question.replace(LAST, before).replace(TODAY, date_of(schedule.zone, at))


class ShownTime(FireResult, frozen=True, kw_only=True):
    """One run of a schedule, with its due time in the schedule's time zone, as lists show it."""

    at: str
    """The time, in the schedule's time zone."""


class ShownSchedule(Schedule, frozen=True, kw_only=True, omit_defaults=False):
    """A schedule with its next and latest runs, as lists show it."""

    name: str
    """Name of the schedule."""
    when: str
    """When the schedule is due, as a sentence."""
    next: tuple[str, ...]
    """The next times at which the schedule is due."""
    paused: bool
    """Whether the schedule is paused."""
    times: tuple[ShownTime, ...]
    """The schedule's latest runs, newest first."""


class ScheduleList(Struct, frozen=True, kw_only=True):
    """Every schedule."""

    schedules: tuple[ShownSchedule, ...]
    """The schedules, sorted by name."""


async def list_schedules(app: Application) -> ScheduleList:
    """Return every schedule with its next and latest runs."""
    return ScheduleList(schedules=tuple([await show_schedule(app, row) for row in await Schedules(app.store).all()]))


async def show_schedule(app: Application, row: ScheduleRow) -> ShownSchedule:
    """Return a schedule with its next and latest runs."""
    says, now = decode_schedule(row), int(app.store.clock())
    return ShownSchedule(
        **msgspec.structs.asdict(says),
        name=row.name,
        when=describe_cron(says.cron, says.zone),
        next=tuple(local_time(says.zone, at) for at in next_times(says.cron, says.zone, now)),
        paused=row.paused,
        times=tuple(
            ShownTime(at=local_time(says.zone, each.at), state=each.state, session=each.session, why=each.why)
            for each in await Schedules(app.store).recent(row.id)
        ),
    )
