"""Test that as many clients can watch as the file limit allows, without harm to sessions, requests or the store."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import slow_except
from moot.server.admission.connection_limit import LEAST, MOST_STAYING, room_for
from rig.script import Plan
from rig.upstream import Upstream
from server.test_serving import SOURCE

QUICK = """
from moot.server.admission import connections as doorway
assert (doorway.SILENT, doorway.IDLE) == (4.0, 1.0)
doorway.SILENT, doorway.IDLE = 1.0, 0.25
from moot.cli.main import main
main()
"""
"""`moot`, whose door hangs up four times as soon: what is tried waits for that."""
PLAIN: dict[str, Any] = {"trust_env": False, "verify": False}
MEMBERS = ["rig/alpha", "rig/beta", "rig/gamma"]


@given(st.integers(40, 70_000), st.integers(0, 40))
def test_the_files_are_shared_out(files: int, used: int) -> None:
    room = room_for(files, used)
    assert room.staying >= LEAST
    assert room.connections - room.staying >= LEAST, "plain requests find a place whoever watches"
    assert room.staying <= MOST_STAYING
    assert room.working >= 32
    if files >= 120:
        assert used + room.connections + room.working <= files


class Up(NamedTuple):
    """`moot serve` as a process with few files."""

    process: subprocess.Popen[str]
    url: str
    headers: dict[str, str]
    port: int

    def health(self) -> dict[str, Any]:
        """What it says of itself, asked over a line of its own."""
        with httpx.Client(**PLAIN, timeout=300) as client:
            return dict(client.get(f"{self.url}/api/health", headers=self.headers).json())


@asynccontextmanager
async def served(folder: Path, upstream: Upstream, files: int) -> AsyncIterator[Up]:
    home = folder / "home"
    home.mkdir()
    (home / "endpoints.toml").write_text(f'[rig]\nurl = "{upstream.url}"\nprivate = true\nprice = "free"\n')

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with (folder / "said").open("w") as said:
        process = subprocess.Popen(  # noqa: ASYNC220  # it has returned before anything else could have had a turn
            [sys.executable, "-c", QUICK, "serve", "--port", "0"],
            stdout=said, stderr=said, text=True, cwd=folder, preexec_fn=few,
            env={"MOOT_HOME": str(home), "PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        )  # fmt: skip
    try:
        while "?token=" not in (told := (folder / "said").read_text()):
            assert process.poll() is None, told
            await asyncio.sleep(0.05)
        url, _, token = next(word for word in told.split() if "?token=" in word).partition("/?token=")
        up = Up(process, url, {"Authorization": f"Bearer {token}"}, int(url.rpartition(":")[2]))
        yield up
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(300)
        finally:
            process.kill()


async def asks(up: Up, number: int) -> str:
    async with httpx.AsyncClient(base_url=up.url, headers=up.headers, **PLAIN, timeout=300) as client:
        body = {"question": f"What is a moot, seen the {number}. time?", "members": MEMBERS, "chair": "rig/delta"}
        answer = await client.post("/api/sessions", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["session"])


class Viewer(NamedTuple):
    """How it went for one who wanted to watch."""

    status: int
    said: str
    retry: str
    ended: bool = False


async def streams(up: Up, session: str, goes: asyncio.Event, turned: list[int]) -> Viewer:
    """Watches over a socket of its own until the session ends, or is told to leave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", up.port)
    try:
        lines = [f"GET /api/sessions/{session}/events HTTP/1.1", f"Host: 127.0.0.1:{up.port}",
                 f"Authorization: {up.headers['Authorization']}", "Accept: text/event-stream"]  # fmt: skip
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)).decode()
        status = int(head.split()[1])
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if status != 200:
            turned.append(status)
            body = await asyncio.wait_for(reader.read(), 120)  # to the end: the server hangs up
            return Viewer(status, json.loads(body)["error"]["message"], headers.get("retry-after", ""))
        said = b""
        leaving = asyncio.create_task(goes.wait())
        while b"event: end" not in said[-4000:]:
            reading = asyncio.create_task(reader.read(65_536))
            await asyncio.wait({reading, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                reading.cancel()
                break
            if not reading.result():
                break
            said += reading.result()
        leaving.cancel()
        return Viewer(200, "", "", b"event: end" in said)
    finally:
        writer.close()


@pytest.mark.slow
@pytest.mark.parametrize("files", slow_except([128, 1024], 128))
async def test_viewers_beyond_the_files_are_told_and_no_session_is_harmed(files: int, tmp_path: Path) -> None:
    viewers, sessions = (110, 3) if files == 128 else (1100, 12)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the viewers are in this process
    slow = Plan(delay=0.6 if files < 1000 else 8.0)
    try:
        async with Upstream(default=slow) as upstream, served(tmp_path, upstream, files) as up:
            ids = [await asks(up, number) for number in range(sessions)]
            goes, turned = asyncio.Event(), []
            watching = [
                asyncio.create_task(streams(up, ids[number % sessions], goes, turned)) for number in range(viewers)
            ]
            told = await asyncio.to_thread(up.health)
            most = told["viewers"]["most"]
            assert most == pytest.approx(files * 0.6, rel=0.3)
            while told["viewers"]["used"] + len(turned) < viewers and not all(each.done() for each in watching):
                await asyncio.sleep(0.2)
                told = await asyncio.to_thread(up.health)
                assert told["viewers"]["used"] <= most
            # more sessions, while every place is taken
            ids += [await asks(up, number) for number in range(sessions, sessions + 2)]
            got = await asyncio.wait_for(asyncio.gather(*watching), 240)
            refused = [each for each in got if each.status != 200]
            assert {each.status for each in refused} <= {503}
            assert len(refused) >= viewers - most, "nobody was let in beyond the bound"
            assert all(each.said and each.retry for each in refused)
            assert [each for each in got if each.status == 200 and not each.ended] == []
            async with httpx.AsyncClient(base_url=up.url, headers=up.headers, **PLAIN, timeout=300) as client:
                for session in ids:
                    result = (await client.get(f"/api/sessions/{session}?wait=60")).json()
                    assert (result["outcome"], result["degraded"]) == ("verdict", []), result
                    events = (await client.get(f"/api/sessions/{session}/events?after=0&limit=5000")).json()["events"]
                    assert [each for each in events if each["kind"] == "SeatFailed"] == []
            assert "Traceback" not in (tmp_path / "said").read_text()
            assert up.health()["viewers"]["used"] == 0
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
async def test_lines_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    """More connections than files, none with a request: the idle are hung up, and whoever asks is answered."""
    async with Upstream() as upstream, served(tmp_path, upstream, 100) as up:
        silent = [await asyncio.open_connection("127.0.0.1", up.port) for _ in range(150)]
        session = await asks(up, 0)
        assert (await asyncio.to_thread(up.health))["status"] == "ok"
        async with httpx.AsyncClient(base_url=up.url, headers=up.headers, **PLAIN, timeout=300) as client:
            result = (await client.get(f"/api/sessions/{session}?wait=30")).json()
        assert (result["outcome"], result["degraded"]) == ("verdict", [])
        for _, writer in silent:
            writer.close()


EXHAUSTED = """
import asyncio, os, resource, socket, sys, time
from moot.server.admission.connections import Doorway
from moot.server.admission.connection_limit import FileAllowance

class Says(asyncio.Protocol):
    def connection_made(self, transport):
        transport.write(b"in")
        transport.close()

async def main():
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    room = FileAllowance(files=10_000, working=32, connections=5_000, staying=4_000)  # it believes that there is room
    door = Doorway(listener, Says, set(), room)
    door.open()
    callers = [socket.create_connection(listener.getsockname()) for _ in range(20)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    held = []
    try:
        while True:
            held.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        pass
    used = time.process_time()
    for _ in range(60):
        await asyncio.sleep(0.01)
    print(time.process_time() - used)
    for each in held:
        os.close(each)
    loop = asyncio.get_running_loop()
    for each in callers:
        each.setblocking(False)
        assert await asyncio.wait_for(loop.sock_recv(each, 2), 120) == b"in"
    print("all in")
    door.close()

if sys.argv[1] == "uvloop":
    import uvloop
    uvloop.run(main())
else:
    asyncio.run(main())
"""


@pytest.mark.parametrize("loop", slow_except(["asyncio", "uvloop"], "asyncio"))
def test_without_a_file_left_the_door_waits_and_does_not_spin(loop: str) -> None:
    if loop == "uvloop":
        pytest.importorskip("uvloop")
    env = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin"}
    ran = subprocess.run(
        [sys.executable, "-c", EXHAUSTED, loop], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    used, _, ended = ran.stdout.partition("\n")
    assert ended == "all in\n", ran.stderr
    assert float(used) < 0.25, "CPU seconds while it sleeps for 0.6 s"
