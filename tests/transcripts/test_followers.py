"""Test that a follower gets every event once, in order, and every word, wherever it begins or returns."""

from __future__ import annotations

import asyncio
import random

from moot.transcripts.followers import follow
from moot.transcripts.in_memory import MemoryTranscript
from moot.transcripts.lease import holder_here
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import Event, SeatSpeaking
from sessions.drafts import opened, stage, verdict

HERE = holder_here("python")


async def written(transcript: Transcript, events: int, pause: float = 0.0) -> None:
    """A session that grows by a stage at a time and ends with a verdict."""
    lease = (await transcript.open("s", [opened()], HERE)).lease
    assert lease is not None
    for number in range(events):
        await transcript.append(lease, [stage(f"x{number}")])
        await asyncio.sleep(pause)
    await transcript.append(lease, [verdict()])


async def seen(transcript: Transcript, after: int = 0, leave_after: int | None = None) -> list[int]:
    """Numbers of the events a follower saw until it left."""
    numbers: list[int] = []
    async for batch in follow(transcript, "s", after):
        numbers += [each.seq for each in batch if isinstance(each, Event)]
        if leave_after is not None and len(numbers) >= leave_after:
            break
    return numbers


async def test_from_anywhere_to_the_end() -> None:
    transcript = MemoryTranscript()
    await written(transcript, 20)
    assert await seen(transcript) == list(range(1, 23))
    assert await seen(transcript, 10) == list(range(11, 23))
    assert await seen(transcript, 22) == []


async def test_many_followers_of_a_growing_session_that_come_and_go() -> None:
    transcript = MemoryTranscript()
    writing = asyncio.create_task(written(transcript, 60, 0.002))
    await asyncio.sleep(0)

    async def come_and_go(seed: int) -> list[int]:
        chance, numbers = random.Random(seed), list[int]()
        while not numbers or numbers[-1] != 62:
            numbers += await seen(transcript, numbers[-1] if numbers else 0, chance.randint(1, 9))
        return numbers

    everything = await asyncio.gather(*(come_and_go(seed) for seed in range(40)))
    await writing
    assert all(numbers == list(range(1, 63)) for numbers in everything)
    assert not transcript.bell._waiting


async def test_words_on_their_way_arrive_once_and_a_newcomer_gets_a_snapshot() -> None:
    transcript = MemoryTranscript()
    lease = (await transcript.open("s", [opened()], HERE)).lease
    assert lease is not None
    heard: list[SeatSpeaking] = []

    async def listen() -> None:
        async for batch in follow(transcript, "s"):
            heard.extend(each for each in batch if isinstance(each, SeatSpeaking))

    early = asyncio.create_task(listen())
    await asyncio.sleep(0.01)
    for word in ("one ", "two ", "three"):
        transcript.bell.speak("s", "a/seat-a", "seat-a", 1, word, False)
        async with asyncio.timeout(120):
            while not "".join(piece.text for piece in heard).endswith(word):  # said at once, two are one
                await asyncio.sleep(0.01)
    assert "".join(piece.text for piece in heard) == "one two three"
    assert [piece.offset for piece in heard] == [0, 4, 8]
    transcript.bell.speak("s", "a/seat-a", "seat-a", 2, "again", False)
    late: list[SeatSpeaking] = transcript.bell.spoken("s", {})
    assert [(piece.attempt, piece.offset, piece.text) for piece in late] == [(2, 0, "again")]
    transcript.bell.hush("s", "a/seat-a")
    await transcript.append(lease, [verdict()])
    await early
    assert heard[-1].attempt == 1 or heard[-1].text == "again"


async def test_a_follower_that_is_cancelled_while_its_bell_rings_leaves() -> None:
    for steps in range(6):
        transcript = MemoryTranscript()
        lease = (await transcript.open("s", [opened()], HERE)).lease
        assert lease is not None
        following = asyncio.create_task(seen(transcript))
        for _ in range(20):
            await asyncio.sleep(0)
        await transcript.append(lease, [stage("x")])
        for _ in range(steps):
            await asyncio.sleep(0)
        following.cancel()
        done, _ = await asyncio.wait([following], timeout=5)
        assert done, f"a cancellation is lost {steps} steps after an event"
