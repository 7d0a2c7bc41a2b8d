"""Test that `moot insights evidence` prints a council's worth, the source of each figure, and its limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.conftest import Run
from rig import requests
from rig.script import Asked
from stats.evidence.coarse import coarsely
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted
from world.offers.tokens import words_of


@pytest.fixture(autouse=True)
def coarse() -> Iterator[None]:
    with coarsely():
        yield


def test_a_new_user_gets_every_figure_with_how_it_was_made(moot: Run) -> None:
    result = moot("evidence")
    assert result.exit_code == 0
    plain = " ".join(result.stdout.split())
    assert "For a council of 4, as the council rehearsal has." in plain
    assert "The best of 4 answers comes first in" in plain
    assert "better than the answer of the council's best member" in plain
    assert plain.count("councils drawn") == 2
    assert "Assumes readers share 65 % of their errors; not measured here." in plain
    assert "Stated, not measured" in plain
    assert "not that one answer is right" in plain
    assert "What known answers say" not in plain


def test_as_data_it_is_one_object_with_errors_beside_figures(moot: Run) -> None:
    found = json.loads(moot("evidence", "--seats", "6", "--agreement", "0.8", "--json").stdout)
    assert found["why"] == "For a council of 6, as asked for."
    assert found["evidence"]["seats"] == 6
    assert found["evidence"]["agreement"] == {"value": 0.8, "low": 0.8, "high": 0.8, "sessions": 0}
    assert 0 < found["evidence"]["best"]["error"] < 0.05
    assert found["known"] is None
    assert all(each["how"] for each in (*found["said"], *found["assumed"]))


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
    later = json.loads(moot("evidence", "--seats", "3", "--json").stdout)
    assert later["known"]["members"] == known["members"]
    assert later["measured"]["sessions"] <= 2
    assert "not told yet" in later["learnt"][1]["says"]
    assert later["assumed"][0]["how"].startswith("Stated, not measured")
