"""How do rehearsal voices debate? Marks with a line each, marks raised where a reply persuades, friends and rivals."""

from __future__ import annotations

import re
from typing import Any

from moot.rehearsal.judging import comment_on
from moot.rehearsal.lines import line, passage, quoted
from moot.rehearsal.parts import Part
from moot.rehearsal.plays.sides import position
from moot.rehearsal.speech import answer
from moot.tally.judging.votes import HIGHEST, LOWEST


def scores(part: Part) -> dict[str, Any]:
    """A mark for each text; after a reply to critics, the new mark of what was replied for."""
    given = {label: int(mark) for label, mark in GIVEN.findall(part.prompt.told) if int(mark) <= HIGHEST}
    found = {}
    for label in part.labels():
        text = part.texts.get(label, "")
        if label in given:
            found[label] = again(part, given[label])
            continue
        found[label] = {
            "score": mark_for(part, label),
            "why": comment_on(text, part.marks.get(label, 0.5), part.voice, part.prompt),
        }
    return {"scores": found}


def again(part: Part, before: int) -> dict[str, Any]:
    """The mark after an answer to critics: raised where it persuades, else kept."""
    moved = part.lot.share() < 0.2 + 0.55 * (1 - part.voice.stubbornness)
    new = min(HIGHEST, before + (1 + part.lot.number(3) if moved else 0))
    return {"score": new, "why": line("disputing", "persuaded" if new > before else "unmoved", part.lot)}


def mark_for(part: Part, label: str) -> int:
    """A mark from 1 to 10: the text's place among those read, whether it shares the voice's view, taste and temper."""
    text = part.texts.get(label, "")
    shared = position(text, part.prompt.question) == own_side(part)
    taste = part.mind.share(f"taste\x1f{text}") - 0.5
    strict = 0.5 - part.voice.harshness
    return min(
        HIGHEST, max(LOWEST, round(4.2 + 3.6 * standing(part, label) + 0.9 * shared + 2.4 * taste + 1.8 * strict))
    )


def standing(part: Part, label: str) -> float:
    """Where a text lies between the worst, 0, and the best, 1, of those on the sheet."""
    marks = [part.marks.get(one, 0.5) for one in part.labels()] or [0.5]
    low, high = min(marks), max(marks)
    return (part.marks.get(label, 0.5) - low) / (high - low) if high - low > 0.02 else 0.5


def stances(part: Part) -> dict[str, Any]:
    """Whom it agrees with: those who come to its own conclusion, unless it likes to argue."""
    own = own_side(part)
    found = {}
    for label in sorted(part.labels()):
        text = part.texts.get(label, "")
        quote = quoted(passage(text, part.prompt.question, part.lot)) if text else "what was said"
        near = 0.5 + (0.17 if position(text, part.prompt.question) == own else -0.17)
        near += 0.2 * (part.voice.deference - 0.5) + 0.24 * (standing(part, label) - 0.5)
        near += 0.34 * (part.mind.share(f"sides\x1f{text}") - 0.5)
        stance, kind = ("neutral", "neither") if 0.42 <= near <= 0.6 else ("agree", "friend")
        if near < 0.42:
            stance, kind = "disagree", "rival"
        found[label] = {"stance": stance, "why": line("disputing", kind, part.lot, quote=quote)}
    return {"towards": found}


def own_side(part: Part) -> str:
    """Which side the voice took itself: as its own answer says, or as it would say."""
    own = part.prompt.said[-1] if part.prompt.said else answer(part.voice, part.prompt, part.lot)
    return position(own, part.prompt.question)


GIVEN = re.compile(r"^[^\w\n]*+([2-9A-Z]{4})\W{1,3}(\d{1,2})\b", re.M)
"""A label and the mark it was given before."""

PLAYS = (
    (frozenset({"towards", "stance"}), stances),
    (frozenset({"scores", "score", "why"}), scores),
)
"""The forms of this protocol, by their fields, and what a voice wishes to write in each."""
