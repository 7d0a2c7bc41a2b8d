"""Write export files in child processes, so that no other request waits for them.

At most `AT_ONCE` are written at a time; `MOST_WAITING` wait for their turn, and further clients get a Retry-After. A
client that disconnects cancels its file. A large file is sent in pieces, so that compressing it blocks nothing. Tested
by `tests/server/api/test_files_out.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from moot.errors import ServerOverloaded
from moot.exports.session_files import transcript_lines
from moot.exports.writing_process import PIECE, SMALL, FileRequest, WrittenFile, write, written_apart
from moot.vocabulary.events import Event

AT_ONCE = 2
MOST_WAITING = 16
WHOLE = 4 * PIECE
"""Maximum size in bytes of a file that is sent in one piece."""
GONE = 499
"""HTTP status, known from other servers' logs, of a response whose client has disconnected."""


class FilesOut:
    """Writes exported files in child processes, a few at a time. Each request waits for its file."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="moot-file")
        self.inside = 0
        """Requests for a file that have not been answered."""

    async def answer(
        self,
        request: Request,
        order: FileRequest,
        events: Callable[[], Awaitable[Sequence[Event]]],
        media_type: str,
        policy: str | None = None,
    ) -> Response:
        """Wait until an exported file is written, and return the response with the file. If the client disconnects,
        stop writing.

        Args:
            request: The request that waits for the file.
            order: Which file to write.
            events: Reads the session's events; called only when this file's turn has come.
            media_type: The file's media type.
            policy: Value of the header `Content-Security-Policy`, if it is to be sent.
        """
        made = await self._unless_left(request, self._in_turn(order, events))
        if made is None:
            return Response(status_code=GONE)
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
        if policy is not None:
            headers["Content-Security-Policy"] = policy
        data = made.data
        if len(data) <= WHOLE:
            return Response(data, headers=headers, media_type=media_type)
        return StreamingResponse(
            _pieces(data), headers={**headers, "Content-Length": str(len(data))}, media_type=media_type
        )

    def close(self) -> None:
        """Refuse to write further files, because the server is stopping."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _unless_left(self, request: Request, making: Awaitable[WrittenFile]) -> WrittenFile | None:
        work, left = asyncio.ensure_future(making), asyncio.ensure_future(_left(request))
        try:
            await asyncio.wait((work, left), return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else None
        finally:
            work.cancel()
            left.cancel()
            await asyncio.gather(work, left, return_exceptions=True)

    async def _in_turn(self, order: FileRequest, events: Callable[[], Awaitable[Sequence[Event]]]) -> WrittenFile:
        if self.inside >= AT_ONCE + MOST_WAITING:
            raise ServerOverloaded(
                f"{self.inside} files are being written or wait for their turn, which is as many as may."
            )
        self.inside += 1
        try:
            async with self._turns:
                read = await events()
                loop = asyncio.get_running_loop()
                lines = await loop.run_in_executor(self._threads, transcript_lines, read)
                if len(lines) <= SMALL:
                    return await loop.run_in_executor(self._threads, write, order, read)
                return await written_apart(order, lines)
        finally:
            self.inside -= 1


async def _left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _pieces(data: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(data), PIECE):
        yield data[at : at + PIECE]
        await asyncio.sleep(0)  # other tasks have their turn between two pieces, however fast the client reads
