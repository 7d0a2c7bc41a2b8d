"""How is Tavily asked? One POST with the query; it answers with pages of the web and what they say about it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from moot.egress.keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, Request
from moot.providers.searchers.searcher import Found, Item, Limits, Searcher
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import LONGEST, one_line, plain


class Tavily(Searcher):
    """The web."""

    def __init__(self, fetcher: Fetcher, key: Secret | None) -> None:
        self._fetcher, self._key = fetcher, key

    async def search(self, query: str, limits: Limits) -> Found:
        """The pages Tavily finds for the query."""
        query = one_line(query)[:LONGEST]
        if not query:
            raise SearchFailed("There is no word to look for.")
        body = await self._fetcher.fetch(
            Request(
                path="/search",
                json=msgspec.json.encode({"query": query, "max_results": limits.results, "search_depth": "basic"}),
                key_headers={"Authorization": f"Bearer {self._key.reveal()}"} if self._key is not None else {},
            ),
            limits,
        )
        try:
            results = msgspec.json.decode(body, type=_Answer).results
        except (ValueError, RecursionError):
            raise SearchFailed("The answer is not the JSON it should be.") from None
        return Found(items=tuple(_item(each) for each in results if each.title or each.url)[: limits.results])


class _Page(Struct):
    """A page."""

    title: str | None = None
    url: str | None = None
    content: str | None = None
    published_date: str | None = None


class _Answer(Struct):
    """The body of a search."""

    results: list[_Page]


def _item(page: _Page) -> Item:
    return Item(
        title=plain(page.title or "") or page.url or "",
        url=page.url or "",
        excerpt=plain(page.content or ""),
        date=(page.published_date or "")[:10],
    )


def open_tavily(row: Service, key: Secret | None) -> Tavily:
    """Opens Tavily at this address."""
    return Tavily(Fetcher.of(row), key)
