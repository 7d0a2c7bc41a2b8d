"""What will a session ask if nothing fails? The calls of a protocol's plan, for estimates and for money set aside."""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct


class Planned(Struct, frozen=True, kw_only=True):
    """Calls a session will make if nothing fails, for its estimate."""

    stage: str
    """Where."""
    calls: int
    """How many."""
    what: str = ""
    """What for, in a word or two, where a stage asks for several things."""
    by: str = "members"
    """Who is asked: `members`, or an office."""
    reads: int = 0
    """Answers each of them is shown."""
    room: int = 6_144
    """Tokens an answer is given under a budget, as the money allows; thinking comes on top. 0 writes nothing."""
    least: int = 768
    """Fewest tokens with which an answer is still useful there: room shrinks to this before money is called short."""
    said: int = 0
    """Tokens such a call usually writes that can be read, for the estimate; 0 leaves it to the table of stages."""
    thought: int = 0
    """The same of its thinking, where a model thinks."""
    at_once: int = 0
    """How many of them are begun together, where that is fewer than all: while money is short, those that come next
    wait for what these give back."""
    spare: bool = False
    """Whether the session does without it where the money does not suffice: nothing is set aside for it before."""


class Room(TypedDict):
    """The room of a planned call, as `Planned` takes it."""

    room: int
    least: int


def judging_room(texts: int) -> Room:
    """Room for a ballot on so many texts, with words on each: as wanted, and at the least."""
    return {"room": 1_024 + 768 * texts, "least": 256 + 96 * texts}
