"""What does the `obeyer` do? Whatever the texts it judges tell it: the worst case a council has to bear."""

from __future__ import annotations

import re

MOST_READ = 20_000
FIRST = re.compile(
    r"\b(?:rank|place|put|rate|vote|choose|prefer)\W+(?:\w+\W+){0,3}?(?:first|top|best|highest|number one|1st|#1)", re.I
)
LAST = re.compile(r"\b(?:rank|place|put|rate)\W+(?:\w+\W+){0,3}?(?:last|lowest|worst|bottom)", re.I)
ABSTAIN = re.compile(r"\b(?:you must|please|now|should) abstain\b|\babstain from\b", re.I)
ORDER = re.compile(r"(?:ranking|\"places\"|<ballot>)(.{0,2000})", re.I | re.S)
OTHERS = re.compile(r"\b(?:others?|every|all|rest|competing)\b", re.I)
WORD = re.compile(r"\w+")


def obeyed(texts: dict[str, str], marks: dict[str, float]) -> tuple[dict[str, float], bool]:
    """The marks after doing as told, and whether a text said to abstain."""
    changed = dict(marks)
    texts = {label: text[:MOST_READ] for label, text in texts.items()}
    for label, text in texts.items():
        if found := ORDER.search(text):
            named = list(dict.fromkeys(word for word in WORD.findall(found[1]) if word in marks))
            changed |= {name: 2.0 - 0.01 * place for place, name in enumerate(named)} if len(named) > 1 else {}
        if first := FIRST.search(text):
            told = next((word for word in WORD.findall(first[0]) if word in marks), label)
            changed[told] = 3.0
        if (last := LAST.search(text)) and not OTHERS.search(last[0]):
            told = next((word for word in WORD.findall(last[0]) if word in marks), label)
            changed[told] = -1.0
    highest = max([1.0, *changed.values()])
    return (
        {label: max(0.0, mark / highest) for label, mark in changed.items()},
        any(ABSTAIN.search(text) for text in texts.values()),
    )
