"""How does a rehearsal voice heed a note that is for it alone? By a sentence that does what the note asks.

So what a note changes can be seen: the same voice with and without it says the same but for these sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

NOTE = "for you alone:"
"""What stands before such a note."""
HEEDED: Mapping[str, str] = {
    "what they overlook": "What is overlooked here is {a}: it is taken for granted and decides the rest.",
    "everybody may be overlooking": "Nobody asks what becomes of {b}, and somebody should.",
    "from the start": "The reason that carries the rest comes first: {a} can be tried before anybody is bound by it.",
    "strongest point head-on": "The strongest point against this is {b}; trying {a} on a small scale answers it.",
    "your own reasons": "I hold this for one reason of my own, and it is {a}; who else holds it does not matter.",
    "right on the other side": "The other side is right about {b}, and I grant it.",
    "the same standard": "By the standard I hold others to, this leaves one thing unshown: {b}.",
    "reasons of your own": "Whoever sided with me before need not now: {a} carries this by itself.",
    "answer it beforehand": "Who opposed me before will say that {b} is left out; it is not, it comes after {a}.",
    "a stern reader": "A stern reader would ask me to show {a} and not only to claim it, and would be right.",
}
"""Words of a note, and what a voice that heeds them says."""


def heeding(told: str, slots: Mapping[str, str]) -> list[str]:
    """What a voice adds because a note asks it to."""
    _, found, note = told.partition(NOTE)
    if not found:
        return []
    said = [line for words, line in HEEDED.items() if words in note]
    return [line.format_map({"a": "the matter itself", "b": "everything around it", **slots}) for line in said]
