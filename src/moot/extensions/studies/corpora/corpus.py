"""What is a corpus? A folder with `corpus.toml`, `items.jsonl` and the files that items name, known by a digest.

Both are read strictly: an unknown key is refused. A file may lie there with `.txt` behind its own ending, so that tools
leave it alone; it is named without. The digest covers everything that is asked or known, so that results of two corpora
are never taken for those of one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from moot.errors import BadSetting
from moot.library.public import converted, parsed, refuse_unknown, text_of

HEAD, ITEMS, FROZEN = "corpus.toml", "items.jsonl", "frozen.toml"
MOST_ITEMS = 10_000
MOST_BYTES = 20_000_000
KEPT_AS = ".txt"
"""What a file's name may end with besides."""


class PlantedBug(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bug that was planted in a file."""

    id: str
    """Its name."""
    file: str
    """The file."""
    lines: tuple[int, int]
    """Its first and its last line."""
    severity: str
    """How bad it is."""
    kind: str = field(name="class", default="")
    """What kind of bug."""
    note: str = ""
    """What goes wrong."""


class Decoy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lines that look wrong and are not."""

    file: str
    """The file."""
    lines: tuple[int, int]
    """The first and the last line."""
    why_not_a_bug: str
    """Why they are right."""


class CorpusItem(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question."""

    id: str
    """What it is known by."""
    domain: str = ""
    """What field it is from."""
    text: str = ""
    """Its words; they stand before the files, where there are any."""
    files: tuple[str, ...] = ()
    """Files that belong to it."""
    rubric: str = ""
    """By which it is judged, where not by the corpus's."""
    answer: str = ""
    """The answer that is known to be right; shown to nobody who is asked."""
    key: tuple[PlantedBug, ...] = ()
    """Bugs that were planted; shown to nobody who is asked."""
    decoys: tuple[Decoy, ...] = ()
    """Lines that only look wrong; shown to nobody who is asked."""


class Head(Struct, frozen=True, kw_only=True):
    """What `corpus.toml` says."""

    title: str
    """What the corpus is called."""
    version: str
    """Its version; another one with every change."""
    licence: str
    """Under which it may be used, as an SPDX expression."""
    about: str = ""
    """What it holds, in a sentence."""
    rubric: str = ""
    """By which its questions are judged."""


class Corpus(Struct, frozen=True, kw_only=True):
    """A corpus, read."""

    name: str
    """Its name: its folder's."""
    head: Head
    """What it says of itself."""
    items: tuple[CorpusItem, ...]
    """Its questions, in order."""
    texts: dict[str, str]
    """What stands in its files, by name."""
    folder: Path
    """Where it lies."""

    @property
    def digest(self) -> str:
        """SHA-256 of what it says of itself, its questions with their keys, and its files."""
        whole = [self.head, self.items, sorted(self.texts.items())]
        return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()

    def item(self, name: str) -> CorpusItem | None:
        """The question of this name."""
        return next((each for each in self.items if each.id == name), None)

    def clusters(self, questions: Sequence[str], by: str) -> list[str]:
        """What makes each of these questions alike: its domain where a study takes them so, else nothing."""
        domains = {item.id: item.domain for item in self.items}
        return [domains.get(name, "") if by else "" for name in questions]

    def rubric_of(self, item: CorpusItem) -> str:
        """By which a question is judged; empty where the corpus names none."""
        return item.rubric or self.head.rubric

    def question_of(self, item: CorpusItem) -> str:
        """A question as it is put: its words, then its files with numbered lines, so that answers can name them."""
        parts = [item.text.strip()] if item.text.strip() else []
        for name in item.files:
            text = self.texts[name].rstrip("\n")
            fence = "`" * max(3, 1 + _longest_run(text))
            ending = Path(name).suffix.lstrip(".")
            rows = "\n".join(f"{number:4} {line}".rstrip() for number, line in enumerate(text.split("\n"), start=1))
            parts.append(f"### {name}\n\n{fence}{ending}\n{rows}\n{fence}")
        return "\n\n".join(parts)


def corpus_in(folder: Path) -> Corpus:
    """The corpus of a folder; refused by file and line where it is not one."""
    head_file = folder / HEAD
    table = parsed(text_of(head_file), str(head_file))
    refuse_unknown(table, Head.__struct_fields__, str(head_file))
    head = converted(table, Head, str(head_file))
    items = _items(folder / ITEMS)
    texts = {name: _file(folder, name) for name in dict.fromkeys(name for item in items for name in item.files)}
    return Corpus(name=folder.resolve().name, head=head, items=items, texts=texts, folder=folder)


def file_of(folder: Path, name: str) -> Path:
    """Where a file of a corpus lies."""
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
    if file.exists() and not file.is_file():  # a pipe is never read to its end, and a device has none
        raise BadSetting(f"{folder}: {name!r} is not a plain file.", "Put a plain file in its place.")
    if not file.resolve().is_relative_to(folder.resolve()):  # what somebody sent may link to anything on this machine
        raise BadSetting(
            f"{folder}: the file {name!r} leads outside the corpus.", "Put the file itself there, not a link."
        )
    if file.is_file() and file.stat().st_size > MOST_BYTES:
        raise BadSetting(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.")
    return text_of(file)


def _longest_run(text: str) -> int:
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return longest
