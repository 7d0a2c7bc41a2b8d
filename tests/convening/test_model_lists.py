"""A configured user never gets an answer of scripted voices, however the model list fails, at every door."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import moot
from moot.cli.main import main
from moot.errors import NoModels
from moot.providers.models import model_lists
from rig.upstream import Upstream
from server.running import running
from world.accounts import sessions_in
from world.doors import at_terminal, json_at_terminal
from world.gateway import Gateway
from world.homes import furnished
from world.hosting import hosted
from world.offers.tokens import agreed

QUESTION = "How would one find out how much a stone bridge can bear?"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits that are over soon; a list that is slow never comes."""
    monkeypatch.setattr(model_lists, "FETCH_LIMIT", 1.5)
    monkeypatch.setattr(model_lists, "WAIT", 0.5)
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    looked_up = socket.getaddrinfo

    def look_up(host: Any, *rest: Any, **more: Any) -> Any:
        if host == "nowhere.invalid":
            raise socket.gaierror(-2, "Name or service not known")
        return looked_up(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


def asks(*arguments: str) -> tuple[int, str, str]:
    """`moot ask -q`: its exit code, what it printed as the answer, and all else."""
    done = CliRunner().invoke(main, ["ask", "-q", *arguments, QUESTION])
    return done.exit_code, done.stdout, done.stderr


@contextmanager
def gateway(home: Path, *, delay: float = 0.0, status: int = 200, **more: Any) -> Iterator[Gateway]:
    with hosted(Gateway(says=agreed, **more)) as up:
        furnished(home, up)
        up.list_delay, up.list_status = delay, status
        yield up


def refused_connection(home: Path) -> None:
    (home / "endpoints.toml").write_text(f'[openrouter]\nurl = "{Upstream().refused_url}"\nprivate = true\n')


def unknown_host(home: Path) -> None:
    (home / "endpoints.toml").write_text('[openrouter]\nurl = "http://nowhere.invalid/v1"\nprivate = true\n')


def no_key(home: Path) -> None:
    row = '[lab]\nurl = "https://lab.example/v1"\nkey_env = ["LAB_API_KEY"]\nmodels = ["a"]\n'
    (home / "endpoints.toml").write_text(row)


@contextmanager
def faulty(home: Path, fault: str) -> Iterator[None]:
    """A home whose one endpoint has this fault."""
    if fault == "slow":
        with gateway(home, delay=600):
            yield
    elif fault.isdigit():
        with gateway(home, status=int(fault)):
            yield
    elif fault in ("empty", "unusable"):
        rows = [{"id": "text-embedding-3", "architecture": {"output_modalities": ["embeddings"]}}]
        up = Upstream(models=(), listing=rows if fault == "unusable" else None)
        with hosted(up):
            home.mkdir()
            (home / "endpoints.toml").write_text(f'[lab]\nurl = "{up.url}"\nprivate = true\n')
            yield
    else:
        home.mkdir()
        {"refused": refused_connection, "unknown host": unknown_host, "no key": no_key}[fault](home)
        yield


FAULTS = {
    "slow": "openrouter: It did not send its model list within 1.5 s",
    "401": "openrouter: HTTP 401",
    "402": "openrouter: HTTP 402",
    "403": "openrouter: HTTP 403",
    "500": "openrouter: HTTP 500",
    "503": "openrouter: HTTP 503",
    "refused": "openrouter: 127.0.0.1",
    "unknown host": "openrouter: nowhere.invalid",
    "empty": "lab: it lists no models",
    "unusable": "lab: It does not answer in words",
    "no key": "lab: There is no key for lab",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_configured_user_is_refused_with_the_reason_and_gets_no_scripted_answer(home: Path, fault: str) -> None:
    with faulty(home, fault):
        code, answer, told = asks()
    assert (code, answer) == (2, "")
    assert FAULTS[fault] in told
    assert ("moot keys set " if fault in ("401", "403", "no key") else "the council `rehearsal`") in told
    assert ("Waiting for the model list of openrouter ..." in told) == (fault == "slow")
    assert sessions_in(home) == []


@pytest.mark.parametrize("fault", ["slow", "503"])
def test_the_list_of_an_earlier_process_is_chosen_from_at_once(
    home: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gateway(home) as up:
        monkeypatch.setattr(model_lists, "FETCH_LIMIT", 60.0)
        monkeypatch.setattr(model_lists, "WAIT", 60.0)
        before = json_at_terminal("councils", "default")["council"]
        (kept,) = (home / "model_lists").iterdir()
        assert (kept.name, kept.stat().st_mode & 0o777) == ("openrouter.json", 0o600)
        up.list_delay, up.list_status = (600, 200) if fault == "slow" else (0, 503)
        code, answer, told = asks()
        ((_, state),) = sessions_in(home)
    assert code == 0, told
    assert answer
    assert {seat.model for seat in state.seats} == set(before["members"])
    assert "Waiting" not in told


def test_a_list_that_comes_late_is_waited_for_and_it_is_shown_for_whom(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_lists, "FETCH_LIMIT", 30.0)
    with gateway(home, delay=1.0):
        code, answer, told = asks()
    assert code == 0, told
    assert answer
    assert "Waiting for the model list of openrouter ..." in told


def test_doctor_and_the_list_of_models_say_what_is_wrong_and_how_old_the_list_is(home: Path) -> None:
    with gateway(home) as up:
        up.list_status = 503
        found = json_at_terminal("doctor", code=1)["found"]
        assert any("openrouter: HTTP 503" in each["says"] for each in found if each["about"] == "council")
        up.list_status = 200
        at_terminal("models", "list", "gpt-5-mini")
        up.list_delay = 600
        told = at_terminal("models", "list", "gpt-5-mini")
    assert "openrouter/openai/gpt-5-mini" in told
    assert "The list that is shown is less than a minute old." in told


def test_scripted_voices_sit_where_nothing_is_set_up_or_they_are_named(home: Path) -> None:
    assert asks()[0] == 0
    with faulty(home.parent / "other", "refused"):
        assert asks()[0] == 0


MESSAGES = [{"role": "user", "content": QUESTION}]
DOORS: dict[str, dict[str, Any]] = {
    "/api/sessions": {"question": QUESTION},
    "/api/estimate": {"question": QUESTION},
    "/v1/chat/completions": {"model": "moot", "messages": MESSAGES},
    "/v1/responses": {"model": "moot", "input": QUESTION},
}


@pytest.mark.parametrize("door", DOORS)
async def test_every_door_of_the_server_refuses_with_503_and_the_reason(home: Path, door: str) -> None:
    with gateway(home, delay=600) as up:
        async with running(home) as server, server.client() as client:
            answer = await client.post(door, json=DOORS[door])
            assert answer.status_code == 503, answer.text
            assert "did not send its model list" in answer.text
            if door.startswith("/v1/"):
                error = answer.json()["error"]
                assert set(error) >= {"message", "type", "code", "param"}
            councils = (await client.get("/api/councils")).json()
            assert "did not send its model list" in councils["refused"]["message"]
            assert councils["sitting"]["council"]["members"] == []
            assert [each["council"]["name"] for each in councils["councils"]]
        assert not up.books.entries


def test_python_refuses_too(home: Path) -> None:
    with gateway(home, status=401), pytest.raises(NoModels, match="openrouter: HTTP 401"):
        moot.ask(QUESTION)
