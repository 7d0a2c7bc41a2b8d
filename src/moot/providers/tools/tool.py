"""Define the interface of a tool, for packaged tools and those of other packages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from msgspec import Struct

from moot.vocabulary.statements import SearchHit
from moot.vocabulary.tools import ToolSpec


class ToolLimits(Struct, frozen=True, kw_only=True):
    """Limits on the tool calls of a session; the settings have them as `tool_calls`, `session_tool_calls`,
    `tool_timeout` and `tool_result_size`."""

    per_move: int = 4
    """Most calls by one seat for one answer; afterwards it must answer with what it has."""
    per_session: int = 64
    """Most calls in a session."""
    seconds: float = 30.0
    """Seconds for one call."""
    size: int = 8_000
    """Most bytes of a result, as UTF-8, that the model reads."""


class ToolResult(Struct, frozen=True, kw_only=True):
    """What a tool returned."""

    text: str
    """The result for the model."""
    sources: tuple[SearchHit, ...] = ()
    """Pages and documents in it; they are listed with the answer."""
    cost: int = 0
    """What the call cost, in nano-dollars; at most the tool's `most_cost`."""


class ToolFailed(Exception):
    """Raised by a tool that cannot return a result; its text is told to the model."""


class Tool(ABC):
    """Base class of tools. One instance serves all sessions.

    Example:
        class Clock(Tool):
            spec = ToolSpec(
                name="clock",
                description="Return the time in UTC.",
                parameters={"type": "object", "properties": {}},
            )

            async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
                return ToolResult(text=datetime.now(UTC).isoformat())

    and in the package's `pyproject.toml`, a function or class that returns it:

        [project.entry-points."moot.tools"]
        clock = "my_package:Clock"
    """

    spec: ToolSpec
    """What the model is told of it."""
    most_cost: ClassVar[int] = 0
    """Most that one call can cost, in nano-dollars; reserved from the budget before the call."""

    @abstractmethod
    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        """Run the tool and return its result.

        Args:
            arguments: What the model passes; checked to be a JSON object, but not against the schema.
            limits: Time and size limits. A call that takes longer is cancelled.

        Raises:
            ToolFailed: There is no result.
        """

    def lacks(self) -> str:
        """Return why the tool cannot be used now, in words; empty if it can."""
        return ""

    async def close(self) -> None:
        """Close what the tool has open."""
        return
