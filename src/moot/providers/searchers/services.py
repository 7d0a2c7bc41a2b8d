"""Read search services: packaged rows, overridden by the user's own file.

`MOOT_HOME/searchers.toml` overrides a packaged row field by field or adds one that uses the same searcher; no project's
file can. A row moved to another origin loses the packaged key variables, and a stored key no longer matches.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from moot.egress.addresses import EgressRefused, target_of
from moot.errors import BadSetting
from moot.providers.endpoints import ServiceRow
from moot.settings.tomlfile import rows_in

FILE = "searchers.toml"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")


class Service(ServiceRow, frozen=True, kw_only=True):
    """A search service."""

    speaks: str = ""
    """Searcher to use; by default the one of its own name."""
    needs_key: bool = True
    """Whether it cannot be used without a key. One that needs none is used only when named."""

    @property
    def origin(self) -> str:
        """Return the scheme, host and port a key is bound to."""
        return target_of(self.url, private=self.private).origin if self.url else f"searcher:{self.name}"


def packaged_services() -> dict[str, Service]:
    """Return the packaged rows."""
    text = resources.files("moot.providers.searchers").joinpath("services.toml").read_text(encoding="utf-8")
    return rows_in(text, "services.toml", Service)


def services_in(home: Path | None) -> dict[str, Service]:
    """Return all rows: the packaged ones, changed and extended by the user's file."""
    packaged = packaged_services()
    rows = dict(packaged)
    for name, table in _own(home).items():
        row, before = table.row, packaged.get(name)
        if before is not None:
            row = structs.replace(before, **{key: getattr(row, key) for key in table.given})
            if "url" in table.given and _origin_or_none(row) != before.origin:
                # What belongs to the packaged address is not kept for another.
                left = {key: value for key, value in _DEFAULTS.items() if key not in table.given}
                row = structs.replace(row, **left)
        _check(row, packaged)
        rows[name] = row
    return rows


class _ServiceTable(Struct, frozen=True, kw_only=True):
    """A table of the user's file."""

    row: Service
    """The row."""
    given: frozenset[str]
    """The fields that are set."""


_DEFAULTS: dict[str, Any] = {"key_env": (), "private": False}


def _own(home: Path | None) -> dict[str, _ServiceTable]:
    import tomllib  # only if there is such a file

    file = home / FILE if home is not None else None
    if file is None or not file.exists():
        return {}
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadSetting(f"{FILE} cannot be read: {error}.") from None
    rows = rows_in(text, FILE, Service)
    return {name: _ServiceTable(row=rows[name], given=frozenset(given)) for name, given in tomllib.loads(text).items()}


def _origin_or_none(row: Service) -> str | None:
    try:
        return row.origin
    except EgressRefused:
        return None


def _check(row: Service, packaged: dict[str, Service]) -> None:
    where = f"{FILE}, [{row.name}]"
    if not _NAME.fullmatch(row.name) or row.name == "none":
        raise BadSetting(f"{where}: the name must be 1 to 40 of a-z, 0-9 and -, and not `none`.")
    try:
        target_of(row.url, private=row.private)
    except EgressRefused as error:
        raise BadSetting(f"{where}: {error.message}", error.remedy) from None
    for variable in row.key_env:
        if not _VARIABLE.fullmatch(variable):
            raise BadSetting(f"{where}: {variable!r} is not the name of a variable.")
        for other in packaged.values():
            if variable in other.key_env and other.origin != row.origin:
                raise BadSetting(
                    f"{where}: {variable} holds the key for {other.title}, which must not go to {row.origin}.",
                    "Name another variable, or store a key for this service.",
                )
