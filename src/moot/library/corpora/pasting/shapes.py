"""What is a line by its first signs: a heading, a rule, a thing of a list, the answer to what stands above it?"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

Kind = Literal["bullet", "number", "letter"]


class Line(Struct, frozen=True, kw_only=True):
    """A line of a text."""

    number: int
    """Which, from 1."""
    text: str
    """With the spaces before it."""

    @property
    def indent(self) -> int:
        """How far it is moved to the right."""
        wide = self.text.expandtabs(4)
        return len(wide) - len(wide.lstrip())


class Marked(Struct, frozen=True, kw_only=True):
    """A line that is one thing of a list."""

    kind: Kind
    """What marks it."""
    rest: str
    """What stands behind the mark."""


_HEADING = re.compile(r"\s{0,3}#{1,6}[ \t]+\S")
_RULE = re.compile(r"\s*(?:([-*_=~])\s*(?:\1\s*){2,}|`{3,}\w*|~{3,}\w*)$")
_WORDS = r"(?:question|frage|aufgabe|问题|题目|第|q|f|问)"
_MARKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("bullet", re.compile(r"\s*[-*+•‣◦▪●·–—]\s+(?:\[[ xX]\]\s+)?(?=\S)")),
    ("number", re.compile(r"\s*(?:\*\*)?\d{1,4}(?:[.)]\s+|[.)]\*\*\s+|[、．）]\s*|\s*[:：]\s+)(?=\S)")),
    ("number", re.compile(r"\s*\d{1,3}[.)](?=[^\W\d])")),
    ("number", re.compile(r"\s*[(（\[]\d{1,4}[)）\]][.:]?\s*(?=\S)")),
    ("number", re.compile(rf"\s*(?:\*\*)?{_WORDS}\s*\d{{1,4}}\s*[题.:：)、](?:\*\*)?\s*(?=\S)", re.IGNORECASE)),
    ("number", re.compile(r"\s*[①-⑳]\s*(?=\S)")),
    ("letter", re.compile(r"\s*[(]?[a-zA-Z][.)]\s+(?=\S)")),
)
_ASKS = re.compile(rf"\s*[*_]*{_WORDS}\s*\d{{0,4}}[*_]*\s*[:：][*_]*\s*(?=\S)", re.IGNORECASE)
_LONG = r"(?:(?:correct |right |expected |known )?answer|(?:richtige |korrekte )?antwort|lösung|solution|(?:正确)?答案)"
_ANSWERS = re.compile(rf"\s*[(\[*_]*(?:{_LONG}|a|ans|答|回答)\s*\d{{0,4}}[*_]*\s*[:：][*_]*\s*", re.IGNORECASE)
_BEHIND = re.compile(rf"(?<=[?？.。!！\"”»)）])\s*[(（\[*_]*{_LONG}[*_]*\s*[:：][*_]*\s*", re.IGNORECASE)


def is_heading(text: str) -> bool:
    """`## A heading`."""
    return bool(_HEADING.match(text))


def is_rule(text: str) -> bool:
    """`---`, or the fence around code."""
    return bool(_RULE.match(text))


def marked(text: str) -> Marked | None:
    """A thing of a list: `- so`, `3) so`, `Question 4: so`, `5、so`; `1,000` and `-3` are none."""
    for kind, form in _MARKS:
        if found := form.match(text):
            return Marked(kind=kind, rest=text[found.end() :].strip().removesuffix("**").strip())
    return None


def asked(text: str) -> str:
    """What stands behind `Q:`, `Frage 2:` or `问：`; empty where a line does not begin so."""
    found = _ASKS.match(text)
    return text[found.end() :].strip() if found else ""


def answered(text: str) -> str | None:
    """What stands behind `A:`, `Antwort:` or `答案：` at the beginning of a line; `None` where it does not begin so."""
    found = _ANSWERS.match(text)
    return _closed(text[found.end() :]) if found else None


def split_answer(text: str) -> tuple[str, str]:
    """A question and what stands behind `Answer:` at its end; an empty answer where none does."""
    found = _BEHIND.search(text)
    return (text[: found.start()].strip(), _closed(text[found.end() :])) if found else (text, "")


def _closed(text: str) -> str:
    told = text.strip().strip("*_").strip()
    return told[:-1].strip() if told[-1:] in ")）]" and not set("(（[") & set(told) else told
