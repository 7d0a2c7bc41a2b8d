"""Read the questions in files: text is one question; JSON Lines of `{role, content}` and table rows are several; code
is one question for judging.

In JSON Lines a `user` line is its own question. An `assistant` line after it makes both earlier turns of later
questions, which are not asked again; a `system` line is sent to every seat of the questions below it. An invalid file
raises with the line.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from moot.app import document_from
from moot.cli.public import one_line
from moot.errors import BadInput, TooLarge
from moot.extensions.studies.corpora.corpus import code_fence
from moot.extensions.studies.corpora.pasted import pasted
from moot.vocabulary.public import Turn

Kind = Literal["question", "jsonl", "table", "code"]
KINDS: tuple[Kind, ...] = ("question", "jsonl", "table", "code")
ROLES = ("user", "assistant", "system")
MOST_QUESTIONS = 1_000
MOST_BYTES = 10_000_000
MOST_CODE = 400_000
"""Characters of code in one question."""
MOST_FILES = 500
MOST_ANSWER = 2_000
"""Characters of a known answer."""
CODE_ENDINGS = """
.bash .c .cc .clj .cpp .cs .css .dart .el .erl .ex .exs .f90 .fs .go .h .hpp .hs .html .java .jl .js .jsx .kt
.lisp .lua .m .ml .mm .nim .php .pl .proto .ps1 .py .r .rb .rs .scala .scm .sh .sol .sql .swift .tf .toml .ts
.tsx .vb .vue .yaml .yml .zig
"""
CODE = frozenset(CODE_ENDINGS.split())
"""Suffixes of code files."""
LEFT_OUT = frozenset(("node_modules", "__pycache__", "venv", "dist", "build", "target", "vendor"))
"""Folders of a project without its own code."""


class QueuedQuestion(Struct, frozen=True, kw_only=True):
    """A question to ask."""

    text: str
    """The text."""
    system: str = ""
    """Extra system prompt of every seat."""
    history: tuple[Turn, ...] = ()
    """Earlier turns."""
    where: str = ""
    """Its source: a file, or a line of one."""
    answer: str = ""
    """The known correct answer, if the file has one; not shown to members."""
    digest: str = ""
    """Its identifier when a run continues."""


class _JsonLine(Struct, frozen=True):
    """A line of JSON Lines."""

    role: str
    content: str
    answer: str | int | float | bool | None = None


async def drawn_from(files: Sequence[Path]) -> dict[Path, str]:
    """Return the text of those files that are PDFs."""
    found = {}
    for file in files:
        if file.suffix.lower() != ".pdf" or not file.is_file():
            continue
        try:
            data = await asyncio.to_thread(file.read_bytes)
        except OSError as error:
            raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
        text = (await document_from(file.name, data)).text or ""
        if not text.strip():
            raise BadInput(f"{file} holds no text that can be read.", "A scan has to be made readable (OCR) first.")
        found[file] = text
    return found


def questions_in(
    files: Sequence[Path], kind: Kind | None, preface: str = "", drawn: Mapping[Path, str] | None = None
) -> list[QueuedQuestion]:
    """Return the questions of these files in order, each after the preface and with its digest. `drawn` gives the text
    of files that are not plain text."""
    kind = kind or _kind_of(files)
    if kind == "code":
        found = [QueuedQuestion(text=_code(files), where=", ".join(map(str, files)))]
    else:
        found = []
        for file in files:
            if file.is_dir():
                raise BadInput(f"{file} is a folder.", "Only code is read from folders: add `--input code`.")
            text = drawn[file] if drawn and file in drawn else _text(file)
            found += (
                _turns(text, file) if kind == "jsonl"
                else _rows(text, file) if kind == "table"
                else [QueuedQuestion(text=text.strip(), where=str(file))]
            )  # fmt: skip
    found = [put for put in found if put.text]
    if not found:
        raise BadInput(f"There is no question in {', '.join(map(str, files))}.")
    if len(found) > MOST_QUESTIONS:
        raise TooLarge(f"There are {len(found):,} questions.", f"Put at most {MOST_QUESTIONS:,} in one run.")
    head = preface.strip() + "\n\n" if preface.strip() else ""
    return list(_digested([msgspec.structs.replace(put, text=head + put.text) for put in found]))


def _kind_of(files: Sequence[Path]) -> Kind:
    if any(file.is_dir() for file in files) or all(file.suffix.lower() in CODE for file in files):
        return "code"
    if all(file.suffix.lower() in (".jsonl", ".ndjson", ".json") for file in files):
        return "jsonl"
    if all(file.suffix.lower() in (".csv", ".tsv") for file in files):
        return "table"
    return "question"


def _digested(found: Sequence[QueuedQuestion]) -> Iterator[QueuedQuestion]:
    """Give repeated questions different digests."""
    often: dict[str, int] = {}
    for put in found:
        plain = msgspec.json.encode([put.text, put.system, put.history])
        whole = hashlib.sha256(plain).hexdigest()
        often[whole] = often.get(whole, 0) + 1
        yield msgspec.structs.replace(put, digest=f"{whole[:32]}-{often[whole]}")


# --- JSON Lines -------------------------------------------------------------------------------------------------------


class _NumberedLine(NamedTuple):
    """A line and its number."""

    number: int
    line: _JsonLine


def _turns(text: str, file: Path) -> list[QueuedQuestion]:
    lines = list(_lines(text, file))
    if not any(each.line.role == "user" for each in lines):
        raise BadInput(f"{file}: no line has the role `user`, so there is no question.")
    system: list[str] = []
    history: list[Turn] = []
    found = []
    for at, (number, line) in enumerate(lines):
        following = lines[at + 1].line if at + 1 < len(lines) else None
        if line.role == "system":
            system.append(line.content.strip())
        elif line.role == "assistant":
            if at == 0 or lines[at - 1].line.role != "user":
                raise _wrong(file, number, "an `assistant` line answers the `user` line before it, and there is none")
            history.append(Turn(question=lines[at - 1].line.content.strip(), answer=line.content.strip()))
        elif following is None or following.role != "assistant":
            found.append(
                QueuedQuestion(
                    text=line.content.strip(),
                    system="\n\n".join(system),
                    history=tuple(history),
                    where=f"{file}, line {number}",
                    answer=_known(line.answer),
                )
            )
    return found


def _lines(text: str, file: Path) -> Iterator[_NumberedLine]:
    text = text.removeprefix("\ufeff")
    if text.lstrip()[:1] == "[":
        for number, entry in enumerate(_array(text, file), start=1):
            yield _NumberedLine(number, _read(bytes(entry), file, number))
        return
    for number, written in enumerate(text.split("\n"), start=1):
        if written.strip():
            yield _NumberedLine(number, _read(written.encode(), file, number))


def _array(text: str, file: Path) -> list[msgspec.Raw]:
    try:
        return msgspec.json.decode(text, type=list[msgspec.Raw])
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not a JSON array: {error}.", "Write one JSON object a line.") from None


def _read(written: bytes, file: Path, number: int) -> _JsonLine:
    try:
        line = msgspec.json.decode(written, type=_JsonLine)
    except (ValueError, RecursionError) as error:
        raise _wrong(file, number, str(error).replace(" - at `$.", " at `")) from None
    if line.role not in ROLES:
        raise _wrong(file, number, f"the role is {line.role!r}, not one of {', '.join(ROLES)}")
    if not line.content.strip():
        raise _wrong(file, number, "`content` is empty")
    if line.answer is not None and line.role != "user":
        raise _wrong(file, number, "`answer` is the known answer of a `user` line, and this is none")
    if line.answer is not None and not _known(line.answer):
        raise _wrong(file, number, "`answer` is empty")
    if len(_known(line.answer)) > MOST_ANSWER:
        raise _wrong(file, number, f"`answer` has more than {MOST_ANSWER:,} characters; a known answer is a short one")
    return line


def _wrong(file: Path, number: int, why: str) -> BadInput:
    return BadInput(
        f"{file}, line {number}: {why.rstrip('.')}.",
        'Each line is an object like {"role": "user", "content": "Is it so?"}.',
    )


def _known(answer: str | float | bool | None) -> str:
    """Return the known answer as text."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer).strip()


# --- tables -----------------------------------------------------------------------------------------------------------


def _rows(text: str, file: Path) -> list[QueuedQuestion]:
    """Read the questions of a table whose first line names their column; raises if it does not, or with a line."""
    if not text.strip():
        raise BadInput(f"{file} is empty.")
    told = pasted(text)
    if told.taken != "a table":
        first = next(line for line in text.splitlines() if line.strip())
        raise BadInput(
            f"{file}: one column must be named `question`. The first line is: {one_line(first, 200)}",
            "Name the column of the questions `question` there, and that of the known answers `answer`.",
        )
    for fault in told.faults:
        raise BadInput(f"{file}, line {fault.line}: {fault.why}", "Mend the line, or leave it out.")
    return [
        QueuedQuestion(text=item.text, where=f"{file}, question {at}", answer=item.answer)
        for at, item in enumerate(told.items, start=1)
    ]


# --- code -------------------------------------------------------------------------------------------------------------


def _code(files: Sequence[Path]) -> str:
    """Return the code of files and folders as one question: each file under its name, in a fence that its content
    cannot close."""
    parts, left = [], MOST_CODE
    for file in _sources(files):
        text = _text(file)
        left -= len(text)
        if left < 0:
            raise TooLarge(
                f"The code has more than {MOST_CODE:,} characters, {file} included.", "Put a part of it at a time."
            )
        fence = code_fence(text)
        parts.append(f"### {file}\n\n{fence}{file.suffix.lstrip('.')}\n{text.rstrip()}\n{fence}")
    return "\n\n".join(parts)


def _sources(files: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for file in files:
        if not file.is_dir():
            found.append(file)
            continue
        found += sorted(each for each in file.rglob("*") if _is_source(each, file))
        if len(found) > MOST_FILES:
            raise TooLarge(f"{file} holds more than {MOST_FILES} files of code.", "Put a part of it at a time.")
    if not found:
        raise BadInput(f"There is no code in {', '.join(map(str, files))}.")
    return found


def _is_source(file: Path, folder: Path) -> bool:
    inside = file.relative_to(folder).parts
    hidden = any(part.startswith(".") or part in LEFT_OUT for part in inside)
    return not hidden and not file.is_symlink() and file.suffix.lower() in CODE and file.is_file()


def _text(file: Path) -> str:
    import sys  # only for piped input

    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(
            f"{file} is not UTF-8 text.",
            "A run reads text, JSON Lines, tables, code and PDFs; save it as one of these.",
        ) from None
