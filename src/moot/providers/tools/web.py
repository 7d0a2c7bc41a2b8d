"""Two read-only tools for the web: `search` asks the configured search services, `fetch` reads a page.

Pages are fetched only from public addresses, over the checks of `egress/`, with at most three redirects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from moot.egress.addresses import Lookup, look_up
from moot.errors import MootError
from moot.providers.searchers.fetching import Fetcher, FetchRequest
from moot.providers.searchers.searcher import Searchers, SearchLimits
from moot.providers.tools.html_text import text_of_html
from moot.providers.tools.tool import Tool, ToolFailed, ToolLimits, ToolResult
from moot.vocabulary.statements import SearchHit
from moot.vocabulary.tools import ToolSpec

NO_SERVICE = "No search service is set up here."
EXCERPT = 1_500
"""Most characters of a page that are kept as its excerpt in the list of sources."""
ACCEPT = "text/html, text/plain, application/json, application/pdf;q=0.8, */*;q=0.1"
PdfText = Callable[[bytes], Awaitable[str]]
"""Returns the text of a PDF."""


def spec_with_text(tool: str, purpose: str, **texts: str) -> ToolSpec:
    """Return the description of a tool whose arguments are texts, each named and described by a keyword.

    Example:
        spec_with_text("search", "Search the web.", query="What to search for.")
    """
    properties = {name: {"type": "string", "description": described} for name, described in texts.items()}
    parameters = {"type": "object", "properties": properties, "required": list(texts)}
    return ToolSpec(name=tool, description=purpose, parameters=parameters)


class Search(Tool):
    """Searches the web, or the literature, with the search services that have a key or are named in the settings."""

    spec = spec_with_text(
        "search",
        "Search the web. Returns titles, addresses and excerpts of the best results.",
        query="What to search for, in a few words.",
    )

    def __init__(self, searchers: Searchers) -> None:
        self._searchers = searchers

    def lacks(self) -> str:
        return "" if self._searchers.in_force().names else NO_SERVICE

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            raise ToolFailed("It needs a `query`.")
        names = self._searchers.in_force().names
        if not names:
            raise ToolFailed(NO_SERVICE)
        bounds = SearchLimits(total=limits.seconds * 0.9)
        found = await asyncio.gather(*(self._asked(name, query, bounds) for name in names))
        hits = [hit for hits, _ in found for hit in hits]
        if not hits and all(trouble for _, trouble in found):
            raise ToolFailed("; ".join(trouble for _, trouble in found))
        lines = [f"{hit.title}\n{hit.url}\n{hit.excerpt}".strip() for hit in hits]
        return ToolResult(text="\n\n".join(lines) or "Nothing was found.", sources=tuple(hits))

    async def _asked(self, name: str, query: str, limits: SearchLimits) -> tuple[tuple[SearchHit, ...], str]:
        try:
            found = await self._searchers.searcher(name).search(query[:400], limits)
        except MootError as error:
            return (), f"{name}: {error.message}"
        return tuple(found.items)[: limits.results], ""


async def fetched_page(url: str, limits: SearchLimits, *, private: bool, lookup: Lookup) -> bytes:
    """Fetch a page or a file over the checks of `egress/` and return its bytes.

    Args:
        url: The address, in plain ASCII; without `private`, it must be public and use https.
        limits: Bounds of time and size.
        private: Whether addresses of private networks may be read.
        lookup: Resolves names of hosts.
    """
    try:
        parts = urlsplit(url)
        fetcher = Fetcher(f"{parts.scheme}://{parts.netloc}", private=private, lookup=lookup)
    except ValueError:
        raise ToolFailed(f"{url!r} is not an address.") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii() or any(c <= " " or c == "\x7f" for c in path):
        raise ToolFailed("The address must be plain ASCII; escape other characters with %.")
    return await fetcher.fetch(FetchRequest(path=path, accept=ACCEPT), limits)


class Fetch(Tool):
    """Reads a web page or a PDF as text."""

    spec = ToolSpec(
        name="fetch",
        description="Read a public web page or PDF. Returns its text.",
        parameters={
            "type": "object",
            "properties": {"url": {"type": "string", "description": "The address, with https://."}},
            "required": ["url"],
        },
    )

    def __init__(self, pdf_text: PdfText | None = None, *, private: bool = False, lookup: Lookup = look_up) -> None:
        """Make the tool.

        Args:
            pdf_text: Returns the text of a PDF; without it, PDFs are refused.
            private: Whether addresses of private networks may be read.
            lookup: Resolves names of hosts.
        """
        self._pdf_text, self._private, self._lookup = pdf_text, private, lookup

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        url = arguments.get("url")
        if not isinstance(url, str) or not url.strip():
            raise ToolFailed("It needs a `url`.")
        bounds = SearchLimits(total=limits.seconds * 0.9)
        data = await fetched_page(url.strip(), bounds, private=self._private, lookup=self._lookup)
        title, text = await self._read(data)
        if not text.strip():
            raise ToolFailed("The page has no text.")
        page = SearchHit(title=title or url, url=url.strip(), excerpt=text[:EXCERPT])
        return ToolResult(text=f"{title}\n\n{text}".strip(), sources=(page,))

    async def _read(self, data: bytes) -> tuple[str, str]:
        """Return a page's title, if it has one, and its text."""
        if data.startswith(b"%PDF"):
            if self._pdf_text is None:
                raise ToolFailed("It is a PDF, which cannot be read here.")
            return "", await self._pdf_text(data)
        if b"\0" in data[:1000]:
            raise ToolFailed("It is neither a page nor a PDF.")
        words = data.decode("utf-8", "replace")
        if words.lstrip()[:1] != "<":
            return "", words
        return await asyncio.to_thread(text_of_html, words)
