"""Write a session as one file that plays it: the web app's replay page with the transcript written into it.

The page is built with the web app; opened from a disk it loads nothing. The embedded data can close no tag, and is what
every viewer gets. The script that draws formulas has a tag of its own, which is removed if there are no formulas.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from moot.errors import BadInput
from moot.exports.event_views import watched
from moot.transcripts.json_lines import json_of, unbroken, untagged
from moot.views.formulas import may_hold_formulas
from moot.views.summary import gist_of
from moot.vocabulary.events import Event
from moot.vocabulary.state import state_of

PAGE = Path(str(files("moot"))) / "server" / "app" / "replay.html"
"""Path of the page in the build of the web app."""
OPENING = '<script type="application/json" id="transcript">'
CLOSING = "</script>"
MATHS = '<script id="maths">'
REMEDY = "Build the web app with `make web`, or take the format `html`."


def replay_of(events: Sequence[Event], page: str | None = None) -> str:
    """Return the HTML page that plays a session in the browser, with the session's events written into it.

    `page` replaces the packaged page of the web app.

    Raises:
        BadInput: The web app was not built.
    """
    try:
        page = page if page is not None else PAGE.read_text(encoding="utf-8")
    except OSError:
        raise BadInput("The page that plays a session was not built.", REMEDY) from None
    before, found, rest = page.partition(OPENING)
    _, closed, after = rest.partition(CLOSING)
    if not found or not closed:
        raise BadInput("The page that plays a session has no place for its transcript.", REMEDY)
    written = unbroken(json_of({"events": [watched(event) for event in events], "gist": gist_of(state_of(events))}))
    if not any(may_hold_formulas(text) or "```math" in text for text in _texts(json.loads(written))):
        after = _without(after, MATHS)
    return before + found + untagged(written) + closed + after


def _without(page: str, opening: str) -> str:
    """Return the page without the script that begins with this tag."""
    before, found, rest = page.partition(opening)
    return before + rest.partition(CLOSING)[2] if found else page


def _texts(told: Any) -> Iterator[str]:
    """Yield every text in a JSON value, nested ones included."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for each in told.values():
            yield from _texts(each)
    elif isinstance(told, list):
        for each in told:
            yield from _texts(each)
