"""Check a corpus for faults, question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from moot.extensions.studies.corpora.corpus import HEAD, ITEMS, Corpus, CorpusItem

SEVERITIES = ("critical", "high", "medium", "low", "style", "informational")


def faults_of(corpus: Corpus) -> tuple[str, ...]:
    """Return a message for each fault that makes a set of questions unusable; empty if there is none."""
    return tuple(_faults(corpus))


def unusable(corpus: Corpus) -> Iterator[str]:
    """Yield each reason why a study cannot use the corpus: no questions, or duplicate ids."""
    if not corpus.items:
        yield f"{ITEMS} holds no question"
    for name, often in Counter(item.id for item in corpus.items).items():
        if often > 1:
            yield f"{name}: {often} questions have this id"
    yield from (f"{ITEMS}: a question has no id" for item in corpus.items if not item.id.strip())


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
