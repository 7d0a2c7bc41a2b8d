"""Ask a question at each door as its users do. Every door returns what it showed them.

A door takes a question and the folder it may write to; who sits and by which protocol is the home's (`MOOT_HOME`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from openai import AsyncOpenAI

import moot
from moot.cli.main import main
from server.running import Running, heard, running

ENDS_WITHIN = 90
ORIGIN = "http://localhost:5173"


def at_terminal(*arguments: str, said: str | None = None, code: int = 0) -> str:
    """A command in this process, and all it printed."""
    done = CliRunner().invoke(main, list(arguments), input=said)
    printed = done.stdout + done.stderr
    assert "Traceback" not in printed, printed
    assert done.exit_code == code, f"{done.exit_code}: {printed}"
    return printed


def json_at_terminal(*arguments: str, code: int = 0) -> Any:
    """What such a command prints as JSON; how long it waited for something may stand on stderr."""
    done = CliRunner().invoke(main, [*arguments, "--json"])
    assert done.exit_code == code, f"{done.exit_code}: {done.output}"
    return json.loads(done.stdout)


def ask(question: str, folder: Path) -> str:
    """`moot ask`."""
    return at_terminal("ask", "--no-live", question)


def chat(question: str, folder: Path) -> str:
    """`moot chat` with one question."""
    return at_terminal("chat", "--no-live", said=f"{question}\n")


def run(question: str, folder: Path) -> str:
    """`moot run` over a file with one question."""
    file, results = folder / "questions.jsonl", folder / "results"
    file.write_text(json.dumps({"role": "user", "content": question}) + "\n", encoding="utf-8")
    told = at_terminal("run", str(file), "--council", "ours", "--artifacts-dir", str(results), "--json")
    assert json.loads(told[told.index("{") : told.rindex("}") + 1])
    files = sorted(each for each in results.rglob("*.json") if each.is_file())
    return "\n".join(text for each in files for text in _texts(json.loads(each.read_text(encoding="utf-8"))))


def _texts(value: Any) -> list[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []


def python_ask(question: str, folder: Path) -> str:
    """`moot.ask` in Python."""
    return str(moot.ask(question).body)


def python_convene(question: str, folder: Path) -> str:
    """`await moot.convene` in Python."""

    async def convened() -> str:
        return str((await moot.convene(question)).body)

    return asyncio.run(convened())


def llm_model(question: str, folder: Path) -> str:
    """`llm -m ours`: the council as a model of the `llm` program."""
    done = CliRunner().invoke(import_module("llm.cli").cli, ["-m", "ours", question], prog_name="llm")
    assert "Traceback" not in done.stderr, done.stderr
    assert done.exit_code == 0, done.stderr
    return done.stdout + done.stderr


def served(put: Callable[[Running, str], Coroutine[Any, Any, str]]) -> Callable[[str, Path], str]:
    def door(question: str, folder: Path) -> str:
        async def over() -> str:
            async with running(folder / "home", trust_origins=[ORIGIN]) as server:
                return await asyncio.wait_for(put(server, question), ENDS_WITHIN)

        return asyncio.run(over())

    door.__doc__ = put.__doc__
    return door


async def _api(server: Running, question: str) -> str:
    """The HTTP API."""
    async with server.client() as client:
        answer = await client.post("/api/sessions", json={"question": question})
        assert answer.status_code == 201, answer.text
        address = f"/api/sessions/{answer.json()['session']}"
        while True:
            result = (await client.get(address, params={"wait": 20})).json()
            if result["outcome"] not in ("running", "waiting"):
                return str(result["body"])


async def _openai(server: Running, question: str) -> str:
    """The OpenAI door, streamed, by OpenAI's own client."""
    async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key=server.token) as client:
        stream = await client.chat.completions.create(
            model="ours", messages=[{"role": "user", "content": question}], stream=True
        )
        pieces = [chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices]
    return "".join(pieces)


async def _three_stage(server: Running, question: str) -> str:
    """The three-stage door, as its untouched page uses it: by its origin, without a token."""
    async with server.client(headers={"Origin": ORIGIN}) as client:
        begun = await client.post("/api/conversations", json={})
        address = f"/api/conversations/{begun.json()['id']}/message/stream"
        async with client.stream("POST", address, json={"content": question}) as answer:
            assert answer.status_code == 200
            events = [each.data async for each in heard(answer.aiter_lines())]
    assert [each["type"] for each in events][-1] == "complete", events[-1]
    final = next(each for each in events if each["type"] == "stage3_complete")
    return str(final["data"]["response"])


DOORS: dict[str, Callable[[str, Path], str]] = {
    "ask": ask,
    "chat": chat,
    "run": run,
    "api": served(_api),
    "openai": served(_openai),
    "three-stage": served(_three_stage),
    "python": python_ask,
    "convene": python_convene,
    "llm": llm_model,
}
"""Every door but the page, which needs a browser."""
ONLY_PEER_REVIEW = ("three-stage",)
"""Doors whose contract has the stages of a peer review."""
