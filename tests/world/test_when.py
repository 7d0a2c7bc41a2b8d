"""Test sessions that ask two members first: who is called, what it costs, what each interface says, and going on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cases import slow_except
from moot.floor.calls.budget import nano_dollars
from moot.protocols.selective import SAME
from moot.views.result import result_of
from moot.vocabulary.words.sums import money as sum_of
from rig import requests, words
from rig.script import Asked
from server.running import running
from world.accounts import sessions_in
from world.doors import at_terminal, json_at_terminal
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import words_of

CHEAPEST = ["mistralai/mistral-small-3.2-24b-instruct", "deepseek/deepseek-v3.2"]
"""The two cheapest of `SEATS`, which are of different makers."""
OTHER = "openrouter/x-ai/grok-4-fast"
"""A model that is no member of `SEATS`."""
NO_AUDIT: dict[str, str | float | bool] = {"audit_share": 0.0}
AGREES = {"recommendation": "same", "only_one": "none", "conflict": "none", "declined": False, "why": ""}


def saying(comparison: dict[str, object], final: Callable[[Asked], str] = lambda asked: "Yes") -> Gateway:
    """A gateway whose judge compares two answers like this, and whose members end with a final answer."""

    def says(asked: Asked) -> str:
        if "only_one" in asked.prompt:
            drawn = requests.ballot_for(asked.prompt, words.numbers(asked.prompt), lambda name: "")
            return f"<ballot>{json.dumps(drawn | comparison)}</ballot>" if comparison else "I cannot tell."
        if "needs_iteration" not in asked.prompt and requests.is_asked(asked.prompt) and '"answer"' in asked.prompt:
            drawn = requests.ballot_for(asked.prompt, words.numbers(asked.prompt), lambda name: "")
            return f"<ballot>{json.dumps(drawn | {'answer': final(asked)})}</ballot>"
        ends = "End with a line `FINAL ANSWER" in asked.prompt
        return f"{words_of(asked)}\nFINAL ANSWER: {final(asked)}" if ends else words_of(asked)

    return Gateway(says=says)


def called(up: Gateway) -> list[str]:
    return [entry.model for entry in up.books.answered]


def test_two_that_agree_end_the_session_at_the_terminal(home: Path) -> None:
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        mapped = ("-o", "agreement=true")  # which a session that ends early does not pay for
        told = at_terminal("ask", "--no-live", "--when", "selective", *mapped, "Which index should we add first?")
        assert sorted(called(up)[:2]) == sorted(CHEAPEST)
        assert called(up)[2:] == ["anthropic/claude-haiku-4.5"] * 3, "two comparisons and one answer from both"
        ((listing, state),) = sessions_in(home)
        assert (state.status, listing.spent) == ("verdict", up.books.spent)
        assert "Two members are asked first" in told
        assert "Two models from different makers give the same answer. That is not proof." in told
        assert "Ask the other two ($" in told
        assert f"moot sessions ask-everyone {listing.id[:8]}" in told
        assert "confirmed" not in told
        at_terminal("sessions", "ask-everyone", listing.id, "--no-live")
        first = [model for model in called(up) if model in CHEAPEST]
        assert len(first) == 4, "the two answer once and review once"
        whole = json_at_terminal("sessions", "show", "last")
        assert (whole["selective"], whole["fork"]["session"]) == (None, listing.id)
        assert {seat["state"] for seat in whole["seats"] if seat["id"].startswith("seat")} == {"spoke"}


@pytest.mark.parametrize(
    "comparison",
    [
        AGREES | {"recommendation": "different"},
        AGREES | {"recommendation": "unsure"},
        AGREES | {"only_one": "some"},
        AGREES | {"conflict": "unsure"},
        AGREES | {"declined": True},
        {},
    ],
)
def test_any_difference_asks_everyone(home: Path, comparison: dict[str, object]) -> None:
    with hosted(saying(comparison)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        at_terminal("ask", "--no-live", "--when", "selective", "-o", "agreement=false", "Which index first?")
        assert {f"openrouter/{model}" for model in called(up)} == {*SEATS, CHAIR}
        ((_, state),) = sessions_in(home)
        assert state.status == "verdict"


def test_without_a_model_outside_the_two_everyone_is_asked(home: Path) -> None:
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=f"openrouter/{CHEAPEST[0]}", settings=NO_AUDIT)
        at_terminal("ask", "--no-live", "--when", "selective", "--stand-in", f"openrouter/{CHEAPEST[1]}", "Which?")
        assert {f"openrouter/{model}" for model in called(up)} == set(SEATS)


def test_a_closed_question_takes_two_calls(home: Path) -> None:
    with hosted(saying({})) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        found = json_at_terminal("ask", "--when", "selective", "--choices", "yes", "--choices", "no", "Is 7 prime?")
        assert sorted(called(up)) == sorted(CHEAPEST)
        first = found["selective"]
        assert (first["asked"], first["of"], first["makers"], first["agreed"]) == (2, 4, 2, True)
        assert found["answer"] == "Yes"
        assert "2 of 2 members answered “Yes”." in found["confidence"]
        assert found["cost"] == pytest.approx(up.books.spent / 1e9)


def test_a_vote_on_a_closed_question_ends_when_it_is_decided(home: Path) -> None:
    def final(asked: Asked) -> str:
        return "no" if asked.model == CHEAPEST[0] else "yes"

    with hosted(saying({}, final)) as up:
        members = (*SEATS, OTHER)
        furnished(home, up, council=members, chair=CHAIR, protocol="consensus", settings=NO_AUDIT)
        at_terminal(
            "ask", "--no-live", "--when", "selective", "-o", "strategy=voting", "-o", "max_iterations=1",
            "--arbiter", CHAIR, "--choices", "yes", "--choices", "no", "Is 7 prime?",
        )  # fmt: skip
        asked = [model for model in called(up) if f"openrouter/{model}" in members]
        assert len(set(asked)) == 4, "three to one cannot be changed by a fifth"


def test_one_model_answers_alone(home: Path) -> None:
    with hosted(saying({})) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        found = json_at_terminal("ask", "--when", "one", "Which index should we add first?")
        assert called(up) == CHEAPEST[:1]
        assert (found["selective"]["asked"], found["selective"]["agreed"]) == (1, False)


def test_a_named_council_is_asked_whole_unless_it_is_asked_otherwise(home: Path) -> None:
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        at_terminal("ask", "--no-live", "-o", "agreement=false", "--choices", "yes", "--choices", "no", "Is 7 prime?")
        assert len(called(up)) == 9
        ((_, state),) = sessions_in(home)
        assert not [note for note in state.notes if "asked first" in note]


def test_a_question_with_choices_to_moots_own_council_asks_two_first(home: Path) -> None:
    with hosted(saying({})) as up:
        furnished(home, up, settings=NO_AUDIT)
        found = json_at_terminal("ask", "--choices", "yes", "--choices", "no", "Is 7 prime?")
        assert found["selective"]["asked"] == 2
        assert json_at_terminal("ask", "Which index should we add first?")["selective"] is None


def test_the_audited_share_asks_everyone(home: Path) -> None:
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings={"audit_share": 1.0})
        told = at_terminal("ask", "--no-live", "--when", "selective", "-o", "agreement=false", "Which index first?")
        assert len(called(up)) == 9
        assert "to keep the record fair" in told


def test_a_protocol_that_asks_all_refuses(home: Path) -> None:
    with hosted(saying({})) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        told = at_terminal("ask", "--when", "one", "--protocol", "debate", "Which?", code=2)
        assert "asks all members" in told
        assert called(up) == []


def test_http_and_v1(home: Path) -> None:
    async def asked() -> None:
        async with running(home) as server, server.client() as client:
            question = {"question": "Is 7 prime?", "when": "selective", "choices": ["yes", "no"]}
            found = (await client.post("/api/sessions", json=question, params={"wait": 20})).json()
            assert found["selective"]["asked"] == 2
            more = await client.post(f"/api/sessions/{found['session']}/ask-everyone")
            assert more.status_code == 201, more.text
            await client.get(f"/api/sessions/{more.json()['session']}/result", params={"wait": 20})
            again = await client.post(f"/api/sessions/{more.json()['session']}/ask-everyone")
            assert again.status_code == 422
            body = {"model": "moot", "messages": [{"role": "user", "content": "Which index?"}]}
            whole = (await client.post("/v1/chat/completions", json=body)).json()["moot"]
            one = (await client.post("/v1/chat/completions", json=body | {"moot": {"when": "one"}})).json()["moot"]
            assert (whole["selective"], one["selective"]["asked"]) == (None, 1)
            assert one["confidence"] == "One model answered, and nobody checked it."
            closed = body | {"moot": {"when": "selective", "choices": ["yes", "no"]}}
            told = (await client.post("/v1/chat/completions", json=closed)).json()["moot"]
            assert told["confidence"] == f"2 of 2 members answered “Yes”. {SAME}"
            assert sorted(told["selective"]["models"]) == sorted(f"openrouter/{model}" for model in CHEAPEST)
            before = len(called(up))
            more = await client.post(told["selective"]["ask_everyone"])
            await client.get(f"/api/sessions/{more.json()['session']}/result", params={"wait": 20})
            assert len(called(up)) == before + 7, "two answers, four reviews and the chair"
            closed = {"model": "moot", "input": "Is 9 prime?", "moot": closed["moot"]}
            told = (await client.post("/v1/responses", json=closed)).json()
            assert told["moot"]["selective"]["asked"] == 2
            more = await client.post(told["moot"]["selective"]["ask_everyone"])
            whole = (await client.get(f"/api/sessions/{more.json()['session']}/result", params={"wait": 20})).json()
            after = {"model": "moot", "input": "And 11?", "previous_response_id": told["id"]}
            after = (await client.post("/v1/responses", json=after)).json()
            view = (await client.get(f"/api/threads/{whole['thread']}")).json()
            turns = [turn["session"] for turn in view["sessions"]]
            assert turns == [whole["session"], after["moot"]["session"]]

    with hosted(saying({})) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        asyncio.run(asked())


@pytest.mark.parametrize("comparison", [AGREES, AGREES | {"recommendation": "different"}])
def test_another_chair_compares_nothing_again(home: Path, comparison: dict[str, object]) -> None:
    with hosted(saying(comparison)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        first = json_at_terminal("ask", "--when", "selective", "Which index should we add first?")
        before = len(called(up))
        at_terminal("sessions", "fork", first["session"], "--chair", OTHER, "--no-live")
        assert called(up)[before:] == [OTHER.removeprefix("openrouter/")]


def moot(*arguments: str, **environment: str) -> int:
    """A command in a process of its own; returns its exit code."""
    return subprocess.run(  # the same interpreter
        [sys.executable, "-m", "moot", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode


@pytest.mark.parametrize("commit", slow_except(list(range(2, 11)), 4, 7, 10))
def test_a_killed_session_goes_on_and_pays_for_no_settled_call_again(home: Path, commit: int) -> None:
    with hosted(saying(AGREES)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        asked = ("ask", "--no-live", "--when", "selective", "-o", "agreement=false", "Which index first?")
        killed = moot(*asked, MOOT_KILL_AT=f"commit:after:{commit}") == -signal.SIGKILL
        if killed and not sessions_in(home)[0][1].ended_at:
            assert moot("sessions", "resume", "last", "--no-live") == 0
        ((_, state),) = sessions_in(home)
        assert (state.status, state.verdict is not None) == ("verdict", True)
        assert result_of(state).selective is not None
        assert len(up.books.answered) <= 5 + len(state.orphans)


def test_everyone_asked_later_takes_the_place_of_the_first_answers(home: Path) -> None:
    with hosted(saying({}, lambda asked: "yes")) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        closed = ("--when", "selective", "--choices", "yes", "--choices", "no")
        first = json_at_terminal("ask", *closed, "Is 7 prime?")
        would = json_at_terminal("sessions", "fork", first["session"], "--everyone", "--estimate")["estimate"]
        assert first["selective"]["rest_cost"] == sum_of(nano_dollars(would["typical"])), "only what is not yet asked"
        told = at_terminal("sessions", "ask-everyone", first["session"], "--no-live")
        assert "2 answers reused, 2 asked." in told
        calls, spent = list(called(up)), up.books.spent
        whole = json_at_terminal("sessions", "show", "last")
        assert first["cost"] + whole["cost"] == pytest.approx(spent / 1e9), "no answer is paid for twice"
        again = json_at_terminal("sessions", "ask-everyone", first["session"])
        assert (again["session"], called(up)) == (whole["session"], calls), "it is asked once"
        assert "`last` is the newest session" in at_terminal("sessions", "ask-everyone", "last", code=2)
        (talk,) = json_at_terminal("sessions", "conversations")["conversations"]
        assert (talk["turns"], talk["latest"]["session"], talk["cost"]) == (
            1,
            whole["session"],
            pytest.approx(spent / 1e9),
        )
        turns = json_at_terminal("sessions", "conversations", talk["conversation"])["sessions"]
        assert [turn["session"] for turn in turns] == [whole["session"]]
        used = json_at_terminal("usage")["total"]
        assert (used["calls"], used["charged"]) == (len(calls), pytest.approx(spent / 1e9))
        at_terminal("ask", "--no-live", "--conversation", talk["conversation"], "And 8?")
        sent = up.calls[-1].prompt
        assert sent.count("Is 7 prime?") == 1
        third = json_at_terminal("ask", "--conversation", first["session"], "--when", "one", "And 9?")
        assert third["thread"] == talk["conversation"], "the first session leads to its conversation, too"
        (talk,) = json_at_terminal("sessions", "conversations")["conversations"]
        assert talk["turns"] == 3


@pytest.mark.parametrize("commit", slow_except(list(range(1, 9)), 1, 4))
def test_everyone_is_asked_once_although_the_process_is_killed(home: Path, commit: int) -> None:
    with hosted(saying({}, lambda asked: "yes")) as up:
        furnished(home, up, council=SEATS, chair=CHAIR, settings=NO_AUDIT)
        first = json_at_terminal("ask", "--when", "selective", "--choices", "yes", "--choices", "no", "Is 7 prime?")
        everyone = ("sessions", "ask-everyone", first["session"], "--no-live")
        killed = moot(*everyone, MOOT_KILL_AT=f"commit:after:{commit}") == -signal.SIGKILL
        assert moot(*everyone) == 0
        (talk,) = json_at_terminal("sessions", "conversations")["conversations"]
        assert (talk["turns"], talk["latest"]["state"], talk["latest"]["fork_of"]) == (1, "verdict", first["session"])
        states = [state for _, state in sessions_in(home)]
        assert len(states) == 2
        assert len(up.books.answered) <= 9 + sum(len(state.orphans) for state in states)
        assert killed or commit > 6, "a later commit may not come"
