"""How do scripted voices stand in for models? `RehearsalProvider` streams what they say, at a pace pleasant to watch.

No key, no network, no model: the same call gives the same pieces at every run, because all chance comes from the call's
seed, key, model and prompt (`tests/rehearsal/test_provider.py`). The voices are described in
`providers/scripted/voices.toml`.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256

from moot.errors import CallFailed
from moot.providers.provider import Call, Done, Piece, Provider, Report, Text, Thought
from moot.providers.scripted.voices import Voice, phrases, voices
from moot.rehearsal.ballots.ballots import Ballot, labels_in
from moot.rehearsal.ballots.wishes import Play
from moot.rehearsal.judging import review_of
from moot.rehearsal.parts import Mind
from moot.rehearsal.plays.tasks import speech
from moot.rehearsal.prompt import Prompt, prompt_from
from moot.rehearsal.speech import said, slots_for
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Usage

CHARS_PER_TOKEN = 4
PIECES_AT_FULL_SPEED = 4
LATE = 2.0
"""Seconds that `slow` is late at full speed."""


class RehearsalProvider(Provider):
    """The scripted voices. `speed` 1.0 is pleasant to watch, 2.0 twice as fast; 0 or infinity leaves out every wait.

    `plays` tells what they write in the forms of protocols, as these bring it.
    """

    def __init__(self, speed: float = 1.0, plays: Callable[[], Sequence[Play]] = tuple) -> None:
        self._plays = plays
        if math.isnan(speed) or speed < 0:
            raise ValueError(f"speed must be 0 or more, not {speed}")
        self._speed = 0.0 if math.isinf(speed) else speed

    async def models(self) -> list[str]:
        """The names of all voices, those in trouble last."""
        return list(voices())

    async def stream(self, call: Call) -> AsyncIterator[Piece]:
        """What the voice in the call's seat says."""
        voice = voice_in(call)
        lot = lot_for(call)
        await self._wait(voice, 12 + lot.number(20))
        if voice.trouble == "slow" and not self._speed:
            await asyncio.sleep(LATE)
        if voice.trouble == "failing":
            cause = "The rehearsal voice `failing` fails every call, which is what it is for."
            raise CallFailed("error", cause, error="server")
        prompt = prompt_from(call.messages, labels_in(call.schema) if call.schema else frozenset())
        thought = thinking(voice, prompt, call, lot)
        if thought:
            yield Thought(thought)
            await self._wait(voice, tokens(thought))
        text = "" if voice.trouble == "silent" else written(voice, prompt, call, lot, self._plays)
        kept = text[: max(0, call.max_output) * CHARS_PER_TOKEN]
        for piece in pieces(kept, lot, few=not self._speed):
            yield Text(piece)
            await self._wait(voice, tokens(piece))
        read = sum(len(message.text) for message in call.messages)
        usage = Usage(
            input=math.ceil(read / CHARS_PER_TOKEN),
            output=tokens(kept) + tokens(thought),
            reasoning=tokens(thought),
            calls=1,
            estimated=True,
        )
        yield Report(usage=usage, cost=0, model=voice.name)
        yield Done("ok", "stop") if len(kept) == len(text) else Done("truncated", "length")

    async def _wait(self, voice: Voice, amount: float) -> None:
        """As long as that many tokens take; at full speed only a moment for others to run."""
        pace = voice.pace / (100 if voice.trouble == "slow" else 1)
        await asyncio.sleep(amount / pace / self._speed if self._speed else 0)


def voice_in(call: Call) -> Voice:
    """The voice that a call's seat names."""
    name = call.seat.model.rpartition("/")[2]
    found = voices().get(name)
    if found is None:
        cause = f"There is no rehearsal voice called {name!r}; there are {', '.join(voices())}."
        raise CallFailed("error", cause, error="not_found")
    return found


def lot_for(call: Call) -> Lot:
    """The only chance a voice has: one lot for each seed, key, model and prompt."""
    prompt = sha256()
    for message in call.messages:
        prompt.update(f"{message.role}\x1f{message.text}\x1e".encode())
    return Lot(call.seed, f"rehearsal\x1f{call.key}\x1f{call.seat.model}\x1f{prompt.hexdigest()}")


def written(voice: Voice, prompt: Prompt, call: Call, lot: Lot, plays: Callable[[], Sequence[Play]] = tuple) -> str:
    """The whole of what the voice says: a ballot where a schema or a block asks for one, else speech."""
    mind = Mind(call.seed, call.seat.id, call.seat.model)
    judging = bool(prompt.block) and any(text.label for text in prompt.texts)
    if call.schema is None and not judging:
        return quoted(voice, prompt) + speech(voice, prompt, lot, mind)
    aloud = call.schema is None or bool(prompt.block and call.seat.abilities.schema == "none")
    schema = ranking_schema(prompt) if call.schema is None else call.schema
    ballot = Ballot(voice, prompt, lot, schema, mind=mind, aloud=aloud, plays=plays())
    text = json.dumps(ballot.filled(), ensure_ascii=False)
    listed = call.schema is None and prompt.block == "ranking"
    if listed:
        order = sorted(ballot.places, key=lambda label: ballot.places[label])
        text = "\n".join(f"{place}. {label}" for place, label in enumerate(order, 1))
    if voice.trouble == "garbled":
        text = garbled(text, ballot, lot)
    if not aloud:
        return text
    block = f"FINAL RANKING:\n{text}" if listed else f"<ballot>\n{text}\n</ballot>"
    return f"{quoted(voice, prompt)}{evaluation(voice, prompt, ballot)}{block}"


def ranking_schema(prompt: Prompt) -> dict[str, object]:
    """The ballot that a prompt without a schema means: a place and a comment for each labelled text."""
    labels = [text.label for text in prompt.texts if text.label]
    place = {"type": "integer", "enum": list(range(1, len(labels) + 1))}
    comment = {"type": "string"}
    return {
        "type": "object",
        "required": ["places", "comments", "abstain"],
        "properties": {
            "places": {"type": "object", "properties": dict.fromkeys(labels, place), "required": labels},
            "comments": {"type": "object", "properties": dict.fromkeys(labels, comment), "required": labels},
            "abstain": {"type": "boolean"},
        },
    }


def evaluation(voice: Voice, prompt: Prompt, ballot: Ballot) -> str:
    """What stands before a ballot written in prose."""
    lines = [
        f"**{label}**: {review_of(text, ballot.marks[label], voice, prompt)}\n\n"
        for label, text in ballot.texts.items()
    ]
    return "".join(lines)


def quoted(voice: Voice, prompt: Prompt) -> str:
    """For the `quoter`: everything it was given to read, word for word."""
    if voice.trouble != "quoter" or not prompt.texts:
        return ""
    return "This is what I read.\n\n" + "".join(f"{text.text}\n\n" for text in prompt.texts)


def garbled(text: str, ballot: Ballot, lot: Lot) -> str:
    """A ballot nobody can read: its labels are none of the sheet's, or it breaks off."""
    if ballot.marks and lot.number(2):
        for number, label in enumerate(ballot.marks, 1):
            text = text.replace(label, f"Answer {number}")
        return text
    return text[: len(text) * 2 // 3].rstrip('}"') + " and so on"


def thinking(voice: Voice, prompt: Prompt, call: Call, lot: Lot) -> str:
    """What some voices think beforehand, when their seat asks for reasoning."""
    if not (voice.thinks and call.seat.reasoning) or voice.trouble == "silent":
        return ""
    return said(lot.pick(phrases().thinking["lines"]), slots_for(voice, prompt.question, lot))


def pieces(text: str, lot: Lot, *, few: bool) -> list[str]:
    """The text in pieces of a few words, or at full speed in a few large ones."""
    if few:
        size = max(64, -(-len(text) // PIECES_AT_FULL_SPEED))
        return [text[at : at + size] for at in range(0, len(text), size)]
    words = WORD_AND_SPACE.findall(text)
    found: list[str] = []
    at = 0
    while at < len(words):
        size = 1 + lot.number(4)
        found.append("".join(words[at : at + size]))
        at += size
    return found


def tokens(text: str) -> int:
    """About how many tokens a text has."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)


WORD_AND_SPACE = re.compile(r"\s*\S+\s*|\s+")
