"""Test that code runs in a sandbox without network, files, environment and limits of its own, or not at all."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import psutil
import pytest

from moot.extensions.workspace import sandbox
from moot.extensions.workspace.sandbox import RunPython
from moot.providers.tools.tool import ToolFailed, ToolLimits

SECRET = "planted-sandbox-Wq72nd"
MISSING = RunPython().lacks()
needs_sandbox = pytest.mark.skipif(bool(MISSING), reason=MISSING)
TRIES = """
import os
for place in PLACES:
    try:
        ACT
        print("did", place)
    except OSError as error:
        print("refused")
"""


async def ran(code: str, seconds: float = 30.0) -> str:
    return (await RunPython().call({"code": code}, ToolLimits(seconds=seconds))).text


async def sampled(call: asyncio.Task[str], found: set[psutil.Process]) -> None:
    """Collect the processes below this one until the call has ended."""
    while not call.done():
        found |= set(psutil.Process(os.getpid()).children(recursive=True))
        await asyncio.sleep(0.02)


def none_alive(found: set[psutil.Process]) -> bool:
    """Whether a sandbox had begun, and all of its processes end."""
    return len(found) >= 2 and not psutil.wait_procs(found, timeout=20)[1]


@needs_sandbox
@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("print(6 * 7)", "42"),
        ("import fractions\nprint(fractions.Fraction(1, 3) + 1)", "4/3"),
        ("pass", "It printed nothing."),
        ("import sys; sys.exit(3)", "It ended with exit code 3."),
        ("print('ü\\ud83d\\ude00'.encode('utf-16', 'surrogatepass').decode('utf-16'))", "ü😀"),
        ("import os; os.write(1, b'\\xff\\x00')", "\ufffd\0"),
        ("input()", "EOFError"),
        ("print(undefined)", "NameError"),
        ("this is no code", "SyntaxError"),
        ("open('/tmp/a', 'w').write('here')\nprint(open('/tmp/a').read())", "here"),
        ("import multiprocessing as m\nwith m.get_context('fork').Pool(1) as p: pass\nprint('no')", "Error"),
    ],
)
async def test_what_code_prints_is_returned(code: str, printed: str) -> None:
    assert printed in await ran(code)


@needs_sandbox
async def test_files_and_secrets_of_the_machine_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED_API_KEY", SECRET)
    (tmp_path / "key").write_text(SECRET)
    places = [str(tmp_path / "key"), "/etc/passwd", "/etc/shadow", "/root", "/home", "/var", "/run", "/sys", "/work"]
    said = await ran(TRIES.replace("PLACES", repr(places)).replace("ACT", "os.stat(place)"))
    assert said.split() == ["refused"] * len(places)
    said = await ran(
        "import os, glob\nprint(dict(os.environ))\n"
        "for place in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):\n"
        "    try: print(open(place).read())\n"
        "    except OSError: pass\n"
        "print(sorted(os.listdir('/')), os.getuid(), os.getcwd())"
    )
    assert SECRET not in said
    assert str(tmp_path) not in said
    assert "['bin', 'dev', 'etc', 'lib', 'lib64', 'proc', 'tmp', 'usr'] 65534 /tmp" in said


@needs_sandbox
async def test_nothing_can_be_written_but_a_little_in_tmp() -> None:
    places = ["/x", "/usr/x", "/etc/x", "/dev/x", "/dev/shm/x", "/bin/x", "/proc/x"]
    said = await ran(TRIES.replace("PLACES", repr(places)).replace("ACT", "open(place, 'w')"))
    assert said.split() == ["refused"] * len(places)
    said = await ran(
        "n = 0\nblock = b'x' * (1 << 20)\n"
        "try:\n"
        "    for i in range(1000):\n"
        "        with open(f'/tmp/{i}', 'wb') as file:\n"
        "            for _ in range(8): n += file.write(block)\n"
        "except OSError as error: print(n >> 20, error.strerror)"
    )
    written, _, why = said.partition(" ")
    assert int(written) <= sandbox.FILES >> 20
    assert why == "No space left on device"


@needs_sandbox
async def test_there_is_no_network() -> None:
    reached: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(await reader.read(100))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    said = await ran(
        "import socket\n"
        f"for place in (('127.0.0.1', {port}), ('1.1.1.1', 53), ('10.0.0.1', 80)):\n"
        "    try: socket.create_connection(place, 2); print('connected')\n"
        "    except OSError as error: print('refused')\n"
        "try: print(socket.getaddrinfo('example.com', 80))\n"
        "except OSError: print('refused')\n"
        "print([name for _, name in socket.if_nameindex()])"
    )
    server.close()
    assert said.split("\n") == ["refused"] * 4 + ["['lo']"]
    assert reached == []


@needs_sandbox
async def test_memory_and_processes_are_limited() -> None:
    assert "MemoryError" in await ran(f"x = b'a' * {2 * sandbox.MEMORY}")
    said = await ran(
        "import os, time\nn = 0\n"
        "try:\n"
        "    while n < 1000:\n"
        "        if os.fork() == 0: time.sleep(3); os._exit(0)\n"
        "        n += 1\n"
        "except OSError: pass\n"
        "print(n)"
    )
    assert int(said) < sandbox.PROCESSES
    said = await ran(
        "import resource\n"
        "for name in ('AS', 'NPROC', 'CPU', 'FSIZE'):\n"
        "    kind = getattr(resource, 'RLIMIT_' + name)\n"
        "    try: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)); print('raised')\n"
        "    except (ValueError, OSError): print('refused')"
    )
    assert said.split() == ["refused"] * 4


@needs_sandbox
@pytest.mark.parametrize(
    "code",
    [
        "while True: pass",
        "import time; print('first', flush=True); time.sleep(600)",
        "import os, time, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nos.fork()\ntime.sleep(600)",
        "import os\nos.close(1)\nos.close(2)\nimport time\ntime.sleep(600)",
    ],
)
async def test_code_that_does_not_end_is_stopped_with_its_children(code: str) -> None:
    call, found = asyncio.create_task(ran(code, seconds=2.0)), set[psutil.Process]()
    await sampled(call, found)
    said = await call
    assert said.startswith("It was stopped after 1.6 seconds.")
    assert ("first" in said) is ("first" in code)
    assert none_alive(found)


@needs_sandbox
async def test_too_much_output_ends_it() -> None:
    call, found = asyncio.create_task(ran("while True: print('x' * 1000)")), set[psutil.Process]()
    await sampled(call, found)
    said = await call
    assert said.startswith(f"It was stopped after {sandbox.OUTPUT:,} bytes of output.")
    assert len(said) < sandbox.OUTPUT + 100
    assert none_alive(found)


@needs_sandbox
async def test_a_cancelled_call_leaves_no_process() -> None:
    call, found = asyncio.create_task(ran("import time; time.sleep(600)")), set[psutil.Process]()
    sampling = asyncio.create_task(sampled(call, found))
    await asyncio.sleep(1.0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await sampling
    assert none_alive(found)


async def test_without_a_sandbox_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where a program of that name does not work."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "`bwrap` (the package bubblewrap), which is not installed" in RunPython().lacks()
    mark = tmp_path / "ran"
    with pytest.raises(ToolFailed, match="not installed"):
        await RunPython().call({"code": f"open({str(mark)!r}, 'w')"}, ToolLimits())
    script = tmp_path / "bwrap"
    script.write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    os.chmod(script, 0o755)
    assert "cannot start a sandbox here" in RunPython().lacks()
    with pytest.raises(ToolFailed, match="cannot start a sandbox here"):
        await RunPython().call({"code": f"open({str(mark)!r}, 'w')"}, ToolLimits())
    assert not mark.exists()


@pytest.mark.parametrize("arguments", [{}, {"code": ""}, {"code": 7}, {"code": "  "}])
async def test_a_call_without_code_is_answered_in_words(arguments: dict[str, object]) -> None:
    with pytest.raises(ToolFailed, match="It needs `code`"):
        await RunPython().call(arguments, ToolLimits())
