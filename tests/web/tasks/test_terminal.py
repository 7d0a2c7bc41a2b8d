"""Test that each first task takes the documented commands in the terminal, typed as shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.errors import OutOfBudget
from rig.clean_home import home as home
from web.tasks.table import terminal_tasks
from world.doors import at_terminal
from world.gateway import Gateway
from world.homes import AT_HOME, CHAIR, SEATS, furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed

ASK = 'moot ask "Who mends the pipes in winter?"'


def typed(line: str, code: int = 0) -> str:
    """Run a command that begins with `moot`; return what is on the screen when it has ended, with that code."""
    return at_terminal(*shlex.split(line)[1:], code=code)


def old_session(home: Path, search: str, show: str) -> None:
    typed(ASK)
    typed('moot ask "Which plan is safer?"')
    [session] = re.findall(r"(?m)^[0-9a-f]{4,}", typed(search))
    assert "Who mends the pipes in winter?" in typed(show.replace("ID", session))


def a_budget_holds(home: Path, limit: str, ask: str) -> None:
    with hosted(Gateway(says=agreed)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        typed(limit)
        assert "$0.001" in typed(ask, OutOfBudget.exit_code)
        assert up.books.spent == 0


def spent_this_month(home: Path, usage: str) -> None:
    with hosted(Gateway(says=agreed)) as up:
        furnished(home, up, council=SEATS, chair=CHAIR)
        typed(ASK)
        assert f"${up.books.spent / 1e9:.4f}"[:6] in typed(usage)


def a_local_model(home: Path, ask: str) -> None:
    with hosted(Laptop(says=agreed)) as up:
        furnished(home, up)
        assert "$0 " in typed(ask)
        seated = {name.partition("/")[2] for name in AT_HOME[:2]}
        assert seated < {call.model for call in up.calls if call.method == "POST"}  # the chair is another one at home


WALKS: dict[str, Callable[..., None]] = {
    "Find an old session": old_session,
    "Set a budget and see it hold": a_budget_holds,
    "See what was spent this month": spent_this_month,
    "Seat a local model": a_local_model,
}


def test_every_task_of_the_page_is_walked() -> None:
    assert list(terminal_tasks()) == list(WALKS)


@pytest.mark.parametrize("task", WALKS)
def test_a_task_takes_as_many_commands_as_the_page_says(home: Path, task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_DEMO_SPEED", "0")
    many, lines = terminal_tasks()[task]
    assert len(lines) == many
    WALKS[task](home, *lines)
