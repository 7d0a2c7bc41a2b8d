"""Is a rubric that is being written checked, tried and kept as it is written?"""

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
        named = {measure["name"]: measure for measure in good["measures"]}  # type: ignore[attr-defined]
        assert named["agreement"]["kind"] == "word"
        assert named["agreement"]["choices"] == ["agree", "partial", "disagree"]
        assert all(each["kind"] == "number" for name, each in named.items() if name != "agreement")
        broken = await check(GENERAL + "\n[broken\n")
        assert broken["rubric"] is None
        assert broken["line"] == len(GENERAL.splitlines()) + 2
        lines = GENERAL.splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("title"))
        unknown = await check("\n".join([*lines[: at + 1], "titel = 1", *lines[at + 1 :]]))
        assert "titel" in str(unknown["error"])
        assert "title" in str(unknown["remedy"])
        assert unknown["line"] == at + 2
        for text in ("", "x = 1", "[[axes]]", "\x00", "name = 'x'"):
            assert (await check(text))["error"], text


async def test_measures_meet_a_rule(server: Running) -> None:
    async with server.client() as client:

        async def preview(measures: dict[str, object], text: str = GENERAL) -> dict[str, object]:
            answer = await client.post("/api/rubrics/preview", json={"text": text, "measures": measures})
            assert answer.status_code == 200, answer.text
            return dict(answer.json())

        last = await preview({})
        assert last["rule"] == GENERAL.count("[[rules]]")
        assert last["verdict_class"]
        assert last["certainty"]
        assert (await preview({"nothing": 1}))["error"]
        assert (await preview({"agreement": 1}))["error"]
        assert (await preview({"flips": "many"}))["error"]
        assert (await preview({}, "x = 1"))["rule"] == 0
        several = {
            (await preview({"replies": 3, "scored": 3, "agreement": word, "flips": flips, "best": 20.0, "lead": 4.0,
                            "best_flawed": 0, "flawed": 0, "spread": 5.0, "steady": 3 - flips}))["rule"]
            for word in ("agree", "partial", "disagree") for flips in (0, 2)
        }  # fmt: skip
        assert len(several) > 1


async def test_a_rubric_is_kept_as_it_is_written(server: Running) -> None:
    text = f"# written by hand\n{GENERAL}\n# the end\n"
    async with server.client() as client:
        kept = await client.put("/api/rubrics/mine/text", json={"text": text})
        assert kept.status_code == 200, kept.text
        assert (kept.json()["layer"], kept.json()["text"]) == ("user", text)
        assert (await client.get("/api/rubrics/mine")).json()["text"] == text
        assert (await client.put("/api/rubrics/mine/text", json={"text": "x = 1"})).status_code == 422
        assert (await client.put("/api/rubrics/No%20Name/text", json={"text": text})).status_code == 422
        assert (await client.get("/api/rubrics/mine")).json()["text"] == text
        assert (await client.delete("/api/rubrics/mine")).status_code == 204
