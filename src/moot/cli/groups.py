"""Define the groups `moot sessions`, `councils`, `rubrics`, `models` and `insights`.

Their commands are in the folders of these names. Extensions add commands to them.
"""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup

SESSIONS = {
    "list": "moot.cli.sessions.lists:list_command",
    "conversations": "moot.cli.sessions.lists:conversations",
    "search": "moot.cli.sessions.lists:search",
    "rename": "moot.cli.sessions.lists:rename",
    "pin": "moot.cli.sessions.lists:pin",
    "show": "moot.cli.sessions.show:show",
    "open": "moot.cli.serve:open_command",
    "resume": "moot.cli.sessions.runs:resume",
    "go-on": "moot.cli.sessions.runs:go_on",
    "answer-now": "moot.cli.serve:answer_now",
    "stop": "moot.cli.sessions.runs:stop",
    "answer": "moot.cli.sessions.runs:answer",
    "fork": "moot.cli.sessions.runs:fork",
    "ask-everyone": "moot.cli.sessions.runs:ask_everyone",
    "grade": "moot.cli.sessions.grades:grade",
    "verdict": "moot.cli.sessions.grades:verdict",
    "write-up": "moot.cli.sessions.runs:write_up",
    "replay": "moot.cli.sessions.verify:replay",
    "verify": "moot.cli.sessions.verify:verify",
    "signer": "moot.cli.sessions.verify:signer",
    "export": "moot.cli.sessions.exporting:export_command",
    "import": "moot.cli.sessions.importing:import_command",
    "archive": "moot.cli.sessions.importing:archive",
    "share": "moot.cli.sessions.share:share",
    "shares": "moot.cli.sessions.share:shares",
    "unshare": "moot.cli.sessions.share:unshare",
    "report": "moot.cli.sessions.report:report",
    "compare": "moot.cli.sessions.compare:compare",
    "artifacts": "moot.cli.sessions.report:artifacts",
    "delete": "moot.cli.sessions.lists:delete",
}
COUNCILS = {
    "list": "moot.cli.councils.shelf:list_command",
    "show": "moot.cli.councils.shelf:show",
    "check": "moot.cli.councils.changes:check",
    "default": "moot.cli.councils.shelf:default",
    "save": "moot.cli.councils.changes:save",
    "weigh": "moot.cli.councils.weighing:weigh",
    "remove": "moot.cli.councils.changes:remove",
    "protocols": "moot.cli.help:protocols",
    "rubrics": "moot.cli.groups:rubrics",
}
RUBRICS = {
    "list": "moot.cli.rubrics:list_command",
    "show": "moot.cli.rubrics:show",
    "measures": "moot.cli.rubrics:measures",
    "check": "moot.cli.rubrics:check",
    "new": "moot.cli.rubrics:new",
    "remove": "moot.cli.rubrics:remove",
}
MODELS = {
    "list": "moot.cli.models.listing:list_command",
    "show": "moot.cli.models.show:show",
    "test": "moot.cli.setup.endpoints:test_models",
    "compare": "moot.cli.models.show:compare",
    "endpoints": "moot.cli.setup.endpoints:endpoints",
}
INSIGHTS = {
    "leaderboard": "moot.cli.stats.standings:leaderboard",
    "achievements": "moot.cli.stats.standings:achievements",
}


@click.group(cls=LazyGroup, places=SESSIONS, default="list")
def sessions() -> None:
    """List, show, open, resume, fork, compare, export sessions.

    Ids may be shortened to their first characters; `last` and `@1` are the newest session, `@2` the one before.
    Without a command, sessions are listed.
    """


@click.group(cls=LazyGroup, places=COUNCILS, default="list")
def councils() -> None:
    """List, show, save, check councils, and what they use.

    A council is a small TOML file: packaged, in your folder, or in a project's moot.toml, which takes precedence.
    """


@click.group(cls=LazyGroup, places=RUBRICS, default="list")
def rubrics() -> None:
    """List, show, check, begin rubrics.

    A rubric defines how replies are judged: axes, labels, and rules from measures to a verdict. It is a TOML file:
    packaged, in your folder, or in a project's moot.toml, which takes precedence.
    """


@click.group(cls=LazyGroup, places=MODELS, default="list")
def models() -> None:
    """List, test, fetch models, and the services that offer them.

    \b
      moot models                  every model that can be seated
      moot models list qwen        those with "qwen" in their names
      moot models pull tiny        five tiny models for this machine
    """


@click.group(cls=LazyGroup, places=INSIGHTS, default="leaderboard")
def insights() -> None:
    """Compare models and councils over all sessions.

    Without a command, the leaderboard is shown.
    """
