"""Test that a citation counts only if its words occur in a rebuttal that was seen."""

from __future__ import annotations

import pytest

from moot.protocols.adjudication.ballots import FlipCall
from moot.protocols.adjudication.findings import FlipFound, RebuttalMade, RebuttalsMade, Revision, Revisions, Why
from moot.protocols.adjudication.flips import (
    ELSEWHERE,
    INVENTED,
    NOT_LITERAL,
    NOT_NAMED,
    NOT_QUOTED,
    Texts,
    flips_from,
    verified,
)

ARCH = RebuttalMade(
    id="rebuttal-01", by="seat-b", target="seat-a", text="An arch needs heavy abutments; you show none.", statement="x"
)
COST = RebuttalMade(
    id="rebuttal-02", by="seat-c", target="seat-a", text="Granite costs twice what your budget allows.", statement="y"
)
OTHERS = RebuttalMade(
    id="rebuttal-03", by="seat-c", target="seat-b", text="The river floods every spring.", statement="y"
)
TEXTS = Texts("Build it of granite.", "Build it of timber, since granite costs more than the budget.")


def call(change: str = "cited_rebuttal", source: str = "rebuttal-02", words: str = "") -> FlipCall:
    return FlipCall(change=change, source=source, words=words, reason="r")  # type: ignore[arg-type]


def found(one: FlipCall, texts: Texts = TEXTS) -> FlipFound:
    return verified("seat-a", one, [ARCH, COST], texts)


def test_the_words_of_the_named_rebuttal_hold_whatever_their_spelling() -> None:
    flip = found(call(words="“GRANITE costs twice — what your\nbudget allows”"))
    assert (flip.change, flip.rebuttal, flip.source, flip.verified, flip.flag) == (
        "cited",
        "rebuttal-02",
        "seat-c",
        True,
        "",
    )


def test_a_named_rebuttal_that_is_not_quoted_is_taken_unverified() -> None:
    flip = found(call(words="it is too expensive"))
    assert (flip.change, flip.source, flip.verified, flip.flag) == ("cited", "seat-c", False, NOT_LITERAL)
    assert found(call(source="rebuttal-01")).source == "seat-b"
    assert found(call()).flag == NOT_QUOTED


def test_where_none_is_named_two_shared_long_words_tell_the_source() -> None:
    flip = found(call(source="", words="it is too expensive"))
    assert (flip.change, flip.source, flip.verified, flip.flag) == ("cited", "seat-c", False, NOT_NAMED)


def test_words_that_were_there_before_show_no_source() -> None:
    before = Texts("Granite costs too much, and the budget allows little.", "Granite costs too much. Build nothing.")
    assert found(call(source="", words="far too dear"), before).change == "uncited"


@pytest.mark.parametrize("words", ["The river floods every spring", "Nobody said this at all", ""])
def test_what_nobody_told_this_member_is_no_citation(words: str) -> None:
    flip = found(call(source="rebuttal-03", words=words), Texts("Build it of granite.", "Wait for a year."))
    assert (flip.change, flip.source, flip.verified, flip.flag) == ("uncited", None, False, INVENTED)


def of(why: Why, texts: Texts = TEXTS, **calls: FlipCall) -> FlipFound:
    revision = Revision(seat="seat-a", first="f", final="g", saw=("rebuttal-01", "rebuttal-02"), why=why)
    made = RebuttalsMade(rebuttals=(ARCH, COST, OTHERS))
    said = {"seat-a": {who.replace("_", "-"): each for who, each in calls.items()}} if calls else {}
    (flip,) = flips_from(
        Revisions(replies=(revision,)), made, {"seat-a": texts}, said, list(said.get("seat-a", ()))
    ).flips
    return flip


def test_whom_nobody_disputed_has_held_only_if_everybody_looked() -> None:
    """An objection that could not be read is no consent, and an empty room looks at nothing."""
    seats = ("seat-a", "seat-b", "seat-c")
    replies = tuple(Revision(seat=seat, first="f", final="f", why="unchallenged") for seat in seats)

    def changes(*read: tuple[str, str], of: tuple[Revision, ...] = replies) -> list[str]:
        sound = tuple(RebuttalMade(id=by + to, by=by, target=to, text="It holds.", statement="x") for by, to in read)
        texts = dict.fromkeys(seats, TEXTS)
        found = flips_from(Revisions(replies=of), RebuttalsMade(rebuttals=(), conceded=sound), texts, {}, ())
        return [flip.change for flip in found.flips]

    everybody = [(by, to) for by in seats for to in seats if by != to]
    assert changes(*everybody) == ["none", "none", "none"]
    assert changes() == ["unread", "unread", "unread"]
    assert changes(*everybody[1:]) == ["none", "unread", "none"]
    assert changes(of=replies[:1]) == ["unread"]


def test_most_verified_calls_decide_and_a_tie_goes_to_the_first() -> None:
    held, quoted, invented = call("no_change"), call(words="needs heavy abutments"), call(source="", words="x y z w v")
    assert of("revised", a=held, b=quoted, c=quoted).change == "cited"
    assert of("revised", a=held, b=quoted).change == "none"
    assert of("revised", a=quoted, b=held).change == "cited"
    flip = of("revised", a=invented, b=quoted, c=held)
    # where none is named the shared words tell the source, so two of three say that it answers a rebuttal
    assert (flip.change, flip.source, flip.verified) == ("cited", "seat-b", True)
    assert flip.calls == {"a": "cited_rebuttal", "b": "cited_rebuttal", "c": "no_change"}


def test_words_of_another_rebuttal_correct_the_source() -> None:
    flip = found(call(words="needs heavy abutments"))
    assert (flip.change, flip.source, flip.verified, flip.flag) == ("cited", "seat-b", True, ELSEWHERE)
