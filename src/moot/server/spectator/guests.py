"""What may a page see that is trusted by its origin alone? Debates started to be watched, and no other session."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from moot.errors import UnknownName
from moot.server.admission.doors import GUEST
from moot.server.shared import Hall
from moot.transcripts.record import SPECTATOR


def is_guest(connection: HTTPConnection) -> bool:
    """Whether the request comes from such a page."""
    return bool(connection.scope.get(GUEST))


async def shown_to(connection: HTTPConnection, hall: Hall, session: str) -> str:
    """The whole id of a session that may be shown; to a guest, others do not exist."""
    whole = await hall.house.register.resolve(session)
    if is_guest(connection) and (await hall.house.register.get(whole)).door != SPECTATOR:
        raise UnknownName("session", session)
    return whole
