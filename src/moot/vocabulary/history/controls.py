"""Control claims: claims with a known answer, mixed among the others to test voters.

They are not counted: only the ballot's own prompt contains them; no tier, figure, report or other prompt does.
"""

from __future__ import annotations

from msgspec import Struct

CONTROL = "control-"
"""Prefix of every control claim's id."""


class KnownControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim whose truth is known."""

    key: str
    """Its key; keeps it from being shown to the same model again soon."""
    text: str
    """The statement."""
    holds: bool
    """Whether it is true."""
