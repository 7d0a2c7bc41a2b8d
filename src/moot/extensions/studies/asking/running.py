"""Run a study: each cell in its own session, several at once, under one budget.

Finished cells are skipped, stopped or interrupted sessions resume, and a fork waits for its base session. A cell's
session is opened under an idempotency key, so a process that dies before storing the session gets the same one again.
Each session is limited to its share of the remaining budget, so the total stays within it; if a share is too small,
fewer run at once. A cell keeps its result until one at least as good replaces it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from moot.app import Application, Ask
from moot.errors import MootError, OutOfBudget, SessionBusy
from moot.exports.public import ForkChanges
from moot.extensions.studies.asking.causes import (
    FAILED_BEFORE,
    ITS_SHARE,
    ONLY_AGAIN,
    STOPPED,
    Brake,
    CellFate,
    causes_of,
    waiting_for,
)
from moot.extensions.studies.asking.judged_answers import answer_in, options_for
from moot.extensions.studies.asking.outdated_cells import can_be_forked, fails_itself, keeps_answers, with_forks
from moot.extensions.studies.asking.run_budget import RunBudget
from moot.extensions.studies.asking.seating import ArmSeats, changes_of
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.progress import CellPut, RunEnded, StudyProgress
from moot.extensions.studies.reports.holders import asked_there, begins_before, holder_of
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED, is_over
from moot.extensions.studies.study import StudyCell, cells_of, source_of
from moot.transcripts.public import Once, SessionFate


class StudyRun:
    """Runs the unfinished sessions of a study, several at once."""

    def __init__(
        self,
        app: Application,
        progress: StudyProgress,
        corpus: Corpus,
        *,
        at_once: int,
        told: Callable[[StudyCell], None] = lambda cell: None,
        items: Sequence[str] = (),
        each: float | None = None,
    ) -> None:
        """Prepare a run.

        Args:
            told: Called with each cell that ended or could not start.
            items: Run only these questions; all if empty.
            each: Budget of each session, in dollars, for a study without a budget of its own.
        """
        self.progress, self.fates = progress, dict[StudyCell, CellFate]()
        self._kept, self._app, self._corpus = studies_of(app), app, corpus
        self._told, self._since, self._items = told, app.runner.now(), items
        self._door, self._turn = progress.opened.door, asyncio.Semaphore(at_once)
        self._seats = ArmSeats(app, progress, corpus)
        self._done: dict[StudyCell, asyncio.Event] = {}
        self._shares = RunBudget(
            progress.study.budget,
            at_once,
            lambda: studies_of(app).cost_of(progress.id),
            each,
            {arm.name: arm.each for arm in progress.study.arms if arm.each is not None},
        )
        self._again: Collection[StudyCell] = ()
        self._running: set[str] = set()
        self._poor: dict[str, tuple[int, CellFate]] = {}
        """Length and state of the shortest question of each arm that the money left did not start."""
        self._brake = Brake()
        self._stopping = False
        self.interrupted = False
        self.todo: tuple[StudyCell, ...] = ()
        """Cells that this run works on; `fates` keeps the initial state of the others."""

    @property
    def spent(self) -> int:
        """Return what the study's sessions have cost so far, in nano-dollars, including amounts reserved for calls
        whose final cost is unknown.
        """
        return self._shares.spent

    @property
    def cells(self) -> list[StudyCell]:
        """Return every cell of the study, i.e. each question under each arm, once per repeat."""
        return list(cells_of(self.progress.study, self._items or self.progress.questions))

    async def run(
        self, again: Sequence[StudyCell] = (), stop: asyncio.Event | None = None, *, rest: bool = False
    ) -> None:
        """Run every unfinished cell until it ends.

        Args:
            again: Run only these cells, and ask again what failed in each.
            stop: Once set, running sessions are stopped and no further one starts.
            rest: Besides `again`, also run the other unfinished cells.
        """
        self._shares.begin(await self._kept.studies.session_costs(self.progress.id))
        await self._look_over(frozenset(again), rest=rest or not again)
        tasks = [asyncio.create_task(self._one(cell)) for cell in self.todo]
        try:
            await self._until_whole(tasks, stop or asyncio.Event())
        finally:
            for task in tasks:  # the caller leaves: the application parks its sessions
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_over(self, again: Collection[StudyCell], *, rest: bool) -> None:
        """Set the initial state of every cell, and select the cells to run."""
        cells, now = self.cells, self.progress
        found = await self._app.register.fates([*now.cells.values(), *(had[-1] for had in now.had.values())])
        self._done = {cell: asyncio.Event() for cell in cells}
        self._again = again
        followed = frozenset(with_forks(now, again))
        todo = dict[StudyCell, None]()
        for cell in cells:
            fate = found.get(now.cells.get(cell, ""))
            state = fate.state if fate is not None else "left"
            why = ""
            if cell in followed or (rest and (not is_over(state) or await self._unsettled(cell, todo, found))):
                todo[cell] = None
            else:
                why = FAILED_BEFORE if state == "failed" else "" if state in FINISHED else ONLY_AGAIN
                self._done[cell].set()
            degraded = fate is not None and bool(fate.degraded) and state in FINISHED
            self.fates[cell] = CellFate(state=state, degraded=degraded, why=why)
        self.todo = tuple(todo)

    async def _unsettled(self, cell: StudyCell, todo: Collection[StudyCell], found: Mapping[str, SessionFate]) -> bool:
        """Return whether a cell has more to run although it has a result: an unfinished retry, or a fork of answers
        that were or will be asked again.
        """
        study, had = self.progress.study, self.progress.had.get(cell, ())
        if had and (last := found.get(had[-1])) is not None and not is_over(last.state):
            return True
        arm = study.arm(cell.arm)
        if not arm.source or cell not in self.progress.cells:
            return False
        source = source_of(study, arm, cell)
        several = len(had) > 1 or len(self.progress.had.get(source, ())) > 1
        return source in todo or (
            several and not await keeps_answers(self._app, self.progress, cell, self.progress.cells[cell])
        )

    def ended(self, number: int) -> RunEnded:
        """Return the record to store at the end of run `number`: why sessions are left, and why some failed."""
        return RunEnded(number=number, left=causes_of(self.fates), failed=causes_of(self.fates, failed=True))

    async def _until_whole(self, tasks: Sequence[asyncio.Task[None]], stop: asyncio.Event) -> None:
        whole: asyncio.Future[object] = asyncio.ensure_future(asyncio.gather(*tasks, return_exceptions=True))
        pressed: asyncio.Future[object] = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait([whole, pressed], return_when=asyncio.FIRST_COMPLETED)
            if not whole.done():
                self._stopping = self.interrupted = True
                for session in list(self._running):
                    with contextlib.suppress(MootError):
                        await self._app.runner.stop(session)
            await asyncio.gather(*tasks)
        finally:
            pressed.cancel()

    async def _one(self, cell: StudyCell) -> None:
        try:
            arm = self.progress.study.arm(cell.arm)
            if arm.source:
                self.fates[cell] = CellFate(state="waiting")
                await self._done[source_of(self.progress.study, arm, cell)].wait()
            async with self._turn:
                await self._brought_on(cell)
        except MootError as error:
            state = "out_of_budget" if isinstance(error, OutOfBudget) else await self._state(cell)

            await self._stands(cell, CellFate(state=state, why=f"{error.message} {error.remedy}"))
        finally:
            self._shares.give_back(cell)
            self._done[cell].set()
            self._told(cell)

    async def _state(self, cell: StudyCell) -> str:
        """Return the stored state of the cell's session; `left` if it has none."""
        fate = await self._fate(self.progress.cells.get(cell))
        return fate.state if fate is not None else "left"

    async def _fate(self, session: str | None) -> SessionFate | None:
        return (await self._app.register.fates([session])).get(session) if session else None

    async def _stands(self, cell: StudyCell, came: CellFate) -> None:
        """Record the state of a cell after an attempt to run it. A cell that has a result keeps it, whatever the
        attempt came to.
        """
        held = await self._fate(self.progress.cells.get(cell))
        if held is None or held.state not in FINISHED:
            self.fates[cell] = came
            return
        self.fates[cell] = CellFate(
            state=held.state,
            degraded=bool(held.degraded),
            why=came.why if came.state != held.state else "",
            tried=came.state if came.state not in FINISHED else "",
        )

    async def _brought_on(self, cell: StudyCell) -> None:
        held = self.progress.cells.get(cell)
        fate = await self._fate(held)

        session = await (self._begun(cell) if held is None or fate is None else self._gone_on(cell, held, fate))
        if session is None or not (session in self._app.runner.running or await self._taken_up(cell, session)):
            return
        while True:
            now = await self._until_it_ends(cell, session)
            more = (
                await self._shares.more(cell, session, lambda: self._ends(cell))
                if now.state == "out_of_budget"
                else None
            )
            if more is None:
                break
            await self._app.runner.resume(session, cap=more, since=self._since)
        if now.state in FINISHED and (item := self._corpus.item(cell.item)) is not None:
            await self._kept.keep_result(self.progress, cell, item, session)
        why = ""
        if now.state not in FINISHED:
            why = await self._kept.why_failed(session)
            why = f"{ITS_SHARE} {why}" if now.state == "out_of_budget" and self.progress.study.budget else why
        await self._hold(cell)
        await self._stands(cell, CellFate(state=now.state, degraded=bool(now.degraded), why=why))
        self._brake.ended(cell.arm, now.state, why)

    async def _until_it_ends(self, cell: StudyCell, session: str) -> SessionFate:
        self.fates[cell] = CellFate(state="running")
        self._running.add(session)
        try:
            if self._stopping:  # it was opened while the others were being stopped
                await self._app.runner.stop(session)
            await self._app.runner.ended(session)
        finally:
            self._running.discard(session)
        now = (await self._app.register.fates([session]))[session]
        self._shares.counted(session, now.spent)
        return now

    async def _begun(self, cell: StudyCell) -> str | None:
        """Open the first session of a cell and return its id; `None` if none can start."""
        if (waiting := await self._waits(cell)) is not None:
            self.fates[cell] = waiting
        elif self._ends(cell):
            self.fates[cell] = self._not_begun(cell)
        elif (poor := self._poor.get(cell.arm)) is not None and self._length(cell) >= poor[0]:
            self.fates[cell] = poor[1]
        else:
            try:
                cap = await self._shares.share(cell, least=await self._seats.least(cell))
            except OutOfBudget as error:
                self.fates[cell] = CellFate(state="out_of_budget", why=f"{error.message} {error.remedy}")
                self._poor[cell.arm] = self._length(cell), self.fates[cell]
                return None
            if not self._ends(cell):
                return await self._put(cell, cap)
            self.fates[cell] = self._not_begun(cell)  # it was stopped while waiting for its share
        return None

    async def _gone_on(self, cell: StudyCell, held: str, fate: SessionFate) -> str | None:
        """Return the session in which a cell continues: its last unfinished session, a new fork if the session it forks
        was asked again, or a retry of what failed. `None` if there is nothing to do.
        """
        last = self.progress.had[cell][-1]
        at = last if last == held or await self._fate(last) is not None else held
        now = fate if at == held else await self._fate(at)
        assert now is not None
        if self._ends(cell) and at not in self._app.runner.running:
            await self._stands(cell, self._not_begun(cell, now.state))
        elif not is_over(now.state) and (waiting := await self._waits(cell)) is not None:
            await self._stands(cell, waiting)
        elif at not in self._app.runner.running and not await keeps_answers(self._app, self.progress, cell, at):
            return await self._forked_anew(cell)  # a started one too: its judge would be paid for discarded answers
        elif not is_over(now.state):
            return at
        elif cell in self._again:
            return await self._retried(cell, at)
        else:
            await self._stands(cell, CellFate(state=now.state))
        return None

    async def _forked_anew(self, cell: StudyCell) -> str | None:
        cap = await self._shares.share(cell)
        if self._stopping:
            await self._stands(cell, self._not_begun(cell, await self._state(cell)))
            return None
        return await self._put(cell, cap)

    def _ends(self, cell: StudyCell) -> bool:
        """Return whether no further session of the cell's arm is to start."""
        return self._stopping or bool(self._brake.why(cell.arm))

    def _not_begun(self, cell: StudyCell, state: str = "left") -> CellFate:
        return CellFate(state=state, why=STOPPED if self._stopping else self._brake.why(cell.arm))

    async def _taken_up(self, cell: StudyCell, session: str) -> bool:
        """Resume a session that does not run in this process, unless it has finished. Return whether it now runs here.
        This includes sessions that a process opened but did not record in the study before it died.
        """
        fate = (await self._app.register.fates([session]))[session]
        if is_over(fate.state):
            self._shares.counted(session, fate.spent)
            await self._hold(cell)
            await self._stands(cell, CellFate(state=fate.state, degraded=bool(fate.degraded)))
            return False
        cap = await self._shares.share(cell, already=self._shares.cost_of(session) or fate.spent)
        if self._stopping:  # while waiting for its share
            await self._stands(cell, CellFate(state=fate.state))
            return False
        try:
            await self._app.runner.resume(session, cap=cap, since=self._since)
        except SessionBusy as error:  # e.g. by `moot sessions resume`; a study has one process at a time
            self.fates[cell] = CellFate(state="running", why=error.message)
            return False
        return True

    async def _hold(self, cell: StudyCell) -> None:
        """Choose the session whose result counts for a cell, after one of the cell's sessions has ended."""
        had = self.progress.had.get(cell, ())
        if len(had) > 1:
            held = holder_of(had, await self._app.register.fates(had))
            self.progress = replace(self.progress, cells={**self.progress.cells, cell: held})

    async def _waits(self, cell: StudyCell) -> CellFate | None:
        """Return the state of a cell whose fork or judgement cannot be made yet; `None` if it need not wait.

        It waits if the session to fork or judge has no result, or if answers of that session are being asked again:
        forking now would pay for the cell's own calls twice.
        """
        arm = self.progress.study.arm(cell.arm)
        if not arm.source:
            return None
        base = self.fates[source_of(self.progress.study, arm, cell)]
        return (
            None
            if await can_be_forked(self._app, self.progress, cell) and not base.asked_again
            else waiting_for(arm.source, base)
        )

    async def _put(self, cell: StudyCell, cap: int | None) -> str:
        """Open the first session of a cell, from the beginning or as a fork, and return its id. `cap` is its budget in
        nano-dollars.
        """
        study = self.progress.study
        arm, item = study.arm(cell.arm), self._corpus.item(cell.item)
        assert item is not None
        attempt = len(self.progress.had.get(cell, ())) + 1
        name = f"study:{self.progress.id}:{cell.key}#{attempt}"
        # The digest at opening: a later arm or budget must not open a second session for this cell.
        once = Once(key=name, digest=arm.source or self.progress.opened.digest[:32])
        source = self.progress.cells[source_of(study, arm, cell)] if arm.source else ""
        if arm.of:
            changes = changes_of(self._app, arm, cap)
            session = await self._app.runner.fork(source, changes, once=once, door=self._door, since=self._since)
        else:
            council = await self._seats.council(cell)
            session = await self._app.convene(
                Ask(
                    question=self._corpus.question_of(item),
                    council=council,
                    options={
                        **options_for(arm, item, source),
                        **({"answer": await answer_in(self._app, source, arm)} if arm.judges else {}),
                    },
                    budget=None if cap is None else cap / 1e9,
                    seed=f"{study.seed}:{cell.item}:{cell.repeat}" if study.seed else None,
                    history=item.history or None,
                    door=self._door,
                    known="" if arm.judges else item.answer,
                ),
                once=once,
                since=self._since,
            )
        await self._write(cell, session, attempt)
        return session

    async def _retried(self, cell: StudyCell, session: str) -> str | None:
        """Fork a cell's session to ask again what failed in it, and return the fork's id.

        Failures in answers that the session reused from another arm are asked again in that arm; then `None` is
        returned.
        """
        attempt = len(self.progress.had.get(cell, ())) + 1
        once = Once(key=f"study:{self.progress.id}:{cell.key}#{attempt}", digest=session)
        arm, changes = self.progress.study.arm(cell.arm), ForkChanges(retry_failed=True)
        if arm.of:
            opened = (await self._app.runner.would_fork(session, changes)).opened
            if opened.fork is not None and begins_before(opened.stages, opened.fork.stage, arm.stage):
                settled = not self.fates[source_of(self.progress.study, arm, cell)].asked_again
                itself = await fails_itself(self._app.transcript, session, arm.stage)
                if settled and itself:
                    return await self._forked_anew(cell)
                state, why = await self._state(cell), asked_there(arm.of)
                self.fates[cell] = CellFate(state=state, degraded=state in FINISHED, why=why)
                return None
        cap = await self._shares.share(cell)
        if self._stopping:
            await self._stands(cell, self._not_begun(cell, await self._state(cell)))
            return None
        changes = replace(changes, cap=cap)
        fork = await self._app.runner.fork(session, changes, once=once, door=self._door, since=self._since)
        await self._write(cell, fork, attempt)
        return fork

    async def _write(self, cell: StudyCell, session: str, attempt: int) -> None:
        fact = CellPut(arm=cell.arm, item=cell.item, repeat=cell.repeat, session=session)
        await self._kept.add(self.progress.id, f"cell/{cell.key}#{attempt}", fact)
        had = {**self.progress.had, cell: (*self.progress.had.get(cell, ()), session)}
        self.progress = replace(self.progress, had=had, cells={cell: session, **self.progress.cells})
        await self._hold(cell)

    def _length(self, cell: StudyCell) -> int:
        item = self._corpus.item(cell.item)
        return len(self._corpus.question_of(item)) if item is not None else 0
