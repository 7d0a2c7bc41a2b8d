"""How are moves and their events named? By readable keys: `STAGE[.ROUND]/SEAT[#ABOUT]`.

A move is settled under its bare key. Around it stand its intents (`KEY~1`, `KEY~2`), failed attempts (`KEY~1!`), its
sheet, its ballot and an answer that came too late. A repair is a move of its own (`KEY+repair`).
"""

from __future__ import annotations

from moot.errors import ProtocolWrong

OPENED = "opened"
VERDICT = "verdict"

_ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-")


def checked(part: str) -> str:
    """A part of a key as written, if it holds only `a-z 0-9 . -`."""
    if not part or not _ALLOWED.issuperset(part):
        raise ProtocolWrong(f"{part!r} cannot be part of a move's key; use only a-z, 0-9, '.' and '-'.")
    return part


def move(stage: str, seat: str, about: str | None = None) -> str:
    """The key of asking a seat something in a stage."""
    key = f"{checked(stage)}/{checked(seat)}"
    return f"{key}#{checked(about)}" if about is not None else key


def finding(stage: str, name: str) -> str:
    """The key of a finding made in a stage."""
    return f"{checked(stage)}/{checked(name)}"


def sources(stage: str) -> str:
    """The key of what was looked up in a stage."""
    return finding(stage, "sources")


def stage(name: str) -> str:
    """The key of entering a stage."""
    return f"stage:{checked(name)}"


def intent(key: str, attempt: int) -> str:
    """The key of the intent to make an attempt."""
    return f"{key}~{attempt}"


def failure(key: str, attempt: int) -> str:
    """The key of an attempt that failed without settling its move."""
    return f"{key}~{attempt}!"


def repair(key: str) -> str:
    """The key of the move that repairs a ballot."""
    return f"{key}+repair"


def sheet(key: str, name: str | None = None) -> str:
    """The key of the sheet dealt for a move, or of a further one with a name."""
    return f"{key}:sheet" if name is None else f"{key}:sheet-{checked(name)}"


def is_sheet(key: str) -> bool:
    """Whether a sheet stands under this key."""
    return key.partition(":")[2].startswith("sheet")


def ballot(key: str) -> str:
    """The key of what a move's statement was read as."""
    return f"{key}:ballot"


def late(key: str) -> str:
    """The key of an answer that came after its move was settled."""
    return f"{key}:late"


def stopped(number: int) -> str:
    """The key of the session's Nth stop."""
    return f"stopped.{number}"


def resumed(number: int) -> str:
    """The key of the session's Nth resumption."""
    return f"resumed.{number}"


def stage_of(key: str) -> str:
    """The stage a move, finding, sheet or ballot belongs to, with its round."""
    return key.partition("/")[0]


def who_of(key: str) -> str:
    """Who a move asks, and about what: the part of its key after the stage."""
    return move_of(key).partition("/")[2]


def move_of(key: str) -> str:
    """The bare key of the move that an intent, attempt, sheet, ballot, repair or late answer belongs to."""
    return call_of(key).partition("+")[0]


def call_of(key: str) -> str:
    """The same, except that a repair is a move of its own: the move whose calls these are."""
    if key == OPENED or key.startswith("stage:"):
        return key
    for mark in ":~":
        key = key.partition(mark)[0]
    return key
