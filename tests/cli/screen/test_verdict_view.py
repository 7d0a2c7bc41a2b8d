"""Test that the answer is prominent on a terminal, few lines follow it, and no word is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cli.conftest import Run
from rig.terminal import Terminal


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
