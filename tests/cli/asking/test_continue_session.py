"""Test that the terminal asks whether to continue when one of four members answers through a real-shaped gateway."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moot import ask
from moot.errors import QuorumLost
from rig.terminal import Terminal
from rig.upstream import Upstream
from world.hosting import hosted

Start = Callable[..., Terminal]
Run = Callable[..., Any]
ASK = ("ask", "Is a moot point worth making?", "--council", "ours", "-o", "max_output=2000")
GONE = {"google/*": "gone", "deepseek/*": "gone", "mistralai/*": "gone"}


@pytest.mark.slow
def test_who_sits_there_goes_on_with_the_one_that_answered(terminal: Start, gateway: Callable[..., None]) -> None:
    gateway(**GONE)
    shown = terminal(*ASK)
    shown.until("1 of 4 members answered in opinions")
    shown.until("[y/N]")
    assert "No endpoints found for" in shown.text
    shown.type("y\n")
    assert shown.ended() == 0
    assert "somebody chose" in " ".join(shown.text.split())
    assert "No endpoints found for deepseek" in " ".join(shown.text.split())


@pytest.mark.slow
def test_a_key_goes_on_without_whoever_is_silent(terminal: Start, gateway: Callable[..., None]) -> None:
    gateway(**{"deepseek/*": "silent"})
    shown = terminal(*ASK)
    shown.until("g continues without")
    shown.type("xg")
    assert shown.ended() == 0
    told = " ".join(shown.text.split())
    assert "Somebody chose to go on without it" in told
    assert shown.process.returncode == 0


def test_what_to_do_about_a_key_and_an_address_is_said(moot: Run, home: Path) -> None:
    up = Upstream([{"model": "locked", "mode": "401"}], models=("alpha", "beta", "locked"))
    with hosted(up):
        rows = f'[lab]\nurl = "{up.url}"\nprivate = true\n'
        rows += f'[gone]\nurl = "{up.refused_url}"\nprivate = true\nmodels = ["x"]\n'
        home.mkdir(exist_ok=True)
        (home / "endpoints.toml").write_text(rows, encoding="utf-8")
        asked = moot("ask", "-q", "-m", "lab/locked", "-m", "gone/x", "Why?")
        assert asked.exit_code == 1
        assert "\nSet a key that works: moot keys set lab\n" in asked.stderr
        assert "\nStart gone or correct its address, then: moot models endpoints test gone\n" in asked.stderr
        went_on = moot("ask", "-m", "lab/alpha", "-m", "lab/beta", "-m", "lab/locked", "Why?")
        assert went_on.exit_code == 0, went_on.stderr
        assert "moot keys set lab" in went_on.output
        misspelt = moot("ask", "-q", "-m", "lab/alhpa", "-m", "lab/beta", "Why?")
        assert (misspelt.exit_code, "Near it: lab/alpha." in misspelt.stderr) == (2, True)


def test_a_follow_up_goes_to_the_council_before(moot: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_API_KEY", "k")
    up = Upstream(models=("alpha", "beta", "gamma", "delta"))
    with hosted(up):
        home.mkdir(exist_ok=True)
        row = f'[lab]\nurl = "{up.url}"\nprivate = true\nkey_env = ["LAB_API_KEY"]\n'
        (home / "endpoints.toml").write_text(row, encoding="utf-8")
        first = moot("ask", "-q", "-m", "lab/gamma", "-m", "lab/delta", "Why?")
        assert first.exit_code == 0, first.stderr
        then = moot("ask", "--json", "--conversation", "last", "And then?")
        models = json.loads(then.stdout)["models"]
        assert [models["seat-a"], models["seat-b"], models["chair"]] == ["lab/gamma", "lab/delta", "lab/gamma"]
        other = moot("ask", "--json", "--conversation", "last", "-m", "lab/alpha:2", "Why?")
        assert json.loads(other.stdout)["models"]["seat-a"] == "lab/alpha"
        tested = moot("endpoints", "test", "lab")
        assert "the key was not tried" in tested.stdout


def test_every_way_to_ask_says_what_to_do(moot: Run, home: Path, tmp_path: Path) -> None:
    up = Upstream(
        [{"model": "locked", "mode": "401"}, {"model": "broke", "mode": "402"}], models=("locked", "broke", "judge")
    )
    with hosted(up):
        home.mkdir(exist_ok=True)
        (home / "endpoints.toml").write_text(f'[lab]\nurl = "{up.url}"\nprivate = true\n', encoding="utf-8")
        chat = moot("chat", "-m", "lab/locked", "-m", "lab/broke", input="Why?\n")
        assert "moot keys set lab" in chat.stderr, chat.stderr
        assert "Add credit to the account of lab." in chat.stderr
        questions = tmp_path / "q.jsonl"
        questions.write_text('{"role": "user", "content": "Why?"}\n', encoding="utf-8")
        ran = moot(
            "run", str(questions), "-m", "lab/locked", "-m", "lab/broke", "--artifacts-dir", str(tmp_path / "run")
        )
        assert "moot keys set lab" in ran.output
        asked = ask("Why?", members=["lab/locked", "lab/broke"], home=home)
        with pytest.raises(QuorumLost) as raised:
            asked.raise_for_outcome()
        assert "lab/locked" in raised.value.message
        assert "HTTP 402" in raised.value.message
        assert asked.session in raised.value.message
