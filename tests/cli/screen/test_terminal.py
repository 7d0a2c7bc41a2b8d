"""What happens at a real terminal: the live view, narrow and colourless ones, Ctrl-C once and twice, people."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run, command
from rig.terminal import Terminal

Start = Callable[..., Terminal]
QUESTION = "Should we move our monolith to services?"


def test_while_it_runs_there_is_a_line_for_each_member_and_at_the_end_the_answer(terminal: Start) -> None:
    shown = terminal("ask", QUESTION, MOOT_DEMO_SPEED="12")
    shown.until("opinions · ")
    shown.until("First answer, being checked:")
    shown.until("voted · ")
    shown.until("chair rehearsal/")
    shown.until("Answer:")
    assert shown.ended() == 0
    text = shown.text
    assert "Ctrl-C stops" in text
    ending = text[text.rindex("! Scripted voices") :].splitlines()
    assert re.match(r"\$0 · .* · session [0-9a-f]{8} · more: moot sessions show [0-9a-f]{8} --full$", ending[-1])
    assert len(ending) < 14
    assert b"\x1b[?25h" in shown.seen[shown.seen.rindex(b"\x1b[?25l") :], "the cursor is shown again"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(60, 20), (40, 12), (24, 6), (200, 60)])
def test_no_terminal_is_too_small(width: int, height: int, terminal: Start) -> None:
    shown = terminal("ask", QUESTION, width=width, height=height, MOOT_DEMO_SPEED="40")
    assert shown.ended() == 0
    taken_back = [run.count(b"\x1b[1A") for run in re.findall(rb"\r\x1b\[2K(?:\x1b\[1A\x1b\[2K)+", shown.seen)]
    assert taken_back, "a frame is drawn over the one before it"
    assert max(taken_back) < height, "and reaches it, because no line of it has left the screen"


@pytest.mark.slow
def test_colours_are_left_out_when_nobody_wants_them(terminal: Start) -> None:
    shown = terminal("ask", QUESTION, NO_COLOR="1", MOOT_DEMO_SPEED="40")
    assert shown.ended() == 0
    assert not re.search(rb"\x1b\[(?:\d+;)*[349]\d", shown.seen)
    dumb = terminal("ask", QUESTION, TERM="dumb")
    assert dumb.ended() == 0
    assert b"\x1b" not in dumb.seen
    plain = terminal("ask", QUESTION, "--no-live")
    assert plain.ended() == 0
    assert "  review …" in plain.text


def test_ctrl_c_once_stops_and_the_session_resumes(terminal: Start, moot: Run) -> None:
    shown = terminal("ask", QUESTION, MOOT_DEMO_SPEED="4")
    shown.until("review · ")
    shown.type("\x03")
    assert shown.ended() == 130
    assert "Stopped" in shown.text
    assert "Kept: " in shown.text
    session = re.search(r"moot sessions resume ([0-9a-f]{8})", shown.text)
    assert session is not None
    stopped = json.loads(moot("sessions", "show", session[1], "--json").stdout)
    assert stopped["outcome"] == "stopped"
    resumed = moot("sessions", "resume", session[1], "--json")
    assert resumed.exit_code == 0
    result = json.loads(resumed.stdout)
    assert result["outcome"] == "verdict"
    assert result["usage"]["calls"] < 18, "what was settled was not asked again"


def started(*args: str, speed: str = "0.5") -> subprocess.Popen[str]:
    """A command without a terminal, slow enough to be interrupted."""
    import os

    environment = {**os.environ, "MOOT_DEMO_SPEED": speed}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command(*args), stdout=pipe, stderr=pipe, stdin=pipe, text=True, env=environment)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("asking "):
            break
    time.sleep(0.3)
    return process


@pytest.mark.slow
def test_a_second_signal_abandons_at_once(home: Path, moot: Run) -> None:
    process = started("ask", QUESTION)
    held = sqlite3.connect(home / "moot.db", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")  # nobody can write: the clean stop cannot finish
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    held.execute("ROLLBACK")
    held.close()
    assert process.returncode == 130
    assert "Abandoned. Resume it with: moot sessions resume" in err
    row = json.loads(moot("sessions", "--json").stdout)["sessions"][0]
    assert row["state"] == "interrupted"
    assert moot("sessions", "resume", row["session"]).exit_code == 0


@pytest.mark.slow
def test_a_session_is_stopped_from_another_process(moot: Run) -> None:
    process = started("ask", QUESTION)
    row = json.loads(moot("sessions", "--json").stdout)["sessions"][0]
    assert (row["state"], bool(row["held_by"])) == ("running", True)
    assert moot("sessions", "resume", row["session"]).exit_code == 2
    assert moot("sessions", "delete", row["session"], "--yes").exit_code == 2
    assert json.loads(moot("sessions", "stop", row["session"], "--json").stdout)["stopping"]
    process.communicate(timeout=300)
    assert process.returncode == 130


@pytest.mark.slow
def test_chat_at_a_terminal(terminal: Start) -> None:
    shown = terminal("chat")
    shown.until("council> ")
    shown.type("Why?\n")
    shown.until(" · session ")
    shown.until("council> ", times=2)
    time.sleep(0.2)  # until the line editor listens
    shown.type("\x04")
    assert shown.ended() == 0
    assert "moot chat --continue" in shown.text


@pytest.mark.slow
@pytest.mark.parametrize("words", [("sessions", "--json"), ("--help",), ("nosuch",)])
def test_a_reader_that_leaves_is_no_fault(words: tuple[str, ...], moot: Run) -> None:
    """It ends as other programs do whose reader left: a shell tells 141, and nothing is complained about."""
    if words[0] == "sessions":
        moot("ask", "hi", "-q")
    reading, writing = os.pipe()
    os.close(reading)
    to_err = subprocess.PIPE if words[0] != "nosuch" else writing
    ran = subprocess.run(command(*words), stdout=writing, stderr=to_err, check=False)
    os.close(writing)
    assert ran.returncode == 141
    assert not ran.stderr
