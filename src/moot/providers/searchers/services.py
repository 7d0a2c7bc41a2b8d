"""Read search services: packaged rows, overridden by the user's own file.

`MOOT_HOME/searchers.toml` overrides a packaged row field by field or adds one that uses the same searcher; no project's
file can. A row moved to another origin loses the packaged key variables, and a stored key no longer matches.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import resources
from pathlib import Path

from moot.errors import BadSetting
from moot.providers.endpoints import ServiceRow, check_service, overridden
from moot.settings.tomlfile import parsed, rows_in

FILE = "searchers.toml"


class Service(ServiceRow, frozen=True, kw_only=True):
    """A search service."""

    speaks: str = ""
    """Searcher to use; by default the one of its own name."""
    needs_key: bool = True
    """Whether it cannot be used without a key. One that needs none is used only when named."""

    @property
    def builtin_origin(self) -> str:
        """Return the name as a searcher's."""
        return f"searcher:{self.name}"


def packaged_services() -> dict[str, Service]:
    """Return the packaged rows."""
    text = resources.files("moot.providers.searchers").joinpath("services.toml").read_text(encoding="utf-8")
    return rows_in(text, "services.toml", Service)


def services_in(home: Path | None) -> dict[str, Service]:
    """Return all rows: the packaged ones, changed and extended by the user's file."""
    packaged = packaged_services()
    rows = dict(packaged)
    for name, (row, given) in _own(home).items():
        rows[name] = overridden(packaged[name], row, given) if name in packaged else row
        if not rows[name].url:
            raise BadSetting(f"{FILE}, [{name}]: it needs a `url`.")
        check_service(rows[name], FILE, "none", packaged)
    return rows


def _own(home: Path | None) -> dict[str, tuple[Service, Collection[str]]]:
    """Return the user's rows, each with the fields that it sets."""
    file = home / FILE if home is not None else None
    if file is None or not file.exists():
        return {}
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadSetting(f"{FILE} cannot be read: {error}.") from None
    rows = rows_in(text, FILE, Service)
    return {name: (rows[name], given) for name, given in parsed(text, FILE).items()}
