"""Test that `moot usage` prints calls by source of their price, with the same figures as data and as a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from world.homes import CHAIR, SEATS, gateway_at


def test_models_with_prices_are_told_by_model_and_council(moot: Run, home: Path) -> None:
    with gateway_at(home):
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
