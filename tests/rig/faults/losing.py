"""Ways to lose a reply, drawn at random from all ways in which a call returns too little."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from moot.protocols.consensus.ballots import RoundReply
from moot.reading.service_errors import REFUSALS as WORD_FOR_WORD
from moot.vocabulary.seeded_draws import Lot
from rig.voices.swift import Asked, Cut, Failed, Said

REFUSALS = tuple(f"{words.capitalize().replace(' i ', ' I ')}." for words in WORD_FOR_WORD)
UNREADABLE = (
    "Both of them have their merits, and it is hard to say more.",
    "I have read them with care. The first is good, the second is better in places.",
    '```json\n{"places": {',
    "<ballot>not an object</ballot>",
    "FINAL RANKING:",
    "Sure! Here is my judgement:\n\n| label | mark |\n|---|---|\n| first | good |",
    '{"error": {"message": "upstream overloaded", "code": 503}}',
    "ok",
)
EMPTY = ("{}", "[]", "…", "```json\n{}\n```", "<ballot>{}</ballot>", '""')
WRONG = ("null", "7", "true", "[1, 2, 3]", '"yes"', '{"answer": null}', '{"mark": "ZZZZ", "votes": []}')
FAILURES = ("empty", "error", "timeout", "refused", "incomplete", "malformed")
WAYS = ("silence", "failure", "refusal", "unreadable", "cut", "empty", "wrong", "part")


class Lost(Struct, frozen=True):
    """What came instead of a reply."""

    way: str
    """In which of the ways."""
    said: Said
    """What came."""


def lost(way: str, honest: Said, asked: Asked, lot: Lot) -> Lost:
    """An honest reply lost in this way."""
    text = honest if isinstance(honest, str) else ""
    if asked.seat == "embedder":
        return Lost("failure", Failed(lot.pick(FAILURES), "The service broke."))  # it says no words
    if way == "silence":
        return Lost(way, Failed("empty", "There were no words."))
    if way == "failure":
        return Lost(way, Failed(lot.pick(FAILURES), "The service broke."))
    if way == "refusal":
        return Lost(way, lot.pick(REFUSALS))
    if way == "cut" or (asked.read is None and way not in ("empty",)):
        return Lost("cut", Cut(text[: 1 + (1 + lot.number(7)) * (len(text) - 1) // 8]))
    if way == "unreadable" and asked.read is RoundReply:
        return Lost("cut", text[: 1 + (1 + lot.number(7)) * (len(text) - 1) // 8])  # other words are an answer
    if way == "unreadable":
        return Lost(way, lot.pick(UNREADABLE))
    if way == "empty":
        return Lost(way, lot.pick(EMPTY))
    if way == "wrong":
        return Lost(way, lot.pick(WRONG if asked.read is not RoundReply else WRONG[-2:]))  # other words are an answer
    return Lost(way, without_a_part(text, lot))


def without_a_part(text: str, lot: Lot) -> str:
    """The ballot with one of its fields gone, or null. Entries of a list are no parts: a shorter list is another
    list, not a part of one."""
    made = json.loads(text)
    holders = list(_holders(made))
    holder = lot.pick(holders)
    name = lot.pick(list(holder))
    if lot.number(3):
        del holder[name]
    else:
        holder[name] = None
    return json.dumps(made)


def _holders(made: Any) -> Iterator[dict[str, Any]]:
    if isinstance(made, dict):
        if made:
            yield made
        for inner in made.values():
            yield from _holders(inner)
    elif isinstance(made, list):
        for inner in made:
            yield from _holders(inner)
