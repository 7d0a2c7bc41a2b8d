"""Find corpora: the user's own, then packaged ones, or any folder by its path."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from moot.errors import BadSetting, Conflict, StorageFailed, UnknownName
from moot.extensions.studies.corpora.corpus import HEAD, ITEMS, TASKS, Corpus, CorpusItem, corpus_in, tasks_in
from moot.library.public import checked_name, literal

FOLDER = "corpora"
OWN_LICENCE = "LicenseRef-own"
"""Licence of saved questions that state none."""


class ShelfCorpus(Struct, frozen=True, kw_only=True):
    """A set of questions as lists show it, or the reason why it cannot be read."""

    name: str
    """Name of the corpus."""
    layer: str
    """Where the set is stored: `packaged` or `user`."""
    corpus: Corpus | None
    """The corpus; `None` if it cannot be read."""
    trouble: str = ""
    """Why the corpus cannot be read."""


class CorpusShelf:
    """Finds sets of questions: the user's own and packaged ones."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def corpora(self) -> list[ShelfCorpus]:
        """Return every set of questions, sorted by name."""
        found: dict[str, ShelfCorpus] = {}
        for layer, folder in self._folders():
            try:
                corpus, trouble = corpus_in(folder), ""
            except BadSetting as error:
                corpus, trouble = None, error.message
            found[folder.name] = ShelfCorpus(name=folder.name, layer=layer, corpus=corpus, trouble=trouble)
        return [found[name] for name in sorted(found)]

    def corpus(self, name: str) -> Corpus:
        """Return the set of questions with this name, or the one in the folder at this path."""
        path = Path(name)
        if (path / HEAD).is_file():
            return corpus_in(path)
        folders = {folder.name: folder for _, folder in self._folders()}
        if name not in folders:
            raise UnknownName("corpus", name, folders)
        return corpus_in(folders[name])

    def begun(self, name: str) -> Path:
        """Create a set of example questions in the user's folder, to be edited, and return its path."""
        folder = self._home / FOLDER / checked_name(name, "a corpus")
        if folder.exists():
            raise Conflict(f"{folder} is there already.", "Choose another name.")
        try:
            folder.mkdir(parents=True)
            (folder / HEAD).write_text(NEW_HEAD.replace("$name", name), encoding="utf-8")
            (folder / ITEMS).write_text(NEW_ITEMS, encoding="utf-8")
        except OSError as error:
            raise Conflict(f"{folder} cannot be made: {error.strerror or error}.", "Choose another name.") from None
        return folder

    def kept(self, name: str, title: str, items: Sequence[CorpusItem], rubric: str = "") -> Corpus:
        """Save questions as a set of the user's own and return it. If the name is taken, a number is appended."""
        taken = {folder.name for _, folder in self._folders()}
        taken |= {each.name for each in (self._home / FOLDER).iterdir()} if (self._home / FOLDER).is_dir() else set()
        free = next(each for each in (name, *(f"{name}-{n}" for n in range(2, len(taken) + 3))) if each not in taken)
        folder = self._home / FOLDER / checked_name(free, "a corpus")
        head = {"title": title, "version": "1", "licence": OWN_LICENCE, "rubric": rubric}
        return self._written(folder, head, ITEMS, b"".join(msgspec.json.encode(item) + b"\n" for item in items))

    def _written(self, folder: Path, head: Mapping[str, str], file: str, data: bytes) -> Corpus:
        try:
            folder.mkdir(parents=True)
            lines = "".join(f"{field} = {literal(value)}\n" for field, value in head.items() if value)
            (folder / file).write_bytes(data)
            (folder / HEAD).write_text(lines, encoding="utf-8")  # last: without it there is no set
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)  # do not leave an incomplete set
            raise StorageFailed(f"{folder} cannot be written: {error.strerror or error}.") from None
        return corpus_in(folder)

    def tasks(self, name: str, data: bytes, source: str, *, title: str = "") -> Corpus:
        """Save a file of tasks with rubrics as a set of the user's own, with its SHA-256, and return it. The same file
        is saved once; another file under the same name raises.
        """
        tasks_in(data, source)
        sha256 = hashlib.sha256(data).hexdigest()
        folder = self._home / FOLDER / checked_name(name, "a corpus")
        if (folder / HEAD).is_file():
            corpus = corpus_in(folder)
            if corpus.head.sha256 != sha256:
                raise Conflict(
                    f"{source} is another file than the one saved as {name!r}: its SHA-256 is {sha256}, not "
                    f"{corpus.head.sha256 or 'none'}.",
                    f"Give it another name with `--name`, or delete {folder} first.",
                )
            return corpus
        if folder.exists():
            raise Conflict(f"{folder} is there already, and is no set of questions.", "Choose another name.")
        head = {"title": title or name, "version": "1", "licence": OWN_LICENCE, "source": source, "sha256": sha256}
        return self._written(folder, head, TASKS, data)

    def _folders(self) -> Iterator[tuple[str, Path]]:
        packaged = Path(str(files("moot.extensions.studies.corpora"))) / "packaged"
        for layer, root in (("packaged", packaged), ("user", self._home / FOLDER)):
            if root.is_dir():
                yield from ((layer, each) for each in sorted(root.iterdir()) if (each / HEAD).is_file())


NEW_HEAD = """\
title = "$name"
about = ""
version = "1"
licence = "CC0-1.0"
rubric = "general"
"""
NEW_ITEMS = """\
{"id": "first-1", "domain": "first", "text": "Is it so?"}
{"id": "first-2", "domain": "first", "text": "Is 91 a prime number? Answer yes or no.", "answer": "no"}
"""
