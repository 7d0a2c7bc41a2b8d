"""Search PubMed, arXiv, Hacker News, Tavily and Brave. Their addresses and key variables are in `services.toml`.

A key is sent in a header or in the body of a POST, never in an address. Tests:
`tests/providers/searchers/test_searchers.py`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, TypeVar
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults, Service
from moot.vocabulary.statements import SearchHit

ATOM = "{http://www.w3.org/2005/Atom}"
BRAVE_WORDS = 50
"""Maximum number of words sent in a query to Brave."""
T = TypeVar("T")


class PackagedSearcher(Searcher):
    """Base class of the searchers that come with Moot."""

    pause: ClassVar[float] = 0.0
    """Seconds between requests, as the service asks."""

    def __init__(self, row: Service, key: Secret | None) -> None:
        self._key = key.reveal() if key is not None else ""
        self._fetcher = Fetcher.of(row, pause=self.pause)


class WordSearcher(PackagedSearcher):
    """Base class of searchers for services that find only items with every word of a query. If a query has no results,
    it is repeated with fewer words."""

    numbers: ClassVar[tuple[int, ...]]
    """Maximum number of words to send in the first attempt, in the second, and so on."""

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return items that contain all words of the query. If there are none, return items that contain its most
        specific words.
        """
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
        """Return the items that the service finds for all of these words."""


class ArXiv(WordSearcher):
    """Searches arXiv: preprints in physics, mathematics, computer science and related fields."""

    pause = 3.0
    numbers = (6, 3)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the preprints that contain all of these words, most relevant first."""
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
    """Searches PubMed, the biomedical literature: `esearch` returns article numbers, `efetch` titles and abstracts."""

    pause = 0.4
    numbers = (8, 3)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the most relevant articles that contain all of these words."""
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
    """The field `esearchresult` of PubMed's response."""

    idlist: list[str] = []
    error: str = msgspec.field(name="ERROR", default="")


class _PubMedAnswer(Struct):
    """The body of PubMed's response to `esearch`."""

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
    """Searches stories of Hacker News and their readers' comments, through Algolia's public search."""

    numbers = (6, 4, 2)

    async def found(self, words: list[str], limits: SearchLimits) -> list[SearchHit]:
        """Return the stories that contain all of these words."""
        values = {"query": " ".join(words), "tags": "story", "hitsPerPage": str(limits.results)}
        body = await self._fetcher.fetch(FetchRequest(path="/api/v1/search", values=values), limits)
        return [_story(hit) for hit in _json(body, _HackerNewsAnswer).hits if hit.title]


class _Hit(Struct):
    """A story in the search results of Hacker News."""

    objectID: str
    title: str | None = None
    url: str | None = None
    story_text: str | None = None
    points: int | None = None
    num_comments: int | None = None
    created_at: str | None = None


class _HackerNewsAnswer(Struct):
    """The body of the response to a search of Hacker News."""

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
    """Searches the web with Tavily: one POST with the query returns pages with their content."""

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the pages found for the query."""
        asked = {"query": _query(query, LONGEST), "max_results": limits.results, "search_depth": "basic"}
        keyed = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        request = FetchRequest(path="/search", json=msgspec.json.encode(asked), key_headers=keyed)
        pages = _json(await self._fetcher.fetch(request, limits), _TavilyAnswer).results
        return _results((_page(each, each.content or "", each.published_date) for each in pages), limits)


class _WebPage(Struct):
    """A web page in the results of a search, as Tavily and Brave both return it."""

    title: str | None = None
    url: str | None = None


class _TavilyPage(_WebPage):
    """A page found by Tavily."""

    content: str | None = None
    published_date: str | None = None


class _TavilyAnswer(Struct):
    """The body of Tavily's response to a search."""

    results: list[_TavilyPage]


class Brave(PackagedSearcher):
    """Searches the web with Brave's own index: one GET returns pages with snippets."""

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
    """The field `web` of Brave's response."""

    results: list[_BravePage] = []


class _BraveAnswer(Struct):
    """The body of Brave's response to a search. If nothing was found, there is no field `web`."""

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


DEEPEST = 60
MOST_ELEMENTS = 100_000


class BadXml(ValueError):
    """Raised for input that is not XML or exceeds the limits."""


def tree_of(data: bytes) -> Element:
    """Parse an XML document from an untrusted server, and return its root. Names are `{namespace}local` as in
    ElementTree."""
    reader = _XmlReader()
    try:
        reader.parser.Parse(data, True)
        return reader.builder.close()
    except expat.ExpatError as error:
        raise BadXml(f"not well-formed in line {error.lineno}") from None
    except (AssertionError, LookupError, ValueError) as error:
        raise BadXml(str(error) or "no document") from None


def text_in(element: Element | None) -> str:
    """Return all text inside an element, without tags, on one line."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


class _XmlReader:
    """Builds an element tree from an XML document. Declarations, and documents that are too large or too deep, are
    refused."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self._depth = self._count = 0
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.builder.data
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _doctype(self, name: str, system: str | None, public: str | None, declares: bool) -> None:
        if declares:
            raise BadXml("its document type declares something of its own")

    def _entity(self, *_: object) -> None:
        raise BadXml("it defines an entity")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise BadXml(f"it is nested more than {DEEPEST} deep")
        if self._count > MOST_ELEMENTS:
            raise BadXml(f"it has more than {MOST_ELEMENTS:,} elements")
        self.builder.start(_clark_name(name), {_clark_name(key): value for key, value in attributes.items()})

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.builder.end(_clark_name(name))


def _clark_name(name: str) -> str:
    return "{" + name if "}" in name else name


_JOINS = "-'.+#"
LONGEST = 400
"""Maximum number of characters of a query that are used. Services refuse longer queries."""


def words_of(query: str, most: int) -> list[str]:
    """Return the `most` most specific words of a query, in their order and without repeats. The words are in lower
    case, so that a search service takes none of them as an operator."""
    signs = [c if c.isalnum() or c in _JOINS else " " for c in query[:LONGEST]]
    told: dict[str, int] = {}
    for place, word in enumerate("".join(signs).split()):
        bare = word.lstrip(_JOINS).rstrip("-'.")
        low = bare.lower()
        if low and low not in ("and", "or", "not"):
            told[low] = max(told.get(low, 0), _telling(bare, first=place == 0))
    kept = sorted(told, key=lambda word: -told[word])[:most]
    return [word for word in told if word in kept]


def _telling(word: str, *, first: bool) -> int:
    """Return how specific a word is: numbers and names get the highest value, words common in questions the lowest."""
    low = word.lower()
    if any(c.isdigit() for c in word):
        return 20
    if any(c.isupper() for c in word[1:]) or (word[:1].isupper() and not first):
        return 19
    if low in COMMON or low.removesuffix("s") in COMMON:
        return 1
    return 2 + min(len(low), 14)


_COMMON_WORDS = """
a about adult affect after against all also an any approach are as at average bad be been before being benefit best
better between big both business but buy by can case cause change cheap choose company compare compared comparison cost
could country daily decide decrease deal difference different do does during each early easy effect effective efficient
enough evidence ever every example expect fast fewer few find first for from get give go good great group have help high
higher how i if important improve in increase into is it keep kind know large last late leave less level like likely
long longer low lower make many may mean method might more most move much must need new next no now number of offer
often old on one only option our out over own part people perform plan possible prefer problem process project provide
put question rather reason recommend recommended reduce replace require result right risk run safe safely save school
say second see set several shall she should side significant simple since small so some start still stop such support
system take team than that the their them then there these they thing third this through time to too try two type under
up us use used useful user using value versus very want was way we week well were what when where whether which while
who why will wise with within without work working worse worst worth would year yes you your
"""
COMMON = frozenset(_COMMON_WORDS.split())
"""Words common in questions of any kind; they do not narrow a search."""


def plain(markup: str, most: int = 20_000) -> str:
    """Return the text of HTML without tags and with character references resolved. A `<` that starts no tag is kept."""
    import html  # a table of 2,000 names that only the web searchers need

    out, at = [], 0
    markup = markup[:most]
    while (begin := markup.find("<", at)) >= 0:
        out.append(markup[at:begin])
        following = markup[begin + 1 : begin + 2]
        end = markup.find(">", begin) if following.isalpha() or following in ("/", "!") else -1
        if end < 0:
            out.append("<")
            at = begin + 1
            if following.isalpha() or following in ("/", "!"):
                break  # no tag can end any more, so further search would only take time
        else:
            out.append(" " if markup[begin + 1 : begin + 3].lower() in ("p>", "br", "/p", "li", "/l", "di") else "")
            at = end + 1
    out.append(markup[at:])
    return " ".join(html.unescape("".join(out)).split())
