"""What is a searcher? Something with `search()`: it takes a few words and returns what a service found for them.

A searcher asks one service, reads its answer strictly and tells what is there. What goes wrong is raised as
`SearchFailed`, in words; it never returns an error as a result. Titles and excerpts are hostile text: they are made fit
to be shown where they are recorded (`floor/lookups.py`), not here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec import Struct


class SearchLimits(Struct, frozen=True, kw_only=True):
    """How much one search may take; every wait has an end."""

    results: int = 5
    """Most items wanted."""
    connect: float = 5.0
    """Seconds to reach the service."""
    total: float = 20.0
    """Seconds for the whole search, waiting for its turn and one repeat included."""
    most_bytes: int = 2_000_000
    """Most bytes of an answer, after inflating, that are read."""


class SearchHit(Struct, frozen=True, kw_only=True):
    """Something a service found."""

    title: str
    """Its title, as plain text."""
    url: str = ""
    """Where it is."""
    excerpt: str = ""
    """What it says, as plain text: an abstract, a snippet."""
    date: str = ""
    """When it appeared, as far as the service says: `2024`, `2024-05-01`."""


class SearchResults(Struct, frozen=True, kw_only=True):
    """What a search came to."""

    items: tuple[SearchHit, ...] = ()
    """What was found, best first; nothing found is no failure."""


class Searcher(ABC):
    """A way to look something up. One instance serves all searches at one service."""

    @abstractmethod
    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """What the service finds for these words; raises `SearchFailed` for everything that goes wrong."""

    async def close(self) -> None:
        """Lets go of connections."""
        return
