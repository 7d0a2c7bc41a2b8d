"""Define the group `moot sessions`. Its commands are in the files of this folder."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "list": CommandPath("moot.cli.sessions.lists:list_command", "List sessions, newest first."),
    "conversations": CommandPath(
        "moot.cli.sessions.lists:conversations",
        "List conversations, the newest question first; with an ID, the turns of one.",
    ),
    "search": CommandPath("moot.cli.sessions.lists:search", "Find sessions by words that were asked or said in them."),
    "rename": CommandPath(
        "moot.cli.sessions.lists:rename", "Give a session another name, and the conversation it belongs to."
    ),
    "pin": CommandPath(
        "moot.cli.sessions.lists:pin", "Keep a session at the top of the web app's list, and its conversation."
    ),
    "show": CommandPath("moot.cli.sessions.show:show", "Show a session: its result, or everything that was said."),
    "open": CommandPath("moot.cli.serve:open_command", "Open a session in the browser."),
    "resume": CommandPath("moot.cli.sessions.runs:resume", "Take up a session that was stopped or interrupted."),
    "go-on": CommandPath(
        "moot.cli.sessions.runs:go_on", "Wait no longer for seats that have not answered, wherever it runs."
    ),
    "answer-now": CommandPath("moot.cli.serve:answer_now", "Have the answer written at once, from what has arrived."),
    "stop": CommandPath("moot.cli.sessions.runs:stop", "Stop a session, wherever it runs."),
    "answer": CommandPath("moot.cli.sessions.runs:answer", "Answer for a person who sits in a session."),
    "fork": CommandPath("moot.cli.sessions.fork:fork", "Ask a session again with something changed."),
    "grade": CommandPath(
        "moot.cli.sessions.grades:grade",
        "Show how a session's answers compare with the known one, or overrule a grade.",
    ),
    "write-up": CommandPath(
        "moot.cli.sessions.write_up:write_up", "Have one model write an answer from points you picked."
    ),
    "replay": CommandPath(
        "moot.cli.sessions.replay:replay", "Verify a finished session by running it again over its record."
    ),
    "verify": CommandPath(
        "moot.cli.sessions.verify:verify", "Check files: unchanged since export, by whom, and does the verdict follow?"
    ),
    "signer": CommandPath("moot.cli.sessions.verify:signer", "Show or make the key that signs exported transcripts."),
    "export": CommandPath(
        "moot.cli.sessions.exporting:export_command",
        "Write a session to read, as data, as a table, as a citation or as a replay.",
    ),
    "import": CommandPath(
        "moot.cli.sessions.importing:import_command", "Take in sessions that were exported as JSONL, to be read."
    ),
    "archive": CommandPath(
        "moot.cli.sessions.importing:archive", "Write every session's transcript into one file, as JSONL."
    ),
    "share": CommandPath("moot.cli.sessions.share:share", "Share a session by an address that needs no sign-in."),
    "shares": CommandPath("moot.cli.sessions.share:shares", "List open shares, of one session or of all."),
    "unshare": CommandPath("moot.cli.sessions.share:unshare", "End a share at once."),
    "report": CommandPath(
        "moot.cli.sessions.report:report", "Write the report of a vote on claims, and the votes as data."
    ),
    "project": CommandPath(
        "moot.cli.sessions.map:project", "Draw a map of a session's answers: which lie near each other."
    ),
    "compare": CommandPath("moot.cli.sessions.compare:compare", "Show what is different between two sessions."),
    "artifacts": CommandPath("moot.cli.sessions.compare:artifacts", "Write the files of a run from sessions."),
    "delete": CommandPath("moot.cli.sessions.lists:delete", "Delete sessions with everything only they need."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def sessions() -> None:
    """List, show, open, resume, fork, compare, export sessions.

    Ids may be shortened to their first characters; `last` and `@1` are the newest session, `@2` the one before.
    Without a command, sessions are listed.
    """
