"""Test that debates follow each other on topics of their own, until the total budget or a person ends them."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from moot.cli.asking import debate as debating
from moot.protocols.debate.topics import PROPOSAL, TOPICS


def asked(home: Path) -> list[tuple[str, str]]:
    """Protocol and question of every session, the first one first."""
    with sqlite3.connect(home / "moot.db") as store:
        return list(store.execute("SELECT protocol, question FROM sessions ORDER BY number"))


def test_a_topic_is_debated(moot: Run, home: Path) -> None:
    result = moot("debate", "Is", "it", "moot?", "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    assert (told["protocol"], told["question"], told["outcome"]) == ("debate", "Is it moot?", "verdict")
    assert asked(home) == [("debate", "Is it moot?")]


def test_a_member_proposes_on_a_theme_and_is_told_what_was_debated(moot: Run, home: Path) -> None:
    for _ in range(2):
        result = moot("debate", "--propose", "--json")
        assert result.exit_code == 0, result.stderr
        roles = next(each["finding"] for each in json.loads(result.stdout)["findings"] if each["name"] == "roles")
        assert roles["proposer"] is not None
        topic = next(each["finding"] for each in json.loads(result.stdout)["findings"] if each["name"] == "topic")
        assert topic["text"]
    first, second = [question for _, question in asked(home)]
    themes = {PROPOSAL.format(theme=theme) for theme in TOPICS}
    assert first in themes
    assert any(second.startswith(f"{theme} These were debated lately") for theme in themes)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Is it?", "--forever"), "A topic was named"),
        (("Is it?", "--propose"), "A topic was named"),
        (("--every", "5m"), "--every"),
        (("--forever", "--every", "soon"), "no time between debates"),
        (("--forever", "--every", "8000h"), "no time between debates"),
    ],
)
def test_what_contradicts_itself_is_refused(moot: Run, words: tuple[str, ...], why: str) -> None:
    result = moot("debate", *words)
    assert result.exit_code == 2
    assert why in re.sub(r"\s+", " ", result.stderr)


class Held:
    """Stops the waiting between debates after some of them, as Ctrl-C does."""

    def __init__(self, debates: int) -> None:
        self.left, self.waits = debates, []  # type: ignore[var-annotated]

    async def __call__(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self.left -= 1
        return self.left <= 0


def test_debates_follow_each_other_until_somebody_stops_them(
    moot: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(3)
    monkeypatch.setattr(debating, "_told_to_stop", held)
    result = moot("debate", "--forever", "--every", "2m", "--no-live")
    assert result.exit_code == 130
    assert "No further debate is begun. Held: 3" in result.stderr
    assert len({question for _, question in asked(home)}) == 3
    assert all(60 < wait <= 120 for wait in held.waits)


def test_the_budget_of_the_whole_ends_them_in_words(moot: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debating, "_told_to_stop", Held(99))
    real = debating.Debates._one
    caps: list[Any] = []

    async def paid(self: debating.Debates) -> Any:
        """Scripted voices cost nothing, so each debate is charged 40 cents here."""
        caps.append(self._left)
        state = await real(self)
        self._spent += 400_000_000
        assert self._left is not None
        self._left = max(0.0, self._left - 0.4)
        return state

    monkeypatch.setattr(debating.Debates, "_one", paid)
    result = moot("debate", "--forever", "--every", "0", "--budget", "1", "--no-live")
    assert result.exit_code == 3
    assert "The budget is spent: 3 debates for $1.20. All are kept." in result.stderr
    assert caps == pytest.approx([1.0, 0.6, 0.2])
    assert len(asked(home)) == 3
