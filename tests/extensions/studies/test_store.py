"""Test that facts of studies are appended once by key, and that their sessions' states are read at once."""

from __future__ import annotations

import asyncio

import pytest

from moot.errors import UnknownName
from moot.extensions.studies.store import OPENED, Studies
from moot.transcripts.sql.store import Store


async def test_a_fact_is_written_once_and_in_order(store: Store) -> None:
    studies = Studies(store)
    assert await studies.append("s1", OPENED, "StudyOpened", "{}")
    written = await asyncio.gather(*(studies.append("s1", f"cell/{n % 10}", "CellPut", f"{{{n}}}") for n in range(30)))
    assert sum(written) == 10
    facts = await studies.read("s1")
    assert [fact.seq for fact in facts] == list(range(11))
    assert {fact.body for fact in facts[1:]} == {f"{{{n}}}" for n in range(10)}, "what was first stays"
    assert await studies.read("s2") == []


async def test_a_study_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    studies = Studies(store)
    for name in ("abc1", "abd2"):
        await studies.append(name, OPENED, "StudyOpened", "{}")
    assert await studies.resolve("abc") == "abc1"
    assert await studies.resolve("last") in ("abc1", "abd2")
    for given in ("ab", "", "x"):
        with pytest.raises(UnknownName):
            await studies.resolve(given)
