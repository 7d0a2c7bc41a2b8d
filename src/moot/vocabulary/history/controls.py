"""What is a control claim? One put to the vote beside the others whose right vote is known, to judge voters by.

It counts for nothing: no tier, figure, report or prompt but the ballot's own knows of it.
"""

from __future__ import annotations

from msgspec import Struct

CONTROL = "control-"
"""How the id of every control claim begins."""


class KnownControl(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim whose truth is known."""

    key: str
    """What it is called, so that no model meets it again soon."""
    text: str
    """The statement."""
    holds: bool
    """Whether it is true."""
