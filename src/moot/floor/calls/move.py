"""A move: what one seat is asked under one key, with the state of its attempts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from moot.floor.calls.budget import output_room
from moot.floor.label_replacer import LabelReplacer
from moot.floor.prompts import Prompt
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.providers.provider import CallMessage
from moot.vocabulary.seats import Seat, ServiceSearch
from moot.vocabulary.tools import ToolSpec


@dataclass(slots=True)
class Move:
    """One request to a seat (the place of a model or a person in a session), from the first attempt to its outcome.
    `key` is the request's name in the transcript."""

    key: str
    seat: Seat
    prompt: Prompt
    instead: list[Seat] = field(default_factory=list)
    """Seats that may replace this seat, in order, if its model refuses permanently."""
    naming: LabelReplacer | None = None
    """Replaces anonymous labels in the streamed text; set only if the answer is the session's verdict."""
    attempt: int = 0
    """Number of the last recorded attempt."""
    since: float | None = None
    """When the request's first attempt reached the endpoint's scheduler, by that scheduler's clock."""
    room: int = field(default=0)
    """Maximum number of tokens that the model may write."""
    least: int = 0
    """Minimum number of output tokens for a useful call; 0 takes the number from the session's plan."""
    limited: bool = False
    """Whether the output limit must be sent because the service demanded it, although neither budget nor user set
    one."""
    adapted: AdaptedRequest = AS_IT_IS
    """How the next attempt differs from the usual request because the service refused an earlier one."""
    form: str = ""
    """Method by which the last attempt passed the JSON schema to the service."""
    causes: set[str] = field(default_factory=set)
    """Refusals for which the request was already changed. Each refusal is answered by a change only once."""
    tools: tuple[ToolSpec, ...] = ()
    """Tools that the model may call."""
    tools_spent: bool = False
    """Whether the model may make no more tool calls and must answer."""
    searches: bool = False
    """Whether the service's own search may be used for the answer."""
    unsearched: str = ""
    """Note on the answer if the search had to be left out."""
    began_with: int = 0
    """Number of messages in the prompt without tool calls and results."""

    def __post_init__(self) -> None:
        self.room = 0 if self.prompt.texts else output_room(self.seat, self.prompt.messages)
        self.began_with = len(self.prompt.messages)

    @property
    def search(self) -> ServiceSearch | None:
        """Return the search that the next request asks the service for: only the first one does, before tool results.
        Anthropic cites no sources in a form."""
        search = self.seat.search or None
        if search is None or not self.searches or len(self.prompt.messages) > self.began_with:
            return None
        return None if search.form == "web_search" and self.prompt.schema is not None else search

    @property
    def form_bytes(self) -> int:
        """Return the bytes of what is sent besides the messages: the ballot's schema and the tools."""
        schema = len(msgspec.json.encode(self.prompt.schema)) if self.prompt.schema else 0
        return schema + sum(len(msgspec.json.encode(each)) for each in self.tools)

    def go_on(self, exchange: Sequence[CallMessage]) -> None:
        """Put tool calls and their results at the end of the prompt, replacing earlier ones. The digest remains that
        of the prompt without them, because the transcript stores them in separate events.
        """
        messages = (*self.prompt.messages[: self.began_with], *exchange)
        self.prompt = replace(self.prompt, messages=messages)
        self.room = min(self.room, output_room(self.seat, messages))
