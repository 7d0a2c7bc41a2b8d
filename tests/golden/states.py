"""Write how the state changes with each event of the golden transcripts, for the app's fold to compare.

A line for each event: what is different in it when it is sent, for an older one lacks fields that came later, and what
it changes in the state. A change is `[path, value]` for what is new or different, `[path]` for what is gone. The app's
tests read the same files, and what each session came to in a few words. `python -m golden.states` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from moot.exports.session_files import events_from_jsonl
from moot.server.watching.stream import ViewerFrame
from moot.views.summary import gist_of
from moot.vocabulary.state import SessionState, fold, state_of

HERE = Path(__file__).parent
TRANSCRIPTS = sorted((HERE / "transcripts").glob("*.jsonl"))


def changes_of(transcript: Path) -> str:
    """The lines of one transcript."""
    state = SessionState()
    before, lines = msgspec.to_builtins(state), []
    text = transcript.read_text(encoding="utf-8")
    for written, event in zip(text.splitlines(), events_from_jsonl(text), strict=True):
        state = fold(state, event)
        after, sent = msgspec.to_builtins(state), json.loads(ViewerFrame(event).json)
        changes = [list(_changes(json.loads(written), sent, [])), list(_changes(before, after, []))]
        lines.append(json.dumps(changes, ensure_ascii=False, separators=(",", ":")))
        before = after
    return "\n".join(lines) + "\n"


GISTS = HERE / "gists.json"


def gists() -> str:
    """What each golden session came to in a few words, by the name of its transcript."""
    found = {each.name: gist_of(state_of(events_from_jsonl(each.read_text("utf-8")))) for each in TRANSCRIPTS}
    return json.dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=1) + "\n"


def place_of(transcript: Path) -> Path:
    """Where they are kept."""
    return HERE / "states" / transcript.name


def _changes(before: Any, after: Any, path: list[str]) -> Iterator[list[Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before.keys() - after.keys():
            yield [[*path, name]]
        for name, value in after.items():
            if name not in before:
                yield [[*path, name], value]
            else:
                yield from _changes(before[name], value, [*path, name])
    elif before != after:
        yield [path, after]


if __name__ == "__main__":
    (HERE / "states").mkdir(exist_ok=True)
    for each in TRANSCRIPTS:
        place_of(each).write_text(changes_of(each), encoding="utf-8")
    GISTS.write_text(gists(), encoding="utf-8")
