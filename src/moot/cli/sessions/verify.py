"""Implement `moot sessions verify`, `replay` and `signer`: check transcripts, and manage the key that signs them."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import colours, safe, say, show_json
from moot.cli.screen.watching import in_app, run, with_app
from moot.cli.screen.words import count
from moot.egress.signing import FILE, MISSING, can_sign, known_signers, signer_in, signer_made
from moot.errors import BadInput, MootError
from moot.exit_codes import EXIT_CODES
from moot.exports.archive import transcripts_in
from moot.exports.verification import WORST, VerifyResult, checked_text
from moot.settings import home_folder, settings_from
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

LARGEST = 400_000_000
"""Maximum number of bytes of a file."""
SESSION = re.compile(r"last|@[1-9][0-9]{0,8}|[0-9a-f][0-9a-f-]{3,35}")
"""Pattern of a session's name; an existing file of that name takes precedence."""
MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("·", "yellow")}
WELL = frozenset({"whole", "own", "known", "follows"})
ILL = frozenset({"changed", "wrong", "diverges"})


class One(NamedTuple):
    """The result of checking one session's transcript, with the name of the file that contains it."""

    file: str
    check: VerifyResult


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="PUB",
    help="Ask for a signature of this public key, or of the one in this file. May be repeated.",
)
@click.option(
    "--session",
    "sessions",
    multiple=True,
    metavar="ID",
    shell_complete=session_ids,
    help="Check a session of the store instead of a file. May be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(files: tuple[Path, ...], keys: tuple[str, ...], sessions: tuple[str, ...], as_json: bool) -> int:
    """Check transcripts: their seal, their signature, and whether the verdict follows.

    FILES were written by `moot sessions export --format jsonl` or `moot sessions archive`; `-` reads from stdin. A
    stored session, such as `last`, can be named in place of a file. No model is called, nothing is written, and nothing
    of the files is kept.

    The exit code is the worst result: 0 all well, 4 changed, 5 the verdict does not follow, 2 not a transcript, 7 not
    signed by a known key although one was named or the file is signed, 6 unsealed.
    """
    if not files and not sessions:
        raise BadInput("There is nothing to check.", "Name files, `-` for stdin, or sessions with `--session`.")
    named = [each for each in files if SESSION.fullmatch(str(each)) and not each.exists()]
    files = tuple(each for each in files if each not in named)
    return run(_verified(files, [*map(str, named), *sessions], keys, as_json))


async def _verified(files: Sequence[Path], sessions: Sequence[str], keys: Sequence[str], as_json: bool) -> int:
    found = await _of_files(files, keys) if files else []
    if sessions:
        found += await in_app(lambda app: _of_sessions(app, sessions))
    worst = min((each.check.conclusion for each in found), key=WORST.index)
    if as_json:
        show_json(
            {
                "conclusion": worst,
                "exit_code": EXIT_CODES[worst],
                "checked": [{"file": each.file, **msgspec.to_builtins(each.check)} for each in found],
            }
        )
        return EXIT_CODES[worst]
    for each in found:
        _show(each)
    if len(found) > 1:
        well = sum(each.check.conclusion == "well" for each in found)
        say(f"{well:,} of {count(len(found), 'session')} {'is' if well == 1 else 'are'} well.")
    return EXIT_CODES[worst]


async def _of_files(files: Sequence[Path], keys: Sequence[str]) -> list[One]:
    home = home_folder()
    known = known_signers(home, (*settings_from(home).signers, *keys))
    attachments = await _attachments(home)
    try:
        found = []
        for file in files:
            name = "stdin" if str(file) == "-" else str(file)
            try:
                text = await asyncio.to_thread(text_of, file)
            except BadInput as error:
                found.append(
                    One(name, VerifyResult(conclusion="unreadable", wrong=(error.message,), says=(str(error),)))
                )
                continue
            for part in transcripts_in(text):
                found.append(One(name, await checked_text(part, attachments, known, signed=bool(keys))))
        return found
    finally:
        if attachments is not None:
            await attachments.close()


async def _attachments(home: Path) -> SqlTranscript | None:
    """Open the store of this installation, which may contain a session's attachments; `None` if there is no usable
    store."""
    file = home / "moot.db"
    if not file.exists():
        return None
    try:
        return SqlTranscript(await asyncio.to_thread(Store, file))
    except MootError:
        return None


async def _of_sessions(app: Application, sessions: Sequence[str]) -> list[One]:
    found = []
    for each in sessions:
        whole = await app.register.resolve(each)
        found.append(One("the store", await app.check_session(whole)))
    return found


def _show(one: One) -> None:
    check = one.check
    events = f" · {count(check.events, 'event')}" if check.events else ""
    click.echo(
        click.style(safe(f"{one.file}: {check.session or 'no session'}{events}"), bold=True), color=colours(sys.stdout)
    )
    if not check.events:
        for each in check.says:
            _line("", False, each)
        return
    rows: list[tuple[str, str]] = [("replay", check.replay)]
    if len(check.says) > 1:
        rows = [("seal", check.seal), ("signature", check.signature), *rows]
    for (name, state), words in zip(rows, check.says, strict=True):
        _line(name, True if state in WELL else False if state in ILL else None, words)
    for difference in check.differences[1:10]:
        _line("", None, str(difference))
    beyond = check.further + max(0, len(check.differences) - 10)
    if beyond:
        _line("", None, f"{count(beyond, 'further difference')}; `--json` names them.")


def _line(name: str, well: bool | None, words: str) -> None:
    mark, style = MARKS[well]
    click.echo(click.style(f"  {mark}", fg=style) + f" {name.ljust(9)} {safe(words)}", color=colours(sys.stdout))


def text_of(file: Path) -> str:
    """Return the content of a transcript's file, or of stdin for `-`."""
    try:
        opened = contextlib.nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb")
        with opened as source:
            data = source.read(LARGEST + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.", "Name a file that is there.") from None
    if len(data) > LARGEST:
        raise BadInput(f"{file} has more than {LARGEST:,} bytes.", "Check its sessions one by one.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{file} is no text in UTF-8.", "Give a file written with the format `jsonl`.") from None


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def replay(app: Application, session: str, as_json: bool) -> None:
    """Verify a finished session by running it again over its record.

    No model is called. If the protocol produces anything else than the record, the command prints where and fails.
    """
    reached = await app.runner.replay(session)
    if as_json:
        show_json({"session": session, "digest": reached.digest, "same": True})
    else:
        say(f"Replayed {session[:8]}: nobody was asked, and the verdict is the recorded one.")
        say(f"digest {reached.digest}")


@click.command()
@click.option("--make", is_flag=True, help="Make a key where there is none; exported transcripts are then signed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def signer(make: bool, as_json: bool) -> int:
    """Show or make the key that signs exported transcripts.

    Give the public key to anyone who checks your files: `moot sessions verify FILE --key PUB`. The private key is
    stored in MOOT_HOME, readable only by you; anyone who has it can sign in your name.
    """
    home = home_folder()
    own = signer_made(home) if make else signer_in(home)
    if as_json:
        show_json({"public": own.public if own is not None else None, "file": str(home / FILE), "made": make})
        return 0
    if own is None:
        say("This installation has no signing key, so exported transcripts are sealed but not signed.")
        say("Make one: moot sessions signer --make" if can_sign() else MISSING)
        return 0
    say(own.public)
    if make:
        say(f"Made a signing key in {home / FILE}. Transcripts exported from now on are signed with it.", err=True)
    return 0
