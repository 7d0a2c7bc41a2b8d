"""Are rubrics listed, read, kept and removed over HTTP, and is what could not be followed refused?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.running import Running

RULE = {"verdict": "x", "certainty": "low", "basis": "x", "says": "x"}


def sent(row: dict[str, Any]) -> dict[str, Any]:
    """A rubric as it is kept again: what was sent, without its name."""
    return {key: value for key, value in row["rubric"].items() if key != "name"}


async def test_listed_kept_read_and_removed(server: Running) -> None:
    async with server.client() as client:
        listed = (await client.get("/api/rubrics")).json()
        assert listed["default"] == "general"
        assert listed["broken"] == {}
        rows = {row["rubric"]["name"]: row for row in listed["rubrics"]}
        assert {"general", "stress-test", "code-review"} < set(rows)
        assert rows["stress-test"]["text"].startswith("title = ")
        for name, row in rows.items():
            made = await client.put(f"/api/rubrics/{name}", json=sent(row))
            assert made.status_code == 200, made.text
            assert made.json()["layer"] == "user"
            assert made.json()["rubric"] == row["rubric"]
            assert (await client.get(f"/api/rubrics/{name}")).json() == made.json()
            assert (await client.delete(f"/api/rubrics/{name}")).status_code == 204
        assert (await client.delete("/api/rubrics/general")).status_code == 409
        assert (await client.delete("/api/rubrics/nobody")).status_code == 404
        assert (await client.put("/api/rubrics/..%2Fevil", json=sent(rows["general"]))).status_code in (404, 422)
        assert (await client.put("/api/rubrics/a%20b", json=sent(rows["general"]))).status_code == 422


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": "mine"}, "there is no `name`"),
        ({"titel": "x"}, "Did you mean `title`?"),
        ({"title": 1}, "title"),
        ({"axes": []}, "There are 0 axes"),
        ({"axes": {"0": 1}}, "axes"),
        ({"neutral": 7}, "between 1 and 5"),
        ({"rules": [RULE | {"when": {"lead": {"at_least": 1}}}]}, "must have no bounds"),
        ({"rules": [RULE | {"certainty": "sure"}]}, "certainty"),
        ({"rules": [RULE | {"certainty": []}]}, "has no certainty"),
        ({"conviction": {"held": 1e9}}, "conviction.held"),
    ],
)  # fmt: skip
async def test_what_could_not_be_followed_is_refused(server: Running, changes: dict[str, Any], says: str) -> None:
    async with server.client() as client:
        general = sent((await client.get("/api/rubrics/general")).json())
        refused = await client.put("/api/rubrics/mine", json={**general, **changes})
        assert refused.status_code == 422, refused.text
        assert says in refused.json()["error"]["message"] + refused.json()["error"]["remedy"]
        assert (await client.get("/api/rubrics/mine")).status_code == 404


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "1" + "0" * 500, "-0.0", "1e308"])
async def test_odd_numbers_are_only_numbers(server: Running, number: str) -> None:
    async with server.client() as client:
        general = sent((await client.get("/api/rubrics/general")).json())
        for place in ("weight", "at_most", "neutral"):
            rubric = json.loads(json.dumps(general))
            if place == "weight":
                rubric["axes"][0]["weight"] = "NUMBER"
            elif place == "neutral":
                rubric["neutral"] = "NUMBER"
            else:
                rubric["rules"][1]["when"]["scored"]["at_most"] = "NUMBER"
            body = json.dumps(rubric).replace('"NUMBER"', number)
            headers = {**server.bearer, "Content-Type": "application/json"}
            answer = await client.put("/api/rubrics/mine", content=body, headers=headers)
            assert answer.status_code in (200, 400, 422), (place, number, answer.text)
            if answer.status_code == 200:
                assert (await client.get("/api/rubrics/mine")).json() == answer.json()
