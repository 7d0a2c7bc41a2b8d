"""Test that an archive continues past the end of a page of the list."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from moot.errors import StoreUnusable
from moot.exports import archive


class Pages:
    """A register and a transcript of five sessions, none of which can be read."""

    async def list(self, most: int, after: int) -> list[Any]:
        page = [SimpleNamespace(id=f"s{number}", number=number) for number in range(after + 1, 6)][:most]
        return page[::-1]

    async def read(self, session: str) -> list[Any]:
        raise StoreUnusable(f"{session} is damaged.")


@pytest.mark.parametrize("most", [1, 2, 5, 6])
async def test_every_session_leaves_oldest_first(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST", most)
    pages: Any = Pages()
    assert [leaving.session async for leaving in archive.archived(pages, pages)] == ["s1", "s2", "s3", "s4", "s5"]
