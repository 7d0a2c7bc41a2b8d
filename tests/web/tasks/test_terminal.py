"""Test that each first task takes the documented commands in a real terminal, typed as shown."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cases import slow_except
from moot.errors import OutOfBudget
from rig.terminal import Terminal
from web.tasks.table import terminal_tasks
from world.homes import AT_HOME, CHAIR, SEATS, furnished, gateway_at
from world.hosting import hosted
from world.laptop import Laptop
from world.offers.tokens import agreed


@dataclass
class Typist:
    """Somebody who types commands in one home."""

    python: Path
    home: Path
    lines: list[str] = field(default_factory=list)
    """The commands, as the page shows them."""
    typed: int = 0

    def run(self, line: str, code: int = 0) -> str:
        """Type a command that begins with `moot`; return what is on the screen when it has ended, with that code."""
        self.typed += 1
        hidden = ("PYTHONPATH", "_API_KEY", "_API_TOKEN", "NO_COLOR")
        env = {name: value for name, value in os.environ.items() if not name.endswith(hidden)}
        env |= {"MOOT_HOME": str(self.home), "MOOT_DEMO_SPEED": "0", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        terminal = Terminal(self.python, shlex.split(line)[1:], env, self.home)
        ended = terminal.ended()
        terminal.close()
        assert ended == code
        return terminal.text


def old_session(typist: Typist) -> None:
    earlier = Typist(typist.python, typist.home)
    earlier.run('moot ask "Who mends the pipes in winter?"')
    earlier.run('moot ask "Which plan is safer?"')
    search, show = typist.lines
    [session] = re.findall(r"(?m)^[0-9a-f]{4,}", typist.run(search))
    assert "Who mends the pipes in winter?" in typist.run(show.replace("ID", session))


def a_budget_holds(typist: Typist) -> None:
    with gateway_at(typist.home, says=agreed, council=SEATS, chair=CHAIR) as up:
        limit, ask = typist.lines
        typist.run(limit)
        assert "$0.001" in typist.run(ask, OutOfBudget.exit_code)
        assert up.books.spent == 0


def spent_this_month(typist: Typist) -> None:
    with gateway_at(typist.home, says=agreed, council=SEATS, chair=CHAIR) as up:
        Typist(typist.python, typist.home).run('moot ask "Is it safe?"')
        [line] = typist.lines
        assert f"${up.books.spent / 1e9:.4f}"[:6] in typist.run(line)


def a_local_model(typist: Typist) -> None:
    with hosted(Laptop(says=agreed)) as up:
        furnished(typist.home, up)
        [line] = typist.lines
        assert "$0 " in typist.run(line)
        seated = {name.partition("/")[2] for name in AT_HOME[:2]}
        assert seated < {call.model for call in up.calls if call.method == "POST"}  # the chair is another one at home


WALKS: dict[str, Callable[[Typist], None]] = {
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
    typist = Typist(python, home, lines)
    WALKS[task](typist)
    assert typist.typed == many == len(lines)
