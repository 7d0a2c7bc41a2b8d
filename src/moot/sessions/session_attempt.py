"""Run one attempt at a session, one task under one lease, and record its end.

Every end is an event: a verdict, or `SessionStopped` with outcome, reason and remedy. Only a lost lease, a shutdown and
a wait for a person leave the transcript unchanged; another process, or an answer, then resumes the session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Literal

from moot.errors import (
    Conflict,
    DeadlinePassed,
    LeaseLost,
    MootError,
    OutOfBudget,
    ProtocolWrong,
    QuorumLost,
    SessionOver,
    StorageFailed,
    TranscriptDiverged,
    WaitingForPerson,
)
from moot.floor.calls.caller import Caller
from moot.floor.calls.retry import Pace
from moot.floor.calls.reused_calls import settled_before
from moot.floor.calls.tool_runner import ToolRunner
from moot.floor.calls.waits import SessionWaits
from moot.floor.floor import WorkingFloor
from moot.floor.prompts import AttachmentTexts, Prompter
from moot.floor.titles import ask_for_title
from moot.protocols import registry
from moot.protocols.installed import quits_told
from moot.protocols.protocol import Options
from moot.providers.directory import Directory
from moot.sessions.budget.estimate import StageCalls, estimate_of
from moot.sessions.budget.shortfall import ahead_of, shortfall_of, stopped_for_want
from moot.sessions.budget.spending import SessionSpending
from moot.sessions.opening import options_from
from moot.sessions.resume import asked_to_stop
from moot.sessions.runner_rules import RunnerRules
from moot.sessions.seating import presumed_price
from moot.transcripts.lease import Lease
from moot.transcripts.log import Log
from moot.transcripts.transcript import HolderRequest, Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SessionOpened, SessionResumed, SessionStopped
from moot.vocabulary.questions import files_of
from moot.vocabulary.seats import Price
from moot.vocabulary.state import state_of
from moot.vocabulary.tools import ToolBound

REASONS: dict[type[MootError], str] = {
    QuorumLost: "quorum",
    DeadlinePassed: "deadline",
    TranscriptDiverged: "diverged",
    StorageFailed: "storage",
}
STORAGE_PATIENCE = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between retries to record an event when the store failed."""

logger = logging.getLogger("moot.sessions")

Ending = Literal["", "stop", "park", "lose"]


class Attempt:
    """One run of a session in this process. It lasts until the session ends, is interrupted, or waits for a person."""

    def __init__(
        self,
        log: Log,
        opened: SessionOpened,
        directory: Directory,
        pace: Pace,
        rules: RunnerRules,
    ) -> None:
        self.people: dict[str, str] = {}
        self.answered: list[HolderRequest] = []
        self.waits = False
        self.held: frozenset[str] = frozenset()
        """Moves whose answers are kept back until another person answers."""
        self.task: asyncio.Task[None]
        self._log = log
        self._opened = opened
        self._directory = directory
        self._pace = pace
        self._rules = rules
        self._ending: Ending = ""
        self._floor_now: WorkingFloor | None = None
        self._waits: SessionWaits | None = None
        self._began = self._over = False
        resumptions = [event.body for event in log.events() if isinstance(event.body, SessionResumed)]
        deadlines = [resumed.deadline for resumed in resumptions if resumed.deadline is not None]
        self._caps = [opened.cap, opened.cap_per_call, *(resumed.cap for resumed in resumptions)]
        self._resumed = bool(resumptions)
        self._accepts_drift = any(resumed.accepts_drift for resumed in resumptions)
        self._options = options_of(opened, log.events())
        self._deadline = deadlines[-1] if deadlines else self._options.deadline

    @property
    def session(self) -> str:
        """Return the id of the session."""
        return self._log.session

    @property
    def lease(self) -> Lease:
        """Return the lease by which only this process may write to the session."""
        return self._log.lease

    def start(self, done: Callable[[], object]) -> None:
        """Start running the session in a separate task; `done` is called when the task ends."""
        self.task = asyncio.create_task(self._run(), name=f"session {self.session}")
        self.task.add_done_callback(lambda _: done())

    def halt(self) -> None:
        """Request that the session end as stopped, and return at once."""
        self._end("stop")

    async def stop(self) -> None:
        """End the session as stopped, and return when that is recorded."""
        self.halt()
        await asyncio.wait([self.task])

    def park(self) -> None:
        """Interrupt the session without recording an end, so that another process can resume it."""
        self._end("park")

    def lose(self) -> None:
        """End this run because another process has taken the session over."""
        self._end("lose")

    async def go_on_without(self, seats: Collection[str]) -> list[str]:
        """Stop waiting for these seats. Return the seats that are no longer waited for.

        If `seats` is empty, this applies to all optional seats.
        """
        return await self._floor_now.go_on_without(seats) if self._floor_now is not None else []

    async def answer_now(self) -> list[str]:
        """Have the verdict written from the answers so far. Return the seats that are not waited for."""
        if self._floor_now is None:
            raise Conflict("The session has not begun.", "Ask again in a moment.")
        return await self._floor_now.answer_now()

    def _end(self, how: Ending) -> None:
        if not self._ending and not self.task.done():
            self._ending = how
            # A task cancelled before its first step never runs; one that records its end must not be interrupted.
            if self._began and not self._over:
                self.task.cancel()

    def _put_off(self, limit: asyncio.Timeout) -> None:
        """Move the deadline of the run, because the session's clock was paused or resumed."""
        with suppress(RuntimeError):  # it has passed
            left = None if self._log.clock.is_held else asyncio.get_running_loop().time() + self._time_left()
            limit.reschedule(left)

    def _time_left(self) -> float:
        return self._deadline - self._log.clock.now() / 1000

    async def _run(self) -> None:
        logger.info("session %s: %s begins", self.session, self._opened.protocol)
        try:
            stopped = await self._deliberated()
        except WaitingForPerson as error:
            self.held = error.handed_in
            stopped = self._cut_short()
            self.waits = stopped is None
        except LeaseLost:
            return
        finally:
            self._log.transcript.bell.hush(self.session)
            logger.info("session %s: this attempt has ended", self.session)
        if self._ending == "lose":
            return
        with suppress(LeaseLost, StorageFailed):
            if stopped is not None:
                with suppress(SessionOver):  # its verdict was committed first
                    await self._write_down(stopped)
            if not self._concluded():  # a verdict has already released the lease and every request
                await self._log.transcript.release(self.lease, "waiting" if self.waits else None)

    async def _deliberated(self) -> SessionStopped | None:
        """Run the protocol to its end. If there is no verdict, return the event that ends the session; otherwise
        `None`."""
        floor: WorkingFloor | None = None
        self._began = True
        if self._ending:
            return self._cut_short()
        try:
            async with asyncio.timeout(self._time_left()) as limit:
                self._log.clock.changed = lambda: self._put_off(limit)
                if self._resumed:
                    await self._answers_waiting()
                floor = self._floor_now = await self._floor()
                await floor.recall()
                with quits_told():
                    await registry.find(self._opened.protocol).run(floor, self._options)
            return None if self._concluded() else ended(ProtocolWrong("The protocol returned without a verdict."))
        except asyncio.CancelledError as error:
            if not self._ending and not self.task.cancelling():
                return _broken(error)  # not cancelled from outside: something in the protocol cancelled itself
            return self._cut_short()
        except TimeoutError as error:
            if not limit.expired():
                return _broken(error)
            held_up = self._waits.held_up() if self._waits is not None else []
            over = f"The session's {self._deadline:g} s of running time are over."
            return ended(DeadlinePassed(" ".join([over, *held_up])))
        except (WaitingForPerson, LeaseLost):
            self._over = True
            await self._granted()
            raise
        except OutOfBudget as error:
            return await self._for_want(error)
        except MootError as error:
            return ended(error)
        except Exception as error:  # a protocol's own error must not leave the session without an end
            return _broken(error)
        finally:
            self._over = True
            self._floor_now = None
            if self._waits is not None:
                self._waits.close()
            self._log.clock.changed = None
            if floor is not None:
                await floor.leave()

    async def _for_want(self, error: OutOfBudget) -> SessionStopped:
        """Return the event that ends the session because its budget has run out, with the amount that would be
        enough."""
        balance = await self._log.transcript.balance(self.session)
        state = state_of(self._log.events())
        wanting = (error.stage,) if error.stage not in ("", *state.entered) else ()  # none of its calls was made
        entered, ahead = (*state.entered, *wanting), list[StageCalls]()
        with suppress(MootError):  # an estimate of later stages is optional; the next calls' amount is enough
            past = await self._rules.usual_of(self._opened) if self._rules.usual_of is not None else None
            protocol = registry.find(self._opened.protocol)
            there = await attached(self._log.transcript, self._opened)
            found = estimate_of(self._opened, protocol, self._options, attached=there, past=past)
            ahead = ahead_of(found.stages, entered)
        against = balance.spent + balance.reserved
        short = shortfall_of(error, against, ahead, min(state.cost, against))
        if short is None:
            return ended(error)
        kept = sum(move.state == "spoke" for move in state.moves.values())
        return stopped_for_want(error, short, balance.cap, entered[-1] if entered else "", kept)

    def _concluded(self) -> bool:
        return self._log.body(event_keys.VERDICT) is not None

    def _cut_short(self) -> SessionStopped | None:
        """Return the event to record after an interruption: one if the user asked to stop, `None` if the session is to
        be resumed later."""
        if self._ending != "stop":
            return None
        return asked_to_stop()

    async def _floor(self) -> WorkingFloor:
        await self._recall_first_words()
        there = await attached(self._log.transcript, self._opened)
        prompter = Prompter(self._opened, there)
        roster = self._opened.roster
        caller = Caller(
            self._log,
            self._directory,
            self._pace,
            seed=self._opened.seed,
            seats=len(self._opened.roster.seats),
            limits=self._rules.limits,
            time_left=self._time_left,
            depth=self._opened.depth,
            capped=self._capped(),
            presumed=self._presumed(),
            known=[seat.price for seat in (*roster.seats, *roster.offices) if seat.price is not None],
        )
        self._waits = caller.waits
        protocol = registry.find(self._opened.protocol)

        names, toolbox = self._opened.tools or (), self._rules.toolbox
        tool_bound = toolbox.bound(names) if toolbox is not None else ToolBound()

        def most() -> int | None:
            return estimate_of(self._opened, protocol, self._options, attached=there, tools=tool_bound).most

        caller.fit = SessionSpending(
            self._opened,
            protocol,
            self._options,
            self._log,
            prompter,
            self._presumed(),
            caller.bills,
            None if self._capped() else most,
            tool_bound,
        ).fit
        floor = WorkingFloor(
            self._opened,
            self._options,
            self._log,
            caller,
            prompter,
            people=self.people,
            accepts_drift=self._accepts_drift,
            services=self._rules.searchers,
            before=await settled_before(self._log.transcript, self._opened),
            tools=ToolRunner(self._log, toolbox, names) if names and toolbox is not None else None,
        )
        if self._opened.titled:
            floor.beside(ask_for_title(self._opened, self._log, caller, prompter))
        return floor

    async def _recall_first_words(self) -> None:
        """Load the usual time to the first token, from earlier sessions, for models about which this process knows
        nothing yet."""
        roster = self._opened.roster
        unknown = self._pace.first_words.unknown(
            [seat.model for seat in (*roster.seats, *roster.offices) if not seat.person and not seat.scripted]
        )
        if unknown and self._rules.first_words_of is not None:
            with suppress(MootError):  # optional; the settings are enough
                for model, seconds in (await self._rules.first_words_of(unknown)).items():
                    self._pace.first_words.recall(model, seconds)

    def _capped(self) -> bool:
        return self._rules.day_capped or any(cap is not None for cap in self._caps)

    def _presumed(self) -> Price | None:
        """If there is a budget, return the price to assume for models with an unknown price; otherwise `None`."""
        if not self._capped():
            return None
        return presumed_price(self._opened.roster, self._directory)

    async def _answers_waiting(self) -> None:
        for wish in await self._log.transcript.wishes([self.session]):
            if wish.kind == "answer":
                self.people.setdefault(wish.key, wish.text)
                self.answered.append(wish)

    async def _granted(self) -> None:
        with suppress(StorageFailed):  # the next check finds that a remaining request is already settled
            for wish in self.answered:
                if self._log.body(wish.key) is not None:
                    await self._log.transcript.grant(wish)

    async def _write_down(self, stopped: SessionStopped) -> None:
        number = 1 + sum(isinstance(event.body, SessionStopped) for event in self._log.events())
        self._log.forget_pending()
        for wait in (*STORAGE_PATIENCE, None):
            try:
                await self._log.commit((event_keys.stopped(number), stopped))
                return
            except StorageFailed:
                if wait is None:
                    raise
                await asyncio.sleep(wait)


async def attached(transcript: Transcript, opened: SessionOpened) -> AttachmentTexts:
    """Read the contents of all files attached to a session's question and earlier turns from the store."""
    texts: dict[str, str] = {}
    pictures: dict[str, bytes] = {}
    for file in files_of(opened.question):
        if file.text_digest is not None:
            data = await transcript.blob(file.text_digest)
            texts[file.text_digest] = data.decode("utf-8", "replace") if data is not None else ""
        else:
            pictures[file.digest] = await transcript.blob(file.digest) or b""
    return AttachmentTexts(texts=texts, pictures=pictures)


def options_of(opened: SessionOpened, events: Sequence[Event] = ()) -> Options:
    """Return a session's protocol options as they apply now. If a resumption lowered the quorum, the lower quorum
    applies."""
    protocol = registry.find(opened.protocol)
    given = {name: value for name, value in opened.options.items() if value is not None}
    for event in events:
        if isinstance(event.body, SessionResumed) and event.body.quorum is not None:
            given["quorum"] = event.body.quorum
    return options_from(protocol, given, "the session")


def ended(error: MootError) -> SessionStopped:
    outcome: Literal["failed", "out_of_budget"] = "out_of_budget" if isinstance(error, OutOfBudget) else "failed"
    reason = "budget" if isinstance(error, OutOfBudget) else REASONS.get(type(error), "error")
    lost = error if isinstance(error, QuorumLost) else QuorumLost("")
    return SessionStopped(
        outcome=outcome,
        reason=reason,
        message=_storable(error.message),
        remedy=_storable(error.remedy),
        answered=lost.answered,
        unanswered=lost.unanswered,
    )


def _broken(error: BaseException) -> SessionStopped:
    return SessionStopped(
        outcome="failed",
        reason="error",
        message=_storable(f"The protocol broke: {type(error).__name__}: {error}".strip(": ")),
        remedy="This is a fault in Moot or in the protocol; what was recorded is kept, please report it.",
    )


def _storable(words: str) -> str:
    """Return the text with characters replaced that cannot be stored (lone surrogates), as an exception's message may
    contain any."""
    return words.encode("utf-8", "replace").decode()
