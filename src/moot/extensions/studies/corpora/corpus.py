"""Read a corpus: a folder with `corpus.toml`, `items.jsonl` and the files that items name, with one digest.

Reading is strict: an unknown key raises. A file may have `.txt` after its own suffix so that tools leave it alone;
items name it without. The digest covers everything that is asked or known, so results of two corpora are never mixed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from moot.errors import BadSetting
from moot.library.public import checked_name, converted, parsed, refuse_unknown, text_of
from moot.vocabulary.public import OptionValue, Turn

HEAD, ITEMS, TASKS = "corpus.toml", "items.jsonl", "tasks.jsonl"
MOST_ITEMS = 10_000
MOST_BYTES = 20_000_000
KEPT_AS = ".txt"
"""Additional suffix that a file's name may have."""
WRITTEN = {"ai": "AI", "ml": "ML", "javascript": "JavaScript", "llm": "LLM"}
"""Spelling of words in titles, by the lower-case word."""


class PlantedBug(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bug planted in a file of code, which a review should find."""

    id: str
    """Id of the bug."""
    file: str
    """Name of the file that contains the bug."""
    lines: tuple[int, int]
    """First and last line of the bug."""
    severity: str
    """Severity of the bug."""
    kind: str = field(name="class", default="")
    """The kind of bug."""
    note: str = ""
    """Description of what goes wrong."""


class Decoy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Correct lines of code that look wrong, which a review should not report."""

    file: str
    """Name of the file that contains the lines."""
    lines: tuple[int, int]
    """First and last line."""
    why_not_a_bug: str
    """Why the lines are correct."""


class Criterion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One criterion of a question's rubric, by which a judge model judges an answer."""

    id: str
    """Id of the criterion."""
    text: str
    """Condition that an answer meets, as a statement about the answer."""
    weight: float
    """Weight of the criterion; below zero if the criterion describes a fault."""
    section: str = ""
    """Part of the rubric to which the criterion belongs."""


class CorpusItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question of a corpus, with its files and what is known about the answer."""

    id: str
    """Id of the question."""
    domain: str = ""
    """Subject area of the question."""
    text: str = ""
    """Text of the question, placed before the files."""
    files: tuple[str, ...] = ()
    """Files that belong to the question."""
    rubric: str = ""
    """Name of the rubric; empty for the corpus's own."""
    answer: str = ""
    """The known correct answer; not shown to members."""
    key: tuple[PlantedBug, ...] = ()
    """Planted bugs; not shown to members."""
    decoys: tuple[Decoy, ...] = ()
    """Lines that only look wrong; not shown to members."""
    criteria: tuple[Criterion, ...] = ()
    """Criteria by which answers are graded; not shown to members."""
    system: str = ""
    """Extra system prompt of every seat."""
    history: tuple[Turn, ...] = ()
    """Earlier turns of the conversation, oldest first."""
    options: dict[str, OptionValue] = {}
    """Protocol options of this question alone."""


class Head(Struct, frozen=True, kw_only=True):
    """Contents of `corpus.toml`: title, version and licence of a set of questions."""

    title: str
    """Title of the corpus."""
    version: str
    """Version of the corpus; every change needs a new one."""
    licence: str
    """Licence of the corpus as an SPDX expression."""
    about: str = ""
    """Description in one sentence."""
    rubric: str = ""
    """Rubric for the questions of the corpus."""
    source: str | UnsetType = UNSET
    """Where the corpus's file of tasks with rubrics is from; left out if the questions are in `items.jsonl`."""
    sha256: str | UnsetType = UNSET
    """SHA-256 of the file in `source`."""


class Corpus(Struct, frozen=True, kw_only=True):
    """A set of questions, read from its folder."""

    name: str
    """Name of the corpus: that of its folder."""
    head: Head
    """The contents of `corpus.toml`."""
    items: tuple[CorpusItem, ...]
    """Questions of the corpus, in order."""
    texts: dict[str, str]
    """Contents of the corpus files, by name."""
    folder: Path
    """Folder of the corpus."""

    @property
    def digest(self) -> str:
        """Return the SHA-256 of all questions, known answers and files, which keeps results of different versions
        apart.
        """
        whole = [self.head, self.items, sorted(self.texts.items())]
        return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()

    def item(self, name: str) -> CorpusItem | None:
        """Return the question with this id; `None` if there is none."""
        return next((each for each in self.items if each.id == name), None)

    def clusters(self, questions: Sequence[str], by: str) -> list[str]:
        """Return the domain of each question, because questions of one domain count as dependent. If `by` is empty, all
        questions count as independent, and every text is empty.
        """
        domains = {item.id: item.domain for item in self.items}
        return [domains.get(name, "") if by else "" for name in questions]

    def rubric_of(self, item: CorpusItem) -> str:
        """Return the rubric for a question; empty if neither the question nor the corpus names one."""
        return item.rubric or self.head.rubric

    def question_of(self, item: CorpusItem) -> str:
        """Return a question's text as models get it, followed by its files with numbered lines."""
        parts = [item.text.strip()] if item.text.strip() else []
        for name in item.files:
            text = self.texts[name].rstrip("\n")
            fence = code_fence(text)
            ending = Path(name).suffix.lstrip(".")
            rows = "\n".join(f"{number:4} {line}".rstrip() for number, line in enumerate(text.split("\n"), start=1))
            parts.append(f"### {name}\n\n{fence}{ending}\n{rows}\n{fence}")
        return "\n\n".join(parts)


def corpus_in(folder: Path) -> Corpus:
    """Read the set of questions in a folder. Raises for an invalid one, with file and line."""
    head_file = folder / HEAD
    table = parsed(text_of(head_file), str(head_file))
    refuse_unknown(table, Head.__struct_fields__, str(head_file))
    head = converted(table, Head, str(head_file))
    items = tasks_in(tasks_data(folder / TASKS, head.sha256), TASKS) if head.sha256 else _items(folder / ITEMS)
    texts = {name: _file(folder, name) for name in dict.fromkeys(name for item in items for name in item.files)}
    return Corpus(name=folder.resolve().name, head=head, items=items, texts=texts, folder=folder)


def file_of(folder: Path, name: str) -> Path:
    """Return the path of a file in a corpus's folder. If there is no file of this name, one with `.txt` appended is
    used.
    """
    plain = folder / name
    return plain if plain.exists() or not (kept := folder / (name + KEPT_AS)).exists() else kept


def _items(file: Path) -> tuple[CorpusItem, ...]:
    text = text_of(file)
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(msgspec.json.decode(line, type=CorpusItem))
        except (ValueError, RecursionError) as error:
            told = str(error).replace(" - at `$.", " at `").rstrip(".")
            raise BadSetting(
                f"{file}, line {number}: {told}.", 'Each line is an object like {"id": "a-1", "text": "Is it so?"}.'
            ) from None
    if len(found) > MOST_ITEMS:
        raise BadSetting(f"{file} holds {len(found):,} questions.", f"A corpus holds at most {MOST_ITEMS:,}.")
    return tuple(found)


def _file(folder: Path, name: str) -> str:
    if name.startswith("/") or ".." in Path(name).parts:
        raise BadSetting(f"{folder}: the file {name!r} lies outside the corpus.", "Put it into the corpus's folder.")
    file = file_of(folder, name)
    if file.exists() and not file.is_file():  # a pipe never ends, and a device is no file
        raise BadSetting(f"{folder}: {name!r} is not a plain file.", "Put a plain file in its place.")
    if not file.resolve().is_relative_to(folder.resolve()):  # a received folder may link to any file on this machine
        raise BadSetting(
            f"{folder}: the file {name!r} leads outside the corpus.", "Put the file itself there, not a link."
        )
    if file.is_file() and file.stat().st_size > MOST_BYTES:
        raise BadSetting(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.")
    return text_of(file)


class _Requirement(Struct, frozen=True, kw_only=True):
    """One criterion as a file of tasks has it."""

    id: str
    weight: float
    requirement: str


class _Section(Struct, frozen=True, kw_only=True):
    """One part of a rubric as a file of tasks has it."""

    criteria: tuple[_Requirement, ...]
    id: str = ""
    title: str = ""


class _Sections(Struct, frozen=True, kw_only=True):
    """The rubric of one task."""

    sections: tuple[_Section, ...]


class _Task(Struct, frozen=True, kw_only=True):
    """One line of a file of tasks; other fields are ignored."""

    problem: str
    answer: str | _Sections
    id: str = ""
    domain: str = ""


def tasks_data(file: Path, sha256: str) -> bytes:
    """Return the contents of a saved file of tasks. Raises if its SHA-256 is not the one written down."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadSetting(f"{file} cannot be read: {error.strerror or error}.") from None
    if (found := hashlib.sha256(data).hexdigest()) != sha256:
        raise BadSetting(
            f"{file} was changed: its SHA-256 is {found}, and {sha256} was written down when it was saved.",
            f"Restore the file, or delete {file.parent} and load it again.",
        )
    return data


def tasks_in(data: bytes, where: str) -> tuple[CorpusItem, ...]:
    """Parse a file of tasks with rubrics: JSON Lines with `problem`, `domain`, and a rubric in `answer`, as an object
    or as JSON in a text. Raises for an invalid one, with the line.
    """
    if len(data) > MOST_BYTES:
        raise BadSetting(f"{where} is larger than {MOST_BYTES // 1_000_000} MB.")
    found = dict[str, CorpusItem]()
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            item = _task_item(line, number)
        except (ValueError, RecursionError) as error:  # msgspec's errors are `ValueError`
            raise BadSetting(f"{where}, line {number}: {error}", TASK_SHAPE) from None
        if item.id in found:
            raise BadSetting(f"{where}, line {number}: the id {item.id!r} is there already.", TASK_SHAPE)
        found[item.id] = item
        if len(found) > MOST_ITEMS:
            raise BadSetting(f"{where} has more than {MOST_ITEMS:,} tasks.")
    if not found:
        raise BadSetting(f"{where} has no task.", TASK_SHAPE)
    return tuple(found.values())


TASK_SHAPE = (
    'Each line is an object: {"id": …, "domain": …, "problem": …, "answer": {"sections": [{"title": …, '
    '"criteria": [{"id": …, "weight": …, "requirement": …}]}]}}.'
)


def _task_item(line: bytes, number: int) -> CorpusItem:
    task = msgspec.json.decode(line, type=_Task)
    rubric = msgspec.json.decode(task.answer, type=_Sections) if isinstance(task.answer, str) else task.answer
    criteria = tuple(
        Criterion(id=each.id, text=each.requirement.strip(), weight=each.weight, section=section.title or section.id)
        for section in rubric.sections
        for each in section.criteria
    )
    if not task.problem.strip():
        raise ValueError("`problem` is empty")
    if not all(each.text for each in criteria):
        raise ValueError("a criterion's `requirement` is empty")
    if not any(each.weight > 0 for each in criteria):
        raise ValueError("no criterion has a weight above zero")
    return CorpusItem(
        id=checked_name(task.id or f"task-{number}", "a task"),
        domain=task.domain,
        text=task.problem,
        criteria=criteria,
    )


def code_fence(text: str) -> str:
    """Return a run of backticks that can enclose the text in Markdown: longer than any run within it."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return "`" * max(3, 1 + longest)


def domain_title(name: str) -> str:
    """Return a domain's name for display: `ai_governance` becomes `AI governance`; a name with capitals or spaces is
    unchanged.
    """
    if name != name.lower() or " " in name:
        return name
    words = " ".join(WRITTEN.get(word, word) for word in name.replace("-", "_").split("_"))
    return words[:1].upper() + words[1:]
