"""A tool of another service, with a ledger of its calls that outlives the process that makes them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any, Self

from moot.providers.tools.tool import Tool, ToolLimits, ToolResult
from moot.vocabulary.statements import SearchHit
from moot.vocabulary.tools import ToolSpec

COST = 500_000
"""What a call costs, in nano-dollars."""


class ToolServer:
    """Answers one JSON line with another, and counts the calls of each case by their word."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    def of(self, case: str) -> Counter[str]:
        """How often each word of a case was asked for."""
        return Counter({word: times for (whose, word), times in self.calls.items() if whose == case})

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = json.loads(await reader.readline())
        self.calls[asked["case"], asked["word"]] += 1
        await asyncio.sleep(0.002)
        writer.write(json.dumps(f"The meaning of {asked['word']} is seven.").encode() + b"\n")
        writer.close()


class LedgerTool(Tool):
    """Asks the server."""

    most_cost = COST

    def __init__(self, port: int, case: str, *, read_only: bool) -> None:
        self._port, self._case = port, case
        self.spec = ToolSpec(
            name="lookup",
            description="Look a word up.",
            parameters={"type": "object", "properties": {"word": {"type": "string"}}},
            read_only=read_only,
        )

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(json.dumps({"case": self._case, "word": arguments["word"]}).encode() + b"\n")
        text = json.loads(await reader.readline())
        writer.close()
        page = SearchHit(title="A dictionary", url=f"https://example.org/{arguments['word']}", excerpt=text)
        return ToolResult(text=text, sources=(page,), cost=COST)
