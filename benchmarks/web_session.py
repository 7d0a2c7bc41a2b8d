"""Which sessions is the web app measured with? One that streams as fast as five members talk; one of 23,000 events."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.council import QUESTION, upstream
from benchmarks.viewers import TOKEN, server

MEMBERS = ("alpha", "beta", "gamma", "delta", "epsilon")
TOKENS_A_SECOND = 50
LONG_EVENTS = 23_000
LONG_WORDS = 3_000
PAGE = 2_000


@dataclass
class Api:
    """The server that is measured."""

    url: str

    def ask(self, method: str, path: str, body: object | None = None) -> bytes:
        """One request."""
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, method=method)
        request.add_header("Authorization", f"Bearer {TOKEN}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=120) as answer:
            return bytes(answer.read())

    def convene(self, protocol: str, endpoint: str) -> str:
        """Five members of one endpoint, at work when this returns."""
        body = {
            "question": QUESTION, "protocol": protocol, "chair": f"{endpoint}/{MEMBERS[0]}",
            "members": [f"{endpoint}/{name}" for name in MEMBERS],
        }  # fmt: skip
        if protocol == "debate":
            del body["chair"]
        return str(json.loads(self.ask("POST", "/api/sessions", body))["session"])

    def rehearsed(self, protocol: str) -> str:
        """A session of the scripted voices that has ended."""
        body = {"question": QUESTION, "council": "rehearsal", "protocol": protocol, "seed": "seven"}
        return self._ended(str(json.loads(self.ask("POST", "/api/sessions", body))["session"]))

    def finished(self, protocol: str, endpoint: str) -> str:
        """The same, once it has ended."""
        return self._ended(self.convene(protocol, endpoint))

    def _ended(self, session: str) -> str:
        until = time.monotonic() + 120
        while json.loads(self.ask("GET", f"/api/sessions/{session}?wait=20"))["outcome"] == "running":
            assert time.monotonic() < until, "The session does not end."
        return session

    def events(self, session: str) -> list[dict[str, Any]]:
        """Its events, as the app gets them."""
        page = self.ask("GET", f"/api/sessions/{session}/events?after=0&limit=5000")
        return list(json.loads(page)["events"])


@contextmanager
def serving() -> Iterator[Api]:
    """A server whose members talk at a pace (`paced`), and at once but at length (`long`)."""
    gap = 1 / TOKENS_A_SECOND
    talking = [{"words": 1_500, "chunks": 1_500, "gap": gap}]
    with upstream(talking) as paced, upstream([{"words": LONG_WORDS}]) as long, TemporaryDirectory() as folder:
        rows = [
            f'[{name}]\nurl = "{url}"\nprivate = true\nprice = "free"\n'
            for name, url in (("paced", paced), ("long", long))
        ]
        (Path(folder) / "endpoints.toml").write_text("\n".join(rows))
        with server(Path(folder)) as (address, _):
            yield Api(address)


def lengthened(events: list[dict[str, Any]], length: int = LONG_EVENTS) -> list[dict[str, Any]]:
    """The same session, in which every answer took many attempts: as many events as are asked for."""
    answers = [event for event in events if event["kind"] == "SeatSpoke" and "+" not in event["key"]]
    tries = (length - len(events)) // (2 * len(answers)) + 1
    made: list[dict[str, Any]] = []
    waited = 0

    def add(event: dict[str, Any]) -> None:
        made.append({**event, "seq": len(made) + 1, "t": event["t"] + waited})

    for event in events:
        if event in answers:
            key, body = event["key"], event["body"]
            failed = {
                "seat": body["seat"], "failed": "error", "cause": "The upstream was busy.", "error": "rate",
                "prompt": body["prompt"], "final": False, "spent": False, "usage": body["usage"] | {"calls": 1},
                "cost": None, "partial": "",
            }  # fmt: skip
            asked = {
                "seat": body["seat"],
                "model": body["model"],
                "prompt": body["prompt"],
                "call": "c",
                "reserved": None,
            }
            for attempt in range(1, tries + 1):
                waited += 20
                add({**event, "kind": "SeatFailed", "key": f"{key}~{attempt}!", "body": failed | {"attempt": attempt}})
                again = asked | {"attempt": attempt + 1}
                add({**event, "kind": "SeatAsked", "key": f"{key}~{attempt + 1}", "body": again})
            waited += body["total_ms"]
            add(event | {"body": body | {"attempt": tries + 1}})
        else:
            add(event)
    return made


def page_of(events: list[dict[str, Any]], session: str, after: int) -> str:
    """A page of a log that no server holds."""
    part = events[after : after + PAGE]
    more = after + PAGE < len(events)
    return json.dumps({"session": session, "events": part, "after": after + len(part), "more": more, "ended": not more})
