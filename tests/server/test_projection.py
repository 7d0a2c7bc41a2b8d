"""Can a map of a session's answers be had over HTTP, as figures and as a page?"""

from __future__ import annotations

from server.running import Running

WORDS = {"embedder": "lexical/words"}


async def test_figures_and_page(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        told = await client.get(f"/api/sessions/{session}/projection", params=WORDS)
        assert told.status_code == 200, told.text
        found = told.json()
        assert found["embedder"] == "lexical/words"
        assert len(found["marks"]) >= 3
        assert len(found["distances"]) == len(found["marks"])
        assert "agreement of shape, not truth" in found["caution"]
        near = await client.get(f"/api/sessions/{session}/projection", params={**WORDS, "method": "tsne"})
        assert near.json()["explained"] is None
        page = await client.get(f"/api/sessions/{session}/projection", params={**WORDS, "format": "html"})
        assert page.headers["content-type"].startswith("text/html")
        assert "attachment" in page.headers["content-disposition"]
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert page.text.startswith("<!DOCTYPE html>")


async def test_what_cannot_be_drawn_says_what_to_do(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        path = f"/api/sessions/{session}/projection"
        unmeasured = await client.get(path)
        assert unmeasured.status_code == 422
        assert "embedder=lexical/words" in unmeasured.json()["error"]["remedy"]
        paid = await client.get(path, params={"embedder": "openai/text-embedding-3-small"})
        assert paid.status_code == 422
        assert "nothing is paid or sent" in paid.json()["error"]["message"]
        assert (await client.get(path, params={"method": "umap"})).status_code == 422
        assert (await client.get("/api/sessions/ffffffff/projection")).status_code == 404


async def test_viewers_are_sent_no_vectors_and_the_export_holds_them(server: Running) -> None:
    async with server.client() as client:
        asked = {"question": "What is a moot?", "protocol": "consensus", "options": {"strategy": "semantic"}}
        session = (await client.post("/api/sessions", json=asked, params={"wait": 60})).json()["session"]
        page = await client.get(f"/api/sessions/{session}/events", params={"limit": 5000})
        spoke = [event["body"] for event in page.json()["events"] if event["key"].endswith("/embedder")]
        assert spoke
        assert all(body["vectors"] == "" and body["measured"] for body in spoke)
        whole = await client.get(f"/api/sessions/{session}/export", params={"format": "jsonl"})
        assert '"vectors":"' in whole.text.replace('"vectors":""', "")
        told = (await client.get(f"/api/sessions/{session}/projection")).json()
        assert told["here"] is False
        assert told["rounds"][0]["stage"] == "round.1"
