"""Question of a session, with its attachments and earlier turns of its conversation."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class Attachment(Struct, frozen=True, kw_only=True):
    """A file attached to a question. Events contain only the digest. The store keeps the file's bytes under this
    digest."""

    name: str
    """Name of the file, without its folder, or the address it was fetched from."""
    media_type: str
    """Media type of the file: `text/plain`, `text/html`, `application/pdf`, `image/png`, …"""
    digest: str
    """SHA-256 of the file's bytes."""
    size: int
    """The attachment's size in bytes."""
    text_digest: str | None = None
    """SHA-256 of the extracted text; `None` for a picture."""
    note: str | UnsetType = UNSET
    """How the file was read and what was left out; left out if there is nothing to say."""

    @property
    def is_picture(self) -> bool:
        """Return whether the file is a picture."""
        return self.text_digest is None


class Turn(Struct, frozen=True, kw_only=True):
    """An earlier question of the same conversation, and its answer."""

    question: str
    """Text of the earlier question."""
    answer: str
    """Text of the verdict, or one line if there is none."""
    attachments: tuple[Attachment, ...] = ()
    """Files attached to the earlier question. They are sent again."""


class CarriedHistory(Struct, frozen=True, kw_only=True):
    """How earlier turns of a conversation are shortened so that they fit every member's context.

    It is decided when the session opens.
    """

    before: int = 0
    """Number of turns before `history`, replaced by `summary`."""
    summary: str = ""
    """Summary of those turns, written by an earlier session of the conversation."""
    source: str = ""
    """The session in which the summary was written."""
    summarise: int = 0
    """Number of turns of `history`, from the oldest, that the chair summarises in this session (`history/chair`).
    Prompts contain the summary instead; if it fails, the beginning of each turn."""
    room: int = 0
    """Maximum number of bytes of that summary, and of the beginnings used instead."""
    longest: int = 0
    """Maximum number of bytes of each question, answer and file that the chair reads for the summary;
    0 for no limit.
    """


When = Literal["always", "selective", "one"]
"""How many members are asked: all; the first two, and the others only if these differ; or only one."""
FINAL = "End with a line `FINAL ANSWER: …` that contains the answer alone."
"""Sentence for prompts of a question with given choices, if members answer in plain text."""
NUMBER = "number"
"""The only choice of a question whose answer is a number."""


class AskPlan(Struct, frozen=True, kw_only=True):
    """The plan of which members of a council are asked first, and which only if needed. It is made when the session
    opens."""

    when: When = "always"
    """Whether all members are asked, two first, or one."""
    why: str = ""
    """Reason for the plan, in one line."""
    order: tuple[str, ...] = ()
    """Seats in the order in which they are asked; empty if all are asked at once."""
    makers: int = 0
    """Number of different makers of the first two models, if they are asked first."""
    typical: int | None = None
    """Typical cost of a session that asks all, in nano-dollars; `None` if unknown."""
    rest: int | UnsetType | None = UNSET
    """Typical further cost of asking all after the first answers, in nano-dollars; `None` if unknown."""


class Question(Struct, frozen=True, kw_only=True):
    """A question to a council, with its attachments and the earlier turns of its conversation."""

    text: str
    """Text of the question."""
    attachments: tuple[Attachment, ...] = ()
    """Files attached to the question."""
    history: tuple[Turn, ...] = ()
    """Earlier turns, unshortened, oldest first."""
    carried: CarriedHistory | None = None
    """How the earlier turns are shortened; `None` if all fit."""
    choices: tuple[str, ...] | UnsetType = UNSET
    """The answers to choose from, or `number`; left out for an open question."""

    @property
    def options(self) -> tuple[str, ...]:
        """Return the answers to choose from; empty for an open question."""
        return self.choices or ()

    @property
    def asked(self) -> str:
        """Return the text that members read: the question and, if it has them, the answers to choose from."""
        if not self.options:
            return self.text
        form = "a number" if self.options == (NUMBER,) else f"one of these: {'; '.join(self.options)}"
        return f"{self.text}\n\nThe answer is {form}."


def files_of(question: Question) -> tuple[Attachment, ...]:
    """Return every file of a question: its own, and those of earlier turns."""
    return (*question.attachments, *(file for turn in question.history for file in turn.attachments))
