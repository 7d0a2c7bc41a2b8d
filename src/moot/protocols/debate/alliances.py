"""Compute alliances and rivalries: the pairs of members with the same stance towards each other."""

from __future__ import annotations

from collections.abc import Mapping

from moot.protocols.debate.ballots import Stance, Stances
from moot.protocols.debate.findings import Alliances, Tie
from moot.vocabulary.ballots import Poll


def alliances_from(poll: Poll) -> Alliances:
    """Return the alliances and rivalries of a poll."""
    ties = tuple(
        Tie(reader=reader, seat=seat, stance=ballot.towards[seat].stance, why=ballot.towards[seat].why)
        for reader, ballot in poll.ballots.items()
        if isinstance(ballot, Stances) and not ballot.abstained
        for seat in poll.candidates
        if seat in ballot.towards and seat != reader
    )
    stances = {(tie.reader, tie.seat): tie.stance for tie in ties}
    return Alliances(
        ties=ties,
        allies=_both(stances, poll.candidates, "agree"),
        rivals=_both(stances, poll.candidates, "disagree"),
        abstained=tuple(
            reader for reader, ballot in poll.ballots.items() if isinstance(ballot, Stances) and ballot.abstained
        ),
        spoiled=poll.spoiled,
    )


def _both(
    stances: Mapping[tuple[str, str], Stance], seats: tuple[str, ...], stance: Stance
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (one, other)
        for at, one in enumerate(seats)
        for other in seats[at + 1 :]
        if stances.get((one, other)) == stances.get((other, one)) == stance
    )
