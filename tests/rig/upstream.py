"""A scripted OpenAI-compatible server on a real socket, in this process or in its own.

In a test:                                                    On its own (prints its URL, then serves until killed):

    async with Upstream(script=lambda asked: "429") as up:        python -m rig.upstream --script rules.json
        up.url        # "http://127.0.0.1:PORT/v1"
        up.calls      # list[Asked], every call so far

`script` is a function `Asked -> Plan | mode name | None`, or a list of JSON rules (see `rig.script`); `default` is the
plan where it says nothing. Modes and what a right client makes of them: `rig.faults.broken.MODES`. Default answers
depend on the prompt alone (`rig.words`), follow `response_format.json_schema`, and end in a FINAL RANKING block when
one is asked for; vectors of `/v1/embeddings` depend on the text alone (`rig.measuring`). The ledger
(`rig.records.ledger`) is on disk before a byte of an answer leaves. `POST /v1/messages` speaks Anthropic's dialect and
`…:streamGenerateContent` Google's (`rig.dialects`). `up.refused_url` is an address nobody listens on.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import socket
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from rig.dialects import speak_anthropic, speak_google
from rig.faults.broken import MODES
from rig.line import Line
from rig.measuring import MEASURING
from rig.records.ledger import Ledger
from rig.script import Asked, Plan, Script, plan_for, script_from, script_in


class Upstream:
    """The server. Requests are kept in `calls`; nothing is kept of answers."""

    def __init__(
        self,
        script: Script | list[dict[str, Any]] | None = None,
        *,
        default: Plan | None = None,
        ledger: Path | str | None = None,
        models: tuple[str, ...] = ("alpha", "beta", "gamma", "delta"),
        listing: list[dict[str, Any]] | None = None,
    ) -> None:
        self.script = script_from(script) if isinstance(script, list) else script
        self.default = default or Plan()
        self.models = models
        self.listing = listing
        """The rows of its list of models, where it says more than names."""
        self.list_delay, self.list_status = 0.0, 200
        """Seconds before its list of models is sent, and the status it is sent with."""
        self.calls: list[Asked] = []
        self.late: list[Asked] = []
        """Requests whose answer was ready after the client had gone."""
        self.connections = 0
        """Connections accepted so far."""
        self._ledger = Ledger(ledger)
        self._by_model: Counter[str] = Counter()
        self._by_sha: Counter[str] = Counter()
        self._number = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._broken: list[Exception] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=2048, limit=1 << 24)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, kind: object = None, *_: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # connections that were let go of close in the loop's next turn
        self._ledger.close()
        if self._broken and kind is None:
            raise AssertionError(
                "The upstream itself failed, so that a test met another fault than it asked for."
            ) from self._broken[0]

    @property
    def origin(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        """The base address an endpoint row would name."""
        return f"{self.origin}/v1"

    @property
    def refused_url(self) -> str:
        """An address nobody listens on."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return f"http://127.0.0.1:{free.getsockname()[1]}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        try:
            while await self._one(reader, writer):
                pass
        except asyncio.CancelledError:
            # A test that ends while a mode still waits cancels this task; the connection has no other owner, and what
            # it still had to send would keep it open.
            writer.transport.abort()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        except Exception as error:  # of the script, such as a mode that is not there: the client would see a cut line
            self._broken.append(error)
        self._tasks.discard(task)
        writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return False
        request, *lines = head.split("\r\n")
        method, path, _ = request.split(" ", 2)
        headers = {name.strip().lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        asked = self._note(method, path, headers, raw)
        if method == "GET":
            line = Line(writer, asked, self.default, self.origin)
            if path.endswith(("/models", "/api/tags")):
                await asyncio.sleep(self.list_delay)
                if self.list_status != 200:
                    await line.page(self.list_status, {"error": {"message": "The list is not sent."}})
                    return True
            await self._list(line)
            return True
        plan = self._planned(asked)
        self._ledger.asked(asked, plan.mode)
        line = Line(writer, asked, plan, self.origin)
        watch = asyncio.ensure_future(self._watch(reader, writer)) if plan.delay or plan.mode != "ok" else None
        try:
            if plan.delay and plan.mode != "slow_after_cancel":
                await asyncio.sleep(plan.delay)
                line.late = writer.transport.is_closing()
            if not line.late:
                await self._speak(line)
        finally:
            if watch is not None:
                watch.cancel()
                await asyncio.gather(watch, return_exceptions=True)
        if line.late:
            self.late.append(asked)
            return False
        return line.keep

    async def _watch(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Notices a client that leaves while nothing is being read from it, without taking what it sends next."""
        await reader._wait_for_data("watching")  # type: ignore[attr-defined]  # no public call waits without reading
        if reader.at_eof() or reader.exception() is not None:
            writer.close()

    def _planned(self, asked: Asked) -> Plan:
        """What shall happen to a request."""
        return plan_for(self.script, asked, self.default)

    async def _list(self, line: Line) -> None:
        """Answers a GET: with the models, whatever was asked for."""
        rows = self.listing or [{"id": name, "object": "model"} for name in self.models]
        await line.page(200, {"object": "list", "data": rows})

    async def _speak(self, line: Line) -> None:
        if line.asked.path.endswith("/embeddings") and line.plan.mode in MEASURING:
            return await MEASURING[line.plan.mode].act(line)
        if line.plan.mode in ("ok", "eof_midstream", "stall_midstream", "error_after_finish"):
            if line.asked.path.endswith("/messages"):
                return await speak_anthropic(line)
            if "GenerateContent" in line.asked.path:
                return await speak_google(line)
        await MODES[line.plan.mode].act(line)

    def _note(self, method: str, path: str, headers: dict[str, str], raw: bytes) -> Asked:
        sha = hashlib.sha256(raw).hexdigest()
        try:
            body = json.loads(raw) if raw else {}
        except ValueError:
            body = {}
        self._number += 1
        self._by_sha[sha] += 1
        asked = Asked(time.time(), method, path, headers, body, sha, self._number, 0, self._by_sha[sha])
        self._by_model[asked.model] += 1
        asked = replace(asked, nth=self._by_model[asked.model])
        if method != "GET":
            self.calls.append(asked)
        return asked


async def _serve_alone(arguments: argparse.Namespace) -> None:
    script = script_in(Path(arguments.script)) if arguments.script else None
    default = Plan(**json.loads(arguments.default))
    async with Upstream(script, default=default) as up:
        print(up.url, flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Serves from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--script", help="a file of JSON rules")
    parser.add_argument("--default", default="{}", help='where no rule matches, e.g. {"delay": 1, "chunks": 200}')
    try:
        asyncio.run(_serve_alone(parser.parse_args()))
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
