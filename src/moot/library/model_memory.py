"""Compute how much memory a model takes, and how much this machine has."""

from __future__ import annotations

import os
from pathlib import Path

BESIDE = 50_000_000
"""Bytes of memory that a process takes besides weights and context; measured with llama.cpp on x86-64."""
WIDE = 2
"""Number of bytes per value cached for a token (16 bit)."""


def memory_of(weights: int, key_values: int, context: int) -> int:
    """Estimate how many bytes of memory a model takes, from the sizes of its parts.

    Measured values are 2 to 3 % larger.

    Args:
        weights: Bytes of the model's weights.
        key_values: Numbers that are cached for each token of context.
        context: Context size in tokens.
    """
    return weights + context * key_values * WIDE + BESIDE


def whole_memory() -> int | None:
    """Return how much memory this machine or container has, in bytes; `None` if the system does not report it."""
    found: list[int] = []
    try:
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        most = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        found += [] if most == "max" else [int(most)]
    except (AttributeError, OSError, ValueError):
        pass
    return min(found, default=None)


def free_memory() -> int | None:
    """Return how much memory of this machine or container is free, in bytes; `None` if the system does not report
    it."""
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
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2  # assume half of it if no more is known
    except (AttributeError, OSError, ValueError):
        return None


def _of_the_container() -> int | None:
    try:
        most = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        used = Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii").strip()
        return max(0, int(most) - int(used)) if most != "max" else None
    except (OSError, ValueError):
        return None
