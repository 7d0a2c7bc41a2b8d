"""Serve one model in its own process, on loopback, with a key generated for this start.

    python -m moot.extensions.local.child          # what to load is the first line of standard input, as JSON

It prints its address on a line of standard output and ends when its standard input does; on Linux the kernel ends it
with its parent, and kills it first when memory runs out. The key comes on standard input, because everybody can read a
command line.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
from typing import Any

ADDRESS = "MOOT "
"""Prefix of the line with the address."""


def main() -> None:
    """Load the model that standard input describes, print the address at which it answers, and serve it until standard
    input ends.
    """
    told: dict[str, Any] = json.loads(sys.stdin.readline())
    _bound_to(told["parent"])
    if told["binary"]:
        _by_program(told)
    else:
        _by_library(told)


def _bound_to(parent: int) -> None:
    """Ask the kernel to kill this process (SIGKILL) when its parent dies. If the parent is dead already, exit."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
        try:
            with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
                file.write("500")
        except OSError:  # a container may forbid it; then the kernel chooses by size
            pass
    if os.getppid() != parent:
        os._exit(1)


def _by_library(told: dict[str, Any]) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = told["model"]
    params.model_alias = {told["name"]}
    params.hostnames = ["127.0.0.1"]
    params.port = told["port"]
    params.api_keys = [told["key"]]
    params.n_ctx = told["context"]
    params.n_parallel = 1
    params.n_batch = params.n_ubatch = told["batch"]
    params.cache_ram_mib = 0  # earlier prompts would occupy memory that no estimate includes
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = told["threads"]
    params.n_threads_http = 4
    params.sleep_idle_seconds = told["sleep"]
    params.warmup = False
    params.ui = False
    params.verbosity = 1
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:  # its text is the same for every cause; llama.cpp has just printed its own on standard error
        os._exit(1)
    _say(server.listening_address)
    sys.stdin.read()
    os._exit(0)


def _by_program(told: dict[str, Any]) -> None:
    port = told["port"] or _free_port()
    words = [
        *(told["binary"], "--model", told["model"], "--alias", told["name"], "--host", "127.0.0.1"),
        *("--port", str(port), "--ctx-size", str(told["context"]), "--parallel", "1", "--no-webui"),
        *("--threads", str(told["threads"]), "--batch-size", str(told["batch"])),
    ]
    environ = {**os.environ, "LLAMA_API_KEY": told["key"]}
    _say(f"http://127.0.0.1:{port}")
    if sys.platform == "linux":  # the kernel's setting stays with the program that replaces this one
        os.execve(told["binary"], words, environ)
    running = subprocess.Popen(words, env=environ, stdin=subprocess.DEVNULL)
    sys.stdin.read()
    running.kill()
    os._exit(0)


def _say(address: str) -> None:
    sys.stdout.write(f"{ADDRESS}{address}\n")
    sys.stdout.flush()


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
