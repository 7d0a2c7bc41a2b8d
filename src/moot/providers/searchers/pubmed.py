"""Search PubMed through NCBI's E-utilities: `esearch` returns article numbers, `efetch` titles and abstracts.

Works without a key; NCBI_API_KEY allows more requests per second. The key is sent in the body of a POST, never in an
address.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

import msgspec
from msgspec import Struct

from moot.egress.api_keys import Secret
from moot.errors import SearchFailed
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.safe_xml import BadXml, text_in, tree_of
from moot.providers.searchers.searcher import Searcher, SearchLimits, SearchResults
from moot.providers.searchers.services import Service
from moot.providers.searchers.words import words_of
from moot.vocabulary.statements import SearchHit

PAUSE = 0.4
"""Seconds between requests: three a second are allowed without a key."""
PAUSE_WITH_KEY = 0.12
"""The same with a key: ten a second are allowed."""
MOST_WORDS = 8
FEW_WORDS = 3


class PubMed(Searcher):
    """Biomedical literature."""

    def __init__(self, fetcher: Fetcher, key: Secret | None) -> None:
        self._fetcher, self._key = fetcher, key

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return the most relevant articles; search for the most specific words only if all words find nothing."""
        words = words_of(query, MOST_WORDS)
        if not words:
            raise SearchFailed("There is no word to look for.")
        ids = await self._ids(words, limits)
        if not ids and len(words) > FEW_WORDS:
            ids = await self._ids(words_of(query, FEW_WORDS), limits)
        if not ids:
            return SearchResults()
        body = await self._asked("/efetch.fcgi", {"id": ",".join(ids), "retmode": "xml"}, limits, accept="text/xml")
        try:
            root = tree_of(body)
        except BadXml as error:
            raise SearchFailed(f"The articles are not XML as it should be: {error}.") from None
        items = [_item(article) for article in root.iter("PubmedArticle")]
        return SearchResults(items=tuple(item for item in items if item.title)[: limits.results])

    async def _ids(self, words: list[str], limits: SearchLimits) -> list[str]:
        values = {"term": " ".join(words), "retmax": str(limits.results), "retmode": "json", "sort": "relevance"}
        body = await self._asked("/esearch.fcgi", values, limits)
        try:
            result = msgspec.json.decode(body, type=_PubMedAnswer).esearchresult
        except (ValueError, RecursionError):
            raise SearchFailed("The list of articles is not the JSON it should be.") from None
        if result.error and not result.idlist:
            raise SearchFailed(f"PubMed says: {result.error[:200]}")
        return [each for each in result.idlist if each.isascii() and each.isdigit()][: limits.results]

    async def _asked(
        self, path: str, values: dict[str, str], limits: SearchLimits, *, accept: str = "application/json"
    ) -> bytes:
        key = {"api_key": self._key.reveal()} if self._key is not None else {}
        return await self._fetcher.fetch(
            FetchRequest(path=path, values={"db": "pubmed", "tool": "moot", **values, **key}, form=True, accept=accept),
            limits,
        )


class _Result(Struct):
    """Content of `esearchresult`."""

    idlist: list[str] = []
    error: str = msgspec.field(name="ERROR", default="")


class _PubMedAnswer(Struct):
    """Body of `esearch`."""

    esearchresult: _Result


def _item(article: Element) -> SearchHit:
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


def open_pubmed(row: Service, key: Secret | None) -> PubMed:
    """Open PubMed at this address."""
    return PubMed(Fetcher.of(row, pause=PAUSE if key is None else PAUSE_WITH_KEY), key)
