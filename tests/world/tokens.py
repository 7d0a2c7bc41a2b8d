"""How many tokens has a text? A fourth of its bytes, so that scripts beyond ASCII cost more, as they do."""

from __future__ import annotations

import json
from typing import Any

from rig import requests, words
from rig.script import Asked, Plan


def tokens_of(text: str) -> int:
    """Tokens of a text."""
    return len(text.encode("utf-8", "surrogatepass")) // 4 + 1


def cut_to(text: str, tokens: int) -> str:
    """As much of a text as so many tokens hold."""
    return text.encode("utf-8", "surrogatepass")[: max(0, tokens) * 4].decode("utf-8", "ignore")


def words_of(asked: Asked) -> str:
    """What a model says to a request: what `rig.words` says, and nothing but the object where one was asked for."""
    wanted: dict[str, Any] = asked.body.get("response_format") or {}
    if wanted.get("type") == "json_object" and requests.is_asked(asked.prompt):
        draw = words.numbers(asked.prompt)
        ballot = requests.ballot_for(asked.prompt, draw, lambda name: words.words_for(f"{name}:{asked.prompt}", 6))
        return json.dumps(words.quoting(asked.prompt, ballot), ensure_ascii=False)
    return words.answer_for(asked.prompt, asked.schema, Plan().words)
