"""Test that no control character of a model reaches the terminal: 500 payloads through every command.

They come in as the question and as a seat's answer, word for word. Into a pipe, not one control character but line feed
and tab may leave; at a terminal only the sequences that Moot itself draws with.
"""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path

import pytest

from cases import in_turn
from moot.cli.main import main
from moot.cli.screen.terminal import json_text, safe

from .conftest import Run

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"]
HIDDEN = list(
    "\u200b\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2069\u2028\u2029\ufeff\u00ad\U000e0041\U000e007f"
)
SEQUENCES = [
    "\x1b[2J", "\x1b[H", "\x1b[31;5m", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://evil.example\x1b\\x\x1b]8;;\x1b\\",
    "\x1bP+q544e\x1b\\", "\x1b[6n", "\x1b[?1049h", "\x1b[1A\x1b[2K", "\x9b31m",
    "\x9d0;x\x9c", "\x1bc", "\x1b(0", "\x0e", "\x1b[201~",
    "&#27;[2J", "&#x1b;[31m", "&#x202e;abc", "&#8238;", "[x](http://evil.example/\x1b]8)",
    "<http://evil.example/\u202e>", "`\x1b[2J`",
    "```\n\x1b[2J\n```", "| a | b |\n|---|---|\n| \x1b[2J | \u202e |", "# \x1b]0;t\x07",
    "\r\x1b[Koverwritten", "\x08\x08\x08gone",
]  # fmt: skip
FRAMES = ["{}", "a{}b", "{}{}", "\n{}\n", "**{}**", "- {}\n", "é{}漢", "[bold]{}[/bold]", ":skull: {}"]
PAYLOADS = [
    frame.replace("{}", payload) for payload, frame in itertools.product([*SEQUENCES, *CONTROLS, *HIDDEN], FRAMES)
][:500]
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff\u2028\u2029\u00ad\U000e0000-\U000e0fff]"
)
OWN = re.compile(r"\x1b\[(?:[0-9;]*m|\?25[lh]|2K|1A|\?2004[hl]|6n)|\r")
"""What Moot draws with: colour, the cursor hidden and shown, a line erased, a line up."""


@in_turn("payload", PAYLOADS[::7])
def test_what_is_printed_is_only_read(payload: str) -> None:
    assert not FORBIDDEN.search(safe(payload))
    text = json_text({"a": payload})
    assert not FORBIDDEN.search(text)
    assert json.loads(text) == {"a": payload}


@pytest.fixture
def poisoned(moot: Run, tmp_path: Path) -> str:
    """A session whose question, answers and verdict hold every payload."""
    words = "\n\n".join(f"{payload} P{number}" for number, payload in enumerate(PAYLOADS))
    (tmp_path / "payloads.txt").write_bytes(words.encode("utf-8", "surrogatepass"))
    people = ["-m", "person:2", "-m", "rehearsal/ada", "--chair", "rehearsal/failing", "-o", "allowance=200000"]
    session: str = json.loads(moot("ask", "-f", "payloads.txt", *people, "--json").stdout)["session"]
    for _ in range(6):
        answered = moot("sessions", "answer", session, "-f", "payloads.txt", "--json")
        if answered.exit_code == 2:
            waiting = json.loads(moot("sessions", "show", session, "--json").stdout)
            seats = [seat["id"] for seat in waiting["seats"] if seat["state"] == "waiting"]
            if not seats:
                break
            moot("sessions", "answer", session, seats[0], "-f", "payloads.txt", "--json")
    return session


COMMANDS = [
    ("show",), ("show", "--full"), ("show", "--json"), ("show", "--prompt", "opinions/seat-a"),
    ("show", "--prompt", "review/seat-c"), ("list",), ("list", "--json"), ("search", "evil"),
    ("fork", "--from", "synthesis", "--chair", "rehearsal/ada"),
    ("fork", "--from", "synthesis", "--chair", "rehearsal/ada", "--json"), ("export", "-O", "-", "--format", "json"),
    ("export", "-O", "-", "--format", "jsonl"), ("export", "-O", "-"), ("export", "-O", "-", "--format", "html"),
]  # fmt: skip


def words_of(session: str, args: tuple[str, ...]) -> list[str]:
    """The command with the session where it belongs."""
    named = [] if args[0] in ("list", "search") else [session]
    return ["sessions", args[0], *named, *args[1:]]


@pytest.mark.slow
def test_nothing_reaches_a_pipe(moot: Run, poisoned: str) -> None:
    for args in COMMANDS:
        if args[0] == "export":
            continue  # a file in a pipe is the file, byte for byte; the form's own escaping is tested with the exports
        result = moot(*words_of(poisoned, args))
        found = FORBIDDEN.search(result.output)
        assert found is None, f"{args}: {result.output[max(0, found.start() - 60) : found.end() + 20]!r}"
    asked = moot("ask", "-f", "payloads.txt", "-m", "rehearsal/quoter:2", "-m", "rehearsal/ada")
    assert FORBIDDEN.search(asked.output) is None
    refused = moot("ask", "x", "--council", "".join(PAYLOADS[:200]).replace("\x00", ""))
    assert FORBIDDEN.search(refused.output) is None
    assert FORBIDDEN.search(moot("chat", input=f"{SEQUENCES[0]} why?\n/show\n").output) is None


def test_nothing_reaches_a_terminal(poisoned: str) -> None:
    runs = [words_of(poisoned, args) for args in COMMANDS]
    runs.append(["ask", "-f", "payloads.txt", "-m", "rehearsal/quoter:2", "-m", "rehearsal/ada"])
    seen = at_a_terminal(runs)
    assert seen.count("session ") > 5, "something was shown"
    text = OWN.sub("", seen)
    found = FORBIDDEN.search(text)
    assert found is None, repr(text[max(0, found.start() - 200) : found.end() + 20])
    written = seen.replace("\r\n", "\n")
    for number, payload in enumerate(PAYLOADS):
        if FORBIDDEN.search(payload):
            assert f"{payload} P{number}\n" not in written


def at_a_terminal(runs: list[list[str]]) -> str:
    """What these commands write, one after another, in a child of this process that sits at a terminal."""
    child, handle = pty.fork()
    if not child:
        try:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
            os.environ["TERM"] = "xterm-256color"
            for args in runs:
                with contextlib.suppress(SystemExit):
                    main(args)
            sys.stdout.flush()
        finally:
            os._exit(0)
    seen = b""
    with contextlib.suppress(OSError):  # the child's end was closed
        while piece := os.read(handle, 65536):
            seen += piece
    os.close(handle)
    os.waitpid(child, 0)
    return seen.decode("utf-8", "surrogateescape")
