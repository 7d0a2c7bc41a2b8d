"""Test that models keep running in real processes: killed, short of memory, broken, none left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiohttp
import pytest

from extensions.local.weights.engines import needs_engine
from extensions.local.weights.make_gguf import make_gguf
from moot.errors import CallFailed, Conflict
from moot.extensions.local import supervisor as supervising
from moot.extensions.local.model_files import ModelFiles, Spec, StoredModel, how_loaded
from moot.extensions.local.process import Address, Process
from moot.extensions.local.sharing import Engine
from moot.extensions.local.supervisor import Supervisor

pytestmark = pytest.mark.local


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two models of random weights, and one that only its header makes a model."""
    needs_engine()
    folder = tmp_path_factory.mktemp("home")
    (folder / "models").mkdir()
    for name, seed in (("one", 1), ("two", 2)):
        make_gguf(folder / "models" / f"{name}.gguf", seed)
    whole = (folder / "models" / "one.gguf").read_bytes()
    spoiled = whole.replace(b"blk.1.attn_q.weight", b"blk.1.attn_Q.weight")
    (folder / "models" / "spoiled.gguf").write_bytes(spoiled)
    return folder


@pytest.fixture
async def supervisor(home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Supervisor]:
    monkeypatch.setattr(supervising, "WAITS", (0.01, 0.02, 0.03))
    made = Supervisor(home)
    yield made
    await made.close()


def of_process(pid: int, what: str) -> str:
    """What the system tells of a process."""
    return Path(f"/proc/{pid}/{what}").read_text()


def runs(pid: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        return of_process(pid, "stat").rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


async def until(holds: Callable[[], bool]) -> None:
    """Waits until it holds, ten seconds at the most."""
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it does not come to hold")


async def status_of(address: Address, key: str) -> int:
    async with (
        aiohttp.ClientSession() as client,
        client.get(f"{address.url}/v1/models", headers={"Authorization": f"Bearer {key}"}) as answer,
    ):
        return answer.status


async def test_a_model_is_loaded_once_and_answers_to_its_own_key_alone(supervisor: Supervisor) -> None:
    async with supervisor.using("one") as address:
        first, second = await asyncio.gather(supervisor.ready("one"), supervisor.ready("one"))
        assert first == second == address
        assert await status_of(address, address.key) == 200
        assert await status_of(address, "another") == 401
        (told,) = await supervisor.told()
        assert (told.model, told.status, told.pid, told.deaths) == ("one", "busy", address.pid, 0)
        assert address.key not in of_process(address.pid, "cmdline")
        assert of_process(address.pid, "oom_score_adj").strip() == "500"
    (told,) = await supervisor.told()
    assert told.status == "ready"
    assert told.context == 8192
    assert told.memory is not None
    assert told.memory > 1_000_000
    assert await supervisor.unload("one")
    assert not await supervisor.unload("one")
    assert not runs(address.pid)


async def test_one_that_is_killed_is_started_again_and_the_other_lives(supervisor: Supervisor) -> None:
    first, other = await asyncio.gather(supervisor.ready("one"), supervisor.ready("two"))
    os.kill(first.pid, signal.SIGKILL)
    await until(lambda: not supervisor.alive(first))
    second = await supervisor.ready("one")
    assert second.key != first.key
    assert supervisor.alive(other)
    told = {each.model: each for each in await supervisor.told()}
    assert (told["one"].deaths, told["two"].deaths) == (1, 0)
    assert told["one"].cause == "killed by signal 9"


async def test_one_that_dies_again_and_again_is_given_up_with_its_cause(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = 0

    async def dies(process: Process) -> Address:
        nonlocal loaded
        loaded += 1
        process._running = await asyncio.create_subprocess_exec("sh", "-c", "kill -ABRT $$")
        await process.ended()
        raise CallFailed("error", "it died", error="engine")

    monkeypatch.setattr(Process, "load", dies)
    with pytest.raises(CallFailed, match="one died 4 times within 60 s: killed by signal 6"):
        await supervisor.ready("one")
    assert loaded == 4


async def test_what_cannot_be_loaded_says_why_at_once(supervisor: Supervisor) -> None:
    with pytest.raises(CallFailed, match="spoiled could not be loaded") as failed:
        await supervisor.ready("spoiled")
    assert "blk.1.attn_q.weight" in failed.value.cause
    assert failed.value.error == "engine"
    with pytest.raises(CallFailed, match="There is no model on this machine called 'three'"):
        await supervisor.ready("three")


async def test_a_model_is_served_at_the_port_of_its_roster_on_request_and_refused_where_that_is_taken(
    home: Path, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        files = ModelFiles(home)
        files.keep(StoredModel(id="two", path=files.path_of("two"), port=port))
        assert not (await supervisor.ready("two")).url.endswith(f":{port}")  # nobody asked for it
        await supervisor.unload("two")
        monkeypatch.setenv("MOOT_ROSTER_PORTS", "true")
        for _ in range(2):
            with pytest.raises(CallFailed, match=f"two is to be served at port {port}, .* taken by another program"):
                await supervisor.ready("two")
        assert await supervisor.told() == []
    for _ in range(2):  # its own port is free again once it has ended
        address = await supervisor.ready("two")
        assert address.url == f"http://127.0.0.1:{port}"
        assert await status_of(address, address.key) == 200
        os.kill(address.pid, signal.SIGKILL)
        await until(lambda address=address: not supervisor.alive(address))
    files.keep(StoredModel(id="two", path=files.path_of("two")))


async def test_short_of_memory_the_idle_make_room_and_the_used_do_not(home: Path) -> None:
    kept = ModelFiles(home).find("one")
    size = how_loaded(kept, kept.header()).memory
    loaded: list[Supervisor] = []

    def free() -> int:
        """Room for one model and a half."""
        taken = sum(each.spec.memory for each in loaded[0]._running.values() if each.alive)
        return supervising.KEPT_FREE + size * 3 // 2 - taken

    supervisor = Supervisor(home, free=free)
    loaded.append(supervisor)
    try:
        first = await supervisor.ready("one")
        async with supervisor.using("two") as second:
            assert not supervisor.alive(first)
            with pytest.raises(CallFailed, match=r"one needs \d+ MB of memory, and \d+ MB can be given"):
                await supervisor.ready("one")
            assert supervisor.alive(second)
    finally:
        await supervisor.close()


async def test_several_moots_of_one_home_share_a_model_and_one_takes_over(home: Path) -> None:
    first, second = Engine(home), Engine(home)
    try:
        async with first.using("one") as address:
            assert (home / "engine" / "running.json").stat().st_mode & 0o777 == 0o600
            async with second.using("one") as same:
                assert same == address
                assert second.supervisor is None
                assert await second.alive(same)
                with pytest.raises(CallFailed, match="one is in use: 2 answers would be lost"):
                    await second.unload("one")
        assert [each.model for each in await second.told()] == ["one"]
        await second.load("two")
        assert len(await first.told()) == 2
        await second.unload("two")
        with pytest.raises(CallFailed, match="no model on this machine"):
            async with second.using("three"):
                pass
        await first.close()
        assert not runs(address.pid)
        assert await second.told() == []
        with pytest.raises(Conflict, match="No Moot is running"):
            await second.load("one")
        async with second.using("one") as new:
            assert second.supervisor is not None
            assert new.key != address.key
    finally:
        await first.close()
        await second.close()


async def test_a_stranger_at_the_port_is_told_nothing(home: Path) -> None:
    engine = Engine(home)
    try:
        assert await engine.own() is not None
        assert engine._server is not None
        for line in (b'{"do": "told"}\n', b'{"do": "told", "token": "x"}\n', b"GET / HTTP/1.1\r\n", b"[]\n", b"\n"):
            reader, writer = await asyncio.open_connection(*engine._server.sockets[0].getsockname())
            writer.write(line)
            assert await reader.read() == b""
            writer.close()
    finally:
        await engine.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems end it by its standard input alone")
async def test_no_model_outlives_the_moot_that_runs_it(home: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from moot.extensions.local.supervisor import Supervisor\n"
        "async def main():\n"
        "    print((await Supervisor(Path(sys.argv[1])).ready('one')).pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())"
    )
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(home), stdout=asyncio.subprocess.PIPE
    )
    assert started.stdout is not None
    pid = int(await started.stdout.readline())
    assert runs(pid)
    started.kill()
    await started.wait()
    await until(lambda: not runs(pid))


async def test_a_program_on_the_path_serves_where_the_package_is_not(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only how it is started is held here: the program is a stand-in that answers as `llama-server` does."""
    program = tmp_path / "llama-server"
    program.write_text(
        f"#!{sys.executable}\n"
        "import http.server, os, sys\n"
        "words = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n"
        "class Answer(http.server.BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        fine = self.headers['Authorization'] == 'Bearer ' + os.environ['LLAMA_API_KEY']\n"
        "        self.send_response(200 if fine else 401); self.end_headers()\n"
        "http.server.HTTPServer((words['--host'], int(words['--port'])), Answer).serve_forever()\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr("moot.extensions.local.process.engine_here", lambda: str(program))
    process = Process(Spec(name="one", path=home / "models" / "one.gguf", context=2048, memory=1))
    address = await process.load()
    assert await status_of(address, address.key) == 200
    assert await status_of(address, "another") == 401
    assert address.key not in of_process(address.pid, "cmdline")
    await process.stop()
    assert not runs(address.pid)
