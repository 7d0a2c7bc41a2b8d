"""Two llama.cpp servers with random weights, each in a process of its own, for any test to speak to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.make_gguf import make_gguf

SERVER = Path(__file__).with_name("llama_server.py")


@contextmanager
def engine(folder: Path, seed: int, *, measuring: bool = False) -> Iterator[str]:
    """The base address of a server with the model of this seed; one that measures texts says nothing."""
    model = folder / f"random-{seed}.gguf"
    make_gguf(model, seed)
    with (folder / f"engine-{seed}.log").open("w") as log:
        child = subprocess.Popen(
            [
                sys.executable,
                str(SERVER),
                str(model),
                f"random-{seed}",
                str(os.getpid()),
                *(["measuring"] if measuring else []),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            assert child.stdout is not None
            address = child.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), (folder / f"engine-{seed}.log").read_text()[-2000:]
            yield f"{address}/v1"
        finally:
            child.kill()
            child.communicate()
