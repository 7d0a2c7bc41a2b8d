"""Ask many questions, several at once, each in its own session; a failure stops no other.

Finished questions are skipped, unfinished ones resume, and a session that lost its quorum continues in a fork that
asks again only what failed. A result that no judge scored is also asked again, and stays until the retry has a result.
Ctrl-C stops running sessions cleanly and starts no more.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application, Ask
from moot.cli.public import OUTCOMES, Interrupt, mends, money, one_line, say, seconds
from moot.errors import MootError, OutOfBudget, UnknownName
from moot.exports.public import ForkChanges, nano_dollars, registry
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.reports.holders import holder_of
from moot.extensions.studies.runs.questions import QueuedQuestion
from moot.extensions.studies.runs.run_file import Entry, RunManifest, keep_run
from moot.extensions.studies.service import studies_of
from moot.transcripts.public import Once, follow
from moot.vocabulary.public import (
    Event,
    SessionState,
    Signal,
    degraded_of,
    fold,
    in_names,
    outcome_of,
    stage_title,
    state_of,
)

FINISHED = ("verdict", "inconclusive")
AGAIN = "Run the same command again{}: what was answered is kept and not paid again."
NOT_TRIED = ("stopped", "out_of_budget")
"""Outcomes that do not predict the result of a retry."""
AGAIN_FAILED = "asking it again came to nothing: {}"
ARM = "run"
"""The only arm of a run's study."""
RUN = "run"
"""Origin of a run's sessions in lists."""
SHOWN = 60
"""Characters of a question in a line of progress."""


class QuestionResult(Struct, frozen=True, kw_only=True):
    """Result of a question."""

    index: int
    """Its place, from 1."""
    question: str
    """Its text."""
    session: str = ""
    """Its session; empty if none could be opened."""
    outcome: str = ""
    """Outcome of the session; without one, `out_of_budget` if the money did not start it, else empty."""
    trouble: str = ""
    """Why there is no result, as text."""
    remedy: str = ""
    """The remedy."""
    degraded: tuple[str, ...] = ()
    """Each way in which the result is degraded."""
    state: SessionState | None = None
    """The session's state."""
    kept: bool = False
    """Whether it was finished earlier and nothing was asked."""

    @property
    def finished(self) -> bool:
        """Return whether it has a result; one that no judge scored does not count."""
        return self.outcome in FINISHED and not self.trouble


class Batch:
    """One run over its questions."""

    def __init__(
        self,
        app: Application,
        folder: Path,
        run: RunManifest,
        puts: Sequence[QueuedQuestion],
        *,
        at_once: int,
        budget: float | None,
        quiet: bool,
    ) -> None:
        self.run = run
        self._app, self._folder, self._puts = app, folder, puts
        self._studies = studies_of(app)
        self._known: dict[str, list[str]] = {}
        """Sessions of each question in the study."""
        self._turn = asyncio.Semaphore(at_once)
        self._budget, self._quiet, self._since = budget, quiet, app.runner.now()
        self._running: set[str] = set()
        self._stopping = False

    async def asked(self) -> list[QuestionResult]:
        """Ask every question and return the results in order; returns the partial results when interrupted."""
        if self.run.study:
            self._known = await self._studies.sessions_of(self.run.study)
        with Interrupt().listening() as interrupt:
            tasks = [asyncio.create_task(self._one(at, put)) for at, put in enumerate(self._puts, start=1)]
            whole: asyncio.Future[object] = asyncio.ensure_future(asyncio.wait(tasks))
            pressed: asyncio.Future[object] = asyncio.ensure_future(interrupt.asked.wait())
            await asyncio.wait([whole, pressed], return_when=asyncio.FIRST_COMPLETED)
            if not whole.done():
                await self._stop()
            pressed.cancel()
            return list(await asyncio.gather(*tasks))

    async def _stop(self) -> None:
        self._stopping = True
        say("Stopping; press Ctrl-C again to leave at once.", err=True)
        for session in list(self._running):
            with contextlib.suppress(MootError):
                await self._app.runner.stop(session)

    async def _one(self, index: int, put: QueuedQuestion) -> QuestionResult:
        async with self._turn:
            entry = self.run.entry(put.digest) or Entry(digest=put.digest, question=one_line(put.text, SHOWN))
            if self._stopping and not entry.session:
                return QuestionResult(index=index, question=put.text, trouble="It was not begun.")
            try:
                return await self._brought_on(index, put, entry)
            except MootError as error:
                self._tell(index, f"{error.message} {error.remedy}")
                session = (self.run.entry(put.digest) or entry).session
                return QuestionResult(
                    index=index,
                    question=put.text,
                    session=session,
                    outcome="out_of_budget" if isinstance(error, OutOfBudget) else "",
                    trouble=error.message,
                    remedy=error.remedy,
                )

    async def _brought_on(self, index: int, put: QueuedQuestion, entry: Entry) -> QuestionResult:
        """Finish a question: open, resume or keep its session."""
        gone = bool(entry.session) and not await self._is_there(entry.session)
        session = await self._put(index, put, entry, anew=gone) if gone or not entry.session else entry.session
        await self._given(put, session)
        state = await self._state(session)
        if state.verdict is not None and not _never_judged(state):
            self._tell(index, f"kept: {_told(state)}")
            return _asked(index, put, state, kept=True)
        entry = self.run.entry(put.digest) or entry
        asking = entry.again if entry.again and await self._is_there(entry.again) else session
        if asking not in self._app.runner.running and not self._stopping:
            asking = await self._taken_up(asking, put, entry, stands=state.verdict is not None)
        self._running.add(asking)
        try:
            ended = await self._watched(index, asking)
        finally:
            self._running.discard(asking)
        self._tell(index, _told(ended))
        if asking == session or state.verdict is None:
            return _asked(index, put, ended)
        if not await self._is_worth_more(ended, state):
            return _asked(index, put, state, again=ended)
        self._keep(replace(entry, session=asking, again=""))
        return _asked(index, put, ended)

    async def _is_worth_more(self, again: SessionState, state: SessionState) -> bool:
        """Return whether a retry replaces a result that no judge scored: it was judged, or it is no more degraded, as
        in a study."""
        if again.verdict is None or not _never_judged(again):
            return again.verdict is not None
        both = [state.session, again.session]
        return holder_of(both, await self._app.register.fates(both)) == again.session

    async def _is_there(self, session: str) -> bool:
        """Return whether the store still has the session; it may have been deleted."""
        try:
            await self._app.register.get(session)
        except UnknownName:
            return False
        return True

    async def _put(self, index: int, put: QueuedQuestion, entry: Entry, *, anew: bool) -> str:
        council = self.run.council
        if put.system:
            council = replace(council, system="\n\n".join(filter(None, (council.system, put.system))))
        self._keep(replace(entry, session=""))
        session = await self._app.convene(
            Ask(
                question=put.text,
                council=council,
                options=self.run.options,
                budget=self._budget,
                seed=f"{self.run.seed}:{put.digest}" if self.run.seed else None,
                history=put.history,
                door=RUN,
                known=put.answer,
            ),
            once=None if anew else Once(key=f"run:{self.run.run_id}:{put.digest}", digest=put.digest),
            since=self._since,
        )
        self._keep(replace(entry, session=session))
        self._tell(index, f"{session[:8]}: {entry.question}")
        return session

    async def _given(self, put: QueuedQuestion, session: str) -> None:
        """Store the session of a question in the study of this run."""
        name = put.digest[:8] + put.digest[32:]
        before = self._known.get(name, [])
        if not self.run.study or session in before:
            return
        item = CorpusItem(id=name, domain=self.run.domain, text=put.text, answer=put.answer)
        await self._studies.put(self.run.study, ARM, item, session, len(before) + 1)
        self._known[name] = [*before, session]

    async def _taken_up(self, session: str, put: QueuedQuestion, entry: Entry, *, stands: bool) -> str:
        """Return the session that continues: this one, or a fork; if a result `stands`, in addition to its session."""
        runner, state = self._app.runner, await self._state(session)
        if state.verdict is not None and not _never_judged(state):
            return session  # this process died before it stored the end
        if _never_judged(state) or (state.status == "failed" and state.reason == "quorum"):
            fork = await runner.fork(session, ForkChanges(retry_failed=True, cap=self._cap()), since=self._since)
            self._keep(replace(entry, again=fork) if stands else replace(entry, session=fork))
            await self._given(put, fork)
            return fork
        await runner.resume(session, cap=self._cap(), since=self._since)
        return session

    def _cap(self) -> int | None:
        return None if self._budget is None else nano_dollars(self._budget)

    async def _watched(self, index: int, session: str) -> SessionState:
        """Print every stage until the session stops running here."""
        state, told = SessionState(), 0
        following = asyncio.create_task(self._app.runner.ended(session))
        batches = follow(self._app.transcript, session)
        try:
            while not following.done():
                step = asyncio.ensure_future(anext(batches, None))
                await asyncio.wait([step, following], return_when=asyncio.FIRST_COMPLETED)
                if not step.done():
                    step.cancel()
                    await asyncio.gather(step, return_exceptions=True)
                    break
                batch = step.result()
                if batch is None:
                    break
                state = _folded(state, batch)
                for stage in state.entered[told:]:
                    self._tell(
                        index,
                        f"stage {state.entered.index(stage) + 1} of {len(state.stages)}: {stage_title(stage).lower()}",
                    )
                told = len(state.entered)
            await following
        finally:
            await batches.aclose()  # type: ignore[attr-defined]  # a generator despite its type
        return await self._state(session)

    async def _state(self, session: str) -> SessionState:
        return state_of(await self._app.transcript.read(session))

    def _keep(self, entry: Entry) -> None:
        self.run = self.run.with_entry(entry)
        keep_run(self._folder, self.run)

    def _tell(self, index: int, what: str) -> None:
        if not self._quiet:
            say(f"[{index}/{len(self._puts)}] {what}", err=True)


def told_together(lines: Sequence[str]) -> str:
    """Join several problems of one result."""
    return "; ".join(line.rstrip(".") for line in lines) + "."


def tell_how(asked: QuestionResult) -> str:
    """Return how a question ended, in a word or two."""
    if asked.state is None:
        return OUTCOMES.get(asked.outcome, "failed" if asked.trouble else "not begun")
    verdict = asked.state.verdict
    if verdict is not None and verdict.ruling is not None:
        certainty = f" ({verdict.ruling.certainty})" if verdict.ruling.certainty else ""
        withheld = ", withheld" if verdict.text is None else ""
        return f"{verdict.ruling.verdict_class}{certainty}{withheld}{_mark(asked)}"
    return OUTCOMES.get(asked.outcome, asked.outcome) + _mark(asked)


def _mark(asked: QuestionResult) -> str:
    return ", degraded" if asked.degraded and asked.outcome in FINISHED else ""


def _never_judged(state: SessionState) -> bool:
    """Return whether nothing was ruled because no scores were readable, or because an office's calls failed and an
    older version recorded a withheld verdict."""
    verdict, offices = state.verdict, {seat.id for seat in state.offices}
    if verdict is None or verdict.outcome != "inconclusive" or verdict.ruling is not None:
        return False
    unjudged = registry.files_of(state.protocol).unjudged
    if unjudged is not None and unjudged(state) and any(lost.seat in offices for lost in verdict.missing):
        return True
    judges = {lost.seat for lost in verdict.missing if lost.failed not in ("spoiled", "abstained")} & offices
    heard = {move.seat for move in state.moves.values() if move.state == "spoke"}
    return bool(judges) and not judges & heard


def _folded(state: SessionState, batch: Sequence[Event | Signal]) -> SessionState:
    for item in batch:
        if isinstance(item, Event) and item.seq > state.seq:
            state = fold(state, item)
    return state


def _asked(
    index: int, put: QueuedQuestion, state: SessionState, *, kept: bool = False, again: SessionState | None = None
) -> QuestionResult:
    """Return a question's result from its session; `again` is the session of a failed retry."""
    outcome = outcome_of(state)
    over = state.verdict is not None and not _never_judged(state)
    trouble = "" if over else state.message or f"It is {OUTCOMES.get(outcome, outcome)}."
    if state.verdict is not None and not over:
        why = [] if again is None else [AGAIN_FAILED.format(again.message or OUTCOMES[outcome_of(again)])]
        trouble = told_together([state.verdict.reason or "Nobody judged it.", *_lacks(state), *why])
        # the exit code depends on the outcome of this attempt
        outcome = outcome_of(again) if again is not None and outcome_of(again) in NOT_TRIED else outcome
    return QuestionResult(
        index=index,
        question=put.text,
        session=state.session,
        outcome=outcome,
        trouble=trouble,
        remedy=""
        if over
        else " ".join(
            [
                *(f"{line}." for line in mends(state)),
                AGAIN.format(" with a larger --budget" if outcome == "out_of_budget" else ""),
            ]
        ),
        degraded=_lacks(state),
        state=state,
        kept=kept,
    )


def _lacks(state: SessionState) -> tuple[str, ...]:
    names = state.names()
    return tuple(in_names(line, names) for line in degraded_of(state))


def _told(state: SessionState) -> str:
    how = tell_how(QuestionResult(index=0, question="", outcome=outcome_of(state), degraded=_lacks(state), state=state))
    why = f": {one_line(state.message, 200)}" if state.verdict is None and state.message else ""
    return f"{how}{why} · {seconds(state.t / 1000)} · {money(state.cost, state.cost_known, state.presumed)}"
