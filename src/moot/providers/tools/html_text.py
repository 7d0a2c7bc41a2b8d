"""Extract the readable text of a web page with the standard library's parser.

It imports nothing of Moot, because the process that reads attached documents runs this file alone.
"""

from __future__ import annotations

from html.parser import HTMLParser

SKIPPED = frozenset(("script", "style", "noscript", "template", "svg", "nav", "header", "footer", "aside", "form"))
"""Elements whose content is no text of the page."""
INLINE = frozenset(("a", "abbr", "b", "code", "em", "font", "i", "small", "span", "strong", "sub", "sup", "time", "u"))
"""Elements that begin no new line."""


class _TableRow:
    """The row of a table that is being read: its cells, and the line in which the open cell began."""

    def __init__(self) -> None:
        self.cells: list[str] = []
        self.began: int | None = None


class _PageText(HTMLParser):
    """Collects the title and text of a page, a line for each block and for each row of a table."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.lines: list[list[str]] = [[]]
        self._in_title = False
        self._skipping: list[str] = []
        self._rows: list[_TableRow] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SKIPPED:
            self._skipping.append(tag)
        self._in_title = self._in_title or tag == "title"
        if tag not in INLINE:
            self.lines.append([])
        if tag == "table":
            self._end_row(keep=True)
            self._rows.append(_TableRow())
        elif tag == "tr":
            self._end_row()
        elif tag in ("td", "th") and self._rows:
            self._end_cell()
            self._rows[-1].began = len(self.lines)
            self.lines.append([])

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        self._in_title = self._in_title and tag != "title"
        if tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table"):
            self._end_row()
            del self._rows[len(self._rows) - (tag == "table") :]
        if tag not in INLINE:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._skipping:
            self.lines[-1].append(data)

    def close(self) -> None:
        super().close()
        while self._rows:  # tables that the page never ends
            self.handle_endtag("table")

    def _end_cell(self) -> None:
        """Move the lines of the open cell to its row."""
        row = self._rows[-1] if self._rows else None
        if row is not None and row.began is not None:
            row.cells.append(" ".join(filter(None, map(_plain, self.lines[row.began :]))))
            del self.lines[row.began :]
            self.lines.append([])
            row.began = None

    def _end_row(self, *, keep: bool = False) -> None:
        """Write the row's cells as a line. With `keep`, a table begins in its open cell: that is not one cell's text,
        and stays as it is.
        """
        if not self._rows:
            return
        row = self._rows[-1]
        if keep and row.began is not None:
            self.lines.insert(row.began, [" | ".join(row.cells)])
            row.began = None
        else:
            self._end_cell()
            self.lines.append([" | ".join(row.cells)] if any(row.cells) else [])
            self.lines.append([])
        row.cells = []


def _plain(line: list[str]) -> str:
    return " ".join("".join(line).split())


def text_of_html(page: str) -> tuple[str, str]:
    """Return the title and the readable text of a web page, one line for each block, and for each row of a table."""
    parser = _PageText()
    parser.feed(page)
    parser.close()
    return _plain(parser.title), "\n".join(filter(None, map(_plain, parser.lines)))
