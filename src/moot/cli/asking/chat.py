"""Implement `moot chat`: ask questions in a conversation; each is a session that includes the earlier ones.

At a terminal a prompt reads questions and the live view shows the council at work; from a pipe, every line is a
question. Commands begin with a slash.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from moot.app import Application
from moot.attachments.documents import Document, check_how_many
from moot.cli.asking.ask import finished
from moot.cli.asking.continue_session import next_steps
from moot.cli.asking.costs import say_before
from moot.cli.asking.flags import RareOption, ask_from, question_flags
from moot.cli.asking.question import documents_from, in_conversation, sitting_of, why_in_short
from moot.cli.screen.keyboard import typed_line
from moot.cli.screen.screens import screen_for
from moot.cli.screen.terminal import is_terminal, one_line, remark, report, say
from moot.cli.screen.verdict_view import show_result
from moot.cli.screen.watching import awaited, watched, with_app
from moot.cli.sessions.exporting import exported, kind_of
from moot.errors import BadInput, MootError, UnknownName
from moot.exports.session_files import file_name, write_export
from moot.request import Ask
from moot.sessions.conversation.threads import NEW
from moot.transcripts.sql.register import Listing
from moot.vocabulary.state import state_of

COMMANDS = {
    "/show": "the last result with everything around it",
    "/council [NAME]": "who sits; with a name, who sits from now on",
    "/attach FILE …": "files and web pages that go with the next question, and stay with the conversation",
    "/new": "begin another conversation",
    "/export [FILE]": "write the last session as Markdown, or by the file's ending",
    "/help": "this list",
    "/quit": "leave (or Ctrl-D)",
}


@click.command()
@click.option("--continue", "goes_on", is_flag=False, flag_value="last", metavar="[ID]",
              help="Go on with a conversation or a session; without an id, with the last one.")  # fmt: skip
@question_flags("seed", "conversation")
@click.option("--no-live", is_flag=True, cls=RareOption, help="Plain lines of progress, not the live view.")
@with_app
async def chat(app: Application, goes_on: str | None, no_live: bool, **given: Any) -> int:
    """Hold a conversation with a council, with follow-up questions.

    Every question is a session that includes the earlier questions, verdicts and files. /help lists the commands.
    """
    return await Chat(app, ask_from(given), no_live, local=given["local"]).hold(goes_on)


class Chat:
    """The loop behind `moot chat`: it reads questions and runs a session for each, all in one conversation."""

    def __init__(self, app: Application, ask: Ask, no_live: bool, *, local: bool = False) -> None:
        self._app = app
        self._request = replace(ask, conversation=NEW)
        """The next question without its text: its council and conversation."""
        self._local = local
        self._no_live = no_live
        self._documents: list[Document] = []
        self._last = ""
        self._told = ""
        self._code = 0

    async def hold(self, goes_on: str | None) -> int:
        """Read questions until the input ends, and run a session for each. Return the last session's exit code.

        `goes_on` names the conversation to continue.
        """
        if goes_on is not None:
            await self._continue(goes_on)
        asks = is_terminal(sys.stdin)
        if asks:
            say("Ask something; /help lists the commands, Ctrl-D leaves.", err=True)
        while (line := _next_line(asks)) is not None:
            words = line.strip()
            if words in ("/quit", "/exit"):
                break
            if not words:
                continue
            try:
                if words.startswith("/"):
                    await self._command(words)
                else:
                    self._code = await self._ask(words)
            except MootError as error:
                code = report(error, False)
                self._code = self._code if words.startswith("/") else code
        if asks:
            say()
        if self._request.conversation not in (None, NEW):
            say(f"Go on with: moot chat --continue {self._request.conversation}", err=True)
        return self._code

    async def _continue(self, name: str) -> None:
        request = self._request = await in_conversation(self._app, self._request, name)
        listings: list[Listing] = []
        if request.follows is not None:
            listings = [await self._app.register.get(request.follows)]
        elif request.conversation not in (None, NEW):
            listings = await self._app.threads.sessions(request.conversation)
        for listing in listings:
            say(f"> {one_line(listing.question, 200)}", err=True)
            self._last = listing.id

    async def _ask(self, question: str) -> int:
        request = replace(self._request, question=question, documents=tuple(self._documents))
        sitting = await sitting_of(self._app, request, local=self._local)
        request = request.put_to(sitting.council, sitting.notes)
        if sitting.why != self._told:
            self._told = sitting.why
            remark(why_in_short(sitting))
            say_before(await self._app.estimate(request), request.budget)
        self._last = await self._app.convene(request)
        self._documents = []
        state = await watched(self._app, self._last, screen_for(live=not self._no_live))
        if state.thread is not None:
            self._request = replace(self._request, conversation=state.thread, follows=None)
        code = finished(state, hints=False)
        for line in next_steps(state) if is_terminal(sys.stdout) else ():
            say(line, err=True)
        say()
        return code

    async def _command(self, words: str) -> None:
        name, _, rest = words.partition(" ")
        rest = rest.strip()
        if name == "/help":
            for command, meaning in COMMANDS.items():
                say(f"  {command:<18} {meaning}", err=True)
        elif name == "/new":
            self._request = replace(self._request, conversation=NEW, follows=None)
            self._last, self._documents = "", []
            say("A new conversation.", err=True)
        elif name == "/attach":
            await self._attach(rest)
        elif name == "/council":
            if rest:
                self._app.shelf.council(rest)
                self._request, self._local = replace(self._request, council=rest, members=()), False
            sitting = await sitting_of(self._app, self._request, local=self._local)
            remark(sitting.why)
        elif name == "/show":
            state = state_of(await self._app.transcript.read(self._asked()))
            show_result(state, waiting=awaited(state), figures=True)
        elif name == "/export":
            events = await self._app.transcript.read(self._asked())
            state = state_of(events)
            kind = kind_of(rest)
            file = Path(rest or file_name(state, kind))
            write_export(file, exported(self._app, state, events, kind))
            say(f"Wrote {file}.", err=True)
        else:
            raise UnknownName("command", name, [command.partition(" ")[0] for command in COMMANDS])

    async def _attach(self, words: str) -> None:
        names = _split(words)
        if not names:
            held = ", ".join(document.name for document in self._documents)
            say(f"With the next question: {held}." if held else "No file goes with the next question.", err=True)
            return
        check_how_many(len(self._documents) + len(names))
        found = await documents_from(names)
        self._documents += found
        for document in found:
            say(f"{document.name} goes with the next question.{document.note and ' '}{document.note}", err=True)

    def _asked(self) -> str:
        if not self._last:
            raise BadInput("Nothing has been asked yet.", "Ask something first.")
        return self._last


def _split(words: str) -> list[str]:
    """Split a text into names of files and addresses. A name that contains spaces must be quoted."""
    try:
        return shlex.split(words)
    except ValueError:
        return [words]


def _next_line(asks: bool) -> str | None:
    """Return the next line of input; `None` at its end."""
    if asks:
        return typed_line("council> ")
    return sys.stdin.readline() or None
