"""How does this server ask what is left of a study? In a task of its own, that whoever stops the study stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack

from moot.errors import Conflict, MootError, TooBusy
from moot.house.studies.additions import written_down
from moot.house.studies.running import StudyRun
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import Cell
from moot.server.shared import Hall

logger = logging.getLogger("moot.server")

AT_ONCE = 3
"""Sessions that run at the same time."""


async def ask_left(hall: Hall, before: Progress, larger: Progress | None = None, again: Sequence[Cell] = ()) -> None:
    """Has this server ask what is left, and `again` what failed; refused while it, or another process, does. What the
    study is `larger` by is written down once nobody else can ask it."""
    house, kept, progress = hall.house, hall.house.studies, larger or before
    await refuse_asked(hall, progress)
    stopping = hall.asking[progress.id] = asyncio.Event()
    run = StudyRun(house, progress, kept.corpus_of(progress), at_once=AT_ONCE, told=_nobody)
    held = AsyncExitStack()
    try:
        await held.enter_async_context(kept.run_of(progress, run.causes))
        await written_down(house, before, progress)
    except BaseException:
        hall.asking.pop(progress.id, None)
        await held.aclose()
        raise

    async def asked() -> None:
        try:
            async with held:
                await run.run(again, stop=stopping)
        except MootError as error:  # what keeps one session from running stands in the study's own table
            why = f"{error.message} {error.remedy}"
            logger.warning("The study %s is not asked any more. %s", progress.study.name, why)

    task = asyncio.create_task(asked(), name=f"study {progress.id}")
    task.add_done_callback(lambda _: hall.asking.pop(progress.id, None))
    hall.beside(task)


def _nobody(cell: Cell) -> None:
    """Pages read how far a study is from the store."""


async def refuse_asked(hall: Hall, progress: Progress) -> None:
    """Refuses to begin with a study that this server, or another process, asks now."""
    await hall.house.studies.refuse_another(progress)
    if progress.id in hall.asking:
        raise Conflict("This study is being asked by this server already.", "Wait until it ends, or stop it.")


def refuse_closing(hall: Hall) -> None:
    """Refuses to begin anything while the server stops."""
    if hall.closing:
        raise TooBusy("This server is stopping.", "Send it again in a moment.")
