"""How is a line of a stranger's Markdown drawn? Code, emphasis and links; everything else is escaped text.

One pass over the marks; the words between them are copied in one piece. At most one delimiter of each kind is open,
and what a mark looks ahead for (the end of a code span, of a label, of an address) is found once for all marks before
it, so time is linear in the text. Held by `tests/test_doubling.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html import escape
from urllib.parse import urlsplit

LONGEST_LABEL = 1_000
LONGEST_LINK = 2_000
LONGEST_HOST = 253

# Every alternative begins with a character of the one class in front, so that plain words are skipped in one go.
_MARK = re.compile(
    r"[\\`*_~!\[<:](?:(?<=\\)[!-/:-@\[-`{-~\n]|(?<=`)`*+|(?<=\*)\**+|(?<=_)_*+|(?<=~)~|(?<=\[)|(?<=!)\["
    r"|(?<=<)(?=(?i:https?://|mailto:))|(?<=(?i:http):)//|(?<=(?i:https):)//)"
)
_CLOSERS = {"**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "del"}
# Linear: the address holds neither space nor bracket, and each balanced pair begins with one.
_TARGET = re.compile(
    r"\(\s{0,9}<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s{1,9}(?:\"[^\"]*\"|'[^']*'))?\s{0,9}\)"
)
_BALANCED = re.compile(r"[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*")
_AFTER_BARE = re.compile(r"[\s<>\"'`\\|*\[\]{}⟨⟩]")
_SITE = re.compile(r"(?i:https?)://[^/?#]*")
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"'`\\⟨⟩\x00-\x20\x7f]+", re.IGNORECASE)
_HOST = re.compile(rf"[a-z0-9._:\-]{{1,{LONGEST_HOST}}}")
_SPECIAL = re.compile(r"[&<>\"']")


def inlines(text: str, links: bool = True) -> str:
    """The text as HTML within a block."""
    found = _MARK.search(text)
    return _plain(text) if found is None else _Line(text, links).drawn(found.start())


def link_host(address: str) -> str | None:
    """Where a link leads, as it is shown: its host, or its mailbox. `None` when it is no link we draw."""
    if len(address) > LONGEST_LINK or not _ADDRESS.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        if parts.scheme.lower() == "mailto":
            return parts.path[:200] if "@" in parts.path else None
        name = parts.hostname or ""
        host = name.encode("idna").decode("ascii") if len(name) <= LONGEST_HOST else ""
    except (ValueError, UnicodeError):
        return None
    return host if _HOST.fullmatch(host) else None


def _plain(words: str) -> str:
    """Words without marks; two spaces before the end of a line end it on the page as well."""
    told = escape(words) if _SPECIAL.search(words) else words
    return told.replace("  \n", "<br>\n")


class _Line:
    def __init__(self, text: str, links: bool) -> None:
        self._text = text
        self._links = links
        self._out: list[str] = []
        self._open: list[tuple[str, int]] = []
        """Delimiters that are open, each with its place in `_out`."""
        self._ticks: dict[int, list[int]] | None = None
        """Where runs of backticks begin, by their length."""
        self._label_end = -1
        """The next `](` at or after the last bracket; the text's length when none comes."""
        self._target: re.Match[str] | None = None
        """The address after it, if there is one."""
        self._bare_end = -1
        """Where the last bare address ended."""

    def drawn(self, first: int) -> str:
        """The whole of it; the first mark stands at `first`."""
        text, out = self._text, self._out
        at = 0
        marks = _MARK.finditer(text, first)
        while found := next(marks, None):
            start, end = found.span()
            mark = text[start]
            if mark in "*_~":
                at = self._emphasis(at, start, end)
                continue
            if mark == "\\":
                out.append(_plain(text[at:start]))
                out.append("<br>\n" if text[start + 1] == "\n" else escape(text[start + 1]))
                at = end
                continue
            if mark == "`":
                gone = self._code(at, start, end)
            elif mark in "![":
                gone = self._bracket(at, start, end)
            elif mark == "<":
                gone = self._bracketed(at, start)
            else:
                gone = self._bare(at, start, end)
            if gone > at:
                at = gone
                if at != end:
                    marks = _MARK.finditer(text, at)
        out.append(_plain(text[at:]))
        return "".join(out)

    def _code(self, at: int, start: int, end: int) -> int:
        if self._ticks is None:
            self._ticks = {}
            for run in re.finditer("`+", self._text):
                self._ticks.setdefault(len(run[0]), []).append(run.start())
        places = self._ticks.get(end - start, [])
        place = bisect_right(places, end - 1)
        if place == len(places):
            return at
        words = self._text[end : places[place]].replace("\n", " ")
        if words.startswith(" ") and words.endswith(" ") and words.strip():
            words = words[1:-1]
        self._out += (_plain(self._text[at:start]), f"<code>{escape(words)}</code>")
        return places[place] + end - start

    def _emphasis(self, at: int, start: int, end: int) -> int:
        """Opens and closes what the run of marks can; what it can do nothing with stays in the words."""
        text, out, pending = self._text, self._out, self._open
        before, after = text[start - 1 : start], text[end : end + 1]
        opens, closes = bool(after) and not after.isspace(), bool(before) and not before.isspace() and bool(pending)
        if text[start] == "_":
            opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        if end - start > 3 or not (opens or closes):
            return at
        out.append(_plain(text[at:start]))
        rest = text[start:end]
        while rest:
            fits = [kind for kind in (rest[:2], rest[:1]) if kind in _CLOSERS]
            closing = ""
            if closes:
                closing = next((kind for kind, _ in reversed(pending) if kind in fits), "")
            if closing:
                while pending[-1][0] != closing:
                    pending.pop()
                _, place = pending.pop()
                if place == len(out) - 1:
                    out.append(closing)
                else:
                    out[place] = f"<{_CLOSERS[closing]}>"
                    out.append(f"</{_CLOSERS[closing]}>")
                rest = rest[len(closing) :]
                continue
            kind = fits[0] if fits else rest
            if opens and kind in _CLOSERS and all(kind != other for other, _ in pending):
                pending.append((kind, len(out)))
            out.append(kind)
            rest = rest[len(kind) :]
        return end

    def _bracket(self, at: int, start: int, end: int) -> int:
        text = self._text
        if self._label_end < end:
            close = text.find("](", end)
            self._label_end = close if close >= 0 else len(text)
            self._target = _TARGET.match(text, close + 1, close + 1 + LONGEST_LINK) if close >= 0 else None
        close, target = self._label_end, self._target
        if target is None or close + 2 > end + LONGEST_LABEL or not _BALANCED.fullmatch(text, end, close):
            return at
        label = text[end:close]
        if text[start] == "!":
            label = f"picture, not shown: {label}" if label.strip() else "picture, not shown"
        host = link_host(target[1]) if self._links else None
        words = inlines(label, links=False)
        if host is None:
            drawn = f"{words} <small>({escape(target[1][:200])})</small>" if target[1] else words
        else:
            drawn = _link(target[1], words, host)
        self._out += (_plain(text[at:start]), drawn)
        return target.end()

    def _bracketed(self, at: int, start: int) -> int:
        """An address between angle brackets; without its end, the address may still stand by itself."""
        close = self._text.find(">", start, start + 9 + LONGEST_LINK)
        return self._addressed(at, start, self._text[start + 1 : close], close + 1) if close >= 0 else at

    def _bare(self, at: int, colon: int, end: int) -> int:
        text = self._text
        start = colon - (5 if text[colon - 1] in "sS" else 4)
        if start < at or not self._links or text[start - 1 : start].isalnum():
            return at
        if self._bare_end < end:
            stop = _AFTER_BARE.search(text, end)
            self._bare_end = stop.start() if stop else len(text)
        run = self._bare_end
        if run == end or run - start > LONGEST_LINK:
            return at
        site = _SITE.match(text, start, run)
        if run - start > LONGEST_HOST and (site is None or link_host(site[0].rstrip(".,;:!?)")) is None):
            return at  # without reading on to its end, since many may begin in one run
        address = text[start:run].rstrip(".,;:!?)")
        if ")" in text[start + len(address) : run] and "(" in address:
            address += ")"
        return self._addressed(at, start, address, start + len(address))

    def _addressed(self, at: int, start: int, address: str, end: int) -> int:
        host = link_host(address) if self._links and not self._text[start - 1 : start].isalnum() else None
        if host is None:
            return at
        shown = address if len(address) <= 80 else address[:77] + "…"
        self._out += (_plain(self._text[at:start]), _link(address, escape(shown), host, shown=True))
        return end


def _link(address: str, words: str, host: str, *, shown: bool = False) -> str:
    link = f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">{words or escape(host)}</a>'
    return link if shown and "@" not in address else f"{link} <small>({escape(host)})</small>"
