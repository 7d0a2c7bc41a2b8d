"""How do rehearsal voices compare answers? By sentences that answers share, sides they take, and what only one says."""

from __future__ import annotations

from typing import Any

from moot.rehearsal.judging import sentences
from moot.rehearsal.lines import line
from moot.rehearsal.parts import Part
from moot.rehearsal.plays.sides import SPOKEN, both_sides, worth
from moot.rehearsal.plays.synthesis import alike

MOST_HEARD = 24
"""Sentences of each answer that are looked at."""
MOST = 3
"""Items under each heading."""
MOST_QUOTED = 380
"""Characters of a passage; a longer sentence is passed over."""


def comparison(part: Part) -> dict[str, Any]:
    """What the answers share, where they take sides, what one says alone, and what a decision would still need."""
    heard = {label: telling_of(text, part) for label, text in part.texts.items()}
    groups: list[dict[str, str]] = []
    taken: list[str] = []
    for place in range(MOST_HEARD):
        for label, said in heard.items():
            if place < len(said) and not any(alike(said[place], other) for other in taken):
                taken.append(said[place])
                groups.append({label: said[place], **twins(said[place], label, heard)})
    most = [each for each in groups if len(each) >= 2 and 2 * len(each) > len(heard)]
    some = [each for each in groups if len(each) >= 2 and each not in most]
    alone = [each for each in groups if len(each) == 1]
    firsts = [next((each for each in alone if label in each), None) for label in heard]
    blind = [line("comparing", "blind", part.lot)] if part.lot.share() < 0.8 else []
    return {
        "consensus": [*agreed(part), *(item(each) for each in most)][:MOST],
        "contradictions": contradictions(part),
        "partial_coverage": [item(each) for each in some[:MOST]],
        "unique_insights": [item(each) for each in firsts if each is not None][:MOST],
        "blind_spots": blind,
    }


def telling_of(text: str, part: Part) -> list[str]:
    """The sentences of an answer that can be quoted, the most telling ones first."""
    said = [one for one in sentences(text) if one in text and not SPOKEN.search(one) and "?" not in one]
    said = [one for one in said if len(one) <= MOST_QUOTED]
    return sorted(said, key=lambda one: -worth(one, part.prompt.question))[:MOST_HEARD]


def twins(sentence: str, label: str, heard: dict[str, list[str]]) -> dict[str, str]:
    """What other answers say to the same effect."""
    found = {other: next((one for one in said if alike(one, sentence)), "") for other, said in heard.items()}
    return {other: one for other, one in found.items() if one and other != label}


def item(said: dict[str, str]) -> dict[str, Any]:
    """A sentence as an item, with what bears it out."""
    first = next(iter(said.values()))
    return {"text": first, "passages": [{"source": label, "quote": quote} for label, quote in said.items()]}


def agreed(part: Part) -> list[dict[str, Any]]:
    """What more than half of the answers advise, where the question asks for advice."""
    sides = both_sides(part, least=1)
    held = [one for one in sides if len(one["spans"]) > 1 and 2 * len(one["spans"]) > len(part.texts)]
    return [{"text": one["text"], "passages": one["spans"]} for one in held]


def contradictions(part: Part) -> list[dict[str, Any]]:
    """The sides that answers take on what was asked."""
    sides = [{"text": one["text"], **span} for one in both_sides(part) for span in one["spans"]]
    return [{"text": part.prompt.asked.strip()[:300], "sides": sides}] if sides else []


PLAYS = ((frozenset({"consensus", "contradictions", "blind_spots"}), comparison),)
"""The forms of this protocol, by their fields, and what a voice wishes to write in each."""
