"""Test that the conformance suite for packages finds faults, and that Moot's protocols pass it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cases import in_turn, slow_except
from moot.protocols import installed, registry
from moot.testing import Conformance, ProtocolBench
from moot.testing.conformance import impurities

BAD = '''
import itertools
from moot.protocols.public import Floor, Options, Ruling, Verdict, PromptTemplate, protocol

COUNT = itertools.count()

class BadOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options."""

    idle_one: bool = False

@protocol(name="bad", title="Breaks what is promised", stages=("answers", "again", "end"))
async def bad(floor: Floor, options: BadOptions) -> Verdict:
    """Names everybody, keeps count outside the floor, and says nothing of who is missing."""
    async with floor.stage("answers"):
        answers = await floor.ask_all(floor.seats, ASK, told=", ".join(seat.model for seat in floor.seats))
    async with floor.stage("again"):
        await floor.ask_all(floor.seats, ASK, told=answers.statements[0].text)
    async with floor.stage("end"):
        return await floor.adopt(f"{next(COUNT)}: {answers.statements[0].text}")

ASK = PromptTemplate("ask", "$told", uses="told")
'''


class Sat(Conformance):
    """The tests below call what they need of it."""

    __test__ = False
    protocol = "bad"


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sat:
    (tmp_path / "bad_protocol.py").write_text(BAD)
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("bad", "bad_protocol:bad", "moot.protocols")
    monkeypatch.setattr(installed, "entry_points", lambda group: [point] if group == point.group else [])
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    return Sat()


def test_what_a_protocol_breaks_is_found(bad: Sat, tmp_path: Path) -> None:
    bench = ProtocolBench(tmp_path)
    with pytest.raises(AssertionError, match="idle_one"):
        bad.test_it_is_declared_and_documented()
    with pytest.raises(AssertionError):
        bad.test_no_prompt_names_anybody(bench)
    with pytest.raises(AssertionError):
        bad.test_it_is_the_same_at_every_run(tmp_path)
    with pytest.raises(AssertionError, match="judges nothing"):
        bad.test_all_it_found_is_told_in_words(bench)
    with pytest.raises(AssertionError, match="outside every fence"):
        bad.test_what_an_answer_says_breaks_no_sheet_and_casts_no_ballot(bench)
    with pytest.raises(AssertionError, match="changes nothing"):
        bad.test_every_option_of_its_own_matters(bench)


@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review"))
def test_our_own_rest_on_the_same(protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    suite = type("Ours", (Conformance,), {"protocol": protocol})()
    suite.test_no_prompt_names_anybody(ProtocolBench(tmp_path))
    suite.test_all_it_found_is_told_in_words(ProtocolBench(tmp_path))
    suite.test_what_an_answer_says_breaks_no_sheet_and_casts_no_ballot(ProtocolBench(tmp_path))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import time", "imports time"),
        ("def later():\n    from random import choice", "imports random"),
        ("import os.path as p, subprocess", "imports subprocess"),
        ("from datetime import datetime\nNOW = datetime.now()", "now()"),
        ("TEXT = open('a').read()", "open()"),
        ("from datetime import date\nDAY = date(2026, 1, 2)\nimport itertools, math", ""),
        ("def now(): ...\nthing.now()", ""),
    ],
)
def test_what_would_make_a_protocol_another_at_its_next_run_is_found_in_its_sources(
    tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "odd.py"
    file.write_text(text)
    found = impurities(file)
    assert any(told in each for each in found) if told else not found


def test_the_whole_package_of_a_protocol_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "moot_impure"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deliberation.py").write_text(BAD)
    (package / "draws.py").write_text("import random")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("bad", "moot_impure.deliberation:bad", "moot.protocols")
    monkeypatch.setattr(installed, "entry_points", lambda group: [point] if group == point.group else [])
    suite = Sat()
    with pytest.raises(AssertionError, match=r"draws\.py:1 imports random"):
        suite.test_its_sources_have_no_clock_no_chance_and_no_io()
    monkeypatch.setattr(Sat, "apart", frozenset({"draws.py"}))
    suite.test_its_sources_have_no_clock_no_chance_and_no_io()


@pytest.mark.parametrize("protocol", registry.names())
def test_ours_have_none(protocol: str) -> None:
    type("Ours", (Conformance,), {"protocol": protocol})().test_its_sources_have_no_clock_no_chance_and_no_io()


@in_turn("protocol", registry.names())
def test_the_plans_of_our_own_are_what_they_do(
    protocol: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    suite = type("Ours", (Conformance,), {"protocol": protocol})()
    suite.test_its_plan_is_what_it_does(ProtocolBench(tmp_path_factory.mktemp("plan")))


@pytest.mark.slow
def test_nothing_but_tests_loads_it() -> None:
    code = "import sys, moot, moot.app, moot.testing.plugin as p; print('moot.testing.bench' in sys.modules)"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "False"
    light = "import sys, moot.app; print('moot.testing' in sys.modules, 'pytest' in sys.modules)"
    asked = subprocess.run([sys.executable, "-c", light], capture_output=True, text=True, check=True)
    assert asked.stdout.split() == ["False", "False"]
