"""Which of many cases does every run take, and which of them make one test?

The others stand under `heavy`, and run with `make test-all`. Cases that take no time are gone through in one test: to
collect, run and report a test costs several milliseconds in every process of a run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(cases: Iterable[object], *light: object) -> list[ParameterSet]:
    """All the cases, those outside the sample marked as heavy."""
    every = list(cases)
    assert set(light) <= set(every), f"{set(light) - set(every)} is no case."
    return [pytest.param(each, marks=() if each in light else pytest.mark.heavy) for each in every]


def in_turn(
    names: str | Sequence[str], cases: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """As `parametrize`, in one test: whatever fails says for which case, and how many others fail too.

    What fixtures give is the same for all cases, so that only a test that leaves nothing behind may be run so. Cases
    that take long to find are given by a function: it is called when the test runs, in one worker and not in each.
    """
    several = not isinstance(names, str)
    told = list(names) if several else [str(names)]

    def found() -> list[Any]:
        every = [_bare(each, several) for each in (cases() if callable(cases) else cases)]
        assert every, "there is no case"
        return every

    at_once = None if callable(cases) else found()

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
