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

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture."""
        return self.text_digest is None


class Turn(Struct, frozen=True, kw_only=True):
    """An earlier question of the same conversation and what came of it."""

    question: str
    """What was asked."""
    answer: str
    """The verdict's text, or one line saying that none was reached."""
    attachments: tuple[Attachment, ...] = ()
    """Files that came with that question; they go along."""


class CarriedHistory(Struct, frozen=True, kw_only=True):
    """How a conversation is carried that does not go along whole: decided when the session opens, from the contexts of
    those who read it."""

    before: int = 0
    """Turns that come before `history` and are carried as `summary`."""
    summary: str = ""
    """The summary of those turns, as an earlier session of the conversation wrote it and paid for it."""
    source: str = ""
    """The session that wrote it."""
    summarise: int = 0
    """How many turns of `history`, from the oldest, the chair summarises in this session (`history/chair`). Prompts
    hold the summary in their place; should it fail, their beginnings."""
    room: int = 0
    """Most bytes of that summary, and of the beginnings in its place."""
    longest: int = 0
    """Most bytes of each question, answer and file that the chair reads for it; 0 for all of them."""


class Question(Struct, frozen=True, kw_only=True):
    """What the council is asked."""

    text: str
    """The words."""
    attachments: tuple[Attachment, ...] = ()
    """Files that came with it."""
    history: tuple[Turn, ...] = ()
    """Earlier turns, oldest first, as they were."""
    carried: CarriedHistory | None = None
    """How they are carried, where they do not all go along whole."""


def files_of(question: Question) -> tuple[Attachment, ...]:
    """Every file that goes with a question: its own, and those of earlier turns."""
    return (*question.attachments, *(file for turn in question.history for file in turn.attachments))
