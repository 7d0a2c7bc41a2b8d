"""A move: what one seat is asked under one key, with the state of its attempts."""

from __future__ import annotations

from dataclasses import dataclass, field

from moot.floor.calls.budget import output_room
from moot.floor.label_replacer import LabelReplacer
from moot.floor.prompts import Prompt
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest
from moot.vocabulary.seats import Seat


@dataclass(slots=True)
class Move:
    """One request to a seat, under one key."""

    key: str
    seat: Seat
    prompt: Prompt
    instead: list[Seat] = field(default_factory=list)
    """Stand-ins, in order, that replace the seat if its model refuses permanently."""
    naming: LabelReplacer | None = None
    """Set if the answer is the verdict itself, which is streamed while it is written."""
    attempt: int = 0
    """The last attempt whose intent is committed."""
    since: float | None = None
    """When its first attempt reached the scheduler of its model's endpoint."""
    room: int = field(default=0)
    """Most tokens to write."""
    least: int = 0
    """Fewest tokens worth starting with; 0 uses the plan's figure."""
    limited: bool = False
    """Whether the limit is sent although neither the spending limit nor the user asked for one: the service did."""
    adapted: AdaptedRequest = AS_IT_IS
    """Changes to the call, as a refusal of this very call demanded."""
    form: str = ""
    """How the schema of its last attempt was sent."""
    causes: set[str] = field(default_factory=set)
    """Causes it was already adapted for, each once."""

    def __post_init__(self) -> None:
        self.room = 0 if self.prompt.texts else output_room(self.seat, self.prompt.messages)
