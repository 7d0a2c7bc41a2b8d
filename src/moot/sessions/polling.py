"""What came of a poll? Each reader's words read as a ballot: the repair's if there was one, else the first answer's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.protocols.protocol import Sheet
from moot.reading.ballot_reader import read_ballot
from moot.reading.outcomes import ReadBallot, Unreadable
from moot.sessions.log import Entry, Log
from moot.sessions.naming import named
from moot.vocabulary import keys
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatSpoke


def labels_on(sheet: Sheet) -> dict[str, str]:
    """Label and seat, in the order of the sheet."""
    return {entry.label: entry.seat for entry in sheet.dealt.entries}


class Readings:
    """What the statements of one poll were read as; each is read once, for its repair and for its ballot."""

    def __init__(self, read: type[Ballot]) -> None:
        self.read = read
        self._known: dict[str, ReadBallot | Unreadable] = {}

    def of(self, key: str, said: SeatSpoke, sheet: Sheet) -> ReadBallot | Unreadable:
        """What stands under `key`, read with the labels of its sheet."""
        if key not in self._known:
            self._known[key] = read_ballot(self.read, said.text, labels_on(sheet))
        return self._known[key]


def ballot_on(log: Log, key: str, sheet: Sheet, readings: Readings, names: Mapping[str, str]) -> list[Entry]:
    """The ballot of the move `key`, or the fact that it is spoiled; nothing when the reader said nothing.

    `names` are what people see in place of the sheet's labels when they are told why it is spoiled.
    """
    why, last = "", ""
    for statement in (key, keys.repair(key)):
        said = log.body(statement)
        if not isinstance(said, SeatSpoke):
            continue
        result = readings.of(statement, said, sheet)
        if isinstance(result, ReadBallot):
            ballot = BallotRead(
                reader=sheet.reader,
                ballot=result.ballot,
                statement=statement,
                how="person" if said.model == "person" else result.how,
                repaired=statement != key,
            )
            return [(keys.ballot(key), ballot)]
        why, last = result.why, statement
    return (
        [(keys.ballot(key), BallotSpoiled(reader=sheet.reader, why=named(why, names), statement=last))] if last else []
    )


def polled(log: Log, sheets: Mapping[str, Sheet], order: Sequence[str]) -> Poll:
    """The poll over these sheets, by move; `order` is the roster's."""
    ballots: dict[str, Ballot] = {}
    spoiled, missing, rests_on = [], [], []
    for key, sheet in sheets.items():
        body = log.body(keys.ballot(key))
        if isinstance(body, BallotRead):
            ballots[sheet.reader] = body.ballot
            rests_on.append(keys.ballot(key))
        elif isinstance(body, BallotSpoiled):
            spoiled.append(sheet.reader)
        else:
            missing.append(sheet.reader)
    judged = {entry.seat for sheet in sheets.values() for entry in sheet.dealt.entries}
    return Poll(
        candidates=tuple(seat for seat in order if seat in judged),
        ballots=ballots,
        spoiled=tuple(spoiled),
        missing=tuple(missing),
        rests_on=tuple(rests_on),
    )
