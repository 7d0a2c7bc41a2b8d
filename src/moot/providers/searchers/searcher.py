"""Define searchers: `search()` takes a few words and returns what a service found for them.

A searcher queries one service and parses its answer strictly. Every failure is raised as `SearchFailed`, with a
message; an error is never returned as a result. Titles and excerpts are hostile text: they are sanitized when recorded
(`floor/lookups.py`), not here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec import Struct

from moot.vocabulary.statements import SearchHit


class SearchLimits(Struct, frozen=True, kw_only=True):
    """Limits of one search; every wait is bounded."""

    results: int = 5
    """Most items to return."""
    connect: float = 5.0
    """Seconds to reach the service."""
    total: float = 20.0
    """Seconds for the whole search, including the wait for its turn and one retry."""
    most_bytes: int = 2_000_000
    """Most bytes of an answer to read, after decompression."""


class SearchResults(Struct, frozen=True, kw_only=True):
    """Result of a search."""

    items: tuple[SearchHit, ...] = ()
    """The results, best first; none is no failure."""


class Searcher(ABC):
    """A search service. One instance serves all searches."""

    @abstractmethod
    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return what the service finds for these words; raise `SearchFailed` for every failure."""

    async def close(self) -> None:
        """Close connections."""
        return
