"""Search PubMed, arXiv, Hacker News, Tavily and Brave. Their addresses and key variables are in `services.toml`.

A key is sent in a header or in the body of a POST, never in an address. Tests:
`tests/providers/searchers/test_searchers.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, TypeVar
from xml.etree.ElementTree import Element

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.safe_xml import BadXml, text_in, tree_of
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import LONGEST, plain, words_of
from moot.vocabulary.statements import SearchHit

ATOM = "{http://www.w3.org/2005/Atom}"
BRAVE_WORDS = 50
"""Most words in a query to Brave."""
T = TypeVar("T")


class PackagedSearcher(Searcher):
    """A packaged searcher, opened with its service's row and key."""

    pause: ClassVar[float] = 0.0
    """Seconds between requests, as the service asks."""

    def __init__(self, row: Service, key: Secret | None) -> None:
        self._key = key.reveal() if key is not None else ""
        self._fetcher = Fetcher.of(row, pause=self.pause)


class WordSearcher(PackagedSearcher):
    """Searcher of a service that returns what contains every word: a query without results is shortened."""

    numbers: ClassVar[tuple[int, ...]]
    """Most words to send, one attempt after the other."""

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return what contains all words, or else the most specific ones."""
        sent = 0
        for most in self.numbers:
            words = words_of(query, most)
            if not words:
                raise SearchFailed("There is no word to look for.")
            if len(words) != sent and (items := await self.found(words, limits)):
                return _results(items, limits)
            sent = len(words)
        return SearchResults()

    @abstractmethod
    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return what contains these words."""


class ArXiv(WordSearcher):
    """Preprints in physics, mathematics, computer science and related fields."""

    pause = 3.0
    numbers = (6, 3)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the preprints of an Atom feed, most relevant first."""
        values = {
            # In quotation marks a hyphen joins two words instead of excluding the second.
            "search_query": " AND ".join(f'all:"{word}"' for word in words),
            "max_results": str(limits.results),
            "sortBy": "relevance",
        }
        asked = FetchRequest(path="/api/query", values=values, accept="application/atom+xml")
        root = _xml(await self._fetcher.fetch(asked, limits))
        if root.tag != f"{ATOM}feed":
            raise SearchFailed("The answer is not an Atom feed.")
        items = []
        for entry in root.iterfind(f"{ATOM}entry"):
            url, summary = text_in(entry.find(f"{ATOM}id")), text_in(entry.find(f"{ATOM}summary"))
            if "/api/errors" in url:  # arXiv reports errors in an entry of an ordinary feed
                raise SearchFailed(f"arXiv says: {summary[:200] or 'an error'}")
            items.append(
                SearchHit(
                    title=text_in(entry.find(f"{ATOM}title")),
                    url="https" + url.removeprefix("http") if url.startswith("http://arxiv.org/") else url,
                    excerpt=summary,
                    date=text_in(entry.find(f"{ATOM}published"))[:10],
                )
            )
        return items


class PubMed(WordSearcher):
    """Biomedical literature: `esearch` returns article numbers, `efetch` titles and abstracts."""

    pause = 0.4
    numbers = (8, 3)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the most relevant articles."""
        values = {"term": " ".join(words), "retmax": str(limits.results), "retmode": "json", "sort": "relevance"}
        result = _json(await self._asked("/esearch.fcgi", values, limits), _PubMedAnswer).esearchresult
        if result.error and not result.idlist:
            raise SearchFailed(f"PubMed says: {result.error[:200]}")
        ids = [each for each in result.idlist if each.isascii() and each.isdigit()][: limits.results]
        if not ids:
            return []
        body = await self._asked("/efetch.fcgi", {"id": ",".join(ids), "retmode": "xml"}, limits, accept="text/xml")
        return [_article(article) for article in _xml(body).iter("PubmedArticle")]

    async def _asked(
        self, path: str, values: dict[str, str], limits: SearchLimits, *, accept: str = "application/json"
    ) -> bytes:
        values = {"db": "pubmed", "tool": "moot", **values, **({"api_key": self._key} if self._key else {})}
        return await self._fetcher.fetch(FetchRequest(path=path, values=values, form=True, accept=accept), limits)


class _PubMedResult(Struct):
    """Content of `esearchresult`."""

    idlist: list[str] = []
    error: str = msgspec.field(name="ERROR", default="")


class _PubMedAnswer(Struct):
    """Body of `esearch`."""

    esearchresult: _PubMedResult


def _article(article: Element) -> SearchHit:
    number = text_in(article.find("MedlineCitation/PMID"))
    paper = article.find("MedlineCitation/Article")
    if paper is None:
        return SearchHit(title="")
    parts = []
    for part in paper.iterfind("Abstract/AbstractText"):
        label = part.get("Label", "")
        parts.append(f"{label}: {text_in(part)}" if label else text_in(part))
    journal = text_in(paper.find("Journal/Title"))
    issue = paper.find("Journal/JournalIssue/PubDate")
    year = text_in(issue.find("Year")) or text_in(issue.find("MedlineDate"))[:4] if issue is not None else ""
    title = text_in(paper.find("ArticleTitle")).strip("[]")
    return SearchHit(
        title=f"{title} ({journal})" if title and journal else title,
        url=f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if number.isascii() and number.isdigit() else "",
        excerpt=" ".join(parts),
        date=year,
    )


class HackerNews(WordSearcher):
    """Stories and their readers' comments, through Algolia's public search."""

    numbers = (6, 4, 2)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the stories with these words."""
        values = {"query": " ".join(words), "tags": "story", "hitsPerPage": str(limits.results)}
        body = await self._fetcher.fetch(FetchRequest(path="/api/v1/search", values=values), limits)
        return [_story(hit) for hit in _json(body, _HackerNewsAnswer).hits if hit.title]


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


def _story(hit: _Hit) -> SearchHit:
    discussion = f"https://news.ycombinator.com/item?id={hit.objectID}" if hit.objectID.isdigit() else ""
    counted = f"{hit.points or 0} points, {hit.num_comments or 0} comments on Hacker News."
    said = plain(hit.story_text or "")
    return SearchHit(
        title=plain(hit.title or ""),
        url=hit.url or discussion,
        excerpt=f"{counted} {said}".strip() if not hit.url else f"{counted} Discussion: {discussion} {said}".strip(),
        date=(hit.created_at or "")[:10],
    )


class Tavily(PackagedSearcher):
    """The web: one POST with the query, which returns pages with their content."""

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the pages found for the query."""
        asked = {"query": _query(query, LONGEST), "max_results": limits.results, "search_depth": "basic"}
        keyed = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        request = FetchRequest(path="/search", json=msgspec.json.encode(asked), key_headers=keyed)
        pages = _json(await self._fetcher.fetch(request, limits), _TavilyAnswer).results
        return _results((_page(each, each.content or "", each.published_date) for each in pages), limits)


class _WebPage(Struct):
    """A page found."""

    title: str | None = None
    url: str | None = None


class _TavilyPage(_WebPage):
    """A page found by Tavily."""

    content: str | None = None
    published_date: str | None = None


class _TavilyAnswer(Struct):
    """Body of a search."""

    results: list[_TavilyPage]


class Brave(PackagedSearcher):
    """The web, by Brave's own index: one GET, which returns pages with snippets."""

    pause = 1.1

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the pages found for the query."""
        values = {"q": _query(query, BRAVE_WORDS), "count": str(limits.results), "text_decorations": "false"}
        keyed = {"X-Subscription-Token": self._key} if self._key else {}
        request = FetchRequest(path="/res/v1/web/search", values=values, key_headers=keyed)
        web = _json(await self._fetcher.fetch(request, limits), _BraveAnswer).web
        pages = web.results if web is not None else []
        found = ((each, (each.description or "", *(each.extra_snippets or []))) for each in pages)
        return _results((_page(each, " ".join(filter(None, said)), each.page_age) for each, said in found), limits)


class _BravePage(_WebPage):
    """A page found by Brave."""

    description: str | None = None
    extra_snippets: list[str] | None = None
    page_age: str | None = None


class _BraveWeb(Struct):
    """Content of `web`."""

    results: list[_BravePage] = []


class _BraveAnswer(Struct):
    """Body of a search; without `web` nothing was found."""

    type: str
    web: _BraveWeb | None = None


def _query(query: str, words: int) -> str:
    query = " ".join(query.split()[:words])[:LONGEST]
    if not query:
        raise SearchFailed("There is no word to look for.")
    return query


def _page(page: _WebPage, excerpt: str, date: str | None) -> SearchHit:
    return SearchHit(
        title=plain(page.title or "") or page.url or "",
        url=page.url or "",
        excerpt=plain(excerpt),
        date=(date or "")[:10],
    )


def _results(items: Iterable[SearchHit], limits: SearchLimits) -> SearchResults:
    return SearchResults(items=tuple(item for item in items if item.title)[: limits.results])


def _json(body: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except (ValueError, RecursionError):
        raise SearchFailed("The answer is not the JSON it should be.") from None


def _xml(body: bytes) -> Element:
    try:
        return tree_of(body)
    except BadXml as error:
        raise SearchFailed(f"The answer is not XML as it should be: {error}.") from None
