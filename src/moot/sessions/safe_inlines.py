"""How is a line of a stranger's Markdown drawn? Code, emphasis and links; everything else is escaped text.

One pass over the tokens. At most one delimiter of each kind is open, a link is looked for in a bounded window,
and code spans are paired by an index made beforehand, so time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from html import escape
from urllib.parse import urlsplit

LONGEST_LABEL = 1_000
LONGEST_LINK = 2_000

_TOKEN = re.compile(r"\\[!-/:-@\[-`{-~\n]|`+|\*+|_+|~~|!?\[|<(?=https?://|mailto:)|https?://|  \n|\n", re.IGNORECASE)
_CLOSERS = {"**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "del"}
# Linear: the address holds neither space nor bracket, and each balanced pair begins with one.
_TARGET = re.compile(
    r"\(\s{0,9}<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s{1,9}(?:\"[^\"]*\"|'[^']*'))?\s{0,9}\)"
)
_BALANCED = re.compile(r"[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*")
_BARE = re.compile(r"https?://[^\s<>\"'`\\|*\[\]{}⟨⟩]{1,2000}", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"'`\\⟨⟩\x00-\x20\x7f]+", re.IGNORECASE)


def inlines(text: str, links: bool = True) -> str:
    """The text as HTML within a block."""
    return _Line(text, links).drawn()


def link_host(address: str) -> str | None:
    """Where a link leads, as it is shown: its host, or its mailbox. `None` when it is no link we draw."""
    if len(address) > LONGEST_LINK or not _ADDRESS.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
        if parts.scheme.lower() == "mailto":
            return parts.path[:200] if "@" in parts.path else None
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        return None
    return host if re.fullmatch(r"[a-z0-9._:\-]{1,253}", host) else None


class _Line:
    def __init__(self, text: str, links: bool) -> None:
        self._text = text
        self._links = links
        self._out: list[str] = []
        self._open: list[tuple[str, int]] = []
        """Delimiters that are open, each with its place in `_out`."""
        self._ticks: dict[int, list[int]] = {}
        for run in re.finditer("`+", text):
            self._ticks.setdefault(len(run[0]), []).append(run.start())

    def drawn(self) -> str:
        at, text = 0, self._text
        while found := _TOKEN.search(text, at):
            self._out.append(escape(text[at : found.start()]))
            at = self._token(found[0], found.start(), found.end())
        self._out.append(escape(text[at:]))
        return "".join(self._out)

    def _token(self, token: str, start: int, end: int) -> int:
        """Draws what begins here; returns where to go on."""
        if token[0] == "\\":
            self._out.append("<br>\n" if token[1] == "\n" else escape(token[1]))
            return end
        if token[0] == "`":
            return self._code(len(token), end)
        if token[0] in "*_~":
            self._emphasis(token, start, end)
            return end
        if token == "  \n":
            self._out.append("<br>\n")
            return end
        if token == "\n":
            self._out.append("\n")
            return end
        if token.endswith("["):
            return self._bracket(token, end)
        return self._bare(start, end)

    def _code(self, length: int, end: int) -> int:
        places = self._ticks.get(length, [])
        at = bisect_right(places, end - 1)
        if at == len(places):
            self._out.append("`" * length)
            return end
        words = self._text[end : places[at]].replace("\n", " ")
        if words.startswith(" ") and words.endswith(" ") and words.strip():
            words = words[1:-1]
        self._out.append(f"<code>{escape(words)}</code>")
        return places[at] + length

    def _emphasis(self, run: str, start: int, end: int) -> None:
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        opens, closes = bool(after.strip()), bool(before.strip())
        if run[0] == "_":
            opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        if len(run) > 3:
            self._out.append(run)
            return
        rest = run
        while rest:
            kinds = [kind for kind, _ in self._open]
            fits = [kind for kind in (rest[:2], rest[:1]) if kind in _CLOSERS]
            closing = next((kind for kind in reversed(kinds) if kind in fits), None) if closes else None
            if closing is not None:
                while self._open[-1][0] != closing:
                    self._open.pop()
                _, place = self._open.pop()
                if place == len(self._out) - 1:
                    self._out.append(closing)
                else:
                    self._out[place] = f"<{_CLOSERS[closing]}>"
                    self._out.append(f"</{_CLOSERS[closing]}>")
                rest = rest[len(closing) :]
                continue
            kind = fits[0] if fits else rest
            if opens and kind in _CLOSERS and kind not in kinds:
                self._open.append((kind, len(self._out)))
            self._out.append(kind)
            rest = rest[len(kind) :]

    def _bracket(self, token: str, end: int) -> int:
        close = self._text.find("](", end, end + LONGEST_LABEL)
        target = _TARGET.match(self._text, close + 1, close + 1 + LONGEST_LINK) if close >= 0 else None
        label = self._text[end:close]
        if target is None or not _BALANCED.fullmatch(label):
            self._out.append(token)
            return end
        if token == "![":
            label = f"picture, not shown: {label}" if label.strip() else "picture, not shown"
        host = link_host(target[1]) if self._links else None
        words = inlines(label, links=False)
        if host is None:
            self._out.append(f"{words} <small>({escape(target[1][:200])})</small>" if target[1] else words)
        else:
            self._out.append(_link(target[1], words, host))
        return target.end()

    def _bare(self, start: int, end: int) -> int:
        bracketed = self._text[start] == "<"
        if bracketed:
            close = self._text.find(">", end, end + LONGEST_LINK)
            address = self._text[end:close] if close >= 0 else ""
        else:
            found = _BARE.match(self._text, start)
            address = found[0].rstrip(".,;:!?)") if found else ""
            if found and ")" in found[0][len(address) :] and "(" in address:
                address += ")"
        host = link_host(address) if self._links and not self._text[start - 1 : start].isalnum() else None
        if host is None:
            self._out.append(escape(self._text[start:end]))
            return end
        shown = address if len(address) <= 80 else address[:77] + "…"
        self._out.append(_link(address, escape(shown), host, shown=True))
        return start + len(address) + (2 if bracketed else 0)


def _link(address: str, words: str, host: str, *, shown: bool = False) -> str:
    link = f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">{words or escape(host)}</a>'
    return link if shown and "@" not in address else f"{link} <small>({escape(host)})</small>"
