"""How is a stranger's Markdown drawn as HTML that can do nothing? By a small subset of our own, escaped throughout.

Paragraphs, headings (demoted), lists, quotations, tables, code in colours, formulas, emphasis and links to http, https
and mailto with their host in sight. No raw HTML, no images, no attributes but those in `ALLOWED`. Time is linear:
blocks nest at most `DEEPEST` levels, no search within a line gives anything back, and of one text at most `LONGEST`
characters are drawn.
Held by `tests/sessions/results/test_safe_markdown.py` and `tests/test_doubling.py`.
"""

from __future__ import annotations

import re
from html import escape

from moot.reading.review_copy import printable
from moot.sessions.results.code_colours import coloured
from moot.sessions.results.formulas import Formula, formulas_in
from moot.sessions.results.safe_inlines import inlines
from moot.sessions.results.safe_maths import mathml_of

ALLOWED: dict[str, frozenset[str]] = {
    **{
        tag: frozenset()
        for tag in (
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
    **{tag: frozenset({"dir"}) for tag in ("p", "h4", "h5", "h6")},
    **{tag: frozenset({"dir", "class"}) for tag in ("li", "th", "td")},
    "ul": frozenset(),
    "ol": frozenset({"start"}),
    "span": frozenset({"class"}),
    "a": frozenset({"href", "rel"}),
    "small": frozenset(),
}
"""Every tag that can come out, with the attributes it can have; those of formulas stand in `safe_maths.py`."""
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
_TASK = re.compile(r"\[([ xX])\] ")
_QUOTE = re.compile(r" {0,3}> ?")
_BEGINNINGS = frozenset("`~#-*_+•>")
"""What the lines above can begin with, besides a digit; most lines begin with a letter."""
# Linear: without the space around it, every part begins with a character that the one before cannot hold.
_DIVIDER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?")


def html_from(text: str, top: int = 4) -> str:
    """The text as HTML; its largest heading becomes `<h{top}>`."""
    kept, formulas = _with_places(printable(text[:LONGEST]).expandtabs(4))
    drawn = _blocks(kept.split("\n"), top, 0)
    if formulas:
        drawn = _filled(drawn, formulas)
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
            drawn.append(_fenced(body, fence[2].strip()))
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


def _fenced(body: str, info: str) -> str:
    words = info.split()
    language = words[0] if words else ""
    if language == "math" and (drawn := mathml_of(body, block=True)) is not None:
        return f"<p>{drawn}</p>"
    return f"<pre><code>{coloured(body, language)}\n</code></pre>"


_OPEN, _SHUT = "\ue000", "\ue001"
_MARKERS = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
_PLACE = re.compile(r"\ue000(\d{1,6})\ue001")
_PIECE = re.compile(r"<(/?)(code|pre)?[^>]*>|\ue000(\d{1,6})\ue001")


def _with_places(text: str) -> tuple[str, list[tuple[Formula, str]]]:
    """The text with places for its formulas, so that nothing in them is read as Markdown; each as written, too."""
    if _OPEN in text or _SHUT in text:
        return text, []
    formulas: list[tuple[Formula, str]] = []
    parts: list[str] = []
    for words, is_code in _apart(text.split("\n")):
        at = 0
        for formula in () if is_code else formulas_in(words):
            parts += (words[at : formula.start], f"{_OPEN}{len(formulas)}{_SHUT}")
            formulas.append((formula, words[formula.start : formula.end]))
            at = formula.end
        parts += (words[at:], "\n")
    return "".join(parts[:-1]), formulas


def _apart(lines: list[str]) -> list[tuple[str, bool]]:
    """Passages of words and of fenced code, in turns."""
    apart: list[tuple[str, bool]] = []
    at = first = 0
    while at < len(lines):
        fence = FENCE.match(_MARKERS.sub("", lines[at], count=1))
        if fence is None:
            at += 1
            continue
        stop = at + 1
        while stop < len(lines) and not _MARKERS.sub("", lines[stop], count=1).startswith(fence[1]):
            stop += 1
        if first < at:
            apart.append(("\n".join(lines[first:at]), False))
        apart.append(("\n".join(lines[at : stop + 1]), True))
        at = first = stop + 1
    return [*apart, ("\n".join(lines[first:]), False)] if first < len(lines) else apart


def _filled(drawn: str, formulas: list[tuple[Formula, str]]) -> str:
    """Formulas where places were kept for them; in code and in addresses they stand as they were written."""
    code = 0

    def put(found: re.Match[str]) -> str:
        nonlocal code
        if found[3] is None:
            code += (-1 if found[1] else 1) if found[2] else 0
            return _PLACE.sub(lambda place: escape(formulas[int(place[1])][1]), found[0])
        formula, written = formulas[int(found[3])]
        made = None if code else mathml_of(formula.tex, block=formula.block)
        if made is not None:
            return made
        return escape(written) if code else f"<code>{escape(written)}</code>"

    return _PIECE.sub(put, drawn)


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
        if task := _TASK.match(item_lines[0]):
            item_lines[0] = ("\N{BALLOT BOX} " if task[1] == " " else "\N{BALLOT BOX WITH CHECK} ") + item_lines[0][4:]
        body = _blocks(item_lines, top, depth + 1)
        kind_of = ' class="task"' if task else ""
        parts.append(f'<li{kind_of} dir="auto">{_tight(body) if tight else body}</li>')
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
    sides = [_side(cell) for cell in _cells(lines[1])]
    head = "".join(f'<th{side} dir="auto">{inlines(cell)}</th>' for cell, side in zip(heads, sides, strict=True))
    rows = []
    for line in lines[2:]:
        cells = [*_cells(line)[: len(heads)], *[""] * len(heads)][: len(heads)]
        drawn = (f'<td{side} dir="auto">{inlines(cell)}</td>' for cell, side in zip(cells, sides, strict=True))
        rows.append(f"<tr>{''.join(drawn)}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _side(divider: str) -> str:
    """To which side a column stands, as the line below its head says."""
    if not divider.endswith(":"):
        return ""
    return ' class="center"' if divider.startswith(":") else ' class="right"'


def _cells(line: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", line.strip())
    if parts and not parts[0].strip():
        parts = parts[1:]
    if parts and not parts[-1].strip():
        parts = parts[:-1]
    return [part.strip().replace("\\|", "|") for part in parts]
