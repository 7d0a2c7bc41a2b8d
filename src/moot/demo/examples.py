"""Scripted deliberations, one for each protocol, that show Moot without any model.

`replies/*.toml` contains every seat's replies. `make_example` runs the protocol over them, so an example is a session
like any other: it can be replayed, exported and certified. Its seats are `scripted`, so no statistics count it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from moot.demo.filling import parse_prompt
from moot.errors import CallFailed
from moot.providers.demo_voices import EXAMPLE_MODELS
from moot.providers.provider import Call, CallReport, Piece, Provider, StreamEnd, Text
from moot.vocabulary.statements import Usage

FOLDER = Path(__file__).with_name("replies")
PROTOCOLS = tuple(sorted(file.stem for file in FOLDER.glob("*.toml")))
"""Names of the protocols that have an example."""
*MEMBERS, CHAIR = (f"example/{name}" for name in EXAMPLE_MODELS)
SEED = "example"
LEAST_QUOTED = 20
"""Minimum number of characters of a reply that identify its author in a prompt with several texts."""


@cache
def example(protocol: str) -> dict[str, Any]:
    """Return the packaged example of a protocol: its question, and the written replies by call."""
    return tomllib.loads((FOLDER / f"{protocol}.toml").read_text(encoding="utf-8"))


def question_of(protocol: str) -> str:
    """Return the question of a protocol's example."""
    return str(example(protocol)["question"]).strip()


class ExampleProvider(Provider):
    """Provider of the models that reply in the packaged examples. There are no replies for other questions."""

    async def models(self) -> list[str]:
        """Return the names of the models that answer the examples."""
        return list(EXAMPLE_MODELS)

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Stream the written reply to a call of an example."""
        text = reply_to(call)
        yield Text(text)
        read = sum(len(message.text) for message in call.messages)
        yield CallReport(usage=Usage(input=read // 4, output=len(text) // 4, calls=1, estimated=True), cost=0)
        yield StreamEnd("ok", "stop")


def reply_to(call: Call) -> str:
    """Return the written reply to a call of an example: plain text, or JSON if the call asks for a form."""
    prompt = parse_prompt(call.messages)
    asked = " ".join(prompt.question.split())
    for protocol in PROTOCOLS:
        if " ".join(question_of(protocol).split()) == asked:
            break
    else:
        raise CallFailed(
            "error",
            "The models `example/…` answer the written examples only. Ask other models, or the council `rehearsal`.",
            error="not_found",
        )
    replies = example(protocol)["replies"]
    reply = replies.get(call.key, replies.get(f"{call.key.partition('/')[0]}/*"))
    if reply is None:
        raise CallFailed("error", f"The example has no reply for {call.key}.", error="not_found")
    if call.schema is None:
        return str(reply).strip()
    names = {label: author_of(text, replies) for label, text in prompt.texts.items()}
    return json.dumps(fitted(call.schema, reply, names), ensure_ascii=False)


def author_of(text: str, replies: Mapping[str, Any]) -> str:
    """Return who wrote a text shown in an example's prompt: the letter of a seat, or the number of a claim."""
    found: dict[str, str] = {}
    for key, reply in replies.items():
        if key == "claims/extractor":
            found |= {claim["text"]: str(number) for number, claim in enumerate(reply["claims"], 1)}
        elif "seat-" in key and "/adjudicator" not in key:
            letter = key.partition("seat-")[2][0]
            found |= {leaf.strip(): letter for leaf in leaves(reply) if len(leaf) >= LEAST_QUOTED}
    return found[max((leaf for leaf in found if leaf in text), key=len, default=next(iter(found)))]


def leaves(reply: Any) -> Iterator[str]:
    """Yield every string in a reply, which may consist of nested lists and dictionaries."""
    if isinstance(reply, str):
        yield reply
    elif isinstance(reply, dict | list):
        for part in reply.values() if isinstance(reply, dict) else reply:
            yield from leaves(part)


def fitted(schema: Mapping[str, Any], reply: Any, names: Mapping[str, str]) -> Any:
    """Convert a written reply to the form of a schema: authors are replaced by the prompt's labels (`names`), and
    missing fields are left empty.
    """
    if "enum" in schema:
        labels = [label for label in schema["enum"] if names.get(label) == reply]
        return labels[0] if labels else schema["enum"][0] if reply is None else reply
    kind = schema.get("type")
    if kind == "object":
        given = reply or {}
        parts = schema["properties"].items()
        return {name: fitted(part, given.get(names.get(name, name)), names) for name, part in parts}
    if kind == "array":
        return [fitted(schema["items"], item, names) for item in reply or ()]
    if kind == "boolean":
        return bool(reply)
    return reply.strip() if isinstance(reply, str) else reply if reply is not None else ""
