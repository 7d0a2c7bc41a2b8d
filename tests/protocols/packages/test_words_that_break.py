"""Is a package whose words or plan break named as at fault, and everything else of its sessions shown?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import registry
from moot.protocols.floor import Floor
from moot.protocols.kinds import Kinds
from moot.protocols.planned import Planned
from moot.protocols.protocol import Options, Stage, protocol
from moot.protocols.words import alone_of, ballot_in_words, brief_of, heading_of, in_words, ordering_of
from moot.reading.forms.form import FormKind
from moot.vocabulary.ballots import Ballot, Ranking
from moot.vocabulary.findings import Finding, Note
from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import Brief, Heading


class Tally(Finding, frozen=True, kw_only=True, tag="broken-tally"):
    total: int = 3


class Vote(Ballot, frozen=True, kw_only=True, tag="broken-vote"):
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
    registry.JOINED.join("broken", (FormKind(Vote, {}),), {Vote: words}, {Tally: heading})
    told = in_words(Tally(), {}).splitlines()
    assert heading_of(Tally()).title == "Tally"
    assert "'broken'" in told[0]
    assert said in told[0]
    assert told[1:] == ["total: 3"]
    cast = ballot_in_words(Vote(), {"seat-a": "answer 1"})
    assert "'broken'" in cast[0]
    assert cast[1:] == ["on: answer 1"]
    assert brief_of(Tally()) is None
    assert alone_of(Tally(), {}) is None
    assert ordering_of(Vote()) == {}


def test_words_of_our_own_that_break_are_a_fault_of_moot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "JOINED", Kinds())
    registry.JOINED.words[Ranking] = BREAK["ZeroDivisionError"]
    registry.JOINED.findings[Note] = Heading("Note", BREAK["ZeroDivisionError"])
    with pytest.raises(ZeroDivisionError):
        ballot_in_words(Ranking(tiers=()), {})
    with pytest.raises(ZeroDivisionError):
        in_words(Note(title="t", text="t"), {})


@pytest.mark.parametrize(
    "heading",
    [
        "Tally",
        Heading("", lambda found, names: ["x"]),
        Heading(3, lambda found, names: ["x"]),  # type: ignore[arg-type]
        Heading("Tally", None),  # type: ignore[arg-type]
        Heading("Tally", lambda found, names: ["x"], brief=Brief(seal="x")),  # type: ignore[arg-type]
    ],
    ids=["text", "no-title", "number", "no-words", "brief"],
)
def test_a_heading_that_is_none_is_refused(heading: Any) -> None:
    with pytest.raises(ProtocolWrong, match=r"'broken'.*Tally"):
        Kinds().join("broken", (), {}, {Tally: heading})


@pytest.mark.parametrize(
    "plan",
    [
        lambda *given: [Planned(stage="one", calls=-3)],
        lambda *given: [Planned(stage="one", calls=2.5)],  # type: ignore[arg-type]
        lambda *given: [3],
        lambda *given: None,
        quits,
    ],
    ids=["fewer", "half", "number", "nothing", "quits"],
)
def test_a_plan_that_cannot_be_asked_is_a_fault_of_its_package(plan: Any) -> None:
    @protocol(name="broken", title="t", stages=("one",), plan=plan)
    async def broken(floor: Floor, options: Options) -> Verdict:
        return await floor.withhold("nothing")

    with pytest.raises(ProtocolWrong, match="'broken' has a fault"):
        broken.planned(3, Options(), {})


def test_a_stage_that_hangs_on_no_option_is_a_fault_of_its_package() -> None:
    @protocol(name="broken", title="t", stages=(Stage("one", repeats="nope"),))
    async def broken(floor: Floor, options: Options) -> Verdict:
        return await floor.withhold("nothing")

    with pytest.raises(ProtocolWrong, match="'broken' has a fault"):
        broken.stages_for(Options())
