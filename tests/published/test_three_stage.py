"""The three-stage council: its six calls, its events in order, what its page shows, and its stored files."""

from __future__ import annotations

import json
import re
from statistics import mean
from typing import Any
from uuid import UUID

import httpx
import pytest

from published.conftest import ORIGIN, SEATS, Installed
from published.provider import CHAIR, MEMBERS, SAYS

NAIVE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}")
ORDER = [
    "stage1_start", "stage1_complete", "stage2_start", "stage2_complete", "stage3_start", "stage3_complete",
]  # fmt: skip
ALL_FAILED = "All models failed to respond. Please try again."
ID = "0b5e1f9a-3f0c-4a51-9d3e-2f6f8f0f5a11"


def begin(page: httpx.Client) -> str:
    made = page.post("/api/conversations", json={})
    assert made.status_code == 200
    return str(made.json()["id"])


def told(page: httpx.Client, conversation: str, content: str) -> list[dict[str, Any]]:
    """The events of one message, each of which must be whole in what arrives at once."""
    events = []
    address = f"/api/conversations/{conversation}/message/stream"
    with page.stream("POST", address, json={"content": content}) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-cache"
        assert stream.headers["access-control-allow-origin"] == ORIGIN
        for chunk in stream.iter_raw():
            assert chunk.isascii()
            assert chunk.endswith(b"\n\n"), "the page keeps no buffer, so an event must not be split"
            for line in chunk.decode().removesuffix("\n\n").split("\n\n"):
                assert line.startswith("data: ")
                assert "\n" not in line
                events.append(json.loads(line.removeprefix("data: ")))
    return events


def asked(page: httpx.Client, conversation: str, content: str = "Which bridge?") -> dict[str, Any]:
    answer = page.post(f"/api/conversations/{conversation}/message", json={"content": content})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert list(found) == ["stage1", "stage2", "stage3", "metadata"]
    return found


def check_stages(found: dict[str, Any], members: list[str]) -> None:
    """Hold the objects of one turn against the contract, for the members that answered."""
    assert all(item.keys() >= {"model", "response"} for item in found["stage1"])
    assert {item["model"]: item["response"] for item in found["stage1"]} == {
        f"up/{name}": SAYS[name] for name in members
    }
    models = [item["model"] for item in found["stage1"]]
    labels = found["metadata"]["label_to_model"]
    assert labels == {f"Response {chr(65 + at)}": model for at, model in enumerate(models)}
    label_of = {model: label for label, model in labels.items()}
    best_first = [label_of[f"up/{name}"] for name in members]
    for item in found["stage2"]:
        assert item.keys() >= {"model", "ranking", "parsed_ranking"}
        assert item["model"] in models
        assert item["parsed_ranking"] == best_first, "every voter prefers alpha to beta to gamma"
        assert isinstance(item["ranking"], str)
        listed = re.findall(r"^\d+\. (Response [A-Z])$", item["ranking"], re.M)
        assert listed == item["parsed_ranking"]
    assert sorted(item["model"] for item in found["stage2"]) == sorted(models)
    rows = found["metadata"]["aggregate_rankings"]
    assert [row["model"] for row in rows] == [f"up/{name}" for name in members], "best first"
    for row in rows:
        assert row.keys() >= {"model", "average_rank", "rankings_count"}
        places = [item["parsed_ranking"].index(label_of[row["model"]]) + 1 for item in found["stage2"]]
        assert row["rankings_count"] == len(places)
        assert row["average_rank"] == round(mean(places), 2)
    assert found["stage3"].keys() >= {"model", "response"}


def test_the_root_names_the_service(page: httpx.Client) -> None:
    assert page.get("/").json() == {"status": "ok", "service": "LLM Council API"}


def test_conversations_are_begun_listed_and_read(page: httpx.Client) -> None:
    made = page.post("/api/conversations", json={}).json()
    assert made == {"id": made["id"], "created_at": made["created_at"], "title": "New Conversation", "messages": []}
    assert UUID(made["id"]).version == 4
    assert NAIVE.fullmatch(made["created_at"])
    later = begin(page)
    listed = page.get("/api/conversations").json()
    assert [row["id"] for row in listed[:2]] == [later, made["id"]], "newest first"
    assert listed[1] == {
        "id": made["id"], "created_at": made["created_at"], "title": "New Conversation", "message_count": 0,
    }  # fmt: skip
    assert page.get(f"/api/conversations/{made['id']}").json() == made


def test_what_is_wrong_is_refused_before_anything_begins(page: httpx.Client) -> None:
    assert page.post("/api/conversations").status_code == 422, "a body is required"
    for method, path in (
        ("GET", "/api/conversations/nobody"),
        ("POST", "/api/conversations/nobody/message"),
        ("POST", "/api/conversations/nobody/message/stream"),
    ):
        missing = page.request(method, path, json={"content": "?"})
        assert (missing.status_code, missing.json()) == (404, {"detail": "Conversation not found"})
    conversation = begin(page)
    for path in ("message", "message/stream"):
        wrong = page.post(f"/api/conversations/{conversation}/{path}", json={"text": "?"})
        assert wrong.status_code == 422
        assert wrong.json()["detail"][0]["loc"] == ["body", "content"]


@pytest.mark.parametrize("origin", [ORIGIN, "http://localhost:3000"])
@pytest.mark.parametrize("path", ["", "/x/message", "/x/message/stream"])
def test_a_browser_may_ask_first(page: httpx.Client, path: str, origin: str) -> None:
    asks = {
        "Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type",
    }  # fmt: skip
    reply = page.options(f"/api/conversations{path}", headers=asks)
    allowed = reply.headers.get("access-control-allow-origin")
    if origin != ORIGIN:
        assert allowed is None, "only an origin that the server was told to trust"
        return
    assert reply.status_code in (200, 204)
    assert allowed == origin
    assert "POST" in reply.headers["access-control-allow-methods"]
    assert "content-type" in reply.headers["access-control-allow-headers"].lower()


def test_the_stream_event_by_event(page: httpx.Client) -> None:
    conversation = begin(page)
    question = "Sollen wir größere Räte wählen? ✓"
    events = told(page, conversation, question)
    assert [event["type"] for event in events] == [*ORDER, "title_complete", "complete"]
    by = {event["type"]: event for event in events}
    for kind in ("stage1_start", "stage2_start", "stage3_start", "complete"):
        assert by[kind] == {"type": kind}
    assert by["stage1_complete"].keys() == by["stage3_complete"].keys() == by["title_complete"].keys()
    assert by["stage1_complete"].keys() == {"type", "data"}
    assert by["stage2_complete"].keys() == {"type", "data", "metadata"}
    found = {
        "stage1": by["stage1_complete"]["data"], "stage2": by["stage2_complete"]["data"],
        "stage3": by["stage3_complete"]["data"], "metadata": by["stage2_complete"]["metadata"],
    }  # fmt: skip
    check_stages(found, list(MEMBERS))
    assert (found["stage3"]["model"], found["stage3"]["response"]) == (f"up/{CHAIR}", SAYS[CHAIR])
    assert list(by["title_complete"]["data"]) == ["title"]
    kept = page.get(f"/api/conversations/{conversation}").json()
    assert kept["title"] == by["title_complete"]["data"]["title"] not in ("", "New Conversation")
    assert kept["messages"] == [{"role": "user", "content": question}, {"role": "assistant", **found}]


def test_a_second_message_has_no_title(page: httpx.Client) -> None:
    conversation = begin(page)
    check_stages(asked(page, conversation), list(MEMBERS))
    assert [event["type"] for event in told(page, conversation, "And who pays?")] == [*ORDER, "complete"]
    kept = page.get(f"/api/conversations/{conversation}").json()
    assert [message["role"] for message in kept["messages"]] == ["user", "assistant"] * 2
    row = page.get("/api/conversations").json()[0]
    assert (row["id"], row["message_count"]) == (conversation, 4)
    assert row["title"] not in ("", "New Conversation")


@pytest.mark.parametrize("streamed", [True, False])
def test_a_member_that_fails_is_absent(installed: Installed, page: httpx.Client, streamed: bool) -> None:
    installed.provider.failing = {"alpha"}
    conversation = begin(page)
    if streamed:
        assert [event["type"] for event in told(page, conversation, "Which?")] == [*ORDER, "title_complete", "complete"]
        found = page.get(f"/api/conversations/{conversation}").json()["messages"][1]
        assert found.pop("role") == "assistant"
    else:
        found = asked(page, conversation)
    check_stages(found, ["beta", "gamma"])
    assert (found["stage3"]["model"], SAYS[CHAIR] in found["stage3"]["response"]) == (f"up/{CHAIR}", True)


def test_nobody_answers(installed: Installed, page: httpx.Client) -> None:
    installed.provider.failing = set(MEMBERS)
    conversation = begin(page)
    found = asked(page, conversation)
    assert (found["stage1"], found["stage2"], found["metadata"]) == ([], [], {})
    assert found["stage3"]["model"] == "error"
    assert found["stage3"]["response"].startswith(ALL_FAILED)
    events = told(page, conversation, "And now?")
    assert [event["type"] for event in events] == [*ORDER, "complete"], "a stream always ends"
    by = {event["type"]: event for event in events}
    assert by["stage1_complete"]["data"] == by["stage2_complete"]["data"] == []
    assert by["stage3_complete"]["data"]["model"] == "error"
    assert by["stage3_complete"]["data"]["response"].startswith(ALL_FAILED)


def test_a_chair_that_fails_is_replaced_or_says_so(installed: Installed, page: httpx.Client) -> None:
    installed.provider.failing = {CHAIR}
    found = asked(page, begin(page))
    check_stages(found, list(MEMBERS))
    assert found["stage3"]["model"] in SEATS
    assert SAYS[found["stage3"]["model"].removeprefix("up/")] in found["stage3"]["response"]


def test_its_stored_file_is_taken_in_and_read_back(installed: Installed, page: httpx.Client) -> None:
    """A file as the published server keeps it: no metadata, and a title and a time of its own."""
    labels = ["Response A", "Response B"]
    models = ["openai/gpt-5.1", "x-ai/grok-4"]
    ranking = "Both are fair.\n\nFINAL RANKING:\n1. Response A\n2. Response B"
    whole = {
        "id": ID, "created_at": "2025-11-23T10:11:12.131415", "title": "Stone bridges",
        "messages": [
            {"role": "user", "content": "How old?"},
            {
                "role": "assistant",
                "stage1": [{"model": model, "response": f"{model} answers."} for model in models],
                "stage2": [{"model": model, "ranking": ranking, "parsed_ranking": labels} for model in models],
                "stage3": {"model": "google/gemini-3-pro-preview", "response": "Very old."},
            },
        ],
    }  # fmt: skip
    folder = installed.folder / "data" / "conversations"
    folder.mkdir(parents=True)
    (folder / f"{ID}.json").write_text(json.dumps(whole, indent=2))
    done = installed.moot("sessions", "import", str(folder))
    assert (done.code, "Stone bridges" in done.out) == (0, True), done
    row = next(row for row in page.get("/api/conversations").json() if row["id"] == ID)
    assert row == {"id": ID, "created_at": whole["created_at"], "title": "Stone bridges", "message_count": 2}
    kept = page.get(f"/api/conversations/{ID}").json()
    assert {name: kept[name] for name in ("id", "created_at", "title")} == {
        name: whole[name] for name in ("id", "created_at", "title")
    }
    assert [message["role"] for message in kept["messages"]] == ["user", "assistant"]
    back = kept["messages"][1]
    assert back.pop("metadata")["label_to_model"] == dict(zip(labels, models, strict=True))
    given: Any = whole["messages"][1]  # type: ignore[index]
    for stage in ("stage1", "stage2"):
        assert [{name: item[name] for name in was} for was, item in zip(given[stage], back[stage], strict=True)] == (
            given[stage]
        )
    assert back["stage3"] | given["stage3"] == back["stage3"]
