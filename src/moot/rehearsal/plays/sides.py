"""Which side does a text take, and which of its sentences can stand alone? For plays in which voices weigh answers."""

from __future__ import annotations

import re
from typing import Any

from msgspec import structs

from moot.rehearsal.parts import Part
from moot.rehearsal.plays.synthesis import Quotable, quotable, side_of, telling
from moot.rehearsal.prompt import Fenced, Prompt
from moot.rehearsal.question import Question, telling_words


def answers_in(prompt: Prompt) -> tuple[Fenced, ...]:
    """The answers of this round alone, without the reasons that stand under them."""
    labelled = [text for text in prompt.texts if text.label]
    return tuple(structs.replace(text, text=text.text.partition("\n\nReasons:")[0]) for text in labelled)


def sides_of(part: Part) -> dict[str, str]:
    """Which side each labelled text takes, in the order of the sheet."""
    return {text.label: position(text.text, part.prompt.question) for text in answers_in(part.prompt)}


def position(text: str, question: Question) -> str:
    """The side one text takes: an option, for or against, or its result."""
    if question.result and re.search(rf"\b{re.escape(question.result)}\b", text):
        return question.result
    lead = lead_claim(text, question)
    return side_of(lead, question) if lead else "open"


def lead_claim(text: str, question: Question) -> Quotable | None:
    """The first sentence of a text that takes a side."""
    claims = [one for one in quotable([text], question) if one.sort == "claim"]
    return min(claims, key=lambda one: text.find(one.text[:40])) if claims else None


def both_sides(part: Part, least: int = 2) -> list[dict[str, Any]]:
    """Where opinions contradict each other on what was asked, a claim of each side, with the sentences that take it;
    with `least` 1 also where all are on one side."""
    question = part.prompt.question
    if question.kind not in {"should", "choice"}:
        return []
    taken: dict[str, list[dict[str, str]]] = {}
    for label, text in part.texts.items():
        said = [one for one in quotable([text], question) if one.sort == "claim" and one.text in text]
        if said:
            lead = min(said, key=lambda one: text.find(one.text))
            taken.setdefault(side_of(lead, question), []).append({"source": label, "quote": lead.text})
    if len(taken) < least:
        return []
    named = {"for": f"Go ahead with {question.matter}.", "against": f"Hold off on {question.matter}."}
    return [
        {"text": named.get(side, f"Choose {side}."), "kind": "recommendation", "spans": spans[:4]}
        for side, spans in taken.items()
    ]


def worth(sentence: str, question: Question) -> float:
    """How well a sentence can stand alone as a claim."""
    about = len(question.vocabulary & set(telling_words(sentence)))
    return 2.0 * min(2, about) + 0.1 * min(12, len(telling(sentence))) - 3.0 * bool(LEANING.search(sentence))


SPOKEN = re.compile(
    r"^(?:I |My |Short version|Unpopular|Before anything|Let me|If it were me|Here is|On balance|On the whole)"
    r"|\bI (?:am|lean|doubt)\b"
)
"""How a sentence begins that says something of its speaker."""
LEANING = re.compile(r"^(?:That|This|It|They|Those|There|Then|Both|In )\b")
