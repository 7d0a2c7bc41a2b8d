"""How do all sessions leave at once, and come back? As their transcripts, one after another, one event a line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from moot.errors import UnknownName
from moot.sessions.export import transcript_lines
from moot.sessions.register import MOST, Register
from moot.sessions.transcript import Transcript


async def archived(register: Register, transcript: Transcript) -> AsyncIterator[str]:
    """Each session's lines, oldest first; one that is deleted meanwhile is left out."""
    after = 0
    while True:
        page = await register.list(MOST, after=after)
        for listing in reversed(page):
            try:
                events = await transcript.read(listing.id)
            except UnknownName:
                continue
            yield await asyncio.to_thread(transcript_lines, events)
        if len(page) < MOST:
            return
        after = page[0].number


def transcripts_in(text: str) -> Iterator[str]:
    """The transcripts of an archive: each begins where an event says that it is the first."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and _begins(line):
            yield "\n".join(lines)
            lines = []
        if line.strip():
            lines.append(line)
    yield "\n".join(lines)


def _begins(line: str) -> bool:
    """Whether a line is a first event as they are written; what is odd in it is found when it is read."""
    return '"seq":1,' in line[:200]
