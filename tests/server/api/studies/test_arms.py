"""Is an arm priced before it is added, then asked with what it keeps, and refused where it could not be asked?"""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.api.studies.test_many_questions import JUDGED, get, over, post
from server.running import Running


async def begun(server: Running, **more: Any) -> str:
    """A study of one arm whose sessions have all ended."""
    body = {"corpus": "two-sided", "questions": ["housing-1", "carbon-1"], "seed": "s", **JUDGED, **more}
    study = str((await post(server, "/api/studies", body)).json()["study"])
    await over(server, study)
    return study


@pytest.mark.slow
async def test_forks_are_priced_and_then_asked_and_keep_every_answer(server: Running) -> None:
    study = await begun(server, repeats=2)
    (base,) = (await get(server, f"/api/studies/{study}/arms"))["arms"]
    assert (base["arm"], base["stage"], base["finished"]) == ("base", "adjudication", 4)
    assert base["stages"].index("adjudication") > 1
    body = {"of": "base", "stage": base["stage"], "repeats": 3, "adjudicators": ["rehearsal/hana"]}
    told = (await post(server, f"/api/studies/{study}/arms/estimate", body)).json()
    assert (told["arm"], told["sessions"], told["others"]) == ("rejudged-1", 6, 0)
    whole = (await post(server, f"/api/studies/{study}/arms/estimate", {**JUDGED, "name": "same"})).json()
    assert whole["sessions"] == 4
    assert told["calls"] / 6 < whole["calls"] / 4, "what stands before the judging is kept"
    head = await get(server, f"/api/studies/{study}")
    assert [arm["name"] for arm in head["arms"]] == ["base"], "a price adds nothing"
    added = await post(server, f"/api/studies/{study}/arms", body)
    assert (added.status_code, added.json()["sessions"]) == (201, 10)
    done = await over(server, study)
    assert (done["state"], done["done"], done["arms"]) == ("whole", 10, 2)
    again = (await post(server, f"/api/studies/{study}/arms/estimate", body)).json()
    assert again["arm"] == "rejudged-2", "another name than the one that is taken"


@pytest.mark.slow
async def test_a_fork_and_another_council_are_asked_the_same_questions(server: Running) -> None:
    study = await begun(server)
    judged = {"of": "base", "stage": "adjudication", "adjudicators": ["rehearsal/hana"]}
    told = (await post(server, f"/api/studies/{study}/arms/estimate", judged)).json()
    assert (told["arm"], told["sessions"], told["others"], told["remarks"]) == ("rejudged-1", 2, 0, [])
    judging = told["calls"]
    assert (await post(server, f"/api/studies/{study}/arms", judged)).status_code == 201
    assert (await over(server, study))["done"] == 4
    same = (await post(server, f"/api/studies/{study}/arms/estimate", {"of": "base"})).json()
    assert "changes nothing" in same["remarks"][0], "an arm that changes nothing is told as one"
    other = {"members": ["rehearsal/bo", "rehearsal/cyn", "rehearsal/eli"], "protocol": "adjudication",
             "offices": {"adjudicator": "rehearsal/dov"}, "name": "others"}  # fmt: skip
    told = (await post(server, f"/api/studies/{study}/arms/estimate", other)).json()
    assert (told["sessions"], "eli" in told["seats"]) == (2, True)
    assert told["calls"] > judging, "everybody is asked from the beginning"
    assert (await post(server, f"/api/studies/{study}/arms", other)).status_code == 201
    done = await over(server, study)
    assert (done["state"], done["done"]) == ("whole", 6)
    head = await get(server, f"/api/studies/{study}")
    assert [arm["name"] for arm in head["arms"]] == ["base", "rejudged-1", "others"]


REFUSED = [
    ({"of": "nobody"}, 422, "no arm called"),
    ({"of": "base", "stage": "nosuch"}, 422, "nosuch"),
    ({"of": "base", "members": ["rehearsal/ada"]}, 422, "cannot seat another council"),
    ({"of": "base", "adjudicators": ["rehearsal/ada"]}, 422, "cannot judge it"),
    ({"of": "base", "name": "base"}, 409, "another arm called"),
    ({"name": "base", "council": "nosuch"}, 409, "another arm called"),
    ({"council": "nosuch"}, 422, "nosuch"),
    ({"of": "base", "options": {"nosuch": 1}}, 422, "nosuch"),
    ({"of": "base", "name": "../x"}, 422, "../x"),
]  # fmt: skip


@pytest.mark.slow
async def test_what_could_not_be_asked_is_refused_before_anything_is_added(server: Running) -> None:
    study = await begun(server)
    for body, status, words in REFUSED:
        for path in (f"/api/studies/{study}/arms/estimate", f"/api/studies/{study}/arms"):
            refused = await post(server, path, body)
            assert refused.status_code == status, (body, refused.text)
            assert words in json.dumps(refused.json()["error"]), (body, refused.text)
    head = await get(server, f"/api/studies/{study}")
    assert [arm["name"] for arm in head["arms"]] == ["base"]


@pytest.mark.slow
async def test_an_arm_is_not_added_while_the_study_is_asked(server: Running) -> None:
    body = {"corpus": "two-sided", "domains": ["housing"], **JUDGED}
    study = (await post(server, "/api/studies", body)).json()["study"]
    refused = await post(server, f"/api/studies/{study}/arms", {"of": "base"})
    assert (refused.status_code, "is being asked" in refused.json()["error"]["message"]) == (409, True)
    assert (await over(server, study))["arms"] == 1
