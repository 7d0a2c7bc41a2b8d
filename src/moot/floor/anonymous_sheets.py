"""Build the anonymous sheets that readers judge: texts under labels, in a balanced order, between fences.

Labels are drawn for one reader. Over the readers of one deal every text takes every position equally often. No reader
gets its own text unless a protocol asks for it (and then the sheet does not mark it). Labels and fence occur in no text
of the sheet: they are drawn after the texts were committed, and again until absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from moot.protocols.floor_interface import Sheet
from moot.reading.review_copy import review_copy
from moot.reading.sheet_text import (
    balanced_orders,
    cyclic_orders,
    fence_for,
    labels_for,
    relabelled,
    reviews_text,
    sheet_text,
)
from moot.vocabulary.events import SheetDealt, SheetEntry
from moot.vocabulary.seats import Seat
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers, Remark, Statement

ANOTHER = "another answer"
"""Replacement for an anonymous label in a text whose reader was not shown the labelled answer."""
ROOM, LEAST_REVIEW, LONGEST_REVIEW = 48_000, 400, 8_000
"""Limits on the reviews shown to one reader, in characters: maximum of all together, and minimum and maximum length to
which a single review is cut.
"""
SOURCES = "Pages that the author of this answer looked up:"
NO_REVIEWS = "(Nobody wrote a review.)"


class SheetReviews(NamedTuple):
    """The reviews that other members wrote of the answers on one reader's sheet, as text for that reader's prompt."""

    text: str
    room: int
    """Characters to which each review was cut; 0 if none was cut."""


def orders_for(
    statements: Answers, readers: Sequence[Seat], lot: Lot, *, neighbours: bool = False, own: bool = False
) -> dict[str, tuple[str, ...]]:
    """Return, for each reader's id, the ids of the seats whose texts that reader is shown, in order.

    A reader's own text is left out unless `own` is set. `lot` draws the orders at random, but balances them over all
    readers: each text is shown about equally often at each position. With `neighbours`, each text also follows each
    other text about equally often.
    """
    authors = [statement.seat for statement in statements]
    if neighbours:
        dealt = balanced_orders(authors, lot, [reader.id for reader in readers], own=own)
        return {reader.id: dealt.get(reader.id, ()) for reader in readers}
    others = [reader.id for reader in readers if reader.id not in authors]
    orders = cyclic_orders(authors, lot, others)
    return {reader.id: orders.get(reader.id, ()) for reader in readers}


class Copy(NamedTuple):
    """A text as it is shown to readers on an anonymous sheet: cleaned, and cut if it was too long."""

    text: str
    cut: bool
    digest: str


@lru_cache(maxsize=64)
def _copied(text: str, allowance: int) -> Copy:
    """Return the copy of a text that is shown to readers: cleaned, and cut to `allowance` characters."""
    copy = review_copy(text, allowance)
    return Copy(copy.text, copy.cut, sha256(copy.text.encode("utf-8", "replace")).hexdigest())


def dealt_to(
    reader: str,
    statements: Sequence[Statement],
    *,
    lot: Lot,
    allowance: int,
    avoid: Sequence[str],
    models: Mapping[str, str],
) -> Sheet:
    """Return the anonymous sheet for one reader: the given texts in the given order, each under a random label and
    without its author's name.

    Args:
        lot: Draws the labels at random.
        allowance: Maximum number of characters of each text; a longer text is cut.
        avoid: Other texts of the prompt, in which no label may occur.
        models: Model by seat, if readers are shown which model wrote each text; else empty.
    """
    copies = [_copied(with_sources(statement), allowance) for statement in statements]
    texts = [copy.text for copy in copies]
    # The original texts too: a label must not occur in a part that was cut off or made visible either.
    avoided = [*texts, *map(with_sources, statements), *avoid]
    labels = labels_for(len(statements), avoided, lot)
    fence = fence_for(avoided, lot)
    entries = tuple(
        SheetEntry(
            label=label,
            seat=statement.seat,
            statement=statement.key,
            digest=copy.digest,
            cut=copy.cut,
        )
        for label, statement, copy in zip(labels, statements, copies, strict=True)
    )
    shown = [
        _shown(label, copy.text, fence, statement, models)
        for label, statement, copy in zip(labels, statements, copies, strict=True)
    ]
    return Sheet(
        reader=reader,
        dealt=SheetDealt(reader=reader, entries=entries, fence=fence),
        text="\n\n".join(shown),
    )


def reviews_for(
    sheet: Sheet,
    remarks: Sequence[Remark],
    labels: Mapping[str, Mapping[str, str]],
    lot: Lot,
    most: int = LONGEST_REVIEW,
) -> SheetReviews:
    """Return the reviews of the answers on a reader's sheet, in the order of that sheet.

    Reviewers saw the answers under other labels, which `labels` has by the remark's key; the labels of this sheet
    replace them. The order of the reviewers is drawn anew for every answer, so that reviewers stay anonymous. All
    reviews share `ROOM` characters. Each review gets between `LEAST_REVIEW` and `most` characters.
    """
    here = {seat: label for label, seat in sheet.labels.items()}
    room = min(most, LONGEST_REVIEW, max(LEAST_REVIEW, ROOM // max(1, len(remarks))))
    shown, cut = [], False
    for label, seat in sheet.labels.items():
        for remark in lot.shuffle([remark for remark in remarks if remark.on == seat]):
            names = {private: here.get(of, ANOTHER) for private, of in labels[remark.key].items()}
            copy = review_copy(relabelled(remark.text, names), room)
            shown.append((label, copy.text))
            cut = cut or copy.cut
    return SheetReviews(text=reviews_text(shown, sheet.dealt.fence) or NO_REVIEWS, room=room if cut else 0)


def dealt_again(
    dealt: SheetDealt, statements: Sequence[Statement], *, allowance: int, models: Mapping[str, str]
) -> Sheet:
    """Rebuild the anonymous sheet that a recorded event describes, with the same labels and order. Used in a replay,
    which runs a protocol over a session's recorded events."""
    by_key = {statement.key: statement for statement in statements}
    shown = []
    for entry in dealt.entries:
        statement = by_key[entry.statement]
        text = _copied(with_sources(statement), allowance).text
        shown.append(_shown(entry.label, text, dealt.fence, statement, models))
    return Sheet(reader=dealt.reader, dealt=dealt, text="\n\n".join(shown))


def with_sources(statement: Statement) -> str:
    """Return an answer's text, followed by the titles and addresses of what its author looked up.

    They name no model, so a reader may see them without learning who wrote the answer. They stay inside the fence:
    titles come from pages that anybody may have written.
    """
    if not statement.sources:
        return statement.text
    listed = [f"{source.number}. {source.title} {source.url}".rstrip() for source in statement.sources]
    return "\n".join([statement.text.rstrip(), "", SOURCES, *listed])


def _shown(label: str, text: str, fence: str, statement: Statement, models: Mapping[str, str]) -> str:
    return _note(label, statement, models.get(statement.seat)) + sheet_text([(label, text)], fence)


def _note(label: str, statement: Statement, model: str | None) -> str:
    """Return the heading above an answer: its label and, if models are shown, its model. The heading is outside the
    fence around the answer's text, so that no text can imitate it."""
    notes = []
    if model:
        notes.append(f"was written by {model}")
    if statement.settled == "truncated":
        notes.append("was cut off by a length limit")
    return f"(Answer {label} {' and '.join(notes)}.)\n" if notes else ""
