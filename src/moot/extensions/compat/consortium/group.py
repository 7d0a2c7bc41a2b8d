"""List the commands of `llm consortium`. Each is loaded when it is called.

Exit codes are those of `moot`, except 1 for an unknown consortium or run. Without a command's name, a question is
asked: `llm consortium "…"` is `llm consortium run "…"`.
"""

from __future__ import annotations

from typing import Any, NoReturn

import click

from moot.cli.lazy import Door, is_question

SHELF, SAVING, IMPORT, RUNNING, RUNS = (
    "moot.extensions.compat.consortium.shelf",
    "moot.extensions.compat.consortium.saving",
    "moot.extensions.compat.consortium.importing",
    "moot.extensions.compat.consortium.running",
    "moot.extensions.compat.consortium.runs",
)
COMMANDS = {
    "save": f"{SAVING}:save",
    "list": f"{SHELF}:list_command",
    "info": f"{SHELF}:info",
    "remove": f"{SHELF}:remove",
    "strategies": f"{SHELF}:strategies_command",
    "export": f"{SAVING}:export",
    "import": f"{IMPORT}:import_command",
    "run": f"{RUNNING}:run_command",
    "runs": f"{RUNS}:runs",
    "run-info": f"{RUNS}:run_info",
    "leaderboard": f"{RUNS}:leaderboard",
    "export-training": f"{RUNS}:export_training",
    "export-trace": f"{RUNS}:export_trace",
    "visualize": f"{RUNS}:visualize",
}
ALSO_CALLED = {"show": "info", "show-trace": "run-info", "list-traces": "runs", "visualize-run": "visualize"}
"""Current name of each command that had an older name."""


class ConsortiumDoor(Door):
    """The command group `llm consortium`. If the first word is an option or looks like a question, all words are passed
    to its command `run`.
    """

    def run(self, words: list[str], called: str, **extra: Any) -> NoReturn:
        """Run a command under the name by which the user called it, and exit with its code."""
        end = words.index("--") if "--" in words else len(words)
        head = ["--json" if word == "--json-output" else word for word in words[:end]]
        if not words or head[:1] == ["-h"]:
            head = ["--help"]
        elif head and head[0] in ALSO_CALLED:
            head[0] = ALSO_CALLED[head[0]]
        elif head and head[0] not in ("--help", *COMMANDS) and (head[0].startswith("-") or is_question(head[0])):
            head.insert(0, "run")
        super().run([*head, *words[end:]], called, **extra)


@click.command(cls=ConsortiumDoor, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def consortium() -> None:
    """Several models answer, an arbiter judges their answers, round by round, until it is confident enough.

    \b
      llm consortium save my-consortium -m gpt-4o:2 -m o3-mini --arbiter gpt-4o
      llm -m my-consortium "What are the key considerations?"
      llm consortium run my-consortium "The same, with its progress shown."

    A saved consortium is a council of Moot: `moot ask --council NAME` and the web page use it too.
    """
