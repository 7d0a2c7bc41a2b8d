"""The three-stage page before endpoints as people have them: members that fail, long answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rig.script import Asked, Plan
from rig.upstream import Upstream
from server.running import Running, running

MODELS = ("openai/gpt-5.1", "anthropic/claude-sonnet-4.5", "google/gemini-3-pro", "x-ai/grok-4")
CHAIR = "google/gemini-3-flash"
ORDER = [
    "stage1_start", "stage1_complete", "stage2_start", "stage2_complete", "stage3_start", "stage3_complete",
]  # fmt: skip
PAGE_ORIGIN = "http://localhost:5173"
QUESTION = "How does one find out how much a stone bridge can bear?"


def failing(*models: str, words: int = 0) -> Any:
    """These models are out of credit; with `words`, the others write about so many characters."""

    def script(asked: Asked) -> Plan | str | None:
        if asked.model in models:
            return "401"
        if words and not asked.schema and "FINAL RANKING" not in asked.prompt and "title" not in asked.prompt:
            return Plan(text=f"{asked.model} says: " + "The arch bears its load. " * (words // 25))
        return None

    return script


@asynccontextmanager
async def with_gateway(home: Path, script: Any, origin: str = PAGE_ORIGIN) -> AsyncIterator[Running]:
    """A server whose council sits behind one gateway, with a key and prices."""
    (home / "councils").mkdir(parents=True, exist_ok=True)
    async with Upstream(script=script, models=(*MODELS, CHAIR)) as up:
        row = f'[gw]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1.0, output = 4.0 }}\nkey_env = ["GW_KEY"]\n'
        (home / "endpoints.toml").write_text(row)
        members = json.dumps([f"gw/{model}" for model in MODELS])
        (home / "councils" / "four.toml").write_text(f'members = {members}\nchair = "gw/{CHAIR}"\n')
        (home / "settings.toml").write_text('council = "four"\n')
        async with running(home, trust_origins=[origin]) as server:
            yield server


@pytest.fixture(autouse=True)
def a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GW_KEY", "sk-gateway-0123456789")


async def begun(server: Running) -> str:
    async with server.client(headers={"Origin": PAGE_ORIGIN}) as client:
        return str((await client.post("/api/conversations", json={})).json()["id"])


async def asked(server: Running, *, most: int = 65_536) -> Any:
    conversation = await begun(server)
    path = f"/api/conversations/{conversation}/message/stream"
    return conversation, await read_stream(server.port, path, QUESTION, most=most)


@pytest.mark.fast(1)
@pytest.mark.parametrize("failed", [0, 1, 2, 3, 4])
async def test_every_stream_comes_to_its_end_in_words(tmp_path: Path, failed: int) -> None:
    async with with_gateway(tmp_path, failing(*MODELS[:failed])) as server:
        conversation, heard = await asked(server)
        async with server.client(headers={"Origin": PAGE_ORIGIN}) as client:
            kept = (await client.get(f"/api/conversations/{conversation}")).json()
    assert heard.unread == 0
    assert heard.kinds == [*ORDER, "title_complete", "complete"]
    last = heard.stages["stage3"]
    assert last["model"]
    assert len(last["response"]) > 20
    for gone in MODELS[:failed]:
        assert gone in last["response"], "who is missing is said above the answer"
    assert ("401" in last["response"]) == bool(failed), last["response"]
    assert [item["model"] for item in heard.stages["stage1"]] == list(MODELS[failed:])
    user, assistant = kept["messages"]
    assert user["content"] == QUESTION
    assert {name: assistant[name] for name in ("stage1", "stage2", "stage3")} == heard.stages
    if 0 < failed < 4:
        assert last["model"] != "error", "whoever answered is heard: this page cannot ask whether to go on"
        assert last["response"].startswith("> This is less than a full result:")
    if failed == 4:
        assert last["response"].startswith("All models failed to respond. Please try again.")


@pytest.mark.fast(1)
@pytest.mark.parametrize("most", [16_384, 32_768, 65_536])
async def test_long_answers_reach_a_page_without_a_line_buffer(tmp_path: Path, most: int) -> None:
    """No event is lost however small the pieces it is read in; what was cut for that is whole on a reload."""
    async with with_gateway(tmp_path, failing(words=60_000)) as server:
        conversation, heard = await asked(server, most=most)
        async with server.client(headers={"Origin": PAGE_ORIGIN}) as client:
            kept = (await client.get(f"/api/conversations/{conversation}")).json()
    assert [kind for number, kind in enumerate(heard.kinds) if kind not in heard.kinds[:number]] == [
        *ORDER, "title_complete", "complete",
    ]  # fmt: skip
    assert max(heard.pieces) <= most
    assert [item["model"] for item in heard.stages["stage1"]] == list(MODELS)
    for item in heard.stages["stage1"]:
        assert item["response"].startswith(f"{item['model']} says: The arch")
    assert f"{CHAIR} says" in heard.stages["stage3"]["response"]
    whole = kept["messages"][1]
    assert all(len(item["response"]) > 50_000 for item in whole["stage1"])
    assert all("open the conversation again" in item["response"] for item in heard.stages["stage1"])


async def test_a_quorum_that_the_council_names_is_kept(tmp_path: Path) -> None:
    async with with_gateway(tmp_path, failing(*MODELS[:2])) as server:
        with (tmp_path / "councils" / "four.toml").open("a") as file:
            file.write("[options]\nquorum = 3\n")
        _, heard = await asked(server)
    assert heard.stages["stage3"]["model"] == "error"
    assert "2 of 4 members answered; 3 are needed" in heard.stages["stage3"]["response"]


async def test_the_same_model_by_two_endpoints_keeps_two_names(tmp_path: Path) -> None:
    async with with_gateway(tmp_path, failing()) as server:
        row = (tmp_path / "endpoints.toml").read_text()
        (tmp_path / "endpoints.toml").write_text(row + row.replace("[gw]", "[mirror]"))
        members = [f"gw/{MODELS[0]}", f"mirror/{MODELS[0]}", f"gw/{MODELS[1]}", f"gw/{MODELS[1]}"]
        text = f'members = {json.dumps(members)}\nchair = "gw/{CHAIR}"\n'
        (tmp_path / "councils" / "four.toml").write_text(text)
        _, heard = await asked(server)
    named = [f"gw/{MODELS[0]}", f"mirror/{MODELS[0]}", MODELS[1], MODELS[1]]
    assert [item["model"] for item in heard.stages["stage1"]] == named, "the whole id where the short one is two models"
    assert list(heard.metadata["label_to_model"].values()) == named
    assert sorted(item["model"] for item in heard.metadata["aggregate_rankings"]) == sorted(named)


@dataclass
class Heard:
    """What the page holds at the end of a stream."""

    kinds: list[str] = field(default_factory=list)
    """Events in the order they were read."""
    stages: dict[str, Any] = field(default_factory=dict)
    """The latest data of each stage."""
    metadata: dict[str, Any] = field(default_factory=dict)
    """What came with stage 2."""
    unread: int = 0
    """Lines that were no JSON by themselves: each is an error in the console."""
    pieces: list[int] = field(default_factory=list)
    """Sizes of the pieces."""


async def read_stream(port: int, path: str, content: str, *, most: int, slow: float = 0.0) -> Heard:
    """Asks over a socket of its own and reads as the page does, at most so many bytes at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=most)
    body = json.dumps({"content": content}).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://localhost:5173\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n")[0], head
    heard, framed = Heard(), Unframed()
    while raw := await reader.read(most):
        piece = framed.took(raw)
        if piece:
            heard.pieces.append(len(piece))
            _take(heard, piece.decode("utf-8", "replace"))
        if slow:
            await asyncio.sleep(slow)
    writer.close()
    return heard


class Unframed:
    """The body in a chunked transfer, as far as it has come: what a browser hands on of one read."""

    def __init__(self) -> None:
        self._held = b""
        self._left = 0

    def took(self, raw: bytes) -> bytes:
        """The body's bytes in some bytes of the connection."""
        found, data = b"", self._held + raw
        self._held = b""
        while data:
            if self._left > 2:
                part = data[: self._left - 2]
                found, data, self._left = found + part, data[len(part) :], self._left - len(part)
            elif self._left:
                gone = min(self._left, len(data))
                data, self._left = data[gone:], self._left - gone
            else:
                line, end, rest = data.partition(b"\r\n")
                if not end:
                    self._held = data
                    break
                self._left, data = int(line, 16) + 2, rest
        return found


def _take(heard: Heard, text: str) -> None:
    for line in text.split("\n"):
        if not line.startswith("data: "):
            continue
        try:
            event = json.loads(line.removeprefix("data: "))
        except ValueError:
            heard.unread += 1
            continue
        heard.kinds.append(event["type"])
        if event["type"].endswith("_complete") and event["type"].startswith("stage"):
            heard.stages[event["type"].removesuffix("_complete")] = event["data"]
            heard.metadata = event.get("metadata", heard.metadata)
