from __future__ import annotations

from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion, common_record


def row(council: bool, **right: bool) -> AnsweredQuestion:
    return AnsweredQuestion(right={**right, THE_COUNCIL: council})


def test_one_member_leads_only_on_common_questions_and_beyond_chance() -> None:
    clear = [row(council=False, ada=at < 38, bo=at < 15, cy=at < 12) for at in range(40)]
    found = common_record(clear, ["ada", "bo", "cy"])
    assert found is not None
    assert (found.leader, found.questions, found.right) == ("ada", 40, {"ada": 38, "bo": 15, "cy": 12})
    close = common_record([row(council=False, ada=at < 22, bo=at < 20) for at in range(40)], ["ada", "bo"])
    assert close is not None
    assert close.leader == ""
    better = common_record([row(council=True, ada=at < 25, bo=at < 8) for at in range(40)], ["ada", "bo"])
    assert better is not None
    assert better.leader == "", "the council is right more often than its best member"
    assert common_record(clear[:19], ["ada", "bo", "cy"]) is None
    assert common_record(clear, ["ada", "di"]) is None, "di answered none of them"
