"""How is text from outside laid into a prompt when it is nobody's answer: found pages, claims, an earlier draft?

Between marks that occur in none of it, so that whatever it says, it cannot leave its place; with hidden characters
shown and the tokens of chat templates broken, as answers are.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.reading.review_copy import LEAST_ALLOWANCE, review_copy
from moot.reading.sheets import fence_for
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Source


def fenced(title: str, text: str, lot: Lot, allowance: int = 40_000) -> str:
    """The text between marks; at most `allowance` characters of it."""
    shown = review_copy(text, max(LEAST_ALLOWANCE, allowance)).text
    fence = fence_for([shown, text], lot)
    return f'<{title} fence="{fence}">\n{shown}\n</{title} {fence}>'


def brief_of(sources: Sequence[Source]) -> str:
    """Numbered sources, one paragraph each: title, who found it and of when it is, address, excerpt."""
    return "\n\n".join(
        "\n".join(
            part
            for part in (f"[{source.number}] {source.title}", provenance_of(source), source.url, source.excerpt)
            if part
        )
        for source in sources
    )


def provenance_of(source: Source) -> str:
    """Who found it and of when it is; a date that no service gave is said to be missing."""
    return f"({f'found by {source.searcher}, ' if source.searcher else ''}{source.date or 'undated'})"
