"""Price an arm before it is added, ask it with what it keeps, and refuse it while the study is asked."""

from __future__ import annotations

from typing import Any

import pytest

from extensions.studies.routes.test_many_questions import JUDGED, get, over, post
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
async def test_an_arm_is_not_added_while_the_study_is_asked(server: Running) -> None:
    body = {"corpus": "two-sided", "domains": ["housing"], **JUDGED}
    study = (await post(server, "/api/studies", body)).json()["study"]
    refused = await post(server, f"/api/studies/{study}/arms", {"of": "base"})
    assert (refused.status_code, "is being asked" in refused.json()["error"]["message"]) == (409, True)
    assert (await over(server, study))["arms"] == 1
