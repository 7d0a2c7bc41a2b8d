"""Test the exit codes of a run with unfinished questions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from moot.extensions.studies.runs.run import _exit_code


def asked(outcome: str, trouble: str = "") -> Any:
    """One question of a run."""
    return SimpleNamespace(finished=outcome == "verdict", outcome=outcome, trouble=trouble)


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        (["verdict", "verdict"], 0),
        (["verdict", "failed"], 1),
        (["verdict", "out_of_budget"], 3),
        (["out_of_budget", "failed"], 1),
        (["failed", "out_of_budget"], 1),
        (["stopped", "out_of_budget"], 130),
    ],
)
def test_only_where_money_alone_was_wanting_it_is_told(outcomes: list[str], code: int) -> None:
    assert _exit_code([asked(outcome) for outcome in outcomes]) == code


def test_what_was_not_begun_was_stopped() -> None:
    assert _exit_code([asked("verdict"), asked("", "It was not begun.")]) == 130
