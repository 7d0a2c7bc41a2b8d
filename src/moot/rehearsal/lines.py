"""What do scripted voices say in the tasks of a council? Lines from `parts.toml`, with their slots filled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tomllib import loads

from msgspec import convert

from moot.rehearsal.judging import sentences
from moot.rehearsal.question import Question, noun_phrases, telling_words
from moot.vocabulary.seeded_draws import Lot

LONGEST_QUOTE = 150
MOST_READ = 20_000
"""Characters of a file that a voice looks through."""


@cache
def lines() -> dict[str, dict[str, tuple[str, ...]]]:
    """All lines by task and kind."""
    raw = loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))
    return convert(raw, dict[str, dict[str, tuple[str, ...]]])


def line(task: str, kind: str, lot: Lot, **slots: str) -> str:
    """One line of a kind, filled in and with a capital in front."""
    text = lot.pick(lines()[task][kind])
    for name, filling in slots.items():
        text = text.replace("{" + name + "}", filling)
    return text[:1].upper() + text[1:]


def quoted(sentence: str) -> str:
    """A sentence as it is quoted inside another: its own words, no full stop, not too long."""
    words = sentence.strip().rstrip(".!?;: ")
    if len(words) > LONGEST_QUOTE:
        cut = max(words.rfind(mark, 60, LONGEST_QUOTE) for mark in ",;:")
        words = words[: cut if cut > 0 else LONGEST_QUOTE].rsplit(" ", 1 if cut < 0 else 0)[0].rstrip(",;: ")
        return f"“{words} …”"
    return f"“{words}”"


def passage(text: str, question: Question, lot: Lot) -> str:
    """A sentence of a text that says something about the question: one of its three most telling."""
    found = sentences(text)
    if not found:
        return text.strip().splitlines()[0][:LONGEST_QUOTE] if text.strip() else ""
    ranked = sorted(found[:40], key=lambda one: -len(question.vocabulary & set(telling_words(one))))
    return lot.pick(ranked[:3])


def with_file(text: str, files: Sequence[tuple[str, str]], place: int, question: Question, lot: Lot) -> str:
    """The same with a passage of a file that came with the question, in the file's own words."""
    readable = [(name, body) for name, body in files if body.strip()]
    if not readable:
        return text
    name, body = readable[place % len(readable)]
    found = quoted(passage(body[:MOST_READ], question, lot))
    return f"{text}\n\nIn {name} I read {found}, and I would hold this answer against that."


def term_in(sentence: str, question: Question) -> str:
    """Something a sentence speaks of: one of the question's terms if it names one, else a short phrase of its own."""
    low = sentence.lower()
    named = [term for term in question.terms if term.lower() in low]
    phrases = [p for p in noun_phrases(WORD.findall(sentence)) if PHRASE.fullmatch(p) and not p.endswith(("ing", "ed"))]
    best = (named or phrases or list(question.terms) or ["the matter"])[0]
    if best.startswith(("a ", "an ")):
        return f"the {best.partition(' ')[2]}"
    return f"the {best}" if COMMON.fullmatch(best) else best


COMMON = re.compile(r"[a-z]{3,}(?<!s)(?<!ing)")
PHRASE = re.compile(r"(?:the|a|an|your) [a-z]{4,}")
WORD = re.compile(r"\w[\w'’+#/-]*(?:\.\w+)*|[,;:()]")
