"""Test that a protocol's value that could not be read again is refused before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import registry
from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.protocols.kinds import Kinds
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import Options, protocol
from moot.protocols.words import alone_of, ballot_in_words, brief_of, heading_of, in_words, ordering_of
from moot.reading.forms.fields import TextField
from moot.reading.forms.form import FormKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import FindingSummary, Heading
from sessions import backend
from sessions.backend import Backend


class Total(Finding, frozen=True, kw_only=True, tag="odd-total"):
    total: float
    other: float | None = None


class Vote(Ballot, frozen=True, kw_only=True, tag="odd-vote"):
    why: str
    weight: float = 1.0


class Form(FormKind):
    def made(self, read: Any) -> Ballot:
        return Vote(why=str(read["why"]), weight=float("nan"))


ASK = PromptTemplate("ask", "$ballot", uses="ballot")
VOTES = FormKind(Vote, {"why": TextField()})
ODD = Form(Vote, {"why": TextField()})
SAID = {Vote: lambda ballot, names: ["x"]}
HEADS = {Total: Heading("Total", lambda found, names: ["x"])}


@pytest.fixture(autouse=True)
def enrolling(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    monkeypatch.setattr(registry, "find", backend.find)
    yield
    backend.EXTRA.clear()


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"total": float("nan")}, "Expected `float`, got `null`"),
        ({"total": {1, 2}}, "Expected `float`, got `array`"),
        ({"total": 1.0, "other": float("inf")}, "other: inf"),
        ({"total": object()}, "unsupported"),
        ({"total": 3}, ""),
    ],
    ids=["not-a-number", "set", "infinite", "object", "whole"],
)
async def test_a_finding_that_could_not_be_read_back_is_the_protocols_fault(values: Any, says: str) -> None:
    registry.JOINED.join("odd", (), {}, HEADS)

    @protocol(name="odd", title="t", stages=("one",), findings=HEADS)
    async def odd(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            floor.record(Total(**values), name="f")
            return await floor.withhold("nothing")

    async with Backend() as here:
        session = await here.convene(odd)
        state = await here.state(session)
        assert (state.status, state.reason) == (("failed", "error") if says else ("inconclusive", "nothing"))
        assert says in state.message
        assert ("odd-total" in state.message and "'odd'" in state.message) or not says
        assert bool(state.findings) is not bool(says)


@pytest.mark.parametrize(("form", "status"), [(VOTES, "inconclusive"), (ODD, "failed")])
async def test_a_ballot_that_could_not_be_read_back_is_the_protocols_fault(form: FormKind, status: str) -> None:
    registry.JOINED.join("odd", (form,), SAID, {})

    @protocol(name="odd", title="t", stages=("one",), ballots=(form,), words=SAID)
    async def odd(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            await floor.poll([SeatPrompt(seat=seat, prompt=ASK) for seat in floor.seats], read=Vote)
            return await floor.withhold("nothing")

    def said(call: Any) -> str:
        mark = call.schema["properties"]["mark"]["enum"][0]
        return f'{{"mark": "{mark}", "why": "so"}}'

    async with Backend(said) as here:
        state = await here.state(await here.convene(odd))
        assert state.status == status, state.message
        assert status != "failed" or ("odd-vote" in state.message and not state.ballots)


class Tally(Finding, frozen=True, kw_only=True, tag="broken-tally"):
    total: int = 3


class BrokenVote(Ballot, frozen=True, kw_only=True, tag="broken-vote"):
    on: str = "seat-a"

    def ordering(self) -> Any:
        return {"seat-a": "first"}


def quits(*given: Any) -> Any:
    raise SystemExit(3)


BREAK: dict[str, Callable[..., Any]] = {
    "ZeroDivisionError": lambda *given: 1 / 0,
    "SystemExit": quits,
    "NoneType": lambda *given: None,
    "no list of lines": lambda *given: [3],
    "these words are no list": lambda *given: "a text",
}


@pytest.mark.parametrize("said", BREAK)
def test_words_that_break_are_said_as_data_and_their_package_is_named(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = BREAK[said]
    monkeypatch.setattr(registry, "JOINED", Kinds())
    heading = Heading("Tally", words, alone=BREAK["ZeroDivisionError"], brief=words)
    registry.JOINED.join("broken", (FormKind(BrokenVote, {}),), {BrokenVote: words}, {Tally: heading})
    told = in_words(Tally(), {}).splitlines()
    assert heading_of(Tally()).title == "Tally"
    assert "'broken'" in told[0]
    assert said in told[0]
    assert told[1:] == ["total: 3"]
    cast = ballot_in_words(BrokenVote(), {"seat-a": "answer 1"})
    assert "'broken'" in cast[0]
    assert cast[1:] == ["on: answer 1"]
    assert brief_of(Tally()) is None
    assert alone_of(Tally(), {}) is None
    assert ordering_of(BrokenVote()) == {}


@pytest.mark.parametrize(
    "heading",
    [
        "Tally",
        Heading("", lambda found, names: ["x"]),
        Heading(3, lambda found, names: ["x"]),  # type: ignore[arg-type]
        Heading("Tally", None),  # type: ignore[arg-type]
        Heading("Tally", lambda found, names: ["x"], brief=FindingSummary(seal="x")),  # type: ignore[arg-type]
    ],
    ids=["text", "no-title", "number", "no-words", "brief"],
)
def test_a_heading_that_is_none_is_refused(heading: Any) -> None:
    with pytest.raises(ProtocolWrong, match=r"'broken'.*Tally"):
        Kinds().join("broken", (), {}, {Tally: heading})
