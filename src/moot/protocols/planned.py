"""The calls that a session plans, for estimates and for reserving its budget.

Besides the types there are two plans that several protocols use: the stage in which answers are graded (one call that
reads every answer), and the call that compares answers (per item its text, and a passage from every second answer; a
dozen items are assumed).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from msgspec import Struct


class PlannedCalls(Struct, frozen=True, kw_only=True):
    """Calls of one kind that a session makes in one stage if none fails, for its estimate.

    Example:
        PlannedCalls(stage="opinions", calls=seats), PlannedCalls(stage="synthesis", calls=1, by="chair", reads=seats)
    """

    stage: str
    """The stage in which the calls are made."""
    calls: int
    """Number of calls."""
    what: str = ""
    """Purpose of the calls, in a word or two, if a stage has calls for several purposes."""
    by: str = "members"
    """Seats to call: `members`, or the name of an office."""
    reads: int = 0
    """Number of answers that each call shows."""
    room: int = 6_144
    """Maximum number of output tokens of a call under a budget, without thinking; less if money is short. 0: the call
    writes nothing.
    """
    least: int = 768
    """Minimum number of output tokens for a useful answer. The limit shrinks to this before the budget counts as too
    small.
    """
    said: int = 0
    """Typical number of visible tokens that one call writes, for the estimate; 0 uses the table of stages."""
    thought: int = 0
    """Typical number of thinking tokens of one call, for the estimate, if a model thinks; 0 uses the
    table of stages.
    """
    at_once: int = 0
    """Number of these calls that start together, if fewer than all. With little money, later calls wait for the money
    that the first calls leave unused.
    """
    tools: bool = False
    """Whether the seats may call the session's tools in these calls."""
    spare: bool = False
    """Whether the session goes on without these calls if the budget is too small. No money is reserved for them in
    advance.
    """


class CallRoom(TypedDict):
    """Output limits of a planned call, as keyword arguments of `PlannedCalls`."""

    room: int
    least: int


def judging_room(texts: int) -> CallRoom:
    """Return the output limits of a call in which a seat judges `texts` texts and comments on each."""
    return {"room": 1_024 + 768 * texts, "least": 256 + 96 * texts}


GRADING = "grading"
"""Name of the stage that compares answers with a known answer. No protocol may declare a stage with this name."""
GRADER = "grader"
"""Name of the office that grades. By default the chair grades."""


def grading(stage: str, by: str, answers: int, *, calls: int = 1, what: str = "", spare: bool = False) -> PlannedCalls:
    """Return the planned calls in which answers are graded against a known one, for the estimate.

    Args:
        stage: The stage.
        by: The office to ask.
        answers: Number of answers a call reads.
        calls: Maximum number of calls.
        what: Their purpose, if the stage asks for several things.
        spare: Whether the session goes on without them.
    """
    return PlannedCalls(
        stage=stage,
        calls=calls,
        what=what,
        by=by,
        reads=answers,
        room=512 + 256 * answers,
        least=128 + 64 * answers,
        said=60 + 60 * answers,
        thought=600,
        spare=spare,
    )


AGREEMENT = "agreement-map"
"""Name of the stage that compares answers in addition to a protocol's own stages. No protocol may declare a stage with
this name.
"""
BESIDE = (AGREEMENT, GRADING)
"""Names of stages that Moot adds to a protocol's own. The verdict does not depend on them."""
MOST_ITEMS = 5
"""Maximum number of items under one heading of the comparison in the stage `agreement-map`."""


def own_stages(stages: Sequence[str]) -> tuple[str, ...]:
    """Return the stages that the protocol itself declares, without those that Moot adds.

    The verdict is made in the last stage returned.
    """
    return tuple(stage for stage in stages if stage not in BESIDE)


def comparing(stage: str, by: str, answers: int, most_items: int, *, spare: bool = False) -> PlannedCalls:
    """Return the planned call, for the estimate, in which one seat compares `answers` answers.

    Args:
        spare: Whether the session can go on without the call; then the call compares the council's answer, too.
    """
    return PlannedCalls(
        stage=stage,
        calls=1,
        by=by,
        reads=answers,
        room=1_024 + (5 * most_items + (6 if spare else 0)) * (80 + 40 * answers),
        least=512 + 60 * most_items,
        said=1_900 if spare else 1_400,
        thought=2_400,
        spare=spare,
    )


def comparing_pair(stage: str) -> PlannedCalls:
    """Return the planned calls, for the estimate, that compare two answers to an open question."""
    return PlannedCalls(
        stage=stage, calls=2, what="whether two agree", by="chair", reads=2, room=512, least=192, said=80, thought=600
    )
