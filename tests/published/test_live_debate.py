"""The live debate: its frames in order over the socket, and its ten routes."""

from __future__ import annotations

import importlib.util
import json
import re
import time
from statistics import mean
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from extensions.local.weights.make_gguf import make_gguf
from published.conftest import ORIGIN, Installed
from published.provider import SAYS
from web.served import Served

FOUR = [f"up/{name}" for name in SAYS]
TINY = ("tinyllama-1b", "gemma-270m", "smollm2-360m", "qwen25-05b", "h2o-danube3-500m")
FIELDS = {
    "roles": {"models", "proposer", "chairman"},
    "stage": {"stage", "name"},
    "topic": {"topic", "proposer", "given"},
    "opinion": {"model", "text", "words", "ms"},
    "review": {"reviewer", "labels", "scores", "reasons"},
    "rebuttal": {"model", "text", "first_mean", "critics"},
    "rescore": {"model", "mean"},
    "alliance": {"model", "agrees", "disagrees", "neutral", "reasons"},
    "delta": {"stage", "model", "text"},
    "synthesis": {"chairman", "text", "verbatim"},
    "achievement": {"name", "slug", "models", "because", "first"},
    "complete": {"winner", "winners", "scores", "outcome"},
    "error": {"code", "message", "remedy"},
}
ORDER = re.compile(
    r"roles stage0 topic stage1 (opinion ){N}stage2 (review ){N}stage3 (rebuttal ){2}(rescore ){2}"
    r"stage4 (alliance ){N}stage5 synthesis (achievement )*complete "
)
LEADER = {
    "id", "rank_low", "rank_high", "debates", "mean", "low", "high", "adjusted", "wins", "win_rate", "by_chance",
    "comebacks", "rebuttals", "chaired", "agreement", "badges", "form", "provisional",
}  # fmt: skip


def line(served: Served, **headers: str) -> ClientConnection:
    """A connection to the socket; with the token unless headers are given."""
    headers = headers or {"Authorization": f"Bearer {served.token}"}
    return connect(f"{served.url.replace('http', 'ws')}/ws", additional_headers=headers, proxy=None)


def received(socket: ClientConnection, until: str = "complete") -> list[dict[str, Any]]:
    """Every frame up to one of this type."""
    told: list[dict[str, Any]] = []
    while not told or told[-1]["type"] != until:
        told.append(json.loads(socket.recv(120)))
    return told


def types_of(told: list[dict[str, Any]]) -> str:
    kinds = [f"stage{each['stage']}" if each["type"] == "stage" else each["type"] for each in told]
    return "".join(f"{kind} " for kind in kinds if kind != "delta")


def in_order(told: list[dict[str, Any]], members: int) -> bool:
    return re.fullmatch(ORDER.pattern.replace("N", str(members)), types_of(told)) is not None


def only(told: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [frame for frame in told if frame["type"] == kind]


@pytest.fixture(scope="module")
def debate(served: Served) -> list[dict[str, Any]]:
    """The frames of one debate in which everybody answers."""
    with line(served) as socket:
        socket.send(json.dumps({"action": "new_session", "topic": " Which bridge? ", "models": FOUR}))
        return received(socket)


# --- frames -----------------------------------------------------------------------------------------------------------


def test_frames_come_in_the_published_order_with_their_fields(debate: list[dict[str, Any]]) -> None:
    assert in_order(debate, 4), types_of(debate)
    assert len({frame["session"] for frame in debate}) == 1
    for frame in debate:
        assert next(iter(frame)) == "type"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", frame["at"])
        assert frame.keys() >= FIELDS[frame["type"]], frame


def test_roles_topic_and_opinions(debate: list[dict[str, Any]]) -> None:
    (roles,), (topic,) = only(debate, "roles"), only(debate, "topic")
    assert [model["id"] for model in roles["models"]] == FOUR
    assert all(model.keys() >= {"id", "name", "company", "size", "port"} for model in roles["models"])
    assert roles["chairman"] in FOUR
    assert (topic["topic"], topic["given"], topic["proposer"]) == ("Which bridge?", True, None)
    for opinion in only(debate, "opinion"):
        said = SAYS[opinion["model"].removeprefix("up/")]
        assert (opinion["text"], opinion["words"]) == (said, len(said.split()))
        assert opinion["ms"] >= 0
    assert sorted(opinion["model"] for opinion in only(debate, "opinion")) == sorted(FOUR)


def marks_of(told: list[dict[str, Any]]) -> dict[str, list[int]]:
    """The marks each model had from others, by the frames."""
    found: dict[str, list[int]] = {model: [] for model in FOUR}
    for review in only(told, "review"):
        for label, score in review["scores"].items():
            if review["labels"][label] != review["reviewer"]:
                found[review["labels"][label]].append(score)
    return found


def test_reviews_rebuttals_and_second_means_agree(debate: list[dict[str, Any]]) -> None:
    for review in only(debate, "review"):
        assert list(review["labels"]) == [f"Response {chr(65 + at)}" for at in range(len(review["labels"]))]
        assert review["scores"].keys() == review["reasons"].keys() <= review["labels"].keys()
        assert all(1 <= score <= 10 for score in review["scores"].values())
    marks = marks_of(debate)
    assert {model: len(given) for model, given in marks.items()} == dict.fromkeys(FOUR, 3)
    lowest = sorted(FOUR, key=lambda model: mean(marks[model]))[:2]
    assert {each["model"] for each in only(debate, "rebuttal")} == set(lowest), "the two lowest answer their critics"
    for rebuttal in only(debate, "rebuttal"):
        assert rebuttal["first_mean"] == mean(marks[rebuttal["model"]])
        assert sorted(critic["score"] for critic in rebuttal["critics"]) == sorted(marks[rebuttal["model"]])
        assert all(critic.keys() >= {"score", "reason"} for critic in rebuttal["critics"])
    assert {each["model"]: each["mean"] for each in only(debate, "rescore")} == {
        model: mean(marks[model]) for model in lowest
    }


def test_alliances_synthesis_badges_and_the_end(debate: list[dict[str, Any]]) -> None:
    for alliance in only(debate, "alliance"):
        others = set(FOUR) - {alliance["model"]}
        assert {*alliance["agrees"], *alliance["disagrees"], *alliance["neutral"]} == others
        assert alliance["reasons"].keys() == others
    (synthesis,), (complete,) = only(debate, "synthesis"), only(debate, "complete")
    assert synthesis["chairman"] == only(debate, "roles")[0]["chairman"]
    assert synthesis["text"] == SAYS[synthesis["chairman"].removeprefix("up/")]
    assert synthesis["verbatim"] is False
    assert only(debate, "achievement"), "alpha is first for everybody"
    for badge in only(debate, "achievement"):
        assert set(badge["models"]) <= set(FOUR)
        assert 1 <= len(badge["models"]) <= 2
        assert badge["because"]
        assert badge["first"] is True
        assert badge["slug"] == badge["name"].lower().replace(" ", "-")
    assert "Unanimous" in {badge["name"] for badge in only(debate, "achievement")}
    assert (complete["winner"], complete["winners"], complete["outcome"]) == ("up/alpha", ["up/alpha"], "verdict")
    assert complete["scores"] == {model: mean(marks) for model, marks in marks_of(debate).items()}


@pytest.mark.parametrize("failing", [1, 4])
def test_members_that_fail_have_their_frames(installed: Installed, served: Served, failing: int) -> None:
    down = [*SAYS][:failing]
    installed.provider.failing = set(down)
    with line(served) as socket:
        socket.send(json.dumps({"action": "new_session", "topic": "Which bridge?", "models": FOUR}))
        told = received(socket)
    opinions = {frame["model"]: frame for frame in only(told, "opinion")}
    assert opinions.keys() == set(FOUR)
    assert {model for model, frame in opinions.items() if frame.get("failed")} == {f"up/{name}" for name in down}
    if failing < 4:
        assert types_of(told).count("review ") == 4
        assert types_of(told).count("alliance ") == 4
        assert told[-1]["outcome"] == "verdict"
        return
    assert types_of(told) == f"roles stage0 topic stage1 {'opinion ' * 4}error complete "
    (error,) = only(told, "error")
    assert error.keys() >= FIELDS["error"]
    assert (told[-1]["winner"], told[-1]["winners"], told[-1]["outcome"]) == (None, [], "failed")


def test_who_comes_late_sees_all_from_the_first_frame(served: Served, debate: list[dict[str, Any]]) -> None:
    with line(served) as socket:
        socket.send(json.dumps({"action": "watch", "session": debate[0]["session"]}))
        assert received(socket) == [frame for frame in debate if frame["type"] != "delta"]


def test_what_cannot_be_done_is_an_error_frame_and_the_line_stays(served: Served) -> None:
    with line(served) as socket:
        for wish, code in (
            ({"action": "dance"}, "bad_input"),
            ({"action": "new_session", "speed": 2}, "bad_input"),
            ({"action": "watch", "session": "00000000-0000-4000-8000-000000000000"}, "unknown_name"),
            ({"action": "new_session", "council": "nosuch"}, "unknown_name"),
        ):
            socket.send(json.dumps(wish))
            (error,) = received(socket, "error")
            assert error.keys() >= FIELDS["error"]
            assert (error["code"], bool(error["message"])) == (code, True)
        socket.send(json.dumps({"action": "new_session", "models": FOUR}))
        told = received(socket)
    assert in_order(told, 4), types_of(told)
    assert only(told, "topic")[0]["topic"], "without a topic, one is found"


def test_a_trusted_page_needs_no_token_and_another_gets_no_line(served: Served) -> None:
    with line(served, Origin=ORIGIN) as socket:
        socket.send(json.dumps({"action": "new_session", "topic": "Which?", "models": FOUR}))
        assert in_order(received(socket), 4)
    with pytest.raises(InvalidStatus):
        line(served, Origin="http://localhost:5174")


def test_a_full_server_says_that_it_is_busy(installed: Installed, served: Served) -> None:
    installed.provider.delay = 0.5
    with (
        Served(installed.python, installed.folder / "small", MOOT_MOST_SESSIONS="1") as small,
        line(small) as socket,
    ):
        seated = {"action": "new_session", "topic": "Which?", "models": ["up/alpha", "up/beta"]}
        (small.home / "endpoints.toml").write_text((installed.home / "endpoints.toml").read_text())
        socket.send(json.dumps(seated))
        received(socket, "roles")
        socket.send(json.dumps(seated))
        assert received(socket, "error")[-1]["code"] == "busy"


# --- routes -----------------------------------------------------------------------------------------------------------


def got(client: httpx.Client, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_health_and_models(client: httpx.Client) -> None:
    health = got(client, "/api/health")
    assert health["status"] == "ok"
    assert health["engine"].keys() >= {"ok", "binary", "budget_bytes", "used_bytes"}
    assert isinstance(health["models"], dict)
    rows = {row["id"]: row for row in got(client, "/api/models")["models"]}
    assert set(FOUR) <= rows.keys()
    assert {rows[name]["status"] for name in TINY} == {"absent"}
    for name in TINY:
        assert rows[name].keys() >= {"name", "company", "size", "file", "bytes", "license", "context"}
    assert rows["smollm2-360m"]["bytes"] == 386404992
    for name in ("smollm2-360m", "nosuch"):
        for verb in ("load", "unload"):
            answer = client.post(f"/api/models/{name}/{verb}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_name")


def test_sessions_are_listed_and_read_as_records(client: httpx.Client, debate: list[dict[str, Any]]) -> None:
    session = debate[0]["session"]
    row = next(row for row in got(client, "/api/sessions?protocol=debate")["sessions"] if row["session"] == session)
    chairman = only(debate, "roles")[0]["chairman"]
    assert (row["topic"], row["winner"], row["chairman"]) == ("Which bridge?", "up/alpha", chairman)
    records = got(client, f"/api/sessions/{session}")["records"]
    assert records.keys() == {
        "session", "responses", "peer_reviews", "alliances", "synthesis", "personalities", "achievements",
    }  # fmt: skip
    assert records["session"].keys() >= {"id", "topic", "proposer", "chairman"}
    assert (records["session"]["id"], records["session"]["topic"]) == (session, "Which bridge?")
    kinds = [response["kind"] for response in records["responses"]]
    assert kinds == [*["opinion"] * 4, *["rebuttal"] * 2, "synthesis"]
    for records_of, kind in (("peer_reviews", "review"), ("alliances", "alliance"), ("achievements", "achievement")):
        framed = [{name: each[name] for name in FIELDS[kind]} for each in only(debate, kind)]
        assert [{name: each[name] for name in FIELDS[kind]} for each in records[records_of]] == framed
    assert records["synthesis"] == only(debate, "synthesis")[0]["text"]


def test_the_leaderboard_ranks_by_peer_marks(client: httpx.Client, debate: list[dict[str, Any]]) -> None:
    found = got(client, "/api/analytics/leaderboard")["models"]
    assert [row["id"] for row in found] == FOUR, "alpha is marked best, then beta, gamma, delta"
    for row in found:
        assert row.keys() >= LEADER
        assert row["rank_low"] <= row["rank_high"]
        assert row["provisional"] is True
        assert row["form"] == [row["mean"]] * len(row["form"])
        assert row["mean"] == mean(marks_of(debate)[row["id"]])
    history = got(client, "/api/analytics/models/up/alpha")["sessions"]
    assert found[0]["wins"] == sum(row["place"] == 1 for row in history)
    assert found[0]["debates"] == len(history)
    assert found[0]["win_rate"] == found[0]["wins"] / found[0]["debates"]
    assert got(client, "/api/analytics/leaderboard?min=1000")["models"] == []


def test_a_model_has_its_history(client: httpx.Client, debate: list[dict[str, Any]]) -> None:
    found = got(client, "/api/analytics/models/up/alpha")
    assert found["profile"]["id"] == "up/alpha"
    assert found["profile"].keys() >= LEADER | {"traits"}
    row = next(row for row in found["sessions"] if row["session"] == debate[0]["session"])
    assert row.keys() >= {
        "session", "at", "topic", "place", "of", "mean", "first_mean", "chaired", "proposed", "rebutted", "change",
        "badges",
    }  # fmt: skip
    assert (row["place"], row["of"], row["mean"], "unanimous" in row["badges"]) == (1, 4, 10.0, True)
    assert client.get("/api/analytics/models/up/nosuch").status_code == 404


def test_two_models_are_compared(client: httpx.Client, debate: list[dict[str, Any]]) -> None:
    found = got(client, "/api/analytics/head-to-head?a=up/alpha&b=up/beta")
    assert found.keys() >= {
        "met", "wins_a", "wins_b", "ties", "mean_diff", "low", "high", "a_gave_b", "b_gave_a", "a_to_b", "b_to_a",
        "sessions",
    }  # fmt: skip
    rows = [row for row in found["sessions"] if row["mean_a"] is not None]
    assert found["met"] == len(found["sessions"])
    assert (found["wins_a"], found["wins_b"], found["ties"]) == (len(rows), 0, 0)
    assert found["a_to_b"] == {"agree": len(rows), "disagree": 0, "neutral": 0}
    assert found["mean_diff"] == 2.0
    assert debate[0]["session"] in {row["session"] for row in rows}


def test_achievements_are_listed(client: httpx.Client, debate: list[dict[str, Any]]) -> None:
    rows = got(client, "/api/achievements")
    assert all(row.keys() >= {"name", "models", "because", "session", "topic", "t", "at", "first"} for row in rows)
    here = {(row["name"], *row["models"]) for row in rows if row["session"] == debate[0]["session"]}
    assert here == {(badge["slug"], *badge["models"]) for badge in only(debate, "achievement")}
    only_alpha = got(client, "/api/achievements?model=up/alpha&name=unanimous")
    assert {row["name"] for row in only_alpha} == {"unanimous"}
    assert all("up/alpha" in row["models"] for row in only_alpha)


def test_the_terminal_shows_the_same(installed: Installed, client: httpx.Client, debate: list[Any]) -> None:
    board = json.loads(installed.moot("leaderboard", "--json").out)
    for row, served in zip(board["models"], got(client, "/api/analytics/leaderboard")["models"], strict=True):
        assert row.keys() == served.keys()
        assert {name: value for name, value in row.items() if type(value) is not float} == {
            name: value for name, value in served.items() if type(value) is not float
        }
    achievements = json.loads(installed.moot("achievements", "--json").out)["achievements"]
    assert achievements
    assert achievements == got(client, "/api/achievements")[: len(achievements)]
    assert "up/beta" in installed.moot("models", "compare", "up/alpha", "up/beta").out


@pytest.mark.slow
@pytest.mark.local
def test_a_local_model_is_loaded_and_unloaded(installed: Installed) -> None:
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("there is no wheel of xllamacpp for this platform")
    home = installed.folder / "engine"
    (home / "models").mkdir(parents=True)
    make_gguf(home / "models" / "one.gguf", 1)
    with Served(installed.python, home) as served:
        headers = {"Authorization": f"Bearer {served.token}"}
        with httpx.Client(base_url=served.url, headers=headers, trust_env=False, timeout=60) as client:
            begun = client.post("/api/models/one/load")
            assert (begun.status_code, begun.json()) == (202, {"id": "one", "status": "loading"} | begun.json())
            while (state := got(client, "/api/health")["models"]["one"])["status"] == "loading":
                time.sleep(0.05)
            assert state.keys() >= {"status", "port", "rss", "since", "restarts", "error"}
            assert (state["status"], state["error"]) == ("ready", "")
            again = client.post("/api/models/one/load")
            assert (again.status_code, again.json()["id"]) == (200, "one")
            gone = client.post("/api/models/one/unload")
            assert (gone.status_code, gone.json()["status"]) == (200, "stopped")
