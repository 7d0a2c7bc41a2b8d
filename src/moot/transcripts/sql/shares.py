"""Share sessions: anyone with the address of a share can read the session without signing in, until it ends.

A share's token is 32 random bytes; only its digest is stored, so that the store does not reveal it. A share shows the
events of one session and nothing else; deleting the session ends it. Tests: `tests/server/api/test_shares.py`.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import UTC, datetime
from hashlib import sha256

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Connection, Row, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from moot.errors import BadInput, Conflict, UnknownName
from moot.transcripts.sql.append import read_record
from moot.transcripts.sql.schema import shares
from moot.transcripts.sql.store import Store

BYTES = 32
LONGEST_TOKEN = 64
MOST_DAYS = 3650
MOST = 1000
"""Maximum number of shares that may exist at once."""
DAY = 86_400.0


class ShareTerms(Struct, frozen=True, kw_only=True):
    """Terms of a share: what visitors see of the session, and until when."""

    session: str
    """Id of the shared session."""
    hide_prompts: bool
    """Whether prompts and thinking are left out."""
    earlier: bool
    """Whether the earlier turns of the session's conversation are shown."""
    expires: str | None
    """Time at which the share ends by itself; null for never."""


class SessionShare(ShareTerms, frozen=True, kw_only=True):
    """A share of a session, which anyone with its address can read without signing in."""

    id: str = field(name="share")
    """Id of the share, used to end it; `share` in JSON."""
    created: str
    """When the share was created."""
    token: str = ""
    """Secret part of the address; returned only when the share is created, else empty."""
    address: str = ""
    """Path of the shared page on the server; returned only when the share is created, else empty."""


class ShareStore:
    """Creates, lists and ends shares, and finds them by their token."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self, session: str, *, days: int | None, hide_prompts: bool, earlier: bool = False
    ) -> SessionShare:
        """Create a share and return it with its address: whoever has the address can read the session for this many
        days, or until the share is ended."""
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise BadInput(f"A share cannot last {days} days.", f"Give 1 to {MOST_DAYS}, or none for no end.")
        token = secrets.token_urlsafe(BYTES)
        now = self._store.clock()
        row = {
            "id": secrets.token_hex(6),
            "session": session,
            "digest": _digest(token),
            "created": now,
            "expires": now + days * DAY if days is not None else None,
            "hide_prompts": hide_prompts,
            "earlier": earlier,
        }

        def work(connection: Connection) -> SessionShare:
            read_record(connection, session)
            connection.execute(delete(shares).where(shares.c.expires <= now))
            if connection.execute(select(func.count()).select_from(shares)).scalar_one() >= MOST:
                raise Conflict(f"{MOST:,} shares are open already.", "End some of them first.")
            connection.execute(insert(shares), row)
            return _share(connection.execute(select(shares).where(shares.c.id == row["id"])).one())

        made = await self._store.write(work)
        return replace(made, token=token, address=f"/share/{token}")

    async def list(self, session: str | None = None) -> list[SessionShare]:
        """Return the shares of a session, or of all sessions, that have not ended, newest first."""
        chosen = select(shares).order_by(shares.c.created.desc(), shares.c.id)
        if session is not None:
            chosen = chosen.where(shares.c.session == session)
        now = self._store.clock()
        return await self._store.read(
            lambda connection: [_share(row) for row in connection.execute(chosen) if not _is_over(row, now)]
        )

    async def end(self, share: str) -> None:
        """End a share at once, so that its address stops working."""

        def work(connection: Connection) -> None:
            if not connection.execute(delete(shares).where(shares.c.id == share)).rowcount:
                raise UnknownName("share", share, remedy="It may have ended already.")

        await self._store.write(work)

    async def opened_by(self, token: str) -> SessionShare | None:
        """Return the share to which a token belongs; `None` if the token is wrong or the share has ended."""
        if not 0 < len(token) <= LONGEST_TOKEN or not token.isascii():
            return None
        digest = _digest(token)
        found = select(shares).where(shares.c.digest == digest)
        row = await self._store.read(lambda connection: connection.execute(found).first())
        if row is None or not hmac.compare_digest(str(row.digest), digest) or _is_over(row, self._store.clock()):
            return None
        return _share(row)


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _is_over(row: Row[tuple[object, ...]], now: float) -> bool:
    expires: float | None = row._mapping["expires"]
    return expires is not None and expires <= now


def _share(row: Row[tuple[object, ...]]) -> SessionShare:
    read = row._mapping
    return SessionShare(
        id=read["id"],
        session=read["session"],
        created=_moment(read["created"]),
        expires=_moment(read["expires"]) if read["expires"] is not None else None,
        hide_prompts=bool(read["hide_prompts"]),
        earlier=bool(read["earlier"]),
    )


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
