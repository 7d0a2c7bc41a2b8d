"""Test that a person can overrule a grade wherever the same answer was given, and undo it."""

from __future__ import annotations

from pathlib import Path

from moot.app import Application
from moot.exports.session_files import export
from moot.protocols.grading.findings import PERSON, VERDICT
from moot.request import Ask
from moot.vocabulary.councils import Council
from moot.vocabulary.state import state_of

QUESTION = "Which city is the capital of Australia?"
MEMBERS = ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn")


async def convened(app: Application, known: str = "Canberra") -> str:
    council = Council(members=MEMBERS, chair="rehearsal/hana", protocol="peer-review")
    session = await app.convene(Ask(question=QUESTION, council=council, known=known, seed="s"))
    await app.runner.ended(session)
    return session


async def test_a_person_overrules_and_takes_it_back(tmp_path: Path) -> None:
    app = await Application.opened("cli", tmp_path, demo_speed=0)
    try:
        session = await convened(app)
        again = await convened(app)
        before = await app.grades.of(session)
        assert {each.right for each in before.grades} == {None}, "a scripted voice grades nothing"
        found = await app.grades.overrule(session, "seat-a", False, "It names  Sydney.")
        (grade,) = [each for each in found.grades if each.seat == "seat-a"]
        assert (grade.right, grade.by, grade.why) == (False, PERSON, "It names Sydney.")
        # the same answer in another session, and only that one
        other = (await app.grades.of(again)).of("seat-a")
        assert other is not None
        same = other.digest == grade.digest
        assert other.right is (False if same else None)
        assert same, "equal seeds give equal answers"
        # the record is what it was; what is shown says who says so
        record = await app.transcript.read(session)
        shown = await app.grades.events(session)
        assert record != shown
        assert (await app.runner.replay(session)).digest == state_of(record).digest
        for form in ("md", "html", "json"):
            assert "It names Sydney." in export(state_of(shown), shown, form), form
        assert "says a person" in export(state_of(shown), shown, "md")
        assert (await app.grades.overrule(session, "seat-a", None)) == before
        assert await app.grades.events(session) == record
        await app.grades.overrule(session, VERDICT, True)
        await app.register.delete(session)
        assert (await app.grades.of(again)).of(VERDICT) is not None
    finally:
        await app.close()
