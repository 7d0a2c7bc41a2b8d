"""Ask about a picture at each door, with a gateway of 400 priced models.

Members and offices that Moot picks can see it; a member that cannot is named beside the answer.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openai import AsyncOpenAI

import moot
from rig.script import Asked
from server.running import Running
from world.doors import ENDS_WITHIN, at_terminal, served
from world.gateway import Gateway
from world.homes import furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How many arches has this bridge?"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
BLIND = "openrouter/deepseek/deepseek-v3.2"
SEEING = ("openrouter/openai/gpt-5-mini", "openrouter/google/gemini-2.5-flash")
Door = Callable[[Path], str]


def terminal(folder: Path) -> str:
    return at_terminal("ask", "--no-live", "--attach", str(folder / "bridge.png"), QUESTION)


def python(folder: Path) -> str:
    return str(moot.ask(QUESTION, attach=[folder / "bridge.png"]).degraded)


def http(folder: Path) -> str:
    async def put(server: Running, question: str) -> str:
        file = {"name": "bridge.png", "data": base64.b64encode(PNG).decode()}
        async with server.client() as client:
            begun = await client.post("/api/sessions", json={"question": question, "attachments": [file]})
            address = f"/api/sessions/{begun.json()['session']}"
            result = (await client.get(address, params={"wait": ENDS_WITHIN})).json()
            exported = await client.get(f"{address}/export")
        assert exported.status_code == 200
        assert bool(result["degraded"]) == ("could not be shown" in exported.text)
        return str(result["degraded"])

    return served(put)(QUESTION, folder)


def openai(folder: Path) -> str:
    async def put(server: Running, question: str) -> str:
        url = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"
        content: Any = [{"type": "text", "text": question}, {"type": "image_url", "image_url": {"url": url}}]
        async with AsyncOpenAI(base_url=f"{server.url}/v1", api_key=server.token) as client:
            answer = await client.chat.completions.create(model="moot", messages=[{"role": "user", "content": content}])
        return str(answer.to_dict()["moot"]["degraded"])  # type: ignore[index]

    return served(put)(QUESTION, folder)


DOORS: tuple[Door, ...] = (terminal, python, http, openai)


def asked_about(door: Door, folder: Path, monkeypatch: pytest.MonkeyPatch, *members: str) -> tuple[str, list[Asked]]:
    (folder / "bridge.png").write_bytes(PNG)
    with hosted(Gateway(says=agreed)) as up:
        monkeypatch.setenv("MOOT_HOME", str(furnished(folder / "home", up, council=members)))
        told = door(folder)
        return told, [call for call in up.calls if call.path.endswith("/chat/completions")]


def shows(call: Asked) -> bool:
    return '"image_url"' in json.dumps(call.body["messages"])


@pytest.mark.parametrize("door", DOORS)
def test_models_that_moot_picks_see_the_picture(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, calls = asked_about(door, tmp_path, monkeypatch)
    assert len(calls) >= 9
    assert [call.model for call in calls if not shows(call) and "title" not in call.prompt[:200]] == []
    assert "could not be shown" not in told


@pytest.mark.parametrize("door", DOORS)
def test_a_member_that_cannot_see_is_named(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, calls = asked_about(door, tmp_path, monkeypatch, BLIND, *SEEING)
    assert {call.model for call in calls if not shows(call) and "title" not in call.prompt[:200]} == {
        BLIND.partition("/")[2]
    }
    assert "could not be shown the attached picture: " in told


def test_a_follow_up_is_asked_of_models_that_see_the_earlier_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(folder: Path) -> str:
        terminal(folder)
        return at_terminal("ask", "--no-live", "--conversation", "last", "And how old is it?")

    told, calls = asked_about(twice, tmp_path, monkeypatch)
    assert "And how old is it?" in calls[-1].prompt
    assert [call.model for call in calls if not shows(call)] == []
    assert "could not be shown" not in told
