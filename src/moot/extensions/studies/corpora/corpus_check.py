"""Check a corpus for faults, question by question, and compare it with its frozen digests."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from moot.errors import Conflict
from moot.extensions.studies.corpora.corpus import FROZEN, HEAD, ITEMS, Corpus, CorpusItem, file_of
from moot.library.public import converted, literal, parsed, refuse_unknown, table_of, text_of, write_private

SEVERITIES = ("critical", "high", "medium", "low", "style", "informational")


class Frozen(Struct, frozen=True, kw_only=True):
    """Digests of a corpus when it was frozen."""

    digest: str
    """Digest of the whole corpus."""
    version: str
    """Version at that time."""
    items: int
    """Number of questions."""
    files: dict[str, str]
    """SHA-256 of each file."""


def faults_of(corpus: Corpus) -> tuple[str, ...]:
    """List everything that makes the corpus unusable."""
    return tuple(_faults(corpus))


def unusable(corpus: Corpus) -> Iterator[str]:
    """Yield each reason why a study cannot use the corpus: no questions, or duplicate ids."""
    if not corpus.items:
        yield f"{ITEMS} holds no question"
    for name, often in Counter(item.id for item in corpus.items).items():
        if often > 1:
            yield f"{name}: {often} questions have this id"
    yield from (f"{ITEMS}: a question has no id" for item in corpus.items if not item.id.strip())


def frozen_in(folder: Path) -> Frozen | None:
    """Return the frozen digests; `None` if there are none."""
    file = folder / FROZEN
    if not file.exists():
        return None
    table = parsed(text_of(file), str(file))
    refuse_unknown(table, Frozen.__struct_fields__, str(file))
    return converted(table, Frozen, str(file))


def freeze(corpus: Corpus) -> Frozen:
    """Store the digest of the corpus and of each file. Raises if it changed since it was frozen under the same
    version."""
    earlier, now = frozen_in(corpus.folder), _now(corpus)
    if earlier is not None and earlier.version == now.version and earlier.digest != now.digest:
        raise Conflict(
            f"{corpus.name} was frozen as version {earlier.version} and is otherwise now: "
            f"{', '.join(_changed(earlier, now)) or 'its content'}.",
            f"Give it another `version` in {HEAD}; results of two versions are not compared.",
        )
    head = "".join(f"{name} = {literal(value)}\n" for name, value in
                   (("digest", now.digest), ("version", now.version), ("items", now.items)))  # fmt: skip
    write_private(corpus.folder / FROZEN, f"{head}\n{table_of(['files'], now.files)}")
    return now


def _now(corpus: Corpus) -> Frozen:
    names = [HEAD, ITEMS, *sorted(corpus.texts)]
    return Frozen(
        digest=corpus.digest,
        version=corpus.head.version,
        items=len(corpus.items),
        files={name: hashlib.sha256(file_of(corpus.folder, name).read_bytes()).hexdigest() for name in names},
    )


def _changed(earlier: Frozen, now: Frozen) -> list[str]:
    return sorted(name for name in {*earlier.files, *now.files} if earlier.files.get(name) != now.files.get(name))


def _faults(corpus: Corpus) -> Iterator[str]:
    yield from unusable(corpus)
    for field, value in (("title", corpus.head.title), ("version", corpus.head.version),
                         ("licence", corpus.head.licence)):  # fmt: skip
        if not value.strip():
            yield f"{HEAD}: `{field}` is empty"
    for text, often in Counter(corpus.question_of(item).strip() for item in corpus.items).items():
        if often > 1:
            yield f"{often} questions read alike: {text[:60]!r}"
    for item in corpus.items:
        yield from _faults_of_item(corpus, item)
    earlier = frozen_in(corpus.folder)
    if earlier is not None and earlier.digest != corpus.digest:
        changed = ", ".join(_changed(earlier, _now(corpus))) or "its content"
        yield f"it is not what was frozen as version {earlier.version}: {changed}"


def _faults_of_item(corpus: Corpus, item: CorpusItem) -> Iterator[str]:
    where = item.id or "a question without an id"
    if not item.text.strip() and not item.files:
        yield f"{where}: it asks nothing"
    spans: list[tuple[str, str, int, int]] = []
    for bug in item.key:
        if bug.severity not in SEVERITIES:
            yield f"{where}, {bug.id}: the severity is {bug.severity!r}, not one of {', '.join(SEVERITIES)}"
        spans.append((bug.id, bug.file, *bug.lines))
    spans += [("a decoy", decoy.file, *decoy.lines) for decoy in item.decoys]
    for name, file, first, last in spans:
        if file not in item.files:
            yield f"{where}, {name}: {file} is no file of this question"
        elif not 1 <= first <= last <= len(corpus.texts[file].rstrip("\n").split("\n")):
            yield f"{where}, {name}: {file} has no lines {first} to {last}"
    for at, (name, file, first, last) in enumerate(spans):
        for other, where_else, begins, ends in spans[at + 1 :]:
            if file == where_else and first <= ends and begins <= last:
                yield f"{where}: {name} and {other} share lines of {file}"
