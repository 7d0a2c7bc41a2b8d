"""How do several processes run one suite? It is collected once, and the process that has read it all forks them.

To collect takes as long as many tests, and was done by every process. One that is free takes another file, of the room
it is in while there is one, so that what a room's tests share (a browser, a server, an interpreter that forks commands)
is made once and not once in each; the rooms that take longest begin. A process that ends in a test fails that test, and
another goes on in its place.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

from sampled import write_costs

NAME = "MOOT_TEST_WORKER"
"""What says to a process that it is one of several."""
SECONDS = "moot/seconds"
"""What files took last time, as pytest's cache keeps it."""
UNKNOWN = 0.05
"""Seconds for a test nobody has timed."""
FIRST = ("web",)
"""What begins where nothing is known: pages are waited for while other processes work."""
READS_ALL = "documentation"
"""Where the tests are that read every source file."""
LOOKS = 5.0
"""Seconds after which it is looked whether a process whose line is kept open by one that it left is still there."""
LONG = 15.0
"""Seconds from which a file is given out in pieces, where its tests share nothing among them alone."""


def among_all(factory: pytest.TempPathFactory) -> Path:
    """A folder that is the same for all processes of a run."""
    base = factory.getbasetemp()
    return base.parent if NAME in os.environ or "PYTEST_XDIST_WORKER" in os.environ else base


@dataclass
class Part:
    """Tests that one process runs in a row."""

    room: str
    tests: list[int]
    seconds: float


@dataclass
class Worker:
    """A process under way, as the one that forked it sees it."""

    number: int
    pid: int
    line: Connection
    room: str = ""
    part: list[int] = field(default_factory=list)
    running: int | None = None


class Workers:
    """The plugin that forks instead of running tests itself."""

    def __init__(self, config: pytest.Config, many: int) -> None:
        self._config, self._many = config, many
        self._seconds: dict[str, float] = defaultdict(float)
        self._by_test: dict[str, float] = defaultdict(float)
        self._up: list[Worker] = []
        self._parts: list[Part] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.config.option.collectonly or session.testsfailed or len(session.items) < 2:
            return None
        self._parts = parts_of(session.items, self._remembered())
        try:
            for number in range(min(self._many, len(self._parts))):
                self._fork(session, number)
            while self._up:
                for worker in self._heard_from():
                    self._hear(session, worker)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
        finally:
            for worker in self._up:
                worker.line.close()  # whoever finds nobody there ends
            for worker in self._up:
                os.waitpid(worker.pid, 0)
        self._remember()
        if self._config.getoption("costs", False):
            write_costs(self._by_test)
        return True

    def _fork(self, session: pytest.Session, number: int) -> None:
        ours, theirs = Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        if (pid := os.fork()) == 0:
            ours.close()
            for other in self._up:
                other.line.close()
            os._exit(_worked(session, theirs, number))
        theirs.close()
        self._up.append(Worker(number, pid, ours))

    def _heard_from(self) -> list[Worker]:
        ready = wait([worker.line for worker in self._up], LOOKS)
        heard = [worker for worker in self._up if worker.line in ready]
        return heard or [worker for worker in self._up if os.waitpid(worker.pid, os.WNOHANG)[0]]

    def _hear(self, session: pytest.Session, worker: Worker) -> None:
        try:
            what, said = worker.line.recv()
        except (EOFError, OSError):
            what, said = "lost", None
        if what == "lost":
            self._lost(session, worker)
        elif what == "free":
            part = self._next_for(worker)
            worker.part += part
            worker.line.send(part)
        elif what == "runs":
            worker.running = said
            worker.part.remove(said)
        elif what == "told":
            report = self._config.hook.pytest_report_from_serializable(config=self._config, data=said)
            self._seconds[report.nodeid.partition("::")[0]] += report.duration
            self._by_test[report.nodeid] += report.duration
            self._config.hook.pytest_runtest_logreport(report=report)
        elif what == "warned":
            self._config.hook.pytest_warning_recorded.call_historic(kwargs=said)
        elif what == "ran":
            item = session.items[said]
            worker.running = None
            self._config.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        elif what == "over":
            self._gone(worker)
            assert not said, f"What a process left behind: {said}"

    def _next_for(self, worker: Worker) -> list[int]:
        """The longest part of the room it is in, else of one where nobody is, else of the one with most to do."""
        left: dict[str, float] = defaultdict(float)
        for part in self._parts:
            left[part.room] += part.seconds
        if not left:
            return []
        if worker.room not in left:
            taken = {other.room for other in self._up}
            worker.room = max(left, key=lambda room: (room not in taken, room in FIRST, left[room]))
        chosen = max((part for part in self._parts if part.room == worker.room), key=lambda part: part.seconds)
        self._parts.remove(chosen)
        return chosen.tests

    def _lost(self, session: pytest.Session, worker: Worker) -> None:
        self._gone(worker)
        if worker.running is not None:
            item = session.items[worker.running]
            self._config.hook.pytest_runtest_logreport(
                report=pytest.TestReport(
                    item.nodeid, item.location, {}, "failed", "The process ended while this test ran.", "call"
                )
            )
        if worker.part:
            self._parts.append(Part(worker.room, worker.part, UNKNOWN * len(worker.part)))
        if self._parts and not session.shouldfail:
            self._fork(session, worker.number)

    def _gone(self, worker: Worker) -> None:
        self._up.remove(worker)
        worker.line.close()
        try:
            os.waitpid(worker.pid, 0)
        except ChildProcessError:
            return  # it was waited for already

    def _remembered(self) -> dict[str, float]:
        cache = getattr(self._config, "cache", None)
        return dict(cache.get(SECONDS, {})) if cache is not None else {}

    def _remember(self) -> None:
        cache = getattr(self._config, "cache", None)
        if cache is not None:
            cache.set(SECONDS, {**self._remembered(), **{file: round(took, 2) for file, took in self._seconds.items()}})


def parts_of(items: list[pytest.Item], took: dict[str, float]) -> list[Part]:
    """The suite in parts: a file each, or pieces of one that takes long."""
    files: dict[str, list[int]] = defaultdict(list)
    for at, item in enumerate(items):
        files[item.nodeid.partition("::")[0]].append(at)
    parts = []
    for file, tests in files.items():
        seconds = took.get(file, UNKNOWN * len(tests))
        pieces = int(seconds // LONG) + 1 if not any(_shares(items[at]) for at in tests) else 1
        size = -(-len(tests) // pieces)
        for start in range(0, len(tests), size):
            part = tests[start : start + size]
            parts.append(Part(_room(file), part, seconds * len(part) / len(tests)))
    return parts


def _room(file: str) -> str:
    """The folder below `tests` in which a file lies. What lies in none reads the whole source, as the documentation's
    tests do, and what one of them has parsed the next one need not."""
    room, below, _ = file.removeprefix("tests/").partition("/")
    return room if below else READS_ALL


def _shares(item: pytest.Item) -> bool:
    """Whether something is made for its module or class, and not for the test alone or for all."""
    made: dict[str, Any] = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {})
    return any(each.scope in ("module", "class") for defs in made.values() for each in defs)


def _worked(session: pytest.Session, line: Connection, number: int) -> int:
    """What runs in a process that was forked; returns its code."""
    os.environ[NAME] = str(number)
    config, teller = session.config, Teller(line, session.config)
    _alone(config, number)
    config.pluginmanager.register(teller, "moot-teller")
    said = ""
    try:
        following = _given(line)
        item = next(following, None)
        while item is not None:
            line.send(("runs", item))
            then = next(following, None)
            config.hook.pytest_runtest_protocol(
                item=session.items[item], nextitem=None if then is None else session.items[then]
            )
            line.send(("ran", item))
            item = then
        config._ensure_unconfigure()
    except (BrokenPipeError, EOFError, KeyboardInterrupt):
        session._setupstate.teardown_exact(None)  # nobody listens any more, and what tests share is still up
        return 1
    except BaseException:
        said = traceback.format_exc()
    line.send(("over", said))
    return 0


def _given(line: Connection) -> Iterator[int]:
    """The tests this process is given, until there are none; asked for as late as can be."""
    while True:
        line.send(("free", None))
        part = line.recv()
        if not part:
            return
        yield from part


def _alone(config: pytest.Config, number: int) -> None:
    """What is this process's own from here on: its folder, what it catches of its output; and what it tells nobody."""
    for name in ("terminalreporter", "moot-workers"):
        config.pluginmanager.unregister(name=name)
    capture = config.pluginmanager.get_plugin("capturemanager")
    if capture is not None:
        capture.stop_global_capturing()  # its files are those of the process that forked this one
        capture.start_global_capturing()
        capture.suspend_global_capture()
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    folder = factory.getbasetemp() / f"worker-{number}-{os.getpid()}"
    folder.mkdir(mode=0o700)
    factory._basetemp = folder


class Teller:
    """Tells the process that forked this one what comes of tests."""

    def __init__(self, line: Connection, config: pytest.Config) -> None:
        self._line, self._config = line, config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("told", told))

    def pytest_warning_recorded(self, warning_message: Any, when: str, nodeid: str, location: Any) -> None:
        warning_message.source = None
        said = {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location}
        self._line.send(("warned", said))
