"""Test which local models sit when none is named, and that every interface gives the same reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from convening.test_terminal import QUESTION
from extensions.local.headers import LLAMA, head
from moot.providers import endpoints
from providers.local.servers import LLAMA_CPP, LM_STUDIO, ROUTER, VLLM, HomeServer, Kind
from rig.upstream import Upstream
from world.accounts import sessions_in
from world.doors import at_terminal, json_at_terminal
from world.homes import furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed

Runs = Callable[..., None]
SMALL = ("qwen3:8b", "qwen3:4b", "gemma3:4b")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Runs]:
    """Servers that run at the addresses they take by default, each under its packaged name, on a machine of 16 GB."""
    monkeypatch.setattr("moot.convening.default_council.whole_memory", lambda: 16_000_000_000)
    packaged = endpoints.packaged_rows()
    nowhere = {
        name: structs.replace(packaged[name], url=Upstream().refused_url)
        for name in ("ollama", "lmstudio", "llamacpp", "vllm")
    }
    with ExitStack() as stack:

        def start(**servers: Upstream) -> None:
            up = {name: stack.enter_context(hosted(server)) for name, server in servers.items()}
            moved = {name: structs.replace(packaged[name], url=each.url) for name, each in up.items()}
            monkeypatch.setattr(endpoints, "_packaged", lambda: {**packaged, **nowhere, **moved})

        yield start


def seated() -> tuple[list[str], str]:
    told = json_at_terminal("councils", "default")
    return [each if isinstance(each, str) else each["model"] for each in told["council"]["members"]], told["why"]


def standings() -> dict[str, tuple[bool, str]]:
    told = json_at_terminal("models", "list")
    return {row["model"]: (row["sits"], row["why"]) for row in told["models"]}


def test_of_ollama_s_models_those_sit_that_a_person_would_take(home: Path, runs: Runs) -> None:
    runs(ollama=Laptop(models=("bge-m3:latest", "llama3.3:70b", *SMALL), says=agreed))
    members, _ = seated()
    assert members == ["ollama/gemma3:4b", "ollama/qwen3:8b"]
    told = standings()
    assert {model for model, (sits, _) in told.items() if sits} == set(members)
    assert told["ollama/bge-m3:latest"][1] == "It does not answer in words: its service says so."
    assert "about 51" in told["ollama/llama3.3:70b"][1]
    assert told["ollama/qwen3:4b"][1] == "ollama/qwen3:8b is of the same family."
    assert "Scripted voices" in told["rehearsal/ada"][1]


def test_a_model_that_two_servers_have_sits_once(home: Path, runs: Runs) -> None:
    runs(ollama=Laptop(models=("qwen3:8b",)), vllm=HomeServer(VLLM))
    members, _ = seated()
    assert len(members) == 1
    others = {
        model: why for model, (sits, why) in standings().items() if model.startswith(("ollama/", "vllm/")) and not sits
    }
    assert list(others.values()) == [f"{members[0]} is the same model on another server."]


@pytest.mark.parametrize(
    ("name", "kind", "sits"),
    [
        ("lmstudio", LM_STUDIO, {"lmstudio/qwen3-8b", "lmstudio/google/gemma-3-4b"}),
        ("llamacpp", LLAMA_CPP, {"llamacpp/gemma-3-4b-it-Q4_K_M.gguf"}),
        ("llamacpp", ROUTER, {"llamacpp/qwen3-8b", "llamacpp/llama-3.2-3b"}),
        ("vllm", VLLM, {"vllm/Qwen/Qwen3-8B"}),
    ],
)
def test_of_other_servers_those_sit_that_can_answer(
    home: Path, runs: Runs, name: str, kind: Kind, sits: set[str]
) -> None:
    runs(**{name: HomeServer(kind)})
    assert set(seated()[0]) == sits


@pytest.mark.slow
def test_a_server_that_does_not_send_its_list_is_left_out_and_the_others_sit(home: Path, runs: Runs) -> None:
    runs(ollama=Laptop(models=SMALL), lmstudio=HomeServer(replace(LM_STUDIO, hangs=("/v1/models",))))
    members, why = seated()
    assert members == ["ollama/gemma3:4b", "ollama/qwen3:8b"]
    assert "LM Studio on this machine: It has not sent its model list yet." in why


def test_a_model_that_ollama_passes_on_does_not_sit_unasked(
    home: Path, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop(models=("qwen3:8b", "gemma3:4b"))
    tag = laptop._tag
    away = {"remote_model": "gemma3", "remote_host": "https://ollama.com:443"}
    monkeypatch.setattr(laptop, "_tag", lambda name: tag(name) | (away if name == "gemma3:4b" else {}))
    runs(ollama=laptop)
    assert seated()[0] == ["ollama/qwen3:8b"]
    assert "away from this machine" in standings()["ollama/gemma3:4b"][1]


def test_a_member_that_vanished_after_the_list_is_missed_and_said_to_be_gone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop(models=("qwen3:8b", "gemma3:4b", "llama3.2:3b"), says=agreed)
    monkeypatch.setattr(laptop, "_installed", lambda name: "" if name == "gemma3:4b" else name)
    with hosted(laptop) as up:
        furnished(home, up)
        at_terminal("ask", "--no-live", QUESTION)
    ((_, state),) = sessions_in(home)
    assert state.verdict is not None
    assert any("gemma3:4b" in line and "not found" in line for line in state.verdict.degraded)


def test_a_cut_prompt_is_told_in_the_result_and_the_record_holds(home: Path) -> None:
    laptop = Laptop(models=("qwen3:8b", "gemma3:4b"), context=4096, cuts=True, lacks=("/api/chat",), says=agreed)
    with hosted(laptop) as up:
        furnished(home, up)
        shown = at_terminal("ask", "--no-live", f"{QUESTION} {'It is an old bridge of red stone. ' * 1200}")
    assert "Its prompt was cut: the server read 4,096 tokens" in shown
    ((listing, _),) = sessions_in(home)
    at_terminal("sessions", "verify", "--session", listing.id)


def test_a_model_with_little_room_is_named_as_such_where_it_sits(
    home: Path, runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs()
    (home / "models").mkdir(parents=True)
    for name, context in (("roomy", 4_096), ("tight", 1_024)):
        (home / "models" / f"{name}.gguf").write_bytes(head({**LLAMA, "llama.context_length": context}))
    members, why = seated()
    assert members == ["local/roomy", "local/tight"]
    assert "local/tight reads and writes 1,024 tokens" in why
    assert "local/roomy reads" not in why
    assert "1,024 tokens" in standings()["local/tight"][1]
    assert "1,024" not in standings()["local/roomy"][1]
