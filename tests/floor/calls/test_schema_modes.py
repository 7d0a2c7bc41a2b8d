"""Test that a model's way of taking a schema is learnt from its own ballots, over real sockets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.providers.directory import Directory
from moot.providers.models.traits import LearntTraits
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import BallotRead, Body, SeatFailed
from rig.line import Line
from rig.script import Plan
from rig.upstream import Upstream

REFUSALS = {
    "named": "response_format is not supported by this model",
    "nameless": "Bad request.",
}


class Plain(Upstream):
    """A server of which nothing is known; it takes forms as `way` says."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    @property
    def forms(self) -> list[str]:
        """How each ballot was asked for."""
        return [
            call.body.get("response_format", {}).get("type", "none")
            for call in self.calls
            if "abstain" in json.dumps(call.body["messages"])
        ]

    async def _speak(self, line: Line) -> None:
        form = line.asked.body.get("response_format", {}).get("type", "none")
        if form == "none":
            return await super()._speak(line)
        if self.way == "ignores":
            line.plan = Plan(text="I liked the first one best, all things considered.")
        elif self.way == "json":
            line.plan = Plan(text='{"best": "the first one"}')
        elif self.way == "fails" or self.way in REFUSALS:
            status = 500 if self.way == "fails" else 400
            return await line.page(status, {"error": {"message": REFUSALS.get(self.way, "Oops"), "code": status}})
        return await super()._speak(line)


async def session(home: Path, up: Upstream) -> list[Body]:
    """One peer review with two seats at the server, by a process of its own, which knows it by its address alone."""
    (home / "endpoints.toml").write_text(f'[up]\nurl = "{up.url}"\nprivate = true\n')
    directory = Directory(home, {})
    runner = Runner(MemoryTranscript(), directory, RunnerRules(door="python"))
    council = Council(members=("up/alpha:3",), chair="up/alpha", protocol="peer-review")
    number = await runner.convene(SessionOpening(ask=Ask(question="Which plan?", council=council)))
    await runner.ended(number)
    found = [event.body for event in await runner.transcript.read(number)]
    await runner.close()
    await directory.close()
    return found


@pytest.mark.parametrize(
    ("way", "takes"),
    [
        ("honours", "json_schema"),
        ("ignores", "none"),
        ("json", "none"),
        ("named", "none"),
        ("nameless", "none"),
        ("fails", ""),
    ],
)
async def test_the_first_ballot_shows_it_and_later_processes_know(tmp_path: Path, way: str, takes: str) -> None:
    async with Plain(way) as up:
        bodies = await session(tmp_path, up)
        assert up.forms[0] == "json_schema"
        learnt = LearntTraits(tmp_path / "learnt.toml")._kept.get("up/alpha")
        assert (learnt.takes if learnt is not None else "") == takes
        assert not [body for body in bodies if isinstance(body, SeatFailed) and body.final]
        assert len([body for body in bodies if isinstance(body, BallotRead)]) == 3
        up.calls.clear()
        bodies = await session(tmp_path, up)
        assert set(up.forms[:3]) == {takes or "json_schema"}
        assert len([body for body in bodies if isinstance(body, BallotRead)]) == 3
