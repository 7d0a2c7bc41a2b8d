"""Reuse answers in a fork that retries the failed calls of its source session.

An answer is reused for the same move with exactly the same prompt; a fork that reuses answers changes nothing else
about seats and prompts. An unreadable ballot is not reused, and a repair only together with the answer it repairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import UnknownName
from moot.floor.calls.move import Move
from moot.transcripts.log import Log
from moot.transcripts.transcript import Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotSpoiled, Event, SeatFailed, SeatSpoke, SessionOpened, SourcesFound
from moot.vocabulary.tools import ToolAnswered, ToolAsked


class SettledBefore:
    """Answers and search results of an earlier session, to be reused by a fork of that session.

    A fork is a new session that begins as a copy of an earlier one. This fork repeats only what failed there.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        lost = {
            event_keys.move_of(each.key) for each in events if isinstance(each.body, SeatFailed) and each.body.final
        }
        spoiled = {event_keys.move_of(each.key) for each in events if isinstance(each.body, BallotSpoiled)}
        # If the call for a repair failed, the answer itself is whole: only its repair is asked for again.
        unread = spoiled - lost
        self._tool_calls = [event for event in events if isinstance(event.body, (ToolAsked, ToolAnswered))]
        self._standing = {
            event.key: event
            for event in events
            if isinstance(event.body, (SeatSpoke, SourcesFound))
            and not event.key.endswith(":late")
            and event_keys.move_of(event.key) not in unread
        }

    def answer(self, move: Move, log: Log) -> Event | None:
        """Return the earlier session's answer to this request if the prompt is the same; otherwise `None`."""
        event = self._standing.get(move.key)
        if event is None or not isinstance(event.body, SeatSpoke) or event.body.prompt != move.prompt.digest:
            return None
        base = event_keys.move_of(move.key)
        if base != move.key and log.origin(base) is None:
            return None  # the prompt of a repair does not contain the answer it repairs, and this is another answer
        return event

    def tool_calls(self, key: str) -> list[Event]:
        """Return the earlier session's tool calls for the answer with this key, and their results."""
        return [event for event in self._tool_calls if event_keys.call_of(event.key) == key]

    def sources(self, key: str, query: str, searchers: Sequence[str]) -> Event | None:
        """Return the earlier session's event with the results of a search, or `None` if they cannot be reused.

        The search must have had the same key, query and search services, and none of the services may have failed.
        """
        event = self._standing.get(key)
        if event is None or not isinstance(event.body, SourcesFound) or event.body.failures:
            return None
        same = event.body.query == query and event.body.searchers == tuple(dict.fromkeys(searchers))
        return event if same else None


async def settled_before(transcript: Transcript, opened: SessionOpened) -> SettledBefore | None:
    """Return the answers of the source session that a fork may reuse; `None` if it was not asked to reuse any, or if
    the source session was deleted."""
    if opened.fork is None or opened.fork.reuses is not True:
        return None
    try:
        return SettledBefore(await transcript.read(opened.fork.session))
    except UnknownName:
        return None
