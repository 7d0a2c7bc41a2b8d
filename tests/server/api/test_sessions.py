"""The native API: a question in, a session out, read, steered, forked, exported and deleted."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from server.running import MEMBERS, Running, running


async def test_a_question_gets_a_verdict(server: Running) -> None:
    async with server.client() as client:
        answer = await client.post("/api/sessions", json={"question": "What is a moot?"}, params={"wait": 60})
    result = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Moot-Session"] == result["session"]
    assert result["outcome"] == "verdict"
    assert result["body"]
    assert result["body"].startswith(result["answer"])
    assert result["reasons"]
    assert result["would_change"]
    assert result["sources"] == []
    async with server.client() as client:
        assert (await client.get(f"/api/sessions/{result['session']}/result")).json() == result
    assert result["label"] == "scripted voices, not a language model"
    assert [seat["id"] for seat in result["seats"]][:5] == ["seat-a", "seat-b", "seat-c", "seat-d", "chair"]


async def test_an_answer_comes_at_once_and_the_session_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path, speed=1.0) as server, server.client() as client:
        answer = await client.post("/api/sessions", json={"question": "What is a moot?", "members": MEMBERS})
        assert answer.json()["outcome"] == "running"
        session = answer.json()["session"]
        stopped = await client.post(f"/api/sessions/{session}/stop")
        assert stopped.json() == {"session": session, "stopped": True}
        assert (await client.get(f"/api/sessions/{session}")).json()["outcome"] == "stopped"
        assert (await client.post(f"/api/sessions/{session}/stop")).json()["stopped"] is False
        over = await client.post(f"/api/sessions/{session}/go-on", json={"without": ["seat-a"]})
        assert (over.status_code, over.json()["error"]["code"]) == (409, "session_over")
        assert (await client.post(f"/api/sessions/{session}/go-on", json={"with": ["seat-a"]})).status_code == 422


async def test_stopped_resumed_and_finished(tmp_path: Path) -> None:
    async with running(tmp_path, speed=1) as server, server.client() as client:
        session = await server.asked()
        await asyncio.sleep(0.3)
        await client.post(f"/api/sessions/{session}/stop")
        resumed = await client.post(f"/api/sessions/{session}/resume", json={"deadline": 600.0})
        assert resumed.status_code == 200, resumed.text
        again = await client.post(f"/api/sessions/{session}/resume")
        assert again.status_code == 409
        assert again.json()["error"]["code"] == "session_busy"
        await client.post(f"/api/sessions/{session}/stop")


async def test_lists_pages_filters_and_search(server: Running) -> None:
    asked = [await server.asked(f"What is a moot number {word}?") for word in ("one", "two", "three", "zebra")]
    async with server.client() as client:
        for session in asked:
            await client.get(f"/api/sessions/{session}", params={"wait": 60})
        first = (await client.get("/api/sessions", params={"limit": 3})).json()
        assert [row["session"] for row in first["sessions"]] == asked[:0:-1]
        rest = (await client.get("/api/sessions", params={"limit": 3, "before": first["next"]})).json()
        assert [row["session"] for row in rest["sessions"]] == asked[:1]
        assert rest["next"] is None
        found = (await client.get("/api/sessions", params={"q": "zebra"})).json()["sessions"]
        assert [row["session"] for row in found] == asked[3:]
        verdicts = (await client.get("/api/sessions", params={"state": ["verdict"]})).json()["sessions"]
        assert len(verdicts) == 4
        assert (await client.get("/api/sessions", params={"state": "running"})).json()["sessions"] == []
        short = (await client.get(f"/api/sessions/{asked[0][:8]}")).json()
        assert short["session"] == asked[0]


async def test_events_by_page_say_whether_there_is_more(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        after, seen = 0, []
        while True:
            page = (await client.get(f"/api/sessions/{session}/events", params={"after": after, "limit": 7})).json()
            seen += page["events"]
            after = page["after"]
            if not page["more"]:
                break
        assert page["ended"] is True
        assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
        assert seen[0]["kind"] == "SessionOpened"
        assert seen[-1]["kind"] == "VerdictReached"
        beyond = (await client.get(f"/api/sessions/{session}/events", params={"after": after})).json()
        assert beyond.pop("gist")["line"][0] == "3 scripted voices"
        ends = {"more": False, "ended": True, "interrupted": False}
        assert beyond == {"session": session, "conversation": None, "events": [], "after": after, **ends}
        state = (await client.get(f"/api/sessions/{session}/state")).json()
        assert state["seq"] == after


async def test_fork_replay_export_delete(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        checked = (await client.get(f"/api/sessions/{session}/check")).json()
        assert checked["conclusion"] == "well"
        forked = await client.post(
            f"/api/sessions/{session}/fork", json={"stage": "synthesis", "chair": "rehearsal/gus"}
        )
        assert forked.status_code == 201, forked.text
        other = (await client.get(f"/api/sessions/{forked.json()['session']}", params={"wait": 60})).json()
        assert other["outcome"] == "verdict"
        side = (await client.get(f"/api/sessions/{session}/compare/{other['session']}")).json()
        assert side["forks"] is True
        assert {each["what"] for each in side["differences"]} == {"verdict text"}
        assert (await client.get(f"/api/sessions/{session}/compare/nosuch")).status_code == 404
        assert other["fork"]["session"] == session
        for form in ("md", "json", "jsonl", "html"):
            file = await client.get(f"/api/sessions/{session}/export", params={"format": form})
            assert file.status_code == 200
            assert file.headers["content-disposition"].startswith("attachment")
            assert "scripted" in file.text
        assert (await client.delete(f"/api/sessions/{session[:8]}")).status_code == 422
        assert (await client.delete(f"/api/sessions/{session}")).status_code == 204
        assert (await client.get(f"/api/sessions/{session}")).status_code == 404


async def test_a_hundred_posts_with_one_key_open_one_session(server: Running) -> None:
    body = {"question": "What is a moot?", "members": MEMBERS}
    async with server.client(headers={**server.bearer, "Idempotency-Key": "k-1"}) as client:
        answers = await asyncio.gather(*(client.post("/api/sessions", json=body) for _ in range(100)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["session"] for answer in answers}) == 1
        other = await client.post("/api/sessions", json={**body, "question": "What is a court?"})
        assert other.status_code == 409
        assert other.json()["error"]["code"] == "conflict"
        assert len((await client.get("/api/sessions")).json()["sessions"]) == 1


async def test_a_conversation_carries_on_and_takes_one_question_at_a_time(tmp_path: Path) -> None:
    async with running(tmp_path, speed=20) as server, server.client() as client:
        thread = (await server.backend.app.threads.create("Moots")).id
        first = await server.asked(conversation=thread)
        second = await client.post("/api/sessions", json={"question": "And then?", "conversation": thread})
        assert second.status_code == 409
        await client.get(f"/api/sessions/{first}", params={"wait": 60})
        third = await server.asked("Where do they meet?", conversation=thread)
        await client.get(f"/api/sessions/{third}", params={"wait": 60})
        opened = (await client.get(f"/api/sessions/{third}/events", params={"limit": 1})).json()["events"][0]
        assert opened["body"]["question"]["history"][0]["question"] == "What is a moot?"
        view = (await client.get(f"/api/threads/{thread}")).json()
        assert [row["session"] for row in view["sessions"]] == [first, third]
        renamed = await client.patch(f"/api/threads/{thread}", json={"title": "Hills"})
        assert renamed.json()["conversation"]["title"] == "Hills"
        assert [row["title"] for row in (await client.get("/api/threads")).json()["conversations"]] == ["Hills"]
        assert (await client.delete(f"/api/threads/{thread}")).status_code == 204
        assert (await client.get(f"/api/sessions/{first}")).status_code == 404


async def test_more_than_are_admitted_are_told_when_to_come_back(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("most_sessions = 1\n")
    async with running(tmp_path, speed=1.0) as server, server.client() as client:
        await server.asked()
        refused = await client.post("/api/sessions", json={"question": "And I?", "members": MEMBERS})
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        assert refused.json()["error"]["code"] == "too_busy"
        assert (await client.get("/api/health")).json()["status"] == "full"


async def test_a_person_answers_over_http(server: Running) -> None:
    session = await server.asked(members=["rehearsal/ada", "rehearsal/bo", "person"])
    async with server.client() as client:
        for _ in range(200):
            state = (await client.get(f"/api/sessions/{session}")).json()
            if state["outcome"] == "waiting":
                break
            await asyncio.sleep(0.05)
        assert state["outcome"] == "waiting"
        wrong = await client.post(f"/api/sessions/{session}/answers", json={"key": "opinions/seat-z", "text": "Yes."})
        assert wrong.status_code == 422
        said = await client.post(
            f"/api/sessions/{session}/answers", json={"key": "opinions/seat-c", "text": "A meeting."}
        )
        assert said.status_code == 200, said.text


CANNOT: list[dict[str, object]] = [
    {"question": 7},
    {"question": "?", "budget": "1"},
    {"question": "?", "colour": "red"},
    {"question": "?", "members": "rehearsal/ada"},
    {"question": "?", "options": {"x": {"y": 1}}},
    {"question": "?", "council": "rehearsal", "members": MEMBERS},
    {"question": "?", "members": ["rehearsal/ada"]},
    {"question": "?", "budget": -1},
    {"question": ""},
]


async def test_what_cannot_be_done_is_refused_before_anything_starts(server: Running) -> None:
    async with server.client() as client:
        for body in CANNOT:
            answer = await client.post("/api/sessions", json=body)
            assert answer.status_code == 422, answer.text
            assert set(answer.json()["error"]) == {"code", "message", "remedy"}
        assert (await client.get("/api/sessions")).json()["sessions"] == []


async def test_nan_and_half_characters_do_no_harm(server: Running) -> None:
    async with server.client() as client:
        headers = {"Content-Type": "application/json"}
        nan = await client.post("/api/sessions", content=b'{"question": "?", "budget": NaN}', headers=headers)
        assert nan.status_code == 422
        cut = await client.post("/api/sessions", content=b'{"question": ?', headers=headers)
        assert cut.status_code == 422
        assert "it breaks off at character 13" in cut.text
        half = await client.post(
            "/api/sessions", content=b'{"question": "a \\ud800 b", "members": ["rehearsal/ada:2"]}', headers=headers
        )
        assert half.status_code == 201
        assert half.json()["question"] == "a ? b"
        deep = await client.post("/api/sessions", content=b"[" * 100_000, headers=headers)
        assert deep.status_code == 400
        assert deep.json()["error"]["code"] == "bad_request"


async def test_councils_models_protocols_health(server: Running) -> None:
    async with server.client() as client:
        councils = (await client.get("/api/councils")).json()
        assert councils["default"] == "rehearsal"
        made = await client.put(
            "/api/councils/mine", json={"members": [*MEMBERS, {"model": "rehearsal/dov", "count": 2}]}
        )
        assert made.status_code == 200, made.text
        assert made.json()["layer"] == "user"
        assert made.json() in (await client.get("/api/councils")).json()["councils"]
        assert (await client.put("/api/councils/..%2Fevil", json={"members": MEMBERS})).status_code in (404, 422)
        assert (await client.put("/api/councils/mine", json={"members": ["not a model"]})).status_code == 422
        assert (await client.delete("/api/councils/mine")).status_code == 204
        assert (await client.delete("/api/councils/mine")).status_code == 404
        models = (await client.get("/api/models")).json()
        assert "rehearsal/ada" in {row["model"] for row in models["models"] if row["scripted"]}
        protocols = (await client.get("/api/protocols")).json()["protocols"]
        assert protocols[0]["stages"] == ["opinions", "review", "synthesis"]
        assert "deadline" in protocols[0]["options"]["properties"]
        health = (await client.get("/api/health")).json()
        assert health["status"] == "ok"


async def test_the_report_of_a_vote_on_claims_is_downloaded(server: Running) -> None:
    async with server.client() as client:
        asked = {"question": "Should we move our monolith to microservices?", "protocol": "claim-vote"}
        session = (await client.post("/api/sessions", json=asked, params={"wait": 60})).json()["session"]
        text = await client.get(f"/api/sessions/{session}/report")
        votes = await client.get(f"/api/sessions/{session}/report", params={"form": "votes"})
        assert text.status_code == votes.status_code == 200
        assert text.headers["content-type"].startswith("text/markdown")
        assert re.search(r'filename="council-\d{4}-\d\d-\d\d-\d{4}\.md"', text.headers["content-disposition"])
        assert votes.headers["content-disposition"].endswith('.votes.json"')
        assert text.text.startswith("# Council of ")
        assert votes.json()["session"] == session
        assert {claim["tier"] for claim in votes.json()["claims"]} <= {"HIGH", "MEDIUM", "CONTESTED", "REJECTED"}
        assert (await client.get(f"/api/sessions/{session}/report", params={"form": "pdf"})).status_code == 422
        other = await server.asked()
        await client.get(f"/api/sessions/{other}", params={"wait": 60})
        refused = await client.get(f"/api/sessions/{other}/report")
        assert refused.status_code == 422
        assert "have no report" in refused.json()["error"]["message"]


async def test_a_session_is_asked_again_for_what_was_said_beforehand(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        for changes, kept, calls in (
            ({"chair": "rehearsal/gus"}, 6, 1),
            ({"again": ["opinions/seat-b"]}, 2, 5),
            ({"members": {"seat-b": "rehearsal/gus"}}, 2, 5),
            ({"protocol": "peer-review", "question": "And now?"}, 0, 7),
        ):
            told = await client.post(f"/api/sessions/{session}/fork/estimate", json=changes)
            assert told.status_code == 200, told.text
            assert (told.json()["kept"], told.json()["calls"], told.json()["dollars"]) == (kept, calls, 0)
            forked = await client.post(f"/api/sessions/{session}/fork", json=changes)
            assert forked.status_code == 201, forked.text
        keyless = {"members": {"seat-b": "openai/gpt-5.1"}}
        told = await client.post(f"/api/sessions/{session}/fork/estimate", json=keyless)
        (why,) = told.json()["unready"]
        assert why.startswith("openai/gpt-5.1 cannot be asked: no key (OPENAI_API_KEY).")
        assert "`moot " not in why
        put = {"question": "Is it moot?", "members": ["openai/gpt-5.1", "rehearsal/ada"], "budget": 9}
        told = await client.post("/api/estimate", json=put)
        assert (told.json()["unready"][0], told.json()["at_most"] <= 9) == (why, True)
        assert "as long as its stage lets it be" in told.json()["assumes"]
        refused = await client.post(f"/api/sessions/{session}/fork/estimate", json={"again": ["nothing/seat-z"]})
        assert refused.status_code == 404
        refused = await client.post(f"/api/sessions/{session}/fork/estimate", json={"retry_failed": True})
        assert "nothing to ask again" in refused.json()["error"]["message"]
        assert (await client.post("/api/sessions/nosuch/fork/estimate", json={})).status_code == 404
