"""Detect which members changed their position after a rebuttal, and verify the cited words.

Adjudicators call changes; code verifies them. A change counts as cited if the quoted words occur in a rebuttal this
member saw, or, flagged, if it names such a rebuttal or the new text shares two long words with one. Any other citation
is flagged and counts as a change without one. A member has kept its position only if it was challenged, or if every
member's objections were read and none concerned it. Of several adjudicators the majority of verified calls decides; a
tie goes to the call of the one named first among the tied.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from moot.protocols.adjudication.ballots import FlipCall
from moot.protocols.adjudication.findings import (
    Change,
    FlipFound,
    Flips,
    RebuttalMade,
    RebuttalsMade,
    Revision,
    Revisions,
)

T = TypeVar("T")

LEAST_QUOTED = 8
"""Minimum length of a quotation that identifies a rebuttal, in bytes, because scripts without spaces need fewer
characters.
"""
LEAST_SHARED = 2
"""Number of long words that a rebuttal must share with the revision if the adjudicator names no rebuttal. Value of the
published method.
"""
LONG_WORD = 4
"""Minimum number of letters of a word that counts as shared."""

ELSEWHERE = "the words stand in another rebuttal than the one named"
NOT_LITERAL = "the quoted words stand in no rebuttal this member saw"
NOT_QUOTED = "no words of the rebuttal are quoted"
NOT_NAMED = "no rebuttal that this member saw is named; this one shares most words with the revision"
INVENTED = "it names no rebuttal this member saw, so it counts as uncited"

_CHANGES: dict[str, Change] = {"no_change": "none", "cited_rebuttal": "cited", "uncited": "uncited"}
# Linear: one character class.
_WORD = re.compile(r"[^\W_]+")


class Texts(Struct, frozen=True):
    """One member's answers before and after the rebuttals."""

    first: str
    """Answer before the rebuttals."""
    final: str
    """Answer after the rebuttals."""


def flips_from(
    revisions: Revisions,
    made: RebuttalsMade,
    texts: Mapping[str, Texts],
    calls: Mapping[str, Mapping[str, FlipCall]],
    judges: Sequence[str],
) -> Flips:
    """Return, for each member, whether its position changed between its first and its final answer, by the
    adjudicators' ballots.

    If a member's result could differ with the ballots that are missing or unreadable, it is `unread`.

    Args:
        texts: Each member's first and final answer.
        calls: The ballots by member, then by adjudicator.
        judges: Every adjudicator asked, in order.
    """
    by_id = {rebuttal.id: rebuttal for rebuttal in made.rebuttals}
    seats = {revision.seat for revision in revisions.replies}
    read: dict[str, set[str]] = {seat: {seat} for seat in seats}
    for each in (*made.rebuttals, *made.conceded):
        read.setdefault(each.target, set()).add(each.by)
    return Flips(
        flips=tuple(
            _flip_of(
                revision,
                [by_id[id_] for id_ in revision.saw if id_ in by_id],
                texts[revision.seat],
                calls.get(revision.seat, {}),
                judges,
                looked_at=len(seats) > 1 and read[revision.seat] >= seats,
            )
            for revision in revisions.replies
        )
    )


def most_common(readings: Sequence[T]) -> T:
    """Return the most frequent of these results. If several are equally frequent, return the one that occurs first."""
    return max(readings, key=lambda reading: (readings.count(reading), -readings.index(reading)))


def whatever_the_others_say(readings: Sequence[T | None], could_be: Sequence[T]) -> T | None:
    """Return the most frequent result, if the missing ballots could not change it.

    If they could, return `None`.

    Args:
        readings: The result of each ballot; `None` for a ballot that is missing or unreadable.
        could_be: All results that such a ballot could have.
    """
    # The count moves furthest towards a reading if all of them have it.
    found = {most_common([each if each is not None else other for each in readings]) for other in could_be}
    return found.pop() if len(found) == 1 else None


def _flip_of(
    revision: Revision,
    saw: list[RebuttalMade],
    texts: Texts,
    calls: Mapping[str, FlipCall],
    judges: Sequence[str],
    *,
    looked_at: bool,
) -> FlipFound:
    if revision.why == "off":
        return FlipFound(seat=revision.seat, change="untested")
    # A member without objections has kept its position only if all ballots were read: an unread one may object.
    if revision.why == "unchanged" or (revision.why == "unchallenged" and looked_at):
        return FlipFound(seat=revision.seat, change="none")
    if not calls:
        return FlipFound(seat=revision.seat, change="unread")
    by = {who: verified(revision.seat, call, saw, texts) for who, call in calls.items()}
    told: dict[str, str] = {who: call.change for who, call in calls.items()}
    change = whatever_the_others_say([by[who].change if who in by else None for who in judges], list(_CHANGES.values()))
    if change is None:
        return FlipFound(seat=revision.seat, change="unread", calls=told)
    of_these = [each for each in by.values() if each.change == change]
    stands = next((each for each in of_these if each.verified), of_these[0])
    return replace(stands, calls=told)


def verified(seat: str, call: FlipCall, saw: Sequence[RebuttalMade], texts: Texts) -> FlipFound:
    """Check the quotation in one adjudicator's ballot on a member's change of position, and return the checked result.

    If a rebuttal that the member was shown (`saw`) contains the quotation, this rebuttal is used as the cause, and is
    verified. If none contains it, the rebuttal that the adjudicator names is used, unverified. If the adjudicator names
    no such rebuttal, the one that shares the most words with the new answer is used.
    """
    if call.change != "cited_rebuttal":
        return FlipFound(seat=seat, change=_CHANGES[call.change], reason=call.reason)
    # The named rebuttal first: the first one that matches is used.
    seen = sorted(saw, key=lambda rebuttal: rebuttal.id != call.source)
    quoted = next((each for each in seen if holds_in(call.words, each.text)), None)
    if quoted is not None:
        return _cited(seat, call, quoted, verified=True, flag="" if quoted.id == call.source else ELSEWHERE)
    if seen and seen[0].id == call.source:
        flag = NOT_LITERAL if _plain(call.words) else NOT_QUOTED
        return _cited(seat, call, seen[0], verified=False, flag=flag)
    likest = _by_words(seen, texts)
    if likest is not None:
        return _cited(seat, call, likest, verified=False, flag=NOT_NAMED)
    return FlipFound(seat=seat, change="uncited", words=call.words, flag=INVENTED, reason=call.reason)


def _by_words(seen: Sequence[RebuttalMade], texts: Texts) -> RebuttalMade | None:
    """Return the rebuttal that shares the most long words with what the member's final answer added, if it shares
    enough."""
    new = _long_words(texts.final) - _long_words(texts.first)
    likest = max(seen, key=lambda rebuttal: len(new & _long_words(rebuttal.text)), default=None)
    return likest if likest is not None and len(new & _long_words(likest.text)) >= LEAST_SHARED else None


def _cited(seat: str, call: FlipCall, source: RebuttalMade, *, verified: bool, flag: str) -> FlipFound:
    return FlipFound(
        seat=seat,
        change="cited",
        rebuttal=source.id,
        source=source.by,
        words=call.words,
        verified=verified,
        flag=flag,
        reason=call.reason,
    )


def holds_in(words: str, text: str) -> bool:
    """Return whether the text contains the quoted words, and the quotation is long enough to identify a passage."""
    quoted = _plain(words)
    return len(quoted.encode()) >= LEAST_QUOTED and f" {quoted} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    """Return a text normalised for comparison: lower-case words separated by single spaces, without punctuation."""
    return " ".join(_WORD.findall(text.casefold()))


def _long_words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.casefold()) if len(word) >= LONG_WORD}
