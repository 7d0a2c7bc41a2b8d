"""Measure how soon each door shows the first answer and the whole answer (B28).

Three members answer at a pace; the fastest says its first word after `DELAY` seconds. Two figures for each door, in
milliseconds, medians of several sessions:

- `first`: from Enter to the first member's first word on the screen, less `DELAY`; at most 300. `/v1` streams nothing
  but the chair's answer, so there it is the time from the chair's first token to the client.
- `last`: from the chair's last token leaving the service to the end of its answer on the screen; at most 500.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks.council import ROOT, median
from benchmarks.viewers import TOKEN, server
from benchmarks.web_page import CHROMIUM, FLAGS
from moot.library.shelf import council_text
from moot.vocabulary.councils import Council
from rig.line import Line
from rig.requests import is_asked
from rig.script import Asked, Plan
from rig.terminal import Terminal
from rig.upstream import Upstream
from world.hosting import hosted

DELAY = 1.0
ROUNDS = 3
QUESTION = "Should a small team split its monolith into services?"
FIRST = "Firstmember"
LAST = "Lastofchair"
FILLER = "thinks that the monolith should stay whole until a second team exists and a boundary has settled."
ANSWER = f"{FIRST} {FILLER} {FILLER}"
CHAIR = f"Keep the monolith for now.\n\n---\n\nThe members agree. {FILLER} {FILLER} That was {LAST}."


class TimedUpstream(Upstream):
    """A service that notes when the chair's first and last tokens were sent."""

    def __init__(self) -> None:
        super().__init__(script=self._plan, models=("alpha", "beta", "gamma", "chair"))
        self.began = self.sent = 0.0

    @staticmethod
    def _plan(asked: Asked) -> Plan:
        if asked.schema is not None or is_asked(asked.prompt) or "FINAL RANKING" in asked.prompt:
            return Plan(delay=0.2)
        if asked.model == "chair":
            return Plan(text=CHAIR, chunks=40, gap=0.02, delay=0.3)
        return Plan(text=ANSWER, chunks=40, gap=0.02, delay=DELAY if asked.model == "alpha" else DELAY * 1.5)

    async def _speak(self, line: Line) -> None:
        began = time.monotonic()
        await super()._speak(line)
        if line.plan.text == CHAIR:
            self.began, self.sent = began, time.monotonic()


@contextlib.contextmanager
def furnished_home(up: Upstream) -> Iterator[Path]:
    """A home whose default council is three members of the service and a chair."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "endpoints.toml").write_text(f'[fake]\nurl = "{up.url}"\nprivate = true\nprice = "free"\n')
        made = Council(name="ours", members=("fake/alpha", "fake/beta", "fake/gamma"), chair="fake/chair")
        (home / "councils").mkdir()
        (home / "councils" / "ours.toml").write_text(council_text(made))
        (home / "settings.toml").write_text('council = "ours"\n')
        yield home


def lines_of(address: str, method: str, path: str, body: object | None = None) -> Iterator[str]:
    """The lines of an answer as they arrive."""
    parts = urlsplit(address)
    line = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Accept": "text/event-stream"}
    line.request(method, path, json.dumps(body) if body is not None else None, headers)
    with contextlib.closing(line.getresponse()) as response:
        for each in response:
            yield each.decode()


def watched(lines: Iterator[str]) -> tuple[float, float]:
    """When the first member's first word and the chair's last one arrived."""
    first = last = 0.0
    for line in lines:
        now = time.monotonic()
        if not first and FIRST in line:
            first = now
        if not last and LAST in line:
            last = now
            break
    return first, last


def events_door(address: str) -> tuple[float, float, float]:
    """A question by REST, followed by server-sent events."""
    began = time.monotonic()
    session = json.loads("".join(lines_of(address, "POST", "/api/sessions", {"question": QUESTION})))["session"]
    return began, *watched(lines_of(address, "GET", f"/api/sessions/{session}/events"))


def openai_door(address: str, up: TimedUpstream) -> tuple[float, float, float]:
    """A streamed chat completion."""
    body = {"model": "ours", "stream": True, "messages": [{"role": "user", "content": QUESTION}]}
    text = ""
    first = last = 0.0
    for line in lines_of(address, "POST", "/v1/chat/completions", body):
        text += "".join(re.findall(r'"content":"((?:[^"\\]|\\.)*)"', line.replace('": "', '":"')))
        now = time.monotonic()
        first = first or (now if "Keep" in text else 0.0)
        last = last or (now if LAST in text else 0.0)
    return up.began - DELAY, first, last


def terminal_door(home: Path) -> tuple[float, float, float]:
    """`moot ask` at a terminal; its own start counts."""
    env = {**os.environ, "MOOT_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color"}
    began = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()):  # a terminal prints what it reads
        command = Terminal(Path(sys.executable), ["ask", QUESTION], env, home)
        command.until(FIRST)
        first = time.monotonic()
        command.until(LAST)
        last = time.monotonic()
        command.ended()
    return began, first, last


class BrowserDoor:
    """The page, as a person uses it."""

    def __init__(self, browser: Any, address: str) -> None:
        self._page, self._address = browser.new_context(viewport={"width": 1440, "height": 900}).new_page(), address
        self._page.goto(f"{address}/?token={TOKEN}")

    def ask(self) -> tuple[float, float, float]:
        """Type a question, press Enter, and watch the page."""
        page = self._page
        page.goto(self._address)
        box = page.get_by_role("main").get_by_role("textbox", name="Ask a question")
        box.fill(QUESTION)
        began = time.monotonic()
        box.press("Enter")
        shows = "word => document.querySelector('main')?.innerText.includes(word)"
        page.wait_for_function(shows, arg=FIRST, polling="raf", timeout=60_000)
        first = time.monotonic()
        page.wait_for_function(shows, arg=LAST, polling="raf", timeout=60_000)
        return began, first, time.monotonic()


def answer_times() -> dict[str, Any]:
    """B28."""
    from playwright.sync_api import sync_playwright

    found: dict[str, list[tuple[float, float]]] = {}
    with (
        hosted(TimedUpstream()) as up,
        furnished_home(up) as home,
        server(home) as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = BrowserDoor(browser, address)
        doors = {
            "events": lambda: events_door(address),
            "/v1": lambda: openai_door(address, up),
            "terminal": lambda: terminal_door(home),
            "browser": page.ask,
        }
        for number in range(ROUNDS + 1):
            for name, door in doors.items():
                began, first, last = door()
                if number:
                    found.setdefault(name, []).append((first - began - DELAY, last - up.sent))
        browser.close()
    return {
        name: {
            "first_ms": round(median([first for first, _ in rows]) * 1000),
            "last_ms": round(median([last for _, last in rows]) * 1000),
        }
        for name, rows in found.items()
    } | {"budget": {"first_ms": 300, "last_ms": 500}}


if __name__ == "__main__":
    print(json.dumps(answer_times(), indent=2))
