"""Define tools: what a model is offered, the calls it asks for, and the results it gets back."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class ToolSpec(Struct, frozen=True, kw_only=True):
    """A tool as it is offered to a model.

    Example:
        ToolSpec(
            name="fetch",
            description="Fetch a web page and return its text.",
            parameters={"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]},
        )
    """

    name: str
    """Its name: letters, digits, `_` and `-`, at most 64 of them."""
    description: str
    """What it does and when to use it, for the model."""
    parameters: dict[str, Any]
    """JSON schema of its arguments, an object."""
    read_only: bool = True
    """Whether a call changes nothing, so that it can be repeated after a crash."""


class ToolCall(Struct, frozen=True, kw_only=True):
    """One call of a tool that a model asked for."""

    id: str
    """The model's id for the call, which its result repeats."""
    name: str
    """Name of the tool."""
    arguments: str
    """The arguments, as the JSON text that the model wrote; it may be invalid."""
