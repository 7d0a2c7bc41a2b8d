"""Run Python code in a sandbox: no network, no files but the system's, little memory, little time.

The sandbox is bubblewrap (`bwrap`). Code never runs without it. The folder of `--repo` is not mounted in it: files that
are left out as secrets could then be read.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import Any

from moot.extension_points import DoctorLine
from moot.providers.public import Tool, ToolFailed, ToolLimits, ToolResult, spec_with_text

SECONDS = 20
"""Most seconds that code may run, and most seconds of a processor that it may use."""
MEMORY = 512 << 20
"""Most bytes of memory for a process."""
FILES = 64 << 20
"""Most bytes of all files in `/tmp`; there is no other place to write."""
PROCESSES = 4
"""Most processes and threads, with the two that every run has."""
OUTPUT = 50_000
"""Bytes of output after which code is stopped."""
NOBODY = 65_534
"""The user that code runs as."""
NONE = "It needs the program `bwrap` (the package bubblewrap), which is not installed here."
START = f"""
import os, resource, sys
for name, most in (("AS", {MEMORY}), ("CPU", {SECONDS}), ("NPROC", {PROCESSES}), ("FSIZE", {FILES // 4}),
                   ("NOFILE", 32), ("CORE", 0)):
    resource.setrlimit(getattr(resource, "RLIMIT_" + name), (most, most))
with open("/proc/self/oom_score_adj", "w") as file:
    file.write("1000")
exec(compile(sys.stdin.read(), "<code>", "exec"), {{"__name__": "__main__"}})
"""
"""What runs first in the sandbox: it sets limits, which cannot be raised again, and reads the code."""


def sandboxed(bwrap: str) -> list[str]:
    """Return the command that runs the Python code on its standard input in the sandbox."""
    system = next(filter(os.path.exists, ("/usr/bin/python3", "/usr/local/bin/python3")), "")
    python, folders = system or os.path.realpath(sys.executable), ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"]
    return [
        *(bwrap, "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--clearenv"),
        *("--cap-drop", "ALL", "--uid", str(NOBODY), "--gid", str(NOBODY), "--hostname", "sandbox"),
        *(part for each in folders + ([] if system else [sys.base_prefix]) for part in ("--ro-bind-try", each, each)),
        *("--proc", "/proc", "--dev", "/dev", "--size", str(FILES), "--tmpfs", "/tmp"),
        *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", python, "-I", "-c", START),
    ]


def _as_nobody() -> dict[str, Any]:
    """Return options of a process that runs the sandbox: no environment and, for root, another user, because the limit
    on processes is not applied to root."""
    other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"env": {}, "cwd": "/", "start_new_session": True, **other}


class RunPython(Tool):
    """Runs Python code."""

    spec = spec_with_text(
        "run",
        f"Run Python 3 code with the standard library, without network and files, for at most {SECONDS} seconds. "
        "Returns what it prints.",
        code="The code.",
    )

    def __init__(self) -> None:
        self._works = False

    def lacks(self) -> str:
        """Return why there is no sandbox; try it until it has worked once."""
        bwrap = shutil.which("bwrap") if sys.platform == "linux" else None
        if bwrap is None:
            return NONE
        if self._works:
            return ""
        try:
            tried = subprocess.run(
                sandboxed(bwrap), input=b"print(6 * 7)", capture_output=True, timeout=10, **_as_nobody()
            )
            trouble = "" if tried.stdout == b"42\n" else tried.stderr.decode("utf-8", "replace").strip()[-300:]
            self._works = tried.stdout == b"42\n"
        except (OSError, subprocess.SubprocessError) as error:
            trouble = str(error)
        return "" if self._works else f"`bwrap` cannot start a sandbox here: {trouble or 'no output'}"

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        code = arguments.get("code")
        if not isinstance(code, str) or not code.strip():
            raise ToolFailed("It needs `code`.")
        bwrap = shutil.which("bwrap")
        if (why := await asyncio.to_thread(self.lacks)) or bwrap is None:
            raise ToolFailed(why or NONE)
        process = await asyncio.create_subprocess_exec(
            *sandboxed(bwrap),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            **_as_nobody(),
        )
        output, seconds, ended = bytearray(), min(SECONDS, limits.seconds * 0.8), ""
        try:
            async with asyncio.timeout(seconds):
                await _read(process, code.encode("utf-8", "replace"), output)
        except TimeoutError:
            ended = f"It was stopped after {seconds:g} seconds."
        finally:
            # With `--die-with-parent` the first process of the sandbox ends as well, and with it all others.
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()
        if len(output) > OUTPUT:
            ended = f"It was stopped after {OUTPUT:,} bytes of output."
        elif not ended and process.returncode:
            ended = f"It ended with exit code {process.returncode}."
        text = output[:OUTPUT].decode("utf-8", "replace").strip()
        return ToolResult(text="\n".join(filter(None, (ended, text))) or "It printed nothing.")


async def _read(process: asyncio.subprocess.Process, code: bytes, output: bytearray) -> None:
    """Give the code to the sandbox and collect what it prints, until it has ended or printed too much."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):
        process.stdin.write(code)
        await process.stdin.drain()
    process.stdin.close()
    while len(output) <= OUTPUT and (data := await process.stdout.read(65_536)):
        output += data
    if len(output) <= OUTPUT:
        await process.wait()


def doctor_line() -> DoctorLine:
    """Return the line of `moot doctor` about the sandbox."""
    if why := RunPython().lacks():
        return DoctorLine(about="sandbox", mark="note", says=f"members cannot run code (`--tool run`). {why}")
    return DoctorLine(about="sandbox", mark="ok", says="members can run Python code in it: --tool run")
