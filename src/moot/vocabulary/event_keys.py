"""Keys of moves and their events: `STAGE[.ROUND]/SEAT[#ABOUT]`.

A move is settled under its bare key. Derived keys name its intents (`KEY~1`, `KEY~2`), failed attempts (`KEY~1!`),
sheet, ballot and a late answer. A repair is a move of its own (`KEY+repair`).
"""

from __future__ import annotations

from moot.errors import ProtocolWrong

OPENED = "opened"
VERDICT = "verdict"
ANSWER_NOW = "answer-now"

_ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-")


def checked(part: str) -> str:
    """Return a part of a key unchanged.

    Raises:
        ProtocolWrong: It is empty or contains other characters than `a-z 0-9 . -`.
    """
    if not part or not _ALLOWED.issuperset(part):
        raise ProtocolWrong(f"{part!r} cannot be part of a move's key; use only a-z, 0-9, '.' and '-'.")
    return part


def move(stage: str, seat: str, about: str | None = None) -> str:
    """Return the key of a move that asks a seat in a stage.

    Args:
        about: Subject of the move, if a seat is asked about several things.
    """
    key = f"{checked(stage)}/{checked(seat)}"
    return f"{key}#{checked(about)}" if about is not None else key


def finding(stage: str, name: str) -> str:
    """Return the key of a finding in a stage."""
    return f"{checked(stage)}/{checked(name)}"


def sources(stage: str) -> str:
    """Return the key of a search in a stage."""
    return finding(stage, "sources")


def stage(name: str) -> str:
    """Return the key of entering a stage."""
    return f"stage:{checked(name)}"


def intent(key: str, attempt: int) -> str:
    """Return the key of the intent to make an attempt."""
    return f"{key}~{attempt}"


def failure(key: str, attempt: int) -> str:
    """Return the key of the event for a failed attempt that is followed by a retry."""
    return f"{key}~{attempt}!"


def repair(key: str) -> str:
    """Return the key of the move that repairs a ballot."""
    return f"{key}+repair"


def sheet(key: str, name: str | None = None) -> str:
    """Return the key of a move's sheet, or of a further named sheet."""
    return f"{key}:sheet" if name is None else f"{key}:sheet-{checked(name)}"


def is_sheet(key: str) -> bool:
    """Return whether this is the key of a sheet."""
    return key.partition(":")[2].startswith("sheet")


def ballot(key: str) -> str:
    """Return the key of a move's ballot."""
    return f"{key}:ballot"


def late(key: str) -> str:
    """Return the key of an answer that arrived after its move was settled."""
    return f"{key}:late"


def stopped(number: int) -> str:
    """Return the key of the session's Nth stop."""
    return f"stopped.{number}"


def resumed(number: int) -> str:
    """Return the key of the session's Nth resumption."""
    return f"resumed.{number}"


def stage_of(key: str) -> str:
    """Return the stage of a move, finding, sheet or ballot, with its round."""
    return key.partition("/")[0]


def who_of(key: str) -> str:
    """Return the seat and subject of a move: the part of its key after the stage."""
    return move_of(key).partition("/")[2]


def move_of(key: str) -> str:
    """Return the bare key of the move behind an intent, attempt, sheet, ballot, repair or late answer."""
    return call_of(key).partition("+")[0]


def call_of(key: str) -> str:
    """Return the key of the move that a call belongs to; unlike `move_of`, a repair is a move of its own."""
    if key == OPENED or key.startswith("stage:"):
        return key
    for mark in ":~":
        key = key.partition(mark)[0]
    return key
