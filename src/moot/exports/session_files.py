"""Write a session as a file, in a built-in format or in one that an installed package adds.

Every format is a view of the transcript. `jsonl` is the transcript itself, one event per line, and `events_from_jsonl`
reads it. A file is written whole or not at all. Tested by `tests/exports/test_export_files.py`.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkstemp
from typing import IO, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.egress.signing import Signer
from moot.errors import BadInput, Conflict, StoreDamaged, StoreNewer
from moot.exports.event_views import told_away
from moot.exports.judgement_table import table_of
from moot.exports.markdown.markdown import markdown_of
from moot.exports.pages.html import html_of
from moot.exports.pages.replay_page import replay_of
from moot.extension_points import ExportForm, extension_faults, installed
from moot.floor.replay_drift import NONE, Divergence, differing
from moot.sessions.verdict_check import with_doubt
from moot.transcripts.json_lines import json_of, unbroken
from moot.transcripts.seals import LEFT_OUT, MARK, event_lines, sealed
from moot.transcripts.upcasts import body_from
from moot.views.result import Result, result_of
from moot.vocabulary.events import CopyOrigin, Envelope, Event, SessionOpened, SheetDealt
from moot.vocabulary.state import BallotView, MoveView, SessionState

SLUG = 40
"""Maximum number of characters of the question in a file name."""


class SessionExport(Struct, frozen=True, kw_only=True):
    """The content of the export format `json`: a session's result with its moves and ballots."""

    result: Result
    """The result, as every API returns it."""
    moves: tuple[MoveView, ...]
    """Every move (a request to a seat, with its reply or failure), in the order asked."""
    ballots: tuple[BallotView, ...]
    """All ballots, with seat ids in place of labels."""
    sheets: dict[str, SheetDealt]
    """Answers shown to each reader, with their labels, which the reader's texts use."""


def _as_json(state: SessionState, events: Sequence[Event]) -> str:
    whole = SessionExport(
        result=result_of(state),
        moves=tuple(state.moves.values()),
        ballots=tuple(state.ballots.values()),
        sheets=state.sheets,
    )
    return unbroken(msgspec.json.format(json_of(whole), indent=2)) + "\n"


FORMS: Mapping[str, ExportForm] = {
    "md": ExportForm(
        title="Markdown",
        help="To read and paste: question, verdict, every answer and judgement",
        suffix="md",
        media_type="text/markdown; charset=utf-8",
        write=lambda state, events: markdown_of(state),
        copies=True,
    ),
    "json": ExportForm(
        title="Session as data",
        help="The result and the state, as one JSON object",
        suffix="json",
        media_type="application/json",
        write=_as_json,
    ),
    "jsonl": ExportForm(
        title="Transcript",
        help="Every event, one a line: what another Moot imports",
        suffix="jsonl",
        media_type="application/x-ndjson",
        write=lambda state, events: sealed_lines(events),
    ),
    "html": ExportForm(
        title="Page to read",
        help="One HTML file, laid out for reading and printing",
        suffix="html",
        media_type="text/html; charset=utf-8",
        write=lambda state, events: html_of(state),
    ),
    "replay": ExportForm(
        title="Replay page",
        help="One HTML file that plays the session from a disk, with no network",
        suffix="replay.html",
        media_type="text/html; charset=utf-8",
        write=lambda state, events: replay_of(events),
    ),
    "csv": ExportForm(
        title="Table",
        help="Everything that was judged, one judgement a row",
        suffix="csv",
        media_type="text/csv; charset=utf-8",
        write=lambda state, events: table_of(state),
    ),
}
"""Built-in export formats by name; installed packages may add formats, but not replace one of these."""


def every_form() -> dict[str, ExportForm]:
    """Return every export format by name: built-in ones, then those of installed packages."""
    return {**FORMS, **installed("moot.exports", ExportForm, FORMS)}


def form_of(name: str) -> ExportForm:
    """Return the export format of this name.

    Raises:
        BadInput: No format has this name.
    """
    form = FORMS.get(name) or every_form().get(name)
    if form is None:
        raise BadInput(f"Sessions are not written as {name!r}.", f"The formats are {', '.join(every_form())}.")
    return form


def export(state: SessionState, events: Sequence[Event], format: str) -> str | bytes:
    """Return a session as the content of a file in this format.

    If the verdict does not match its digest, the file marks the verdict as degraded. A file may be read anywhere, so
    its advice on errors names no terminal commands. In a transcript, the advice is unchanged.

    Raises:
        BadInput: There is no such format.
        ExtensionFailed: The format belongs to an installed package, whose code fails.
    """
    form = form_of(format)
    state = told_away(with_doubt(state, events))
    if format in FORMS:
        return form.write(state, events)
    with extension_faults(f"format {format!r}"):
        return form.write(state, events)


def sealed_lines(events: Sequence[Event], signer: Signer | None = None) -> str:
    """Return a transcript as JSON lines. The last line is its seal, a digest of all lines.

    If there is a `signer`, the seal is signed.
    """
    return sealed(transcript_lines(events), signer)


def transcript_lines(events: Sequence[Event]) -> str:
    """Return a transcript as JSON lines, one event per line, without a seal."""
    return "".join(_line(event) + "\n" for event in events)


def file_name(state: SessionState, format: str) -> str:
    """Return an exported file's name, such as `moot-2026-11-20-should-a-small-team.md`.

    It consists of a-z, 0-9, dots and hyphens, so that it is valid on every system.
    """
    ending = form_of(format).suffix
    date = state.opened_at[:10] if re.fullmatch(r"\d{4}-\d\d-\d\d", state.opened_at[:10]) else ""
    folded = unicodedata.normalize("NFKD", state.question.text[:400]).encode("ascii", "ignore").decode("ascii").lower()
    words = ""
    for word in re.findall(r"[a-z0-9]+", folded)[:6]:
        if words and len(words) + 1 + len(word) > SLUG:
            break
        words = f"{words}-{word[:SLUG]}" if words else word[:SLUG]
    last = re.sub(r"[^a-z0-9]", "", state.session.lower())[-6:]
    return "-".join(part for part in ("moot", date, words or last) if part) + f".{ending}"


def write_export(path: Path, data: str | bytes, *, overwrite: bool = False) -> None:
    """Write a file atomically, readable by its owner alone."""
    with written_whole(path, overwrite=overwrite) as file:
        file.write(data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace"))


@contextmanager
def written_whole(path: Path, *, overwrite: bool = False) -> Iterator[IO[bytes]]:
    """Return a context manager that opens a file for writing.

    The file gets its name only if the block ends without an error.
    """
    folder = path.parent
    if path.is_dir():
        raise BadInput(f"{path} is a folder.", "Name a file in it.")
    try:
        handle, name = mkstemp(prefix=".moot-", suffix=".part", dir=folder)
    except OSError as error:
        raise BadInput(f"Nothing can be written in {folder}: {error.strerror}.", "Name another folder.") from error
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if overwrite:
            os.replace(part, path)
        else:
            _place(part, path)
        _sync(folder)
    except FileExistsError as error:
        raise Conflict(f"{path} is there already.", "Name another file, or say that it may be overwritten.") from error
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror}.", "Free some space or name another file."
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _place(part: Path, path: Path) -> None:
    """Give the finished file its name without replacing another file: a hard link fails where a rename would replace
    it."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # file systems without hard links
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        os.replace(part, path)


def _sync(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- JSON -------------------------------------------------------------------------------------------------------------


class _StoredEvent(Envelope, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as a line of a transcript stores it, with its body not parsed yet."""

    body: msgspec.Raw
    origin: CopyOrigin | None = None


_LINES = msgspec.json.Decoder(_StoredEvent)


def events_from_jsonl(text: str) -> list[Event]:
    """Return the events of an exported transcript. Events of older formats are converted to the current one."""
    events: list[Event] = []
    seen: set[str] = set()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip() or line.startswith((LEFT_OUT, MARK)):
            continue
        event = _event(line, number)
        if events and event.session != events[0].session:
            raise _wrong(number, f"it belongs to the session {event.session!r}, not {events[0].session!r}")
        if event.seq != len(events) + 1:
            raise _wrong(number, f"its number is {event.seq}, not {len(events) + 1}: lines are missing or out of order")
        if event.key in seen:
            raise _wrong(number, f"its key {event.key!r} stands on an earlier line already")
        if isinstance(event.body, SessionOpened) is bool(events):
            raise _wrong(number, "a transcript begins with `SessionOpened`, and holds it once")
        seen.add(event.key)
        events.append(event)
    if not events:
        raise BadInput("The file holds no events.", "Give a file written with the format `jsonl`.")
    return events


def strays(text: str, events: Sequence[Event]) -> list[Divergence]:
    """Return the fields in a transcript's text that its parsed events lack: unknown fields and duplicates.

    A check of the file reports them as differences.
    """
    found: list[Divergence] = []
    for line, event in zip(event_lines(text), events, strict=False):
        if line == _line(event):
            continue
        twice: list[str] = []
        plain = json.loads(line, object_pairs_hook=partial(_once, twice))
        found += [Divergence(key=event.key, field=name, recorded="this field twice", made="once") for name in twice]
        if plain["version"] == event.body.version:
            made = msgspec.json.decode(json_of(event))
            known = [path for path, _, other in differing(plain, made) if other is NONE and path != "origin"]
            found += [Divergence(key=event.key, field=path, recorded="a field", made="none") for path in known]
    return found


def _once(twice: list[str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        names = [name for name, _ in pairs]
        twice += [name for name in whole if names.count(name) > 1]
    return whole


def _event(line: str, number: int) -> Event:
    try:
        stored = _LINES.decode(line)
        body = body_from(stored.kind, stored.version, bytes(stored.body))
    except StoreNewer as error:
        raise BadInput(
            f"Line {number}: {error.message}",
            "A later Moot wrote the file, or something else did: read it with that one.",
        ) from error
    except StoreDamaged as error:
        raise _wrong(number, error.message.rstrip(".")) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _wrong(number, str(error).rstrip(".")) from error
    return Event(
        session=stored.session,
        seq=stored.seq,
        key=stored.key,
        at=stored.at,
        t=stored.t,
        kind=stored.kind,
        origin=stored.origin,
        version=body.version,
        body=body,
    )


def _wrong(number: int, why: str) -> BadInput:
    return BadInput(
        f"Line {number} is not an event of a transcript: {why}.", "Give a file written with the format `jsonl`, whole."
    )


def _line(event: Event) -> str:
    # An older body was upgraded when it was read, so the line has the current version.
    return unbroken(json_of(replace(event, version=event.body.version)).decode())
