"""How does a session leave as one file that plays it? The web app's replay page with the transcript written into it.

The page is built with the web app, and whoever exports hands it in; opened from a disk it asks for nothing. What is
written into it can close no tag, and holds what every viewer gets.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.errors import BadInput
from moot.exports.viewing import watched
from moot.transcripts.json_lines import json_of, unbroken, untagged
from moot.vocabulary.events import Event

OPENING = '<script type="application/json" id="transcript">'
CLOSING = "</script>"
REMEDY = "Build the web app with `make web`, or take the format `html`."


def replay_of(events: Sequence[Event], page: str | None) -> str:
    """The page with these events in it; without one, where the web app was not built, a refusal."""
    if page is None:
        raise BadInput("The page that plays a session was not built.", REMEDY)
    before, found, rest = page.partition(OPENING)
    _, closed, after = rest.partition(CLOSING)
    if not found or not closed:
        raise BadInput("The page that plays a session has no place for its transcript.", REMEDY)
    written = unbroken(json_of({"events": [watched(event) for event in events]}))
    return before + found + untagged(written) + closed + after
