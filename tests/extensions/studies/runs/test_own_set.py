"""Test that one's own set of questions with known answers makes the record by which `moot ask` chooses whom to ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from rig import requests
from rig.script import Asked
from world.accounts import sessions_in
from world.homes import gateway_at
from world.offers.tokens import words_of

QUESTIONS = 20
RIGHT, WRONG = "FINAL ANSWER: 42", "FINAL ANSWER: 41"


def test_the_record_of_a_run_chooses_whom_a_later_question_is_put_to(
    moot: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One member is right on every question of the file, the others and the chair on none."""
    monkeypatch.delenv("MOOT_COUNCIL")
    best: list[str] = []

    def says(asked: Asked) -> str:
        if requests.is_asked(asked.prompt) or asked.schema is not None or "six by seven" not in asked.prompt:
            return words_of(asked)
        return RIGHT if asked.model in best else WRONG

    lines = [
        {"role": "user", "content": f"What is six by seven? (sheet {at})", "answer": 42} for at in range(QUESTIONS)
    ]
    half, whole = tmp_path / "half.jsonl", tmp_path / "whole.jsonl"
    half.write_text("\n".join(map(json.dumps, lines[: QUESTIONS // 2])))
    whole.write_text("\n".join(map(json.dumps, lines)))
    with gateway_at(home, says=says, settings={"audit_share": 0.0}):
        members: list[str] = json.loads(moot("councils", "default", "--json").stdout)["council"]["members"]
        best.append(members[2].partition("/")[2])

        def ran(file: Path) -> list[bool]:
            result = moot("run", str(file), "--protocol", "peer-review", "--json")
            assert result.exit_code == 0, result.output
            return [each["kept"] for each in json.loads(result.stdout)["questions"]]

        def asked() -> tuple[list[str], str]:
            """Members that spoke, and the notes of the session."""
            result = moot("ask", "What is six by seven?", "--json")
            assert result.exit_code == 0, result.output
            session = json.loads(result.stdout)["session"]
            state = next(state for _, state in sessions_in(home) if state.session == session)
            spoke = {move.seat for move in state.moves.values() if move.state == "spoke"}
            return [seat.model for seat in state.seats if seat.id in spoke], " ".join(state.notes)

        ran(half)
        assert asked()[0] == members, "ten questions are no record"
        assert ran(whole) == [True] * (QUESTIONS // 2) + [False] * (QUESTIONS // 2)
        assert ran(whole) == [True] * QUESTIONS
        spoke, why = asked()
    assert spoke == [members[2]]
    assert f"{members[2]} alone 100 %, council 0 %" in why
    assert f"from {QUESTIONS} known answers" in why
