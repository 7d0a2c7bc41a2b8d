"""Question of a session, with its attachments and earlier turns of its conversation."""

from __future__ import annotations

from msgspec import Struct


class Attachment(Struct, frozen=True, kw_only=True):
    """A file attached to a question. The store keeps its bytes under their digest; events never contain them."""

    name: str
    """The file's name, without its folder."""
    media_type: str
    """`text/plain`, `text/markdown`, `application/pdf`, `image/png`, …"""
    digest: str
    """SHA-256 of its bytes."""
    size: int
    """Its size in bytes."""
    text_digest: str | None = None
    """SHA-256 of the extracted text; `None` for a picture."""

    @property
    def is_picture(self) -> bool:
        """Return whether it is a picture."""
        return self.text_digest is None


class Turn(Struct, frozen=True, kw_only=True):
    """An earlier question of the same conversation and its answer."""

    question: str
    """The question."""
    answer: str
    """The verdict's text, or one line if there is none."""
    attachments: tuple[Attachment, ...] = ()
    """Files attached to that question; they are sent again."""


class CarriedHistory(Struct, frozen=True, kw_only=True):
    """How earlier turns of a conversation are shortened so that they fit into the context of every reader.

    It is decided when the session opens.
    """

    before: int = 0
    """Number of turns before `history`, replaced by `summary`."""
    summary: str = ""
    """Summary of those turns, written by an earlier session of the conversation."""
    source: str = ""
    """The session that wrote it."""
    summarise: int = 0
    """Number of turns of `history`, from the oldest, that the chair summarises in this session (`history/chair`).
    Prompts contain the summary instead; if it fails, the beginning of each turn."""
    room: int = 0
    """Maximum bytes of that summary, and of the beginnings used instead."""
    longest: int = 0
    """Maximum bytes of each question, answer and file that the chair reads for it; 0 for no limit."""


class Question(Struct, frozen=True, kw_only=True):
    """Question to a council."""

    text: str
    """The text."""
    attachments: tuple[Attachment, ...] = ()
    """Attached files."""
    history: tuple[Turn, ...] = ()
    """Earlier turns, unshortened, oldest first."""
    carried: CarriedHistory | None = None
    """How the turns are shortened; `None` if all fit."""


def files_of(question: Question) -> tuple[Attachment, ...]:
    """Return every file of a question: its own, and those of earlier turns."""
    return (*question.attachments, *(file for turn in question.history for file in turn.attachments))
