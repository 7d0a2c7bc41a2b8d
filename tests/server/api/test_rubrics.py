"""Rubrics over HTTP: list, save and remove them."""

from __future__ import annotations

from server.running import Running


async def test_listed_kept_read_and_removed(server: Running) -> None:
    async with server.client() as client:
        listed = (await client.get("/api/rubrics")).json()
        assert listed["default"] == "general"
        assert listed["broken"] == {}
        rows = {row["rubric"]["name"]: row for row in listed["rubrics"]}
        assert {"general", "stress-test", "code-review"} < set(rows)
        assert rows["stress-test"]["text"].startswith("title = ")
        for name, row in rows.items():
            made = await client.put(f"/api/rubrics/{name}", json={"text": row["text"]})
            assert made.status_code == 200, made.text
            assert made.json()["layer"] == "user"
            assert made.json()["rubric"] == row["rubric"]
            assert (await client.delete(f"/api/rubrics/{name}")).status_code == 204
        assert (await client.delete("/api/rubrics/general")).status_code == 409
        assert (await client.delete("/api/rubrics/nobody")).status_code == 404
        general = {"text": rows["general"]["text"]}
        assert (await client.put("/api/rubrics/..%2Fevil", json=general)).status_code in (404, 422)
        assert (await client.put("/api/rubrics/a%20b", json=general)).status_code == 422
