"""Test that the demo voices can play every protocol, from question to verdict, in every view."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from moot.app import Application
from moot.exports.session_files import export
from moot.floor.label_replacer import named
from moot.protocols import registry
from moot.protocols.words import in_words
from moot.request import Ask
from moot.views.result import result_of
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState, state_of

QUESTIONS = {
    "should": "Should we move our API from REST to GraphQL?",
    "choice": "Postgres or MongoDB for a small team?",
    "why": "Why do software projects run late?",
    "code": "Review this.\n\n```python\ndef add(x, into=[]):\n    log = open('log')\n    return into + [x]\n```",
}
MEMBERS = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn", "rehearsal/dov", "rehearsal/fay")
PROTOCOLS = registry.names()


Rehearsed = tuple[SessionState, list[Event]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("moot.convening.default_council.LOCAL", ())
    return tmp_path


@pytest.fixture(scope="module")
def held() -> dict[tuple[str, str, str], Rehearsed]:
    """Rehearsals that are over: one looked at twice is held once."""
    return {}


async def rehearsed(home: Path, protocol: str, plans: Sequence[tuple[str, str]]) -> list[Rehearsed]:
    """One after another, each a question and a seed."""
    app = await Application.opened("python", home, project=home / "moot.toml", demo_speed=0)
    council = Council(members=MEMBERS, chair="rehearsal/hana", protocol=protocol)
    over = []
    for question, seed in plans:
        session = await app.convene(Ask(question=QUESTIONS[question], council=council, seed=seed))
        await app.runner.ended(session)
        events = await app.transcript.read(session)
        over.append((state_of(events), list(events)))
    await app.close()
    return over


Once = Callable[..., Awaitable[Rehearsed]]


@pytest.fixture
def once(home: Path, held: dict[tuple[str, str, str], Rehearsed]) -> Once:
    async def one(protocol: str, question: str = "should", seed: str = "s") -> Rehearsed:
        plan = (protocol, question, seed)
        if plan not in held:
            (held[plan],) = await rehearsed(home, protocol, [(question, seed)])
        return held[plan]

    return one


@pytest.mark.fast(6)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_every_protocol_comes_to_a_verdict(once, protocol, question):
    state, _ = await once(protocol, question)
    assert state.status in {"verdict", "inconclusive"}, (state.status, state.reason, state.message)
    assert state.verdict is not None
    assert state.verdict.text or protocol == "adjudication", "only a rubric's rules withhold a rehearsed verdict"
    assert not [key for key, ballot in state.ballots.items() if ballot.spoiled]
    assert not [key for key, move in state.moves.items() if key.endswith("+repair") or move.state != "spoke"]


class Shown(HTMLParser):
    """The words of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def plain(text: str) -> str:
    """Text without what marks it up."""
    return re.sub(r"\W+", " ", html.unescape(text)).strip().lower()


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_everything_found_is_told_at_every_door(once, protocol):
    state, events = await once(protocol)
    labels = {e.label: state.names().get(e.seat, e.seat) for sheet in state.sheets.values() for e in sheet.entries}
    told = {view.key: [plain(named(line, labels)) for line in lines_of(view.finding, state)] for view in state.findings}
    latest = {key: lines for key, lines in told.items() if not superseded(key, state)}
    page = Shown()
    page.feed(export(state, events, "html"))
    for where, text in (("md", plain(export(state, events, "md"))), ("html", plain(" ".join(page.words)))):
        for key, lines in latest.items():
            missing = [line for line in lines if line not in text]
            assert not missing, (where, key, missing[:3])
    whole = json.loads(export(state, events, "json"))
    assert len(whole["result"]["findings"]) == len(state.findings)
    assert json.loads(msgspec.json.encode(result_of(state)))["findings"] == whole["result"]["findings"]


def lines_of(finding: object, state: SessionState) -> Sequence[str]:
    """What is said of a finding, line by line."""
    return [line for line in in_words(finding, state.names()).splitlines() if line.strip()]  # type: ignore[arg-type]


def superseded(key: str, state: SessionState) -> bool:
    """Whether a later finding of that class takes this one's place, or figures show it in another form."""
    by_key = {view.key: type(view.finding) for view in state.findings}
    later = [other for other in list(by_key)[list(by_key).index(key) + 1 :] if by_key[other] is by_key[key]]
    return bool(later) or by_key[key].__name__ == "Standing"


@pytest.mark.fast(2)
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_a_rehearsal_is_the_same_at_every_run(once, protocol, home):
    runs = [await once(protocol, "choice"), *(await rehearsed(home / "other", protocol, [("choice", "s")]))]
    one, again = ({key: move.text for key, move in state.moves.items()} for state, _ in runs)
    assert one == again
