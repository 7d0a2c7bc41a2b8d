"""Check that work on twice the input takes about twice the CPU time, however busy the machine is."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

BOUND = 3.0
"""How many times longer twice the input may take: linear work takes 2, quadratic work 4."""
MOMENT = 0.02
"""CPU seconds below which nothing is compared: quadratic work on 8,000 characters has 32 million steps."""
ROUNDS = 5


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time that `work` takes without garbage collection."""
    gc.disable()
    try:
        began = process_time()
        work()
        return process_time() - began
    finally:
        gc.enable()


def superlinear(prepare: Callable[[int], Callable[[], object]], size: int) -> str:
    """Compare the CPU time of `size` and of twice `size`, the best of five each.

    Args:
        prepare: Takes a size and returns the work that is measured.
        size: Large enough that quadratic work on it takes longer than `MOMENT`.

    Returns:
        What was measured if it grows faster than `BOUND`; empty otherwise.
    """
    once, twice = prepare(size), prepare(2 * size)
    long = cpu_seconds(twice)
    if long < MOMENT:
        return ""
    short = cpu_seconds(once)
    for _ in range(ROUNDS - 1):
        short, long = min(short, cpu_seconds(once)), min(long, cpu_seconds(twice))
    if long <= max(MOMENT, BOUND * short):
        return ""
    return f"{size}: {short * 1000:.1f} ms, {2 * size}: {long * 1000:.1f} ms"


def assert_linear(prepare: Callable[[int], Callable[[], object]], size: int) -> None:
    """Fail if twice the input takes more than `BOUND` times as long; see `superlinear`.

    Example:
        assert_linear(lambda size: lambda text="{" * size: parse(text), 50_000)
    """
    assert superlinear(prepare, size) == ""


def assert_linear_in(read: Callable[[str], object], piece: str, size: int = 50_000) -> None:
    """Fail if `read` takes more than linear time for a text of `size` characters that repeats `piece`."""

    def prepare(length: int) -> Callable[[], object]:
        text = piece * (length // len(piece) + 1)
        return lambda: read(text)

    assert_linear(prepare, size)
