"""Is it found out how a model takes a form, where nobody told? By its own ballots, over real sockets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moot.providers.directory import Directory
from moot.providers.models.learnt import NONE_LASTS, Learnt
from moot.sessions.opening import Asked as Question
from moot.sessions.runner import HouseRules, Runner
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
NAMED = "somebody/else-1"


class Plain(Upstream):
    """A server of which nothing is known; it takes forms as `way` says."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self.named = ""
        """The model it says it is, where that is another than was asked."""

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
        if self.named:
            line.asked.body["model"] = self.named
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


def opened(home: Path, up: Upstream) -> Directory:
    """A process's own directory, which knows the server by its address alone."""
    (home / "endpoints.toml").write_text(f'[up]\nurl = "{up.url}"\nprivate = true\n')
    return Directory(home, {})


async def session(home: Path, up: Upstream, directory: Directory | None = None) -> list[Body]:
    """One peer review with two seats at the server, by a process of its own unless one is given."""
    ours = directory or opened(home, up)
    runner = Runner(MemoryTranscript(), ours, HouseRules(door="python"))
    council = Council(members=("up/alpha:3",), chair="up/alpha", protocol="peer-review")
    number = await runner.convene(Question(question="Which plan?", council=council))
    await runner.ended(number)
    found = [event.body for event in await runner.transcript.read(number)]
    await runner.close()
    if directory is None:
        await ours.close()
    return found


def kept(home: Path) -> dict[str, Any]:
    learnt = Learnt(home / "learnt.toml")._kept.get("up/alpha")
    return {"takes": learnt.takes, "by": learnt.takes_by} if learnt is not None else {}


@pytest.mark.parametrize(
    ("way", "first", "takes"),
    [
        ("honours", "json_schema", "json_schema"),
        ("ignores", "json_schema", "none"),
        ("json", "json_schema", "none"),
        ("named", "json_schema", "none"),
        ("nameless", "json_schema", "none"),
        ("fails", "json_schema", ""),
    ],
)
async def test_the_first_ballot_shows_it_and_later_processes_know(
    tmp_path: Path, way: str, first: str, takes: str
) -> None:
    async with Plain(way) as up:
        bodies = await session(tmp_path, up)
        assert up.forms[0] == first
        assert kept(tmp_path).get("takes", "") == takes
        assert not [body for body in bodies if isinstance(body, SeatFailed) and body.final]
        assert len([body for body in bodies if isinstance(body, BallotRead)]) == 3
        up.calls.clear()
        bodies = await session(tmp_path, up)
        assert set(up.forms[:3]) == {takes or first}
        assert len([body for body in bodies if isinstance(body, BallotRead)]) == 3


async def test_where_a_schema_is_taken_ballots_are_read_by_it(tmp_path: Path) -> None:
    async with Plain("honours") as up:
        bodies = await session(tmp_path, up)
    assert {body.how for body in bodies if isinstance(body, BallotRead)} == {"schema"}


async def test_it_is_found_out_anew_when_another_model_answers(tmp_path: Path) -> None:
    async with Plain("ignores") as up:
        directory = opened(tmp_path, up)
        await session(tmp_path, up, directory)
        up.way, up.named = "honours", NAMED
        up.calls.clear()
        await session(tmp_path, up, directory)
        assert set(up.forms) == {"none"}  # the answers to these tell that it is another one
        up.calls.clear()
        await session(tmp_path, up, directory)
        assert up.forms[0] == "json_schema"
        assert kept(tmp_path) == {"takes": "json_schema", "by": NAMED}
        await directory.close()


async def test_it_is_found_out_anew_after_a_refusal(tmp_path: Path) -> None:
    async with Plain("honours") as up:
        directory = opened(tmp_path, up)
        await session(tmp_path, up, directory)
        up.way = "named"
        bodies = await session(tmp_path, up, directory)
        assert len([body for body in bodies if isinstance(body, BallotRead)]) == 3
        assert kept(tmp_path)["takes"] == "none"
        await directory.close()


async def test_a_form_that_was_ignored_is_asked_for_again_after_a_day(tmp_path: Path) -> None:
    async with Plain("ignores") as up:
        await session(tmp_path, up)
        now = [0.0]
        text = (tmp_path / "learnt.toml").read_text()
        at = int(next(line for line in text.splitlines() if line.startswith('"at"')).partition("=")[2])
        later = Learnt(tmp_path / "learnt.toml", now=lambda: at + now[0])
        origin = Directory(tmp_path, {}).row("up").origin
        assert later.of("up/alpha", origin).takes == "none"
        now[0] = NONE_LASTS
        assert later.of("up/alpha", origin).takes == ""
