"""How is a schedule shown? When it is due in words, its next three times, and its last ten with their sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from moot.convening.schedules.schedule import schedule_of
from moot.convening.schedules.times import in_words, next_times, shown
from moot.exports.delivery.digest import not_written
from moot.transcripts.scheduled.schedules import FireState, Kept, Schedules


class ShownTime(Struct, frozen=True, kw_only=True):
    """One time at which it was due."""

    at: str
    """When, in its time zone."""
    state: FireState
    """What became of it."""
    session: str
    """Its session, where it has one."""
    why: str
    """Why it has none, in words."""
    report: str = ""
    """Why its report is not in its folder yet, in words; empty where it is, or where there is none to write."""


class ShownSchedule(Struct, frozen=True, kw_only=True):
    """A schedule."""

    name: str
    """What it is called."""
    question: str
    """What is asked."""
    when: str
    """When it is due, in words."""
    cron: str
    """The same as fields of cron."""
    zone: str
    """In which time zone."""
    next: tuple[str, ...]
    """Its next times."""
    paused: bool
    """Whether it rests."""
    council: str
    """A council by name; empty for the one that sits by default."""
    protocol: str
    """How it deliberates, where that is not the council's own."""
    budget: float | None
    """Most that one session may cost, in dollars."""
    month: float | None
    """Most that all of a calendar month may cost, in dollars."""
    channels: tuple[str, ...]
    """Who is told."""
    always: bool
    """Whether they are told, too, when nothing changed."""
    times: tuple[ShownTime, ...]
    """Its latest times, newest first."""


class ScheduleList(Struct, frozen=True, kw_only=True):
    """Every schedule."""

    schedules: tuple[ShownSchedule, ...]
    """By name."""
    reports: tuple[str, ...]
    """How many reports could not be written yet, of schedules or not, and why; a sentence for each reason."""


def unwritten_in_words(unwritten: Mapping[str, str]) -> tuple[str, ...]:
    """How many reports could not be written yet, by the reason; of each session its reason is given."""
    return tuple(
        f"One report is not written yet, and is kept until it can be: {why}"
        if number == 1
        else f"{number} reports are not written yet, and are kept until they can be: {why}"
        for why, number in Counter(unwritten.values()).most_common()
    )


async def shown_schedule(schedules: Schedules, kept: Kept, now: int, unwritten: Mapping[str, str]) -> ShownSchedule:
    """A schedule with its times, and of each session why its report is `unwritten`."""
    says, times = schedule_of(kept), await schedules.recent(kept.id)
    return ShownSchedule(
        name=kept.name,
        question=says.question,
        when=in_words(says.cron, says.zone),
        cron=says.cron,
        zone=says.zone,
        next=tuple(shown(says.zone, at) for at in next_times(says.cron, says.zone, now)),
        paused=kept.paused,
        council=says.council,
        protocol=says.protocol,
        budget=says.budget,
        month=says.month,
        channels=says.channels,
        always=says.always,
        times=tuple(
            ShownTime(
                at=shown(says.zone, each.at),
                state=each.state,
                session=each.session,
                why=each.why,
                report=not_written(unwritten[each.session]) if each.session in unwritten else "",
            )
            for each in times
        ),
    )
