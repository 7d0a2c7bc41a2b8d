"""How do rehearsal voices debate? Marks with a line each, marks raised where a reply persuades, friends and rivals."""

from __future__ import annotations

import re
from typing import Any

from moot.providers.rehearsal_agreeing import position
from moot.providers.rehearsal_judging import FAULT, comment_on
from moot.providers.rehearsal_lines import line, passage, quoted
from moot.providers.rehearsal_parts import Part
from moot.providers.rehearsal_prompt import Prompt
from moot.providers.rehearsal_speech import answer, slots_for
from moot.providers.rehearsal_voices import Voice
from moot.vocabulary.lots import Lot

LOWEST, HIGHEST = 1, 10


def scores(part: Part) -> dict[str, Any]:
    """A mark for each text; after a reply to critics, the new mark of what was replied for."""
    before = [int(number) for number in BEFORE.findall(part.prompt.told) if int(number) <= HIGHEST]
    found = {}
    for number, label in enumerate(sorted(part.labels())):
        text = part.texts.get(label, "")
        if before:
            old = before[min(number, len(before) - 1)]
            moved = part.lot.share() < 0.2 + 0.55 * (1 - part.voice.stubbornness)
            new = min(HIGHEST, old + (1 + part.lot.number(3) if moved else 0))
            found[label] = {"score": new, "why": line("debate", "persuaded" if new > old else "unmoved", part.lot)}
            continue
        share = 1.25 * part.marks.get(label, 0.5) - 0.15 - 0.12 * (part.voice.harshness - 0.5)
        mark = LOWEST + round((HIGHEST - LOWEST) * min(1.0, max(0.0, share)))
        found[label] = {"score": mark, "why": comment_on(text, part.marks.get(label, 0.5), part.voice, part.prompt)}
    return {"scores": found}


def stances(part: Part) -> dict[str, Any]:
    """Whom it agrees with: those who come to its own conclusion, unless it likes to argue."""
    own = own_side(part)
    found = {}
    for label in sorted(part.labels()):
        text = part.texts.get(label, "")
        quote = quoted(passage(text, part.prompt.question, part.lot)) if text else "what was said"
        near = 0.5 + (0.22 if position(text, part.prompt.question) == own else -0.22)
        near += (
            0.3 * (part.voice.deference - 0.5)
            + 0.3 * (part.marks.get(label, 0.5) - 0.5)
            + 0.16 * (part.lot.share() - 0.5)
        )
        stance, kind = (
            ("agree", "friend") if near > 0.55 else ("disagree", "rival") if near < 0.42 else ("neutral", "neither")
        )
        found[label] = {"stance": stance, "why": line("debate", kind, part.lot, quote=quote)}
    return {"towards": found}


def own_side(part: Part) -> str:
    """Which side the voice took itself: as its own answer says, or as it would say."""
    own = part.prompt.said[-1] if part.prompt.said else answer(part.voice, part.prompt, part.lot)
    return position(own, part.prompt.question)


def topic(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """A motion to debate, made from the question."""
    return line("debate", "topic", lot, **slots_for(voice, prompt.question, lot))


def reply_to_critics(voice: Voice, prompt: Prompt, lot: Lot) -> str:
    """An answer to two of those who criticised: their words, and what there is to say to them."""
    critics = [text for text in prompt.texts if text.label] or list(prompt.texts)
    slots = slots_for(voice, prompt.question, lot)
    said: list[tuple[str, str]] = []
    for text in lot.shuffle(critics):
        wanting = wanted_by(text.text)
        if len(said) < 2 and not any(one[0] == wanting for one in said):
            defence = line("defence", wanting, lot, **slots)
            sentence = passage(text.text, prompt.question, lot) or text.text
            said.append((wanting, line("debate", "reply", lot, quote=quoted(sentence), answer=defence)))
    return "\n\n".join(words for _, words in said)


def wanted_by(criticism: str) -> str:
    """What a critic misses, as its words say."""
    for name, faults in FAULT.items():
        if any(fault.replace("$a itself", "").strip() in criticism for fault in faults):
            return name
    return "decision"


BEFORE = re.compile(r"\byou gave (?:it )?(\d{1,2})\b", re.I)
