"""Load tasks with rubrics, and make the study that compares a council with its members on them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from moot.errors import BadInput, MootError
from moot.exports.public import registry
from moot.extensions.studies.corpora.corpus import MOST_BYTES, Corpus
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.study import Study, study_from
from moot.library.public import literal
from moot.providers.public import Fetcher, FetchRequest, SearchLimits, is_local

SAMPLE = "rubric-sample"
"""Name of the packaged set of tasks."""
ALONE = "alone-"
"""Prefix of the name of an arm in which one member answers alone."""
SCORE = "score-"
"""Prefix of the name of an arm that judges."""
LIMITS = SearchLimits(total=300.0, most_bytes=MOST_BYTES)


async def tasks_from(shelf: CorpusShelf, source: str, name: str) -> Corpus:
    """Return the tasks from a file or an address. They are saved in the user's folder as `name` with their SHA-256,
    which is checked on each use; an address is asked only once.
    """
    if "://" in source:
        saved = next((each for each in shelf.corpora() if each.name == name and each.layer == "user"), None)
        if saved is not None and (saved.corpus is None or saved.corpus.head.source == source):
            return shelf.corpus(name)  # raises if the file was changed
        try:
            fetcher = Fetcher(source, private=is_local(source))
            data = await fetcher.fetch(FetchRequest(accept="*/*"), LIMITS)
        except MootError as error:
            raise BadInput(
                f"{source} cannot be loaded: {error.message}", "Download the file yourself, and name its path."
            ) from None
    else:
        data = await asyncio.to_thread(_read, Path(source))
    return await asyncio.to_thread(shelf.tasks, name, data, source)


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.", "Name a file of tasks.") from None


def benchmark_study(
    name: str, corpus: Corpus, members: Sequence[str], judge: str, *, each: float, judging: float, questions: int = 0
) -> Study:
    """Return the study of a benchmark. Its arms are each member alone, the first member fused with itself, and the
    protocols fusion, peer review and reader; further arms judge their answers and the answer that reviewers rank first.

    Args:
        each: Budget of one answering session, in dollars.
        judging: Budget for judging one answer, in dollars.
        questions: Number of tasks, from the first; 0 for all.
    """
    if len(set(members)) < 2:
        raise BadInput(
            "A benchmark compares a council with its members, so it needs two models.",
            "Name its members: `-m MODEL -m MODEL`.",
        )
    if judge in members:
        raise BadInput(
            f"{judge} answers, so it cannot judge.",
            "Name another model with `--judge`, or the members with `-m MODEL`.",
        )
    seated = list(dict.fromkeys(members))
    values = {
        "name": name,
        "corpus": corpus.name,
        "questions": [item.id for item in corpus.items][: questions or None],
        "baseline": f"{SCORE}{ALONE}1",
        "twice": seated[:1] * 2,
        "first": seated[0],
        "members": seated,
        "judge": judge,
        "each": each,
        "judging": judging,
        "reply": registry.REPLY,
    }
    text = _filled("study.toml", values)
    for number, model in enumerate(seated, start=1):
        arm = f"{ALONE}{number}"
        text += _filled("member.toml", {**values, "arm": arm, "score": f"{SCORE}{arm}", "model": model})
    return study_from(text, "study.toml")


def _filled(name: str, values: Mapping[str, Any]) -> str:
    template = files("moot.extensions.studies.benchmark").joinpath(name).read_text(encoding="utf-8")
    return Template(template).substitute({key: literal(value) for key, value in values.items()})
