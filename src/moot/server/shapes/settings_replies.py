"""What does a client get of settings, and of the last test of a service?"""

from __future__ import annotations

import msgspec

from moot.server.shapes.record_replies import About


class SettingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A setting."""

    name: str
    """Its name."""
    value: bool | float | str | list[str] | None
    """What it is now; money in dollars, time in seconds."""
    default: bool | float | str | list[str] | None
    """What it is when nobody sets it."""
    origin: str
    """Where its value comes from: `default`, `file`, or `environment`, where it cannot be changed over HTTP."""
    variable: str
    """The variable of the server's environment that goes before everything else."""
    says: str
    """What it means."""


class SettingList(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that can be changed over HTTP."""

    settings: list[SettingRow]
    """Each of them."""
    about: About
    """Which Moot this is."""
