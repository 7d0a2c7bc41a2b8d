"""Make councils models of `llm`: for `llm -m NAME`, `llm chat` and Python, synchronous and asynchronous.

Listing models must stay fast, so only the council's own file is loaded here; what runs a session, and its options, are
loaded on first use.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

import llm

from moot.vocabulary.public import Council

SPEAKING, OPTIONS = "moot.extensions.compat.llm.speaking", "moot.extensions.compat.llm.options"


class Readable(frozenset[str]):
    """A set that claims to contain every file type, because Moot itself determines a file's type from its bytes."""

    def __contains__(self, kind: object) -> bool:
        return True


class CouncilModel:
    """Base class of a council as a model of `llm`, with what the synchronous and the asynchronous model share."""

    can_stream = True
    attachment_types: set[str] | frozenset[str] = Readable(
        (
            "text/plain",
            "text/markdown",
            "text/html",
            "application/pdf",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            "image/png",
            "image/jpeg",
            "image/webp",
            "image/gif",
        )
    )

    def __init__(self, council: Council) -> None:
        self.council = council
        self.model_id = council.name

    # a property: as a class it would load every council's protocol to list the models
    @cached_property
    def Options(self) -> Any:
        """Return the class of options that `llm` offers for this council."""
        return import_module(OPTIONS).options_of(self.council)

    def __str__(self) -> str:
        return f"Moot: {self.model_id}"


class SyncCouncil(CouncilModel, llm.Model):
    """A council as a model of `llm`, for programs without an event loop, such as `llm` on the command line."""

    def execute(
        self, prompt: llm.Prompt, stream: bool, response: llm.Response, conversation: llm.Conversation | None
    ) -> Iterator[str]:
        """Yield the text of the council's answer (verdict) piece by piece. `llm` calls this for a prompt."""
        yield from import_module(SPEAKING).spoken(self.council, prompt, response, conversation)


class AsyncCouncil(CouncilModel, llm.AsyncModel):
    """A council as a model of `llm`, for asynchronous programs."""

    async def execute(
        self, prompt: llm.Prompt, stream: bool, response: llm.AsyncResponse, conversation: llm.AsyncConversation | None
    ) -> AsyncGenerator[str, None]:
        """Yield the text of the council's answer (verdict) piece by piece. `llm` calls this for an asynchronous
        prompt."""
        async for words in import_module(SPEAKING).spoken_async(self.council, prompt, response, conversation):
            yield words
