"""Is a person in a seat asked once, waited for without a task, and heard whenever the answer comes?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from moot.errors import BadInput, SessionOver
from moot.providers.provider import Call
from moot.sessions.lease import Holder
from moot.vocabulary.events import SeatSpoke

from .hall import house, until
from .small_protocols import two_stages


async def test_a_person_is_waited_for_without_a_task_and_answers_across_a_restart(path: Path) -> None:
    async with house(path) as first:
        session = await first.convene(two_stages, people=1)
        assert first.runner.running == []
        assert sorted(first.asked) == ["one/seat-a", "one/seat-b", "one/seat-c"]
    async with house(path) as second:
        assert await second.transcript.sweep() == []  # it waits; nothing is to be taken up
        asks = [key for key in await second.bodies(session) if key.startswith("one/seat-d~")]
        assert asks == ["one/seat-d~1"]
        with pytest.raises(BadInput, match="one/seat-d"):
            await second.runner.answer(session, "one/seat-z", "mine")
        with pytest.raises(BadInput, match="empty"):
            await second.runner.answer(session, "one/seat-d", "  ")
        await second.runner.answer(session, "one/seat-d", "words of a person")
        await second.runner.ended(session)
        bodies = await second.bodies(session)
        said = bodies["one/seat-d"]
        assert isinstance(said, SeatSpoke)
        assert (said.text, said.model, said.cost) == ("words of a person", "person", 0)
        assert "one/seat-d~2" not in bodies
        assert second.asked == ["two/chair"]
        assert (await second.state(session)).status == "verdict"
        assert "words of a person" in await second.prompt(session, "two/chair")
        assert (await second.runner.replay(session)).digest == (await second.state(session)).digest
        with pytest.raises(SessionOver):
            await second.runner.answer(session, "one/seat-d", "changed my mind")


@pytest.mark.parametrize("where", ["here", "elsewhere"])
async def test_an_answer_that_crosses_the_goodbye_is_found(path: Path, where: str) -> None:
    """It is stored after the session's last look for answers and before it has let go of its lease."""
    async with house(path) as here, house(path) as there:
        there.runner._holder = Holder(host="another-host/0", pid=7, started=1, door="cli")
        release = here.transcript.release
        crossed = []

        async def crossing(lease, state=None):  # type: ignore[no-untyped-def]
            if state == "waiting" and not crossed:
                crossed.append(lease.session)
                await (here if where == "here" else there).runner.answer(lease.session, "one/seat-d", "just in time")
            await release(lease, state)

        here.transcript.release = crossing  # type: ignore[method-assign]
        session = await here.convene(two_stages, people=1)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if (await here.state(session)).status == "verdict":
                break
        assert crossed == [session]
        assert (await here.state(session)).status == "verdict"
        assert (await here.state(session)).resumed == 1


async def test_a_person_answers_while_others_still_write(path: Path) -> None:
    gate = asyncio.Event()

    async def say(call: Call) -> str:
        await gate.wait()
        return "words"

    async with house(path, say) as here:
        session = await here.convene(two_stages, people=1, until_over=False)
        await until(lambda: len(here.asked) == 3)
        await here.runner.answer(session, "one/seat-d", "quick")
        gate.set()
        await here.runner.ended(session)
        assert (await here.state(session)).status == "verdict"
        assert (await here.state(session)).resumed == 0
        assert await here.transcript.wishes([session]) == []
