"""Test that two agreement maps are compared item by item, whatever words the analyst chose."""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.agreement.ballots import AnswerPassage
from moot.protocols.agreement.changes import MapChanges, map_changes
from moot.protocols.agreement.findings import AgreementItem, Analysis, BlindSpot, Contradiction

NAMES = {"seat-a": "up/a", "seat-b": "up/b", "seat-c": "up/c"}
SAME = {seat: seat for seat in NAMES}


def item(text: str, *quotes: tuple[str, str]) -> AgreementItem:
    passages = tuple(AnswerPassage(source=f"seat-{letter}", quote=quote) for letter, quote in quotes)
    return AgreementItem(text=text, passages=passages, holders=tuple(dict.fromkeys(each.source for each in passages)))


def found(**groups: Sequence[object]) -> Analysis:
    return Analysis(by="chair", panel=tuple(NAMES), **{name: tuple(each) for name, each in groups.items()})  # type: ignore[arg-type]


def changed(a: Analysis | None, b: Analysis | None, pairs: dict[str, str] | None = None) -> MapChanges:
    told = map_changes(a, b, pairs or SAME, NAMES, NAMES)
    assert told is not None
    return told


CUT = item("Cut the limit.", ("a", "Cut it now."), ("b", "It should be cut."))


def test_items_appear_and_vanish() -> None:
    kerb = item("Paint the kerb.", ("c", "Paint the kerb first."))
    told = changed(
        found(consensus=[CUT], unique_insights=[kerb]), found(consensus=[CUT], blind_spots=[BlindSpot(text="Who.")])
    )
    assert told.same == 1
    assert [(each.change, each.text, each.before, each.after, each.holders) for each in told.changes] == [
        ("vanished", "Paint the kerb.", "Unique insights", "", ("up/c",)),
        ("appeared", "Who.", "", "Blind spots", ()),
    ]


def test_an_item_in_other_words_is_found_by_its_passages_and_tells_who_joined_and_left() -> None:
    now = item("Lower the limit!", ("b", "it should be cut"), ("c", "Cut it as well."))
    (told,) = changed(found(consensus=[CUT]), found(partial_coverage=[now])).changes
    assert (told.change, told.text) == ("holders", "Lower the limit!")
    assert (told.before, told.after) == ("Consensus", "Partial coverage")
    assert (told.holders, told.joined, told.left) == (("up/b", "up/c"), ("up/c",), ("up/a",))


def test_the_same_words_go_before_passages_and_one_passage_of_many_is_too_little() -> None:
    other = item(
        "Put up signs.", ("a", "Cut it now."), ("c", "Signs are cheap."), ("b", "Signs, please."), ("c", "More.")
    )
    told = changed(found(consensus=[CUT]), found(consensus=[other, item("cut the limit", ("c", "Cut."))]))
    assert [(each.change, each.text) for each in told.changes] == [
        ("holders", "cut the limit"),
        ("appeared", "Put up signs."),
    ]


def test_a_side_of_a_contradiction_is_never_the_item_of_another_heading() -> None:
    sides = (CUT, item("Keep it.", ("c", "Keep it as it is.")))
    told = changed(found(consensus=[CUT]), found(contradictions=[Contradiction(text="The limit:", sides=sides)]))
    assert [(each.change, each.text) for each in told.changes] == [
        ("vanished", "Cut the limit."),
        ("appeared", "The limit: Cut the limit."),
        ("appeared", "The limit: Keep it."),
    ]


def test_members_are_those_of_the_other_session_that_they_are_held_against() -> None:
    b = found(consensus=[item("Cut the limit.", ("b", "Cut it now."), ("c", "It should be cut."))])
    assert changed(found(consensus=[CUT]), b, {"seat-a": "seat-b", "seat-b": "seat-c", "seat-c": ""}).same == 1
    (told,) = changed(found(consensus=[CUT]), b, {"seat-a": "", "seat-b": "seat-b", "seat-c": ""}).changes
    assert (told.joined, told.left) == (("up/c",), ("up/a",))


def test_a_map_that_nobody_wrote_is_none() -> None:
    nobody = Analysis(by=None, panel=tuple(NAMES), reason="Nobody could.")
    assert changed(found(consensus=[CUT]), nobody) == MapChanges(first=True, second=False)
    assert changed(None, found()) == MapChanges(first=False, second=True)
    assert map_changes(None, None, SAME, NAMES, NAMES) is None
