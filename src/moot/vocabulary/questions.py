"""What is put to a council? The question, what is attached to it, and what was said before in its conversation."""

from __future__ import annotations

from msgspec import Struct


class Attachment(Struct, frozen=True, kw_only=True):
    """A file that came with the question. Its bytes lie in the store under their digest, never in an event."""

    name: str
    """The file's name, without its folder."""
    media_type: str
    """`text/plain`, `text/markdown`, `application/pdf`, `image/png`, …"""
    digest: str
    """SHA-256 of its bytes."""
    size: int
    """Its length in bytes."""
    text_digest: str | None = None
    """SHA-256 of the text drawn from it; `None` for a picture."""


class Turn(Struct, frozen=True, kw_only=True):
    """An earlier question of the same conversation and what came of it."""

    question: str
    """What was asked."""
    answer: str
    """The verdict's text, cut with a mark when long, or one line saying that none was reached."""


class Question(Struct, frozen=True, kw_only=True):
    """What the council is asked."""

    text: str
    """The words."""
    attachments: tuple[Attachment, ...] = ()
    """Files that came with it."""
    history: tuple[Turn, ...] = ()
    """Earlier turns, oldest first: at most 8 and 24,000 characters, carried in when the session opened."""
