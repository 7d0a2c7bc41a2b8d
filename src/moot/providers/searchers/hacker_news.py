"""Search Hacker News through Algolia's public search of its stories; no key is needed.

Every word must occur, so a query without results is shortened up to twice.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import plain, words_of
from moot.vocabulary.statements import SearchHit

FEWER = (6, 4, 2)
"""Numbers of words sent, one attempt after the other."""


class HackerNews(Searcher):
    """Stories and their readers' comments."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the stories that contain the words."""
        words = words_of(query, FEWER[0])
        if not words:
            raise SearchFailed("There is no word to look for.")
        tries = [few for few in FEWER if few < len(words)]
        for most in (len(words), *tries):
            found = await self._found(" ".join(words_of(query, most)), limits)
            if found.items:
                return found
        return SearchResults()

    async def _found(self, query: str, limits: SearchLimits) -> SearchResults:
        values = {"query": query, "tags": "story", "hitsPerPage": str(limits.results)}
        body = await self._fetcher.fetch(FetchRequest(path="/api/v1/search", values=values), limits)
        try:
            hits = msgspec.json.decode(body, type=_HackerNewsAnswer).hits
        except (ValueError, RecursionError):
            raise SearchFailed("The answer is not the JSON it should be.") from None
        return SearchResults(items=tuple(_item(hit) for hit in hits if hit.title)[: limits.results])


class _Hit(Struct):
    """A story found."""

    objectID: str
    title: str | None = None
    url: str | None = None
    story_text: str | None = None
    points: int | None = None
    num_comments: int | None = None
    created_at: str | None = None


class _HackerNewsAnswer(Struct):
    """Body of a search."""

    hits: list[_Hit]


def _item(hit: _Hit) -> SearchHit:
    discussion = f"https://news.ycombinator.com/item?id={hit.objectID}" if hit.objectID.isdigit() else ""
    counted = f"{hit.points or 0} points, {hit.num_comments or 0} comments on Hacker News."
    said = plain(hit.story_text or "")
    return SearchHit(
        title=plain(hit.title or ""),
        url=hit.url or discussion,
        excerpt=f"{counted} {said}".strip() if not hit.url else f"{counted} Discussion: {discussion} {said}".strip(),
        date=(hit.created_at or "")[:10],
    )


def open_hacker_news(row: Service, key: Secret | None) -> HackerNews:
    """Open the search at this address."""
    return HackerNews(Fetcher.of(row))
