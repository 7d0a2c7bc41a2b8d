"""Make due times of a schedule, for tests of their messages."""

from __future__ import annotations

from moot.extensions.notify.due_runner import FireOutcome
from moot.extensions.notify.schedule import Schedule, encode_schedule
from moot.extensions.notify.schedule_store import Fire, ScheduleRow


def held(name: str, at: int) -> FireOutcome:
    """A time whose session `s1` has ended with a verdict."""
    body = encode_schedule(Schedule(question="New?", cron="0 0 1 1 *"))
    row = ScheduleRow(id="abc", name=name, body=body, paused=False, made=0.0, seen=0)
    return FireOutcome(row, Fire(schedule="abc", at=at, state="ended", session="s1", why=""), "s1", "verdict", "")
