"""Can the scripted upstream itself be trusted: its scripts, its ledger, its answers, its own process?"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from moot.providers.call_outcome import hear
from moot.providers.provider import Limits
from moot.vocabulary.seats import Abilities
from moot.vocabulary.statements import SETTLEMENTS
from providers.asking import call_of, wire_to
from rig.faults.broken import MODES
from rig.records.ledger import ledger_lines
from rig.script import Asked, Plan, script_from
from rig.upstream import Upstream
from rig.words import LABEL, answer_for, instance_of, numbers


def test_modes_name_real_settlements() -> None:
    assert len(MODES) >= 60
    for mode in MODES.values():
        assert mode.settles in SETTLEMENTS
        assert bool(mode.error) == (mode.settles == "error")
        assert mode.act.__doc__ or mode.act.__qualname__


async def test_rules_and_ledger(tmp_path: Path) -> None:
    rules = [{"model": "alpha", "nth": 2, "mode": "429"}, {"contains": "hush", "mode": "empty", "times": 1}]
    ledger = tmp_path / "asked.jsonl"
    async with Upstream(rules, ledger=ledger) as up:
        wire = wire_to(up.url)
        settled = [(await hear(wire, call_of(text))).settled for text in ("a", "b", "hush", "hush")]
        await wire.close()
    assert settled == ["ok", "error", "empty", "ok"]
    lines = ledger_lines(ledger)
    assert [line["mode"] for line in lines] == ["ok", "429", "empty", "ok"]
    assert [line["attempt"] for line in lines] == [1, 1, 1, 2]
    assert {len(line["auth"]) for line in lines} == {12}
    with pytest.raises(ValueError, match="contians"):
        script_from([{"contians": "x"}])


async def test_a_script_may_be_a_function() -> None:
    def script(asked: Asked) -> Plan | str | None:
        return {"one": "500", "two": Plan(text="Planned.")}.get(asked.prompt)  # type: ignore[return-value]

    async with Upstream(script) as up:
        wire = wire_to(up.url)
        replies = [await hear(wire, call_of(text)) for text in ("one", "two", "three")]
        await wire.close()
    assert [reply.settled for reply in replies] == ["error", "ok", "ok"]
    assert replies[1].text == "Planned."


async def test_its_own_process_says_the_same_words(tmp_path: Path) -> None:
    script, ledger = tmp_path / "rules.json", tmp_path / "asked.jsonl"
    script.write_text(json.dumps([{"contains": "slow", "delay": 0.2, "chunks": 5, "gap": 0.01}]))
    command = [sys.executable, "-m", "rig.upstream", "--script", str(script), "--ledger", str(ledger)]
    tests = str(Path(__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([tests, os.environ.get("PYTHONPATH", "")])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:  # noqa: ASYNC220
        try:
            assert process.stdout is not None
            wire = wire_to((await asyncio.to_thread(process.stdout.readline)).strip())
            reply = await hear(wire, call_of("a slow question"))
            await wire.close()
        finally:
            process.kill()
    assert reply.text == answer_for("a slow question", None, 60)
    assert len(ledger_lines(ledger)) == 1


async def test_a_schema_is_answered_by_an_instance() -> None:
    schema = {
        "type": "object",
        "properties": {
            "order": {"type": "array", "items": {"enum": ["A", "B", "C"]}, "minItems": 3, "uniqueItems": True},
            "score": {"type": "integer", "minimum": 1, "maximum": 5},
            "share": {"type": "number", "minimum": 0, "maximum": 1},
            "sure": {"type": "boolean"},
            "why": {"type": "string", "maxLength": 20},
            "vote": {"$ref": "#/$defs/vote"},
            "note": {"anyOf": [{"type": "null"}, {"type": "string"}]},
        },
        "$defs": {"vote": {"enum": ["yes", "no"]}},
    }
    async with Upstream() as up:
        wire = wire_to(up.url)
        reply = await hear(wire, call_of(schema=schema, abilities=Abilities(schema="json_schema")))
        await wire.close()
    read = json.loads(reply.text)
    assert sorted(read["order"]) == ["A", "B", "C"]
    assert 1 <= read["score"] <= 5
    assert 0 <= read["share"] <= 1
    assert isinstance(read["why"], str), "how long it may be is not sent: strict services refuse that"
    assert len(instance_of(schema, numbers("why"), schema)["why"]) <= 20
    assert (read["vote"] in ("yes", "no"), read["note"], type(read["sure"])) == (True, None, bool)
    assert {json.dumps(instance_of(schema, numbers(str(n)), schema)) for n in range(20)} != {reply.text}


def test_a_ballot_names_every_label_once() -> None:
    prompt = "Answer 7KQX: …\nAnswer M2PW: …\nEnd with FINAL RANKING: and the labels, best first. HTTP 2025."
    block = answer_for(prompt, None, 30).rpartition("FINAL RANKING:")[2]
    assert sorted(LABEL.findall(block)) == ["7KQX", "M2PW"]


async def test_a_heavy_tail_depends_on_the_question_alone() -> None:
    async with Upstream(default=Plan(delay=0.01, heavy_tail=True)) as up:
        wire = wire_to(up.url)
        patient = Limits(connect=10, first=20, between=20, total=40)  # how late a machine is is another matter
        replies = await asyncio.gather(*(hear(wire, call_of(str(n), limits=patient)) for n in range(20)))
        await wire.close()
    assert {reply.settled for reply in replies} == {"ok"}
    assert max(reply.total_ms for reply in replies) >= 15


async def test_a_fault_that_is_not_there_is_told_where_it_was_asked_for() -> None:
    up = Upstream(lambda asked: "no_such_mode")
    async with httpx.AsyncClient() as client:
        await up.__aenter__()
        with pytest.raises(httpx.TransportError):
            await client.post(f"{up.url}/chat/completions", json={"model": "m", "messages": []})
    with pytest.raises(AssertionError, match="another fault than it asked for") as told:
        await up.__aexit__()
    assert isinstance(told.value.__cause__, KeyError)
