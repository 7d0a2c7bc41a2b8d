"""How is a study run? Each cell in a session of its own, several at once, under one budget of the whole.

What is finished is not asked again, what was stopped or interrupted is resumed, and a fork waits for the session it is
made of. A cell's session is opened under an idempotency key, so that a process that dies before it wrote the session
down is given the same one. Every session is capped by its share of what is left, so the whole never costs more; where
a share begins no session, fewer run at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from moot.errors import MootError, OutOfBudget, SessionBusy
from moot.floor.calls.budget import nano_dollars
from moot.house import House
from moot.house.studies.causes import (
    FAILED_BEFORE,
    ITS_SHARE,
    LARGER,
    ONLY_AGAIN,
    STOPPED,
    Brake,
    CellFate,
    causes_of,
    short_of,
)
from moot.house.studies.seating import changes_of, seated_as, seated_of, sitting_of
from moot.library.corpora.corpus import Corpus
from moot.library.corpora.studies.progress import CellPut, LeftCause, Progress
from moot.library.corpora.studies.study import DOOR, NO_CORPUS, Cell, cells_of, source_of
from moot.sessions.fork import Changes
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import StudyCost
from moot.transcripts.transcript import Once
from moot.vocabulary.councils import Council


class _Poor(NamedTuple):
    """What could not be begun under an arm for want of money, when nobody could give any back: no longer question is
    looked at after it."""

    length: int
    """How long the question is."""
    fate: CellFate
    """What became of it."""


class StudyRun:
    """One run over the cells that are not finished."""

    def __init__(
        self, house: House, progress: Progress, corpus: Corpus, *, at_once: int, told: Callable[[Cell], None]
    ) -> None:
        self.progress, self.fates = progress, dict[Cell, CellFate]()
        self.spent, self._promised = 0, dict[Cell, int]()
        self._kept, self._house, self._corpus = house.studies, house, corpus
        self._at_once, self._told = at_once, told
        self._turn = asyncio.Semaphore(at_once)
        self._given_back = asyncio.Event()
        self._seating = asyncio.Lock()
        self._done: dict[Cell, asyncio.Event] = {}
        self._costs: dict[str, int] = {}
        self._running: set[str] = set()
        self._poor: dict[str, _Poor] = {}
        self._brake = Brake()
        self._stopping = False
        self.interrupted = False
        self.todo: tuple[Cell, ...] = ()
        """Cells that this run brings on; how the others stood when it began is kept."""

    @property
    def cells(self) -> list[Cell]:
        """Every cell of the study."""
        return list(cells_of(self.progress.study, self.progress.questions))

    async def run(self, again: Sequence[Cell] = (), stop: asyncio.Event | None = None) -> None:
        """Brings every cell to its end that has none; with `again` these alone, each asked once more where something
        failed in it. Once `stop` is set, what runs is stopped and nothing more is begun."""
        self._costs = await self._kept.studies.session_costs(self.progress.id)
        self.spent = sum(self._costs.values())
        await self._look_over(frozenset(again))
        tasks = [asyncio.create_task(self._one(cell, bool(again))) for cell in self.todo]
        try:
            await self._until_whole(tasks, stop or asyncio.Event())
        finally:
            for task in tasks:  # whoever runs it leaves: its sessions are parked by the house
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_over(self, again: Collection[Cell]) -> None:
        """Settles how every cell stands, and which of them are brought on."""
        cells = self.cells
        found = await self._kept.studies.fates(list(self.progress.cells.values()))
        self._done = {cell: asyncio.Event() for cell in cells}
        todo = []
        for cell in cells:
            fate = found.get(self.progress.cells.get(cell, ""))
            state = fate.state if fate is not None else "left"
            why = ""
            if cell in again or not (again or state in (*FINISHED, "failed")):
                todo.append(cell)
            else:
                why = FAILED_BEFORE if state == "failed" else "" if state in FINISHED else ONLY_AGAIN
                self._done[cell].set()
            degraded = fate is not None and bool(fate.degraded) and state in FINISHED
            self.fates[cell] = CellFate(state=state, degraded=degraded, why=why)
        self.todo = tuple(todo)

    def causes(self) -> tuple[LeftCause, ...]:
        """Why cells are left, whatever left most of them first."""
        return causes_of(self.fates.values())

    async def _until_whole(self, tasks: Sequence[asyncio.Task[None]], stop: asyncio.Event) -> None:
        whole: asyncio.Future[object] = asyncio.ensure_future(asyncio.wait(tasks)) if tasks else _nothing()
        pressed: asyncio.Future[object] = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait([whole, pressed], return_when=asyncio.FIRST_COMPLETED)
            if not whole.done():
                self._stopping = self.interrupted = True
                for session in list(self._running):
                    with contextlib.suppress(MootError):
                        await self._house.runner.stop(session)
            await asyncio.gather(*tasks)
        finally:
            pressed.cancel()
            whole.cancel()

    async def _one(self, cell: Cell, again: bool) -> None:
        try:
            arm = self.progress.study.arm(cell.arm)
            if arm.of:
                self.fates[cell] = CellFate(state="waiting")
                await self._done[source_of(self.progress.study, arm, cell)].wait()
            async with self._turn:
                await self._brought_on(cell, again)
        except MootError as error:
            state = "out_of_budget" if isinstance(error, OutOfBudget) else await self._stands(cell)
            self.fates[cell] = CellFate(state=state, why=f"{error.message} {error.remedy}")
        finally:
            self._promised.pop(cell, None)
            self._given_back.set()
            self._done[cell].set()
            self._told(cell)

    async def _stands(self, cell: Cell) -> str:
        """How the store has a cell that something kept from being asked: one without a session has not failed, it is
        left."""
        session = self.progress.cells.get(cell)
        fate = (await self._kept.studies.fates([session])).get(session) if session else None
        return fate.state if fate is not None else "left"

    async def _brought_on(self, cell: Cell, again: bool) -> None:
        session = self.progress.cells.get(cell)
        fate = (await self._kept.studies.fates([session])).get(session) if session else None
        if session is None or fate is None:
            if self._ends:
                self.fates[cell] = self._not_begun()
                return
            if not await self._can_be_forked(cell):
                self.fates[cell] = CellFate(state="left", why="The session it is made of has no result.")
                return
            if self.progress.study.corpus == NO_CORPUS and not self.progress.study.arm(cell.arm).of:
                self.fates[cell] = CellFate(state="left", why="It is of a run, which asks it itself.")
                return
            if (poor := self._poor.get(cell.arm)) is not None and self._length(cell) >= poor.length:
                self.fates[cell] = poor.fate
                return
            try:
                cap = await self._cap(cell, least=await self._least(cell))
            except OutOfBudget as error:
                poor = _Poor(self._length(cell), CellFate(state="out_of_budget", why=f"{error.message} {error.remedy}"))
                self.fates[cell] = poor.fate
                self._poor[cell.arm] = min(poor, self._poor.get(cell.arm, poor), key=lambda each: each.length)
                return
            if self._ends:  # while it waited for its share
                self.fates[cell] = self._not_begun()
                return
            session = await self._put(cell, cap)
        elif self._brake.why and not self._stopping and session not in self._house.runner.running:
            self.fates[cell] = self._not_begun(fate.state)
            return
        elif again and not self._stopping:
            session = await self._retried(cell, session)
        if session not in self._house.runner.running and not await self._taken_up(cell, session):
            return
        self.fates[cell] = CellFate(state="running")
        self._running.add(session)
        try:
            if self._stopping:  # it was opened while the others were being stopped
                await self._house.runner.stop(session)
            await self._house.runner.ended(session)
        finally:
            self._running.discard(session)
        now = (await self._kept.studies.fates([session]))[session]
        if now.state in FINISHED and (item := self._corpus.item(cell.item)) is not None:
            await self._kept.keep_result(self.progress, cell, item)
        self._settle(cell, now.state, now.degraded, now.spent, session)
        if now.state not in FINISHED:
            why = await self._kept.why_failed(session)
            why = f"{ITS_SHARE} {why}" if now.state == "out_of_budget" and self.progress.study.budget else why
            self.fates[cell] = replace(self.fates[cell], why=why)
        self._brake.ended(now.state, self.fates[cell].why)

    @property
    def _ends(self) -> bool:
        """Whether nothing more is begun."""
        return self._stopping or bool(self._brake.why)

    def _not_begun(self, state: str = "left") -> CellFate:
        return CellFate(state=state, why=STOPPED if self._stopping else self._brake.why)

    async def _taken_up(self, cell: Cell, session: str) -> bool:
        """Whether a session that does not run here goes on here now: one that was finished is left as it is. A process
        that died between opening a session and writing it down has left one that is met here for the first time."""
        fate = (await self._kept.studies.fates([session]))[session]
        if fate.state in (*FINISHED, "failed"):
            self._settle(cell, fate.state, fate.degraded, fate.spent, session)
            return False
        cap = await self._cap(cell, already=self._costs.get(session, fate.spent))
        if self._stopping:  # while it waited for its share
            self.fates[cell] = CellFate(state=fate.state)
            return False
        try:
            await self._house.runner.resume(session, cap=cap)
        except SessionBusy as error:  # by `moot sessions resume`, say; a study has one process at a time
            self.fates[cell] = CellFate(state="running", why=error.message)
            return False
        return True

    def _settle(self, cell: Cell, state: str, degraded: int, spent: int, session: str) -> None:
        self.spent += spent - self._costs.get(session, 0)
        self._costs[session] = spent
        self.fates[cell] = CellFate(state=state, degraded=bool(degraded) and state in FINISHED)

    async def _can_be_forked(self, cell: Cell) -> bool:
        """Whether the session a cell is made of has a result; what is made of none needs none."""
        arm = self.progress.study.arm(cell.arm)
        if not arm.of:
            return True
        source = self.progress.cells.get(source_of(self.progress.study, arm, cell))
        fate = (await self._kept.studies.fates([source])).get(source) if source else None
        return fate is not None and fate.state in FINISHED

    async def _put(self, cell: Cell, cap: int | None) -> str:
        """Opens a cell's first session, or forks the one it is made of."""
        study = self.progress.study
        arm, item = study.arm(cell.arm), self._corpus.item(cell.item)
        assert item is not None
        attempt = self.progress.attempts.get(cell, 0) + 1
        name = f"study:{self.progress.id}:{cell.key}#{attempt}"
        # The digest it was opened with: an arm or a budget that came since must not make another session of this cell.
        once = Once(key=name, digest=self.progress.opened.digest[:32] if not arm.of else arm.of)
        if arm.of:
            source = self.progress.cells[source_of(study, arm, cell)]
            changes = changes_of(self._house, arm, cap)
            session = await self._house.runner.fork(source, changes, once=once, door=DOOR)
        else:
            council = await self._council(cell)
            session = await self._house.convene(
                self._corpus.question_of(item),
                council,
                options=arm.options,
                budget=None if cap is None else cap / 1e9,
                # A repeat is another sample: its lots are its own, and the same in every arm.
                seed=f"{study.seed}:{cell.item}:{cell.repeat}" if study.seed else None,
                door=DOOR,
                known=item.answer,
                once=once,
            )
        await self._write(cell, session, attempt)
        return session

    async def _council(self, cell: Cell) -> Council:
        """Who sits in a session of this cell: whoever sat in the first of its arm, whatever was set up since."""
        arm, item = self.progress.study.arm(cell.arm), self._corpus.item(cell.item)
        assert item is not None
        async with self._seating:
            council = (await sitting_of(self._house, arm, self._corpus, item)).council
            if arm.name not in self.progress.seated:
                first = await self._house.estimate(self._corpus.question_of(item), council, options=arm.options)
                fact = seated_of(arm, council, first.seats)
                await self._kept.add(self.progress.id, f"seated/{arm.name}", fact)
                self.progress = replace(self.progress, seated={**self.progress.seated, arm.name: fact})
            return seated_as(council, self.progress.seated[arm.name])

    async def _retried(self, cell: Cell, session: str) -> str:
        """A fork that asks again what failed."""
        attempt = self.progress.attempts.get(cell, 0) + 1
        once = Once(key=f"study:{self.progress.id}:{cell.key}#{attempt}", digest=session)
        changes = Changes(retry_failed=True, cap=await self._cap(cell))
        if self._stopping:
            return session
        fork = await self._house.runner.fork(session, changes, once=once, door=DOOR)
        await self._write(cell, fork, attempt)
        return fork

    async def _write(self, cell: Cell, session: str, attempt: int) -> None:
        fact = CellPut(arm=cell.arm, item=cell.item, repeat=cell.repeat, session=session)
        await self._kept.add(self.progress.id, f"cell/{cell.key}#{attempt}", fact)
        self.progress = replace(
            self.progress,
            cells={**self.progress.cells, cell: session},
            attempts={**self.progress.attempts, cell: attempt},
        )

    def _length(self, cell: Cell) -> int:
        item = self._corpus.item(cell.item)
        return len(self._corpus.question_of(item)) if item is not None else 0

    async def _least(self, cell: Cell) -> int:
        """The smallest budget its session is begun under; of a fork, and without a budget, it is not asked."""
        arm, item, budget = self.progress.study.arm(cell.arm), self._corpus.item(cell.item), self.progress.study.budget
        if arm.of or not budget:
            return 0
        assert item is not None
        question, council = self._corpus.question_of(item), await self._council(cell)
        return (await self._house.estimate(question, council, options=arm.options, budget=budget)).least or 0

    async def _cap(self, cell: Cell, *, already: int = 0, least: int = 0) -> int | None:
        """What this session may cost in all: its share of what is left, for as many as run at once. Where that is less
        than it takes to begin, it waits for what others give back, and takes all that is left then."""
        budget = self.progress.study.budget
        if budget is None:
            return None
        if budget == 0:  # then only what is free is asked
            return 0
        while True:
            self._given_back.clear()
            left = nano_dollars(budget) - self.spent - sum(self._promised.values())
            share = left // max(1, self._at_once - len(self._promised))
            if share < max(least, 1):
                share = left
            if share >= max(least, 1):
                break
            if not self._promised:
                cost = (await self._kept.studies.costs(self.progress.id)).get(self.progress.id, StudyCost())
                raise OutOfBudget(short_of(left, least, cost), LARGER)
            await self._given_back.wait()
        self._promised[cell] = share
        return share + already


def _nothing() -> asyncio.Future[object]:
    """What is over at once."""
    done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    done.set_result(None)
    return done
