"""The calls that a session plans, for estimates and for reserving its budget."""

from __future__ import annotations

from typing import TypedDict

from msgspec import Struct


class PlannedCalls(Struct, frozen=True, kw_only=True):
    """Calls that a session makes if none fails, for its estimate.

    Example:
        Planned(stage="opinions", calls=len(seats)), Planned(stage="synthesis", calls=1, by="chair", reads=len(seats))
    """

    stage: str
    """The stage."""
    calls: int
    """How many."""
    what: str = ""
    """Their purpose, in a word or two, if a stage asks for several things."""
    by: str = "members"
    """The seats asked: `members`, or an office."""
    reads: int = 0
    """Answers each of them is shown."""
    room: int = 6_144
    """Most output tokens of an answer under a budget, without thinking; less if the money is short. 0 writes
    nothing."""
    least: int = 768
    """Fewest tokens with which an answer is still useful: the limit shrinks to this before the budget counts as too
    small."""
    said: int = 0
    """Visible tokens such a call usually writes, for the estimate; 0 uses the table of stages."""
    thought: int = 0
    """The same for its thinking, if a model thinks."""
    at_once: int = 0
    """How many of them start together, if fewer than all: with little money, later ones wait for the unused
    reservations of these."""
    spare: bool = False
    """Whether the session goes on without it if the budget is too small: nothing is reserved for it before."""


class CallRoom(TypedDict):
    """The output limits of a planned call, as `PlannedCalls` takes them."""

    room: int
    least: int


def judging_room(texts: int) -> CallRoom:
    """Return the output limits of a ballot on so many texts, with remarks on each: wanted, and least."""
    return {"room": 1_024 + 768 * texts, "least": 256 + 96 * texts}
