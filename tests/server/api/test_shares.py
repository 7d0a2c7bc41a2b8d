"""Test that a share opens exactly one session, until it ends, and hides prompts if requested."""

from __future__ import annotations

import base64
import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app_build import INDEX, built
from moot.library.rubric_shelf import rubric_from
from moot.server import app_files
from moot.server.app import routes_for
from moot.transcripts.sql.shares import DAY
from moot.vocabulary.rubrics import Rubric, StageWording
from server.running import MEMBERS, Running

HTML = {"Accept": "text/html"}


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_files, "FOLDER", built(tmp_path / "app"))


async def shared(server: Running, session: str, **body: Any) -> dict[str, Any]:
    async with server.client() as client:
        made = await client.post(f"/api/sessions/{session}/shares", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json())


async def ended(server: Running, **body: Any) -> str:
    session = await server.asked(**body)
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}?wait=30")
    return session


async def test_a_share_opens_one_session(server: Running, app: None) -> None:
    session, other = await ended(server), await ended(server)
    made = await shared(server, session, days=7)
    assert made["address"] == f"/share/{made['token']}"
    assert len(base64.urlsafe_b64decode(made["token"] + "=")) == 32
    async with server.client(headers={}) as stranger:
        page = await stranger.get(made["address"], headers=HTML)
        assert (page.status_code, page.text) == (200, INDEX)
        assert (await stranger.get(f"{made['address']}/matrix", headers=HTML)).text == INDEX
        assert (await stranger.get(made["address"], headers={"Origin": "http://a.example", **HTML})).status_code == 200
        row = (await stranger.get(f"/api/shared/{made['token']}")).json()
        assert row == {
            "session": session, "question": "What is a moot?", "hide_prompts": False, "earlier": False,
            "expires": made["expires"],
        }  # fmt: skip
        events = (await stranger.get(f"/api/shared/{made['token']}/events")).json()
        async with server.client() as client:
            whole = await client.get(f"/api/sessions/{session}/events", headers={"Accept": "application/json"})
        assert events == whole.json()
        assert events["ended"]
        some = (await stranger.get(f"/api/shared/{made['token']}/events?after=2&limit=3")).json()
        assert [event["seq"] for event in some["events"]] == [3, 4, 5]
        foreign = await stranger.get(f"/api/shared/{made['token']}", headers={"Origin": "http://evil.example"})
        assert foreign.status_code == 403
        for path in (f"/api/sessions/{session}", f"/api/sessions/{other}", "/api/shares", "/", f"/s/{session}"):
            for headers in ({}, {"Authorization": f"Bearer {made['token']}"}, {"Cookie": f"moot={made['token']}"}):
                assert (await stranger.get(path, headers=headers)).status_code == 401, path
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            for path in (
                made["address"],
                f"{made['address']}/matrix",
                f"/api/shared/{made['token']}",
                f"/api/shared/{made['token']}/events",
            ):
                assert (await stranger.request(method, path, json={})).status_code == 401
    async with server.client() as client:
        (row,) = (await client.get("/api/shares")).json()["shares"]
        assert (row["share"], row["token"], row["address"]) == (made["share"], "", "")
        assert (await client.get(f"/api/shares?session={other}")).json()["shares"] == []
        assert (await client.delete(f"/api/shares/{made['share']}")).status_code == 204
        assert (await client.delete(f"/api/shares/{made['share']}")).status_code == 404
    assert (await gone(server, made["token"])) == [404, 404, 404]


async def gone(server: Running, token: str) -> list[int]:
    statuses = []
    async with server.client(headers={}) as stranger:
        for path in (f"/share/{token}", f"/api/shared/{token}", f"/api/shared/{token}/events"):
            answer = await stranger.get(path)
            statuses.append(answer.status_code)
            if answer.status_code == 404:
                assert "This share has ended" in answer.text or "/" in token
                assert answer.headers["content-type"] == "application/json"
                page = await stranger.get(path, headers={"accept": "text/html"})
                kind = "text/html" if path.startswith("/share") and "/" not in token else "application/json"
                assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (404, kind)
    return statuses


async def test_a_share_ends(server: Running, app: None, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await ended(server)
    short, long = await shared(server, session, days=1), await shared(server, session)
    assert long["expires"] is None
    for wrong in ("x", "", short["token"][:-1], short["token"] + "x", "é" * 20, "a" * 150, "%00"):
        assert all(status in (401, 404) for status in await gone(server, wrong)), wrong
    store = server.backend.app.store
    now = store.clock()
    monkeypatch.setattr(store, "clock", lambda: now + DAY + 1)
    assert await gone(server, short["token"]) == [404, 404, 404]
    assert await gone(server, long["token"]) == [200, 200, 200]
    async with server.client() as client:
        assert len((await client.get("/api/shares")).json()["shares"]) == 1
        assert (await client.post(f"/api/sessions/{session}/shares", json={"days": 0})).status_code == 422
        assert (await client.delete(f"/api/sessions/{session}")).status_code == 204
        assert (await client.get("/api/shares")).json()["shares"] == []
        assert (await client.post("/api/sessions/nobody-here/shares", json={})).status_code == 404
    assert await gone(server, long["token"]) == [404, 404, 404]


async def test_the_store_does_not_hold_what_opens_a_share(server: Running) -> None:
    made = await shared(server, await ended(server))
    store = server.backend.app.store
    rows = await store.read(lambda connection: connection.exec_driver_sql("SELECT * FROM shares").all())
    assert made["token"] not in str(rows)


async def test_prompts_are_hidden(server: Running) -> None:
    text = (Path(app_files.__file__).parents[1] / "library/rubrics/general.toml").read_text()
    async with server.client() as client:
        changed = text.replace('answer = """', 'answer = """\ntold-by-a-rubric', 1)
        assert "told-by-a-rubric" in changed
        rubric = await client.put("/api/rubrics/secretive", json={"text": changed})
        assert rubric.status_code == 200, rubric.text
        council = {**SECRETIVE, "protocol": "adjudication", "rubric": "secretive"}
        kept = await client.put("/api/councils/secretive", json=council)
        assert kept.status_code == 200, kept.text
        made = await client.post("/api/sessions", json={"question": "What is a moot?", "council": "secretive"})
        session = made.json()["session"]
        await client.get(f"/api/sessions/{session}?wait=60")
    open_one = await shared(server, session)
    hidden = await shared(server, session, hide_prompts=True)
    async with server.client(headers={}) as stranger:
        shown = (await stranger.get(f"/api/shared/{open_one['token']}/events?limit=5000")).text
        assert all(
            secret in shown for secret in ("told-to-all", "told-in-a-persona", "told-to-one", "told-by-a-rubric")
        )
        page = await stranger.get(f"/api/shared/{hidden['token']}/events?limit=5000")
        assert "told-" not in page.text
        assert not any(event["body"].get("reasoning") for event in page.json()["events"])
        rubric = rubric_from(changed, "secretive", "the test")
        told = asked_in(rubric)
        assert len(told) > 20
        assert [text for text in told if encoded(text) not in shown] == []
        assert [text for text in told if encoded(text) in page.text] == []
        assert [encoded(label.name) in page.text for label in rubric.labelling.labels].count(False) == 0
        assert [event["seq"] for event in page.json()["events"]] == list(range(1, len(page.json()["events"]) + 1))


def asked_in(rubric: Rubric) -> list[str]:
    """Every text of a rubric that is put into a prompt."""
    family = rubric.labelling
    return [
        text
        for text in (
            *(told for axis in rubric.axes for told in (axis.asks, axis.one, axis.three, axis.five, axis.note)),
            *(told for label in family.labels for told in (label.meaning, label.recheck)),
            *(detail.asks for detail in (*family.details, *rubric.details)),
            family.asks,
            rubric.comparison.asks,
            *(getattr(rubric.wording, name) for name in StageWording.__struct_fields__),
        )
        if text
    ]


def encoded(text: str) -> str:
    """The text as it stands inside JSON."""
    return msgspec.json.encode(text).decode()[1:-1]


SECRETIVE: dict[str, Any] = {
    "members": [{"model": "rehearsal/ada", "persona": "quiet", "system": "told-to-one"}, *MEMBERS[1:]],
    "system": "told-to-all",
    "personas": {"quiet": "told-in-a-persona"},
}
"""A council that is told something in every way."""
TOLD = ("told-to-all", "told-to-one", "told-in-a-persona", "told-as-a-part", "told-by-wording")
BEFORE = ("asked-before", '"name":"file-of-before.txt"', "What is a moot, before all else")
"""As it stands in the record: what a seat says of it is shown with all that is said."""


async def test_every_address_of_a_share_shows_what_was_chosen_and_no_more(server: Running, app: None) -> None:
    """A question of a conversation, put to seats that play parts: for each choice, everything the share answers."""
    first = await ended(
        server,
        question="What is a moot, before all else (asked-before)?",
        conversation="new",
        attachments=[{"name": "file-of-before.txt", "data": base64.b64encode(b"Some words.").decode()}],
    )
    session = await _asked_in_parts(server, first)
    for hide_prompts, earlier in itertools.product((False, True), repeat=2):
        made = await shared(server, session, hide_prompts=hide_prompts, earlier=earlier)
        assert (made["hide_prompts"], made["earlier"]) == (hide_prompts, earlier)
        said = await everything_said(server, made["token"])
        assert "What came of it" in said, "the session itself is shown"
        assert "rehearsal/ada" in said
        assert {word: word in said for word in TOLD} == dict.fromkeys(TOLD, not hide_prompts)
        assert {word: word in said for word in BEFORE} == dict.fromkeys(BEFORE, earlier)


async def everything_said(server: Running, token: str) -> str:
    """What every address of a share answers, however it is asked."""
    said = ""
    async with server.client(headers={}) as stranger:
        for route in routes_for(server.backend).routes:
            path = getattr(route, "path", "")
            if "share" in path and "{token}" in path and "GET" in getattr(route, "methods", ()):
                address = path.replace("{token}", token).replace("{view}", "transcript")
                for query in ("", "?after=0&limit=5000", "?after=0&limit=1"):
                    for headers in ({}, {"Accept": "text/event-stream"}, {"Last-Event-ID": "0"}):
                        answer = await stranger.get(address + query, headers=headers)
                        assert answer.status_code in (200, 422), address
                        said += answer.text
    return said


async def _asked_in_parts(server: Running, follows: str) -> str:
    council = {
        **SECRETIVE,
        "protocol": "consensus",
        "options": {"strategy": "role", "roles": ["told-as-a-part: doubt.", "You check."], "max_iterations": 1},
        "wording": {"answer": "Answer (told-by-wording).\n\n$ballot"},
    }
    async with server.client() as client:
        kept = await client.put("/api/councils/players", json=council)
        assert kept.status_code == 200, kept.text
        body = {"question": "What came of it?", "council": "players", "follows": follows}
        made = await client.post("/api/sessions", json=body, params={"wait": 30})
        assert made.status_code == 201, made.text
        assert made.json()["outcome"] == "verdict", made.text
        return str(made.json()["session"])
