"""Test the order of every prompt: what a seat's prompts share comes first, with pictures, and the task last."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from moot.floor.earlier_turns import EarlierTurns
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.vocabulary.questions import Attachment, Turn
from moot.vocabulary.state import SessionState, state_of
from rig.backend import Backend, council_of
from rig.script import Asked

PICTURE = b"\x89PNG not looked into here"
REPORT = b"The river rises by two feet in spring. " * 200
BLIND = "p-b"


class Conversation:
    """Two questions of one conversation, the first of which comes with a picture and a report."""

    def __init__(self) -> None:
        self.calls: list[list[Asked]] = []
        self.states: list[SessionState] = []

    async def hold(self, protocol: str, *, blind: str = "") -> None:
        async with Backend() as backend:
            rows = f'["up/{blind}"]\nvision = false\n' if blind else ""
            (backend.home / "traits.toml").write_text(f'{rows}["up/*"]\nschema = "none"\nvision = true\n')
            directory = Directory(backend.home, {})
            picture, report = [await backend.transcript.keep_blob(data) for data in (PICTURE, REPORT)]
            files = (
                Attachment(name="bridge.png", media_type="image/png", digest=picture, size=len(PICTURE)),
                Attachment(
                    name="river.txt", media_type="text/plain", digest=report, size=len(REPORT), text_digest=report
                ),
            )
            runner = Runner(backend.transcript, directory, RunnerRules(door="python"))
            council, earlier = council_of(4, prefix="p-", protocol=protocol), EarlierTurns()
            for question in ("What does this show?", "And what is left out?"):
                before = len(backend.upstream.calls)
                session = await runner.convene(
                    SessionOpening(
                        ask=Ask(question=question, council=council, seed="x"), attachments=files, earlier=earlier
                    )
                )
                await runner.ended(session)
                self.calls.append(backend.upstream.calls[before:])
                self.states.append(state_of(await backend.transcript.read(session)))
                turn = Turn(question=question, answer="It shows a bridge.", attachments=files)
                earlier, files = EarlierTurns(turns=(turn,)), ()
            await runner.close()
            await directory.close()


def parts_of(call: Asked) -> list[Any]:
    """A request's messages, taken apart into pairs of role and part."""
    return [
        (message["role"], json.dumps(part))
        for message in call.body["messages"]
        for part in ([message["content"]] if isinstance(message["content"], str) else message["content"])
    ]


def shows_picture(call: Asked) -> bool:
    return any('"image_url"' in part for _, part in parts_of(call))


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_all_prompts_of_a_seat_begin_alike_and_show_the_picture(protocol: str) -> None:
    held = Conversation()
    await held.hold(protocol)
    beginnings: dict[str, set[str]] = defaultdict(set)
    for calls in held.calls:
        assert len(calls) > 4
        for call in calls:
            parts = parts_of(call)
            assert shows_picture(call)
            assert "cannot be shown to you" not in call.prompt
            at = next(at for at, (_, part) in enumerate(parts) if "image_url" in part)
            beginnings[call.model].add(json.dumps(parts[: at + 1]))
    assert all(len(each) == 1 for each in beginnings.values()), "a stage changed what its seats' prompts begin with"
    assert all(state.verdict is None or not picture_lines(state) for state in held.states)


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_a_seat_that_cannot_see_is_listed_as_degraded(protocol: str) -> None:
    held = Conversation()
    await held.hold(protocol, blind=BLIND)
    for calls, state in zip(held.calls, held.states, strict=True):
        assert {call.model for call in calls if not shows_picture(call)} == {BLIND}
        assert state.verdict is not None
        assert picture_lines(state) == ["seat-b could not be shown the attached picture: bridge.png."]


def picture_lines(state: SessionState) -> list[str]:
    assert state.verdict is not None
    return [line for line in state.verdict.degraded if "picture" in line]
