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
    """Return a part of a key unchanged, if its characters are allowed.

    Raises:
        ProtocolWrong: It is empty or contains other characters than `a-z 0-9 . -`.
    """
    if not part or not _ALLOWED.issuperset(part):
        raise ProtocolWrong(f"{part!r} cannot be part of a move's key; use only a-z, 0-9, '.' and '-'.")
    return part


def move(stage: str, seat: str, about: str | None = None) -> str:
    """Return the key of one request to a seat in a stage (a move): `STAGE/SEAT`, or `STAGE/SEAT#ABOUT`.

    Args:
        about: Subject of the move, if a seat is asked about several things.
    """
    key = f"{checked(stage)}/{checked(seat)}"
    return f"{key}#{checked(about)}" if about is not None else key


def finding(stage: str, name: str) -> str:
    """Return the key under which a stage's result of this name (a finding) is recorded: `STAGE/NAME`."""
    return f"{checked(stage)}/{checked(name)}"


def sources(stage: str) -> str:
    """Return the key of the search results of a stage: `STAGE/sources`."""
    return finding(stage, "sources")


def stage(name: str) -> str:
    """Return the key of the event that a stage was entered: `stage:NAME`."""
    return f"stage:{checked(name)}"


def intent(key: str, attempt: int) -> str:
    """Return the key of the event that a call is about to be sent, for the Nth attempt at a move: `KEY~N`."""
    return f"{key}~{attempt}"


def failure(key: str, attempt: int) -> str:
    """Return the key of the event that the Nth attempt at a move failed and is retried: `KEY~N!`."""
    return f"{key}~{attempt}!"


def repair(key: str) -> str:
    """Return the key of the request that asks a seat to correct an unreadable ballot: `KEY+repair`."""
    return f"{key}+repair"


def sheet(key: str, name: str | None = None) -> str:
    """Return the key of the texts shown to the seat in this move (its sheet): `KEY:sheet`, or `KEY:sheet-NAME`."""
    return f"{key}:sheet" if name is None else f"{key}:sheet-{checked(name)}"


def is_sheet(key: str) -> bool:
    """Return whether the key is that of a sheet, i.e. of texts shown to a seat."""
    return key.partition(":")[2].startswith("sheet")


def ballot(key: str) -> str:
    """Return the key of the ballot that a move's answer contains: `KEY:ballot`."""
    return f"{key}:ballot"


def late(key: str) -> str:
    """Return the key of an answer that came after its move had ended without it: `KEY:late`."""
    return f"{key}:late"


def stopped(number: int) -> str:
    """Return the key of the event that the session stopped for the Nth time."""
    return f"stopped.{number}"


def resumed(number: int) -> str:
    """Return the key of the event that the session was resumed for the Nth time."""
    return f"resumed.{number}"


def stage_of(key: str) -> str:
    """Return the stage in the key of a move, finding, sheet or ballot, with its round: `review`, `round.2`."""
    return key.partition("/")[0]


def who_of(key: str) -> str:
    """Return the part of a move's key after the stage: the seat and, if any, the subject, such as `seat-a#cost`."""
    return move_of(key).partition("/")[2]


def move_of(key: str) -> str:
    """Return the key of the request (move) to which the key of an attempt, sheet, ballot, repair or late answer
    belongs.
    """
    return call_of(key).partition("+")[0]


def call_of(key: str) -> str:
    """Return the key of the request to which a call belongs; unlike in `move_of`, a repair is a request of its own."""
    if key == OPENED or key.startswith("stage:"):
        return key
    for mark in ":~":
        key = key.partition(mark)[0]
    return key
