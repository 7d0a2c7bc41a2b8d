"""Test that costs are printed on a gateway with real prices, before a session and after money runs out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moot.vocabulary.words.sums import about
from world.homes import SEATS

Run = Callable[..., Any]
QUESTION = "Is a moot point worth making?"


@pytest.fixture
def priced(home: Path, gateway: Callable[..., None]) -> Path:
    """A home whose council sits at a gateway with prices."""
    gateway()
    return home


def said(text: str) -> str:
    return " ".join(text.split())


def test_an_amount_below_a_hundredth_of_a_cent_is_not_about_it() -> None:
    assert (about(0), about(99_999), about(230_000_000)) == ("$0", "less than $0.0001", "about $0.23")


def test_an_estimate_says_both_and_where_from(moot: Run, priced: Path) -> None:
    shown = moot("ask", QUESTION, "--estimate")
    assert shown.exit_code == 0, shown.stderr
    *lines, assumed = shown.stdout.splitlines()
    assert re.search(r"every answer to be as long as its model can write \(up to [\d,]+ tokens\)", assumed)
    assert "smallest budget" not in shown.stdout  # no budget was chosen
    assert re.search(r"^About \$\S+ for 9 calls \(limit \$\S+\)\. Estimated from a table\.$", lines[-1])
    told = json.loads(moot("ask", QUESTION, "--estimate", "--json").stdout)["estimate"]
    assert 0 < told["typical"] <= told["dollars"]
    assert told["basis"] == "from a table"


def test_an_estimate_says_who_cannot_be_asked_and_what_is_added_for_who_watches(
    moot: Run, priced: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = said(moot("ask", QUESTION, "--estimate", "-m", "openai/gpt-5.1", "-m", SEATS[0]).stdout)
    assert "openai/gpt-5.1 cannot be asked: no key (OPENAI_API_KEY). Set OPENAI_API_KEY, or run" in shown
    assert "agreement" not in shown
    monkeypatch.setattr("moot.cli.asking.ask.is_watched", lambda given: True)
    assert "With `agreement`, which is on where somebody watches" in said(moot("ask", QUESTION, "--estimate").stdout)
    assert "With `agreement`" not in moot("ask", QUESTION, "--estimate", "-o", "agreement=false").stdout


def test_an_unknown_price_is_named_with_its_remedy_before_the_first_call(moot: Run, home: Path) -> None:
    home.mkdir()
    (home / "endpoints.toml").write_text(
        '[acme]\nurl = "https://llm.acme.example/v1"\n\n[lab]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\n',
        "utf-8",
    )
    sits = ("-m", "acme/one", "-m", "lab/two", "--chair", "lab/two", "--estimate")
    shown = said(moot("ask", QUESTION, *sits).stdout)
    assert "price unknown" in shown
    assert "No known price for acme/one. Set one: moot models endpoints set acme --price INPUT OUTPUT" in shown
    capped = said(moot("ask", QUESTION, *sits, "--budget", "1").stdout)
    assert re.search(r"priced as the most expensive known model: \$\S+ of the \$\S+\.", capped)
    assert moot("endpoints", "set", "acme", "--price", "1", "10").exit_code == 0
    priced = said(moot("ask", QUESTION, *sits).stdout)
    assert "No known price" not in priced
    assert re.search(r"About \$\S+ for 5 calls", priced)
    assert moot("endpoints", "set", "acme", "--free").exit_code == 0
    assert "Free, 5 calls" in said(moot("ask", QUESTION, *sits).stdout)


def test_a_run_of_questions_says_it_once(moot: Run, priced: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"role": "user", "content": "One?"}\n{"role": "user", "content": "Two?"}\n', "utf-8")
    folder = str(tmp_path / "run")
    ran = moot("run", str(file), "--council", "ours", "--budget", "0.00001", "--artifacts-dir", folder)
    assert ran.exit_code == 3, ran.stderr
    told = said(ran.stderr)
    assert re.search(r"Each of 2 questions: About \$\S+ for 9 calls \(at most \$", told)


def test_no_model_is_asked_that_nobody_named_and_who_takes_the_chair_is_told_first(moot: Run, priced: Path) -> None:
    """Before the first call; and a price nobody knows is told once, not by the note as well."""
    named = ("ask", QUESTION, "-m", SEATS[0], "-m", SEATS[1])
    shown = said(moot(*named, "--estimate", "--budget", "5").stdout)
    assert "No chair was named" in shown
    asked = moot(*named, "--budget", "$5")
    first = said(asked.stderr.partition("asking ")[0])
    assert "No chair was named" in first
    dark = said(moot(*named, "-m", "openrouter/nobody/knows", "--estimate", "--budget", "5").stdout)
    assert dark.count("price for openrouter/nobody/knows") <= 1
