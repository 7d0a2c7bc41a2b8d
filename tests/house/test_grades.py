"""Can a person overrule a grade, wherever the same answer was given, and is it shown and taken back?"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.errors import Conflict, UnknownName
from moot.exports.session_files import export
from moot.house import House
from moot.protocols.grading.findings import PERSON, VERDICT
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.state import state_of

QUESTION = "Which city is the capital of Australia?"
MEMBERS = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


async def convened(house: House, known: str = "Canberra") -> str:
    council = Council(members=MEMBERS, chair="rehearsal/hana", protocol="peer-review")
    session = await house.convene(Ask(question=QUESTION, council=council, known=known, seed="s"))
    await house.runner.ended(session)
    return session


async def test_a_person_overrules_and_takes_it_back(tmp_path: Path) -> None:
    house = await House.opened("cli", tmp_path, demo_speed=0)
    try:
        session = await convened(house)
        again = await convened(house)
        before = await house.grades.of(session)
        assert {each.right for each in before.grades} == {None}, "a scripted voice grades nothing"
        found = await house.grades.overrule(session, "seat-a", False, "It names  Sydney.")
        (grade,) = [each for each in found.grades if each.seat == "seat-a"]
        assert (grade.right, grade.by, grade.why) == (False, PERSON, "It names Sydney.")
        # the same answer in another session, and only that one
        other = (await house.grades.of(again)).of("seat-a")
        assert other is not None
        same = other.digest == grade.digest
        assert other.right is (False if same else None)
        assert same, "equal seeds give equal answers"
        # the record is what it was; what is shown says who says so
        record = await house.transcript.read(session)
        shown = await house.grades.events(session)
        assert record != shown
        assert (await house.runner.replay(session)).digest == state_of(record).digest
        for form in ("md", "html", "json"):
            assert "It names Sydney." in export(state_of(shown), shown, form), form
        assert "says a person" in export(state_of(shown), shown, "md")
        assert (await house.grades.overrule(session, "seat-a", None)) == before
        assert await house.grades.events(session) == record
        await house.grades.overrule(session, VERDICT, True)
        evidence = await house.evidence(seats=3)
        assert evidence is not None
        await house.register.delete(session)
        assert (await house.grades.of(again)).of(VERDICT) is not None
    finally:
        await house.close()


async def test_what_is_not_graded_cannot_be_overruled(tmp_path: Path) -> None:
    house = await House.opened("cli", tmp_path, demo_speed=0)
    try:
        plain = await convened(house, known="")
        with pytest.raises(Conflict, match="not graded"):
            await house.grades.overrule(plain, VERDICT, True)
        session = await convened(house)
        with pytest.raises(UnknownName, match="seat-z"):
            await house.grades.overrule(session, "seat-z", True)
    finally:
        await house.close()
