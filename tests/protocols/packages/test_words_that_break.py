"""Test that a package with failing texts or plan is named as the cause, and the rest of its sessions shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.errors import ProtocolWrong
from moot.protocols import registry
from moot.protocols.kinds import Kinds
from moot.protocols.words import alone_of, ballot_in_words, brief_of, heading_of, in_words, ordering_of
from moot.reading.forms.form import FormKind
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.findings import Finding
from moot.vocabulary.words.headings import FindingSummary, Heading


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
