"""Test that many questions are checked before money is spent, asked once, stopped, continued, and kept as a set."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from extensions.studies.terminal.conftest import configured
from moot.extensions.studies.routes.asking import asked_here
from rig.upstream import Upstream
from server.running import MEMBERS, Running, running

LINES = (
    '\ufeff{"text": "Is water wet?"}\r\n\r\n{"text": "Is 7 prime?", "answer": true, "domain": "numbers"}\r\n'
    '{"role": "user", "content": "Why?"}'
)
JUDGED = {"members": MEMBERS, "protocol": "adjudication", "offices": {"adjudicator": "rehearsal/dov"}}


async def post(server: Running, path: str, body: Any = None, **headers: str) -> httpx.Response:
    async with server.client() as client:
        return await client.post(path, json=body, headers=headers)


async def get(server: Running, path: str) -> Any:
    async with server.client() as client:
        return (await client.get(path)).json()


async def over(server: Running, study: str) -> dict[str, Any]:
    """The study when nobody asks it any more."""
    while study in server.backend.part(asked_here):
        await get(server, f"/api/studies/{study}")
    found: dict[str, Any] = (await get(server, f"/api/studies/{study}"))["study"]
    return found


async def test_what_many_questions_take_is_told_and_nothing_is_kept(server: Running) -> None:
    told = (await post(server, "/api/studies/estimate", {"lines": LINES, "repeats": 2, **JUDGED})).json()
    assert (told["reach"]["questions"], told["sessions"], told["read"]["wrong"], told["read"]["faults"]) == (
        3,
        6,
        0,
        [],
    )
    assert told["calls"] > 6 * 9
    assert told["most"] == told["typical"] == 0.0
    assert told["reach"]["spreads"] is None, "with three questions no figure is told"
    whole = (
        await post(server, "/api/studies/estimate", {"corpus": "two-sided", "domains": ["housing", "carbon"]})
    ).json()
    assert whole["reach"] == {"questions": 8, "domains": 2, "least_p": 0.5, "tells": False, "spreads": None}
    every = (await post(server, "/api/studies/estimate", {"corpus": "two-sided"})).json()
    assert (every["reach"]["domains"], every["reach"]["tells"], every["reach"]["spreads"] > 0) == (24, True, True)
    assert await get(server, "/api/studies") == {"studies": []}
    assert not (server.backend.app.home / "corpora").exists()


@pytest.mark.slow
async def test_questions_of_ones_own_are_kept_and_asked_once(server: Running) -> None:
    body = {"lines": LINES, "repeats": 2, "seed": "s", **JUDGED}
    first = await post(server, "/api/studies", body, **{"Idempotency-Key": "k"})
    again = await post(server, "/api/studies", body, **{"Idempotency-Key": "k"})
    assert (first.status_code, first.json()) == (201, again.json())
    begun = first.json()
    assert (begun["name"], begun["sessions"]) == ("questions", 6)
    done = await over(server, begun["study"])
    assert (done["state"], done["done"], done["sessions"]) == ("whole", 6, 6)
    assert len(await server.backend.app.register.list(50, study=begun["study"])) == 6
    talks = await get(server, "/api/threads")
    assert {row["latest"]["study"] for row in talks["conversations"]} == {begun["study"]}
    assert talks["left_out"] is False
    others = await get(server, "/api/threads?studies=false")
    assert (others["conversations"], others["left_out"]) == ([], True)
    items = (server.backend.app.home / "corpora" / "questions" / "items.jsonl").read_text().splitlines()
    assert [json.loads(line)["text"] for line in items] == ["Is water wet?", "Is 7 prime?", "Why?"]
    assert json.loads(items[1])["answer"] == "true"
    other = (await post(server, "/api/studies", {**body, "repeats": 1})).json()
    assert other["name"] == "questions-2"
    await over(server, other["study"])


@pytest.mark.slow
async def test_what_was_stopped_goes_on_here_or_at_a_terminal(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with running(home, speed=4) as server:
        begun = (await post(server, "/api/studies", {"corpus": "two-sided", "domains": ["housing"], **JUDGED})).json()
        study = begun["study"]
        twice = await post(server, f"/api/studies/{study}/go-on")
        assert (twice.status_code, twice.json()["error"]["code"]) == (409, "conflict")
        while not (await get(server, f"/api/sessions?study={study}"))["sessions"]:
            pass
        assert (await post(server, f"/api/studies/{study}/stop")).json() == {"study": study, "stopped": True}
        stopped = await over(server, study)
        assert (stopped["state"], stopped["left"] + stopped["done"]) == ("unfinished", 4)
        assert stopped["left"] > 0
        assert (await post(server, f"/api/studies/{study}/stop")).json()["stopped"] is False
        went = await post(server, f"/api/studies/{study}/go-on", {"budget": 3.5})
        assert went.status_code == 200, went.text
        while (await get(server, f"/api/studies/{study}"))["study"]["running"] == 0:
            pass
    # The server is gone while it asked: nothing is lost, and whoever is next goes on.
    async with running(home) as server:
        left = (await get(server, f"/api/studies/{study}"))["study"]
        assert (left["asked_by"], left["budget"]) == ("", 3.5)
        assert left["left"] > 0
        assert (await post(server, f"/api/studies/{study}/go-on")).status_code == 200
        done = await over(server, study)
        assert (done["state"], done["done"]) == ("whole", 4)
        assert len(await server.backend.app.register.list(50, study=study)) == 4


REFUSED = [
    ({"lines": ""}, 422, "There is no question yet"),
    ({"lines": "{\"text\": \"Is it so?\"}\n{\"text\": 7}"}, 422, "Line 2 is no question"),
    ({"lines": "Is it so?", "corpus": "two-sided"}, 422, "Both a set of questions"),
    ({"corpus": "nosuch"}, 404, "nosuch"),
    ({"corpus": "two-sided", "domains": ["nosuch"]}, 422, "two-sided has no 'nosuch'"),
    ({"lines": "a\n" + "".join(f"Is {n} odd?\n" for n in range(1_000))}, 413, "1,001 questions are more than 1,000"),
    ({"lines": "Is it so?", "members": ["rehearsal/ada", "rehearsal/bo"], "protocol": "adjudication",
      "offices": {"adjudicator": "rehearsal/ada"}}, 422, "sits on its panel"),
    ({"lines": "Is it so?", "options": {"nosuch": 1}}, 422, "nosuch"),
    ({"lines": "Is it so?", "name": "../x"}, 422, "../x"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "words"), REFUSED)
async def test_what_cannot_be_asked_is_refused_and_leaves_nothing(
    body: dict[str, Any], status: int, words: str, server: Running
) -> None:
    refused = await post(server, "/api/studies", body)
    assert (refused.status_code, words in refused.json()["error"]["message"]) == (status, True), refused.text
    assert await get(server, "/api/studies") == {"studies": []}
    assert not (server.backend.app.home / "corpora").exists()


async def test_sets_of_questions_are_listed_with_their_domains(server: Running, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "corpora" / "twice"
    folder.mkdir(parents=True)
    (folder / "corpus.toml").write_text('title = "Twice"\nversion = "1"\nlicence = "CC0-1.0"\n')
    (folder / "items.jsonl").write_text('{"id": "a", "text": "b"}\n{"id": "a", "text": "c"}\n')
    rows = {row["name"]: row for row in (await get(server, "/api/corpora"))["corpora"]}
    assert len(rows["two-sided"]["domains"]) == 24
    assert rows["two-sided"]["questions"] == 96
    titles = {each["name"]: each["title"] for each in rows["two-sided"]["domains"]}
    assert (titles["ai_governance"], titles["housing"]) == ("AI governance", "Housing")
    assert rows["twice"]["trouble"] == "a: 2 questions have this id."
    refused = await post(server, "/api/studies", {"corpus": "twice"})
    assert (refused.status_code, "2 questions have this id" in refused.json()["error"]["message"]) == (422, True)


@pytest.mark.parametrize("mode", ["401", "402"])
async def test_asking_again_asks_at_once_whoever_refused_for_want_of_a_key_or_money(mode: str, tmp_path: Path) -> None:
    """A session that is asked again, resumed or begun anew, and a study that is: each by the page's own request."""
    broken = True
    async with Upstream(lambda asked: mode if broken else None, models=("alpha", "beta", "gamma")) as up:
        configured(tmp_path, f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n')
        lab = {"members": ["lab/alpha", "lab/beta"], "chair": "lab/gamma", "protocol": "peer-review"}
        async with running(tmp_path) as server:
            study = (await post(server, "/api/studies", {"lines": "Is water wet?", **lab})).json()["study"]
            assert (await over(server, study))["failed"] == 1
            asked = {"question": "Is water wet?", **lab}
            failed = (await post(server, "/api/sessions", asked)).json()["session"]
            assert (await get(server, f"/api/sessions/{failed}?wait=20"))["outcome"] == "failed"
            before, broken = len(up.calls), False
            await post(server, f"/api/studies/{study}/retry", {})
            assert (await over(server, study))["done"] == 1
            fork = (await post(server, f"/api/sessions/{failed}/fork", {"retry_failed": True})).json()["session"]
            assert (await get(server, f"/api/sessions/{fork}?wait=20"))["outcome"] == "verdict"
            begun = (await post(server, "/api/sessions", asked)).json()["session"]
            assert (await get(server, f"/api/sessions/{begun}?wait=20"))["outcome"] == "verdict"
            assert {call.body["model"] for call in up.calls[before:]} == {"alpha", "beta", "gamma"}


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
