"""Validate requests of OpenAI's responses format, with fields as in `fields.py`, and convert items to messages."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from moot.errors import BadInput
from moot.server.openai.fields import NEUTRAL, TAKEN, OurOwn, RequestFields, Wishes, effort_from
from moot.server.openai.forms import form_from
from moot.server.openai.shapes import MOST_MESSAGES, RequestMessage
from moot.server.shapes.bodies import Name, Words

Plain = dict[str, Any]

HONOURED = {
    "model": "A council's name, or `moot` for the one that sits by default.",
    "input": "A text, or items: messages with text, pictures and files as `data:` addresses.",
    "instructions": "Told to every seat, for this response alone.",
    "previous_response_id": "Carries what was said up to a stored response; one may go on from any.",
    "store": "`false`: it can be neither fetched nor gone on from. The session is kept in any case.",
    "stream": "The public events, as the verdict is written.",
    "stream_options": "`include_obfuscation` only as `false`.",
    "temperature": "For every seat that sets none of its own, where its model takes one.",
    "reasoning": "`effort`: how hard seats think. `summary` is refused: seats' thoughts stay theirs.",
    "max_output_tokens": "As `max_tokens` in chat completions, with the status `incomplete`.",
    "text": "`format`: as `response_format` in chat completions. `verbosity` only `medium`.",
    "metadata": "Given back with the answer; not when it is fetched later.",
    "moot": "Moot's own: `progress` (comments in a stream), `stop_on_close`, `budget`, `chore`, `at_least`.",
}
"""Fields with an effect, and which."""
REFUSED: dict[str, tuple[object, ...]] = {
    **{
        name: NEUTRAL[name]
        for name in (
            "moderation",
            "parallel_tool_calls",
            "service_tier",
            "tool_choice",
            "tools",
            "top_logprobs",
            "top_p",
        )
    },
    "access_programs": (),
    "background": (False,),
    "context_management": (),
    "conversation": (),
    "image": (),
    "include": ([],),
    "max_tool_calls": (),
    "prompt": (),
    "truncation": ("auto",),
}
"""Fields that are refused unless null or one of these values, which a council does anyway."""
TEXT = {"input_text", "output_text", "text"}


class TextWish(BaseModel):
    """Format of the text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Plain | None = None
    verbosity: str | None = None


class ResponsesReasoning(BaseModel):
    """Reasoning effort of the seats."""

    model_config = ConfigDict(extra="forbid", strict=True)

    effort: str | None = None
    summary: str | None = None
    generate_summary: str | None = None


class ResponseBody(RequestFields):
    """A request for a response."""

    model: Name = Field(description="A council's name, or `moot` for the one that sits by default.")
    input: Words | Annotated[list[Plain], Field(min_length=1, max_length=MOST_MESSAGES)]
    instructions: Words | None = None
    previous_response_id: Name | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    reasoning: ResponsesReasoning | None = None
    text: TextWish | None = None

    def wishes(self) -> Wishes:
        """Return the options to honour; raise for what cannot be."""
        self.refuse(REFUSED, TAKEN)
        if self.stream_options is not None and self.stream_options.include_usage is not None:
            raise BadInput("There is no `include_usage` here.", "The last event holds the usage in any case.")
        reasoning, text = self.reasoning or ResponsesReasoning(), self.text or TextWish()
        if reasoning.summary or reasoning.generate_summary:
            raise BadInput("`reasoning.summary` cannot be honoured: seats' thoughts stay theirs.", "Leave it out.")
        if text.verbosity not in (None, "medium"):
            raise BadInput("`text.verbosity` cannot be honoured.", "Say in words how long the answer shall be.")
        return Wishes(
            own=self.moot or OurOwn(),
            temperature=self.temperature,
            reasoning=effort_from(reasoning.effort),
            most=self.max_output_tokens,
            form=form_from(text.format),
            metadata=self.metadata,
        )


def said_in(body: ResponseBody) -> list[RequestMessage]:
    """Return the input as messages, the instructions before them."""
    told = [RequestMessage(role="system", content=body.instructions)] if body.instructions else []
    if isinstance(body.input, str):
        return [*told, RequestMessage(role="user", content=body.input)]
    return [*told, *(_message(item, number) for number, item in enumerate(body.input, start=1))]


def _message(item: Plain, number: int) -> RequestMessage:
    kind = item.get("type", "message")
    if kind != "message":
        raise BadInput(
            f"Item {number} of the input is a {str(kind)[:40]}, which a council cannot take.",
            "Send messages; for what was answered before, send `previous_response_id`.",
        )
    content = item.get("content")
    parts = [_part(part, number) for part in content] if isinstance(content, list) else content
    try:
        return RequestMessage.model_validate({"role": item.get("role"), "content": parts})
    except ValueError:
        raise BadInput(f"Item {number} of the input is no message.", "Send `role` and `content`.") from None


def _part(part: object, number: int) -> Plain:
    """Return a part of a message in the chat format."""
    held = part if isinstance(part, dict) else {}
    kind = held.get("type")
    if kind in TEXT:
        return {"type": "text", "text": held.get("text", "")}
    if kind == "refusal":
        return {"type": "text", "text": held.get("refusal", "")}
    if kind == "input_image":
        return {"type": "image_url", "image_url": {"url": held.get("image_url")}}
    if kind == "input_file":
        return {"type": "file", "file": {"file_data": held.get("file_data"), "filename": held.get("filename")}}
    raise BadInput(f"A part of item {number} of the input ({str(kind)[:40]}) cannot be taken.", "Send text or files.")
