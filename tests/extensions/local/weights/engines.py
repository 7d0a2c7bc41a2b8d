"""Two llama.cpp servers with random weights, each in a process of its own, for any test to speak to."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from extensions.local.weights.make_gguf import make_gguf

SERVER = Path(__file__).with_name("llama_server.py")


def needs_engine() -> None:
    """Skip what needs a real engine where there is none, and say so."""
    if importlib.util.find_spec("xllamacpp") is None:
        warnings.warn("xllamacpp is not installed: NO REAL ENGINE IS TESTED", pytest.PytestWarning, stacklevel=2)
        pytest.skip("there is no wheel of xllamacpp for this platform")


@contextmanager
def engine(folder: Path, seed: int) -> Iterator[str]:
    """The base address of a server with the model of this seed."""
    model = folder / f"random-{seed}.gguf"
    make_gguf(model, seed)
    with (folder / f"engine-{seed}.log").open("w") as log:
        child = subprocess.Popen(
            [sys.executable, str(SERVER), str(model), f"random-{seed}", str(os.getpid())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        try:
            assert child.stdout is not None
            address = child.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), (folder / f"engine-{seed}.log").read_text()[-2000:]
            yield f"{address}/v1"
        finally:
            child.kill()
            child.communicate()
