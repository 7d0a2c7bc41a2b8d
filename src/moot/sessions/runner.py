"""Run sessions: one task and one lease per session, whatever its interface.

`convene` opens a session and runs it; `resume` runs the same protocol again over the record; `stop`, `fork` and
`replay` are built on this. A viewer that leaves stops nothing: a task belongs to the runner. The end of an attempt is
recorded only here; a session that repeatedly crashes its process ends as `failed: crash_loop`.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec.structs import replace

from moot.errors import BadInput, Conflict, MootError, SessionBusy, SessionOver, TooBusy
from moot.floor.calls.retry import Pace
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.request import Ask
from moot.sessions.continue_session import check_it_runs, gone_on_elsewhere, nobody_to_leave
from moot.sessions.fork import ForkChanges, ForkStart, forked
from moot.sessions.opening import SessionOpening, opened_from, services_heard
from moot.sessions.replay import apart, replayed
from moot.sessions.resume import (
    asked_to_stop,
    awaited,
    check_it_can_go_on,
    crash_loop,
    resumed_from,
)
from moot.sessions.runner_rules import Preflight as Preflight
from moot.sessions.runner_rules import RunnerRules as RunnerRules
from moot.sessions.seating import check_prices
from moot.sessions.session_attempt import Attempt
from moot.transcripts.lease import RENEWED_EVERY, Lease, holder_here
from moot.transcripts.log import Log, RunningClock
from moot.transcripts.transcript import Draft, HolderRequest, Once, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    Body,
    Event,
    SessionOpened,
    SessionResumed,
    SessionStopped,
    VerdictReached,
)
from moot.vocabulary.questions import files_of

LOOKS_EVERY = 0.5
"""Seconds between checks for requests that other processes have stored for sessions running here."""


Completed = Callable[[SessionOpened], Awaitable[SessionOpened]]
"""Type of functions that add data from earlier sessions to a session's opening and return it."""
Planned = Callable[[SessionOpened, Ask, str], Awaitable[SessionOpened]]
"""Type of functions that add to a session's opening which members are asked first, given the request and the session's
id, and return it.
"""
Left = Callable[[str], Coroutine[Any, Any, None]]
"""Type of callbacks that get a session's id when it no longer runs in this process, whether it has ended or not."""


class Runner:
    """Starts, resumes, stops and forks sessions, and runs them in this process."""

    def __init__(
        self,
        transcript: Transcript,
        directory: Directory,
        rules: RunnerRules,
        pace: Pace | None = None,
        *,
        completed: Completed | None = None,
        planned: Planned | None = None,
        left: Left | None = None,
    ) -> None:
        self.transcript = transcript
        self.rules = rules
        self._directory = directory
        self._pace = pace or Pace()
        self.turnstile = self._pace.turnstile
        self._completed, self._planned, self._told = completed, planned, left
        self._telling: set[asyncio.Task[None]] = set()
        self._holder = holder_here(rules.door)
        self._attempts: dict[str, Attempt] = {}
        self._taking: set[str] = set()
        self._looking: set[asyncio.Task[None]] = set()
        self._keeper: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def running(self) -> list[str]:
        """Return the ids of the sessions that run in this process."""
        return list(self._attempts)

    def now(self) -> float:
        """Return the time at which a batch of sessions starts. Pass it to each of these sessions as `since`.

        If a model refuses permanently in one session of a batch, later sessions of the batch do not ask it again. A
        session outside the batch does.
        """
        return self._pace.now()

    async def convene(
        self,
        opening: SessionOpening,
        *,
        once: Once | None = None,
        session: str | None = None,
        since: float | None = None,
    ) -> str:
        """Open a session, start it, and return its id.

        Args:
            once: Idempotency key; a known one returns the earlier session's id.
            session: Id of the new session, if it must have this one.
            since: Start of the batch it belongs to, from `now`.
        """
        self._admit()
        await services_heard(opening, self._directory)
        opened = opened_from(
            opening,
            self._directory,
            door=self.rules.door,
            persona_of=self.rules.persona_of,
            strict_prices=self.rules.strict_prices,
            day_capped=self.rules.day_capped,
            searchers=self.rules.searchers,
        )
        session = session or str(uuid.uuid4())
        if self._planned is not None:
            opened = await self._planned(opened, opening.ask, session)
        opened = await self._looked_at(opened, attached=opening.attached)
        if self.rules.afforded is not None:
            await self.rules.afforded(opened, once is not None)
        if self._completed is not None:
            opened = await self._completed(opened)
        return await self._open(opened, (), session, once, since)

    async def fork(
        self,
        source: str,
        changes: ForkChanges,
        *,
        once: Once | None = None,
        door: str = "",
        since: float | None = None,
        thread: str | None = None,
    ) -> str:
        """Start a new session from the recorded beginning of another one (`source`), with changes. Return the new
        session's id.

        Args:
            once: Idempotency key; a known one returns the earlier session's id.
            door: The interface in which the fork is asked for; by default that of this process.
            since: Start of the batch it belongs to, from `now`.
            thread: The conversation it belongs to, by id; by default none.
        """
        self._admit()
        copied = await self.would_fork(source, changes)
        copied = replace(copied, opened=replace(copied.opened, door=door or copied.opened.door, thread=thread))
        await self._looked_at(copied.opened, [draft.body for draft in copied.events])
        return await self._open(copied.opened, copied.events, str(uuid.uuid4()), once, since)

    async def would_fork(self, source: str, changes: ForkChanges) -> ForkStart:
        """Return the events with which a fork would begin, without starting the fork. The prices in these events are
        current, not those of the source session."""
        events, rules = await self.transcript.read(source), self.rules
        copied = await forked(
            self.transcript, events, changes, self._directory, rules.persona_of, rules.door, rules.searchers
        )
        if copied.opened.cap is not None and rules.strict_prices:
            await check_prices(copied.opened.roster, self._directory)
        return copied

    async def resume(
        self,
        session: str,
        *,
        cap: int | None = None,
        deadline: float | None = None,
        accepts_drift: bool = False,
        automatic: bool = False,
        force: bool = False,
        quorum: int | None = None,
        since: float | None = None,
    ) -> None:
        """Continue a session that was interrupted or stopped. Requests that have been answered are not repeated.

        Args:
            cap: New budget in nano-dollars.
            deadline: New limit on its running time, in seconds.
            accepts_drift: Whether to go on although prompts have changed.
            automatic: Whether the program resumes it by itself, and not because a person asked for it.
            force: Whether to take it over from another process that may still be running it.
            quorum: New quorum for a session that too few answered, to go on with those that did.
            since: Start of the batch it belongs to, from `now`.
        """
        if session in self._attempts or session in self._taking:
            raise SessionBusy(f"The session {session} is running here already.")
        self._admit()
        self._taking.add(session)
        try:
            async with self._taken(session, force=force) as log:
                crashes = await self.transcript.crashes(session)
                events = log.events()
                check_it_can_go_on(events, quorum, deadline)
                if cap is not None and self.rules.strict_prices:
                    await check_prices(_opening_of(log).roster, self._directory)
                if not automatic:
                    await self._looked_at(_opening_of(log), [event.body for event in events])
                resumed = resumed_from(events, self.rules.door, crashes, cap, deadline, accepts_drift, quorum)
                number = 1 + sum(isinstance(event.body, SessionResumed) for event in events)
                wishes = [wish for wish in await self.transcript.wishes([session]) if wish.kind != "answer"]
                stops = [wish for wish in wishes if wish.kind == "stop"]
                if automatic and (stops or crashes > self.rules.crash_limit):
                    # in one transaction: a crash between two commits must not keep it from ending
                    stopped = asked_to_stop() if stops else crash_loop(crashes)
                    await log.commit(
                        (event_keys.resumed(number), resumed), (event_keys.stopped(_stops(events) + 1), stopped)
                    )
                    await self.transcript.release(log.lease)
                    return
                await log.commit((event_keys.resumed(number), resumed))
                for wish in wishes:
                    await self.transcript.grant(wish)  # resuming by hand cancels an earlier request
                self._start(log, since)
        finally:
            self._taking.discard(session)

    async def stop(self, session: str) -> bool:
        """Stop a session. Return whether it was still unfinished.

        If another process runs the session, that process stops it at its next check.
        """
        attempt = self._attempts.get(session)
        if attempt is not None:
            await attempt.stop()
            return True
        last = (await self.transcript.read(session))[-1].body
        if isinstance(last, (VerdictReached, SessionStopped)):
            return False
        try:
            async with self._taken(session) as log:
                await log.commit((event_keys.stopped(_stops(log.events()) + 1), asked_to_stop()))
                await self.transcript.release(log.lease)
        except SessionBusy:
            await self.transcript.wish(HolderRequest(id=0, session=session, kind="stop"))
        except SessionOver:
            return False
        return True

    async def go_on(self, session: str, without: Sequence[str] = ()) -> list[str]:
        """Make a session stop waiting for these seats. Return the seats that it no longer waits for.

        If `seats` is empty, this applies to all optional seats. If another process runs the session, ask that process
        and wait for its result.

        Raises:
            Conflict: There is no such seat to stop waiting for.
        """
        events = await self.transcript.read(session)
        check_it_runs(events, without)
        attempt = self._attempts.get(session)
        if attempt is not None:
            gone = await attempt.go_on_without(without)
        else:
            gone = await gone_on_elsewhere(self.transcript, session, events[-1].seq, without)
        if not gone:
            raise nobody_to_leave(without)
        return gone

    async def answer_now(self, session: str) -> list[str]:
        """Make a session write its verdict from the answers so far. Return the seats that are not waited for.

        Raises:
            Conflict: Its protocol cannot do that, too few members have answered, or another process runs it.
        """
        events = await self.transcript.read(session)
        check_it_runs(events, ())
        opened, attempt = events[0].body, self._attempts.get(session)
        assert isinstance(opened, SessionOpened)
        if not registry.find(opened.protocol).answers_now:
            raise Conflict(f"A session by {opened.protocol} is not answered before its end.")
        if attempt is None:
            raise Conflict("Another process runs this session.", "Ask for the answer there.")
        return await attempt.answer_now()

    async def answer(self, session: str, key: str, text: str) -> None:
        """Store a person's answer to the request `key`. If the session was waiting for it and no other process runs the
        session, continue it."""
        events = await self.transcript.read(session)
        open_keys = awaited(events)
        if key not in open_keys:
            if any(event.key == key and getattr(event.body, "model", "") == "person" for event in events):
                raise SessionOver(f"{key!r} is answered already; the first answer stands.")
            raise BadInput(
                f"The session does not wait for an answer under {key!r}.",
                f"It waits for: {', '.join(open_keys)}." if open_keys else "It waits for nobody.",
            )
        text = text.encode("utf-8", "replace").decode()
        if not text.strip():
            raise BadInput("The answer is empty.")
        if key in await self.handed_in(session):
            raise SessionOver(
                f"An answer to {key!r} is handed in already; the first one stands.",
                "It shows when everybody who is asked beside it has answered, too.",
            )
        await self.transcript.wish(HolderRequest(id=0, session=session, kind="answer", key=key, text=text))
        attempt = self._attempts.get(session)
        if attempt is not None:
            await self._grant([attempt.session])
            return
        try:
            await self.resume(session)
        except SessionBusy:
            return  # the other process finds the answer

    async def handed_in(self, session: str) -> set[str]:
        """Return the keys of requests that a person has answered but whose answers are not recorded yet, because
        another person's answer is still missing."""
        return {wish.key for wish in await self.transcript.wishes([session]) if wish.kind == "answer"}

    async def replay(self, session: str) -> VerdictReached:
        """Run a finished session's protocol again over its record, without calls. Return the recorded verdict, or raise
        if anything differs."""
        events = await self.transcript.read(session)
        return await apart(events, self.transcript, lambda shelf: replayed(events, shelf))

    async def ended(self, session: str) -> None:
        """Wait until the session no longer runs in this process."""
        attempt = self._attempts.get(session)
        if attempt is not None:
            await asyncio.wait([attempt.task])

    async def close(self, grace: float = 5.0) -> None:
        """Interrupt all sessions of this process, and wait at most `grace` seconds. The sessions are not ended: any
        process can resume them at once."""
        self._closing = True
        attempts = list(self._attempts.values())
        for attempt in attempts:
            attempt.park()
        if attempts:
            await asyncio.wait([attempt.task for attempt in attempts], timeout=grace)
        await asyncio.gather(*self._telling, return_exceptions=True)
        for task in (*self._looking, *([self._keeper] if self._keeper is not None else [])):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _open(
        self, opened: SessionOpened, copies: Sequence[Draft], session: str, once: Once | None, since: float | None
    ) -> str:
        clock = RunningClock(max((draft.t for draft in copies), default=0))
        first = Draft(key=event_keys.OPENED, body=opened, at=clock.wall(), t=0)
        blobs = [digest for file in files_of(opened.question) for digest in (file.digest, file.text_digest) if digest]
        result = await self.transcript.open(session, [first, *copies], self._holder, blobs=blobs, once=once)
        if result.lease is not None:
            try:
                events = result.events or await self.transcript.read(session)
                self._start(Log(self.transcript, result.lease, events, clock), since)
            except BaseException:
                await self._let_go(result.lease)
                raise
        return result.session

    @asynccontextmanager
    async def _taken(self, session: str, *, force: bool = False) -> AsyncIterator[Log]:
        """Take the lease of a session and yield the session's log. If the block fails, release the lease."""
        lease = await self.transcript.take(session, self._holder, force=force)
        try:
            events = await self.transcript.read(session)
            yield Log(self.transcript, lease, events, RunningClock(events[-1].t))
        except BaseException:
            await self._let_go(lease)
            raise

    async def _let_go(self, lease: Lease) -> None:
        with suppress(MootError):  # then the lease expires
            await self.transcript.release(lease)

    async def _looked_at(self, opened: SessionOpened, done: Sequence[Body] = (), *, attached: int = 0) -> SessionOpened:
        """Return the session's first event with the notes of the pre-flight check added.

        Raises:
            MootError: A seat that is needed cannot be called.
        """
        if self.rules.preflight is None:
            return opened
        notes = await self.rules.preflight(opened, done=done, attached=attached)
        return replace(opened, notes=(*opened.notes, *notes)) if notes else opened

    def _admit(self) -> None:
        if self._closing:
            raise TooBusy("This process is shutting down.", "Send it again in a moment.")
        if len(self._attempts) >= self.rules.most_sessions:
            raise TooBusy(f"{len(self._attempts)} sessions are running, which is as many as are admitted.")

    def _start(self, log: Log, since: float | None) -> None:
        log.patience = self.rules.storage_patience
        attempt = Attempt(log, _opening_of(log), self._directory, self._pace.of_run(since), self.rules)
        self._attempts[log.session] = attempt
        attempt.start(lambda: self._left(attempt))
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._keep(), name="leases and wishes")

    def _left(self, attempt: Attempt) -> None:
        if self._attempts.get(attempt.session) is attempt:
            del self._attempts[attempt.session]
        if self._told is not None:
            self._telling.add(telling := asyncio.create_task(self._told(attempt.session)))
            telling.add_done_callback(self._telling.discard)
        if attempt.waits and not self._closing:
            task = asyncio.create_task(self._look(attempt.session, attempt.held), name=f"answers in {attempt.session}")
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look(self, session: str, held: frozenset[str]) -> None:
        """Carry out a stored request that arrived just when the session began to wait for a person. No process would
        see that request otherwise.

        Args:
            held: Keys of answers that are kept back until another person answers; they are no reason to continue.
        """
        try:
            open_keys = awaited(await self.transcript.read(session))
            wishes = await self.transcript.wishes([session])
            if any(wish.kind == "stop" for wish in wishes):
                await self.stop(session)
            elif any(wish.kind == "answer" and wish.key in set(open_keys) - held for wish in wishes):
                await self.resume(session)
        except MootError:
            return  # another process has resumed it, or it has ended

    async def _keep(self) -> None:
        """Renew the leases and carry out stored requests regularly, as long as any session runs."""
        loop = asyncio.get_running_loop()
        renewed = loop.time()
        while self._attempts:
            await asyncio.sleep(LOOKS_EVERY)
            try:
                if loop.time() - renewed >= RENEWED_EVERY:
                    renewed = loop.time()
                    leases = [attempt.lease for attempt in self._attempts.values()]
                    for lost in await self.transcript.renew(self._holder, leases):
                        if lost in self._attempts:
                            self._attempts[lost].lose()
                await self._grant(list(self._attempts))
            except MootError:
                continue  # the store fails: sessions notice by their own appends, and this checks again

    async def _grant(self, sessions: Sequence[str]) -> None:
        for wish in await self.transcript.wishes(sessions):
            attempt = self._attempts.get(wish.session)
            if attempt is None:
                continue
            if wish.kind == "stop":
                attempt.halt()  # its ending removes the request, so that none is lost before
            elif wish.kind == "go_on":
                try:
                    await attempt.go_on_without([wish.key] if wish.key else [])
                finally:
                    await self.transcript.grant(wish)  # afterwards, so that the sender then reads the result
            elif wish not in attempt.answered:
                attempt.people.setdefault(wish.key, wish.text)
                attempt.answered.append(wish)


def _stops(events: Sequence[Event]) -> int:
    return sum(isinstance(event.body, SessionStopped) for event in events)


def _opening_of(log: Log) -> SessionOpened:
    opened = log.body(event_keys.OPENED)
    assert isinstance(opened, SessionOpened)
    return opened
