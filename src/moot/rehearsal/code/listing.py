"""Which code is a rehearsal voice shown, and in what language is it? Files, blocks, bare text."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

MOST_LINES = 4_000
LONGEST_LINE = 400


class Code(Struct, frozen=True, kw_only=True):
    """One file or block of code."""

    language: str
    """`python`, `javascript`, `go`, `sql`, `java`, `c` or `rust`; empty when nothing tells."""
    lines: tuple[str, ...]
    """Its lines; the first is line 1."""
    name: str = ""
    """The file's name, where it has one."""

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


@lru_cache(maxsize=64)
def code_in(text: str) -> tuple[Code, ...]:
    """All code in a text: the files attached to it, else its blocks, else the text where it is code itself."""
    files = [(name, body, language_of(name, body)) for name, body in attached(text)]
    found = [coded(name, body, language) for name, body, language in files if language]
    if found:
        return tuple(found)
    blocks = [
        coded("", body, LANGUAGES.get(info.lower(), "") or language_of("", body)) for info, body in blocks_in(text)
    ]
    found += [block for block in blocks if block.language]
    if not found and (body := bare(text)):
        found.append(coded("", body, language_of("", body)))
    return tuple(found)


def coded(name: str, body: str, language: str) -> Code:
    """The code with lines of a bearable number and length."""
    lines = body.splitlines()[:MOST_LINES]
    return Code(name=name, language=language, lines=tuple(line[:LONGEST_LINE] for line in lines))


def attached(text: str) -> list[tuple[str, str]]:
    """Name and text of every attached file; the fence is the one `floor/prompts.py` puts around it."""
    found, at = [], 0
    while (start := text.find("Attached file ", at)) >= 0:
        head = ATTACHED.match(text, start)
        close = text.find(f"\n</file {head[2]}>", head.end()) if head else -1
        if head is None or close < 0:
            at = start + 1
            continue
        found.append((head[1], text[head.end() : close]))
        at = close
    return found


def blocks_in(text: str) -> list[tuple[str, str]]:
    """Language word and body of every fenced block of Markdown."""
    found: list[tuple[str, str]] = []
    opened: list[str] | None = None
    info = ""
    for line in text.splitlines():
        if not line.startswith("```"):
            if opened is not None:
                opened.append(line)
        elif opened is None:
            opened, info = [], line[3:].strip().partition(" ")[0]
        else:
            found.append((info, "\n".join(opened)))
            opened = None
    return found


def bare(text: str) -> str:
    """The text itself from its first line of code, when most of it is code."""
    lines = text.splitlines()[:MOST_LINES]
    marks = [bool(CODED.search(line[:LONGEST_LINE])) for line in lines]
    if sum(marks) < 3 or not any(marks):
        return ""
    first = marks.index(True)
    last = len(marks) - marks[::-1].index(True)
    inside = [line for line in lines[first:last] if line.strip()]
    return "\n".join(lines[first:last]) if sum(marks) >= 0.5 * len(inside) else ""


def language_of(name: str, body: str) -> str:
    """The language, by the name's ending, else by what only one of them would say."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending in LANGUAGES:
        return LANGUAGES[ending]
    if ending in {"md", "txt", "csv", "json", "toml", "yaml", "yml", "html", "pdf", "docx"}:
        return ""
    head = "\n".join(line[:LONGEST_LINE] for line in body.splitlines()[:400])
    counts = {language: len(sign.findall(head)) for language, sign in TELLS}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""


ATTACHED = re.compile(r"Attached file ([^\n]{1,120}?):\n<file ([0-9a-f]{4,64})>\n")
LANGUAGES = {
    "py": "python", "python": "python", "pyw": "python", "js": "javascript", "mjs": "javascript", "jsx": "javascript",
    "javascript": "javascript", "ts": "javascript", "tsx": "javascript", "typescript": "javascript",
    "go": "go", "golang": "go", "sql": "sql", "psql": "sql", "java": "java", "c": "c", "h": "c", "cpp": "c", "cc": "c",
    "c++": "c", "hpp": "c", "rs": "rust", "rust": "rust",
}  # fmt: skip
TELLS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "python",
        re.compile(r"^\s*(?:(?:async )?def \w+\(.*:\s*$|from [\w.]+ import |import \w+$|elif |except\b.*:)", re.M),
    ),
    ("go", re.compile(r"^\s*(?:package \w+|func (?:\(\w+ )?\*?\w+.*\{\s*$|import \($|\w+(?:, \w+)* := )", re.M)),
    ("rust", re.compile(r"^\s*(?:(?:pub )?fn \w+|let mut |use \w+::|impl\b)", re.M)),
    ("java", re.compile(r"^\s*(?:public |private |protected |import java\b|@Override)", re.M)),
    ("c", re.compile(r"^\s*(?:#include\b|(?:static )?(?:int|void|char) \*?\w+\(.*\)\s*\{?$|std::)", re.M)),
    (
        "javascript",
        re.compile(
            r"^\s*(?:(?:async )?function\b|const \w+ ?=|let \w+ ?=|var \w+ ?=|module\.exports|export |.*=> ?\{)", re.M
        ),
    ),
    (
        "sql",
        re.compile(
            r"^\s*(?:SELECT\b|INSERT INTO\b|UPDATE \w+\s+SET\b|UPDATE \w+$|DELETE FROM\b|ALTER TABLE\b"
            r"|CREATE (?:TABLE|OR|FUNCTION|VIEW)\b)",
            re.M | re.I,
        ),
    ),
)
CODED = re.compile(
    r"[;{}]\s*$|^\s*(?:def |class |return\b|import |from \w+ import|if .*:$|for .*:$|else:|func |const |let |var "
    r"|package |#include|SELECT\b|FROM\b|WHERE\b|INSERT\b|UPDATE\b|DELETE\b|CREATE\b|fn |pub |//|try:|except|async "
    r"|with .*:$|while .*:$)"
    r"|^\s*\w+(?:\.\w+)*\s*:?=\s*\S|^\s*[\w.]+\(.*\)\s*$|\)\s*:\s*$"
)
