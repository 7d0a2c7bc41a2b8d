"""Search the web with Brave: one GET, which returns pages of its own index with snippets."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import LONGEST, plain
from moot.vocabulary.statements import SearchHit

MOST_WORDS = 50
"""Most words in a query."""
PAUSE = 1.1
"""Seconds between requests: the free plan allows one a second."""


class Brave(Searcher):
    """The web, by Brave's own index."""

    def __init__(self, fetcher: Fetcher, key: Secret | None) -> None:
        self._fetcher, self._key = fetcher, key

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the pages found for the query."""
        query = " ".join(query.split()[:MOST_WORDS])[:LONGEST]
        if not query:
            raise SearchFailed("There is no word to look for.")
        body = await self._fetcher.fetch(
            FetchRequest(
                path="/res/v1/web/search",
                values={"q": query, "count": str(limits.results), "text_decorations": "false"},
                key_headers={"X-Subscription-Token": self._key.reveal()} if self._key is not None else {},
            ),
            limits,
        )
        try:
            web = msgspec.json.decode(body, type=_BraveAnswer).web
        except (ValueError, RecursionError):
            raise SearchFailed("The answer is not the JSON it should be.") from None
        pages = web.results if web is not None else []
        return SearchResults(items=tuple(_item(each) for each in pages if each.title or each.url)[: limits.results])


class _BravePage(Struct):
    """A page found."""

    title: str | None = None
    url: str | None = None
    description: str | None = None
    extra_snippets: list[str] | None = None
    page_age: str | None = None


class _Web(Struct):
    """Content of `web`."""

    results: list[_BravePage] = []


class _BraveAnswer(Struct):
    """Body of a search; without `web` nothing was found."""

    type: str
    web: _Web | None = None


def _item(page: _BravePage) -> SearchHit:
    return SearchHit(
        title=plain(page.title or "") or page.url or "",
        url=page.url or "",
        excerpt=" ".join(plain(text) for text in (page.description or "", *(page.extra_snippets or [])) if text),
        date=(page.page_age or "")[:10],
    )


def open_brave(row: Service, key: Secret | None) -> Brave:
    """Open Brave at this address."""
    return Brave(Fetcher.of(row, pause=PAUSE), key)
