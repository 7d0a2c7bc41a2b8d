"""Check whether a program is signed in, by its own command or its file of credentials. No model is asked."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from moot.errors import CallFailed
from moot.extensions.cli_seats.dialects import GeminiCli, dialect_of
from moot.extensions.cli_seats.running import Program
from moot.providers.public import Endpoint

WITHIN = 15.0
"""Seconds in which a program has to say whether it is signed in."""


async def is_signed_in(row: Endpoint) -> bool | None:
    """Return whether an endpoint's program is signed in; `None` if that cannot be determined without a call."""
    dialect = dialect_of(row.command)
    if dialect is GeminiCli:  # it has no such command, and may keep its credentials elsewhere
        home = Path(os.environ.get("GEMINI_CLI_HOME") or Path.home())
        return True if (home / ".gemini" / "oauth_creds.json").exists() else None
    if not dialect.status:
        return None
    try:
        async with asyncio.timeout(WITHIN), Program(row, dialect.status) as program:
            async for _ in program.lines():
                pass
    except (CallFailed, TimeoutError, OSError):
        return None
    return {0: True, 1: False}.get(-1 if program.code is None else program.code)
