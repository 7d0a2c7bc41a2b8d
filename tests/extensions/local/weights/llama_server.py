"""Serves a GGUF file with the llama.cpp server inside xllamacpp, and prints its address.

    python llama_server.py MODEL.gguf NAME PARENT

It ends when its standard input does, so that it never outlives whoever started it; on Linux the kernel sees to that
too. The port is chosen by the kernel.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys


def die_with_parent(parent: int) -> None:
    """Asks the kernel for SIGKILL when the parent dies; the parent may have died already."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def main(model: str, name: str, parent: int) -> None:
    """Serves until standard input ends."""
    die_with_parent(parent)
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 16_384
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.n_threads_http = 4
    params.warmup = False
    params.ui = False
    params.verbosity = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
