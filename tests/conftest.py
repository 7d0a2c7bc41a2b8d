"""What holds for every test: one that never ends is named and fails, one that is `timed` may be slow twice, and further
attempts at a call come at once."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from rig.faults.hurried import hurry
from rig.workers import Workers
from sampled import draw_all, not_drawn, seed

settings.register_profile(
    "same", derandomize=True, deadline=None
)  # how long an example takes says how busy the machine is
sys.dont_write_bytecode = False  # what is compiled once is compiled for every worker, process and run
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
for _library in ("OMP", "OPENBLAS", "MKL"):
    # Tables of tests are small, and threads that wait for each other spin: beside other workers it was twice the work
    # and many times the time.
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
LONGEST = 600
"""Seconds, many times what the slowest test takes on two busy cores."""
SHARED = 10
"""Seconds for which one alarm does for all tests that begin."""
DRAWN = pytest.StashKey[int]()
_alarm: list[float] = []
"""When the alarm was set, if it is."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--forks", type=int, default=1, metavar="N", help="how many processes run the tests")
    parser.addoption("--costs", action="store_true", help="keep in tests/testing/costs.txt what each test took")


def pytest_configure(config: pytest.Config) -> None:
    """`make test` draws the same examples each time, so that what passed here passes elsewhere; `make test-all`, which
    leaves no mark out, draws new ones."""
    hurry()
    if config.getoption("forks") > 1:
        config.pluginmanager.register(Workers(config, config.getoption("forks")), "moot-workers")
    if config.option.markexpr:
        settings.load_profile("same")
    else:
        draw_all()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What this commit does not draw is left out, unless everything is run."""
    if left := set(not_drawn(items)):
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
        config.stash[DRAWN] = len(left)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if left := config.stash.get(DRAWN, 0):
        terminalreporter.write_line(
            f"Drawn by {seed()}: {left} tests are another commit's. MOOT_TEST_SEED={seed()} draws the same."
        )


def pytest_collection_finish() -> None:
    """Ten thousand collected tests are no garbage: looking through them again and again takes time and finds none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    # An exception would land in whatever task runs just then and might be taken for that task's own failure: the
    # process ends instead, and `rig.workers` names the test and goes on with another. Setting the alarm starts a
    # thread, so a few short tests share one.
    if item.get_closest_marker("heavy") is not None:
        faulthandler.cancel_dump_traceback_later()
        _alarm.clear()
    elif not _alarm or time.monotonic() - _alarm[0] > SHARED:
        faulthandler.dump_traceback_later(LONGEST, exit=True, file=sys.__stderr__)
        _alarm[:] = [time.monotonic()]
    return (yield)


def pytest_unconfigure() -> None:
    """The last alarm is switched off."""
    faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A machine may be busy for a moment, so what is too slow is timed up to three times; what is slow stays slow."""
    if pyfuncitem.get_closest_marker("timed") is None:
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for last in (False, False, True):
        try:
            pyfuncitem.obj(**given)
            return True
        except AssertionError:
            if last:
                raise
    return True
