"""Build the rows of a list of settings, for the server and `moot settings`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

from moot.settings import SECRET, origin_of, settings_from
from moot.settings.fields import setting_fields


class SettingRow(Struct, frozen=True, kw_only=True):
    """A setting with its value, its default and its meaning."""

    name: str
    """Name of the setting."""
    value: bool | float | str | list[str] | None
    """Current value of the setting; money in dollars, time in seconds; null for a secret."""
    default: bool | float | str | list[str] | None
    """Default value of the setting."""
    origin: str
    """Where the value is from: `default`, `file`, or `environment`, which cannot be changed over HTTP."""
    variable: str
    """Environment variable that overrides the setting."""
    says: str
    """Meaning of the setting."""


def setting_rows(home: Path, names: Collection[str] = ()) -> list[SettingRow]:
    """Return the settings with these names, in this order, each with its value. Without names, return every setting."""
    values = settings_from(home)
    defaults = type(values)()
    says = {field.name: field.says for field in setting_fields()}
    rows = []
    for name in names or says:
        origin = origin_of(name, home)
        rows.append(
            SettingRow(
                name=name,
                value=None if name in SECRET else getattr(values, name),
                default=getattr(defaults, name),
                origin=origin if origin in ("environment", "default") else "file",
                variable=f"MOOT_{name.upper()}",
                says=says[name],
            )
        )
    return rows
