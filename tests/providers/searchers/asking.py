"""The packaged searchers against a local server, with short limits, for these tests."""

from __future__ import annotations

from pathlib import Path

from moot.egress.api_keys import KeyRing
from moot.providers.searchers.searcher import Searchers, SearchLimits
from rig.services import Services

QUICK = SearchLimits(results=5, connect=1, total=2.0, most_bytes=200_000)
NAMES = ("pubmed", "arxiv", "hacker-news", "tavily", "brave")


def searchers_at(services: Services, home: Path, environ: dict[str, str] | None = None) -> Searchers:
    """Every packaged searcher, led to this server by the user's own file."""
    (home / "searchers.toml").write_text(services.rows())
    return Searchers(home, KeyRing(home / "keys.toml", environ or {}))
