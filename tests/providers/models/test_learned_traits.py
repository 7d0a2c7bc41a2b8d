"""Test that traits learnt from refusals do no harm: an edited file, a jumping clock, a misread refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.providers.directory import Directory
from moot.providers.models.traits import LASTS, LearntTraits
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatFailed, SeatSpoke
from rig.line import Line
from rig.upstream import Upstream

NOW = 1_800_000_000.0


def row(**fields: Any) -> str:
    told = {"origin": '"http://up"', "at": int(NOW), **fields}
    return '["up/m"]\n' + "".join(f"{name} = {value}\n" for name, value in told.items())


@pytest.mark.parametrize(
    "text",
    [
        row(max_output=0),
        row(max_output=-5),
        row(max_output=1),
        row(context=-1),
        row(text_bytes=0),
        row(max_output=10**30),
        row(limit_field='"messages"'),
        row(limit_field='"stream"'),
        row(schema='"anything"'),
        row(at=int(NOW) + 10 * LASTS),
        row(at=int(NOW) - LASTS - 1),
        row(origin='"http://elsewhere"', max_output=4096),
        "\x00\x01",
        row(max_output=4096) + "#" * 1_100_000,
        '["up/m"]\nunknown = 1\n',
    ],
)
def test_a_row_that_nobody_here_wrote_changes_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "learnt.toml"
    file.write_text(text, encoding="utf-8")
    assert LearntTraits(file, now=lambda: NOW).of("up/m", "http://up") == AS_IT_IS


def test_what_was_written_here_is_read(tmp_path: Path) -> None:
    file = tmp_path / "learnt.toml"
    first = LearntTraits(file, now=lambda: NOW)
    first.learn(
        "up/m", "http://up", AdaptedRequest(max_output=4096, limit_field="max_tokens", leaves_out=("temperature",))
    )
    first.proven("up/m", "http://up")
    known = LearntTraits(file, now=lambda: NOW + 60).of("up/m", "http://up")
    assert known == AdaptedRequest(max_output=4096, limit_field="max_tokens", leaves_out=("temperature",))


class Refusing(Upstream):
    """Refuses the first calls with these words, then answers."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = list(words)

    async def _speak(self, line: Line) -> None:
        if self.words:
            return await line.page(400, {"error": {"message": self.words.pop(0), "code": 400}})
        await super()._speak(line)


async def heard(home: Path, up: Upstream, asks: int) -> list[list[object]]:
    """So many sessions of one process, one after the other, under a cap."""
    (home / "endpoints.toml").write_text(
        f'[up]\nurl = "{up.url}"\nprivate = true\nprice = {{input = 1.0, output = 1.0}}\n'
    )
    directory = Directory(home, {})
    runner = Runner(MemoryTranscript(), directory, RunnerRules(door="python"))
    found: list[list[object]] = []
    for _ in range(asks):
        council = Council(members=("up/alpha",), chair="up/alpha", protocol="reply")
        session = await runner.convene(SessionOpening(ask=Ask(question="Which plan?", council=council), cap=10**10))
        await runner.ended(session)
        found.append([event.body for event in await runner.transcript.read(session)])
    await runner.close()
    await directory.close()
    return found


async def test_a_limit_too_small_for_an_answer_is_not_taken(tmp_path: Path) -> None:
    async with Refusing("max_tokens is too large: the maximum is 20 output tokens.") as up:
        first, second = await heard(tmp_path, up, 2)
        final = next(body for body in first if isinstance(body, SeatFailed) and body.final)
        assert "20 tokens" in final.cause
        assert "512 are needed" in final.cause
        assert any(isinstance(body, SeatSpoke) for body in second)
        assert up.calls[-1].body["max_tokens"] >= 512
        assert not (tmp_path / "learnt.toml").exists()


async def test_what_did_not_help_is_forgotten(tmp_path: Path) -> None:
    """A refusal that goes on after its demand was met was read wrongly; later calls are as they were before."""
    odd = "max_tokens is wrong here; our largest customers take 600."
    async with Refusing(odd, odd, odd) as up:
        first, second = await heard(tmp_path, up, 2)
        assert any(isinstance(body, SeatFailed) and body.final for body in first)
        assert up.calls[1].body["max_tokens"] == 600
        assert any(isinstance(body, SeatSpoke) for body in second)
        assert up.calls[-1].body["max_tokens"] == up.calls[0].body["max_tokens"] > 600
        assert not (tmp_path / "learnt.toml").exists()
