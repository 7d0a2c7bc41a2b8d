"""`moot sessions`: which sessions there are, and what can be done with one. The commands lie in files beside this."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "list": Place("moot.cli.session_lists:list_command", "List sessions, newest first."),
    "conversations": Place(
        "moot.cli.session_lists:conversations",
        "List conversations, the newest question first; with an ID, the turns of one.",
    ),
    "search": Place("moot.cli.session_lists:search", "Find sessions by words that were asked or said in them."),
    "show": Place("moot.cli.session_show:show", "Show a session: its result, or everything that was said."),
    "resume": Place("moot.cli.session_runs:resume", "Take up a session that was stopped or interrupted."),
    "go-on": Place("moot.cli.session_runs:go_on", "Wait no longer for seats that have not answered, wherever it runs."),
    "stop": Place("moot.cli.session_runs:stop", "Stop a session, wherever it runs."),
    "answer": Place("moot.cli.session_runs:answer", "Answer for a person who sits in a session."),
    "fork": Place("moot.cli.session_runs:fork", "Branch a session off and run it on with something changed."),
    "replay": Place("moot.cli.session_replay:replay", "Verify a finished session by running it again over its record."),
    "verify": Place(
        "moot.cli.session_verify:verify", "Check files: unchanged since export, by whom, and does the verdict follow?"
    ),
    "signer": Place("moot.cli.session_verify:signer", "Show or make the key that signs exported transcripts."),
    "export": Place(
        "moot.cli.session_show:export", "Write a session to read, as data, as a table, as a citation or as a replay."
    ),
    "import": Place(
        "moot.cli.session_import:import_command", "Take in sessions that were exported as JSONL, to be read."
    ),
    "archive": Place("moot.cli.session_import:archive", "Write every session's transcript into one file, as JSONL."),
    "share": Place("moot.cli.session_share:share", "Share a session by an address that needs no sign-in."),
    "shares": Place("moot.cli.session_share:shares", "List open shares, of one session or of all."),
    "unshare": Place("moot.cli.session_share:unshare", "End a share at once."),
    "report": Place("moot.cli.session_report:report", "Write the report of a vote on claims, and the votes as data."),
    "project": Place("moot.cli.session_map:project", "Draw a map of a session's answers: which lie near each other."),
    "compare": Place("moot.cli.session_compare:compare", "Show what is different between two sessions."),
    "artifacts": Place("moot.cli.session_compare:artifacts", "Write the files of a run from sessions."),
    "delete": Place("moot.cli.session_lists:delete", "Delete sessions with everything only they need."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def sessions() -> None:
    """List, show, resume, fork, replay, compare, export sessions.

    Ids may be shortened to their first characters. Without a command, sessions are listed.
    """
