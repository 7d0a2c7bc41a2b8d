"""Put outside text that is no answer into a prompt, between marks: web pages, claims, an earlier draft.

The marks occur in none of it, so that it cannot leave its place; hidden characters are made visible and the tokens of
chat templates broken, as in answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.reading.review_copy import LEAST_ALLOWANCE, review_copy
from moot.reading.sheet_text import fence_for
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Source


def fenced(title: str, text: str, lot: Lot, allowance: int = 40_000) -> str:
    """Return the text between marks; at most `allowance` characters of it."""
    shown = review_copy(text, max(LEAST_ALLOWANCE, allowance)).text
    fence = fence_for([shown, text], lot)
    return f'<{title} fence="{fence}">\n{shown}\n</{title} {fence}>'


def brief_of(sources: Sequence[Source]) -> str:
    """Return numbered sources, one paragraph each: title, searcher and date, URL, excerpt."""
    return "\n\n".join(
        "\n".join(
            part
            for part in (f"[{source.number}] {source.title}", provenance_of(source), source.url, source.excerpt)
            if part
        )
        for source in sources
    )


def provenance_of(source: Source) -> str:
    """Return the searcher and the date; a missing date is named as missing."""
    return f"({f'found by {source.searcher}, ' if source.searcher else ''}{source.date or 'undated'})"
