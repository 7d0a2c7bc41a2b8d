"""Is a session's report written by itself when it ends? Where a folder is set, and never at the session's expense.

A folder that is gone, full or closed is told in the log, with what to do; the report can be written later all the same
(`moot sessions report`). Held by `tests/exports/delivery/test_report_folder.py`.
"""

from __future__ import annotations

import asyncio
import logging
import shlex

from moot.errors import BadInput, MootError
from moot.protocols import registry
from moot.settings import expanded
from moot.transcripts.transcript import Transcript
from moot.vocabulary.state import state_of

logger = logging.getLogger("moot.reports")


async def kept_by_itself(transcript: Transcript, session: str, named: str) -> None:
    """Writes the report of a session that has ended with one, into the folder that is named, if any is."""
    if not named:
        return
    from moot.exports.reports import write_report  # brings ways of writing along, which asking never needs

    try:
        state = state_of(await transcript.read(session))
        if state.verdict is None or not registry.files_of(state.protocol).reports:
            return
        folder = expanded(named)
        if not folder.is_dir():
            raise BadInput(f"{folder} is no folder.", "Make it, or change the setting `report_folder`.")
        await asyncio.to_thread(write_report, state, folder)
    except (MootError, OSError) as error:
        why = f"{error.message} {error.remedy}".strip() if isinstance(error, MootError) else f"{error}."
        later = shlex.join(["moot", "sessions", "report", session[:8], "--dir", named])
        logger.warning("The report of session %s was not written: %s Later: %s", session[:8], why, later)
