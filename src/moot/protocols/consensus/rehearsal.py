"""How do rehearsal voices play a consensus? Members answer with a confidence; an arbiter judges rounds that end.

Confidence grows from round to round and with how alike the answers are, and what is asked for next is about the
question, so that rounds converge as they would with models.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import structs

from moot.providers.scripted.voices import phrases
from moot.rehearsal.lines import line, passage, quoted
from moot.rehearsal.parts import Part
from moot.rehearsal.plays.rebutting import turned_round
from moot.rehearsal.plays.reviewing import code_review, code_verdict
from moot.rehearsal.plays.sides import answers_in, position, sides_of
from moot.rehearsal.plays.synthesis import synthesis
from moot.rehearsal.prompt import Prompt
from moot.rehearsal.sentence import one_sentence, wants_one
from moot.rehearsal.speech import INQUIRY, answer, said, slots_for

AGAINST, FOR = "against", "for"


def reply(part: Part) -> dict[str, Any]:
    """A member's answer, how sure it is, and why."""
    voice, prompt = part.voice, part.prompt
    slots = slots_for(voice, prompt.question, part.lot)
    if prompt.flaws:
        text = code_review(voice, prompt, part.mind, part.lot)
    elif wants_one(prompt):
        text = one_sentence(voice, prompt, part.lot)
    else:
        text = considered(part)
        if areas := asked_areas(prompt):
            text = f"{text}\n\n**{part.lot.pick(areas)}**\n\n{tested(part, slots)}"
    sure = 0.5 + 0.25 * voice.skill + 0.05 * min(3, round_of(prompt) - 1) + 0.12 * (part.lot.share() - 0.5)
    return {
        "answer": text,
        "confidence": round(0.98 if prompt.question.result else min(0.95, sure), 2),
        "reasoning": line("arbiter", "because", part.lot, **slots),
    }


def considered(part: Part) -> str:
    """An answer; in a later round, of the other side where the council's standing one has convinced the voice."""
    own = answer(part.voice, part.prompt, part.lot)
    standing = next((text.text for text in part.prompt.texts if "synthesis" in text.words), "")
    question = part.prompt.question
    if not standing or position(standing, question) == position(own, question):
        return own
    if part.mind.share("keeps its view") < 0.3 + 0.6 * part.voice.stubbornness:
        return own
    return answer(turned_round(part.voice, own), part.prompt, part.lot)


def tested(part: Part, slots: dict[str, str]) -> str:
    """One way to find out, said about what was asked for."""
    material = phrases().inquiry if part.prompt.question.kind in INQUIRY else phrases().decision
    return said(part.lot.pick(tuple(material["test"])), slots)


def arbitration(part: Part) -> dict[str, Any]:
    """The arbiter's judgement of a round: with or without a text of its own."""
    lot = part.lot
    prompt = structs.replace(part.prompt, texts=answers_in(part.prompt))
    sides = sides_of(part)
    count = max(1, len(sides))
    split = 1 - max([list(sides.values()).count(side) for side in sides.values()] or [1]) / count
    rounds = round_of(part.prompt)
    confidence = min(0.97, 0.66 + 0.13 * (rounds - 1) + 0.12 * (1 - 2 * split) * part.voice.skill + 0.04 * lot.share())
    again = not prompt.question.result and (rounds == 1 or (rounds == 2 and split > 0.34))
    slots = slots_for(part.voice, prompt.question, lot)
    areas = list(dict.fromkeys(line("arbiter", "open", lot, **slots) for _ in range(4)))[: 2 if again else 0]
    return {
        "synthesis": code_verdict(prompt, lot) if prompt.flaws else synthesis(part.voice, prompt, lot),
        "confidence": round(0.99 if prompt.question.result else confidence, 2),
        "analysis": analysis(part, sides),
        "dissent": dissent(part, sides),
        "needs_iteration": again,
        "refinement_areas": areas,
    }


def pick(part: Part) -> dict[str, Any]:
    """The best answer, as it is."""
    slots = slots_for(part.voice, part.prompt.question, part.lot)
    best = max(part.texts, key=lambda label: part.marks[label]) if part.texts else ""
    mark = part.marks.get(best, 0.5)
    return {
        "chosen": best,
        "confidence": round(0.55 + 0.4 * mark, 2),
        "reason": line("arbiter", "pick", part.lot, **slots),
    }


def grades(part: Part) -> dict[str, Any]:
    """Answers on one side share a number; whether one says the same as a reference is more than a voice can tell."""
    sides = sides_of(part)
    known = any("reference" in text.words for text in part.prompt.texts)
    numbers = {side: 0 if known else number for number, side in enumerate(dict.fromkeys(sides.values()), 1)}
    first = {text.label: text.text.strip().splitlines()[0][:280].strip() for text in answers_in(part.prompt)}
    return {
        "answers": {
            label: {"quote": first[label], "declined": False, "group": numbers[side]} for label, side in sides.items()
        }
    }


def analysis(part: Part, sides: dict[str, str]) -> str:
    """What the answers have in common, counted."""
    number = len(sides)
    counts = {side: list(sides.values()).count(side) for side in sides.values()}
    if len(counts) < 2:
        return f"All {number} answers take the same side; they differ in what they would do first."
    best = max(counts, key=lambda side: counts[side])
    named = {FOR: "would go ahead", AGAINST: "would not go ahead", "open": "would leave the question open"}
    choice = named.get(best, f"would choose {best}")
    return f"{counts[best]} of {number} answers {choice}; the rest come to something else."


def dissent(part: Part, sides: dict[str, str]) -> str:
    """What speaks against: a sentence of an answer on the smaller side."""
    counts = {side: list(sides.values()).count(side) for side in sides.values()}
    if len(counts) < 2:
        return line("arbiter", "none", part.lot)
    rare = min(counts, key=lambda side: counts[side])
    label = next(label for label, side in sides.items() if side == rare)
    text = next(text.text for text in answers_in(part.prompt) if text.label == label)
    return f"One answer says: {quoted(passage(text, part.prompt.question, part.lot))}."


def round_of(prompt: Prompt) -> int:
    """Which round this is, as far as the prompt tells: by number, else by what was said before."""
    past = [int(number) for number in ROUND.findall(prompt.told)]
    later = 2 if "several rounds" in prompt.told else 1
    return max([later, 1 + len(prompt.said), *(1 + number for number in past if number < 50)])


def asked_areas(prompt: Prompt) -> list[str]:
    """What another round was asked to look into: the list after the words that say so."""
    found: list[str] = []
    listing = False
    for text in prompt.told.splitlines():
        if AREAS.search(text):
            listing = True
        elif listing and (item := ITEM.match(text)):
            found.append(item[1].strip().rstrip("."))
        elif listing and text.strip():
            listing = False
    return found


ROUND = re.compile(r"^Round (\d{1,2})\b", re.M)
AREAS = re.compile(r"\b(?:look(?:ed)? into|refin|improve|open points|still open|asked for|address)", re.I)
ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+(\S.{5,300})")

PLAYS = (
    (frozenset({"answer", "confidence", "reasoning"}), reply),
    (frozenset({"needs_iteration", "refinement_areas"}), arbitration),
    (frozenset({"chosen", "confidence"}), pick),
    (frozenset({"answers"}), grades),
)
"""The forms of this protocol, by their fields, and what a voice wishes to write in each."""
