"""Test that `moot usage` prints calls by source of their price, with the same figures as data and as a table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cli.conftest import Run
from world.gateway import Gateway
from world.homes import CHAIR, SEATS, furnished
from world.hosting import hosted


def test_an_installation_in_which_nothing_was_asked_says_so(moot: Run) -> None:
    result = moot("usage")
    assert result.exit_code == 0
    assert "No calls to models on these days." in result.stdout


def test_a_demo_is_told_apart(moot: Run) -> None:
    assert moot("ask", "Which plan is safer?").exit_code == 0
    told = moot("usage", "--days", "1").stdout
    assert "No calls to models on these days." in told
    assert "of scripted voices, counted nowhere else" in told
    (row, *_) = csv.DictReader(io.StringIO(moot("usage", "--csv").stdout))
    assert (row["demo"], row["source"]) == ("yes", "cli")


def test_models_with_prices_are_told_by_model_and_council(moot: Run, home: Path) -> None:
    with hosted(Gateway()) as up:
        furnished(home, up)
        asked = ["ask", "Which plan is safer?", *(word for seat in SEATS for word in ("-m", seat)), "--chair", CHAIR]
        cost = json.loads(moot(*asked, "--json").stdout)["cost"]
        found = json.loads(moot("usage", "--json").stdout)
        told = moot("usage").stdout
    assert cost > 0
    assert found["total"]["charged"] + found["total"]["listed"] == pytest.approx(cost, abs=1e-9)
    assert {row["name"] for row in found["models"]} == {*SEATS, CHAIR}
    assert all(row["sessions"] == 1 for row in found["models"])
    assert "1 session, " in told
    assert SEATS[0] in told
    assert "BY PRICE LIST" in told or "CHARGED" in told
