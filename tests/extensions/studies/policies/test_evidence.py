"""Test that sessions with known answers are compared as policies, in the terminal and for the web app."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from cli.conftest import Run
from moot.app import opened_app
from moot.extension_points import PanelChart, PanelTable
from moot.extensions.studies.policies.evidence import NOTHING, panel
from moot.extensions.studies.policies.replay import COUNCIL
from rig import requests
from rig.script import Asked
from world.homes import CHAIR, SEATS, gateway_at
from world.offers.tokens import words_of


async def drawn_at(home: Path) -> PanelTable | PanelChart:
    async with opened_app(home) as app:
        return await panel.draw(app)


def test_without_known_answers_nothing_is_measured(moot: Run) -> None:
    assert NOTHING in moot("insights", "evidence").output
    assert json.loads(moot("insights", "evidence", "--json").stdout) is None


def test_a_run_of_real_models_is_compared(moot: Run, home: Path, tmp_path: Path) -> None:
    """Two models are right, the third is not."""

    def says(asked: Asked) -> str:
        if requests.is_asked(asked.prompt) or asked.schema is not None or "seven" not in asked.prompt:
            return words_of(asked)
        return "No." if "deepseek" in asked.model else "Yes."

    file = tmp_path / "known.jsonl"
    lines = [{"role": "user", "content": f"Is seven a prime number? ({at})", "answer": True} for at in range(10)]
    file.write_text("\n".join(map(json.dumps, lines)))
    with gateway_at(home, says=says):
        seats = [part for seat in SEATS[:3] for part in ("-m", seat)]
        ran = moot("run", str(file), *seats, "--chair", CHAIR, "--protocol", "peer-review")
        assert ran.exit_code == 0, ran.output
        for said in ("right", "wrong"):
            asked = moot("ask", "Is seven a lucky number?", *seats, "--chair", CHAIR, "--json")
            assert moot("sessions", "verdict", json.loads(asked.stdout)["session"], said).exit_code == 0
    found = json.loads(moot("insights", "evidence", "--json").stdout)
    assert found["questions"] == 10
    assert set(found["models"]) == set(SEATS[:3])
    rows = {each["policy"]: each for each in found["policies"]}
    assert {rows[each]["right"] for each in ("plurality", "best single, in hindsight", "oracle")} == {1.0}
    assert 0 < rows["best single, in hindsight"]["price"] < rows["plurality"]["price"]
    assert rows[COUNCIL]["right"] == 1.0
    assert rows["plurality"]["price"] < rows[COUNCIL]["price"], "it also reviews and writes"
    assert (found["verdicts"]["council"]["good"], found["verdicts"]["council"]["of"]) == (1, 2), "counted apart"
    shown = moot("insights", "evidence").output
    assert shown.endswith("10 questions, 3 models.\n")
    drawn = asyncio.run(drawn_at(home))
    assert isinstance(drawn, PanelTable)
    assert drawn.says in shown
    assert drawn.rows[0] == ("council, by your verdicts", "50.0 %", "", "", "", "1 of 2 [9 %, 91 %]")
    assert [row[0] for row in drawn.rows[1:]] == list(rows)
    assert "1 of 2 [9 %, 91 %]" in shown


def test_verdicts_alone_are_shown_as_such(moot: Run, home: Path) -> None:
    with gateway_at(home):
        seats = [part for seat in SEATS[:3] for part in ("-m", seat)]
        asked = moot("ask", "Is it?", *seats, "--chair", CHAIR, "--choices", "yes", "--choices", "no", "--json")
        assert moot("sessions", "verdict", json.loads(asked.stdout)["session"], "right").exit_code == 0
    shown = moot("insights", "evidence").output
    assert "1 of 1 [" in shown
    assert NOTHING in shown
    found = json.loads(moot("insights", "evidence", "--json").stdout)
    assert list(found) == ["verdicts"]
