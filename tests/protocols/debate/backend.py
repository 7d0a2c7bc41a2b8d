"""Voices for the tests of the debate: each opinion names its author; scores and stances follow a table.

    voices = Voices({"seat-a": "b7 c3 d5"}, again={"seat-a": "c6"}, sides={"seat-a": "b+ c- d0"})
    async with Hall(voices) as hall: ...

What is not set is 5 and neutral. A reader knows an author by the text on its sheet: prompts name no author.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from moot.errors import CallFailed
from moot.providers.provider import Call
from moot.vocabulary import event_keys
from sessions.backend import Said

SHOWN = re.compile(r'<answer label="(\w+)" fence="(\w+)">\n(.*?)\n</answer \2>', re.DOTALL)
AUTHOR = re.compile(r"The opinion of (\w)\.")
SIDES = {"+": "agree", "-": "disagree", "0": "neutral"}


def shown(text: str) -> dict[str, str]:
    """Label and text of everything on the sheets of a prompt."""
    return {label: words for label, _, words in SHOWN.findall(text)}


def authors(text: str) -> dict[str, str]:
    """Label and author of the opinions a prompt shows."""
    found = {label: AUTHOR.search(words) for label, words in shown(text).items()}
    return {label: match[1] for label, match in found.items() if match is not None}


def down() -> CallFailed:
    """A failure that no further attempt mends."""
    return CallFailed("refused", "It will not answer this.", spent=False)


class Voices:
    """What everybody says, by table; `says` overrides by key, by stage and seat, or by stage."""

    def __init__(
        self,
        scores: Mapping[str, str] | None = None,
        *,
        again: Mapping[str, str] | None = None,
        sides: Mapping[str, str] | None = None,
        says: Mapping[str, Any] | None = None,
    ) -> None:
        self.scores, self.again, self.sides = scores or {}, again or {}, sides or {}
        self.says = dict(says or {})
        self.calls: list[Call] = []

    def __call__(self, call: Call) -> Said:
        self.calls.append(call)
        key = call.key.removesuffix("+repair")
        for name in (call.key, key, event_keys.stage_of(key)):
            if name in self.says:
                said = self.says[name]
                made: Said = said(call) if callable(said) else said
                return made
        return self.usual(call)

    def usual(self, call: Call) -> str:
        """What is said when nothing is set."""
        seat, stage = call.seat.id, event_keys.stage_of(call.key)
        if call.schema is None:
            return (
                f"The opinion of {seat[-1]}. Build it of stone." if stage == "opinions" else f"{stage} by {seat[-1]}."
            )
        labels = authors(call.messages[-1].text)
        if "towards" in call.schema["properties"]:
            table = dict(re.findall(r"(\w)([-+0])", self.sides.get(seat, "")))
            towards = {
                label: {"stance": SIDES[table.get(who, "0")], "why": f"So says {seat[-1]} of {label}."}
                for label, who in labels.items()
            }
            return json.dumps({"towards": towards, "abstained": False})
        first = dict(re.findall(r"(\w)(\d+)", self.scores.get(seat, "")))
        later = dict(re.findall(r"(\w)(\d+)", self.again.get(seat, "")))
        table = {**first, **later} if "#again" in call.key else first
        marks = {
            label: {"score": int(table.get(who, 5)), "why": f"{label} is worth it,\nsays {seat[-1]}."}
            for label, who in labels.items()
        }
        return json.dumps({"scores": marks, "abstained": False})

    def prompt(self, key: str) -> str:
        """Everything that was sent under a key."""
        return next("\n".join(m.text for m in call.messages) for call in self.calls if call.key == key)

    def prompts(self, wanted: Callable[[str], bool]) -> list[str]:
        """The same for every key that is wanted."""
        return ["\n".join(m.text for m in call.messages) for call in self.calls if wanted(call.key)]
