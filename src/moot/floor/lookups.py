"""Query searchers and merge their sources: in turn, numbered and safe to show; record failures as facts.

All searchers are queried at once, with a time limit; an error of one becomes a line, never an exception. Titles and
excerpts are hostile text: hidden characters are made visible, keys removed, URLs other than http and https left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import zip_longest
from urllib.parse import urlsplit

from msgspec import Struct

from moot.egress.api_keys import scrub
from moot.errors import MootError
from moot.providers.searchers.searcher import Searchers, SearchLimits
from moot.reading.review_copy import shown
from moot.vocabulary.events import SourcesFound
from moot.vocabulary.statements import SearchHit, Source

LIMITS = SearchLimits()
GRACE = 2.0
"""Number of seconds after its own time limit at which a searcher is given up."""
MOST_SOURCES = 12
MOST_QUERY = 400
MOST_TITLE = 300
MOST_EXCERPT = 1_500
MOST_URL = 2_000
MOST_CAUSE = 300


class _Brought(Struct, frozen=True, kw_only=True):
    """Results of one searcher, or why it failed."""

    name: str
    items: tuple[SearchHit, ...] = ()
    failure: str = ""


async def looked_up(
    query: str, names: Sequence[str], searchers: Searchers | None, *, limits: SearchLimits | None = None
) -> SourcesFound:
    """Send a query to several search services (`names`) at once. Return the sources that they found, numbered, and the
    services that failed."""
    limits = limits or LIMITS
    brought = await asyncio.gather(*(_asked(name, query, searchers, limits) for name in dict.fromkeys(names)))
    return SourcesFound(
        query=query_kept(query),
        sources=numbered(*([(each.name, item) for item in each.items] for each in brought)),
        failures=tuple(f"{each.name}: {each.failure}" for each in brought if each.failure),
        searchers=tuple(each.name for each in brought),
    )


def query_kept(query: str) -> str:
    """Return a search query cut to the length that is recorded and sent."""
    return _fit(query, MOST_QUERY)


async def _asked(name: str, query: str, searchers: Searchers | None, limits: SearchLimits) -> _Brought:
    if searchers is None:
        return _Brought(name=name, failure="Nothing can be looked up here.")
    try:
        async with asyncio.timeout(limits.total + GRACE):
            found = await searchers.searcher(name).search(query_kept(query), limits)
        return _Brought(name=name, items=tuple(found.items)[: limits.results])
    except TimeoutError:
        return _Brought(name=name, failure=f"It did not answer within {limits.total:g} s.")
    except MootError as error:
        return _Brought(name=name, failure=_fit(error.message, MOST_CAUSE))
    except Exception as error:  # a bug in an installed searcher must not cost the session its other sources
        return _Brought(name=name, failure=_fit(f"It broke: {type(error).__name__}: {error}", MOST_CAUSE))


def numbered(*lists: Sequence[tuple[str, SearchHit]]) -> tuple[Source, ...]:
    """Number the sources: the first source of each list, then the second of each. Sources with the same URL, or
    without a URL and with the same title, are listed once. A list has pairs of the searcher's or tool's name and a
    result.
    """
    kept: list[Source] = []
    seen: set[str] = set()
    for row in zip_longest(*lists):
        for entry in row:
            if entry is None or len(kept) == MOST_SOURCES:
                continue
            name, item = entry
            url, title = _url(item.url), _fit(item.title, MOST_TITLE)
            mark = _same(url) if url else title.casefold()
            if not mark or mark in seen:
                continue
            seen.add(mark)
            kept.append(
                Source(
                    number=len(kept) + 1,
                    title=title or url,
                    url=url,
                    excerpt=_fit(item.excerpt, MOST_EXCERPT),
                    searcher=name,
                    date=_fit(item.date, 40),
                )
            )
    return tuple(kept)


def _fit(text: str, most: int) -> str:
    """Clean a line of outside text: make hidden characters visible, remove secrets, and cut it to `most` characters
    with a mark."""
    # Scrubbed before the cut too: a key cut in two would show its first characters.
    line = shown(scrub(" ".join(text[: 8 * most].split())))
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _url(url: str) -> str:
    """Return the URL if it is safe to show and follow; otherwise return an empty string."""
    url = scrub(url.strip())
    if not url or len(url) > MOST_URL or not url.isascii() or any(c <= " " or c in '"<>\\^`{|}\x7f' for c in url):
        return ""
    try:
        parts = urlsplit(url)
        web = parts.scheme.lower() in ("http", "https") and parts.port != 0
        return url if web and parts.hostname and "@" not in parts.netloc else ""
    except ValueError:
        return ""


def _same(url: str) -> str:
    """Normalise a URL so that two addresses of one page are equal."""
    parts = urlsplit(url)
    query = "&".join(part for part in parts.query.split("&") if part and not part.startswith("utm_"))
    host = (parts.hostname or "").removeprefix("www.")
    port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
    return f"{host}{port}{parts.path.rstrip('/')}?{query}"
