"""Test that corpora are read strictly, digested, checked and frozen, and that the packaged ones are correct."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.conftest import Run
from moot.errors import BadSetting, Conflict, UnknownName
from moot.extensions.studies.corpora.corpus import FROZEN, HEAD, ITEMS, corpus_in
from moot.extensions.studies.corpora.corpus_check import faults_of, freeze, frozen_in
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf

PACKAGED = {"known-answers": 40, "planted-bugs": 8, "two-sided": 96, "research": 6, "legal": 13, "threats": 6}


@pytest.fixture
def shelf(tmp_path: Path) -> CorpusShelf:
    return CorpusShelf(tmp_path / "home")


def test_packaged_corpora_are_whole_and_as_they_were_frozen(shelf: CorpusShelf) -> None:
    found = {each.name: each.corpus for each in shelf.corpora()}
    assert {name: len(corpus.items) for name, corpus in found.items() if corpus is not None} == PACKAGED
    for corpus in found.values():
        assert corpus is not None
        assert faults_of(corpus) == ()
        frozen = frozen_in(corpus.folder)
        assert frozen is not None
        assert frozen.digest == corpus.digest


def test_code_is_put_with_numbered_lines_and_without_its_key(shelf: CorpusShelf) -> None:
    corpus = shelf.corpus("planted-bugs")
    for item in corpus.items:
        put = corpus.question_of(item)
        lines = corpus.texts[item.files[0]].split("\n")
        for bug in item.key:
            assert f"{bug.lines[0]:4} {lines[bug.lines[0] - 1]}".rstrip() in put
            assert bug.note not in put
        assert all(decoy.why_not_a_bug not in put for decoy in item.decoys)
        assert ".txt" not in put


def begun(shelf: CorpusShelf, *items: dict[str, object]) -> Path:
    folder = shelf.begun("mine")
    if items:
        (folder / ITEMS).write_text("".join(json.dumps(item) + "\n" for item in items))
    return folder


def test_a_new_corpus_is_whole_and_goes_before_a_packaged_one(shelf: CorpusShelf, tmp_path: Path) -> None:
    assert faults_of(corpus_in(begun(shelf))) == ()
    with pytest.raises(Conflict):
        shelf.begun("mine")
    with pytest.raises(BadSetting):
        shelf.begun("../mine")
    own = shelf.begun("legal")
    assert shelf.corpus("legal").folder == own
    assert shelf.corpus(str(own)).folder == own
    with pytest.raises(UnknownName):
        shelf.corpus("illegal-things")


KEY = {"id": "k", "file": "a.py", "lines": [1, 2], "severity": "high"}


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], "a: 2 questions have this id"),
        ([{"id": "a", "text": "x"}, {"id": "b", "text": "x "}], "2 questions read alike: 'x'"),
        ([{"id": "a", "text": " "}], "a: it asks nothing"),
        ([{"id": "", "text": "x"}], "a question has no id"),
        ([{"id": "a", "files": ["a.py"], "key": [{**KEY, "severity": "bad"}]}], "the severity is 'bad'"),
        ([{"id": "a", "files": ["a.py"], "key": [{**KEY, "lines": [2, 9]}]}], "a.py has no lines 2 to 9"),
        ([{"id": "a", "files": ["a.py"], "key": [{**KEY, "file": "b.py"}]}], "b.py is no file of this question"),
        (
            [{"id": "a", "files": ["a.py"], "key": [KEY],
              "decoys": [{"file": "a.py", "lines": [2, 3], "why_not_a_bug": "so"}]}],
            "a: k and a decoy share lines of a.py",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_told_by_its_question(items: list[dict[str, object]], fault: str, shelf: CorpusShelf) -> None:
    folder = begun(shelf, *items)
    (folder / "a.py").write_text("1\n2\n3\n")
    assert any(fault in each for each in faults_of(corpus_in(folder)))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (HEAD, 'title = "x"\nversoin = "1"', "versoin"),
        (HEAD, 'title = "x"', "version"),
        (ITEMS, '{"id": "a", "txt": "x"}', "items.jsonl, line 1"),
        (ITEMS, "[" * 5_000, "items.jsonl, line 1"),
        (ITEMS, '{"id": "a", "files": ["../secret"]}', "outside the corpus"),
        (ITEMS, '{"id": "a", "files": ["/etc/passwd"]}', "outside the corpus"),
        (ITEMS, '{"id": "a", "files": ["none.py"]}', "no file"),
    ],
)
def test_what_is_no_corpus_is_refused_and_in_nobodys_way(file: str, text: str, said: str, shelf: CorpusShelf) -> None:
    folder = begun(shelf)
    (folder / file).write_text(text)
    with pytest.raises(BadSetting, match=said):
        corpus_in(folder)
    broken = [each for each in shelf.corpora() if each.corpus is None]
    assert [each.name for each in broken] == ["mine"]


def test_the_digest_changes_with_whatever_is_asked_or_known(shelf: CorpusShelf) -> None:
    item = {"id": "a", "text": "x", "files": ["a.py"], "key": [KEY]}
    folder = begun(shelf, item)
    (folder / "a.py").write_text("1\n2\n3\n")
    digests = {corpus_in(folder).digest}
    (folder / "a.py").write_text("1\n2\n4\n")
    digests.add(corpus_in(folder).digest)
    (folder / ITEMS).write_text(json.dumps({**item, "key": [{**KEY, "lines": [1, 1]}]}) + "\n")
    digests.add(corpus_in(folder).digest)
    (folder / HEAD).write_text((folder / HEAD).read_text().replace("general", "stress-test"))
    digests.add(corpus_in(folder).digest)
    assert len(digests) == 4
    (folder / "unnamed.txt").write_text("nothing")
    assert corpus_in(folder).digest in digests


def test_what_was_frozen_is_changed_only_under_another_version(shelf: CorpusShelf) -> None:
    folder = begun(shelf, {"id": "a", "text": "x"})
    freeze(corpus_in(folder))
    first = (folder / FROZEN).read_text()
    freeze(corpus_in(folder))
    assert (folder / FROZEN).read_text() == first
    (folder / ITEMS).write_text('{"id": "a", "text": "y"}\n')
    changed = corpus_in(folder)
    assert faults_of(changed) == ("it is not what was frozen as version 1: items.jsonl",)
    with pytest.raises(Conflict, match="otherwise now"):
        freeze(changed)
    (folder / HEAD).write_text((folder / HEAD).read_text().replace('version = "1"', 'version = "2"'))
    assert freeze(corpus_in(folder)).version == "2"
    assert faults_of(corpus_in(folder)) == ()


def test_a_file_is_neither_a_link_out_of_the_corpus_nor_a_pipe(tmp_path: Path) -> None:
    """A corpus may come from anybody: what it links to would stand in every prompt, and a pipe is never at its end."""
    folder, outside = tmp_path / "sent", tmp_path / "secret.py"
    folder.mkdir()
    outside.write_text("secret = 1\n")
    (folder / "corpus.toml").write_text('title = "Sent"\nversion = "1"\nlicence = "CC0-1.0"\n')
    (folder / "items.jsonl").write_text(json.dumps({"id": "a-1", "text": "Is it so?", "files": ["p.py"]}) + "\n")
    (folder / "p.py").symlink_to(outside)
    with pytest.raises(BadSetting, match="leads outside the corpus"):
        corpus_in(folder)
    (folder / "p.py").unlink()
    os.mkfifo(folder / "p.py")
    with pytest.raises(BadSetting, match="not a plain file"):
        corpus_in(folder)
    (folder / "p.py").unlink()
    (folder / "other.py").write_text("other = 1\n")
    (folder / "p.py").symlink_to("other.py")
    assert corpus_in(folder).texts["p.py"] == "other = 1\n"


def test_sets_of_questions_are_listed_and_shown(moot: Run) -> None:
    listed = json.loads(moot("corpus", "--json").stdout)
    assert {each["name"]: each["questions"] for each in listed["corpora"]}["planted-bugs"] == 8
    assert "two-sided" in moot("corpus", "list").stdout
    told = moot("corpus", "show", "planted-bugs").stdout
    assert "3 bugs, 2 decoys" in told
    put = moot("corpus", "show", "planted-bugs", "ring-c").stdout
    assert "  13     struct ring *ring = malloc(sizeof ring);" in put
    one = json.loads(moot("corpus", "show", "planted-bugs", "ring-c", "--json").stdout)
    assert one["key"][0]["lines"] == [13, 13]
    result = moot("corpus", "show", "planted-bugs", "ring-d")
    assert (result.exit_code, "ring-c" in result.stderr) == (2, True)


def test_lines_are_what_a_run_reads(moot: Run, tmp_path: Path) -> None:
    lines = moot("corpus", "show", "known-answers", "--lines").stdout.splitlines()
    assert len(lines) == 40
    (tmp_path / "q.jsonl").write_text("\n".join(lines[:2]))
    told = json.loads(moot("run", "q.jsonl", "--protocol", "peer-review", "--json", "-q").stdout)
    assert len(told["questions"]) == 2
    assert told["known_answers"]["council"]["right"] + told["known_answers"]["council"]["wrong"] <= 2


def test_a_set_of_ones_own_is_begun_checked_and_frozen(moot: Run, home: Path) -> None:
    assert moot("corpus", "new", "mine").exit_code == 0
    assert moot("corpus", "check").exit_code == 0
    assert "Froze 2 questions as version 1" in moot("corpus", "freeze", "mine").stdout
    items = home / "corpora" / "mine" / "items.jsonl"
    items.write_text(items.read_text().replace("Is it so?", "Is it not so?"))
    result = moot("corpus", "check", "mine")
    assert result.exit_code == 1
    assert "is not what was frozen as version 1: items.jsonl" in result.stdout
    assert moot("corpus", "freeze", "mine").exit_code == 2
    items.write_text("{")
    assert "mine cannot be used" in moot("corpus", "list").stderr
    told = json.loads(moot("corpus", "check", "--json").stdout)
    assert [name for name, faults in told["faults"].items() if faults] == ["mine"]
