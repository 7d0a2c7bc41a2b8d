"""Install `examples/lengths`, and use each thing that it adds in the terminal and on the server."""

from __future__ import annotations

import io
import json
from pathlib import Path

from PIL import Image

from examples.test_jury import ROOT, install, moot, serving

LINE = {"role": "user", "content": "What is the capital of Australia?", "answer": "the"}


def test_each_thing_it_adds_works_in_the_terminal_and_on_the_server(tmp_path: Path) -> None:
    site = install(ROOT / "examples" / "lengths", tmp_path / "site")
    moot(tmp_path, site, "settings", "set", "grader", "contain")
    (tmp_path / "one.jsonl").write_text(json.dumps(LINE))
    asked = moot(tmp_path, site, "run", "one.jsonl")
    assert (asked.returncode, "contains" in asked.stderr) == (2, True), asked
    moot(tmp_path, site, "settings", "set", "grader", "contains")
    assert moot(tmp_path, site, "run", "one.jsonl").returncode == 0

    graded = json.loads(moot(tmp_path, site, "sessions", "grade", "last", "--json").stdout)
    assert "grader contains" in {each["by"] for each in graded["grades"]}
    replayed = moot(tmp_path, None, "sessions", "replay", "last")
    assert replayed.returncode == 0, "a replay reads what the grader said"

    words = moot(tmp_path, site, "lengths", "words", "last").stdout
    assert "discovery/seat-a" in words

    assert moot(tmp_path, site, "sessions", "export", "last", "--output", "drawn.png").returncode == 0
    assert Image.open(io.BytesIO((tmp_path / "drawn.png").read_bytes())).size[0] == 400
    without = moot(tmp_path, None, "sessions", "export", "last", "--format", "lengths")
    assert (without.returncode, "'replay', 'csv'" in without.stderr) == (2, True)

    with serving(tmp_path, site) as client:
        session = client.get("/api/sessions").json()["sessions"][0]["session"]
        assert [each["name"] for each in client.get("/api/exports").json()["exports"]][-2:] == ["csv", "lengths"]
        file = client.get(f"/api/sessions/{session}/export", params={"format": "lengths"})
        assert file.headers["content-type"] == "image/png"
        assert file.headers["content-disposition"].endswith('.png"')
        assert Image.open(io.BytesIO(file.content)).size[0] == 400
        unknown = client.get(f"/api/sessions/{session}/export", params={"format": "docx"})
        assert (unknown.status_code, "csv, lengths" in unknown.json()["error"]["remedy"]) == (422, True)
        row = next(each for each in client.get("/api/panels").json()["panels"] if each["title"] == "Words by session")
        shown = client.get(f"/api/panels/{row['name']}").json()["shown"]
        assert (shown["type"], shown["kind"], len(shown["labels"])) == ("chart", "bars", 8), "with seven examples"
        assert min(shown["series"][0]["values"]) > 0
        assert client.get("/api/panels/none").status_code == 404
