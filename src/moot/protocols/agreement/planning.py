"""What does comparing answers take? One call, with room by the item: its text, and a passage from every second answer.

What is usually written is assumed: a dozen items with their passages.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.grading.planning import STAGE as GRADING
from moot.protocols.planned import Planned

STAGE = "agreement-map"
"""The stage in which answers are compared beside a protocol's own; no protocol may declare one of this name."""
BESIDE = (STAGE, GRADING)
"""Stages beside a protocol's own: its verdict does not rest on them."""
MOST_ITEMS = 5
"""Items under one heading there."""


def own_stages(stages: Sequence[str]) -> tuple[str, ...]:
    """The stages of a protocol's own, the last of which concludes."""
    return tuple(stage for stage in stages if stage not in BESIDE)


def comparing(stage: str, by: str, answers: int, most_items: int, *, spare: bool = False) -> Planned:
    """The call that compares so many answers; `spare` where the session goes on without it."""
    return Planned(
        stage=stage,
        calls=1,
        by=by,
        reads=answers,
        room=1_024 + 5 * most_items * (80 + 40 * answers),
        least=512 + 60 * most_items,
        said=1_400,
        thought=2_400,
        spare=spare,
    )
