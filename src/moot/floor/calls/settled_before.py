"""What was settled in the session whose failures a fork asks again? It stands in the fork wherever the same is asked.

The same is the same move, and the same prompt to the last character; a fork that reuses answers changes nothing else of
who is asked and how. What could not be read was not settled, and a repair belongs to the very answer it repairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import UnknownName
from moot.floor.calls.move import Move
from moot.transcripts.log import Log
from moot.transcripts.transcript import Transcript
from moot.vocabulary import keys
from moot.vocabulary.events import BallotSpoiled, Event, SeatFailed, SeatSpoke, SessionOpened, SourcesFound


class SettledBefore:
    """The answers and look-ups of one session, by key."""

    def __init__(self, events: Sequence[Event]) -> None:
        lost = {keys.move_of(each.key) for each in events if isinstance(each.body, SeatFailed) and each.body.final}
        spoiled = {keys.move_of(each.key) for each in events if isinstance(each.body, BallotSpoiled)}
        # Where the call for a repair failed, the answer itself is whole: its repair alone is asked for again.
        unread = spoiled - lost
        self._standing = {
            event.key: event
            for event in events
            if isinstance(event.body, (SeatSpoke, SourcesFound))
            and not event.key.endswith(":late")
            and keys.move_of(event.key) not in unread
        }

    def answer(self, move: Move, log: Log) -> Event | None:
        """The answer to this move, where it was given to the same prompt."""
        event = self._standing.get(move.key)
        if event is None or not isinstance(event.body, SeatSpoke) or event.body.prompt != move.prompt.digest:
            return None
        base = keys.move_of(move.key)
        if base != move.key and log.origin(base) is None:
            return None  # a repair's prompt does not hold the answer it repairs, and this is another answer
        return event

    def sources(self, key: str, query: str, searchers: Sequence[str]) -> Event | None:
        """What the same searchers found for the same query, where none of them failed."""
        event = self._standing.get(key)
        if event is None or not isinstance(event.body, SourcesFound) or event.body.failures:
            return None
        same = event.body.query == query and event.body.searchers == tuple(dict.fromkeys(searchers))
        return event if same else None


async def settled_before(transcript: Transcript, opened: SessionOpened) -> SettledBefore | None:
    """What the source of a fork holds, where it may stand there; of one that was deleted everything is asked again."""
    if opened.fork is None or opened.fork.reuses is not True:
        return None
    try:
        return SettledBefore(await transcript.read(opened.fork.session))
    except UnknownName:
        return None
