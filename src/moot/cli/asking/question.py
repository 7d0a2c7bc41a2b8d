"""Read a question, its files, its conversation and its council from a command line.

Text piped to stdin goes with a question given as words. A terminal is never read. A pipe that stays open without a byte
is read for `SILENT` seconds: schedulers and remote shells leave one open and write nothing. A file that another process
has read from (`while read line; do moot ask "$line"; done < questions`) is left alone. `--attach -` waits for input.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Sequence
from io import UnsupportedOperation
from pathlib import Path

from msgspec.structs import replace

from moot.app import Application
from moot.attachments.documents import (
    MOST_BYTES,
    Document,
    check_how_many,
    document_at,
    document_from,
    is_address,
)
from moot.cli.screen.terminal import remark
from moot.convening.council_choice import CouncilChoice
from moot.errors import BadInput, TooLarge, UnknownName
from moot.request import Ask
from moot.sessions.conversation.threads import NEW
from moot.sessions.fork_changes import ForkChanges, asked_anew
from moot.settings import expanded
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SessionOpened

LAST = "last"
"""Value of `--conversation` for the conversation with the newest question."""
SILENT = 2.0
"""Number of seconds to wait for the first byte of piped input. If none arrives, the pipe is ignored."""
NAME = "stdin.txt"
CHOSEN = "Moot chose this council from what is set up; why these models: moot councils default"


async def sitting_of(app: Application, ask: Ask, *, local: bool = False) -> CouncilChoice:
    """Return the council that answers a request.

    If the request names a council, return that council. If it continues a conversation, return the council of the last
    question there. Otherwise return the default council. With `local`, return a council of models that run on this
    machine; if there is no such model, download one.
    """
    if not local:
        before = await _council_before(app, ask)
        sitting = await app.sits(ask if before is None else replace(ask, council=before))
        return sitting if before is None else replace(sitting, why="The same council as before.")
    if ask.council or ask.members:
        raise BadInput("Both `--local` and a council or members were named.", "Name one or the other.")
    await app.model_host.ensure_model()
    here = await app.seats.of_this_machine()
    return replace(await app.sits(replace(ask, council=here.council)), why=here.why)


def why_in_short(sitting: CouncilChoice) -> str:
    """Return a line that says why this council was chosen to answer. The line is printed before the session."""
    return " ".join((*sitting.caveats, CHOSEN)) if sitting.standings else sitting.why


async def _council_before(app: Application, ask: Ask) -> Council | None:
    """Return the council that answered last in the conversation that the question continues; `None` if it continues
    none, or if the request names a council."""
    session = ask.follows or ""
    if ask.conversation not in (None, NEW):
        sessions = await app.threads.sessions(ask.conversation)
        session = sessions[-1].id if sessions else ""
    if ask.council or ask.members or ask.protocol or not session:
        return None
    opened = (await app.transcript.read(await app.register.resolve(session)))[0].body
    return asked_anew(opened, ForkChanges()).council if isinstance(opened, SessionOpened) else None


def question_from(words: Sequence[str], file: Path | None) -> str:
    """Return the question's text: the words of the command line, then the file's content.

    It is read from stdin if the words or the file are `-`, or if only stdin has data.
    """
    parts = []
    piped = list(words) == ["-"] or (not words and file is None and not sys.stdin.isatty())
    if words and not piped:
        parts.append(" ".join(words))
    if piped or str(file) == "-":
        parts.append(decoded(sys.stdin.buffer.read(MOST_BYTES + 1), "stdin"))
    elif file is not None:
        parts.append(decoded(_bytes(file), str(file)))
    return "\n\n".join(part.strip() for part in parts if part.strip())


def is_from_stdin(words: Sequence[str], file: Path | None) -> bool:
    """Return whether the question itself, instead of an attachment, is read from stdin."""
    return list(words) == ["-"] or (not words and file is None) or str(file) == "-"


async def in_conversation(app: Application, ask: Ask, name: str | None) -> Ask:
    """Return the request as part of a conversation.

    `name` is the conversation's id (or the id's beginning), `new`, `last`, or the id of a session to continue.
    """
    if name is None:
        return ask
    if name == NEW:
        return replace(ask, conversation=NEW, follows=None)
    if name == LAST:
        latest = await app.threads.talks(1)
        if not latest:
            raise BadInput("There is no conversation to go on with.", 'Begin one with `moot ask "…"` or `moot chat`.')
        talk = latest[0]
        follows = talk.latest.id if talk.thread is None else None
        return replace(ask, conversation=talk.thread, follows=follows)
    found = await app.threads.near(name)
    if len(found) == 1:
        return replace(ask, conversation=found[0], follows=None)
    if len(found) > 1:
        raise BadInput(f"{name!r} could be {', '.join(found[:5])}.", "Give more characters.")
    try:
        return replace(ask, conversation=None, follows=await app.register.resolve(name))
    except UnknownName:
        raise UnknownName("conversation", name, remedy="See `moot sessions conversations`.") from None


async def documents_from(named: Sequence[str]) -> list[Document]:
    """Read the files and fetch the web pages named by `--attach`, and return them as the question's attachments."""
    check_how_many(len(named))
    found: list[Document] = []
    for each in named:
        if each == "-":
            found += await document_from_stdin()
        elif is_address(each):
            found.append(await document_at(each))
        else:
            file = expanded(each)
            found.append(await document_from(file.name, _bytes(file), None))
    return found


def say_how_read(documents: Sequence[Document]) -> None:
    """Print how each attached document was read and what was left out."""
    for document in documents:
        if document.note:
            remark(f"{document.name}: {document.note}")


def _bytes(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.", "Attach a smaller part of it.")
    return data


def decoded(data: bytes, name: str, instead: str = "Attach it with `--attach` instead, or convert it.") -> str:
    """Decode a file's bytes as text; raise if they are not text. `instead` is the advice in that error."""
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{name} holds more than {MOST_BYTES // 1_000_000} MB.", "Ask a shorter question.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not UTF-8 text.", instead) from None


async def piped_along() -> list[Document]:
    """Read data piped to a command whose question is given as words. Return the data as a list with one attachment.

    If nothing is piped in, return an empty list.
    """
    return await document_from_stdin(asked=False) if _is_ours() else []


async def document_from_stdin(*, asked: bool = True) -> list[Document]:
    """Read all of stdin and return it as one attachment in a list, empty if there is nothing to read.

    With `asked` (for `--attach -`), empty input raises `BadInput`.
    """
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise TooLarge(f"What is piped in is larger than {MOST_BYTES // 1_000_000} MB.", "Pipe a smaller part of it.")
    if not data.strip():
        if asked:
            raise BadInput("Nothing was piped in for `--attach -`.", "Leave it out, or pipe a file in.")
        return []
    name = "stdin.pdf" if data.startswith(b"%PDF-") else "stdin" if data.startswith(b"PK") else NAME
    if not asked:
        remark(f"What was piped in goes along as {name}.")
    return [await document_from(name, data, None)]


def _is_ours() -> bool:
    """Return whether stdin contains data for this command: it is a pipe on which data has arrived, or a file that is
    still unread."""
    try:
        descriptor = sys.stdin.fileno()
        kind = os.fstat(descriptor).st_mode
    except UnsupportedOperation:
        return True  # no regular file: reading it does not block
    except (OSError, ValueError, AttributeError):
        return False  # closed or missing
    if stat.S_ISREG(kind):
        return os.lseek(descriptor, 0, os.SEEK_CUR) == 0
    if not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)):
        return False
    if select.select([descriptor], [], [], SILENT)[0]:
        return True
    remark(f"Nothing came from stdin within {SILENT:g} seconds, so it is left out; `--attach -` waits for it.")
    return False
