"""Make the copy of a seat's text that other seats, or a person at a terminal, read.

`review_copy` is pure and idempotent, and keeps code verbatim: it shows hidden characters, breaks the tokens of chat
templates so that no tokenizer reads them as a change of speaker, and cuts to the same length for everyone. `words_only`
removes the thinking from an answer.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import Struct

from moot.reading.hidden_characters import ends_in_a_joiner, shown
from moot.reading.label_letters import folded
from moot.vocabulary.words.context_room import LEAST_COPY

LEAST_ALLOWANCE = LEAST_COPY
"""Smallest allowance: below it, the mark of a cut would be most of the copy."""
MOST_TAGS = 2_000
"""Thinking tags that are read; text after them counts as thinking."""


class ReviewCopy(Struct, frozen=True):
    """A text as others read it."""

    text: str
    cut: bool
    """Whether this call cut the text."""


class ReviewText(NamedTuple):
    """An answer without its thinking, and the thinking."""

    text: str
    thinking: str


def review_copy(text: str, allowance: int) -> ReviewCopy:
    """Return the copy for other seats, at most `allowance` characters."""
    if allowance < LEAST_ALLOWANCE:
        raise ValueError(f"a review copy needs an allowance of at least {LEAST_ALLOWANCE} characters")
    whole = _SQUARE_TOKEN.sub(f"[{BREAK}", _ANGLE_TOKEN.sub(f"<{BREAK}", shown(_newlines(text))))
    if len(whole) <= allowance:
        return ReviewCopy(whole, False)
    kept = whole[: allowance - len(_cut_mark(len(whole)))]
    while ends_in_a_joiner(kept):
        kept = kept[:-1]
    return ReviewCopy(kept + _cut_mark(len(whole) - len(kept)), True)


def printable(text: str) -> str:
    """Return the text for a terminal: no control character but line feed and tab, nothing that reorders or hides."""
    return shown(_newlines(text))


def words_only(text: str) -> ReviewText:
    """Separate thinking from words.

    A tag counts where models write it: an opening one at the beginning of a line, a closing one without an opening at
    the beginning or end of a line, neither inside a code fence. Unclosed thinking extends to the end.
    """
    low = folded(text)
    if not any(name in low for name in ("think>", "thinking>", "thought>", "reasoning>")):
        return ReviewText(text, "")
    words: list[str] = []
    thinking: list[str] = []
    at = fences = counted = 0
    for number, found in enumerate(_THINKING.finditer(low)):
        start, end = found.span()
        if number >= MOST_TAGS and start >= at:
            thinking.append(text[start:])
            words.append(text[at:start])
            at = len(text)
            break
        if start < at or not (_begins_line(low, start, at) or (found["slash"] and _ends_line(low, end))):
            continue
        fences += low.count("\n```", counted, start) + (counted == 0 and low.startswith("```"))
        counted = start or counted
        if fences % 2:
            continue
        if found["slash"]:
            if not thinking:
                thinking.append(text[:start])
                at = end
            continue
        words.append(text[at:start])
        closer = low.find(f"</{found['name']}>", end)
        thinking.append(text[end : closer if closer >= 0 else len(text)])
        at = counted = len(text) if closer < 0 else closer + len(found["name"]) + 3
        if closer < 0:
            break
    if not thinking:
        return ReviewText(text, "")
    words.append(text[at:])
    return ReviewText("".join(words).strip(), "\n\n".join(thought.strip() for thought in thinking))


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _cut_mark(number: int) -> str:
    return f"\n[… cut: {number} characters left out]"


def _begins_line(text: str, start: int, at: int) -> bool:
    """Return whether only a little white space precedes `at` on its line, or since the last section."""
    before = text[max(at, start - 12) : start]
    return not before[before.rfind("\n") + 1 :].strip() and ("\n" in before or start - at <= 12)


def _ends_line(text: str, end: int) -> bool:
    after = text[end : end + 12].lstrip(" \t")
    return not after or after[0] == "\n"


BREAK = "·"
_NAMES = (
    r"/?(?:s|bos|eos|unk|pad|mask|sop|eop|start_of_turn|end_of_turn|start_of_image|tool_call|tool_response|tools"
    r"|think|thinking|thought|reasoning)"
)
_TITLES = r"INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|THINK|gMASK|sMASK"
# Linear: a fixed first character, then a look-ahead at a bounded name that cannot contain its own end.
_ANGLE_TOKEN = re.compile(rf"(?i)<(?=[|｜][^\s<>|｜]{{1,64}}[|｜]>|</?SYS>>|{_NAMES}>)")
_SQUARE_TOKEN = re.compile(rf"(?i)\[(?=/?[A-Z])(?=/?(?:{_TITLES})\])")
_THINKING = re.compile(r"<(?P<slash>/?)(?P<name>think|thinking|thought|reasoning)>")
