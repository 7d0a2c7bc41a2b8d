"""Is every member of every protocol shown the pictures that came with the question, where it first answers it?"""

from __future__ import annotations

import pytest

from moot.protocols import registry
from moot.providers.directory import Directory
from moot.sessions.opening import Asked as Question
from moot.sessions.runner import HouseRules, Runner
from moot.vocabulary import keys
from moot.vocabulary.events import SeatAsked
from moot.vocabulary.questions import Attachment
from rig.hall import Hall, council_of

PICTURE = b"\x89PNG not looked into here"
SEATS = 4


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
async def test_pictures_reach_whoever_answers_the_question(protocol: str) -> None:
    async with Hall() as hall:
        (hall.home / "traits.toml").write_text('["up/*"]\nschema = "none"\nvision = true\n')
        seeing = Directory(hall.home, {})
        digest = await hall.transcript.keep_blob(PICTURE)
        file = Attachment(name="bridge.png", media_type="image/png", digest=digest, size=len(PICTURE))
        runner = Runner(hall.transcript, seeing, HouseRules(door="python"))
        council = council_of(SEATS, prefix="p-", protocol=protocol)
        session = await runner.convene(
            Question(question="What is this?", council=council, attachments=(file,), seed="x")
        )
        await runner.ended(session)
        events = await hall.transcript.read(session)
        await runner.close()
        await seeing.close()
    asked = [event for event in events if isinstance(event.body, SeatAsked) and event.body.seat.startswith("seat-")]
    first = keys.stage_of(asked[0].key)
    answering = {event.body.model for event in asked if keys.stage_of(event.key) == first}  # type: ignore[union-attr]
    assert len(answering) == SEATS
    shown = set()
    for call in hall.upstream.calls:
        parts = [part for message in call.body.get("messages", ()) for part in message["content"] if message["content"]]
        if any(isinstance(part, dict) and part.get("type") == "image_url" for part in parts):
            shown.add(f"up/{call.model}")
    assert answering <= shown
