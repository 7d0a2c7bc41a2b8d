"""How much memory will a model take, and how much is there? Told before it is loaded, from its header alone."""

from __future__ import annotations

import os
from pathlib import Path

from moot.engine.gguf_header import Header

BESIDE = 50_000_000
"""Bytes a process takes beside weights and context; measured with llama.cpp on x86-64."""
WIDE = 2
"""Bytes for each number that is remembered of a token (16 bit)."""
KEPT_FREE = 500_000_000
"""Bytes of this machine's memory that are left to others."""


def memory_for(header: Header, context: int) -> int:
    """Bytes a model takes with room for so many tokens; measured, it is 2 to 3 % more."""
    return memory_of(header.bytes, header.key_values, context)


def memory_of(weights: int, key_values: int, context: int) -> int:
    """The same for a model of which another program tells its bytes and what one token leaves behind."""
    return weights + context * key_values * WIDE + BESIDE


def whole_memory() -> int | None:
    """Bytes of memory this machine has, or the container this runs in; `None` where the system does not tell."""
    found: list[int] = []
    try:
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        most = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        found += [] if most == "max" else [int(most)]
    except (AttributeError, OSError, ValueError):
        pass
    return min(found, default=None)


def free_memory() -> int | None:
    """Bytes this machine can still give, or the container it runs in; `None` where the system does not tell."""
    found = [each for each in (_of_the_machine(), _of_the_container()) if each is not None]
    return min(found) if found else None


def _of_the_machine() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2  # half of it, where no more is told
    except (AttributeError, OSError, ValueError):
        return None


def _of_the_container() -> int | None:
    try:
        most = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        used = Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii").strip()
        return max(0, int(most) - int(used)) if most != "max" else None
    except (OSError, ValueError):
        return None
