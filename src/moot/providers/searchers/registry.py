"""Look up searchers, select those to use in a session, and open each when first used.

Packaged ones are in the table `OURS`; an installed package adds one by an entry point in the group `moot.searchers`,
called with the row and the key. Those in force are selected when a session opens and recorded in its first event.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import cast

from msgspec import Struct

from moot.egress.api_keys import KeyRing, Secret
from moot.errors import BadInput, BadSetting, SearchFailed, UnknownName
from moot.providers.endpoints import KeyedServices
from moot.providers.searchers.searcher import Searcher
from moot.providers.searchers.services import Service, services_in

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
"""Instead of a name: no searcher at all."""


class InForce(Struct, frozen=True, kw_only=True):
    """The searchers a session may use."""

    names: tuple[str, ...] = ()
    """Their names, in the order in which they are used for sources."""
    notes: tuple[str, ...] = ()
    """Decisions made for the user, as text."""


class Searchers(KeyedServices):
    """All searchers of this installation."""

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
        """Return all rows by name, and installed searchers without a row."""
        return {**_installed(), **self._rows}

    def row(self, name: str) -> Service:
        """Return the row of this name."""
        if name in self._rows:
            return self._rows[name]
        rows = self.rows()
        if name not in rows:
            raise UnknownName("searcher", name, rows)
        return rows[name]

    def ready(self, name: str) -> bool:
        """Return whether it could be used now."""
        return not self.row(name).needs_key or self.key_of(name) is not None

    def in_force(self, asked: Sequence[str] | None = None) -> InForce:
        """Return the searchers to use: by the option, else by the setting, else the services with a key.

        An empty list makes no choice; `none` selects no searcher.
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
        """Return a searcher; raise `SearchFailed` when it cannot be used."""
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
        """Close a searcher whose key or row has changed: it is reopened at its next use."""
        searcher = self._open.pop(name, None)
        if searcher is not None:
            await searcher.close()

    async def close(self) -> None:
        """Close all connections."""
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
