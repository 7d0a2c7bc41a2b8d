"""Stream the replies of the demo voices, at a pace that can be watched.

The same call gives the same pieces at every run: all chance is drawn from the call's seed, key, model and prompt.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from typing import Any

from moot.demo.filling import DemoPrompt, Filler, parse_prompt, write_text, write_title
from moot.errors import CallFailed
from moot.providers.demo_voices import FAULTS, VOICES
from moot.providers.provider import Call, CallReport, Piece, Provider, StreamEnd, Text, ThinkingText
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Usage

CHARS_PER_TOKEN = 4
TOKENS_PER_SECOND = 25
LONGEST = 5.0
"""Seconds that a reply takes at most, at normal speed: nobody waits a minute for a form."""
PIECES_AT_FULL_SPEED = 4
LATE = 2.0
"""Delay of `slow` in seconds, at normal speed."""


class DemoProvider(Provider):
    """Provider of the demo voices.

    Args:
        speed: 1.0 can be watched, 2.0 is twice as fast; 0 or infinity leaves out every wait.
    """

    def __init__(self, speed: float = 1.0) -> None:
        if math.isnan(speed) or speed < 0:
            raise ValueError(f"speed must be 0 or more, not {speed}")
        self._speed = 0.0 if math.isinf(speed) else speed

    async def models(self) -> list[str]:
        """Return the names of all voices, those that fail on purpose last."""
        return [*VOICES, *FAULTS]

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Stream the scripted reply of the demo voice that the call's model names."""
        voice, lot = voice_in(call), lot_for(call)
        await self._wait(voice, 12 + lot.number(20))
        if voice == "slow" and not self._speed:
            await asyncio.sleep(LATE)
        if voice == "failing":
            cause = "The demo voice `failing` fails every call, which is what it is for."
            raise CallFailed("error", cause, error="server")
        thought = THINKING if call.seat.reasoning and voice != "silent" else ""
        if thought:
            yield ThinkingText(thought)
            await self._wait(voice, tokens(thought))
        text = written(voice, call, lot)
        kept = text[: max(0, call.max_output) * CHARS_PER_TOKEN]
        share = 1.0 if voice == "slow" else min(1.0, LONGEST * TOKENS_PER_SECOND / max(1, tokens(kept)))
        for piece in pieces(kept, lot, few=not self._speed):
            yield Text(piece)
            await self._wait(voice, share * tokens(piece))
        usage = Usage(
            input=tokens("".join(message.text for message in call.messages)),
            output=tokens(kept) + tokens(thought),
            reasoning=tokens(thought),
            calls=1,
            estimated=True,
        )
        yield CallReport(usage=usage, cost=0, model=voice)
        yield StreamEnd("ok", "stop") if len(kept) == len(text) else StreamEnd("truncated", "length")

    async def _wait(self, voice: str, amount: float) -> None:
        """Wait as long as that many tokens take; at full speed only yield to other tasks."""
        pace = TOKENS_PER_SECOND / (100 if voice == "slow" else 1)
        await asyncio.sleep(amount / pace / self._speed if self._speed else 0)


def voice_in(call: Call) -> str:
    """Return the name of the voice in a call's seat."""
    name = call.seat.model.rpartition("/")[2]
    if name not in VOICES and name not in FAULTS:
        cause = f"There is no demo voice called {name!r}; there are {', '.join((*VOICES, *FAULTS))}."
        raise CallFailed("error", cause, error="not_found")
    return name


def lot_for(call: Call) -> Lot:
    """Return the draw of a call: one for each seed, key, model and prompt."""
    prompt = sha256()
    for message in call.messages:
        prompt.update(f"{message.role}\x1f{message.text}\x1e".encode())
    return Lot(call.seed, f"demo\x1f{call.key}\x1f{call.seat.model}\x1f{prompt.hexdigest()}")


def written(voice: str, call: Call, lot: Lot) -> str:
    """Return a voice's whole reply to a call: a filled schema, a ranking, a title or plain text."""
    prompt = parse_prompt(call.messages)
    if voice == "silent":
        return ""
    aloud = "<ballot>" in prompt.task and (call.schema is None or call.seat.abilities.schema == "none")
    labels = sorted(labels_in(call.schema, prompt) if call.schema else prompt.texts)
    liking = {label: liking_of(call, label, prompt.texts.get(label, label)) for label in labels}
    if voice == "obeyer":
        liking |= {label: 1.0 for label in labels if ORDER.search(prompt.texts.get(label, "")[:20_000])}
    quoted = "".join(f"{text}\n\n" for text in prompt.texts.values()) if voice == "quoter" else ""
    if call.schema is not None or (aloud and labels):
        schema = call.schema or ranking_schema(labels)
        filler = Filler(schema, texts=prompt.texts, lot=lot, liking=liking, prose=lambda: write_text(prompt, lot))
        text = json.dumps(filler.filled(), ensure_ascii=False)
        if voice == "garbled":
            text = text[: len(text) // 3].rstrip('}"') + " and so on"
        return f"{quoted}{write_text(prompt, lot)}\n\n<ballot>\n{text}\n</ballot>" if aloud else text
    if "FINAL RANKING:" in prompt.task and labels:
        order = sorted(labels, key=lambda label: -liking[label])
        listed = "\n".join(f"{place}. {label}" for place, label in enumerate(order, 1))
        return f"{quoted}{write_text(prompt, lot)}\n\nFINAL RANKING:\n{listed}"
    if asked := TITLE.search(prompt.task):
        return write_title(asked[1])
    return quoted + write_text(prompt, lot)


def labels_in(schema: Any, prompt: DemoPrompt) -> set[str]:
    """Return the labels that a JSON schema mentions, as a property or in an enum."""
    named: set[str] = set()
    todo = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            named.update(node)
            todo += node.values()
        elif isinstance(node, list):
            named.update(item for item in node if isinstance(item, str))
            todo += [item for item in node if isinstance(item, dict | list)]
    return {label for label in named if label in prompt.texts or LABEL.fullmatch(label)}


def liking_of(call: Call, label: str, text: str) -> float:
    """Return how much a voice likes a text, from 0 to 1: the voices of a session agree over some texts."""
    shared = Lot(call.seed, f"demo text\x1f{text}")
    common, agreed = shared.share(), shared.share()
    return agreed * common + (1 - agreed) * Lot(call.seed, f"demo text\x1f{call.seat.model}\x1f{text}").share()


def ranking_schema(labels: list[str]) -> Mapping[str, object]:
    """Return the schema of the ballot that a prompt asks for in words."""
    place = {"type": "integer", "enum": list(range(1, len(labels) + 1))}
    fields = {
        name: {"type": "object", "properties": dict.fromkeys(labels, part), "required": labels}
        for name, part in (("places", place), ("comments", {"type": "string"}))
    }
    fields["abstain"] = {"type": "boolean"}
    return {"type": "object", "required": list(fields), "properties": fields}


def pieces(text: str, lot: Lot, *, few: bool) -> list[str]:
    """Return the text in pieces of a few words, or at full speed in a few large ones."""
    if few:
        size = max(64, -(-len(text) // PIECES_AT_FULL_SPEED))
        return [text[at : at + size] for at in range(0, len(text), size)]
    words = WORD_AND_SPACE.findall(text)
    found: list[str] = []
    while words:
        size = 1 + lot.number(4)
        found.append("".join(words[:size]))
        del words[:size]
    return found


def tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)


THINKING = "This is demo text where a language model would think."
ORDER = re.compile(r"\b(?:rank|put|place|vote)\b.{0,60}\bfirst\b", re.I | re.S)
TITLE = re.compile(r"\btitle\b.{0,200}<question>\n(.{0,2000})\n</question>", re.S)
LABEL = re.compile(r"(?=.*\d)(?=.*[A-Z])[2-9BCDFGHJKMNPQRSTVWXZ]{4,6}")
WORD_AND_SPACE = re.compile(r"\s*\S+\s*|\s+")
