"""Search arXiv through its Atom API, most relevant first. No key is needed."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.safe_xml import BadXml, text_in, tree_of
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import words_of
from moot.vocabulary.statements import SearchHit

PAUSE = 3.0
"""Seconds between requests, as arXiv asks in its terms."""
MOST_WORDS = 6
FEW_WORDS = 3
ATOM = "{http://www.w3.org/2005/Atom}"


class ArXiv(Searcher):
    """Preprints in physics, mathematics, computer science and related fields."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the preprints that contain all words, or else the most specific ones."""
        words = words_of(query, MOST_WORDS)
        if not words:
            raise SearchFailed("There is no word to look for.")
        found = await self._found(words, limits)
        if not found.items and len(words) > FEW_WORDS:
            found = await self._found(words_of(query, FEW_WORDS), limits)
        return found

    async def _found(self, words: list[str], limits: SearchLimits) -> SearchResults:
        values = {
            # In quotation marks a hyphen joins two words instead of excluding the second.
            "search_query": " AND ".join(f'all:"{word}"' for word in words),
            "max_results": str(limits.results),
            "sortBy": "relevance",
        }
        body = await self._fetcher.fetch(
            FetchRequest(path="/api/query", values=values, accept="application/atom+xml"), limits
        )
        try:
            root = tree_of(body)
        except BadXml as error:
            raise SearchFailed(f"The answer is not XML as it should be: {error}.") from None
        if root.tag != f"{ATOM}feed":
            raise SearchFailed("The answer is not an Atom feed.")
        items = []
        for entry in root.iterfind(f"{ATOM}entry"):
            if "/api/errors" in text_in(entry.find(f"{ATOM}id")):
                # arXiv reports errors in an entry of an ordinary feed.
                raise SearchFailed(f"arXiv says: {text_in(entry.find(f'{ATOM}summary'))[:200] or 'an error'}")
            items.append(_item(entry))
        return SearchResults(items=tuple(item for item in items if item.title)[: limits.results])


def _item(entry: Element) -> SearchHit:
    url = text_in(entry.find(f"{ATOM}id"))
    return SearchHit(
        title=text_in(entry.find(f"{ATOM}title")),
        url="https" + url.removeprefix("http") if url.startswith("http://arxiv.org/") else url,
        excerpt=text_in(entry.find(f"{ATOM}summary")),
        date=text_in(entry.find(f"{ATOM}published"))[:10],
    )


def open_arxiv(row: Service, key: Secret | None) -> ArXiv:
    """Open arXiv at this address."""
    return ArXiv(Fetcher.of(row, pause=PAUSE))
