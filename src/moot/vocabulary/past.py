"""What does a session know of earlier ones? Numbers only, copied in when it opens, so that nothing changes under it."""

from __future__ import annotations

from msgspec import Struct


class Past(Struct, frozen=True, kw_only=True):
    """Numbers of earlier sessions, by model."""

    sessions: int = 0
    """Finished sessions they were gathered from."""
