"""Test that corpora are read strictly, digested, checked and frozen, and that the packaged ones are correct."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.conftest import Run
from moot.errors import BadSetting, Conflict, UnknownName
from moot.extensions.studies.corpora.corpus import HEAD, ITEMS, corpus_in
from moot.extensions.studies.corpora.corpus_check import faults_of
from moot.extensions.studies.corpora.corpus_shelf import CorpusShelf
from moot.extensions.studies.corpora.pasted import pasted

PACKAGED = {
    "known-answers": 40,
    "planted-bugs": 8,
    "two-sided": 96,
    "research": 6,
    "legal": 13,
    "threats": 6,
    "rubric-sample": 7,
}


@pytest.fixture
def shelf(tmp_path: Path) -> CorpusShelf:
    return CorpusShelf(tmp_path / "home")


def test_packaged_corpora_are_whole(shelf: CorpusShelf) -> None:
    found = {each.name: each.corpus for each in shelf.corpora()}
    assert {name: len(corpus.items) for name, corpus in found.items() if corpus is not None} == PACKAGED
    for corpus in found.values():
        assert corpus is not None
        assert faults_of(corpus) == ()


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


def test_a_set_of_ones_own_is_begun_and_checked(moot: Run, home: Path) -> None:
    assert moot("corpus", "new", "mine").exit_code == 0
    assert moot("corpus", "check").exit_code == 0
    items = home / "corpora" / "mine" / "items.jsonl"
    items.write_text("{")
    assert "mine cannot be used" in moot("corpus", "list").stderr
    told = json.loads(moot("corpus", "check", "--json").stdout)
    assert [name for name, faults in told["faults"].items() if faults] == ["mine"]


ASKED = ["What is 3 × 4?", "Is 91 prime, or not?", 'Who said "no"?']
ANSWERED = [("Which river runs through Vienna?", "the Danube"), ("Welches Metall ist flüssig?", "Quecksilber")]
TEXTS = [
    ("lines", "\n\n".join(ASKED)),
    ("lines", "\ufeff" + "\r\n".join(ASKED)),
    ("lines", "".join(f"- {each}\n" for each in ASKED)),
    ("lines", "".join(f"{at}. {each}\n" for at, each in enumerate(ASKED, 1))),
    ("lines", "".join(f"({at}) {each}\n\n" for at, each in enumerate(ASKED, 1))),
    ("a JSON array", json.dumps(ASKED, indent=2)),
    ("a JSON array", json.dumps([{"text": ASKED[0]}, ASKED[1], {"prompt": ASKED[2]}])),
    ("JSON Lines", "\n".join(json.dumps({"text": each, "id": at}) for at, each in enumerate(ASKED))),
    ("a table", 'question,answer\nWhat is 3 × 4?,12\n"Is 91 prime, or not?",no\n"Who said ""no""?",\n'),
    ("a table", 'id;Question\na;What is 3 × 4?\nb;Is 91 prime, or not?\nc;Who said "no"?\n'),
    ("a table", "Frage\n" + "\n".join(ASKED)),
]
NAMED = [
    "question,answer\n{0},{1}\n{2},{3}",
    "Frage;Antwort\n{0};{1}\n{2};{3}",
    "标准答案\t题目\n{1}\t{0}\n{3}\t{2}",
    "| Question | Expected |\n|---|:--:|\n| {0} | {1} |\n| {2} | {3} |",
    "question_id,questionText,expected_output\nx,{0},{1}\ny,{2},{3}",
    '{{"Frage": "{0}", "Antwort": "{1}"}}\n{{"Frage": "{2}", "Antwort": "{3}"}}',
    '[{{"prompt": "{0}", "ideal": "{1}"}}, {{"prompt": "{2}", "ideal": "{3}"}}]',
]
UNNAMED = ["{0},{1}\n{2},{3}", "{0}; {1}\n{2}; {3}", "{0}\t{1}\n{2}\t{3}", "| {0} | {1} |\n| {2} | {3} |"]


@pytest.mark.parametrize(("taken", "text"), TEXTS)
def test_the_same_questions_come_out_of_every_form(taken: str, text: str) -> None:
    told = pasted(text)
    assert (told.taken, told.faults, [item.text for item in told.items]) == (taken, (), ASKED)


@pytest.mark.parametrize("form", NAMED)
def test_named_answers_are_kept_apart(form: str) -> None:
    told = pasted(form.format(*ANSWERED[0], *ANSWERED[1]))
    assert told.faults == ()
    assert [(item.text, item.answer) for item in told.items] == ANSWERED


@pytest.mark.parametrize("form", UNNAMED)
def test_of_columns_without_names_nothing_is_taken_until_somebody_says_so(form: str) -> None:
    text = form.format(*ANSWERED[0], *ANSWERED[1])
    assert (pasted(text).taken, pasted(text).items) == ("", ())
    assert len(pasted(text, plain=True).items) == 2


@pytest.mark.parametrize(
    "text",
    ["[1] says it rains. Does it?", "- 5 + 3 is what?", "question", "Is it so, or not?", "- One?\nTwo?",
     "If it rains, does it pour?\nWhen, exactly, did Rome fall?", "Is 1,000 more?\nIs 2,500 prime?"],
)  # fmt: skip
def test_a_question_that_only_looks_like_something_else_is_one(text: str) -> None:
    told = pasted(text)
    assert (told.taken, [item.text for item in told.items]) == ("lines", text.split("\n"))


def test_a_field_nobody_knows_is_left_out_and_told() -> None:
    for text in ('{"text": "One?", "colour": "red"}', "text;colour\nOne?;red", '[{"text": "One?", "colour": [1]}]'):
        told = pasted(text)
        assert ([item.text for item in told.items], told.faults, told.unknown) == (["One?"], (), ("colour",))


def test_an_object_without_a_question_is_told_with_the_fields_that_are_known() -> None:
    (fault,) = pasted('{"colour": "red"}').faults
    assert "'colour'" in fault.why
    assert "`text`" in fault.why
    (fault,) = pasted('[{"question": "One?", "text": "Two?"}]').faults
    assert "more than one of `text`" in fault.why


@pytest.mark.parametrize("text", ["[1, 2, [3]]", "[null]", '[{"text": 1}]', "[[[[", "{", '{"text": }', "[{}]"])
def test_what_is_no_question_is_told(text: str) -> None:
    told = pasted(text)
    assert told.wrong + len(told.items) >= 1
    assert all(item.text for item in told.items)


def test_a_row_of_another_width_is_told_by_its_line() -> None:
    told = pasted('Frage;Antwort\n"Was folgt?\n\n# Daraus; und weiter";ja\nUnd dies;a;b\n')
    assert [(item.text, item.answer) for item in told.items] == [("Was folgt?\n\n# Daraus; und weiter", "ja")]
    assert [(fault.line, "3 cells" in fault.why) for fault in told.faults] == [(5, True)]


def test_the_example_of_the_documentation_is_read_as_it_says() -> None:
    page = (Path(__file__).parents[4] / "docs" / "corpora.md").read_text("utf-8")
    part = page.partition("## How pasted text is read")[2]
    given, read = part.partition("```text\n")[2], part.partition("```json\n")[2]
    told = pasted(given.partition("```")[0])
    assert [[item.text, item.answer] for item in told.items] == json.loads(read.partition("```")[0])
