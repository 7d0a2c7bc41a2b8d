"""Convert events and records to rows and back, with a checksum that is written and verified.

The invariant: what is read is what was written, or `StoreDamaged`. `tests/transcripts/sql/repair/test_damage.py` flips
bytes to test it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar, get_args
from zlib import crc32

import msgspec
from sqlalchemy import Row

from moot.errors import BadInput, StoreDamaged
from moot.transcripts.lease import LeaseHolder
from moot.transcripts.session_record import Reservation, SessionEntry
from moot.transcripts.transcript import State
from moot.transcripts.upcasts import body_from
from moot.vocabulary.events import CopyOrigin, Event
from moot.vocabulary.seats import MOST_SEATS, seat_ids

Values = dict[str, Any]
"""Values for the parameters of an SQL statement, by name."""

_encode = msgspec.json.Encoder().encode
_origin: Callable[[str], CopyOrigin] = msgspec.json.Decoder(CopyOrigin).decode
_holder: Callable[[str], LeaseHolder] = msgspec.json.Decoder(LeaseHolder).decode

RECORD_COLUMNS = SessionEntry.__struct_fields__
EVENT_COLUMNS = ("session", "seq", "key", "at", "t", "kind", "version", "origin", "body", "checksum")


def json_from(value: object, what: str) -> str:
    """Encode a value as JSON text. Raise `BadInput`, with `what` as the value's name, if that is impossible."""
    try:
        return _encode(value).decode()
    except (UnicodeEncodeError, msgspec.MsgspecError) as error:
        raise BadInput(f"{what} cannot be written down: {error}.") from error


def event_row(event: Event, body: str) -> Values:
    """Return an event as column values; `body` is its content as JSON."""
    origin = json_from(event.origin, event.key) if event.origin is not None else None
    head = (event.session, event.seq, event.key, event.at, event.t, event.kind, event.version, origin)
    return dict(zip(EVENT_COLUMNS, (*head, body, _checksum(head, body)), strict=True))


def event_from(row: Sequence[Any]) -> Event:
    """Return the event stored in a row with the columns `EVENT_COLUMNS`; raise if its checksum is wrong."""
    *head, body, checksum = row
    session, seq, key, at, t, kind, version, origin = head
    try:
        if checksum != _checksum(head, body):
            raise StoreDamaged(f"Event {seq} of session {session} is not what was written.")
        return Event(
            session=session,
            seq=seq,
            key=key,
            at=at,
            t=t,
            kind=kind,
            version=version,
            body=body_from(kind, version, body),
            origin=_origin(origin) if origin is not None else None,
        )
    except (TypeError, ValueError, AttributeError) as error:
        raise StoreDamaged(f"Event {seq!r} of session {session!r} cannot be read: {error}.") from error


def text_row(digest: str, words: str) -> Values:
    """Return a text as column values: its SHA-256, the text, and a checksum."""
    return {"digest": digest, "text": words, "checksum": crc32(words.encode(), crc32(digest.encode()))}


def text_from(row: Row[Any]) -> str:
    """Return the text stored in a row of the table `texts`; raise if its checksum is wrong."""
    digest, words, checksum = tuple(row)
    if not isinstance(words, str) or checksum != crc32(words.encode(), crc32(digest.encode())):
        raise StoreDamaged(f"The text {digest} is not what was written.")
    return words


def record_row(record: SessionEntry) -> Values:
    """Return a session's record as column values."""
    row = msgspec.structs.asdict(record)
    row["holder"] = json_from(record.holder, record.id) if record.holder is not None else None
    return row


Entry = TypeVar("Entry", bound=SessionEntry)


def record_from_row(row: Row[Any], kind: type[Entry], **others: Any) -> Entry:
    """Convert a named row of the table `sessions` to a record of the class `kind`, with further fields in `others`."""
    return record_from([row._mapping[name] for name in RECORD_COLUMNS], kind, **others)


def record_from(row: Sequence[Any], kind: type[Entry], **others: Any) -> Entry:
    """Convert a row with the columns `RECORD_COLUMNS` to a session's record of the class `kind`, with further fields in
    `others`."""
    values = dict(zip(RECORD_COLUMNS, row, strict=True))
    try:
        holder = values["holder"]
        values["holder"] = _holder(holder) if holder is not None else None
        values["scripted"] = bool(values["scripted"])
        record = kind(**values, **others)
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise StoreDamaged(f"The record of session {values.get('id')!r} cannot be read: {error}.") from error
    if record.state not in get_args(State):
        raise StoreDamaged(f"The record of session {record.id!r} has an unknown state, {record.state!r}.")
    return record


def reservation_row(session: str, key: str, one: Reservation) -> Values:
    """Return the money of one call as column values; `key` is that of the event that announced the call."""
    return {"session": session, "key": key, **msgspec.structs.asdict(one)}


class MoneyRow(NamedTuple):
    """A row of the table `money`: amount reserved for one call, or spent on it."""

    session: str
    """Id of the session."""
    key: str
    """Key of the event that announced the call."""
    money: Reservation
    """Amounts reserved for and spent on the call."""


def reservation_from(row: Sequence[Any]) -> MoneyRow:
    """Return the session, key and money of a call from a row of the table `money`."""
    session, key, reserved, spent, state, unknown, day = row
    return MoneyRow(
        session, key, Reservation(reserved=reserved, spent=spent, state=state, unknown=bool(unknown), day=day)
    )


def _checksum(head: Sequence[object], body: str) -> int:
    return crc32(body.encode(), crc32("".join([f"{each}\x1f" for each in head]).encode()))


def since(at: str, now: float) -> int:
    """Return the milliseconds from the time `at` (a text, perhaps written by another machine) to `now`; 0 if `at` is
    later than `now` or cannot be parsed."""
    with suppress(ValueError):  # an event may have an unreadable time
        then = datetime.fromisoformat(at)
        return max(0, int((now - then.replace(tzinfo=then.tzinfo or UTC).timestamp()) * 1000))
    return 0


def seated_in(members: str) -> dict[str, str]:
    """Return the model of each seat, by seat id, from the column `members` of a session's row."""
    models = members.split("\n") if members else []
    return dict(zip(seat_ids(min(len(models), MOST_SEATS)), models, strict=False))
