"""Why is no row of `llm`'s log lost when several programs end at the same moment? Because writing it is tried again.

`llm` (seen in 0.32 to 0.36) reads before it writes in one transaction; SQLite refuses the second of two that do so at
once without waiting, and the answer would be paid for and forgotten. What was refused is rolled back whole, so it can
be written again. This may go when `llm` begins its transaction with the intent to write.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Any

import llm

TRIES = 200
PAUSE = 0.05


def logged_in_spite_of_others(response: llm.Response | llm.AsyncResponse) -> None:
    """Gives this response, and the one `llm --async` logs in its place, a way into the log that waits for others."""
    _waits_for_others(response)
    if isinstance(response, llm.AsyncResponse):
        converted: Callable[[], Awaitable[llm.Response]] = response.to_sync_response

        async def to_sync_response() -> llm.Response:
            made = await converted()
            _waits_for_others(made)
            return made

        setattr(response, "to_sync_response", to_sync_response)  # noqa: B010


def _waits_for_others(response: llm.Response | llm.AsyncResponse) -> None:
    once: Callable[[Any], None] = response.log_to_db

    def log_to_db(db: Any) -> None:
        for tried in range(1, TRIES + 1):
            try:
                once(db)
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or tried == TRIES:
                    raise
                time.sleep(PAUSE)

    setattr(response, "log_to_db", log_to_db)  # noqa: B010  # types do not allow a method to be replaced
