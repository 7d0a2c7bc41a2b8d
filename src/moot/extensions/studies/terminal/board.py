"""How far is a study? One table of arms: done, degraded, running, failed and left; drawn live, or a line a cell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING

from moot.cli.public import console, count, is_terminal, money, say, seconds
from moot.exports.public import cap_in_dollars, nano_dollars
from moot.extensions.studies.asking.causes import CellFate
from moot.extensions.studies.stats.standing import ArmCount, seconds_left
from moot.extensions.studies.study import Study, StudyCell

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

HEADS = ("arm", "done", "degraded", "running", "failed", "left")
A_SECOND = 4
"""Times a second the table is drawn."""


def counted(study: Study, fates: Mapping[StudyCell, CellFate]) -> list[ArmCount]:
    """Each arm's cells; degraded ones are among those that are done."""
    found = {arm.name: ArmCount(arm=arm.name) for arm in study.arms}
    for cell, fate in fates.items():
        found[cell.arm].add(fate.state, degraded=fate.degraded)
    return list(found.values())


def rows_of(counts: Sequence[ArmCount]) -> list[list[str]]:
    """The table's rows."""
    return [[c.arm, *(str(n) for n in (c.done, c.degraded, c.running, c.failed, c.left))] for c in counts]


def spent_line(budget: float | None, spent: int, pending: int = 0) -> str:
    """What was spent of what may be, and what may come to it."""
    of = f" of {money(nano_dollars(budget))}" if budget is not None else ""
    more = f" Up to {money(pending)} more may still be charged." if pending else ""
    if pending and budget is not None:
        more = (
            f" Up to {money(pending)} more may still be charged, for calls that run, failed or were cut off: it is "
            "held against the budget, and a larger one goes on with what is left."
        )
    return f"Spent: {money(spent)}{of}.{more}"


def held_line(study: str, budget: float | None, pending: float, *, runs: bool, enough: int | None = 0) -> str:
    """Until when money is held for calls whose end nobody knows, and what takes it up again: a budget that is larger by
    as much, or is `enough` for what is left, where that is more. Empty where none is held, while calls run, and where
    nothing is left that it could be kept from (`None`)."""
    if not pending or budget is None or runs or enough is None:
        return ""
    larger = max(enough, nano_dollars(budget) + nano_dollars(pending))
    return (
        "No service tells afterwards whether a call that was cut off was charged, so that stays held. Where its own "
        f"account shows that it was not, a larger budget asks what it kept back: moot study run {study[:8]} "
        f"--budget {cap_in_dollars(larger)}"
    )


def scripted_line(scripted: int, sessions: int) -> str:
    """That figures are not of models, or not of models alone."""
    which = "Every session was" if scripted == sessions else f"{scripted} of {count(sessions, 'session')} were"
    return f"{which} answered by scripted demo voices: figures of them say nothing of any model."


class LiveStudyTable(AbstractContextManager["LiveStudyTable"]):
    """The live table at a terminal; elsewhere a line for each cell that ended."""

    def __init__(
        self,
        study: Study,
        fates: Callable[[], Mapping[StudyCell, CellFate]],
        spent: Callable[[], int],
        todo: Callable[[], int],
        *,
        quiet: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._study, self._fates, self._spent, self._todo = study, fates, spent, todo
        self._quiet, self._clock = quiet, clock
        self._live: Live | None = None
        self._ended: list[float] = []
        self._said: set[str] = set()
        self._began = clock()

    def __enter__(self) -> LiveStudyTable:
        if not self._quiet and is_terminal(sys.stderr):
            from rich.live import Live  # only at a terminal

            self._live = Live(console=console(err=True), refresh_per_second=A_SECOND, get_renderable=self._drawn)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def told(self, cell: StudyCell) -> None:
        """A cell came to its end, or to no beginning."""
        self._ended.append(self._clock())
        if self._quiet or self._live is not None:
            return
        fate = self._fates()[cell]
        if fate.state in ("out_of_budget", "left") and fate.why in self._said:
            return  # nobody looks at a hundred questions that the same cause keeps from being asked
        self._said.add(fate.why)
        marks = ", degraded" if fate.degraded else ""
        say(f"[{len(self._ended)}/{self._todo()}] {cell.key}: {fate.state}{marks}"
            + (f": {fate.why}" if fate.why else ""), err=True)  # fmt: skip

    def left(self) -> float | None:
        """Seconds it may still take, by the median pace of cells that ended; `None` before three have."""
        return seconds_left(self._began, self._ended, self._todo() - len(self._ended))

    def _drawn(self) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", show_edge=False)
        for head in HEADS:
            table.add_column(head, justify="left" if head == "arm" else "right")
        for row in rows_of(counted(self._study, self._fates())):
            table.add_row(*row)
        left = self.left()
        table.caption = spent_line(self._study.budget, self._spent()) + (
            f" About {seconds(left)} left." if left else ""
        )
        return table
