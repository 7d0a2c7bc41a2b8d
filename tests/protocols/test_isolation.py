"""Test that sessions with failing calls do not harm others at the same endpoint.

Over real sockets, with one scheduler for all, by a clock that advances only while nothing runs. A session whose own
models work must reach its verdict with every member's part, in at most 1.3 times the time it takes alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from moot.floor.calls.retry import Pace
from moot.providers.provider import CallLimits
from rig.backend import Backend, Sitting
from rig.faults.broken import MODES
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan

TIMES = 1.3
LIMITS = CallLimits(connect=5, first=30, between=30, total=60, most_bytes=1_000_000)
"""As patient as by default, next to a session that is over in two seconds: what hangs keeps hanging."""
TOGETHER = 12
SICK = 9
"""Of so many sessions at once, those in which every member fails in a way of its own."""
DEADLINE = 20.0


def unharmed(sitting: Sitting) -> None:
    assert sitting.state.status == "verdict", sitting.state.message
    verdict = sitting.state.verdict
    assert verdict is not None
    assert verdict.missing == ()
    assert verdict.degraded == ()


async def mixed(modes: Sequence[str]) -> None:
    """Hold twelve sessions at once; the members of nine fail in these ways, one each."""

    def says(asked: Asked, key: str) -> Plan:
        number, _, name = asked.model.partition("-")
        at = int(number[1:]) * 5 + ord(name[0]) - ord("a")
        sick = int(number[1:]) <= SICK and len(name) == 1
        return Plan(mode=modes[at % len(modes)]) if sick else Plan(delay=0.5, words=40, chunks=3)

    async with Backend(says, limits=LIMITS) as backend:
        pace = Pace()
        await backend.sit(2, pace=pace, models=TOGETHER + 1)  # what is only done once is done
        alone = await backend.sit(5, pace=pace, models=TOGETHER + 1)
        sittings = await asyncio.gather(
            *(backend.sit(5, pace=pace, deadline=DEADLINE, models=number) for number in range(1, TOGETHER + 1))
        )
    assert backend.strays == []
    for sitting in sittings[SICK:]:
        unharmed(sitting)
        assert sitting.took <= TIMES * alone.took
    for sitting in sittings[:SICK]:
        state = sitting.state
        assert state.status in ("verdict", "failed"), state.status
        assert sitting.took <= DEADLINE + 5
        if state.status == "failed":
            assert state.reason in ("quorum", "deadline"), state.reason
            assert state.message
        else:
            assert state.verdict is not None
            assert state.verdict.degraded or not state.verdict.missing


@pytest.mark.parametrize("part", range(3))
def test_twelve_sessions_at_once_fail_in_every_way_and_harm_nobody(part: int) -> None:
    held_by_idle_clock(mixed(sorted(MODES)[part::3]))
