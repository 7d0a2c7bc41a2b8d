"""Test that every searcher parses its service's replies, and that every error ends with a message and in time."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import msgspec
import pytest

from moot.errors import SearchFailed
from moot.providers.searchers.searcher import SearchLimits, SearchResults
from providers.searchers.asking import NAMES, QUICK, searchers_at
from rig.services import WRONG, Services

HASTY = msgspec.structs.replace(QUICK, total=0.6)
"""For a service that would take half a minute or more: all of the limit is waited for."""
SOON = 0.05
ENDLESS = ("slow", "silent", "drip")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked again is asked again soon."""
    monkeypatch.setattr("moot.providers.searchers.fetching.WAIT", SOON)


async def found(
    services: Services, home: Path, name: str, query: str = "heat pump costs", *, limits: SearchLimits = QUICK
) -> SearchResults:
    searchers = searchers_at(services, home)
    try:
        return await searchers.searcher(name).search(query, limits)
    finally:
        await searchers.close()


@pytest.mark.parametrize("name", NAMES)
async def test_each_reads_its_service(name: str, tmp_path: Path) -> None:
    async with Services() as services:
        items = (await found(services, tmp_path, name)).items
        assert len(items) == 3
        assert all(item.title and item.url.startswith("https://") and services.text in item.excerpt for item in items
                   if name != "hacker-news")  # fmt: skip
        assert services.seen(name)


async def test_what_pubmed_says(tmp_path: Path) -> None:
    async with Services() as services:
        items = (await found(services, tmp_path, "pubmed", "Statins and the liver?")).items
        assert items[1].title == "Statins & the liver (J Test)"
        assert items[1].url == "https://pubmed.ncbi.nlm.nih.gov/1001/"
        assert items[1].excerpt == "METHODS: What the source says about it. More of it."
        assert items[1].date == "2023"
        assert services.asked[0].values["term"] == "statins the liver"  # `and` would be an operator


async def test_what_arxiv_says(tmp_path: Path) -> None:
    async with Services() as services:
        items = (await found(services, tmp_path, "arxiv", 'work-stealing "schedulers" OR all:x')).items
        assert (items[0].url, items[0].date) == ("https://arxiv.org/abs/2401.00000v2", "2024-01-01")
        asked = services.asked[0].values["search_query"]
        assert asked == 'all:"work-stealing" AND all:"schedulers" AND all:"all" AND all:"x"'


async def test_what_hacker_news_says(tmp_path: Path) -> None:
    async with Services() as services:
        items = (await found(services, tmp_path, "hacker-news")).items
        assert items[0].url == "https://news.ycombinator.com/item?id=100"
        assert "What the source says about it. & more" in items[0].excerpt
        assert items[1].url == "https://news.example.com/1"


async def test_what_brave_says_comes_without_markup(tmp_path: Path) -> None:
    async with Services() as services:
        items = (await found(services, tmp_path, "brave")).items
        assert items[0].excerpt == services.text


@pytest.mark.parametrize("name", ["pubmed", "arxiv", "hacker-news"])
async def test_a_long_query_is_shortened_before_nothing_is_an_answer(name: str, tmp_path: Path) -> None:
    async with Services() as services:
        services.modes[name] = ["empty", "none"]
        words = "one two three four five six seven"
        assert (await found(services, tmp_path, name, words)).items
        texts = [json.dumps(dict(each.values)) for each in services.seen(name)]
        assert "six" in texts[0]
        assert "six" not in texts[1]


@pytest.mark.parametrize("name", NAMES)
async def test_nothing_found_is_no_failure(name: str, tmp_path: Path) -> None:
    async with Services() as services:
        services.modes[name] = "empty"
        assert await found(services, tmp_path, name) == SearchResults()


async def test_no_word_to_look_for(tmp_path: Path) -> None:
    async with Services() as services:
        for name in NAMES:
            with pytest.raises(SearchFailed, match="no word"):
                await found(services, tmp_path, name, "  ?! " if name not in ("tavily", "brave") else "  ")
        assert services.asked == []


@pytest.mark.fast(16)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", WRONG)
async def test_every_fault_ends_in_words_and_in_time(name: str, mode: str, tmp_path: Path) -> None:
    async with Services() as services:
        services.modes[name] = mode
        limits = HASTY if mode in ENDLESS else QUICK
        tracemalloc.start()
        with pytest.raises(SearchFailed) as failed:
            await found(services, tmp_path, name, limits=limits)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 40_000_000
        assert failed.value.message.strip()
        assert failed.value.message.isprintable()


@pytest.mark.parametrize("mode", ["429", "500", "reset"])
async def test_one_repeat_is_enough_where_it_helps(mode: str, tmp_path: Path) -> None:
    async with Services() as services:
        services.modes["brave"] = [mode, "none"]
        assert (await found(services, tmp_path, "brave")).items
        assert len(services.seen("brave")) == 2
