"""Read the ballots of a poll: the repaired ballot if there is one, else the first answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moot.floor.label_replacer import named
from moot.protocols import registry
from moot.reading.ballot_kind import BallotKind, ReadBallot, Unreadable
from moot.reading.ballot_reader import Choices, read_ballot
from moot.reading.service_errors import no_answer
from moot.transcripts.log import Entry, Log
from moot.vocabulary import event_keys
from moot.vocabulary.ballots import Ballot, Poll
from moot.vocabulary.events import BallotRead, BallotSpoiled, SeatSpoke
from moot.vocabulary.statements import Statement


class Paper(Struct, frozen=True, kw_only=True):
    """Data needed to read one ballot (a seat's judgement in a fixed form): its reader, the labels of the judged texts,
    and the choices it offers.
    """

    who: str = ""
    """Id of the reader, with the subject of the ballot if it has one; empty if a stand-in was asked instead of the
    reader."""
    reader: str
    """Seat that casts the ballot."""
    labels: dict[str, str]
    """Id of each judged text by its label, in the order shown."""
    names: dict[str, str]
    """Text shown to people in place of each label."""
    choices: Choices
    """Lists of names from which the ballot's fields may choose."""


class Readings:
    """Parses the ballots of one poll.

    Each text is parsed once, although two steps need the result: the request to repair a ballot, and the count.
    """

    def __init__(self, read: type[Ballot]) -> None:
        self.kind: BallotKind = registry.ballot_kind(read)
        self._known: dict[str, ReadBallot | Unreadable] = {}

    def of(self, key: str, said: SeatSpoke, paper: Paper) -> ReadBallot | Unreadable:
        """Parse the ballot in `said`, a seat's answer with the key `key`. Return the ballot, or the reason why it
        cannot be read."""
        if key not in self._known:
            result = read_ballot(self.kind, said.text, paper.labels, paper.choices)
            if isinstance(result, Unreadable) and (why := no_answer(said.text)):
                result = Unreadable(f"it {why}")
            self._known[key] = result
        return self._known[key]

    def lacking(self, result: ReadBallot | Unreadable, paper: Paper) -> str:
        """Return what is missing from a ballot, or why it cannot be read, in words for the request to repair it; empty
        if nothing is missing."""
        return result.why if isinstance(result, Unreadable) else self.kind.lacking(result.ballot, paper.labels)


def ballot_on(log: Log, key: str, paper: Paper, readings: Readings) -> list[Entry]:
    """Return the events to record for the ballot that was requested under `key`: that it was read, or that it is
    spoiled (unreadable). Returns none if the reader did not answer."""
    why, last = "", ""
    read: BallotRead | None = None
    for statement in (key, event_keys.repair(key)):
        said = log.body(statement)
        if not isinstance(said, SeatSpoke):
            continue
        result = readings.of(statement, said, paper)
        if isinstance(result, ReadBallot):
            read = BallotRead(
                reader=paper.reader,
                ballot=result.ballot if read is None else readings.kind.joined(read.ballot, result.ballot),
                statement=statement,
                how="person" if said.model == "person" else result.how,
                repaired=statement != key,
            )
            if not readings.lacking(result, paper):
                break
        elif read is None:
            why, last = result.why, statement
    if read is not None:
        return [(event_keys.ballot(key), read)]
    spoiled = BallotSpoiled(reader=paper.reader, why=named(why, paper.names), statement=last)
    return [(event_keys.ballot(key), spoiled)] if last else []


def polled(log: Log, papers: Mapping[str, Paper], order: Sequence[str]) -> Poll:
    """Return the result of a poll, in which several seats cast a ballot on the same texts, from the recorded ballots.

    Args:
        papers: What is needed to read each ballot, by the key of the request for it.
        order: All seats in order, for the order of the candidates.
    """
    ballots: dict[str, Ballot] = {}
    said: dict[str, Statement] = {}
    spoiled, missing, rests_on = [], [], []
    for key, paper in papers.items():
        if not (who := paper.who):
            continue  # a stand-in was asked instead
        body = log.body(event_keys.ballot(key))
        words = log.body(body.statement) if isinstance(body, (BallotRead, BallotSpoiled)) else None
        if isinstance(body, (BallotRead, BallotSpoiled)) and isinstance(words, SeatSpoke):
            said[who] = Statement(
                key=body.statement,
                seat=paper.reader,
                text=words.text,
                settled=words.settled,
                sources=words.sources or (),
            )
        if isinstance(body, BallotRead):
            ballots[who] = body.ballot
            rests_on.append(event_keys.ballot(key))
        elif isinstance(body, BallotSpoiled):
            spoiled.append(who)
        else:
            missing.append(who)
    judged = {seat for paper in papers.values() for seat in paper.labels.values()}
    return Poll(
        candidates=tuple(seat for seat in order if seat in judged),
        ballots=ballots,
        said=said,
        spoiled=tuple(spoiled),
        missing=tuple(missing),
        rests_on=tuple(rests_on),
    )
