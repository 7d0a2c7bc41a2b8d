"""Of which sentences does a text consist, and which of them are not its author's own words on the question?

Code, quotations, thinking, other people's sections and rows of tables stand apart. Boxes, fields of JSON and rows that
give the answer are written as plain statements, so that one reader reads them all. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from moot.protocols.consensus.answers import cues

LONGEST_BOX = 400
"""Characters of a box."""
LONGEST_QUOTE = 4_000
"""Characters after which a mark of quotation is none."""
SMALL_BLOCK = 300
"""Characters up to which a block of code at the end, or of JSON, may hold the answer."""

_BOX = re.compile(r"\\(?:boxed|fbox)\s{0,3}\{")
_WRAPPED = re.compile(r"\\(?:text|textbf|mathrm|mathbf|mathit|operatorname)\s{0,3}\{([^{}\n]{0,300})\}")
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}+|~{3,}+)[ \t]*+([\w+-]*+)[^\n`]*+$")
_FIELD = re.compile(
    r"\"(?:final[_ ]?answer|answer|final|choice|selected|selection|solution|verdict|antwort|réponse|"
    r"respuesta)\"\s{0,3}:\s{0,3}"
    r"(?:\"([^\"\n]{0,300})\"|([^\s\",}\]]{1,40}))",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(?:final[_-]?)?answer>([^<\n]{0,300})()</(?:final[_-]?)?answer>", re.IGNORECASE)
_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
# Linear: a mark, and a bounded gap.
_SPLIT = re.compile(r"(?<=[!?;])[\"'”»*_)]{0,3}\s+|(?<=[。！？；])|(?<=\.)[\"'”»*_)]{0,3}\s+|(?<=\.[\"'”»)])\s+")
_SHORTENED = re.compile(
    r"\b(St|Mr|Mrs|Dr|Ms|vs|approx|e\.g|i\.e|Prof|Jr|Sr|Mt|Ft|ca|bzw|z\.B|cf|Eq|Fig|Sec|u\.a|[IVX]+|[A-Z]\.[A-Z])\. "
)
_CLOSING = {"“": "”", "«": "»", "„": "“", "「": "」", "『": "』"}


class Sentence(Struct, frozen=True):
    """A sentence, or a line without an end."""

    text: str
    """Its words."""
    line: int
    """The line it stands in, of those that are not empty."""
    whole: bool
    """Whether it is the whole line."""
    apart: bool
    """Whether it is not the author's own word on the question."""


def sentences_in(answer: str, kept: re.Pattern[str] | None = None) -> Iterator[Sentence]:
    """The sentences of a text, in order; what `kept` ends with a full stop ends no sentence."""
    text = _unquoted(_TAG.sub(_as_line, _FIELD.sub(_as_line, _boxes(_thought(answer)))))
    number, apart_until, section, led_in = -1, "", False, False
    for line, code in _lines(text):
        if not line.strip():
            led_in = led_in and apart_until != "in it"
            apart_until = ""
            continue
        number += 1
        heading = bool(re.match(r"\s*#{1,6}\s", line)) or bool(re.fullmatch(r"\s*\*\*[^*]{1,120}\*\*:?\s*", line))
        if heading and not cues.STATED.search(line):
            section = cues.PEOPLE.search(line) is not None and re.search(r"(?i)\b(my|final)\b", line) is None
        quoted = line.lstrip().startswith(">")
        apart = code or quoted or section or led_in
        if led_in:
            apart_until = "in it"
        row = _ROW.match(line)
        if row:
            line, apart = _told_by(row[1], apart)
        bare = line.replace("**", "").replace("__", "").replace("`", "").strip()
        bare = re.sub(r"^(?:[-*+•]\s+|>\s*)", "", bare)
        bare = kept.sub(lambda stop: f"{stop[1]}.\u2063", bare) if kept else bare
        parts = [part for part in _SPLIT.split(_SHORTENED.sub("\\1.\u2063", bare)) if part and part.strip()]
        for part in parts:
            yield Sentence(part.replace("\u2063", " ").strip(), number, len(parts) == 1, apart)
        if bare.endswith((":", "：")) and parts and not apart:
            leads = (
                cues.OTHERS.search(parts[-1])
                or cues.PEOPLE.search(parts[-1])
                or re.search(
                    r"(?i)\b(wrong|incorrect|ended|reads?|repl\w+|output|log|print\w*|return\w*|produced?)\b", parts[-1]
                )
            )
            led_in = bool(leads) and not cues.TITLE.fullmatch(parts[-1]) and cues.CHANGE.search(parts[-1]) is None
            apart_until = ""
        elif not apart:
            led_in = False


def _thought(text: str) -> str:
    """Without what was thought aloud."""
    if "<think" not in text:
        return text
    kept, at = [], 0
    while (begins := text.find("<think", at)) >= 0:
        ends = text.find("</think", begins)
        if ends < 0:
            break
        kept.append(text[at:begins])
        at = text.find(">", ends) + 1 or len(text)
    return "".join((*kept, text[at:]))


def _boxes(text: str) -> str:
    """Boxes between marks of their own; braces may be nested inside."""
    made, at = [], 0
    for match in _BOX.finditer(text):
        if match.start() < at:
            continue
        depth, end = 1, match.end()
        most = min(len(text), end + LONGEST_BOX)
        while end < most and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if depth:
            continue
        inner = text[match.end() : end - 1].replace("\n", " ")
        for _ in range(3):
            inner = _WRAPPED.sub(r"\1", inner)
        made += [text[at : match.start()], "⟦", inner.replace(". ", ".\u2063"), "⟧"]
        at = end
    return "".join((*made, text[at:]))


def _as_line(field: re.Match[str]) -> str:
    return f"\nAnswer: {(field[1] if field[1] is not None else field[2]).strip()}\n"


def _unquoted(text: str) -> str:
    """Without quotations of more than three words; what is quoted alone may be the answer itself."""
    if not any(mark in text for mark in '"“«„「『'):
        return text
    made, at, opened = [], 0, -1
    closing = ""
    for index, sign in enumerate(text):
        if opened >= 0 and index - opened > LONGEST_QUOTE:
            opened = -1
        if opened < 0:
            before = text[index - 1 : index]
            if sign in _CLOSING or (
                sign == '"' and (not before or before in " \n\t([>-—:*") and text[index + 1 : index + 2].strip()
            ):
                opened, closing = index, _CLOSING.get(sign, '"')
        elif sign == closing and (sign != '"' or text[index - 1].strip()):
            if len(text[opened:index].split()) > 3 or (
                any(sign > "\u3000" for sign in text[opened:index]) and index - opened > 5
            ):
                made += [text[at : opened + 1], " … "]
                at = index
            opened = -1
    return "".join((*made, text[at:]))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code. A small block of JSON, or one at the end, is none; one left open neither."""
    lines = text.split("\n")
    fences = [(at, found) for at, line in enumerate(lines) if (found := _FENCE.match(line))]
    code = [False] * len(lines)
    written = max((at for at, line in enumerate(lines) if line.strip()), default=-1)
    at = 0
    while at + 1 < len(fences):
        (first, opening), (last, _) = fences[at], fences[at + 1]
        inside = lines[first + 1 : last]
        small = sum(map(len, inside)) <= SMALL_BLOCK and (opening[2].lower() == "json" or sum(map(bool, inside)) <= 2)
        ends = written <= last
        plain = opening[2].lower() in ("", "json", "text", "markdown", "md", "latex", "math")
        for number in range(first, last + 1):
            code[number] = not (small and plain and (ends or opening[2].lower() == "json")) or number in (first, last)
        at += 2
    return iter(
        [("" if is_code and _FENCE.match(line) else line, is_code) for line, is_code in zip(lines, code, strict=True)]
    )


def _told_by(row: str, apart: bool) -> tuple[str, bool]:
    """A row of a table: a statement where its first cell announces the answer."""
    cells = [cell.strip(" *_`") for cell in row.split("|")]
    if len(cells) == 2 and cues.TITLE.fullmatch(cells[0]):
        return f"{cells[0]}: {cells[1]}", apart
    return row, True
