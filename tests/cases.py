"""Run a test over many cases: `slow_except` for `parametrize`, `in_turn` for a loop in one test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def slow_except(cases: Iterable[object], *fast: object) -> list[ParameterSet]:
    """Mark all cases but some as slow.

    Args:
        cases: What `parametrize` takes.
        fast: The cases that `make test` runs.

    Returns:
        The cases for `@pytest.mark.parametrize(name, slow_except(range(40), 0, 7))`.
    """
    every = list(cases)
    assert set(fast) <= set(every), f"{set(fast) - set(every)} is no case."
    return [pytest.param(each, marks=() if each in fast else pytest.mark.slow) for each in every]


def in_turn(
    names: str | Sequence[str], cases: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a test for each case in a loop, because to collect and report a case costs milliseconds in every worker.

    All cases share the test's fixtures. A failure names its case and how many others fail.

    Args:
        names: The arguments that take the case, as in `parametrize`.
        cases: The cases, or a function that returns them when the test runs.
    """
    several = not isinstance(names, str)
    cases = cases if callable(cases) else list(cases)
    arguments = list(names) if several else [str(names)]

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        given = inspect.signature(test)
        own = [each for name, each in given.parameters.items() if name not in arguments]

        def every() -> list[Any]:
            found = list(cases()) if callable(cases) else cases
            assert found, "there is no case"
            return found

        def values(case: Any) -> dict[str, Any]:
            return dict(zip(arguments, case if several else [case], strict=True))

        def run(**fixtures: Any) -> None:
            failed = []
            for case in every():
                try:
                    test(**fixtures, **values(case))
                except Exception as error:
                    failed.append((case, error))
            _raise_first(arguments, failed)

        async def run_async(**fixtures: Any) -> None:
            failed = []
            for case in every():
                try:
                    await test(**fixtures, **values(case))
                except Exception as error:
                    failed.append((case, error))
            _raise_first(arguments, failed)

        chosen: Any = run_async if inspect.iscoroutinefunction(test) else run
        chosen.__name__, chosen.__doc__, chosen.__module__ = test.__name__, test.__doc__, test.__module__
        chosen.__qualname__, chosen.__signature__ = test.__qualname__, given.replace(parameters=own)
        chosen.pytestmark = list(getattr(test, "pytestmark", []))
        return chosen

    return decorate


def _raise_first(names: Sequence[str], failed: list[tuple[Any, Exception]]) -> None:
    if not failed:
        return
    case, error = failed[0]
    error.add_note(f"{', '.join(names)} = {str(case)[:500]!r}")
    if others := failed[1:]:
        error.add_note(f"and {len(others)} other cases: {[str(each)[:80] for each, _ in others][:20]}")
    raise error
