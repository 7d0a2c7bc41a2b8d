"""Write usage as CSV: a line per day, model, council, protocol and source.

Text that a spreadsheet would run as a formula is quoted. Amounts are exact, in dollars.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from moot.vocabulary.history.usage import CallGroup, UsageFigures
from moot.vocabulary.seats import NANO

COLUMNS = (
    "day",
    "model",
    "council",
    "protocol",
    "source",
    "demo",
    "calls",
    "tokens_read",
    "tokens_written",
    "calls_with_counted_tokens",
    "charged_usd",
    "by_price_list_usd",
    "at_most_usd",
    "in_flight_at_most_usd",
    "calls_of_unknown_price",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet compute a cell."""


def usage_table(found: Iterable[tuple[CallGroup, UsageFigures]]) -> str:
    """Return the table. Calls that differ only in the source of their price have separate lines."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for group, each in found:
        texts = (group.day, group.model, group.council, group.protocol, group.door)
        numbers = (each.calls, each.read, each.written, each.counted)
        amounts = (each.charged, each.listed, each.presumed, each.in_flight)
        demo = "yes" if group.demo else "no"
        writer.writerow([*map(_text, texts), demo, *numbers, *map(_dollars, amounts), each.unknown])
    return out.getvalue()


def _text(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


def _dollars(nano: int) -> str:
    """Return dollars with every digit of the nano-dollars."""
    whole, rest = divmod(nano, NANO)
    return f"{whole}.{rest:09d}".rstrip("0").rstrip(".")
