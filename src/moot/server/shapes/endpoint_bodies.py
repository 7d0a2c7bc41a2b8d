"""Request bodies that set up an endpoint, strictly validated; no error message contains a key."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr

from moot.egress.addresses import is_local
from moot.errors import BadInput
from moot.server.shapes.bodies import Body, Name, Text
from moot.settings.tomlfile import Value

PerMillion = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]

Key = Annotated[SecretStr, Field(min_length=1, max_length=4096)]

FREE = "free"
UNKNOWN = "unknown"
"""Value of a row for an unknown price."""


class EndpointBody(Body):
    """A user's endpoint, or changes to a packaged one. Fields left out are unchanged."""

    title: Name | None = Field(default=None, description="What people call it.")
    url: Annotated[Text, Field(max_length=2000)] | None = Field(default=None, description="Its base address.")
    wire: Name | None = Field(default=None, description="How it is spoken to; `openai` unless said otherwise.")
    private: bool | None = Field(
        default=None, description="Whether it may be in the local network; a local address says so itself."
    )
    concurrency: Annotated[int, Field(ge=1, le=1024)] | None = Field(default=None, description="Most calls at once.")
    free: bool | None = Field(default=None, description="Whether it costs nothing; false without a price: unknown.")
    input: PerMillion | None = Field(default=None, description="Dollars a million tokens of the prompt.")
    output: PerMillion | None = Field(default=None, description="Dollars a million tokens written.")
    key_env: Name | Annotated[list[Name], Field(max_length=8)] | None = Field(
        default=None, description="Variables of the server's environment that may hold its key."
    )

    key: Key | None = Field(default=None, description="Its key, sent by itself; null forgets the stored one.")

    def values(self) -> dict[str, Value]:
        """Return the fields of a row that were sent."""
        if (self.input is None) != (self.output is None):
            raise BadInput("A price has two parts.", "Send both `input` and `output`, or neither.")
        if self.free and (self.input or self.output):
            raise BadInput("It cannot be free and have a price.")
        values: dict[str, Value] = {}
        for field in ("title", "url", "wire", "private", "concurrency"):
            value = getattr(self, field)
            if value is not None and value != "":
                values[field] = value
        if self.private is None and is_local(self.url or ""):
            values["private"] = True  # a literal local address is meant; a name that resolves to one has to be marked
        if self.key_env:
            values["key_env"] = [self.key_env] if isinstance(self.key_env, str) else list(self.key_env)
        if self.free:
            values["price"] = FREE
        elif self.input is not None and self.output is not None:
            values["price"] = {"input": self.input, "output": self.output}
        elif self.free is False:
            values["price"] = UNKNOWN
        return values


class KeyBody(Body):
    """A key."""

    key: Key | None = Field(description="The key, never given back; null forgets the stored one.")


class LookUpBody(Body):
    """What to search for."""

    words: Annotated[Name, Field(min_length=1)] = Field(default="rain", description="A few words, sent to the service.")


class TryBody(Body):
    """What to test."""

    model: Name | None = Field(
        default=None, description="A model to ask for a few tokens: `endpoint/model`, or its own id."
    )
