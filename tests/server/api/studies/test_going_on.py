"""Is a budget that asks nothing refused where a study is gone on with, and the least one that asks told before?"""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.studies.conftest import configured
from rig.upstream import Upstream
from server.api.studies.test_many_questions import get, over, post
from server.running import running

ROW = '[lab]\nurl = "{url}"\nprivate = true\nprice = {{ input = 1000, output = 1000 }}\n'
QUESTIONS = "\n".join(f"Is {n} prime?" for n in range(2, 14))


@pytest.mark.slow
async def test_a_budget_under_which_nothing_is_asked_is_refused_and_one_that_asks_goes_on(tmp_path: Path) -> None:
    async with Upstream(models=("alpha", "beta", "gamma", "delta")) as up:
        configured(tmp_path, ROW.format(url=up.url))
        lab = {"members": ["lab/alpha", "lab/beta", "lab/gamma"], "offices": {"adjudicator": "lab/delta"}}
        body = {"lines": QUESTIONS, "protocol": "adjudication", **lab}
        async with running(tmp_path) as server:
            most = (await post(server, "/api/studies/estimate", body)).json()["most"]
            told = (await post(server, "/api/studies/estimate", {**body, "budget": 1})).json()["lacking"]
            budget = 1.02 * float(told.split("one takes $")[1].split()[0].replace(",", ""))
            study = (await post(server, "/api/studies", {**body, "budget": budget})).json()["study"]
            row = await over(server, study)
            assert row["left"] > 0, (budget, row["spent"], row["done"], row["running"], row["failed"])
            asked = len(up.calls)
            rest = (await post(server, f"/api/studies/{study}/go-on/estimate")).json()
            gone = row["spent"] + row["pending"]
            assert gone < rest["least_budget"] <= rest["budget"]
            for little in (0, gone / 2, gone, rest["least_budget"] * 0.999 if row["running"] == 0 else gone):
                refused = await post(server, f"/api/studies/{study}/go-on", {"budget": little})
                assert refused.status_code == 422, (little, refused.text)
                assert "udget" in refused.json()["error"]["message"]
            assert len(up.calls) == asked, "nothing was asked"
            kept = (await get(server, f"/api/studies/{study}"))["study"]
            assert (kept["budget"], kept["asked_by"]) == (budget, ""), "the budget it had stands"
            went = await post(server, f"/api/studies/{study}/go-on", {"budget": most * 2})
            assert went.status_code == 200, went.text
            assert (await get(server, f"/api/studies/{study}"))["study"]["asked_by"] == "this server"
            (listed,) = (await get(server, "/api/studies"))["studies"]
            assert listed["asked_by"] in ("this server", "")
            done = await over(server, study)
            assert (done["left"], done["done"]) == (0, 12)
            whole = (await post(server, f"/api/studies/{study}/go-on/estimate")).json()
            assert whole["least_budget"] is None, "nothing is left"
