"""Test that a map of a session's answers can be drawn from the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.conftest import Run

Asked = Callable[..., dict[str, Any]]
WORDS = ("--embedder", "lexical/words")


def test_a_page_is_written_and_never_over_another(moot: Run, asked: Asked, tmp_path: Path) -> None:
    session = asked()["session"]
    drawn = moot("sessions", "project", session[:8], *WORDS, "-o", "map.html")
    assert drawn.exit_code == 0, drawn.output
    page = (tmp_path / "map.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "lexical/words, in 512 dimensions, for this map, not in the session" in page
    assert "points say little" in drawn.stdout
    assert "Wrote map.html." in drawn.stderr
    assert moot("sessions", "project", session, *WORDS, "-o", "map.html").exit_code != 0
    again = moot("sessions", "project", session, *WORDS, "--method", "tsne", "-o", "map.html", "--replace")
    assert again.exit_code == 0
    assert (tmp_path / "map.html").read_text() != page
