"""Format figures and table rows of a study's page, with intervals and numbers of questions; all text is escaped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from moot.exports.public import printable
from moot.extensions.studies.reports.difference_words import how_words
from moot.extensions.studies.stats.figures import Figure
from moot.extensions.studies.stats.planted import Proportion
from moot.vocabulary.public import rounded, shared

TIED = "\u00a0"
"""No-break space: on a narrow page a figure and its interval stay on one line, and the table scrolls."""


def figure(told: Figure, *, signed: bool = False, share: bool = False, points: bool = False, planned: int = 0) -> str:
    """Format a figure with its interval, or as withheld.

    Args:
        planned: The number of questions planned.
        points: Format a difference of shares in points: 8 of 100 more is not +8 %.
    """
    if told.value is None:
        return f"not told (n = {told.n})" if told.n else ""

    def written(value: float) -> str:
        if points:
            return rounded(100 * value, 1, signed=signed)
        return shared(value, signed=signed) if share else rounded(value, 2, signed=signed)

    unit = f"{TIED}points" if points else ""
    ends = (
        f"{TIED}[{written(told.low)},{TIED}{written(told.high)}]"
        if told.low is not None and told.high is not None
        else ""
    )
    of = f" of {planned}" if planned > told.n else ""
    domains = f", {told.clusters} domains" if told.clusters else ""
    return f"{written(told.value)}{unit}{ends} (n{TIED}={TIED}{told.n}{of}{domains}, {how_words(told.how)})"


def part(told: Proportion) -> str:
    """Return the count, and the share if there are enough questions."""
    said = "" if told.share.value is None else f"; a question: {figure(told.share, share=True)}"
    return f"{told.so} of {told.of}{said}"


def row(cells: Iterable[str], numbers: Collection[int] = ()) -> str:
    """Return a table row; its first cell is a header, `numbers` are the right-aligned columns."""
    return f"<tr>{''.join(_cells(cells, numbers))}</tr>"


def text(given: str) -> str:
    """Escape text that may be external."""
    return escape(printable(given))


def counted(number: int, noun: str) -> str:
    """Return a count with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _cells(cells: Iterable[str], numbers: Collection[int]) -> Iterator[str]:
    for number, cell in enumerate(cells):
        right = " class=num" if number in numbers else ""
        yield f'<th scope="row">{text(cell)}</th>' if number == 0 else f"<td{right}>{text(cell)}</td>"
