"""Test that a protocol that exits the program ends only its own session, and that Ctrl-C still ends it."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import pytest

from moot.protocols.floor_interface import Floor
from moot.protocols.installed import is_own_fault, quits_told
from moot.protocols.protocol import Options, protocol
from moot.vocabulary.verdicts import Verdict
from sessions.backend import Backend
from sessions.conftest import enrolling as enrolling
from sessions.small_protocols import two_stages


class Whim(BaseException):
    """An exception that is no `Exception`."""


QUITS = [SystemExit(3), Whim("so")]


@pytest.mark.parametrize("error", QUITS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("where", ["plainly", "in a branch", "while a voice speaks"])
async def test_a_protocol_that_ends_the_program_fails_as_any_that_breaks(error: BaseException, where: str) -> None:
    async def branch(floor: Floor) -> None:
        raise error

    def speaking(*given: Any) -> None:
        raise error

    @protocol(name="quits", title="t", stages=("one",))
    async def quits(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            if where == "in a branch":
                await floor.together(branch(floor), branch(floor))
            elif where == "plainly":
                raise error
            await floor.ask_all(floor.seats, floor.question)
            return await floor.withhold("nothing")

    async with Backend() as here:
        if where == "while a voice speaks":
            here.voice.say = speaking
        session = await here.convene(quits)
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "error")
        assert type(error).__name__ in state.message
        if where != "while a voice speaks":
            await here.resume(session)
            assert (await here.state(session)).status == "failed"
        here.voice.say = lambda call: "words"
        assert (await here.state(await here.convene(two_stages))).status == "verdict"


def test_what_a_user_interrupts_is_interrupted() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), quits_told():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not any(map(is_own_fault, (GeneratorExit(), asyncio.CancelledError())))
