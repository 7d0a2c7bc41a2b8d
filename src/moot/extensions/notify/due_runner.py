"""Open sessions for schedules that are due, and run them to their end.

A time is claimed in the store first, then a session is opened under a key of schedule and time. A process may die at
any moment: the next one finds the time claimed and opens the session under the same key, which is the same session. So
every time has one session, however many processes look. `tests/extensions/notify/test_due_runner.py` kills them
repeatedly, over two changes of the clocks.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec import Struct

from moot.errors import MootError, OutOfBudget, StorageFailed, TooBusy
from moot.extensions.notify.cron import due_between, month_began
from moot.extensions.notify.outbox import Parcel
from moot.extensions.notify.schedule import Schedule, decode_schedule, question_at
from moot.extensions.notify.schedule_store import Fire, FireState, ScheduleRow, Schedules
from moot.transcripts.public import Once, SessionFate
from moot.vocabulary.public import NANO, money

ENDED = ("verdict", "inconclusive", "failed", "out_of_budget", "stopped")
"""States after which a session does not continue by itself."""
ANSWERED = ("verdict", "inconclusive")
"""States of `ENDED` with an answer, even a withheld one."""
GOES_ON = ("running", "interrupted")
"""States of a session that should run. If its process died, it is resumed."""
OPEN = ("due", "opened")
"""States of a schedule's run that is not finished."""
_log = logging.getLogger("moot.schedules")
REMOVED = "The session was deleted."


def unpaid(month: int, left: int, held: int) -> str:
    """Return a sentence saying that a schedule's monthly budget does not pay for another session.

    Args:
        month: The monthly budget, in nano-dollars.
        left: How much of it is not spent.
        held: How much of `left` is reserved for unfinished sessions.
    """
    if held and left > 0:
        return (
            f"Of this month's budget of {money(month)} the rest, {money(left)}, is set aside for a session that has "
            "not ended."
        )
    return f"This month's budget of {money(month)} is used up: {money(max(0, left))} of it is left."


class DueSession(Struct, frozen=True, kw_only=True):
    """A due run of a schedule, with what is needed to open its session."""

    kept: ScheduleRow
    """The schedule, as stored."""
    schedule: Schedule
    """The schedule."""
    fire: Fire
    """The due run of the schedule."""
    question: str
    """The question."""
    budget: float | None
    """Limit on the session's cost, in dollars."""
    once: Once
    """Idempotency key, so that every process opens the same session."""


class FireOutcome(NamedTuple):
    """Result of one run of a schedule: its session, and how and why that ended."""

    kept: ScheduleRow
    fire: Fire
    session: str
    state: str
    why: str


Opens = Callable[[DueSession], Awaitable[str]]
Fates = Callable[[Sequence[str]], Awaitable[dict[str, SessionFate]]]
GoesOn = Callable[[str], Awaitable[str]]
"""Type of functions that resume a session that no process runs any more, and return why that is impossible, or an
empty string.
"""
Whys = Callable[[str], Awaitable[str]]
"""Type of functions that return, in words, why a session has no answer."""
Tells = Callable[[FireOutcome], Awaitable[Sequence[Parcel]]]


class DueRunner:
    """Opens a session for each due run of a schedule, and follows it until it ends."""

    def __init__(
        self, schedules: Schedules, opens: Opens, fates: Fates, goes_on: GoesOn, whys: Whys, tells: Tells
    ) -> None:
        self._schedules, self._opens, self._fates, self._goes_on = schedules, opens, fates, goes_on
        self._whys, self._tells = whys, tells
        self.troubles: dict[str, str] = {}
        """Schedules that could not be checked the last time, by name, with the reason."""

    async def look(self, now: float) -> list[Fire]:
        """Check all schedules once: start the runs that are due, and record those that have ended. Return the
        unfinished ones.
        """
        due, known = await self.due(now), {each.id: each for each in await self._schedules.all()}
        return await self.see_to(due, known, now)

    async def due(self, now: float) -> list[Fire]:
        """Reserve the due runs of all schedules for this process. Return all unfinished runs, and the missed ones that
        were just recorded.
        """
        self.troubles, missed = {}, list[Fire]()
        for kept in await self._schedules.all():
            if not kept.paused and int(now) > kept.seen:
                with self._by_itself(kept):
                    schedule = decode_schedule(kept)
                    at, before = due_between(schedule.cron, schedule.zone, kept.seen, int(now))
                    if at is not None or before:
                        taken = await self._schedules.claim(kept.id, at, before, int(now))
                        missed += [fire for fire in taken if fire.state == "missed"]
        return [*missed, *await self._schedules.open_fires()]

    async def now(self, kept: ScheduleRow, now: float) -> Fire:
        """Reserve a run of a schedule for the present time, and return the run. If the schedule has an unfinished run,
        return that run.
        """
        return await self._schedules.take(kept.id, int(now), GOES_ON)

    async def see_to(self, fires: Sequence[Fire], known: dict[str, ScheduleRow], now: float) -> list[Fire]:
        """Open the sessions of runs that have none yet, and record the results of those that have ended. Return the
        runs that are still unfinished.
        """
        left = []
        for fire in fires:
            kept = known.get(fire.schedule)
            if kept is None or fire.state not in OPEN:
                continue  # removed meanwhile, and its times with it; or missed
            with self._by_itself(kept):
                opened = await self._opened(kept, fire, now) if fire.state == "due" else fire
                if opened is not None and not await self._ended(kept, opened, now):
                    left.append(opened)
        return left

    async def under_way(self, fires: Sequence[Fire], known: dict[str, ScheduleRow]) -> bool:
        """Return whether any of these runs can still end without a person's answer, in this process or another one."""
        able = [each for each in fires if each.schedule in known and known[each.schedule].name not in self.troubles]
        fates = await self._fates([each.session for each in able if each.session])
        return any(not each.session for each in able) or any(fate.state in GOES_ON for fate in fates.values())

    async def _opened(self, kept: ScheduleRow, fire: Fire, now: float) -> Fire | None:
        schedule = decode_schedule(kept)
        earlier = await self._schedules.before(kept.id, fire.at)
        caps = [amount for amount in (schedule.budget,) if amount is not None]
        short = ""
        if schedule.month is not None:
            whole, wanted = round(schedule.month * NANO), round((schedule.budget or schedule.month) * NANO)
            month = await self._schedules.month(fire, month_began(schedule.zone, fire.at), ENDED, GOES_ON)
            left = whole - month.spent
            free = left - month.held
            if month.earlier or (month.going and free < min(left, wanted)):
                return fire  # looked at again: running sessions may release money
            short = unpaid(whole, left, month.held) if free < wanted else ""
            if free <= 0:
                await self._settle(FireOutcome(kept, fire, "", "unpaid", short), now)
                return None
            caps.append(free / NANO)
        key = f"schedule:{kept.id}:{fire.at}"
        due = DueSession(
            kept=kept,
            schedule=schedule,
            fire=fire,
            question=question_at(schedule, fire.at, None if earlier is None else earlier.at),
            budget=min(caps) if caps else None,
            once=Once(key=key, digest=kept.id),
        )
        try:
            session = await self._opens(due)
        except TooBusy:
            return fire  # looked at again soon
        except StorageFailed as error:
            self.troubles[kept.name] = f"{error.message} {error.remedy}".strip()
            return fire  # likewise, but a caller that waits for it gets the error
        except MootError as error:
            if short and isinstance(error, OutOfBudget):  # a larger budget of the session would not help
                came = FireOutcome(kept, fire, "", "unpaid", f"{short} {error.message}")
            else:
                came = FireOutcome(kept, fire, "", "failed", f"{error.message} {error.remedy}".strip())
            await self._settle(came, now)
            return None
        await self._schedules.settle(fire, "opened", session=session)
        return Fire(schedule=fire.schedule, at=fire.at, state="opened", session=session, why="")

    async def _ended(self, kept: ScheduleRow, fire: Fire, now: float) -> bool:
        if not fire.session:
            return False
        fate = (await self._fates([fire.session])).get(fire.session)
        if fate is None:
            await self._schedules.settle(fire, "failed", why=REMOVED)
            return True
        if fate.state in ENDED:
            why = await self._too_little(kept, fire) if fate.state == "out_of_budget" else ""
            if fate.state not in ANSWERED:
                why = why or await self._whys(fire.session)
            await self._settle(FireOutcome(kept, fire, fire.session, fate.state, why), now)
            return True
        if fate.state in GOES_ON and (why := await self._goes_on(fire.session)):
            self.troubles[kept.name] = why
        return False

    async def _settle(self, came: FireOutcome, now: float) -> None:
        state: FireState = "ended" if came.state in ANSWERED else "unpaid" if came.state == "unpaid" else "failed"
        posts = await self._tells(came)
        await self._schedules.settle(came.fire, state, session=came.session, why=came.why, posts=posts, now=now)

    async def _too_little(self, kept: ScheduleRow, fire: Fire) -> str:
        """Return a sentence saying that only the remainder of the month's budget was left for a session; empty if its
        budget was not reduced.
        """
        schedule, cap = decode_schedule(kept), await self._schedules.cap_of(fire.session)
        if schedule.month is None or cap is None or cap >= round((schedule.budget or schedule.month) * NANO):
            return ""
        return f"Of this month's budget of {money(round(schedule.month * NANO))} only {money(cap)} was left for it."

    @contextmanager
    def _by_itself(self, kept: ScheduleRow) -> Iterator[None]:
        """Catch and record an error that concerns one schedule, such as an unknown time zone, so that the others still
        run.
        """
        try:
            yield
        except StorageFailed:
            raise  # it concerns every schedule
        except MootError as error:
            self.troubles[kept.name] = f"{error.message} {error.remedy}".strip()
            _log.warning("the schedule %s could not be looked at: %s", kept.name, error.message)
