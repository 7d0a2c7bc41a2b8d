"""Test that the answer is prominent on a terminal, few lines follow it, and no word is broken."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from cases import in_turn
from cli.conftest import Run
from moot.cli.screen.verdict_view import show_result
from moot.errors import (
    DeadlinePassed,
    MootError,
    OutOfBudget,
    QuorumLost,
    StorageFailed,
    TranscriptDiverged,
)  # fmt: skip
from moot.sessions.session_attempt import ended
from moot.vocabulary.events import Event
from moot.vocabulary.questions import Question
from moot.vocabulary.state import SessionState, fold
from rig.terminal import Terminal
from vocabulary.test_remedies import catalogue


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize(("protocol", "width"), [("claim-vote", 80), ("peer-review", 80), ("consensus", 120)])
def test_the_answer_is_followed_by_a_line_on_certainty_and_one_on_cost(
    protocol: str, width: int, moot: Run, terminal: Callable[..., Terminal]
) -> None:
    moot("ask", "Should we move our monolith to services?", "--seed", "s", "--protocol", protocol, "-q")
    short, long = (terminal("sessions", "show", "last", *more, width=width) for more in ((), ("--stats",)))
    assert short.ended() == long.ended() == 0
    assert len(long.text) > len(short.text)
    assert len(short.text.splitlines()) <= 25  # with the question's heading
    foot = short.text.rstrip().rpartition("\n\n")[2].splitlines()
    assert " · session " in foot[-1]
    assert all(len(line) <= width for line in short.text.splitlines())


def endings() -> list[MootError]:
    """One of each kind, and one with each remedy there is."""
    return [
        *(kind("It ended.") for kind in (QuorumLost, DeadlinePassed, TranscriptDiverged, StorageFailed, OutOfBudget)),
        *(QuorumLost("It ended.", text, answered=["seat-a"]) for at, text in catalogue() if at.startswith("floor/")),
        *(MootError("It ended.", text) for _, text in catalogue()),
    ]


@pytest.mark.slow
@in_turn("error", endings)
def test_an_ending_says_what_to_type_once_whole_and_with_its_id(
    error: MootError, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = SessionState(session="0123456789abcdef", question=Question(text="Why?"), protocol="peer-review")
    state = fold(
        opened,
        Event(
            session=opened.session,
            seq=1,
            key="stopped",
            at="2026-01-01",
            t=1,
            kind="SessionStopped",
            version=1,
            body=ended(error),
        ),
    )
    show_result(state)
    told = capsys.readouterr().out
    typed = re.findall(r"moot sessions [a-z-]+ .*?(?=`|  \(|$)", told, re.MULTILINE)
    assert typed, told
    assert all("01234567" in command for command in typed if not command.startswith("moot sessions signer")), told
    assert len(typed) == len(set(typed)), told
    assert "(`--" not in told
    assert "ID" not in told


@pytest.mark.fast(1)
@pytest.mark.parametrize(
    ("words", "width"),
    [
        (["protocols"], 34),
        (["councils"], 80),
        (["rubrics"], 120),
        (["endpoints"], 34),
        (["sessions", "list"], 34),
        (["sessions", "list"], 80),
    ],
)
def test_a_list_shows_every_name_whole(
    words: list[str], width: int, moot: Run, terminal: Callable[..., Terminal]
) -> None:
    moot("ask", 40 * "Should we move our monolith? ", "-q")
    names = [line.split()[0] for line in moot(*words).stdout.splitlines()[1:]]
    shown = terminal(*words, width=width)
    assert shown.ended() == 0
    assert names
    assert {*names} <= {*shown.text.split()}
    assert all(len(line.rstrip()) <= width for line in shown.text.splitlines() if "://" not in line)
