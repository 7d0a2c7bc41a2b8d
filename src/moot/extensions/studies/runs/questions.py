"""Read the questions in files: text is one question; JSON Lines of `{role, content}` and table rows are several; code
is one question for judging.

In JSON Lines a `user` line is its own question. An `assistant` line after it makes both earlier turns of later
questions, which are not asked again; a `system` line is sent to every seat of the questions below it. An invalid file
raises with the line.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import document_from
from moot.cli.public import one_line
from moot.errors import BadInput, TooLarge
from moot.extensions.studies.corpora.corpus import CorpusItem, code_fence
from moot.extensions.studies.corpora.pasted import pasted
from moot.vocabulary.public import Turn

Kind = Literal["question", "jsonl", "table", "code"]
KINDS: tuple[Kind, ...] = ("question", "jsonl", "table", "code")
ROLES = ("user", "assistant", "system")
MOST_QUESTIONS = 1_000
MOST_BYTES = 10_000_000
MOST_CODE = 400_000
"""Maximum number of characters of code in one question."""
MOST_FILES = 500
MOST_ANSWER = 2_000
"""Maximum number of characters of a known answer."""
CODE_ENDINGS = """
.bash .c .cc .clj .cpp .cs .css .dart .el .erl .ex .exs .f90 .fs .go .h .hpp .hs .html .java .jl .js .jsx .kt
.lisp .lua .m .ml .mm .nim .php .pl .proto .ps1 .py .r .rb .rs .scala .scm .sh .sol .sql .swift .tf .toml .ts
.tsx .vb .vue .yaml .yml .zig
"""
CODE = frozenset(CODE_ENDINGS.split())
"""Suffixes of code files."""
LEFT_OUT = frozenset(("node_modules", "__pycache__", "venv", "dist", "build", "target", "vendor"))
"""Names of folders that contain no code of the project itself."""


class TurnLine(Struct, frozen=True):
    """A line of JSON Lines: the speaker's role, the text, and perhaps a known answer."""

    role: str
    content: str
    answer: Any = None


async def drawn_from(files: Sequence[Path]) -> dict[Path, str]:
    """Return the text of each PDF among these files, by path."""
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
    files: Sequence[Path],
    kind: Kind | None,
    preface: str = "",
    drawn: Mapping[Path, str] | None = None,
    domain: str = "",
) -> list[CorpusItem]:
    """Return the questions in these files in order, each with `preface` before its text and with an id computed from
    its content. `drawn` gives the text of PDFs.
    """
    kind = kind or _kind_of(files)
    if kind == "code":
        found = [CorpusItem(id="", text=_code(files))]
    else:
        found = []
        for file in files:
            if file.is_dir():
                raise BadInput(f"{file} is a folder.", "Only code is read from folders: add `--input code`.")
            text = drawn[file] if drawn and file in drawn else _text(file)
            found += (
                _turns(text, file) if kind == "jsonl"
                else _rows(text, file) if kind == "table"
                else [CorpusItem(id="", text=text.strip())]
            )  # fmt: skip
    found = [put for put in found if put.text]
    if not found:
        raise BadInput(f"There is no question in {', '.join(map(str, files))}.")
    if len(found) > MOST_QUESTIONS:
        raise TooLarge(f"There are {len(found):,} questions.", f"Put at most {MOST_QUESTIONS:,} in one run.")
    head = preface.strip() + "\n\n" if preface.strip() else ""
    return list(_identified([replace(put, text=head + put.text, domain=domain) for put in found]))


def _kind_of(files: Sequence[Path]) -> Kind:
    if any(file.is_dir() for file in files) or all(file.suffix.lower() in CODE for file in files):
        return "code"
    if all(file.suffix.lower() in (".jsonl", ".ndjson", ".json") for file in files):
        return "jsonl"
    if all(file.suffix.lower() in (".csv", ".tsv") for file in files):
        return "table"
    return "question"


def _identified(found: Sequence[CorpusItem]) -> Iterator[CorpusItem]:
    """Give each question an id computed from its content; questions with equal content get different ids."""
    often = Counter[str]()
    for put in found:
        whole = hashlib.sha256(msgspec.json.encode([put.text, put.system, put.history])).hexdigest()[:12]
        often[whole] += 1
        yield replace(put, id=f"{whole}-{often[whole]}")


# --- JSON Lines -------------------------------------------------------------------------------------------------------


def items_from(lines: Mapping[int, TurnLine]) -> list[CorpusItem]:
    """Return the questions in a list of `user`, `assistant` and `system` lines, given by line number.

    A user line followed by an assistant line is an earlier turn of the questions after it; any other user line is a
    question.

    Raises:
        BadInput: There is no question, or an assistant line does not follow a user line.
    """
    system, history, found = list[str](), list[Turn](), list[CorpusItem]()
    turns = list(lines.items())
    for at, (number, line) in enumerate(turns):
        words = line.content.strip()
        if line.role == "system":
            system.append(words)
        elif line.role == "assistant":
            if at == 0 or turns[at - 1][1].role != "user":
                raise BadInput(
                    f"line {number}: an `assistant` line answers the `user` line before it, and there is none."
                )
            history.append(Turn(question=turns[at - 1][1].content.strip(), answer=words))
        elif at + 1 == len(turns) or turns[at + 1][1].role != "assistant":
            found.append(
                CorpusItem(
                    id=f"q{len(found) + 1}",
                    text=words,
                    system="\n\n".join(system),
                    history=tuple(history),
                    answer=_known(line.answer),
                )
            )
    if not found:
        raise BadInput("no line with the role `user` waits for an answer, so there is no question.")
    return found


def turn_from(written: bytes | str) -> TurnLine:
    """Parse a line of JSON Lines, such as `{"role": "user", …}`; an invalid one raises `BadInput`."""
    try:
        line = msgspec.json.decode(written, type=TurnLine)
    except (ValueError, RecursionError) as error:
        raise BadInput(str(error).replace(" - at `$.", " at `")) from None
    if line.role not in ROLES:
        raise BadInput(f"the role is {line.role[:40]!r}, not one of {', '.join(ROLES)}")
    if not line.content.strip():
        raise BadInput("`content` is empty")
    return line


def _turns(text: str, file: Path) -> list[CorpusItem]:
    text = text.removeprefix("\ufeff")
    try:
        array = msgspec.json.decode(text, type=list[msgspec.Raw]) if text.lstrip()[:1] == "[" else None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not a JSON array: {error}.", "Write one JSON object a line.") from None
    lines, number = dict[int, TurnLine](), 0
    try:
        for number, written in enumerate(map(bytes, array) if array else text.encode().split(b"\n"), start=1):
            if written.strip():
                lines[number] = turn_from(written)
                _check_answer(lines[number])
    except BadInput as error:
        raise BadInput(
            f"{file}, line {number}: {error.message.rstrip('.')}.",
            'Each line is an object like {"role": "user", "content": "Is it so?"}.',
        ) from None
    try:
        return items_from(lines)
    except BadInput as error:
        raise BadInput(f"{file}: {error.message}") from None


def _check_answer(line: TurnLine) -> None:
    answer = line.answer
    if answer is None:
        return
    if line.role != "user":
        raise BadInput("`answer` is the known answer of a `user` line, and this is none")
    if not isinstance(answer, (str, int, float)):
        raise BadInput("`answer` is no text, number or truth value")
    if not 0 < len(_known(answer)) <= MOST_ANSWER:
        raise BadInput(f"`answer` is empty, or has more than {MOST_ANSWER:,} characters")


def _known(answer: object) -> str:
    """Return a known answer as text: `yes` or `no` for a boolean, empty for none."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return "" if answer is None else str(answer).strip()


# --- tables -----------------------------------------------------------------------------------------------------------


def _rows(text: str, file: Path) -> list[CorpusItem]:
    """Read the questions of a table whose first line names its columns. Raises if no column contains questions, or if a
    line is invalid.
    """
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
    return list(told.items)


# --- code -------------------------------------------------------------------------------------------------------------


def _code(files: Sequence[Path]) -> str:
    """Return the code of files and folders as one question: each file under its name, in a Markdown fence that its
    content cannot close.
    """
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
