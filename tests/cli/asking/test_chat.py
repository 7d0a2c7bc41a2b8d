"""Test that a conversation carries its earlier turns, and can be left and continued."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Run


def test_follow_ups_carry_the_earlier_turns(moot: Run) -> None:
    talked = moot("chat", input="Should we use Rust?\nAnd what of Go?\n")
    assert talked.exit_code == 0
    assert "synthesis …" in talked.stderr
    thread = talked.stderr.split("--continue ")[1].split()[0]
    again = moot("chat", "--continue", input="And Zig?\n/quit\nnever asked\n")
    assert again.exit_code == 0
    assert "> Should we use Rust?" in again.stderr
    rows = json.loads(moot("sessions", "conversations", thread, "--json").stdout)["sessions"][::-1]
    assert [row["question"] for row in rows] == ["And Zig?", "And what of Go?", "Should we use Rust?"]
    prompt = moot("sessions", "show", rows[0]["session"], "--prompt", "opinions/seat-a").stdout
    assert "Should we use Rust?" in prompt


def test_commands(moot: Run, tmp_path: Path) -> None:
    words = ["/help", "/show", "/nonsense", "Why?", "/show", "/council rehearsal", "/council nosuch", "/export out.md"]
    talked = moot("chat", input="\n".join([*words, "/new", "/export x.md"]))
    assert talked.exit_code == 0
    assert "Nothing has been asked yet." in talked.stderr
    assert "There is no command called '/nonsense'" in talked.stderr
    assert "There is no council called 'nosuch'" in talked.stderr
    assert "CHANCE OF BEING BEST" in talked.stdout
    assert (tmp_path / "out.md").read_text().startswith("#")
    assert not (tmp_path / "x.md").exists()


def test_what_failed_shows_in_the_exit_code(moot: Run) -> None:
    assert moot("chat", "-m", "rehearsal/failing:2", input="hi\n").exit_code == 1
    assert moot("chat", "--continue", "nothing", input="").exit_code == 2


def test_files_go_with_a_question_and_stay_with_the_conversation(moot: Run, tmp_path: Path) -> None:
    (tmp_path / "the owls.txt").write_text("Owls hunt at night.")
    said = ["/attach nosuch.txt", '/attach "the owls.txt"', "/attach", "Should owls be counted?", "And at dusk?"]
    talked = moot("chat", input="\n".join([*said, "And in winter?"]))
    assert talked.exit_code == 0
    assert "nosuch.txt cannot be read" in talked.stderr
    assert "With the next question: the owls.txt" in talked.stderr
    rows = json.loads(moot("sessions", "list", "--json").stdout)["sessions"]
    prompt = moot("sessions", "show", rows[0]["session"], "--prompt", "opinions/seat-a").stdout
    assert "Owls hunt at night." in prompt
    assert "And at dusk?" in prompt


def test_conversations_are_listed_one_line_each_with_their_turns_inside(moot: Run) -> None:
    moot("chat", input="Should owls be counted?\nAnd at dusk?\n")
    moot("ask", "Is chalk better than slate?", "--quiet")
    shown = json.loads(moot("sessions", "conversations", "--json").stdout)["conversations"]
    assert [(talk["turns"], talk["latest"]["question"]) for talk in shown] == [
        (1, "Is chalk better than slate?"),
        (2, "And at dusk?"),
    ]
    assert shown[0]["title"] == "Is chalk better than slate?"
    assert shown[1]["title"], "the chair names a chat"
    assert "TURNS" in moot("sessions", "conversations").stdout
    inside = moot("sessions", "conversations", shown[1]["conversation"][:8]).stdout
    assert "Should owls be counted?" in inside
    assert "chalk" not in inside
