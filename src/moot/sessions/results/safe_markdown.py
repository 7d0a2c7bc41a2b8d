"""How is a stranger's Markdown drawn as HTML that can do nothing? By a small subset of our own, escaped throughout.

Paragraphs, headings (demoted), lists, quotations, tables, code, emphasis and links to http, https and mailto with their
host in sight. No raw HTML, no images, no attributes but those in `ALLOWED`. Time is linear: blocks nest at most
`DEEPEST` levels, no search within a line gives anything back, and of one text at most `LONGEST` characters are drawn.
Held by `tests/sessions/results/test_safe_markdown.py` and `tests/test_doubling.py`.
"""

from __future__ import annotations

import re
from html import escape

from moot.reading.review_copy import printable
from moot.sessions.results.safe_inlines import inlines

ALLOWED: dict[str, frozenset[str]] = {
    **{
        tag: frozenset()
        for tag in (
            "ul",
            "pre",
            "code",
            "strong",
            "em",
            "del",
            "blockquote",
            "hr",
            "br",
            "table",
            "thead",
            "tbody",
            "tr",
        )
    },
    **{tag: frozenset({"dir"}) for tag in ("p", "h4", "h5", "h6", "li", "th", "td")},
    "ol": frozenset({"start"}),
    "a": frozenset({"href", "rel"}),
    "small": frozenset(),
}
"""Every tag that can come out, with the attributes it can have."""
DEEPEST = 4
"""Levels of lists and quotations; deeper ones are drawn as paragraphs."""
WIDEST = 24
"""Most columns of a table; wider ones are drawn as a paragraph."""
LONGEST = 200_000
"""Most characters of one text that are drawn; a line below says so, and where the rest is."""

FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)([^`]*+)$")
"""A line that opens a code fence. Linear: no part gives anything back."""
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_ITEM = re.compile(r"( {0,3})([-*+•]|\d{1,9}[.)])(?:( {1,4})(?=\S)| *$)")
_QUOTE = re.compile(r" {0,3}> ?")
_BEGINNINGS = frozenset("`~#-*_+•>")
"""What the lines above can begin with, besides a digit; most lines begin with a letter."""
# Linear: without the space around it, every part begins with a character that the one before cannot hold.
_DIVIDER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")


def html_from(text: str, top: int = 4) -> str:
    """The text as HTML; its largest heading becomes `<h{top}>`."""
    drawn = _blocks(printable(text[:LONGEST]).expandtabs(4).split("\n"), top, 0)
    if len(text) <= LONGEST:
        return drawn
    told = f"Shown up to {LONGEST:,} of {len(text):,} characters; the JSON export holds the whole."
    return f"{drawn}\n<p><strong>{told}</strong></p>"


def _blocks(lines: list[str], top: int, depth: int) -> str:
    drawn: list[str] = []
    paragraph: list[str] = []
    at = 0

    def end_paragraph() -> None:
        if paragraph:
            words = "\n".join(line.strip(" ") + ("  " if line.endswith("  ") else "") for line in paragraph)
            drawn.append(f'<p dir="auto">{inlines(words)}</p>')
            paragraph.clear()

    while at < len(lines):
        line = lines[at]
        bare = line.strip()
        marked = bare[:1] in _BEGINNINGS or bare[:1].isdecimal()
        if marked and (fence := FENCE.match(line)):
            end_paragraph()
            stop = fence_end(lines, at, fence[1])
            indent = len(line) - len(line.lstrip(" "))
            body = "\n".join(_dedented(inner, indent) for inner in lines[at + 1 : stop])
            drawn.append(f"<pre><code>{escape(body)}\n</code></pre>")
            at = stop + 1
            continue
        if not bare:
            end_paragraph()
        elif marked and (heading := _HEADING.match(line)):
            end_paragraph()
            level = min(6, top + len(heading[1]) - 1)
            words = (heading[2] or "").strip().rstrip("#").rstrip()
            drawn.append(f'<h{level} dir="auto">{inlines(words)}</h{level}>')
        elif marked and _RULE.match(line):
            end_paragraph()
            drawn.append("<hr>")
        elif marked and depth < DEEPEST and _QUOTE.match(line):
            end_paragraph()
            stop = at
            while stop < len(lines) and _QUOTE.match(lines[stop]):
                stop += 1
            inner = [_QUOTE.sub("", quoted, count=1) for quoted in lines[at:stop]]
            drawn.append(f"<blockquote>{_blocks(inner, top, depth + 1)}</blockquote>")
            at = stop
            continue
        elif marked and depth < DEEPEST and (item := _ITEM.match(line)) and _may_begin(item, paragraph):
            end_paragraph()
            at = _list(lines, at, top, depth, drawn)
            continue
        elif not paragraph and line.startswith("    "):
            stop = at
            while stop < len(lines) and (lines[stop].startswith("    ") or not lines[stop].strip()):
                stop += 1
            body = "\n".join(row[4:] for row in lines[at:stop]).rstrip()
            drawn.append(f"<pre><code>{escape(body)}\n</code></pre>")
            at = stop
            continue
        elif not paragraph and (stop := _table_end(lines, at)):
            drawn.append(_table(lines[at:stop]))
            at = stop
            continue
        else:
            paragraph.append(line)
        at += 1
    end_paragraph()
    return "\n".join(drawn)


def fence_end(lines: list[str], at: int, opener: str) -> int:
    """The line that closes the fence opened at `at`, or the number of lines when none does."""
    for stop in range(at + 1, len(lines)):
        bare = lines[stop].strip(" ")
        if bare.startswith(opener) and not bare.strip(opener[0]) and not lines[stop].startswith("    "):
            return stop
    return len(lines)


def _may_begin(item: re.Match[str], paragraph: list[str]) -> bool:
    """A number in the middle of a paragraph is no list unless it is 1; an empty item begins none."""
    if not paragraph:
        return True
    return item[3] is not None and (not item[2][0].isdigit() or item[2][:-1] == "1")


def _list(lines: list[str], at: int, top: int, depth: int, drawn: list[str]) -> int:
    """Draws the list that begins at a line and returns the line after it."""
    first = _ITEM.match(lines[at])
    assert first is not None
    numbered = first[2][0].isdigit()
    kind = first[2][-1]
    items: list[list[str]] = []
    while at < len(lines):
        item = _ITEM.match(lines[at])
        if not item or item[2][-1] != kind or item[2][0].isdigit() != numbered or _RULE.match(lines[at]):
            break
        inner = [lines[at][item.end() :]]
        width = item.end() if item[3] else len(item[1]) + len(item[2]) + 1
        at += 1
        at = _item(lines, at, inner, width)
        items.append(inner)
        if at < len(lines) and not lines[at].strip():
            ahead = at + 1
            if ahead < len(lines) and _ITEM.match(lines[ahead]):
                at = ahead
    tight = all(not any(not line.strip() for line in item) for item in items)
    parts = []
    for item_lines in items:
        body = _blocks(item_lines, top, depth + 1)
        parts.append(f'<li dir="auto">{_tight(body) if tight else body}</li>')
    number = int(first[2][:-1]) if numbered else 1
    start = f' start="{number}"' if numbered and number != 1 else ""
    drawn.append(f"<ol{start}>" + "".join(parts) + "</ol>" if numbered else "<ul>" + "".join(parts) + "</ul>")
    return at


def _item(lines: list[str], at: int, inner: list[str], width: int) -> int:
    """Collects the lines of one item: those indented under it, and the rest of its paragraph."""
    fence = FENCE.match(inner[0])
    open_fence = fence[1] if fence else ""
    while at < len(lines):
        line = lines[at]
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and indent < min(width, 2):
            if open_fence or not inner[-1].strip() or _begins_block(line):
                break
            inner.append(line.strip())
        elif not line.strip():
            if at + 1 >= len(lines) or (lines[at + 1].strip() and not lines[at + 1].startswith("  ")):
                break
            inner.append("")
        else:
            inner.append(_dedented(line, width))
            if open_fence and inner[-1].strip(" ").startswith(open_fence):
                open_fence = ""
            elif not open_fence and (fence := FENCE.match(inner[-1])):
                open_fence = fence[1]
        at += 1
    return at


def _begins_block(line: str) -> bool:
    return bool(
        _ITEM.match(line) or FENCE.match(line) or _HEADING.match(line) or _QUOTE.match(line) or _RULE.match(line)
    )


def _tight(body: str) -> str:
    """Without the paragraph around an item's first words."""
    opening, closing = '<p dir="auto">', "</p>"
    if not body.startswith(opening):
        return body
    words, _, rest = body[len(opening) :].partition(closing)
    return words + rest


def _dedented(line: str, width: int) -> str:
    spaces = len(line) - len(line.lstrip(" "))
    return line[min(spaces, width) :]


def _table_end(lines: list[str], at: int) -> int:
    """The line after the table that begins at a line; 0 when none does."""
    if at + 1 >= len(lines) or "|" not in lines[at] or not _DIVIDER.fullmatch(lines[at + 1].strip(" \t")):
        return 0
    columns = len(_cells(lines[at]))
    if columns != len(_cells(lines[at + 1])) or columns > WIDEST:
        return 0
    stop = at + 2
    while stop < len(lines) and "|" in lines[stop] and lines[stop].strip():
        stop += 1
    return stop


def _table(lines: list[str]) -> str:
    heads = _cells(lines[0])
    head = "".join(f'<th dir="auto">{inlines(cell)}</th>' for cell in heads)
    rows = []
    for line in lines[2:]:
        cells = [*_cells(line)[: len(heads)], *[""] * len(heads)][: len(heads)]
        rows.append("<tr>" + "".join(f'<td dir="auto">{inlines(cell)}</td>' for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cells(line: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", line.strip())
    if parts and not parts[0].strip():
        parts = parts[1:]
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    return [part.strip().replace("\\|", "|") for part in parts]
