"""Test that a protocol that no longer matches its record stops, and that the record decides if drift is accepted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from moot.floor import anonymous_sheets
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options, protocol
from moot.providers.provider import Call
from moot.vocabulary.verdicts import Verdict
from sessions import backend
from sessions.backend import app, ranked, until, until_settled
from sessions.small_protocols import SUM, two_stages


async def test_another_wording_diverges_and_accepted_drift_is_said(path: Path) -> None:
    async def stuck(call: Call) -> str:
        if call.key == "two/chair":
            await asyncio.Event().wait()
        return "words"

    async with app(path, stuck) as first:
        session = await first.convene(two_stages, until_over=False)
        await until(lambda: "two/chair" in first.asked)

    @protocol(name="two-stages", title="t", stages=("one", "two"))
    async def changed(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            first = await floor.ask_all(floor.seats, "Another question altogether.")
        async with floor.stage("two"):
            return await floor.conclude(floor.chair, SUM, answers=first)

    backend.enrolled(changed)
    async with app(path) as second:
        await second.resume(session, automatic=True)
        state = await second.state(session)
        assert (state.status, state.reason) == ("failed", "diverged")
        assert "'one/seat-a'" in state.message
        assert second.asked == []
        await second.resume(session, accepts_drift=True)
        state = await second.state(session)
        assert state.status == "verdict"
        assert state.verdict is not None
        assert any("drift accepted" in line for line in state.verdict.degraded)
        assert second.asked == ["two/chair"]  # what was recorded steers
        assert (await second.runner.replay(session)).digest == state.digest


async def test_ballots_are_read_under_the_labels_they_were_cast_under(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another release draws other labels; with drift accepted the recorded sheets stand, for reader and ballot."""

    async def half(call: Call) -> str:
        if call.key == "review/seat-d":
            await asyncio.Event().wait()
        return ranked(call)

    async with app(path, half) as first:
        session = await first.convene("peer-review", until_over=False)
        await until_settled(first, session, 7)
    monkeypatch.setattr(
        anonymous_sheets, "labels_for", lambda number, texts, lot: ("WXYZ", "QRST", "MNPK", "GHJB")[:number]
    )
    async with app(path, ranked) as second:
        await second.resume(session, automatic=True)
        assert (await second.state(session)).reason == "diverged"
        await second.resume(session, accepts_drift=True)
        state = await second.state(session)
        assert state.status == "verdict"
        assert [view.spoiled for view in state.ballots.values()] == [""] * 4
        assert "WXYZ" not in await second.prompt(session, "review/seat-d")
        assert not [key for key in second.asked if key.endswith("+repair")]
        assert (await second.runner.replay(session)).digest == state.digest
