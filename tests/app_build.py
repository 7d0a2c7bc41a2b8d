"""A build of the web app as small as can be: what the real one has, with next to nothing in it."""

from __future__ import annotations

from pathlib import Path

INDEX = '<!doctype html><title>Moot</title><script type="module" src="/assets/index-Ab3dE9_x.js"></script>'
REPLAY = '<!doctype html><title>Replay</title><script type="application/json" id="transcript"></script><p>after</p>'
SCRIPT = "document.title = 'Moot';"


def built(folder: Path) -> Path:
    """Writes it; returns its folder."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "replay.html").write_text(REPLAY)
    (folder / "licences.txt").write_text("A library: its licence.")
    (folder / "assets" / "index-Ab3dE9_x.js").write_text(SCRIPT)
    (folder / "assets" / "plain.css").write_text("p {}")
    (folder / "assets" / "tool.exe").write_text("")
    return folder
