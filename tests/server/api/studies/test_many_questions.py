"""Are many questions looked at before anything is spent, asked once, stopped and gone on with, and kept as a set?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.studies.conftest import configured
from moot.house import House
from moot.house.studies.again import asked_again
from moot.vocabulary.seats import dollars
from rig.script import Asked
from rig.upstream import Upstream
from server.running import MEMBERS, Running, running

LINES = (
    '\ufeffIs water wet?\r\n\r\n{"text": "Is 7 prime?", "answer": true, "domain": "numbers"}\r\n'
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
    while study in server.hall.asking:
        await get(server, f"/api/studies/{study}")
    found: dict[str, Any] = (await get(server, f"/api/studies/{study}"))["study"]
    return found


async def test_what_many_questions_take_is_told_and_nothing_is_kept(server: Running) -> None:
    told = (await post(server, "/api/studies/estimate", {"lines": LINES, "repeats": 2, **JUDGED})).json()
    assert (told["questions"], told["sessions"], told["read"]["wrong"], told["read"]["faults"]) == (3, 6, 0, [])
    assert told["calls"] > 6 * 9
    assert told["most"] == told["typical"] == 0.0
    assert told["shown"] is None, "with three questions no figure is told"
    whole = (
        await post(server, "/api/studies/estimate", {"corpus": "two-sided", "domains": ["housing", "carbon"]})
    ).json()
    assert (whole["questions"], whole["domains"], whole["least_p"], whole["tells"]) == (8, 2, 0.5, False)
    assert whole["shown"] is None, "two domains show nothing, however many questions they have"
    every = (await post(server, "/api/studies/estimate", {"corpus": "two-sided"})).json()
    assert (every["domains"], every["tells"], every["shown"] > 0) == (24, True, True)
    assert await get(server, "/api/studies") == {"studies": []}
    assert not (server.hall.house.home / "corpora").exists()


@pytest.mark.slow
async def test_questions_of_ones_own_are_kept_and_asked_once(server: Running) -> None:
    body = {"lines": LINES, "repeats": 2, "seed": "s", **JUDGED}
    first = await post(server, "/api/studies", body, **{"Idempotency-Key": "k"})
    again = await post(server, "/api/studies", body, **{"Idempotency-Key": "k"})
    assert (first.status_code, first.json()) == (201, again.json())
    begun = first.json()
    assert (begun["name"], begun["corpus"], begun["sessions"]) == ("questions", "questions", 6)
    done = await over(server, begun["study"])
    assert (done["state"], done["done"], done["sessions"]) == ("whole", 6, 6)
    assert len(await server.hall.house.register.list(50, study=begun["study"])) == 6
    talks = await get(server, "/api/threads/latest")
    assert {row["latest"]["study"] for row in talks["conversations"]} == {begun["study"]}
    assert talks["left_out"] is False
    others = await get(server, "/api/threads/latest?studies=false")
    assert (others["conversations"], others["left_out"]) == ([], True)
    items = (server.hall.house.home / "corpora" / "questions" / "items.jsonl").read_text().splitlines()
    assert [json.loads(line)["text"] for line in items] == ["Is water wet?", "Is 7 prime?", "Why?"]
    assert json.loads(items[1])["answer"] == "true"
    other = (await post(server, "/api/studies", {**body, "repeats": 1})).json()
    assert (other["name"], other["corpus"]) == ("questions-2", "questions-2")
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
        assert len(await server.hall.house.register.list(50, study=study)) == 4


REFUSED = [
    ({"lines": ""}, 422, "There is no question yet"),
    ({"lines": "Is it so?\n{\"text\": 7}"}, 422, "Line 2 is no question"),
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
    assert not (server.hall.house.home / "corpora").exists()


async def test_lines_that_are_no_question_are_told_by_their_number(server: Running) -> None:
    objects = '{"text": "a", "txt": 1}\n{"role": "system", "content": "b"}\n{"text": " "}'
    lines = f"Is it so?\nnot {{json}}\n{objects}\nIs it so?\n??\n,,,"
    told = (await post(server, "/api/studies/estimate", {"lines": lines})).json()
    assert [each["line"] for each in told["read"]["faults"]] == [4, 5, 6, 7, 8]
    assert (told["questions"], told["read"]["wrong"], told["read"]["unknown"]) == (3, 5, ["txt"])
    assert told["read"]["faults"][2]["why"] == "Line 1 asks the same."
    assert "no letter and no digit" in told["read"]["faults"][-1]["why"]
    every = (await post(server, "/api/studies/estimate", {"lines": "Is 1?\nIs 2?\nIs 3?\nIs 4?"})).json()["read"]
    assert [each["text"] for each in every["first"]] == ["Is 1?", "Is 2?", "Is 3?", "Is 4?"]


async def test_a_study_named_as_another_one_is_numbered_and_told_so_before(server: Running) -> None:
    body = {"corpus": "two-sided", "questions": ["housing-1"], "name": "mine", **JUDGED}
    assert (await post(server, "/api/studies/estimate", body)).json()["name"] == "mine"
    first = (await post(server, "/api/studies", body)).json()
    assert (await post(server, "/api/studies/estimate", body)).json()["name"] == "mine-2"
    second = (await post(server, "/api/studies", body)).json()
    assert (first["name"], second["name"]) == ("mine", "mine-2")
    for study in (first, second):
        await over(server, study["study"])


async def test_a_name_is_refused_with_what_a_name_may_be(server: Running) -> None:
    for name in ("Ärm mit Leerzeichen", "<img src=x>", "x" * 200):
        refused = await post(server, "/api/studies/estimate", {"lines": "Is it so?", "name": name})
        told = refused.json()["error"]
        assert (refused.status_code, "1 to 64 of the letters a to z" in told["message"]) == (422, True), told
        assert len(told["message"]) < 300, "a long name is not repeated whole"


TABLE = "Was?;Darum\nIst 7 prim?;ja\nIst 8 prim?;nein"


async def test_a_table_without_known_names_is_asked_about_before_anything_is_put(server: Running) -> None:
    told = (await post(server, "/api/studies/estimate", {"lines": TABLE})).json()
    read = told["read"]
    assert (told["questions"], told["calls"], read["taken"], read["first"]) == (0, 0, "a table", [])
    assert (read["table"]["sure"], read["table"]["by"]) == (False, ";")
    assert [(each["first"], each["second"], each["taken"]) for each in read["table"]["columns"]] == [
        ("Was?", "Ist 7 prim?", "question"), ("Darum", "ja", "answer"),
    ]  # fmt: skip
    refused = await post(server, "/api/studies", {"lines": TABLE, **JUDGED})
    assert (refused.status_code, "which part is which is not known" in refused.json()["error"]["message"]) == (
        422,
        True,
    )
    assert "`Frage`" in refused.json()["error"]["remedy"]
    body = {"lines": TABLE, "columns": {"question": 0, "answer": 1, "headed": True}, **JUDGED}
    told = (await post(server, "/api/studies/estimate", body)).json()
    assert (told["questions"], told["read"]["answered"]) == (2, 2)
    assert told["read"]["first"] == [
        {"text": "Ist 7 prim?", "answer": "ja"}, {"text": "Ist 8 prim?", "answer": "nein"},
    ]  # fmt: skip
    begun = await post(server, "/api/studies", body)
    assert begun.status_code == 201, begun.text
    await over(server, begun.json()["study"])
    items = (server.hall.house.home / "corpora" / "questions" / "items.jsonl").read_text().splitlines()
    assert [(json.loads(line)["text"], json.loads(line)["answer"]) for line in items] == [
        ("Ist 7 prim?", "ja"), ("Ist 8 prim?", "nein"),
    ]  # fmt: skip


async def test_what_is_left_out_and_what_may_hold_its_answer_is_told(server: Running) -> None:
    lines = "# Heads\n1. Is it so?\n2. Is it wet?; yes\n3. Why?\n\nThank you"
    read = (await post(server, "/api/studies/estimate", {"lines": lines})).json()["read"]
    assert read["left"] == [
        {"line": 1, "text": "# Heads", "because": "heading"}, {"line": 6, "text": "Thank you", "because": "outside"},
    ]  # fmt: skip
    assert (read["left_out"], read["doubtful"], read["taken"]) == (2, [3], "a list")
    every = (await post(server, "/api/studies/estimate", {"lines": "Is it so?;no\nWhy?;so", "plain": True})).json()
    assert [each["text"] for each in every["read"]["first"]] == ["Is it so?;no", "Why?;so"]


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


@pytest.mark.slow
async def test_a_page_s_study_can_be_gone_on_with_by_another_house(server: Running) -> None:
    """It is an ordinary study: what reads studies reads it."""
    begun = (await post(server, "/api/studies", {"lines": LINES, **JUDGED})).json()
    await over(server, begun["study"])
    house = await House.opened("terminal", server.hall.house.home)
    progress = await house.studies.named(begun["name"])
    assert house.studies.corpus_of(progress).items[0].text == "Is water wet?"
    assert len(await house.studies.results(progress)) == 3
    await house.close()


@pytest.mark.slow
async def test_what_asking_again_takes_is_told_before_it_is_asked(tmp_path: Path) -> None:
    failing = True

    def rebuttal(asked: Asked) -> str | None:
        return "filter_400" if failing and asked.body["model"] == "beta" and asked.nth == 2 else None

    async with Upstream(rebuttal, models=("alpha", "beta", "gamma", "delta")) as up:
        configured(tmp_path, f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n')
        lab = {"members": ["lab/alpha", "lab/beta", "lab/gamma"], "offices": {"adjudicator": "lab/delta"}}
        async with running(tmp_path) as server:
            body = {"lines": "Is water wet?", "protocol": "adjudication", **lab}
            study = (await post(server, "/api/studies", body)).json()["study"]
            await over(server, study)
            failing, before = False, len(up.calls)
            assert (await post(server, f"/api/studies/{study}/retry/estimate")).status_code == 422, "none has failed"
            told = (await post(server, f"/api/studies/{study}/retry/estimate", {"degraded": True})).json()
            assert len(up.calls) == before, "nothing is asked for it"
            house = server.hall.house
            progress = await house.studies.named(study)
            cells = await house.studies.to_ask_again(progress, degraded=True)
            terminal = (await asked_again(house, progress, cells)).arms[0]
            assert (told["calls"], told["most"]) == (terminal.calls, dollars(terminal.most))
            assert (told["sessions"], told["looked"], told["unknown"]) == (1, 1, [])
            spent = (await get(server, f"/api/studies/{study}"))["study"]["spent"]
            await post(server, f"/api/studies/{study}/retry", {"degraded": True})
            row = await over(server, study)
            assert (row["degraded"], row["failed"]) == (0, 0)
            assert 0 < len(up.calls) - before < told["calls"]
            assert 0 < row["spent"] - spent <= told["most"]
            done = await post(server, f"/api/studies/{study}/retry/estimate", {"degraded": True})
            assert (done.status_code, "Nothing of this study" in done.json()["error"]["message"]) == (422, True)


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


@pytest.mark.slow
async def test_questions_with_known_answers_are_measured_by_them(server: Running) -> None:
    known = '{"text": "Is 7 prime?", "answer": true}\n{"text": "Is 8 prime?", "answer": false}'
    peers = {"members": MEMBERS, "protocol": "peer-review"}
    for lines, primary in ((known, "right"), (f"{known}\nWhy?", "score")):
        study = (await post(server, "/api/studies", {"lines": lines, **peers})).json()["study"]
        await over(server, study)
        assert (await get(server, f"/api/studies/{study}"))["primary"] == primary
    figures = await get(server, f"/api/studies/{study}/figures")
    assert figures["report"]["primary"] == "withheld", "a scripted voice grades nothing"
    async with server.client() as client:
        for each in (await get(server, f"/api/sessions?study={study}"))["sessions"]:
            await client.put(f"/api/sessions/{each['session']}/grades/verdict", json={"right": True})
    figures = await get(server, f"/api/studies/{study}/figures")
    assert figures["report"]["primary"] == "right", "what nobody named and nobody has decides nothing"
