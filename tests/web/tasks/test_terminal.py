"""Does each first task take as many commands in a real terminal as the page of tasks says, typed as it shows them?"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cases import slow_except
from moot.errors import OutOfBudget
from web.tasks.table import terminal_tasks
from web.tasks.terminal import Terminal
from world.gateway import Gateway
from world.homes import AT_HOME, CHAIR, SEATS, furnished
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed


class Typed(NamedTuple):
    """What a walk has at hand."""

    python: Path
    home: Path
    lines: list[str]
    """The commands, as the page shows them."""


def old_session(typed: Typed) -> int:
    earlier = Terminal(typed.python, typed.home, MOOT_DEMO_SPEED="0")
    earlier.run('moot ask "Who mends the pipes in winter?"')
    earlier.run('moot ask "Which plan is safer?"')
    terminal = Terminal(typed.python, typed.home)
    search, show = typed.lines
    found = terminal.run(search)
    [session] = re.findall(r"(?m)^[0-9a-f]{4,}", found)
    shown = terminal.run(show.replace("ID", session))
    assert "Who mends the pipes in winter?" in shown
    return terminal.commands


def a_budget_holds(typed: Typed) -> int:
    with hosted(Gateway(says=agreed)) as up:
        terminal = Terminal(typed.python, furnished(typed.home, up, council=SEATS, chair=CHAIR))
        limit, ask = typed.lines
        terminal.run(limit)
        told = terminal.run(ask, OutOfBudget.exit_code)
        assert "$0.001" in told
        assert up.books.spent == 0
    return terminal.commands


def spent_this_month(typed: Typed) -> int:
    with hosted(Gateway(says=agreed)) as up:
        home = furnished(typed.home, up, council=SEATS, chair=CHAIR)
        Terminal(typed.python, home).run('moot ask "Is it safe?"')
        terminal = Terminal(typed.python, home)
        [line] = typed.lines
        told = terminal.run(line)
        assert f"${up.books.spent / 1e9:.4f}"[:6] in told
    return terminal.commands


def a_local_model(typed: Typed) -> int:
    with hosted(Laptop(says=agreed)) as up:
        terminal = Terminal(typed.python, furnished(typed.home, up))
        [line] = typed.lines
        told = terminal.run(line)
        seated = {name.partition("/")[2] for name in AT_HOME[:2]}
        assert seated < {call.model for call in up.calls if call.method == "POST"}  # the chair is another one at home
        assert "$0 " in told
    return terminal.commands


WALKS: dict[str, Callable[[Typed], int]] = {
    "Find an old session": old_session,
    "Set a budget and see it hold": a_budget_holds,
    "See what was spent this month": spent_this_month,
    "Seat a local model": a_local_model,
}
TASKS = terminal_tasks()


def test_every_task_of_the_page_is_walked() -> None:
    assert list(TASKS) == list(WALKS)


@pytest.mark.slow
@pytest.mark.parametrize("task", slow_except(WALKS, "Find an old session", "Set a budget and see it hold"))
def test_a_task_takes_as_many_commands_as_the_page_says(python: Path, tmp_path: Path, task: str) -> None:
    many, lines = TASKS[task]
    home = tmp_path / "home"
    home.mkdir()
    assert WALKS[task](Typed(python, home, lines)) == many == len(lines)
