"""Count a text's tokens as a fourth of its bytes, so that scripts beyond ASCII cost more; and make texts."""

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


AGREED = {
    "change": "no_change",
    "disputes": False,
    "agreement": "agree",
    "score": 5,
    "label": "sound",
    "quality": "sound",
}
"""What members and judges say who find nothing to quarrel with, by the field they say it in."""


def agreed(asked: Asked) -> str:
    """The same words, with ballots that do not withhold a verdict: drawn ones leave it to chance whether one stands."""
    said = words_of(asked)
    before, opening, rest = said.partition("<ballot>")
    inner, closing, after = rest.partition("</ballot>") if opening else (said, "", "")
    try:
        ballot = json.loads(inner)
    except ValueError:
        return said
    mild = json.dumps(_mild(ballot), ensure_ascii=False)
    return f"{before}{opening}{mild}{closing}{after}" if opening else mild


def _mild(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: AGREED[name] if name in AGREED else _mild(part) for name, part in value.items()}
    return [_mild(part) for part in value] if isinstance(value, list) else value
