"""Check a home's sessions against the world's books: what was said was received, what was paid was billed."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from moot.transcripts.sql.register import Listing, Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.views.contract import contract_of
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke
from moot.vocabulary.state import SessionState, state_of
from world.gateway import Gateway
from world.laptop import Laptop

LONG_ENOUGH = 25
"""Characters of a sentence that nobody says by chance."""


def events_in(home: Path) -> list[tuple[Listing, list[Event]]]:
    """Every session of a home, with its events."""

    async def read() -> list[tuple[Listing, list[Event]]]:
        store = Store(home / "moot.db")
        transcript = SqlTranscript(store)
        try:
            return [(each, await transcript.read(each.id)) for each in await Register(store).list(100)]
        finally:
            await transcript.close()

    # In a thread, because a browser that is driven beside it holds this one's event loop.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, read()).result()


def sessions_in(home: Path) -> list[tuple[Listing, SessionState]]:
    """Every session of a home, with all that is known of it."""
    return [(listing, state_of(events)) for listing, events in events_in(home)]


def bills_in(home: Path) -> list[tuple[int | None, int | None]]:
    """What was set aside for every call that was answered, and what it came to."""
    found = []
    for _, events in events_in(home):
        bodies = {event.key: event.body for event in events}
        for key, spoke in bodies.items():
            if isinstance(spoke, SeatSpoke):
                asked = bodies[event_keys.intent(key, spoke.attempt)]
                assert isinstance(asked, SeatAsked)
                found.append((asked.reserved, spoke.cost))
    return found


def agree(home: Path, up: Gateway | Laptop) -> list[SessionState]:
    """What must hold of every home once its sessions have ended, whatever became of them."""
    found = sessions_in(home)
    assert found, "no session was opened"
    for listing, _ in found:
        assert listing.reserved == 0, f"{listing.reserved} nano-dollars are still set aside"
        assert listing.unknown == 0, f"{listing.unknown} calls have no price"
    assert sum(listing.spent for listing, _ in found) == up.books.spent
    return [state for _, state in found]


def settled(home: Path, up: Gateway | Laptop, shown: str) -> SessionState:
    """The one session of a home: it has a verdict, in the world's words, which the door showed."""
    (state,) = agree(home, up)
    assert state.verdict is not None, state.stopped
    assert state.verdict.outcome == "verdict", state.verdict
    verdict = state.verdict.text
    answer = contract_of(state).answer
    assert answer, state.verdict
    assert _plain(answer)[:LONG_ENOUGH] in _plain(shown), shown
    said = _plain(" ".join(each.text for each in up.books.entries))
    sentences = [each for each in re.split(r"(?<=[.!?])\s+|\n", verdict) if len(each) >= LONG_ENOUGH] or [verdict]
    assert any(_plain(sentence) in said for sentence in sentences), f"nobody said any of: {verdict}"
    return state


def _plain(text: str) -> str:
    """A text without what a screen makes of it: letters and digits alone."""
    return re.sub(r"[^0-9a-z]+", " ", text.lower())
