"""Test the llama.cpp settings that keep a small model from running on, in free text and in forms."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moot.providers.adapted_request import AS_IT_IS
from moot.providers.models.traits import Quirks
from moot.providers.openai.request import TO_LLAMA_CPP, body_of
from moot.providers.provider import Call, CallMessage
from moot.vocabulary.seats import Abilities, Seat

SEAT = Seat(id="seat-a", model="local/small", abilities=Abilities(schema="json_schema", density=3.0))
TEXT = {"type": "string", "minLength": 1}


def sent(schema: dict[str, Any] | None = None, *, room: int = 2048) -> dict[str, Any]:
    call = Call(
        id="1",
        key="k",
        seat=SEAT,
        messages=(CallMessage(role="user", text="x"),),
        max_output=room,
        limited=False,
        schema=schema,
    )
    body, _ = body_of(call, "small", Quirks(), AS_IT_IS, TO_LLAMA_CPP)
    found: dict[str, Any] = msgspec.json.decode(body)
    return found


def test_free_text_has_a_limit_and_does_not_go_round() -> None:
    body = sent()
    assert body["max_tokens"] == 2048  # without one it writes until its context is full
    assert body["return_progress"]
    assert body["dry_multiplier"] > 0
    assert "dry_multiplier" not in sent({"type": "object", "properties": {"said": TEXT}})


LISTS = {
    "flat": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 24},
    "nested": {
        "type": "array",
        "maxItems": 8,
        "items": {
            "type": "object",
            "properties": {"text": TEXT, "passages": {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 16}},
        },
    },
    "endless": {"type": "array", "items": TEXT},
}


def most_written(schema: dict[str, Any]) -> tuple[int, int]:
    """How many texts a form may hold at most, and how many characters they may have together."""
    if schema.get("type") == "string":
        return 1, schema["maxLength"]
    parts = [most_written(part) for part in schema.get("properties", {}).values()]
    if "items" in schema:
        number, characters = most_written(schema["items"])
        parts.append((schema["maxItems"] * number, schema["maxItems"] * characters))
    return sum(number for number, _ in parts), sum(characters for _, characters in parts)


@pytest.mark.parametrize("room", [1_000, 2_048, 6_144])
@pytest.mark.parametrize("names", [["flat"], ["nested"], ["endless"], ["nested", "nested 2", "nested 3", "flat"]])
def test_lists_in_lists_end_before_what_may_be_written_does(room: int, names: list[str]) -> None:
    schema = {"type": "object", "properties": {name: LISTS[name.split()[0]] for name in names}}
    held = sent(schema, room=room)["response_format"]["json_schema"]["schema"]
    number, characters = most_written(held)
    assert characters / 3.0 + 10 * number <= room
    for name, part in held["properties"].items():
        asked = LISTS[name.split()[0]]
        assert asked.get("minItems", 0) <= part["maxItems"] <= asked.get("maxItems", 64)
        assert part["maxItems"] >= 1
