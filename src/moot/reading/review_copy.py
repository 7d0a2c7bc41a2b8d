"""Make the copy of a text that other seats, or a person at a terminal, read; and fold text to compare labels.

`review_copy` is pure and idempotent, and keeps code verbatim: it shows hidden characters as `⟨U+200B⟩`, breaks the
tokens of chat templates so that no tokenizer reads them as a change of speaker, and cuts to the same length for
everyone. `words_only` removes the thinking from an answer.

Hidden characters are control characters, bidi controls, tag characters, zero-width characters, separators that break
lines, and halves of surrogate pairs. Ordinary writing is kept: a joiner between two letters or symbols beyond ASCII
(Persian, Hindi, emoji) and a variation selector after a symbol, one at a time, so that no row of them can spell
anything.

`folded` makes two spellings of a label equal. The code that draws labels (`sheet_text.py`) and the parser
(`ballot_reader.py`) both use it: otherwise a text could contain a label that the draw did not see.
`tests/reading/test_sheet_text.py` compares them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from msgspec import Struct

from moot.vocabulary.words.context_room import LEAST_COPY

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""Characters of labels: no vowels, so that no word is a label; no 0, 1, L or Y, which are easily
confused with others.
"""

DIGITS, LETTERS = ALPHABET[:8], ALPHABET[8:]

LABEL_LENGTH = 4


def folded(text: str) -> str:
    """Return the text in lower case with every character at its old index, so that positions found in one are valid in
    the other."""
    return text.replace("\u0130", "i").lower()  # the only character with two characters in small letters


def looks_like_a_label(word: str, length: int = LABEL_LENGTH) -> bool:
    """Return whether a lower-case word has the form of the labels drawn for texts: a given length, with a digit and a
    letter."""
    return (
        len(word) == length
        and all(letter in _FOLDED_ALPHABET for letter in word)
        and not word.isdigit()
        and not word.isalpha()
    )


_FOLDED_ALPHABET = frozenset(folded(ALPHABET))


def shown(text: str) -> str:
    """Return the text with every hidden character made visible. Applying it twice changes nothing more."""
    if _HIDDEN.search(text) is None:
        return text
    return _HIDDEN.sub(lambda found: _one(found, text), text)


def ends_in_a_joiner(text: str) -> bool:
    """Return whether a text ends in a zero-width joiner, whose effect depends on the character that follows."""
    return text[-1:] in ("\u200c", "\u200d")


def _one(found: re.Match[str], text: str) -> str:
    character = found[0]
    if character in "\u200c\u200d\ufe0e\ufe0f":
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        if character in "\u200c\u200d":
            emoji = (
                before == "\ufe0f" and unicodedata.category(text[found.start() - 2 : found.start() - 1] or " ") == "So"
            )
            if (emoji or _joins(before)) and _joins(after):
                return character
        elif before and (before in "0123456789#*" or unicodedata.category(before) in ("So", "Sm", "Po", "Sk")):
            return character
    return f"⟨U+{ord(character):04X}⟩"


def _joins(character: str) -> bool:
    """Return whether a zero-width joiner is allowed next to this character.

    A joiner beside a hidden character is not allowed, because the hidden character will be replaced.
    """
    return (
        character > "\x7f"
        and character not in _BRACKETS
        and _HIDDEN.match(character) is None
        and unicodedata.category(character) in ("Lo", "Mn", "Mc", "So", "Sk")
    )


_BRACKETS = "⟨⟩"
# Linear: one character at a time, without any repetition.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


LEAST_ALLOWANCE = LEAST_COPY
"""Minimum length of a copy. In a shorter copy, the mark of the cut would take most of the space."""
MOST_TAGS = 2_000
"""Maximum number of thinking tags examined. Text after the last of these tags counts as thinking."""


class ReviewCopy(Struct, frozen=True):
    """The copy of a text that other seats are shown: hidden characters are visible, and it may be cut."""

    text: str
    cut: bool
    """Whether the text was cut to make this copy."""


class ReviewText(NamedTuple):
    """A model's reply in two parts: its answer, and its thinking."""

    text: str
    thinking: str


def review_copy(text: str, allowance: int) -> ReviewCopy:
    """Return the copy of a text that other seats are shown, cut to at most `allowance` characters."""
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
    """Return the text safe for a terminal: without control characters except line feed and tab, and without characters
    that reorder or hide text."""
    return shown(_newlines(text))


def words_only(text: str) -> ReviewText:
    """Split a model's reply into its answer and its thinking (text in tags such as `<think>`).

    An opening tag counts at the beginning of a line. A closing tag without an opening one counts at the beginning or
    end of a line. Tags inside a code fence do not count. If thinking is not closed, the rest of the text is thinking.
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
    """Return whether at most a little white space precedes `start` on its line, or since `at`, where the last section
    ended."""
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
