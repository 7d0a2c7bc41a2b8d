"""What of an event does a viewer get? All of it but the vectors."""

from __future__ import annotations

from msgspec.structs import replace

from moot.vocabulary.events import Event, SeatSpoke


def watched(event: Event) -> Event:
    """An event as viewers get it: vectors stay behind, which are large, drawn by nobody, and told by the map."""
    body = event.body
    return replace(event, body=replace(body, vectors="")) if isinstance(body, SeatSpoke) and body.vectors else event
