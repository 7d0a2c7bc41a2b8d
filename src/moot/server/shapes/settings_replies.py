"""Replies on settings."""

from __future__ import annotations

import msgspec

from moot.server.shapes.record_replies import About


class SettingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A setting."""

    name: str
    """Its name."""
    value: bool | float | str | list[str] | None
    """Its current value; money in dollars, time in seconds."""
    default: bool | float | str | list[str] | None
    """Its default."""
    origin: str
    """Source of its value: `default`, `file`, or `environment`, which cannot be changed over HTTP."""
    variable: str
    """The environment variable that takes precedence."""
    says: str
    """Its meaning."""


class SettingList(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that can be changed over HTTP."""

    settings: list[SettingRow]
    """Each of them."""
    about: About
    """This installation of Moot."""
