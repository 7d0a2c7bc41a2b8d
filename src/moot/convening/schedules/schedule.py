"""What is a schedule? A question to be filled in, when it is due, who is asked, what it may cost, and who is told."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from moot.convening.schedules.times import checked_cron, date_of, time_before, zone_of
from moot.errors import BadInput
from moot.library.strict import checked_name
from moot.transcripts.scheduled.schedules import Kept
from moot.vocabulary.councils import OptionValue

LAST, TODAY = "{last}", "{today}"
"""What a question may leave open: the date of the session before, and today's."""
_FIELD = re.compile(r"\{\s*([A-Za-z_][\w-]*)\s*(\}?)")
"""A word after a brace, as a field is written, and the brace that closes it."""
MOST_QUESTION = 20_000
MOST_CHANNELS = 20


class Schedule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A council that meets by itself."""

    question: str
    """What it is asked; `{last}` stands for the date of the session before, `{today}` for today's."""
    cron: str
    """When: five fields of cron."""
    zone: str = "UTC"
    """In which time zone."""
    council: str = ""
    """A council by name; empty for the one that sits by default."""
    protocol: str = ""
    """How it deliberates, where that is not the council's own."""
    options: dict[str, OptionValue] = {}
    """The protocol's options."""
    budget: float | None = None
    """Most that one session may cost, in dollars."""
    month: float | None = None
    """Most that all of a calendar month may cost, in dollars."""
    channels: tuple[str, ...] = ()
    """Who is told, by the names of channels."""
    always: bool = False
    """Whether they are told, too, when nothing changed since the session before."""


def checked(name: str, schedule: Schedule) -> Schedule:
    """A schedule, if it can be one."""
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
    """Refuses a field that nothing would be filled in for; a brace that begins none, as in JSON, is text."""
    left = question.replace(LAST, "").replace(TODAY, "")
    for found in _FIELD.finditer(left):
        if found[2] or found[1] in ("last", "today"):
            raise BadInput(
                f"{found[0].strip()!r} is no field of a question.",
                f"{LAST} stands for the date of the session before, {TODAY} for today's; there is no other.",
            )


def schedule_of(kept: Kept) -> Schedule:
    """What a schedule that is kept says."""
    return msgspec.json.decode(kept.body, type=Schedule)


def as_kept(schedule: Schedule) -> str:
    """A schedule as it is kept."""
    return msgspec.json.encode(schedule).decode()


def question_at(schedule: Schedule, at: int, last: int | None) -> str:
    """What is asked at a time. Before the first session, the last is when there would have been one."""
    if last is None:
        last = time_before(schedule.cron, schedule.zone, at)
    before = date_of(schedule.zone, last if last is not None else at)
    return schedule.question.replace(LAST, before).replace(TODAY, date_of(schedule.zone, at))
