"""Build the prompts of a session in layers, and their digests.

A prompt begins with what is the same for a seat through the whole session and its follow-ups: the system prompt,
earlier turns, then the question with its files and pictures. What a stage asks comes last. Providers cache the common
beginning.

The prompt texts are not here: each protocol defines its own as `PromptTemplate`s (`protocols/prompt_template.py`), in
`protocols/adjudication/prompts.py`, `claim_vote/prompts.py`, `debate/prompts.py`, `consensus/members.py` and
`arbiter.py`, `fusion/deliberation.py`, and at the end of `peer_review.py`.

The digest covers the messages and the ballot's schema, not the wire form, so a resumed session can check that it would
ask the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.providers.provider import QUESTION_ENDS, CallMessage, Picture
from moot.reading.review_copy import review_copy
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import FINAL, Attachment, Turn
from moot.vocabulary.seats import Seat
from moot.vocabulary.words.context_room import weight

MOST_ATTACHED = 200_000
"""Maximum number of characters of one attachment's text in a prompt."""
READ = "I have read it."
"""Reply of the assistant after a summary of earlier turns, so that questions and answers alternate."""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Everything sent to a model in one request that can change its answer."""

    messages: tuple[CallMessage, ...]
    """The messages to send."""
    digest: str
    """SHA-256 of `text`."""
    text: str
    """The request as JSON, as it is stored, with pictures replaced by their digests."""
    schema: dict[str, Any] | None = None
    """The JSON schema of the answer, if a ballot is asked for."""
    texts: tuple[str, ...] = ()
    """Texts to convert to vectors, if an embedding model is asked; `messages` then has the same texts."""
    measured: tuple[str, ...] = ()
    """For each of `texts`, the key of the statement it comes from; empty if it comes from no statement."""


class AttachmentTexts(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of the question's attachments, as read from the store when the session starts to run."""

    texts: dict[str, str] = {}
    """Texts, by their SHA-256."""
    pictures: dict[str, bytes] = {}
    """Bytes of pictures, by their SHA-256."""


class Prompter:
    """Builds the prompts of one session."""

    def __init__(self, opened: SessionOpened, attached: AttachmentTexts) -> None:
        self.attached = attached
        self._opened = opened
        self._language = opened.options.get("language")
        self._recalled: tuple[CallMessage, ...] = ()
        self._files: dict[str, str] = {}
        """Text of an attached file as every prompt shows it, by digest."""

    def recall(self, text: str) -> None:
        """Set a text with which every prompt begins from now on, as a substitute for the earlier turns that are not
        sent whole; an empty text removes it."""
        said = (CallMessage(role="user", text=text), CallMessage(role="assistant", text=READ))
        self._recalled = said if text else ()

    def earlier(self) -> list[str]:
        """Return the texts of the earlier turns, in the order in which every prompt contains them before the
        question."""
        told = [message.text for message in self._recalled[:1]]
        for turn in self._whole():
            told += [self._asked(turn.question, turn.attachments, None), turn.answer]
        return told

    def prompt(
        self,
        seat: Seat,
        task: str = "",
        *,
        schema: dict[str, Any] | None = None,
        turns: Sequence[Turn] = (),
    ) -> Prompt:
        """Build the prompt of one call.

        Args:
            seat: The seat to ask. Pictures are shown to seats whose model can see.
            task: The request about the question; empty asks the question itself.
            schema: The ballot's schema, if a ballot is asked for.
            turns: Earlier tasks of this session and the seat's replies to them, shown as a conversation.
        """
        system = self._system(seat)
        messages = [CallMessage(role="system", text=system)] if system else []
        messages += self._recalled
        for turn in self._whole():
            messages.append(self._layer(seat, turn.question, turn.attachments))
            messages.append(CallMessage(role="assistant", text=turn.answer))
        first, *later = (*(turn.question for turn in turns), task)
        question = self._opened.question
        first = first or (FINAL if question.options else "")
        messages.append(self._layer(seat, question.asked, question.attachments, first))
        for turn, asked in zip(turns, later, strict=True):
            messages.append(CallMessage(role="assistant", text=turn.answer))
            messages.append(CallMessage(role="user", text=asked))
        return prompt_of(tuple(messages), schema)

    def alone(self, seat: Seat, text: str) -> Prompt:
        """Build a prompt of only the seat's system prompt and this text, without the question and earlier turns."""
        system = self._system(seat)
        before = (CallMessage(role="system", text=system),) if system else ()
        return prompt_of((*before, CallMessage(role="user", text=text)))

    def beside(self, seat: Seat) -> int:
        """Return how many characters every prompt to this seat has in addition to its task: system prompt, earlier
        turns and question."""
        return sum(map(weight, (self._system(seat), *self.earlier(), self.question(seat))))

    def again(self, prompt: Prompt, request: str) -> Prompt:
        """Return the same prompt with a further request added at its end."""
        *before, last = prompt.messages
        return prompt_of((*before, replace(last, text=f"{last.text}\n\n{request}")), prompt.schema)

    def question(self, seat: Seat | None = None) -> str:
        """Return the question with the texts of its attachments and, for `seat`, a note on pictures that its model
        cannot see."""
        question = self._opened.question
        return self._asked(question.asked, question.attachments, seat)

    def _asked(self, text: str, files: Sequence[Attachment], seat: Seat | None) -> str:
        return "\n\n".join(part for part in (text, *(self._attachment(file, seat) for file in files)) if part)

    def _layer(self, seat: Seat, text: str, files: Sequence[Attachment], task: str = "") -> CallMessage:
        """Build a message from a question with its files and pictures, followed by a task."""
        asked = self._asked(text, files, seat)
        whole = f"{asked}{QUESTION_ENDS}{task}" if task else asked
        return CallMessage(role="user", text=whole, pictures=self._pictures(seat, files), shared=len(asked))

    def _whole(self) -> tuple[Turn, ...]:
        """Return the earlier turns that are sent whole."""
        question = self._opened.question
        return question.history[question.carried.summarise :] if question.carried is not None else question.history

    def _attachment(self, file: Attachment, seat: Seat | None) -> str:
        name = file_name(file)
        if file.text_digest is not None:
            if file.text_digest not in self._files:
                text = self.attached.texts.get(file.text_digest, "")
                self._files[file.text_digest] = review_copy(text, MOST_ATTACHED).text
            text = self._files[file.text_digest]
            return f"Attached file {name}:\n<file {file.digest[:12]}>\n{text}\n</file {file.digest[:12]}>"
        if seat is not None and seat.abilities.vision:
            return f"Attached picture: {name}."
        return f"A picture was attached ({name}); it cannot be shown to you. Say so if it matters for your answer."

    def _pictures(self, seat: Seat, files: Sequence[Attachment]) -> tuple[Picture, ...]:
        if not seat.abilities.vision:
            return ()
        return tuple(
            Picture(media_type=file.media_type, data=self.attached.pictures[file.digest])
            for file in files
            if file.text_digest is None and file.digest in self.attached.pictures
        )

    def _system(self, seat: Seat) -> str:
        parts = [self._opened.system, seat.system, seat.persona.text if seat.persona else ""]
        if self._language:
            parts.append(f"Answer in {self._language}.")
        return "\n\n".join(part.strip() for part in parts if part.strip())


def prompt_of(messages: tuple[CallMessage, ...], schema: Mapping[str, Any] | None = None) -> Prompt:
    """Build a prompt from messages and, for a ballot, the JSON schema of the answer."""
    plain = [
        [message.role, message.text, [sha256(picture.data).hexdigest() for picture in message.pictures]]
        for message in messages
    ]
    encoded = msgspec.json.encode([plain, schema])
    return Prompt(
        messages=messages,
        digest=sha256(encoded).hexdigest(),
        text=encoded.decode(),
        schema=dict(schema) if schema is not None else None,
    )


def prompt_of_texts(texts: Sequence[str], measured: Sequence[str]) -> Prompt:
    """Build the request to an embedding model for these texts. `measured` has, for each text, the key of its statement
    or an empty string."""
    encoded = msgspec.json.encode({"measure": list(texts), "of": list(measured)})
    return Prompt(
        messages=tuple(CallMessage(role="user", text=each) for each in texts),
        digest=sha256(encoded).hexdigest(),
        text=encoded.decode(),
        texts=tuple(texts),
        measured=tuple(measured),
    )


def file_name(file: Attachment) -> str:
    """Return an attachment's name without characters that could break out of a prompt."""
    return "".join(c for c in file.name if c.isprintable() and c not in "<>\"'`")[:80]
