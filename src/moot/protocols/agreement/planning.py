"""Estimate the call that compares answers, per item: its text, and a passage from every second answer.

A usual length is assumed: a dozen items with their passages.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.grading.planning import STAGE as GRADING
from moot.protocols.planned import PlannedCalls

STAGE = "agreement-map"
"""The stage that compares answers beside a protocol's own; no protocol may declare one of this name."""
BESIDE = (STAGE, GRADING)
"""Stages beside a protocol's own: its verdict does not depend on them."""
MOST_ITEMS = 5
"""Items under one heading there."""


def own_stages(stages: Sequence[str]) -> tuple[str, ...]:
    """Return the protocol's own stages, the last of which concludes."""
    return tuple(stage for stage in stages if stage not in BESIDE)


def comparing(stage: str, by: str, answers: int, most_items: int, *, spare: bool = False) -> PlannedCalls:
    """Return the call that compares so many answers.

    Args:
        spare: Whether the session can go on without it; then it compares the council's answer, too.
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
