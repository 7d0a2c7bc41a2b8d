"""Quote untrusted Markdown inside ours, line by line, so that it cannot escape.

Every line begins with `> `. Raw HTML, images and link definitions are defused outside of code; fences are written anew,
closed, at the quotation's own level, so that no renderer can take for code what was read here as text, or the reverse.
Linear in the text. Tested by `tests/exports/markdown/test_markdown.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from moot.reading.review_copy import printable

_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)([^`]*+)$")
"""Pattern of a line that opens a code fence. Linear: possessive quantifiers do not backtrack."""
_TAG = re.compile(r"\\?<(?=[A-Za-z/!?])")
_TICK = re.compile(r"\\[!-/:-@\[-`{-~]|`+")
# Start of a link definition or a footnote: markers, then a bracket. Linear: each round consumes a marker.
_DEFINITION = re.compile(r"((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*)\[(?![^\[\]]{0,999}\]\()")
_SPECIAL = re.compile(r"[\\`*\[\]|~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w)")


def quoted(text: str) -> str:
    """Return Markdown from a model as a quotation, so that it cannot change the rest of the file."""
    return "\n".join(("> " + line).rstrip() for line in _disarmed(printable(text)))


def plain(text: str) -> str:
    """Return text from a model on one line, with all its Markdown escaped."""
    line = " ".join(printable(text).split())
    return _SPECIAL.sub(lambda found: {"<": "&lt;", "&": "&amp;"}.get(found[0], "\\" + found[0]), line)


def _disarmed(text: str) -> list[str]:
    lines, safe = text.split("\n"), []
    at, first = 0, 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        if fence is None:
            at += 1
            continue
        stop = _fence_end(lines, at, fence[1])
        safe += _passage(lines[first:at])
        # The empty line ends any list or quotation before it, for every renderer.
        safe += [*([""] if safe and safe[-1].strip() else []), *_fenced(lines[at + 1 : stop], fence[2])]
        at = first = stop + 1
    return [*safe, *_passage(lines[first:])]


def _fence_end(lines: list[str], at: int, opener: str) -> int:
    """Return the index of the line that closes the fence opened at `at`, or the number of lines if none does."""
    for stop in range(at + 1, len(lines)):
        bare = lines[stop].strip(" ")
        if bare.startswith(opener) and not bare.strip(opener[0]) and not lines[stop].startswith("    "):
            return stop
    return len(lines)


def _fenced(body: list[str], info: str) -> list[str]:
    longest = max((len(run) for line in body for run in re.findall("`+", line)), default=0)
    ticks = "`" * max(3, longest + 1)
    return [ticks + re.sub(r"[^\w+#.-]", "", info)[:20], *body, ticks]


def _passage(lines: list[str]) -> list[str]:
    # With links or table cells, a renderer may pair backticks otherwise than on a plain line.
    linked = any("](" in line for line in lines)
    return [_line(line, trusted=not linked and "|" not in line) for line in lines]


def _line(line: str, *, trusted: bool) -> str:
    """Return a line with HTML tags made harmless. Tags in code are kept only if the line is `trusted`: certain to be
    code for every renderer."""
    line = _DEFINITION.sub(r"\1\\[", line, count=1) if _DEFINITION.match(line) else line
    runs: dict[int, list[int]] = {}
    for run in re.finditer("`+", line):
        runs.setdefault(len(run[0]), []).append(run.start())
    parts: list[str] = []
    at = start = 0
    while found := _TICK.search(line, at):
        at = found.end()
        if found[0][0] == "\\":
            continue
        places = runs.get(len(found[0]), [])
        closing = bisect_left(places, at)
        parts.append(_text(line[start : found.start()]))
        if closing == len(places):
            parts.append("\\`" * len(found[0]))
        else:
            words = line[at : places[closing]]
            parts.append(found[0] + (words if trusted else _text(words)) + found[0])
            at = places[closing] + len(found[0])
        start = at
    return "".join([*parts, _text(line[start:])])


def _text(text: str) -> str:
    return _TAG.sub("&lt;", text.replace("![", "!\\["))
