"""Test which runs a list contains, and how many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from moot.extensions.compat.consortium import records
from moot.extensions.compat.consortium.records import RunFilter, runs_of


@pytest.mark.parametrize("limit", [1, 3, 8, 9, None])
async def test_no_more_runs_than_asked_for_latest_first(limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        SimpleNamespace(number=n, created=f"2026-01-{n:02d}T00:00:00Z", state="verdict" if n % 2 else "failed")
        for n in range(1, 9)
    ]

    async def listing(*_: Any, **__: Any) -> list[Any]:
        return listed

    async def kept(_: Any, listing: Any) -> Any:
        return listing

    monkeypatch.setattr(records, "kept_of", kept)
    app: Any = SimpleNamespace(register=SimpleNamespace(list=listing))

    async def numbers(**wanted: Any) -> list[int]:
        return [each.number async for each in runs_of(app, RunFilter(limit=limit, **wanted))]  # type: ignore[attr-defined]

    assert await numbers() == [8, 7, 6, 5, 4, 3, 2, 1][:limit]
    assert await numbers(finished=True) == [7, 5, 3, 1][:limit]
    assert await numbers(since="2026-01-06") == [8, 7, 6][:limit]
