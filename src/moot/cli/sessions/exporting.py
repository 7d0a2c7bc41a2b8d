"""How does a session leave by the terminal? In the form that was named, or that the file's ending names."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from moot.errors import BadInput
from moot.exports.export import FORMATS, export
from moot.house import House
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState

PAGE = Path(str(files("moot"))) / "server" / "app" / "replay.html"
"""Where the build of the web app puts the page that plays a session."""


def exported(house: House, state: SessionState, events: Sequence[Event], kind: str) -> str:
    """The session in this form; a transcript is signed where this installation has a key."""
    page = _page() if kind == "replay" else None
    return export(state, events, kind, page=page, signer=house.signer() if kind == "jsonl" else None)


def kind_of(output: str) -> str:
    """The form that a file's ending names; Markdown where it has none."""
    ending = Path(output).suffix.lstrip(".").lower()
    others = {"markdown": "md", "htm": "html", "ndjson": "jsonl", "bib": "cite", "": "md", "txt": "md"}
    kind = "replay" if output.endswith(".replay.html") else others.get(ending, ending)
    if kind not in FORMATS:
        raise BadInput(f"Sessions are not written as .{ending}.", f"Give `--format`: {', '.join(FORMATS)}.")
    return kind


def _page() -> str | None:
    try:
        return PAGE.read_text(encoding="utf-8")
    except OSError:
        return None
