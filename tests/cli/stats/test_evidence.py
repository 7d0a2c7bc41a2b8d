"""Test that `moot insights evidence` prints what earlier sessions show about members."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Run
from rig import requests
from rig.script import Asked
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import words_of


def test_without_sessions_it_says_what_to_do(moot: Run) -> None:
    result = moot("evidence")
    assert result.exit_code == 0
    assert "Nothing to show yet" in result.stdout


def test_a_run_of_real_models_with_known_answers_is_evidence_across_sessions(
    moot: Run, home: Path, tmp_path: Path
) -> None:
    """Two makers' models are right, the third is not; the next command knows it, by the names of the models."""

    def says(asked: Asked) -> str:
        if requests.is_asked(asked.prompt) or asked.schema is not None or "seven" not in asked.prompt:
            return words_of(asked)
        return "No." if "deepseek" in asked.model else "Yes."

    file = tmp_path / "known.jsonl"
    lines = [{"role": "user", "content": f"Is seven a prime number? ({at})", "answer": True} for at in range(2)]
    file.write_text("\n".join(map(json.dumps, lines)))
    with hosted(Gateway(says=says)) as up:
        furnished(home, up)
        seats = [part for seat in SEATS[:3] for part in ("-m", seat)]
        ran = moot("run", str(file), *seats, "--chair", CHAIR, "--protocol", "peer-review", "--json")
        assert ran.exit_code == 0, ran.output
        known = json.loads(ran.stdout)["known_answers"]
        records = {each["name"]: (each["right"], each["wrong"]) for each in known["members"]}
        assert records == {SEATS[0]: (2, 0), SEATS[1]: (2, 0), SEATS[2]: (0, 2)}
        assert known["most_votes"]["right"] == 2
        assert [pair["correlation"] for pair in known["errors"]["pairs"]] == [None] * 3
    later = json.loads(moot("evidence", "--json").stdout)
    assert later["known"]["members"] == known["members"]
    assert "not told yet" in later["learnt"][1]["says"]
