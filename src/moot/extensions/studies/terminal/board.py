"""Print a study's progress as a table of arms (done, degraded, running, failed, left), live or one line per cell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TYPE_CHECKING

from moot.cli.public import console, count, is_terminal, money, say, seconds
from moot.exports.public import nano_dollars
from moot.extensions.studies.asking.causes import CellFate
from moot.extensions.studies.stats.standing import ArmCount, count_cells, seconds_left
from moot.extensions.studies.study import Study, StudyCell

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

HEADS = ("arm", "done", "degraded", "running", "failed", "left")
A_SECOND = 4
"""Number of redraws per second."""


def counted(study: Study, fates: Mapping[StudyCell, CellFate]) -> list[ArmCount]:
    """Count the cells (questions) of each arm by state. Degraded ones are also counted as done."""
    cells = ((cell.arm, fate.state, fate.degraded) for cell, fate in fates.items())
    return list(count_cells([arm.name for arm in study.arms], cells).values())


def rows_of(counts: Sequence[ArmCount]) -> list[list[str]]:
    """Return the rows of the progress table, one per arm."""
    return [[c.arm, *(str(n) for n in (c.done, c.degraded, c.running, c.failed, c.left))] for c in counts]


def spent_line(budget: float | None, spent: int, pending: int = 0) -> str:
    """Return a line that says how much of which budget was spent, and how much may still be charged (`pending`)."""
    of = f" of {money(nano_dollars(budget))}" if budget is not None else ""
    more = f" Up to {money(pending)} more may still be charged." if pending else ""
    if pending and budget is not None:
        more = (
            f" Up to {money(pending)} more may still be charged, for calls that run, failed or were cut off: it is "
            "held against the budget, and a larger one goes on with what is left."
        )
    return f"Spent: {money(spent)}{of}.{more}"


def scripted_line(scripted: int, sessions: int) -> str:
    """Return the note that some or all sessions were answered by demo voices."""
    which = "Every session was" if scripted == sessions else f"{scripted} of {count(sessions, 'session')} were"
    return f"{which} answered by scripted demo voices: figures of them say nothing of any model."


class LiveStudyTable(AbstractContextManager["LiveStudyTable"]):
    """Table of a study's progress that is redrawn in a terminal. If the output is no terminal, it prints a line per
    ended session.
    """

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
        """Show that a session of this cell ended or could not start: redraw the table, or print a line if the output is
        no terminal.
        """
        self._ended.append(self._clock())
        if self._quiet or self._live is not None:
            return
        fate = self._fates()[cell]
        if fate.state in ("out_of_budget", "left") and fate.why in self._said:
            return  # do not list a hundred questions that one reason prevents
        self._said.add(fate.why)
        marks = ", degraded" if fate.degraded else ""
        say(f"[{len(self._ended)}/{self._todo()}] {cell.key}: {fate.state}{marks}"
            + (f": {fate.why}" if fate.why else ""), err=True)  # fmt: skip

    def left(self) -> float | None:
        """Estimate the remaining seconds from the median pace of ended cells; `None` until three have ended."""
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
