"""A call with short deadlines, and a provider for a scripted upstream, for these tests."""

from __future__ import annotations

from typing import Any

from moot.egress.api_keys import Secret
from moot.providers.endpoints import Endpoint
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Call, CallLimits, CallMessage
from moot.vocabulary.seats import Abilities, Seat

KEY = "sk-canary-0123456789abcdefghijklmnop"
QUICK = CallLimits(connect=2, first=0.5, between=0.3, total=1.5)


def call_of(
    prompt: str = "What is two and two?", *, model: str = "up/alpha", limits: CallLimits = QUICK, **more: Any
) -> Call:
    """A call to the scripted upstream."""
    seat = more.pop("seat", None) or Seat(id="seat-a", model=model, abilities=more.pop("abilities", Abilities()))
    messages = (CallMessage(role="user", text=prompt), *more.pop("then", ()))
    settings = {"max_output": 500, "id": "call-1", "key": "opinions/seat-a", **more}
    return Call(seat=seat, messages=messages, limits=limits, **settings)


def wire_to(url: str, key: str | None = KEY, **more: Any) -> OpenAIWire:
    """The OpenAI-compatible adapter for a local upstream."""
    row = Endpoint(name="up", url=url, private=more.pop("private", True), **more)
    return OpenAIWire(row, Secret(key) if key else None)
