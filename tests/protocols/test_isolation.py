"""Does a session whose every call goes wrong harm another one at the same endpoint?

One session after another fails in one of the rig's modes, over real sockets and with the same pace, while a healthy one
runs: it must come to its verdict with everybody's part. Both with models
of its own, and with the very models that fail for the other one, unless the mode speaks of the model or the key itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest

from cases import slow_except
from moot.floor.calls.retries import Pace
from moot.providers.provider import Limits
from rig.faults.broken import MODES
from rig.hall import Hall, Sitting
from rig.script import Asked, Plan

SHARED = "Under a cloud: why does everything go wrong here?"
FIRST = "What is only done once is done by whom?"
ANSWER = 0.3
"""Seconds a healthy answer takes."""
LIMITS = Limits(connect=5, first=30, between=30, total=60, most_bytes=1_000_000)
"""As patient as by default, next to a session that is over in two seconds: what hangs keeps hanging."""
WRONG = [name for name, mode in MODES.items() if mode.settles not in ("ok", "truncated")]
OF_THE_MODEL = ("rate", "auth", "credit")
"""What is refused to everybody who calls this model, or with this key."""


def script(mode: str) -> Callable[[Asked, str], Plan]:
    def says(asked: Asked, key: str) -> Plan:
        if SHARED in asked.prompt:
            return Plan(mode=mode)
        return Plan(delay=0 if FIRST in asked.prompt else ANSWER, words=40, chunks=3)

    return says


async def beside(mode: str, *, same_models: bool) -> Sitting:
    """Hold a healthy session beside one that goes wrong."""
    async with Hall(script(mode), limits=LIMITS) as hall:
        pace = Pace()
        models = hall.next_number() if same_models else None

        async def going_wrong() -> None:
            while True:
                await hall.sit(5, pace=pace, question=SHARED, models=models)

        wrong = asyncio.create_task(going_wrong())
        while not any(SHARED in call.prompt for call in hall.upstream.calls):
            assert not wrong.done()
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)  # its calls have gone wrong, or hang
        healthy = await hall.sit(5, pace=pace, models=models)
        wrong.cancel()
        with suppress(asyncio.CancelledError):
            await wrong
    return healthy


@pytest.mark.slow
@pytest.mark.parametrize("mode", slow_except(WRONG, "silent", "429_seconds"))
async def test_beside_a_session_that_fails_with_other_models(mode: str) -> None:
    unharmed(await beside(mode, same_models=False))


@pytest.mark.slow
@pytest.mark.parametrize("mode", slow_except([mode for mode in WRONG if MODES[mode].error not in OF_THE_MODEL], "503"))
async def test_beside_a_session_that_fails_with_the_same_models(mode: str) -> None:
    unharmed(await beside(mode, same_models=True))


def unharmed(sitting: Sitting) -> None:
    assert sitting.state.status == "verdict", sitting.state.message
    verdict = sitting.state.verdict
    assert verdict is not None
    assert verdict.missing == ()
    assert verdict.degraded == ()
