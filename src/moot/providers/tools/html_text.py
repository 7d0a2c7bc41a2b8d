"""Extract the readable text of a web page with the standard library's parser."""

from __future__ import annotations

from html.parser import HTMLParser

SKIPPED = frozenset(("script", "style", "noscript", "template", "svg", "nav", "header", "footer", "aside", "form"))
"""Elements whose content is no text of the page."""
INLINE = frozenset(("a", "abbr", "b", "code", "em", "font", "i", "small", "span", "strong", "sub", "sup", "time", "u"))
"""Elements that begin no new line."""


class _PageText(HTMLParser):
    """Collects the title and text of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.lines: list[list[str]] = [[]]
        self._in_title = False
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SKIPPED:
            self._skipping.append(tag)
        self._in_title = self._in_title or tag == "title"
        if tag not in INLINE:
            self.lines.append([])

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        self._in_title = self._in_title and tag != "title"
        if tag not in INLINE:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._skipping:
            self.lines[-1].append(data)


def text_of_html(page: str) -> tuple[str, str]:
    """Return the title and the readable text of a web page, one line for each block."""
    parser = _PageText()
    parser.feed(page)
    parser.close()
    lines = (" ".join("".join(line).split()) for line in parser.lines)
    return " ".join("".join(parser.title).split()), "\n".join(line for line in lines if line)
