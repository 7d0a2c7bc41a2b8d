"""Hold every office of every protocol to one rule: who refuses for good is called once, and a stand-in takes over.

Sessions run against the scripted upstream on real sockets. An office is first found in a run without faults; then its
model, and only its model, answers every call with one fault.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from moot.protocols import registry
from moot.vocabulary import keys
from moot.vocabulary.events import SeatAsked, SeatSpoke
from rig.faults.idle_clock import held_by_idle_clock
from rig.hall import Hall, Sitting, seat_of
from rig.script import Asked, Plan

SEATS = 4
MOST = {"401": 1, "402": 1, "404": 1, "404_model": 1, "404_feature": 2, "402_amount": 2, "500": 99, "silent": 99}
"""Faults, and how often an office may be called that has each for good."""


async def offices_of(protocol: str) -> list[str]:
    """The offices that a session without faults asks."""
    async with Hall() as hall:
        sitting = await hall.sit(SEATS, protocol=protocol, deadline=60)
    assert sitting.state.status == "verdict", sitting.state.message
    asked = {event.body.seat for event in sitting.events if isinstance(event.body, SeatAsked)}
    return sorted(seat for seat in asked if not seat.startswith("seat-") and seat != "embedder")


async def with_dead_offices(protocol: str) -> list[tuple[str, str, Sitting, int]]:
    dead: dict[int, tuple[str, str]] = {}
    called: Counter[int] = Counter()

    def script(asked: Asked, key: str) -> Plan | str | None:
        number = int(asked.model.partition("-")[0][1:])
        office, fault = dead.get(number, ("", ""))
        if seat_of(asked.model) != office:
            return None
        called[number] += 1
        return Plan(mode=fault)

    async with Hall(script, at_once=20) as hall:

        async def one(office: str, fault: str) -> tuple[str, str, Sitting, int]:
            sitting = await hall.sit(
                SEATS, protocol=protocol, deadline=120, note=lambda number: dead.update({number: (office, fault)})
            )
            return office, fault, sitting, called[sitting.number]

        offices = await offices_of(protocol)
        return list(await asyncio.gather(*(one(office, fault) for office in offices for fault in MOST)))


@pytest.mark.parametrize("protocol", registry.OURS)
def test_a_dead_office_is_called_once_and_a_stand_in_takes_over(protocol: str) -> None:
    for office, fault, sitting, calls in held_by_idle_clock(with_dead_offices(protocol)):
        case = f"{protocol}, {office}, {fault}"
        state = sitting.state
        assert state.status == "verdict", f"{case}: {state.message}"
        assert 1 <= calls <= MOST[fault], f"{case}: {calls} calls"
        spoke = [
            keys.stage_of(e.key)
            for e in sitting.events
            if isinstance(e.body, SeatSpoke) and e.body.seat == "stand-in-1"
        ]
        assert spoke, case
        lines = [line for line in state.verdict.degraded if office in line]
        assert len(lines) == 1, f"{case}: {state.verdict.degraded}"
        assert "stand-in-1" in lines[0], lines
