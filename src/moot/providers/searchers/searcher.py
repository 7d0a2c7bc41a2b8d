"""Define searchers: `search()` takes a few words and returns what a service found for them.

A searcher queries one service and parses its answer strictly. Every failure is raised as `SearchFailed`, with a
message; an error is never returned as a result. Titles and excerpts are hostile text: they are sanitized when recorded
(`floor/lookups.py`), not here.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import metadata, resources
from pathlib import Path
from typing import cast

from msgspec import Struct

from moot.egress.api_keys import KeyRing, Secret
from moot.errors import BadInput, BadSetting, SearchFailed, UnknownName
from moot.providers.endpoints import KeyedServices, ServiceRow, check_service, overridden
from moot.settings.tomlfile import parsed, rows_in
from moot.vocabulary.statements import SearchHit


class SearchLimits(Struct, frozen=True, kw_only=True):
    """Limits on the time and the size of one search. Every wait has a limit."""

    results: int = 5
    """Maximum number of items to return."""
    connect: float = 5.0
    """Maximum number of seconds to connect to the service."""
    total: float = 20.0
    """Maximum number of seconds for the whole search, including the wait for its turn and one retry."""
    most_bytes: int = 2_000_000
    """Maximum number of bytes of an answer to read, after decompression."""


class SearchResults(Struct, frozen=True, kw_only=True):
    """Results of a search service for a query."""

    items: tuple[SearchHit, ...] = ()
    """The results, best first. An empty list is not a failure."""


class Searcher(ABC):
    """Interface of a search service. One instance serves all searches."""

    @abstractmethod
    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        """Return what the service finds for a query of a few words; raise `SearchFailed` for every failure."""

    async def close(self) -> None:
        """Close connections."""
        return


FILE = "searchers.toml"


class Service(ServiceRow, frozen=True, kw_only=True):
    """Configuration of a search service."""

    speaks: str = ""
    """Name of the searcher (API format) through which the service is called; by default the service's own name."""
    needs_key: bool = True
    """Whether the service requires a key. A service that needs none is used only when named."""

    @property
    def builtin_origin(self) -> str:
        """Return the origin to which a key is bound if the service has no address."""
        return f"searcher:{self.name}"


def packaged_services() -> dict[str, Service]:
    """Return the configurations of the search services that come with Moot, by name."""
    text = resources.files("moot.providers.searchers").joinpath("services.toml").read_text(encoding="utf-8")
    return rows_in(text, "services.toml", Service)


def services_in(home: Path | None) -> dict[str, Service]:
    """Return the configurations of all search services, by name: the packaged ones, with the user's changes and
    additions."""
    packaged = packaged_services()
    rows = dict(packaged)
    for name, (row, given) in _own(home).items():
        rows[name] = overridden(packaged[name], row, given) if name in packaged else row
        if not rows[name].url:
            raise BadSetting(f"{FILE}, [{name}]: it needs a `url`.")
        check_service(rows[name], FILE, "none", packaged)
    return rows


def _own(home: Path | None) -> dict[str, tuple[Service, Collection[str]]]:
    """Return the services in the user's file, each with the names of the fields that it sets."""
    file = home / FILE if home is not None else None
    if file is None or not file.exists():
        return {}
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadSetting(f"{FILE} cannot be read: {error}.") from None
    rows = rows_in(text, FILE, Service)
    return {name: (rows[name], given) for name, given in parsed(text, FILE).items()}


Factory = Callable[[Service, "Secret | None"], Searcher]
OURS: Mapping[str, str] = {
    "pubmed": "PubMed",
    "arxiv": "ArXiv",
    "hacker-news": "HackerNews",
    "tavily": "Tavily",
    "brave": "Brave",
}
GROUP = "moot.searchers"
NONE = "none"
"""Value given instead of a searcher's name to use no searcher at all."""


class InForce(Struct, frozen=True, kw_only=True):
    """The search services that a session uses, with notes on how they were chosen."""

    names: tuple[str, ...] = ()
    """Names of the services, in the order in which their results become sources."""
    notes: tuple[str, ...] = ()
    """Decisions made for the user, as text."""


class Searchers(KeyedServices):
    """All search services of this installation, with their keys. Each service is opened when first used."""

    def __init__(self, home: Path | None, keys: KeyRing, *, setting: Sequence[str] = ()) -> None:
        self.keys = keys
        self.setting = setting
        self._home = home
        self._read: dict[str, Service] | None = None
        self._open: dict[str, Searcher] = {}

    @property
    def _rows(self) -> dict[str, Service]:
        if self._read is None:  # an unreadable file is an error only when a search is made
            self._read = services_in(self._home)
        return self._read

    def rows(self) -> Mapping[str, Service]:
        """Return the configurations of all search services by name, including those of installed packages."""
        return {**_installed(), **self._rows}

    def row(self, name: str) -> Service:
        """Return the configuration of a search service; raise `UnknownName` if there is none of this name."""
        if name in self._rows:
            return self._rows[name]
        rows = self.rows()
        if name not in rows:
            raise UnknownName("searcher", name, rows)
        return rows[name]

    def ready(self, name: str) -> bool:
        """Return whether a search service could be used now: it has a key, or needs none."""
        return not self.row(name).needs_key or self.key_of(name) is not None

    def in_force(self, asked: Sequence[str] | None = None) -> InForce:
        """Return the search services that a session uses.

        The session's option `searchers` (`asked`) names them. If the option is empty, the setting `searchers` names
        them. If the setting is empty too, the session uses all services that have a key. The name `none` selects no
        service.
        """
        if asked:
            for name in _named(asked):
                if not self.ready(name):
                    raise BadInput(f"The searcher {name!r} has no key.", self._advice(name))
            return InForce(names=_named(asked))
        if self.setting:
            known = _named(self.setting)
            bare = [name for name in known if not self.ready(name)]
            note = f"Not asked, because there is no key for it: {', '.join(bare)}."
            return InForce(names=tuple(name for name in known if name not in bare), notes=(note,) if bare else ())
        keyed = tuple(name for name, row in self._rows.items() if row.needs_key and self.ready(name))
        note = f"May be asked for sources, because a key for it is set: {', '.join(keyed)}."
        return InForce(names=keyed, notes=(note,) if keyed else ())

    def searcher(self, name: str) -> Searcher:
        """Return the searcher of this name, opened if needed; raise `SearchFailed` if it cannot be used."""
        if name not in self._open:
            try:
                row, key = self.row(name), self.key_of(name)
            except UnknownName as error:
                raise SearchFailed(error.message) from None
            if key is None and row.needs_key:
                raise SearchFailed(f"There is no key for {row.title or name}.", remedy=self._advice(name))
            self._open[name] = _factory(row.speaks or name)(row, key)
        return self._open[name]

    async def forget(self, name: str) -> None:
        """Close a searcher because its key or configuration has changed. It is opened again at its next use."""
        searcher = self._open.pop(name, None)
        if searcher is not None:
            await searcher.close()

    async def close(self) -> None:
        """Close the connections to all search services."""
        closing, self._open = list(self._open.values()), {}
        for searcher in closing:
            await searcher.close()

    def _advice(self, name: str) -> str:
        variables = " or ".join(self.row(name).key_env)
        first = f"Set {variables}, or store" if variables else "Store"
        return f"{first} its key. Run `moot keys set {name}`."


def _named(names: Sequence[str]) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys(name.strip().lower() for name in names if name.strip()))
    if NONE in chosen and len(chosen) > 1:
        raise BadSetting(f"`searchers` names `{NONE}` beside others.", "Name some, or `none` alone.")
    return () if chosen == (NONE,) else chosen


def _installed() -> dict[str, Service]:
    return {entry.name: Service(name=entry.name, needs_key=False) for entry in metadata.entry_points(group=GROUP)}


def _factory(speaks: str) -> Factory:
    if speaks in OURS:
        return cast(Factory, getattr(importlib.import_module("moot.providers.searchers.packaged"), OURS[speaks]))
    for entry in metadata.entry_points(group=GROUP):
        if entry.name == speaks:
            try:
                return cast(Factory, entry.load())
            except (Exception, SystemExit) as error:
                raise SearchFailed(f"The installed searcher {speaks!r} cannot be loaded: {error!r}.") from error
    raise SearchFailed(f"No searcher speaks {speaks!r}.")
