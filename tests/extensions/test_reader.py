"""Test that a reader reads the others' answers, answers again, and that code tells whether it changed its answer."""

from __future__ import annotations

import pytest

from moot.errors import CallFailed
from moot.extensions.reader.protocol import UNREAD, SecondAnswer
from moot.providers.provider import Call
from sessions.backend import Backend


@pytest.mark.parametrize(("second", "same"), [("A", True), ("B", False), ("It depends.", None)])
async def test_the_reader_keeps_or_changes_its_answer(second: str, same: bool | None) -> None:
    prompts = []

    def say(call: Call) -> str:
        if not call.key.startswith("reading/"):
            return f"Long reasons of {call.seat.id}.\nFINAL ANSWER: A"
        prompts.append(call.messages[-1].text)
        return f"Again.\nFINAL ANSWER: {second}"

    async with Backend(say) as backend:
        state = await backend.state(await backend.convene("reader", options={"sees": "conclusions"}))
    (finding,) = (view.finding for view in state.findings if isinstance(view.finding, SecondAnswer))
    assert (finding.same, state.verdict is not None and state.verdict.by) == (same, finding.reader)
    (prompt,) = prompts
    assert prompt.count("Long reasons of") == 1, "its own answer whole, of the others what they conclude"
    assert len(state.moves) == len(state.seats) + 1


async def test_the_first_answer_stands_if_nobody_can_read() -> None:
    lost = CallFailed("error", "503: overloaded.", error="server")
    async with Backend(lambda call: lost if call.key.startswith("reading/") else "A") as backend:
        state = await backend.state(await backend.convene("reader"))
    assert state.verdict is not None
    assert (state.verdict.text, state.verdict.verbatim, UNREAD in state.verdict.degraded) == ("A", True, True)
