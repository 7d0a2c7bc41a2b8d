"""Test that exported files are written whole or not at all, have safe names, and read back."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from moot.errors import BadInput, Conflict, StoreUnusable
from moot.exports import archive
from moot.exports import session_files as exporting
from moot.exports.pages.replay_page import CLOSING, OPENING, replay_of
from moot.exports.session_files import (
    FORMS,
    SessionExport,
    events_from_jsonl,
    export,
    file_name,
    transcript_lines,
    write_export,
)
from moot.vocabulary import event_keys
from moot.vocabulary.events import SheetDealt, SheetEntry
from moot.vocabulary.questions import Question
from moot.vocabulary.state import state_of
from rig.growth import assert_linear
from sessions.sample_sessions import SAMPLES, Script, hostile


def lines_of(name: str = "full") -> list[str]:
    script = SAMPLES[name]()
    return transcript_lines(script.events).splitlines()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_transcript_reads_back(name: str) -> None:
    script = SAMPLES[name]()
    text = export(script.state, script.events, "jsonl")
    assert events_from_jsonl(text) == script.events
    assert state_of(events_from_jsonl(text)) == script.state
    assert export(script.state, events_from_jsonl(text), "jsonl") == text


@pytest.mark.parametrize("sample", SAMPLES)
def test_json_holds_result_moves_and_ballots(sample: str) -> None:
    state = SAMPLES[sample]().state
    text = export(state, (), "json")
    whole = json.loads(text)
    assert list(whole) == [field.encode_name for field in msgspec.structs.fields(SessionExport)]
    for name, held in (("moves", state.moves), ("ballots", state.ballots)):
        assert whole[name] == json.loads(msgspec.json.encode(list(held.values())))
    assert whole["result"]["session"] == state.session


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_no_reader_breaks_a_line_of_json_elsewhere(format: str) -> None:
    script = hostile("a\u2028b\u2029c\x85d\x0be\x1cf\r\ng")
    text = export(script.state, script.events, format)
    assert text.splitlines() == text.removesuffix("\n").split("\n")
    if format == "jsonl":
        assert text.count("\n") == len(script.events) + 1, "the events and their seal"
        assert events_from_jsonl(text) == script.events


def test_half_a_surrogate_pair_stops_no_export(replay_page: str) -> None:
    script = hostile("a\ud800b")
    for format in FORMS.keys() - {"replay"}:
        assert export(script.state, script.events, format).encode()
    assert replay_of(script.events, replay_page).encode()
    assert len(events_from_jsonl(export(script.state, script.events, "jsonl"))) == len(script.events)


@pytest.mark.parametrize(("text", "kept"), [("It costs $5 and $7.", False), ("So $x^2$ it is.", True)])
def test_a_replay_page_carries_what_draws_formulas_where_there_are_some(text: str, kept: bool) -> None:
    page = f'<p>{OPENING}{CLOSING}<script id="maths">maths{CLOSING}<script>app{CLOSING}'
    script = hostile(text)
    written = replay_of(script.events, page)
    assert ("maths" in written.partition(CLOSING)[2]) is kept
    assert written.endswith(f"<script>app{CLOSING}")


BROKEN = {
    "empty": ("", "no events"),
    "blank": ("\n \n", "no events"),
    "no json": ("hello", "Line 1 is not an event"),
    "a list": ("[]", "Line 1"),
    "torn": ("\n".join(lines_of())[:-40], f"Line {len(lines_of())} .*truncated"),
    "a line missing": ("\n".join(lines_of()[:3] + lines_of()[4:]), "Line 4.*its number is 5, not 4"),
    "out of order": ("\n".join([lines_of()[0], lines_of()[2], lines_of()[1]]), "its number is 3, not 2"),
    "twice": ("\n".join([lines_of()[0], lines_of()[0]]), "its number is 1, not 2"),
    "no opening": (lines_of()[1].replace('"seq":2', '"seq":1'), "begins with `SessionOpened`"),
    "two sessions": ("\n".join([lines_of()[0], lines_of()[1].replace("01k9", "01k8")]), "belongs to the session"),
    "one key twice": ("\n".join([*lines_of()[:2], lines_of()[1].replace('"seq":2', '"seq":3')]), "on an earlier line"),
    "an unknown field": (lines_of()[0].replace('"seq":1', '"seq":1,"x":1'), "unknown field `x`"),
    "a wrong body": (lines_of()[0].replace('"seed":"seed"', '"seed":5'), "seed"),
    "version 0": (lines_of()[0].replace('"version":1', '"version":0'), "version"),
    "deep": ('{"session":' + "[" * 100_000, "Line 1"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_transcript_says_where_and_why(case: str) -> None:
    text, why = BROKEN[case]
    with pytest.raises(BadInput, match=why) as caught:
        events_from_jsonl(text)
    assert "jsonl" in caught.value.remedy


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    script = SAMPLES["full"]()
    assert events_from_jsonl("\ufeff" + "\r\n".join(lines_of()) + "\r\n") == script.events


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Should we?", "moot-2026-11-20-should-we.md"),
        ("../../etc/passwd", "moot-2026-11-20-etc-passwd.md"),
        ("Ünïcödé “quotes” & CON", "moot-2026-11-20-unicode-quotes-con.md"),
        ("почему?", "moot-2026-11-20-000000.md"),
        ("a" * 500, f"moot-2026-11-20-{'a' * 40}.md"),
        ('\x00\u202e/\\:*?"<>|', "moot-2026-11-20-000000.md"),
    ],
)
def test_file_names(question: str, name: str) -> None:
    assert file_name(Script().open(Question(text=question)).state, "md") == name


def test_a_file_is_written_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    write_export(path, "words ⟨\ud800⟩\n")
    assert path.read_bytes() == "words ⟨\\ud800⟩\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a.md"]


def test_nothing_is_overwritten_unless_told(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    write_export(path, "one")
    with pytest.raises(Conflict, match="there already"):
        write_export(path, "two")
    assert path.read_text() == "one"
    write_export(path, "two", overwrite=True)
    assert path.read_text() == "two"
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_link_is_never_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("mine")
    link.symlink_to(target)
    with pytest.raises(Conflict):
        write_export(link, "other")
    write_export(link, "other", overwrite=True)
    assert target.read_text() == "mine"
    assert not link.is_symlink()


@pytest.mark.parametrize("broken", ["fsync", "link"])
def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting.os, broken, full)
    monkeypatch.setattr(exporting.os, "replace", full)
    with pytest.raises(BadInput, match="No space left"):
        write_export(tmp_path / "a.md", "words")
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".moot")]


def test_file_systems_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*args: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(exporting.os, "link", refuses)
    write_export(tmp_path / "a.md", "one")
    with pytest.raises(Conflict):
        write_export(tmp_path / "a.md", "two")
    assert (tmp_path / "a.md").read_text() == "one"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder"):
        write_export(tmp_path, "x")
    with pytest.raises(BadInput, match="Nothing can be written"):
        write_export(tmp_path / "missing" / "a.md", "x")


def test_a_replay_holds_the_transcript_and_closes_no_tag(replay_page: str) -> None:
    script = hostile("</script><script>alert(1)</script><!-- \u2028")
    page = replay_of(script.events, replay_page)
    before, _, rest = page.partition('id="transcript">')
    written, _, after = rest.partition("</script>")
    assert before.count("<script") == 1
    assert after == "<p>after</p>"
    events = json.loads(written)["events"]
    assert [event["key"] for event in events] == [event.key for event in script.events]
    assert "<" not in written
    assert file_name(script.state, "replay").endswith(".replay.html")


@pytest.mark.parametrize("form", ["md", "html"])
def test_every_label_of_a_session_is_read_once(form: str) -> None:
    """Twice the sheets take twice the time: labels of all sheets are not gathered again for every text."""

    def prepare(sheets: int) -> Callable[[], object]:
        script = Script().open()
        for number in range(sheets):
            move = f"review{number}/seat-a"
            script.stage(f"review{number}")
            labels = [f"L{number}X{at}" for at in range(20)]
            entries = tuple(
                SheetEntry(label=each, seat="seat-b", statement="opinions/seat-b", digest="") for each in labels
            )
            script.add(event_keys.sheet(move), SheetDealt(reader="seat-a", entries=entries, fence="fence"), ms=1)
            script.spoke(f"review{number}", "seat-a", " ".join(labels))
        state = script.state
        return lambda: export(state, script.events, form)

    assert_linear(prepare, 200)


class Pages:
    """A register and a transcript of five sessions, none of which can be read."""

    async def list(self, most: int, after: int) -> list[Any]:
        page = [SimpleNamespace(id=f"s{number}", number=number) for number in range(after + 1, 6)][:most]
        return page[::-1]

    async def read(self, session: str) -> list[Any]:
        raise StoreUnusable(f"{session} is damaged.")


@pytest.mark.parametrize("most", [1, 2, 5, 6])
async def test_every_session_leaves_oldest_first(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST", most)
    pages: Any = Pages()
    assert [leaving.session async for leaving in archive.archived(pages, pages)] == ["s1", "s2", "s3", "s4", "s5"]
