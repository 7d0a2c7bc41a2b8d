"""Test that a suggested budget suffices."""

from __future__ import annotations

import pytest

from moot.extensions.studies.terminal.board import held_line


@pytest.mark.parametrize("budget", [0.004, 0.2, 0.99, 1.0, 12.5])
@pytest.mark.parametrize("pending", [0.000_000_001, 0.0012, 0.0412, 0.005, 0.01, 3.2549])
def test_a_budget_larger_by_what_is_held_is_never_less(budget: float, pending: float) -> None:
    offered = float(held_line("abcdef0123", budget, pending, runs=False).rpartition("--budget ")[2])
    assert 0 <= offered - (budget + pending) + 1e-12 < 0.01 + 1e-9
