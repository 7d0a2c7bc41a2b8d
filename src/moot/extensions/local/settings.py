"""The settings of this extension."""

from __future__ import annotations

from msgspec import Struct


class LocalSettings(Struct, frozen=True, kw_only=True):
    """Settings of local models, which `moot settings` lists."""

    roster_ports: bool = False
    """Whether models of this machine are served at the ports of their roster (8081 to 8085 for `tiny`)."""
