"""Test that an error or an empty reply with status 200 is never an answer, in any protocol and any kind of call.

Every call of a stage returns one once. The session must then be unaffected: no seat is missing, no prompt contains the
error, and each such call was made again as its error requires (or repaired, if a ballot showed no error).
"""

from __future__ import annotations

import asyncio

import pytest

from cases import slow_except
from moot.protocols import registry
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatFailed, SeatSpoke
from rig.backend import Backend, Sitting
from rig.script import Asked, Plan

TOLD = {
    "words": "Error: 503 Service Unavailable",
    "page": "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
    "object": '{"error": {"message": "The engine is overloaded", "code": 529}}',
    "nothing": "\u200b\u2060\ufeff",
}
MOST = 8
"""Calls of a session that are struck: it may try again so often, and no more."""


async def sat(protocol: str, told: str) -> list[tuple[str, Sitting, list[str]]]:
    """A session for every stage, and the calls that were struck in it."""
    struck: dict[int, list[str]] = {}
    stage_of: dict[int, str] = {}

    def script(asked: Asked, key: str) -> Plan | None:
        number = int(asked.model.partition("-")[0][1:])
        done = struck.setdefault(number, [])
        stage = event_keys.stage_of(key).partition(".")[0] if key else ""
        if stage != stage_of.get(number) or {key, event_keys.move_of(key)} & {*done} or len(done) >= MOST:
            return None
        done.append(key)
        return Plan(text=TOLD[told])

    stages = [stage.name for stage in registry.find(protocol).stages]
    async with Backend(script) as backend:

        async def one(stage: str) -> Sitting:
            return await backend.sit(
                3, protocol=protocol, deadline=60.0, note=lambda number: stage_of.__setitem__(number, stage)
            )

        found = await asyncio.gather(*map(one, stages))
        backend.sort_calls(found)
    return [(stage, sitting, struck.get(sitting.number, [])) for stage, sitting in zip(stages, found, strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("told", slow_except(TOLD, "words", "nothing"))
@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review", "consensus"))
async def test_what_is_no_answer_is_asked_again(protocol: str, told: str) -> None:
    any_struck = 0
    for stage, sitting, struck in await sat(protocol, told):
        any_struck += len(struck)
        where = f"{protocol}, {stage}, {struck}: {sitting.state.message}"
        assert sitting.state.verdict is not None, where
        assert sitting.state.verdict.missing == (), where
        bodies = {event.key: event.body for event in sitting.events}
        if told != "nothing":
            failed = [body for body in bodies.values() if isinstance(body, SeatFailed)]
            assert [(body.error, body.final, body.spent) for body in failed] == [("server", False, True)] * len(struck)
            said = [body.text for body in bodies.values() if isinstance(body, SeatSpoke)]
            assert TOLD[told] not in said, where
        read = [asked.prompt for asked in sitting.calls]
        assert not any(TOLD[told] in prompt for prompt in read), where
        assert TOLD[told] not in (sitting.state.verdict.text or "")
    assert any_struck
