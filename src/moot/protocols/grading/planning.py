"""Plan the stage in which answers are graded: one call that reads every answer."""

from __future__ import annotations

from moot.protocols.planned import PlannedCalls

STAGE = "grading"
"""The stage that compares answers with a known one; no protocol may declare one of this name."""
GRADER = "grader"
"""The office that grades; by default the chair does."""


def grading(stage: str, by: str, answers: int, *, calls: int = 1, what: str = "", spare: bool = False) -> PlannedCalls:
    """Plan the calls that grade so many answers.

    Args:
        stage: The stage.
        by: The office to ask.
        answers: Number of answers a call reads.
        calls: Most calls.
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
