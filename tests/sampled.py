"""Which of many cases does every run take, which does it take in turn, and which of them make one test?

The others stand under `heavy`, and run with `make test-all`, which takes all. What costs more than `ALLOWED` or is
marked `partly` is drawn by the tree that is checked out, which is told at a run's end: two runs of one commit take the
same cases, another commit takes others. Cases that take no time are gone through in one test: to collect, run and
report a test costs several milliseconds in every process of a run.
"""

from __future__ import annotations

import functools
import inspect
import os
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

SEED = "MOOT_TEST_SEED"
"""What draws instead of the tree that is checked out."""
ALL = "all"
"""What draws all there is; stands there whenever no mark is left out."""
LEAST_DRAWN = "least"
"""What draws no more than every commit's run takes: what is found then is found whatever is drawn."""
ALLOWED = 0.3
"""Seconds that any one test may be expected to cost a light run: one that took four times as long runs in every fourth
commit, and one that took less in each. So a light run lasts as long whatever it draws."""
COSTS = Path(__file__).parent / "testing" / "costs.txt"
"""What tests took, a case each, when `make test-costs` last wrote it: a file's path, and below it a function a line. A
test that is not there has not been timed, and always runs."""
LEAST = 0.3
"""Seconds from which a test stands there."""
T = TypeVar("T")


@functools.cache
def seed() -> str:
    """What the cases are drawn by in this run."""
    if SEED in os.environ:
        return os.environ[SEED]
    asked = ["git", "rev-parse", "--short=10", "HEAD^{tree}"]
    found = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "0"


def draw_all() -> None:
    """From here on every case is taken, by the processes that are started, too."""
    os.environ[SEED] = ALL
    seed.cache_clear()


def taken(cases: Iterable[T], many: int, by: Callable[[T], object] = repr) -> list[T]:
    """As many of these cases as a light run takes, in order."""
    every = list(cases)
    if seed() == ALL:
        return every
    rank = [sha256(f"{seed()} {by(each)}".encode()).digest() for each in every]
    return [every[at] for at in sorted(sorted(range(len(every)), key=rank.__getitem__)[:many])]


partly = pytest.mark.partly
"""`@partly(2)`: of this test's cases a light run takes two, whatever they cost."""


@functools.cache
def costs() -> dict[str, float]:
    """Seconds by test, its cases under one name."""
    found, file = {}, ""
    for line in COSTS.read_text(encoding="utf-8").splitlines() if COSTS.is_file() else ():
        if line.startswith(" "):
            seconds, name = line.split()
            found[f"{file}::{name}"] = float(seconds)
        else:
            file = line
    return found


def write_costs(took: dict[str, float]) -> None:
    """Keeps what each test took, from its id to seconds."""
    cases: dict[str, list[float]] = defaultdict(list)
    for nodeid, seconds in took.items():
        cases[nodeid.partition("[")[0]].append(seconds)
    lines, file = [], ""
    for name, each in sorted(cases.items()):
        if (mean := sum(each) / len(each)) >= LEAST:
            if name.partition("::")[0] != file:
                lines.append(file := name.partition("::")[0])
            lines.append(f"  {mean:.1f} {name.partition('::')[2]}")
    COSTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def comes_up(nodeid: str, cost: float) -> bool:
    """Whether it is this test's turn: the dearer it is, the more rarely."""
    drawn = int.from_bytes(sha256(f"{seed()} {nodeid}".encode()).digest()[:8], "big") / 2**64
    if seed() == LEAST_DRAWN:
        return cost <= ALLOWED
    return seed() == ALL or drawn * cost < ALLOWED


def not_drawn(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests that this run leaves out because another commit takes them."""
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    left = []
    for item in items:
        if any(item.get_closest_marker(mark) is not None for mark in ("heavy", "always")):
            continue
        name = item.nodeid.partition("[")[0]
        if item.get_closest_marker("partly") is not None:
            groups[name].append(item)
        elif not comes_up(item.nodeid, costs().get(name, 0.0)):
            left.append(item)
    for group in groups.values():
        many = group[0].get_closest_marker("partly").args[0]  # type: ignore[union-attr]
        chosen = set(taken(group, many, by=lambda each: each.nodeid))
        left += [item for item in group if item not in chosen]
    return left


def sampled(cases: Iterable[object], *light: object) -> list[ParameterSet]:
    """All the cases, those outside the sample marked as heavy."""
    every = list(cases)
    assert set(light) <= set(every), f"{set(light) - set(every)} is no case."
    return [pytest.param(each, marks=() if each in light else pytest.mark.heavy) for each in every]


def in_turn(
    names: str | Sequence[str], cases: Iterable[Any] | Callable[[], Iterable[Any]], light: int | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """As `parametrize`, in one test: whatever fails says for which case, and how many others fail too.

    What fixtures give is the same for all cases, so that only a test that leaves nothing behind may be run so. Cases
    that take long to find are given by a function: it is called when the test runs, in one worker and not in each. Of
    what takes long a light run draws as many as `light` says.
    """
    several = not isinstance(names, str)
    told = list(names) if several else [str(names)]

    def found() -> list[Any]:
        every = [_bare(each, several) for each in (cases() if callable(cases) else cases)]
        assert every, "there is no case"
        return every if light is None else taken(every, light)

    at_once = None if callable(cases) or light is not None else found()

    def made(test: Callable[..., Any]) -> Callable[..., Any]:
        given = inspect.signature(test)
        own = given.replace(parameters=[each for name, each in given.parameters.items() if name not in told])
        failed: list[tuple[Any, BaseException]] = []

        def values(case: Any) -> dict[str, Any]:
            return dict(zip(told, case if several else [case], strict=True))

        def over() -> None:
            if failed:
                (case, error), others = failed[0], failed[1:]
                failed.clear()
                error.add_note(f"{', '.join(told)} = {str(case)[:500]!r}")
                if others:
                    error.add_note(f"and {len(others)} other cases: {[str(each)[:80] for each, _ in others][:20]}")
                raise error

        def run(**fixtures: Any) -> None:
            for case in at_once or found():
                try:
                    test(**fixtures, **values(case))
                except Exception as error:
                    failed.append((case, error))
            over()

        async def run_async(**fixtures: Any) -> None:
            for case in at_once or found():
                try:
                    await test(**fixtures, **values(case))
                except Exception as error:
                    failed.append((case, error))
            over()

        chosen: Any = run_async if inspect.iscoroutinefunction(test) else run
        chosen.__name__, chosen.__doc__, chosen.__module__ = test.__name__, test.__doc__, test.__module__
        chosen.__qualname__, chosen.__signature__ = test.__qualname__, own
        chosen.pytestmark = list(getattr(test, "pytestmark", []))
        return chosen

    return made


def _bare(case: Any, several: bool) -> Any:
    """The case without what `pytest.param` puts around it; a mark would be lost."""
    if not isinstance(case, ParameterSet):
        return case
    assert not case.marks
    return tuple(case.values) if several else case.values[0]
