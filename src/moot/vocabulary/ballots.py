"""What is a statement once it has been read? A ballot: `Ranking` today, one class for each way of judging.

A ballot names what it judges by seat id: the private labels of the reader's sheet are gone by then (they stay in
`SheetDealt`). An abstention is a valid ballot; a spoiled one is not a ballot at all but the fact `BallotSpoiled`.
"""

from __future__ import annotations

from msgspec import Struct

from moot.vocabulary.debate_ballots import OpinionScores, Stances


class Ranking(Struct, frozen=True, kw_only=True, tag="ranking"):
    """Answers from best to worst."""

    tiers: tuple[tuple[str, ...], ...]
    """Best first; answers in one tier are tied. Every answer of the sheet stands in exactly one tier."""
    comments: dict[str, str] = {}
    """One or two sentences on each answer, where the reader gave any."""
    abstained: bool = False
    """True when the reader declined to judge; then there are no tiers."""


Ballot = Ranking | OpinionScores | Stances
"""Every kind of ballot."""


class Poll(Struct, frozen=True, kw_only=True):
    """What came of asking several readers for a ballot."""

    candidates: tuple[str, ...]
    """Seats whose texts were judged, in seat order."""
    ballots: dict[str, Ballot]
    """Reader and ballot, in seat order; abstentions are among them."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    missing: tuple[str, ...] = ()
    """Readers who did not answer."""
    rests_on: tuple[str, ...] = ()
    """Keys of the ballots' events."""
