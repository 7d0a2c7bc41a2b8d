"""Search the web with Tavily: one POST with the query, which returns pages with their content."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import LONGEST, one_line, plain
from moot.vocabulary.statements import SearchHit


class Tavily(Searcher):
    """The web."""

    def __init__(self, fetcher: Fetcher, key: Secret | None) -> None:
        self._fetcher, self._key = fetcher, key

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the pages found for the query."""
        query = one_line(query)[:LONGEST]
        if not query:
            raise SearchFailed("There is no word to look for.")
        body = await self._fetcher.fetch(
            FetchRequest(
                path="/search",
                json=msgspec.json.encode({"query": query, "max_results": limits.results, "search_depth": "basic"}),
                key_headers={"Authorization": f"Bearer {self._key.reveal()}"} if self._key is not None else {},
            ),
            limits,
        )
        try:
            results = msgspec.json.decode(body, type=_TavilyAnswer).results
        except (ValueError, RecursionError):
            raise SearchFailed("The answer is not the JSON it should be.") from None
        return SearchResults(items=tuple(_item(each) for each in results if each.title or each.url)[: limits.results])


class _TavilyPage(Struct):
    """A page found."""

    title: str | None = None
    url: str | None = None
    content: str | None = None
    published_date: str | None = None


class _TavilyAnswer(Struct):
    """Body of a search."""

    results: list[_TavilyPage]


def _item(page: _TavilyPage) -> SearchHit:
    return SearchHit(
        title=plain(page.title or "") or page.url or "",
        url=page.url or "",
        excerpt=plain(page.content or ""),
        date=(page.published_date or "")[:10],
    )


def open_tavily(row: Service, key: Secret | None) -> Tavily:
    """Open Tavily at this address."""
    return Tavily(Fetcher.of(row), key)
