"""What is one move, and how far is it? Who is asked what under one key, and which attempt stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from moot.floor.calls.budget import output_room
from moot.floor.naming import Naming
from moot.floor.prompts import Prompt
from moot.providers.adapting import AS_IT_IS, Adapted
from moot.vocabulary.seats import Seat


@dataclass(slots=True)
class Move:
    """Something a seat is asked under one key."""

    key: str
    seat: Seat
    prompt: Prompt
    instead: list[Seat] = field(default_factory=list)
    """Who takes over its seat, in this order, where the seat's model refuses for good."""
    naming: Naming | None = None
    """Set when the words are the verdict itself, streamed while they are written."""
    attempt: int = 0
    """The last attempt whose intent is committed."""
    since: float | None = None
    """When its first attempt came to the scheduler of its model's endpoint."""
    room: int = field(default=0)
    """Most tokens to be written."""
    least: int = 0
    """Fewest tokens with which it is begun at all; 0 leaves that to the plan."""
    limited: bool = False
    """Whether that is sent as a limit although neither cap nor user asks for one: its service did."""
    adapted: Adapted = AS_IT_IS
    """What is said differently, as a refusal of this very call demanded."""
    form: str = ""
    """How the schema of its last attempt was sent."""
    causes: set[str] = field(default_factory=set)
    """What it was adapted for; once for each."""

    def __post_init__(self) -> None:
        self.room = 0 if self.prompt.texts else output_room(self.seat, self.prompt.messages)
