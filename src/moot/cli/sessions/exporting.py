"""How does a session leave by the terminal? In the form that was named, or that the file's ending names."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from moot.errors import BadInput
from moot.exports.export import ENDINGS, FORMATS, Format, export
from moot.house import House
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState

PAGE = Path(str(files("moot"))) / "server" / "app" / "replay.html"
"""Where the build of the web app puts the page that plays a session."""
OTHERS: dict[str, Format] = {"markdown": "md", "txt": "md", "htm": "html", "ndjson": "jsonl"}
"""Endings that people write and no file of ours has."""


def exported(house: House, state: SessionState, events: Sequence[Event], kind: str) -> str:
    """The session in this form; a transcript is signed where this installation has a key."""
    page = _page() if kind == "replay" else None
    return export(state, events, kind, page=page, signer=house.signer() if kind == "jsonl" else None)


def kind_of(output: str) -> str:
    """The form that a file's ending names; Markdown where it has none."""
    name = Path(output).name.lower()
    endings = {ending: kind for kind, ending in ENDINGS.items()} | OTHERS
    named = [ending for ending in endings if name.endswith(f".{ending}")]
    if named:
        return endings[max(named, key=len)]
    if ending := Path(name).suffix:
        raise BadInput(f"Sessions are not written as {ending}.", f"Give `--format`: {', '.join(FORMATS)}.")
    return "md"


def _page() -> str | None:
    try:
        return PAGE.read_text(encoding="utf-8")
    except OSError:
        return None
