"""The adjudicated council's web API: `/api/run*`, `/api/artifact` and `/api/dashboard`, with each error code."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from published.conftest import SEATS, Installed, browser_of
from published.provider import CHAIR, SAYS
from web.served import Served

JOB = "0123456789abcdef0123456789abcdef"
USER = '{"role": "user", "content": "Is it so?"}'
EVENTS = {
    "run_start": {"domain", "questions"},
    "model_start": {"model", "questions"},
    "model_complete": {"model", "replies"},
    "question_start": {"question_index", "total_questions"},
    "rebuttal_start": set(),
    "refine_start": set(),
    "phase1_start": set(),
    "phase2_start": set(),
    "axis_scoring_start": {"replies"},
    "verdict_start": set(),
    "question_complete": {"strongest", "weakest"},
    "run_complete": {"questions", "artifacts"},
}
DATA = {"run_id", "code_hash", "mode", "domain", "started_at", "questions", "summary", "finished_at",
        "duration_seconds", "artifacts"}  # fmt: skip


def told(client: httpx.Client, job: str) -> list[tuple[str, dict[str, Any]]]:
    """A job's stream, to its end."""
    found: list[tuple[str, dict[str, Any]]] = []
    with client.stream("GET", f"/api/run_stream/{job}") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                found.append((name, json.loads(line[6:])))
    return found


def test_nothing_is_there_at_first(client: httpx.Client) -> None:
    for path in ("/api/dashboard", "/api/dashboard?mode=legal_analysis", "/api/dashboard?mode=../x"):
        missing = client.get(path)
        assert (missing.status_code, missing.json()["error"]) == (404, "aggregate_missing")
    unknown = client.get(f"/api/run_result/{JOB}")
    assert (unknown.status_code, unknown.json()) == (404, {"error": "not_found"})
    assert told(client, JOB) == [("error", {"error": "not_found"})]
    for path in ("../token", "/etc/passwd", "results/../../token", ".", ""):
        refused = client.get("/api/artifact", params={"path": path})
        assert (refused.status_code, refused.json()) == (404, {"error": "not_found"})


REFUSED: list[tuple[Any, str]] = [
    ({"mode": "custom"}, "no_custom_jsonl"),
    ({"mode": "custom", "council_mode": "code_review"}, "no_code_input"),
    ({"mode": "custom", "council_mode": "threat_assessment"}, "no_question_input"),
    ({"mode": "custom", "council_mode": "legal_analysis"}, "no_question_input"),
    ({"mode": "custom", "council_mode": "research_synthesis"}, "no_question_input"),
    ({"mode": "custom", "jsonl": f"{USER}\nnot json"}, "invalid_jsonl"),
    ({"mode": "custom", "jsonl": '{"role": "system", "content": "Be brief."}'}, "invalid_custom_turns"),
    ({"mode": "custom", "jsonl": 7}, "invalid_json"),
    (["a"], "invalid_json"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_what_cannot_be_asked_is_refused_by_code(client: httpx.Client, body: Any, code: str) -> None:
    blocking, beside = (client.post(path, json=body) for path in ("/api/run", "/api/run_async"))
    assert (blocking.status_code, beside.status_code) == (400, 400)
    assert blocking.json().keys() == {"returncode", "data", "stderr"}
    assert blocking.json()["returncode"] != 0
    assert (blocking.json()["data"]["error"], beside.json()["error"]) == (code, code)
    if code == "invalid_jsonl":
        assert beside.json()["detail"].startswith("line 2: ")


def test_a_body_that_is_no_json_is_refused(client: httpx.Client) -> None:
    for path in ("/api/run", "/api/run_async"):
        reply = client.post(path, content=b"{", headers={"content-type": "application/json"})
        found = reply.json()
        assert (reply.status_code, found.get("data", found)["error"]) == (400, "invalid_json")


def test_the_key_comes_as_a_header_or_in_the_address(served: Served) -> None:
    with browser_of(served, {}) as bare:
        for path in (f"/api/run_result/{JOB}", f"/api/run_stream/{JOB}", "/api/artifact?path=a", "/api/dashboard"):
            mark = "&" if "?" in path else "?"
            for refused in (bare.get(path), bare.get(path, headers={"x-api-key": "wrong"})):
                assert (refused.status_code, refused.json()["error"]) == (401, "unauthorized")
            assert bare.get(path, headers={"x-api-key": served.token}).status_code != 401
            assert bare.get(f"{path}{mark}api_key={served.token}").status_code != 401
        blocking = bare.post("/api/run", json={"mode": "custom", "jsonl": USER})
        assert (blocking.status_code, blocking.json()["data"]["error"]) == (401, "unauthorized")
        beside = bare.post("/api/run_async", json={"mode": "custom", "jsonl": USER})
        assert (beside.status_code, beside.json()["error"]) == (401, "unauthorized")


def test_a_job_is_begun_told_kept_and_shown(client: httpx.Client) -> None:
    turns = [
        {"role": "system", "content": "Answer briefly."},
        {"role": "user", "content": "Does the moon cause the tide?"},
        {"role": "user", "content": "Does the sun?"},
    ]
    body = {"mode": "custom", "domain": "sea", "rebuttal": "yes", "refine": "1",
            "jsonl": "\n".join(json.dumps(turn) for turn in turns)}  # fmt: skip
    begun = client.post("/api/run_async", json=body)
    job = begun.json()["job_id"]
    assert (begun.status_code, begun.json()) == (begun.status_code, {"job_id": job, "status": "queued"})
    assert begun.status_code in (200, 202)
    assert len(job) == 32
    assert int(job, 16) >= 0
    events = told(client, job)
    assert (events[0][0], [name for name, _ in events[-2:]]) == ("status", ["complete", "end"])
    assert events[0][1].keys() == {"status"}
    assert events[-2][1] == {"status": "completed", "returncode": 0, "run_id": job}
    assert events[-1][1] == {"status": "completed"}
    progress = [data for name, data in events if name == "progress"]
    assert {data["type"] for data in progress} == {"progress"}
    assert {data["event"] for data in progress} == EVENTS.keys()
    for data in progress:
        assert data.keys() >= {"type", "event", "run_id"} | EVENTS[data["event"]], data
    kinds = [data["event"] for data in progress]
    assert (kinds[0], kinds[-1], kinds.count("question_complete")) == ("run_start", "run_complete", 2)
    assert (progress[0]["domain"], progress[0]["questions"]) == ("sea", 2)
    again = [data for name, data in told(client, job) if name == "progress"]
    assert sorted(map(str, again)) == sorted(map(str, progress)), "from the first event on, on every connection"
    result = client.get(f"/api/run_result/{job}").json()
    assert result.keys() == {"job_id", "status", "done", "returncode", "stderr", "data"}
    assert (result["job_id"], result["status"], result["done"], result["returncode"], result["stderr"]) == (
        job, "completed", True, 0, "",
    )  # fmt: skip
    data = result["data"]
    assert data.keys() >= DATA
    assert [question["question_text"] for question in data["questions"]] == [turn["content"] for turn in turns[1:]]
    assert [reply["model"] for reply in data["questions"][0]["replies"]] == SEATS
    assert data["questions"][0]["verdict"]["verdict"] == SAYS[CHAIR]
    assert data["artifacts"].keys() >= {"raw", "grouped", "summary", "ndjson"}
    grouped = client.get("/api/artifact", params={"path": data["artifacts"]["grouped"]})
    assert grouped.headers["content-disposition"].startswith("attachment")
    assert [question["text"] for question in grouped.json()["questions"]] == [turn["content"] for turn in turns[1:]]
    lines = client.get("/api/artifact", params={"path": data["artifacts"]["ndjson"]})
    assert len(lines.text.splitlines()) == 6
    shown = client.get("/api/dashboard?mode=sistm_stress").json()
    assert shown.keys() == {"mode", "aggregate", "report_exists", "report_path", "generated_at"}
    assert (shown["mode"], shown["report_exists"]) == ("sistm_stress", True)
    aggregate = shown["aggregate"]
    assert aggregate.keys() >= {"summary", "by_domain", "run_stats", "mode", "question_discriminative"}
    assert {model: row["n_replies"] for model, row in aggregate["summary"].items()} == {
        "alpha": 2, "beta": 2, "gamma": 2,
    }  # fmt: skip
    assert aggregate["summary"]["alpha"]["strongest_count"] == 2
    assert list(aggregate["by_domain"]) == ["sea"]
    report = client.get("/api/artifact", params={"path": shown["report_path"]})
    assert (report.status_code, "scored replies" in report.text) == (200, True)
    assert client.get("/api/dashboard").json()["aggregate"] == aggregate


def test_a_blocking_run_answers_with_its_data(client: httpx.Client) -> None:
    preset = client.post("/api/run", json={"mode": "carbon", "rebuttal": "off", "refine": False})
    found = preset.json()
    assert (preset.status_code, found["returncode"], found["stderr"]) == (200, 0, "")
    assert (len(found["data"]["questions"]), found["data"]["domain"]) == (4, "carbon")
    assert all(reply["rebuttal_text"] is None for reply in found["data"]["questions"][0]["replies"])
    code = {"mode": "custom", "council_mode": "code_review", "code": "print(1 / 0)"}
    found = client.post("/api/run", json=code).json()["data"]
    assert found["mode"] == "code_review"
    assert "print(1 / 0)" in found["questions"][0]["question_text"]


def test_a_run_without_a_body_asks_a_preset(client: httpx.Client) -> None:
    begun = client.post("/api/run_async", json={}).json()
    assert told(client, begun["job_id"])[-1] == ("end", {"status": "completed"})
    data = client.get(f"/api/run_result/{begun['job_id']}").json()["data"]
    assert (data["mode"], data["domain"], len(data["questions"])) == (data["mode"], "nato_v3", 4)


def test_a_run_of_which_nothing_comes_fails_with_its_cause(installed: Installed, client: httpx.Client) -> None:
    installed.provider.failing = {"alpha", "beta", "gamma"}
    reply = client.post("/api/run", json={"mode": "custom", "jsonl": USER})
    found = reply.json()
    assert (reply.status_code, found["returncode"], found["data"]) == (500, 1, None)
    assert "0 of 3 members answered" in found["stderr"]
    job = client.post("/api/run_async", json={"mode": "custom", "jsonl": USER}).json()["job_id"]
    events = told(client, job)
    assert [name for name, _ in events[-2:]] == ["complete", "end"]
    assert (events[-2][1]["status"], events[-2][1]["returncode"]) == ("failed", 1)
    assert "stderr" in {name for name, _ in events}
    result = client.get(f"/api/run_result/{job}").json()
    assert (result["status"], result["done"], result["returncode"], bool(result["stderr"])) == (
        "failed", True, 1, True,
    )  # fmt: skip


def test_one_member_failing_is_no_failure(installed: Installed, client: httpx.Client) -> None:
    installed.provider.failing = {"alpha"}
    found = client.post("/api/run", json={"mode": "custom", "jsonl": USER}).json()
    assert found["returncode"] == 0
    assert [reply["model"] for reply in found["data"]["questions"][0]["replies"]] == SEATS[1:]
