"""Return one page of a session's events, after a number; the last page of an ended session also has a short summary."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.responses import Response

from moot.server.dependencies import Backend
from moot.server.watching.frames import ViewerFrame
from moot.transcripts.followers import is_ending
from moot.views.summary import gist_of
from moot.vocabulary.events import Event


async def event_page(
    backend: Backend, session: str, after: int, limit: int, shown: Callable[[Event], Event] | None = None
) -> Response:
    """Return a page of a session's events; `shown` filters the content of each."""
    page = await backend.app.transcript.read(session, after, limit)
    ended = len(page) < limit and (is_ending(page[-1]) if page else await _ended_at(backend, session, after))
    last = page[-1].seq if page else after
    gist = msgspec.json.encode(gist_of(await backend.state(session)) if ended else None)
    events = b",".join(ViewerFrame(shown(event) if shown is not None else event).json for event in page)
    more = len(page) == limit
    unheld = not more and not ended and (await backend.app.register.get(session)).state == "interrupted"
    body = b'{"session":%b,"events":[%b],"after":%d,"more":%b,"ended":%b,"interrupted":%b,"gist":%b}' % (
        msgspec.json.encode(session),
        events,
        last,
        _word(more),
        _word(ended),
        _word(unheld),
        gist,
    )
    return Response(body, media_type="application/json")


async def _ended_at(backend: Backend, session: str, after: int) -> bool:
    last = await backend.app.transcript.read(session, max(0, after - 1), 1)
    return bool(last) and is_ending(last[-1])


def _word(truth: bool) -> bytes:
    return b"true" if truth else b"false"
