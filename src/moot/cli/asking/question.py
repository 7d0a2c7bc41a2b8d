"""How is a question put together from a command line? Words, files, a council, options; shared by `ask` and `chat`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from moot.attachments.documents import MOST_BYTES, MOST_FILES, Document, document_from
from moot.cli.asking.costs import DOLLARS
from moot.cli.asking.offices import office_flags, offices_from, stand_in_flag, stand_ins_from
from moot.cli.asking.piped import document_from_stdin
from moot.cli.completion import council_names, model_names, protocol_names, protocol_options, rubric_names
from moot.convening.council_choice import Sitting
from moot.errors import BadInput, TooLarge, UnknownName
from moot.house import House
from moot.request import Ask
from moot.sessions.conversation.threads import NEW
from moot.sessions.fork_changes import Changes, asked_anew
from moot.vocabulary.councils import Council, OptionValue
from moot.vocabulary.events import SessionOpened

F = TypeVar("F", bound=Callable[..., Any])

LAST = "last"
"""In place of a conversation's id: the one with the newest question."""
COMMON = ("quorum", "deadline", "patience", "temperature", "language")
"""Options of every protocol that have a flag of their own."""


async def sitting_of(house: House, ask: Ask, *, local: bool = False) -> Sitting:
    """Settle the council that sits; with `local` one of models that Moot runs here, the first of which is fetched."""
    if not local:
        before = await _council_before(house, ask)
        sitting = await house.sits(ask if before is None else replace(ask, council=before))
        return sitting if before is None else replace(sitting, why="The same council as before.")
    if ask.council or ask.members:
        raise BadInput("Both `--local` and a council or members were named.", "Name one or the other.")
    await house.model_host.ensure_model()
    here = await house.seats.of_this_machine()
    return replace(await house.sits(replace(ask, council=here.council)), why=here.why)


async def _council_before(house: House, ask: Ask) -> Council | None:
    """The council of the conversation that a question goes on with, where none is named."""
    session = ask.follows or ""
    if ask.conversation not in (None, NEW):
        sessions = await house.threads.sessions(ask.conversation)
        session = sessions[-1].id if sessions else ""
    if ask.council or ask.members or ask.protocol or not session:
        return None
    opened = (await house.transcript.read(await house.register.resolve(session)))[0].body
    return asked_anew(opened, Changes()).council if isinstance(opened, SessionOpened) else None


def council_flags(command: F) -> F:
    """The flags that say who is asked and how."""
    flags = [
        click.option("--council", metavar="NAME", shell_complete=council_names, help="A council by name."),
        click.option(
            "-m",
            "--model",
            "members",
            multiple=True,
            metavar="MODEL[:COUNT]",
            shell_complete=model_names,
            help="Seat a model; repeat.",
        ),
        click.option("--local", is_flag=True, help="Seat models that Moot runs here; fetches a small one if none is."),
        click.option("--chair", metavar="MODEL", shell_complete=model_names, help="Who writes the verdict."),
        stand_in_flag(),
        *office_flags(),
        click.option("--protocol", metavar="NAME", shell_complete=protocol_names, help="How the council deliberates."),
        click.option("--rubric", metavar="NAME", shell_complete=rubric_names, help="What an adjudicator judges by."),
        click.option(
            "-o",
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=protocol_options,
            help="A protocol's option; repeat.",
        ),
        click.option(
            "--at-least",
            "--quorum",
            "quorum",
            type=click.IntRange(min=1),
            metavar="SEATS",
            help="Members that must answer in each stage; two for the question unless set.",
        ),
        click.option("--deadline", type=float, metavar="SECONDS", help="End the session as failed after this long."),
        click.option("--patience", type=float, metavar="TIMES", help="Median answer times to wait for the rest."),
        click.option("--temperature", type=float, metavar="0..2", help="Sampling temperature of seats that set none."),
        click.option("--language", metavar="NAME", help="The language everyone answers in."),
        click.option("--system", default="", metavar="TEXT", help="What every seat is told before everything else."),
        click.option("--budget", type=DOLLARS, metavar="DOLLARS", help="Most the session may cost."),
    ]
    for flag in reversed(flags):
        command = flag(command)
    return command


def ask_from(given: Mapping[str, Any]) -> Ask:
    """The request that the flags make, still without its question."""
    options = options_from_words(given["options"])
    for name in COMMON:
        if given.get(name) is not None:
            options[name] = given[name]
    return Ask(
        council=given["council"],
        members=tuple(given["members"]),
        chair=given["chair"],
        stand_ins=stand_ins_from(given),
        offices=offices_from(given),
        protocol=given["protocol"],
        rubric=given["rubric"],
        system=given["system"] or None,
        options=options,
        budget=given["budget"],
        seed=given.get("seed"),
    )


def options_from_words(words: Sequence[str]) -> dict[str, OptionValue]:
    """`NAME=VALUE` pairs; a name given more than once is a list."""
    options: dict[str, OptionValue] = {}
    for pair in words:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{pair!r} is not NAME=VALUE.", "Write e.g. `-o quorum=3`.")
        name = name.strip().replace("-", "_")
        before = options.get(name)
        options[name] = value if before is None else [*(before if isinstance(before, list) else [str(before)]), value]
    return options


def question_from(words: Sequence[str], file: Path | None) -> str:
    """The question: its words, then the file's; from stdin for `-`, or when it is piped and nothing else is given."""
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
    """Whether the question itself is what comes from there."""
    return list(words) == ["-"] or (not words and file is None) or str(file) == "-"


async def in_conversation(house: House, ask: Ask, name: str | None) -> Ask:
    """The request in the conversation that is named: an id, `new`, `last`, or a session to go on with; ids may be
    shortened."""
    if name is None:
        return ask
    if name == NEW:
        return replace(ask, conversation=NEW, follows=None)
    if name == LAST:
        latest = await house.threads.talks(1)
        if not latest:
            raise BadInput("There is no conversation to go on with.", 'Begin one with `moot ask "…"` or `moot chat`.')
        talk = latest[0]
        follows = talk.latest.id if talk.thread is None else None
        return replace(ask, conversation=talk.thread, follows=follows)
    found = await house.threads.near(name)
    if len(found) == 1:
        return replace(ask, conversation=found[0], follows=None)
    if len(found) > 1:
        raise BadInput(f"{name!r} could be {', '.join(found[:5])}.", "Give more characters.")
    try:
        return replace(ask, conversation=None, follows=await house.register.resolve(name))
    except UnknownName:
        raise UnknownName("conversation", name, remedy="See `moot sessions conversations`.") from None


async def documents_from(files: Sequence[Path]) -> list[Document]:
    """The files that go with the question."""
    check_how_many(len(files))
    found: list[Document] = []
    for file in files:
        found += (
            await document_from_stdin() if str(file) == "-" else [await document_from(file.name, _bytes(file), None)]
        )
    return found


def check_how_many(files: int) -> None:
    """Refuses more than can go along with a question."""
    if files > MOST_FILES:
        raise TooLarge(f"{files} files are attached.", f"Attach at most {MOST_FILES}.")


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
    """The text these bytes are; `instead` is what to do when they are none."""
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{name} holds more than {MOST_BYTES // 1_000_000} MB.", "Ask a shorter question.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not UTF-8 text.", instead) from None
