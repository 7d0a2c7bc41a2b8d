"""Run sessions in processes that can be killed: a server forks each from one warmed process.

`python -m rig.killing` warms up (imports, one whole session of every protocol), joins every thread, and then answers
orders: each is one JSON line, carried out by a forked child that opens the store anew, convenes or resumes the session,
runs it to its end and exits, unless it is killed on the way. So a life costs tens of milliseconds. One such server does
for all tests of a process.

    async with Killing(url) as lives:
        died = await lives.live(Life(home=..., session="s", kill_at="commit:before:7"))   # killed: True
        died = await lives.live(Life(home=..., session="s"))                              # resumes it

`lived(home, session)` reads what the store holds, through a connection of its own.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from moot.floor.earlier_turns import EarlierTurns
from moot.protocols import registry
from moot.providers.directory import Directory
from moot.providers.tools.toolbox import Toolbox
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts import crash_points as boundary
from moot.transcripts.followers import follow
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary import event_keys
from moot.vocabulary.councils import Council
from moot.vocabulary.questions import Turn
from moot.vocabulary.state import state_of
from rig.tool_server import LedgerTool
from rig.upstream import Upstream

ROOT = Path(__file__).resolve().parents[2]
MODELS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta")


@dataclass(frozen=True)
class Life:
    """One process that shall convene a session, or take it up."""

    home: str
    """Its MOOT_HOME."""
    session: str
    """The session."""
    kill_at: str = ""
    """Where it is killed: `commit:inside|before|after:n`."""
    protocol: str = "peer-review"
    """How the session deliberates."""
    options: dict[str, Any] = field(default_factory=dict)
    """The protocol's options."""
    case: str = ""
    """Sent with every call as `X-Case`, so that a ledger can tell lives apart."""
    members: int = 4
    """Seats, at least as many as the protocol needs."""
    earlier: int = 0
    """Turns of 9,000 characters that come before its question."""
    tools: int = 0
    """Port of a tool server that its members may call."""
    read_only: bool = True
    """Whether the tool's calls change nothing."""
    cap: int | None = None
    """Its budget, in nano-dollars."""


@dataclass(frozen=True)
class Lived:
    """What a store holds of a session, read from outside."""

    events: list[tuple[int, str, str, str]]
    """Seq, key, kind and body as it is written."""
    open_money: list[str]
    """Intents whose reservation is open."""

    @property
    def bodies(self) -> dict[str, dict[str, Any]]:
        """Bodies by key."""
        return {key: json.loads(body) for _, key, _, body in self.events}

    def unsettled(self) -> set[str]:
        """Intents that were neither settled nor failed."""
        bodies, kinds = self.bodies, {key: kind for _, key, kind, _ in self.events}
        found = set()
        for key, kind in kinds.items():
            if kind != "SeatAsked":
                continue
            move, _, attempt = key.partition("~")
            settled = bodies.get(move, {}).get("attempt", 1) == int(attempt) if move in bodies else False
            ends = (event_keys.failure(move, int(attempt)), event_keys.tools_requested(move, int(attempt)))
            if not settled and not any(end in bodies for end in ends):
                found.add(key)
        return found

    def orphans(self) -> list[str]:
        """Calls that resumptions have named as lost."""
        return [
            orphan
            for _, _, kind, body in self.events
            if kind == "SessionResumed"
            for orphan in json.loads(body).get("orphans", ())
        ]


def lived(home: str | Path, session: str) -> Lived:
    """What the store in `home` holds, read through a plain connection."""
    path = Path(home) / "moot.db"
    if not path.exists():
        return Lived([], [])
    with closing(sqlite3.connect(path, timeout=10)) as bare:
        events = bare.execute("SELECT seq, key, kind, body FROM events WHERE session = ? ORDER BY seq", (session,))
        found = [(row[0], row[1], row[2], row[3]) for row in events]
        money = bare.execute("SELECT key FROM money WHERE session = ? AND state = 'open'", (session,))
        return Lived(found, [row[0] for row in money])


def seen(home: str | Path) -> list[tuple[int, str]]:
    """Seq and key of every event that a follower in one of the processes had seen, whatever became of the process."""
    path = Path(home) / "seen"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    return [(int(line.split()[0]), line.split()[1]) for line in lines if line.endswith("\n")]


def result(home: str | Path) -> dict[str, Any]:
    """What the last process that reached the session's end found there."""
    told: dict[str, Any] = json.loads((Path(home) / "result.json").read_text())
    return told


class Killing:
    """The server of lives, as a test with an upstream of its own uses it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lives: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        self._server = _Server.running()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Leaves the server to others."""

    async def live(self, life: Life) -> bool:
        """Runs one process to its end; whether it was killed. Fails if it ended in any other unexpected way."""
        came = await self._server.ordered(json.dumps([asdict(life), self.url]).encode() + b"\n")
        self.lives[came] += 1
        errors = Path(life.home) / "errors"
        assert came in ("killed", "ended"), f"{came}: {errors.read_text() if errors.exists() else ''}"
        return came == "killed"


class _Server:
    """The process, and the pipes to it."""

    _one: _Server | None = None

    @classmethod
    def running(cls) -> _Server:
        """The one of this process. It warms up while the test goes on."""
        if cls._one is None:
            cls._one = cls()
            atexit.register(cls._one.close)
        return cls._one

    def __init__(self) -> None:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        # a second thread, which numpy would start, makes os.fork unsafe
        environment = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rig.killing"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            env=environment,
        )  # fmt: skip
        self._warm = False

    async def ordered(self, line: bytes) -> str:
        """What became of an order."""
        assert self._process.stdin is not None
        try:
            if not self._warm:
                assert await self._answer() == "warm"
                self._warm = True
            self._process.stdin.write(line)
            return await self._answer()
        except BaseException:  # whatever it still says is no answer to the next order
            type(self)._one = None
            self.close()
            raise

    async def _answer(self) -> str:
        pipe = self._process.stdout
        assert pipe is not None
        loop = asyncio.get_running_loop()
        said: asyncio.Future[None] = loop.create_future()
        loop.add_reader(pipe, lambda: said.done() or said.set_result(None))
        try:
            await asyncio.wait_for(said, 60)
        finally:
            loop.remove_reader(pipe)
        return bytes(pipe.readline()).decode().strip()

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.communicate()


# --- in the server ----------------------------------------------------------------------------------------------------


def council_for(life: Life) -> Council:
    """A council of scripted models, one for each seat, so that no two calls of a session have the same bytes."""
    count = max(life.members, registry.find(life.protocol).fewest)
    return Council(members=tuple(f"fake/{name}" for name in MODELS[:count]), chair="fake/chair", protocol=life.protocol)


async def go(life: Life, url: str) -> dict[str, Any]:
    """Convenes or resumes the session, and runs it to its end."""
    home = Path(life.home)
    row = {"url": url, "private": True, "price": {"input": 1.0, "output": 1.0}}
    directory = Directory(home, {})
    if not (home / "endpoints.toml").exists():
        directory.endpoints.add("fake", {**row, "headers": {"X-Case": life.case}} if life.case else row)
        directory.reload()
    transcript = SqlTranscript(Store(home / "moot.db"))
    tool = LedgerTool(life.tools, life.case, read_only=life.read_only)
    runner = Runner(transcript, directory, RunnerRules(door="server", toolbox=Toolbox({"lookup": lambda: tool})))
    left = await transcript.sweep()
    watching = asyncio.create_task(_watch(transcript, life))
    if lived(home, life.session).events:
        if life.session in left:
            await runner.resume(life.session, automatic=True)
    else:
        asked = SessionOpening(
            ask=Ask(
                question="What is the load of a stone bridge?",
                council=council_for(life),
                options=life.options,
                seed="x",
                tools=("lookup",) if life.tools else (),
            ),
            cap=life.cap,
            earlier=EarlierTurns(
                turns=tuple(
                    Turn(question=f"Question {n}? " + "why " * 1_500, answer=f"Answer {n}. " + "so " * 1_000)
                    for n in range(1, life.earlier + 1)
                )
            ),
        )
        await runner.convene(asked, session=life.session)
    await runner.ended(life.session)
    state = state_of(await transcript.read(life.session))
    told: dict[str, Any] = {"status": state.status, "reason": state.reason, "digest": state.digest}
    if state.verdict is not None:
        told["replayed"] = (await runner.replay(life.session)).digest
    balance = await transcript.balance(life.session)
    told.update(spent=balance.spent, reserved=balance.reserved)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await runner.close()
    await directory.close()
    await transcript.close()
    return told


async def _watch(transcript: SqlTranscript, life: Life) -> None:
    """Follows the session and writes down what it sees, so that it outlives the process."""
    file = os.open(Path(life.home) / "seen", os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600)
    while not lived(life.home, life.session).events:  # nobody tells that a session is there
        await asyncio.sleep(0.001)
    async for batch in follow(transcript, life.session):
        for event in batch:
            if hasattr(event, "seq"):
                os.write(file, f"{event.seq} {event.key}\n".encode())


def _child(life: Life, url: str) -> None:
    """Never returns."""
    errors = os.open(Path(life.home) / "errors", os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600)
    os.dup2(errors, 2)
    os.dup2(errors, 1)
    code = 1
    try:
        os.environ[boundary.VARIABLE] = life.kill_at
        boundary.order(life.kill_at)
        told = asyncio.run(go(life, url))
        (Path(life.home) / "result.json").write_text(json.dumps(told))
        code = 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


async def _warmed() -> None:
    with tempfile.TemporaryDirectory() as home:
        async with Upstream() as upstream:
            for name in registry.names():
                await go(Life(home=home, session=f"warm-{name}", protocol=name, case="warm"), upstream.url)


def _threads() -> int:
    return len(os.listdir("/proc/self/task"))


def serve() -> None:
    """Answers orders from standard input until it closes."""
    asyncio.run(_warmed())
    deadline = time.monotonic() + 10
    while _threads() > 1 and time.monotonic() < deadline:
        time.sleep(0.001)  # one that has been joined is gone a moment later
    print("warm", flush=True)
    for line in sys.stdin:
        if (threads := _threads()) > 1:
            print(f"{threads} threads run: forking is not safe", flush=True)
            continue
        ordered, url = json.loads(line)
        life = Life(**ordered)
        pid = os.fork()
        if pid == 0:
            _child(life, url)
        _, status = os.waitpid(pid, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == 9
        print("killed" if killed else "ended" if os.WEXITSTATUS(status) == 0 else f"ended with {status}", flush=True)


if __name__ == "__main__":
    serve()
