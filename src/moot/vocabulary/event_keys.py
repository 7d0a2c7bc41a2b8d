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
    """Check one part of a key and return it unchanged.

    Raises:
        ProtocolWrong: The part is empty or contains other characters than `a-z`, `0-9`, `.` and `-`.
    """
    if not part or not _ALLOWED.issuperset(part):
        raise ProtocolWrong(f"{part!r} cannot be part of a move's key; use only a-z, 0-9, '.' and '-'.")
    return part


def move(stage: str, seat: str, about: str | None = None) -> str:
    """Return the key of one request to a seat in a stage, called a move: `STAGE/SEAT`, or `STAGE/SEAT#ABOUT`.

    Args:
        about: Subject of the move, if a seat is asked about several things.
    """
    key = f"{checked(stage)}/{checked(seat)}"
    return f"{key}#{checked(about)}" if about is not None else key


def finding(stage: str, name: str) -> str:
    """Return the key under which a result that a stage computes (a finding, such as a ranking) is recorded:
    `STAGE/NAME`.
    """
    return f"{checked(stage)}/{checked(name)}"


def sources(stage: str) -> str:
    """Return the key under which a stage's web search results are recorded: `STAGE/sources`."""
    return finding(stage, "sources")


def stage(name: str) -> str:
    """Return the key of the event by which a session enters this stage: `stage:NAME`."""
    return f"stage:{checked(name)}"


def intent(key: str, attempt: int) -> str:
    """Return the key of the event recorded just before the Nth call for a request (a move with this key) is sent:
    `KEY~N`.
    """
    return f"{key}~{attempt}"


def failure(key: str, attempt: int) -> str:
    """Return the key of the event recorded when the Nth call for a request (a move with this key) failed and will be
    retried: `KEY~N!`."""
    return f"{key}~{attempt}!"


def tools_requested(key: str, attempt: int) -> str:
    """Return the key of the event that the Nth call for a request (a move with this key) ended with tool calls:
    `KEY~N:tools`.
    """
    return f"{key}~{attempt}:tools"


def tool(key: str, number: int) -> str:
    """Return the key of the event recorded before the Nth tool call for a request is made: `KEY:tool-N`."""
    return f"{key}:tool-{number}"


def tool_result(key: str, number: int) -> str:
    """Return the key of the event with the result of the Nth tool call for a request: `KEY:tool-N:result`."""
    return f"{tool(key, number)}:result"


def repair(key: str) -> str:
    """Return the key of the request that asks a seat to correct an unreadable ballot: `KEY+repair`."""
    return f"{key}+repair"


def sheet(key: str, name: str | None = None) -> str:
    """Return the key of the event that records which texts a seat was shown for a request (its sheet): `KEY:sheet`, or
    `KEY:sheet-NAME`, where `KEY` is the request's key."""
    return f"{key}:sheet" if name is None else f"{key}:sheet-{checked(name)}"


def is_sheet(key: str) -> bool:
    """Return whether a key is that of an event recording the texts shown to a seat for a request (a sheet)."""
    return key.partition(":")[2].startswith("sheet")


def ballot(key: str) -> str:
    """Return the key of the ballot parsed from the answer to a request, from the request's key: `KEY:ballot`."""
    return f"{key}:ballot"


def late(key: str) -> str:
    """Return the key of an answer that arrived after the session had gone on without it: `KEY:late`."""
    return f"{key}:late"


def stopped(number: int) -> str:
    """Return the key of the event recorded when a session stops for the Nth time."""
    return f"stopped.{number}"


def resumed(number: int) -> str:
    """Return the key of the event recorded when a session is resumed for the Nth time."""
    return f"resumed.{number}"


def stage_of(key: str) -> str:
    """Return the stage named in the key of a request, sheet, ballot or finding, with its round if it has one: `review`,
    `round.2`."""
    return key.partition("/")[0]


def who_of(key: str) -> str:
    """Return the part of a request's key that names the seat and, if any, the subject: `seat-a#cost`."""
    return move_of(key).partition("/")[2]


def move_of(key: str) -> str:
    """Return the key of the request (move) to which another key belongs: that of an attempt, sheet, ballot, repair or
    late answer."""
    return call_of(key).partition("+")[0]


def call_of(key: str) -> str:
    """Return the key of the request to which a call belongs. Unlike `move_of`, it treats a repair as a request of its
    own."""
    if key == OPENED or key.startswith("stage:"):
        return key
    for mark in ":~":
        key = key.partition(mark)[0]
    return key
