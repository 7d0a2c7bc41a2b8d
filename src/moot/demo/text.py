"""Write plain demo text: that it is a demo, the length of the question, and the position drawn for the voice."""

from __future__ import annotations

from moot.demo.prompt import DemoPrompt
from moot.vocabulary.seeded_draws import Lot

NOTICE = "This is demo text, not an answer: no language model read the question."
MARK_ASKED = "holds only ---"
"""Part of a prompt that asks for a line between the answer and the rest."""
POSITIONS = ("for", "against", "undecided")


def write_text(prompt: DemoPrompt, lot: Lot) -> str:
    """Return a few plain sentences, all of them true; the differences between voices are drawn."""
    lines = [NOTICE, f"The question has {counted(len(prompt.question.split()), 'word')}."]
    if prompt.turn > 1:
        lines.append(f"It is turn {prompt.turn} of this voice in the conversation.")
    if prompt.texts:
        read = sum(len(text.split()) for text in prompt.texts.values())
        lines.append(f"The voice was given {counted(len(prompt.texts), 'text')} of {counted(read, 'word')} in all.")
    lines.append(f"It drew the position “{lot.pick(POSITIONS)}” and the number {1000 + lot.number(9000)}.")
    lines.append("A language model would give its reasons here.")
    if MARK_ASKED in prompt.task:
        return f"{' '.join(lines[:2])}\n\n---\n\n{' '.join(lines[2:])}"
    return " ".join(lines)


def write_note(field: str, lot: Lot) -> str:
    """Return a short sentence for a field of a form: `Demo text for position, number 4711.`"""
    return f"Demo text for {field.replace('_', ' ')}, number {1000 + lot.number(9000)}."


def write_title(question: str) -> str:
    """Return the first words of the question as a title."""
    words = question.split()
    return " ".join(words[:6]) + ("…" if len(words) > 6 else "") or "Demo"


def counted(number: int, name: str) -> str:
    """Return `1 word` or `2 words`."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"
