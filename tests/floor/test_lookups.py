"""Test that look-ups are recorded once, numbered and sanitised, and failing searchers become facts with a cause."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from moot.errors import BadInput, CallFailed, UnknownName
from moot.exports.session_files import export
from moot.floor import lookups as looking
from moot.floor.lookups import looked_up
from moot.protocols.floor_interface import Floor
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import Options, Stage, protocol
from moot.providers.provider import Call
from moot.providers.searchers.searcher import Searcher, Searchers, SearchLimits, SearchResults
from moot.sessions.fork import ForkChanges
from moot.sessions.runner import RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.events import SessionOpened, SourcesFound
from moot.vocabulary.statements import SearchHit
from moot.vocabulary.verdicts import Verdict
from providers.searchers.asking import QUICK, searchers_at
from rig.services import Services
from sessions.backend import Backend, Said

SUM = PromptTemplate("sum", "Sum up: $answers", uses="answers")
HOSTILE = (
    "\x1b]0;x\x07 a\u202eb\u200b <script>alert(1)</script> [x](javascript:alert(1)) "
    "](http://evil) `~ | \u2028 \U000e0041"
)


class LooksOptions(Options, frozen=True, kw_only=True):
    searchers: list[str] | None = None
    """Who is asked."""


@protocol(name="looks", title="t", stages=(Stage("research", when="searchers"), "one", "two"))
async def looks(floor: Floor, options: LooksOptions) -> Verdict:
    brief = ""
    if floor.searchers:
        async with floor.stage("research"):
            found = await floor.look_up(floor.question.text)
            brief = " ".join(f"[{source.number}] {source.title}" for source in found.sources)
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, f"Read: {brief}")
    async with floor.stage("two"):
        return await floor.conclude(floor.chair, SUM, answers=first)


def hall_at(
    services: Services, home: Path, *, say: object = None, setting: tuple[str, ...] = (), **more: object
) -> Backend:
    searchers = searchers_at(services, home)
    searchers.setting = setting
    return Backend(say, rules=RunnerRules(door="python", searchers=searchers), **more)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "LIMITS", QUICK)


@protocol(name="looks-late", title="t", stages=("one", "research", "two"))
async def looks_late(floor: Floor, options: LooksOptions) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
    async with floor.stage("research"):
        found = await floor.look_up(f"{floor.question.text} {first.statements[0].text}")
    async with floor.stage("two"):
        return await floor.conclude(floor.chair, SUM, answers=first, found=str(len(found.sources)))


@pytest.mark.parametrize("same", [True, False])
async def test_a_retry_looks_nothing_up_twice(tmp_path: Path, same: bool) -> None:
    def say(call: Call) -> Said:
        if failing and call.seat.id == ("seat-b" if same else "seat-a"):
            return CallFailed("refused", "No.")
        return f"words of {call.seat.id}"

    failing = True
    async with Services() as services, hall_at(services, tmp_path, say=say, setting=("brave",)) as backend:
        source = await backend.convene(looks_late, question="heat pump costs")
        failing = False
        fork = await backend.runner.fork(source, ForkChanges(retry_failed=True))
        await backend.runner.ended(fork)
        assert len(services.seen("brave")) == (1 if same else 2)
        before, after = await backend.bodies(source), await backend.bodies(fork)
        assert (before["research/sources"] == after["research/sources"]) is same
        assert (await backend.runner.replay(fork)).digest == (await backend.state(fork)).digest


class Scripted(Searcher):
    """Finds what it is told."""

    def __init__(self, *items: SearchHit) -> None:
        self.items = items

    async def search(self, query: str, limits: SearchLimits) -> SearchResults:
        return SearchResults(items=self.items)


class Shelf(Searchers):
    """Searchers of the test's own."""

    def __init__(self, **searchers: Searcher) -> None:
        self._own = searchers

    def searcher(self, name: str) -> Searcher:
        return self._own[name]


async def test_all_are_asked_at_once_and_one_event_is_committed(tmp_path: Path) -> None:
    async with Services() as services, hall_at(services, tmp_path, setting=("pubmed", "arxiv", "brave")) as backend:
        services.modes["arxiv"] = "500"
        session = await backend.convene(looks, question="heat pump costs")
        bodies = await backend.bodies(session)
        found = bodies["research/sources"]
        assert isinstance(found, SourcesFound)
        assert [source.number for source in found.sources] == [1, 2, 3, 4, 5, 6]
        assert [source.searcher for source in found.sources] == ["pubmed", "brave"] * 3
        assert found.searchers == ("pubmed", "arxiv", "brave")
        assert len(found.failures) == 1
        assert found.failures[0].startswith("arxiv: HTTP 500")
        opened = bodies["opened"]
        assert isinstance(opened, SessionOpened)
        assert opened.searchers == ("pubmed", "arxiv", "brave")
        assert opened.options["searchers"] == ["pubmed", "arxiv", "brave"]
        assert opened.stages[0] == "research"
        assert "[1] Combination therapy" in await backend.prompt(session, "one/seat-a")
        assert (await backend.state(session)).sources == {"research/sources": found}
        assert await backend.runner.replay(session)
        assert len(services.seen("brave")) == 1


async def test_what_is_committed_is_never_asked_again(tmp_path: Path) -> None:
    def fails(call: Call) -> Said:
        return CallFailed("refused", "no")

    async with Services() as services:
        transcript = MemoryTranscript()
        async with hall_at(services, tmp_path, say=fails, setting=("brave",), transcript=transcript) as backend:
            session = await backend.convene(looks)
            assert (await backend.state(session)).reason == "quorum"
            backend.voice.say = lambda call: "words"
            services.titles["brave"] = ["Something else by now"]
            fork = await backend.runner.fork(session, ForkChanges(stage="one"))
            await backend.runner.ended(fork)
            assert (await backend.state(fork)).status == "verdict"
            assert (await backend.state(fork)).sources == (await backend.state(session)).sources
            assert len(services.asked) == 1


@pytest.mark.parametrize(
    ("setting", "option", "in_force"),
    [
        ((), None, ()),
        (("none",), None, ()),
        (("brave",), None, ("brave",)),
        (("brave",), ["none"], ()),
        (("brave",), "none", ()),
        (("brave",), "pubmed, arxiv", ("pubmed", "arxiv")),
        ((), ["tavily", "tavily"], ("tavily",)),
        (("brave",), [], ("brave",)),
        (("brave",), "", ("brave",)),
    ],
)
async def test_who_is_in_force(
    setting: tuple[str, ...], option: object, in_force: tuple[str, ...], tmp_path: Path
) -> None:
    async with Services() as services, hall_at(services, tmp_path, setting=setting) as backend:
        session = await backend.convene(looks, options={} if option is None else {"searchers": option})
        opened = (await backend.bodies(session))["opened"]
        assert isinstance(opened, SessionOpened)
        assert opened.searchers == in_force
        assert ("research" in opened.stages) == bool(in_force)
        assert bool(services.asked) == bool(in_force)


async def test_a_key_in_the_environment_puts_its_searcher_in_force_and_is_said(tmp_path: Path) -> None:
    from moot.egress.api_keys import KeyRing

    keyed = Searchers(tmp_path, KeyRing(None, {"TAVILY_API_KEY": "tvly-0123456789", "NCBI_API_KEY": "0123456789"}))
    assert keyed.in_force().names == ("tavily",)  # PubMed needs no key, so it is asked only when it is named
    assert "tavily" in keyed.in_force().notes[0]
    with pytest.raises(BadInput, match="no key"):
        keyed.in_force(["brave"])
    with pytest.raises(UnknownName):
        keyed.in_force(["brvae"])
    with pytest.raises(BadInput):
        keyed.in_force(["none", "tavily"])


async def test_sources_are_cleaned_cut_and_told_once() -> None:
    shelf = Shelf(
        a=Scripted(
            SearchHit(title=HOSTILE, url="https://x.example/a?utm_source=q", excerpt="long " * 2000),
            SearchHit(title="two", url="javascript:alert(1)"),
            SearchHit(title="", url=""),
            SearchHit(title="same words"),
        ),
        b=Scripted(
            SearchHit(title="the same", url="http://www.X.example/a/#part"),
            SearchHit(title="Same Words"),
            SearchHit(title="user", url="https://user:pass@x.example/"),
            SearchHit(title="\ud800 half", url="https://y.example/" + "q" * 5000),
        ),
    )
    found = await looked_up("q\x00\u202e " * 400, ["a", "b"], shelf)
    titles = [source.title for source in found.sources]
    assert titles == [titles[0], "two", "Same Words", "user", "⟨U+D800⟩ half"]
    assert [source.number for source in found.sources] == [1, 2, 3, 4, 5]
    assert [source.url for source in found.sources] == ["https://x.example/a?utm_source=q", "", "", "", ""]
    whole = "".join((found.query, *titles, *(source.excerpt for source in found.sources)))
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u200b\u2028\u202e\U000e0041\ud800]", whole)
    assert len(found.query) <= 400
    assert len(found.sources[0].excerpt) <= 1500
    whole.encode()


async def test_a_searcher_that_breaks_or_never_ends_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Searcher):
        async def search(self, query: str, limits: SearchLimits) -> SearchResults:
            raise KeyError("x\x1b[31m")

    class Endless(Searcher):
        async def search(self, query: str, limits: SearchLimits) -> SearchResults:
            await asyncio.sleep(60)
            return SearchResults()

    class Liar(Searcher):
        async def search(self, query: str, limits: SearchLimits) -> SearchResults:
            return None  # type: ignore[return-value]

    monkeypatch.setattr(looking, "GRACE", 0.1)
    shelf = Shelf(a=Broken(), b=Endless(), c=Scripted(SearchHit(title="fine")), d=Liar())
    found = await looked_up("q", ["a", "b", "c", "d"], shelf, limits=SearchLimits(total=0.2))
    assert [source.title for source in found.sources] == ["fine"]
    assert [line.partition(":")[0] for line in found.failures] == ["a", "b", "d"]
    assert all(line.isprintable() for line in found.failures)


async def test_a_protocol_may_ask_only_who_is_in_force(tmp_path: Path) -> None:
    @protocol(name="greedy", title="t", stages=("research",))
    async def greedy(floor: Floor, options: LooksOptions) -> Verdict:
        async with floor.stage("research"):
            await floor.look_up("x", ["pubmed"])
        return await floor.withhold("x")

    async with Services() as services, hall_at(services, tmp_path, setting=("brave",)) as backend:
        session = await backend.convene(greedy)
        assert "not in use: pubmed" in (await backend.state(session)).message
        assert services.asked == []


async def test_exports_show_sources_and_nothing_they_hold_acts(tmp_path: Path) -> None:
    async with Services() as services, hall_at(services, tmp_path, setting=("tavily", "brave", "arxiv")) as backend:
        services.titles["tavily"] = [HOSTILE, "</ol></section><img src=x onerror=alert(1)>"]
        services.text = HOSTILE
        services.modes["arxiv"] = "403"
        session = await backend.convene(looks)
        events = await backend.events(session)
        state = await backend.state(session)
        page, text, whole = (export(state, events, kind) for kind in ("html", "md", "json"))
        assert 'href="https://tavily.example.com/0"' in page
        assert "arxiv: HTTP 403" in page
        assert "<script" not in page
        assert "<img" not in page
        assert "javascript:alert" not in re.sub(r">[^<]*<", "><", page)
        assert "## Sources" in text
        assert "\\[1\\]" in text
        assert "<script" not in text
        assert "https://tavily.example.com/0" in whole
        assert "HTTP 403" in whole
        for form in (page, text):
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u200b\u202e\u2028]", form)
