"""Test that a rubric being edited is checked, tried and saved as written."""

from __future__ import annotations

from pathlib import Path

from moot.server import app_files
from server.running import Running

GENERAL = (Path(app_files.__file__).parents[1] / "library" / "rubrics" / "general.toml").read_text()


async def test_a_rubric_is_checked_by_line(server: Running) -> None:
    async with server.client() as client:

        async def check(text: str) -> dict[str, object]:
            answer = await client.post("/api/rubrics/check", json={"text": text})
            assert answer.status_code == 200, answer.text
            return dict(answer.json())

        good = await check(GENERAL)
        assert (good["error"], good["line"]) == ("", None)
        assert good["rubric"]["rules"]  # type: ignore[index]
        broken = await check(GENERAL + "\n[broken\n")
        assert broken["rubric"] is None
        assert broken["line"] == len(GENERAL.splitlines()) + 2
        lines = GENERAL.splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("title"))
        unknown = await check("\n".join([*lines[: at + 1], "titel = 1", *lines[at + 1 :]]))
        assert "titel" in str(unknown["error"])
        assert "title" in str(unknown["remedy"])
        for text in ("", "x = 1", "[[axes]]", "\x00", "name = 'x'"):
            assert (await check(text))["error"], text


async def test_a_rubric_is_kept_as_it_is_written(server: Running) -> None:
    text = f"# written by hand\n{GENERAL}\n# the end\n"
    async with server.client() as client:
        kept = await client.put("/api/rubrics/mine", json={"text": text})
        assert kept.status_code == 200, kept.text
        assert (kept.json()["layer"], kept.json()["text"]) == ("user", text)
        assert (await client.put("/api/rubrics/mine", json={"text": "x = 1"})).status_code == 422
        assert (await client.put("/api/rubrics/No%20Name", json={"text": text})).status_code == 422
        assert (await client.delete("/api/rubrics/mine")).status_code == 204
