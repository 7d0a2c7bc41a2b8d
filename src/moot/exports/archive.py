"""Write and read an archive of all sessions: their transcripts, one after another, one event per line.

A session whose events cannot be read is left out; the last line then names those, and a reader of the archive skips
that line.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec
from msgspec import Struct

from moot.egress.signing import Signer
from moot.errors import StoreUnusable, UnknownName
from moot.exports.session_files import sealed_lines
from moot.sessions.verdict_check import doubt_of
from moot.transcripts.seals import LEFT_OUT
from moot.transcripts.sql.register import MOST, Register
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import Event


class ArchiveEntry(Struct, frozen=True, kw_only=True):
    """One session's transcript in an archive. If the archive leaves the session out, the reason why."""

    session: str
    """Id of the session."""
    lines: str = ""
    """Events of the session, one per line; empty if it is left out."""
    trouble: str = ""
    """Why the session cannot be read and is left out; empty if it is included."""
    doubt: str = ""
    """How the verdict disagrees with its digest, although the session is included; empty if it agrees."""


async def archived(
    register: Register, transcript: Transcript, signer: Signer | None = None
) -> AsyncIterator[ArchiveEntry]:
    """Yield the archive's entry for each stored session, oldest first.

    A session that is deleted while the archive is written is skipped. With a `signer`, transcripts are signed.
    """
    after = 0
    while True:
        page = await register.list(MOST, after=after)
        for listing in reversed(page):
            try:
                events = await transcript.read(listing.id)
            except UnknownName:
                continue
            except StoreUnusable as error:
                yield ArchiveEntry(session=listing.id, trouble=error.message)
            else:
                lines, doubt = await asyncio.to_thread(_leaving, events, signer)
                yield ArchiveEntry(session=listing.id, lines=lines, doubt=doubt)
        if len(page) < MOST:
            return
        after = page[0].number


async def archive_lines(register: Register, transcript: Transcript, signer: Signer | None = None) -> AsyncIterator[str]:
    """Yield the text of an archive of all sessions, one transcript at a time, then a line that names the sessions left
    out.
    """
    missing: list[str] = []
    async for leaving in archived(register, transcript, signer):
        if leaving.trouble:
            missing.append(leaving.session)
        else:
            yield leaving.lines
    if missing:
        yield left_out(missing)


def _leaving(events: Sequence[Event], signer: Signer | None) -> tuple[str, str]:
    return sealed_lines(events, signer), doubt_of(events)


def left_out(sessions: list[str]) -> str:
    """Return the archive's last line, which names the sessions that it leaves out."""
    return LEFT_OUT + msgspec.json.encode(sessions).decode() + "}\n"


def transcripts_in(text: str) -> Iterator[str]:
    """Yield the text of each transcript in an archive. An event with the number 1 begins a new transcript."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and _begins(line):
            yield "\n".join(lines)
            lines = []
        if line.strip():
            lines.append(line)
    yield "\n".join(lines)


def _begins(line: str) -> bool:
    """Return whether a line seems to be the first event of a transcript. Whether the line is valid is checked later."""
    return '"seq":1,' in line[:200]
