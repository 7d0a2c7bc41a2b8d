"""Set up what every test shares: reproducible examples, short retries, and which cases are fast."""

from __future__ import annotations

import gc
import os
import sys
from collections import defaultdict

import pytest
from hypothesis import settings

from rig.faults.hurried import hurry

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")
sys.dont_write_bytecode = False  # what is compiled once is compiled for every worker, process and run
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
for _library in ("OMP", "OPENBLAS", "MKL"):
    # Tables of tests are small, and threads that wait for each other spin: beside other workers it was twice the work
    # and many times the time.
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")


def pytest_configure() -> None:
    hurry()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark cases of `@pytest.mark.fast(n)` tests as slow, except `n` that are spread evenly over them, and let slow
    tests take an hour."""
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("fast") is not None and item.get_closest_marker("slow") is None:
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        (many,) = cases[0].get_closest_marker("fast").args  # type: ignore[union-attr]
        fast = {at * len(cases) // many for at in range(many)}
        for at, item in enumerate(cases):
            if at not in fast:
                item.add_marker("slow")
    for item in items:
        if item.get_closest_marker("slow") is not None:
            item.add_marker(pytest.mark.timeout(3600))


def pytest_collection_finish() -> None:
    """Take collected tests out of garbage collection, which would go through ten thousand of them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
