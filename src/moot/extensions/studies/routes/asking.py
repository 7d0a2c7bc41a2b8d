"""Run a study in a task of this server, which a stop request ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack

from moot.errors import Conflict, MootError, TooBusy
from moot.extensions.studies.asking.additions import written_down
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import StudyCell
from moot.server.public import Backend

logger = logging.getLogger("moot.server")

AT_ONCE = 3
"""Maximum number of sessions that run at once."""


def asked_here(backend: Backend) -> dict[str, asyncio.Event]:
    """Create the empty registry of studies this server is running: study id to the event that stops it."""
    return {}


async def ask_left(
    backend: Backend, before: StudyProgress, larger: StudyProgress | None = None, again: Sequence[StudyCell] = ()
) -> None:
    """Run the remaining sessions of a study in this server, and ask again the failed requests of the cells in `again`.
    Raise if the study is being run already. Additions in `larger` (an arm, a budget) are stored first.
    """
    app, kept, progress = backend.app, studies_of(backend.app), larger or before
    await refuse_asked(backend, progress)
    stopping = backend.part(asked_here)[progress.id] = asyncio.Event()
    run = StudyRun(app, progress, kept.corpus_of(progress), at_once=AT_ONCE, told=_nobody)
    held = AsyncExitStack()
    try:
        await held.enter_async_context(kept.run_of(progress, run.ended))
        await written_down(app, before, progress)
    except BaseException:
        backend.part(asked_here).pop(progress.id, None)
        await held.aclose()
        raise

    async def asked() -> None:
        try:
            async with held:
                await run.run(again, stop=stopping)
        except MootError as error:  # errors of single sessions are in the study's own table
            why = f"{error.message} {error.remedy}"
            logger.warning("The study %s is not asked any more. %s", progress.study.name, why)

    task = asyncio.create_task(asked(), name=f"study {progress.id}")
    task.add_done_callback(lambda _: backend.part(asked_here).pop(progress.id, None))
    backend.beside(task)


def _nobody(cell: StudyCell) -> None:
    """Do nothing when a cell ends, since pages read progress from the store."""


async def refuse_asked(backend: Backend, progress: StudyProgress) -> None:
    """Raise if this server or another process runs the study."""
    await studies_of(backend.app).refuse_another(progress)
    if progress.id in backend.part(asked_here):
        raise Conflict("This study is being asked by this server already.", "Wait until it ends, or stop it.")


def refuse_closing(backend: Backend) -> None:
    """Raise if the server is stopping, so that it starts no study."""
    if backend.closing:
        raise TooBusy("This server is stopping.", "Send it again in a moment.")
