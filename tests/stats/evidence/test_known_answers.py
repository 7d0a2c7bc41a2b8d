from __future__ import annotations

from random import Random

import numpy as np

from moot.analytics.grade_book import answered_from
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.stats.evidence.known_answers import FEWEST, AnsweredQuestion, known_answers
from moot.stats.evidence.report import SessionBallots, ahead_from, learnt_from

QUESTION = "Which planet is the largest?\na) Mars\nb) Jupiter\nc) Venus"


def asked(known: str, verdict: str = "", question: str = QUESTION, **answers: str) -> AnsweredQuestion:
    """What code alone tells of these answers."""
    given = {**answers, **({VERDICT: verdict} if verdict else {})}
    grades = all_grades(known, list(given), graded_by_code(question, known, given))
    return answered_from(answers, {name: name for name in answers}, grades)


def test_right_wrong_and_what_cannot_be_told() -> None:
    found = known_answers(
        [
            asked("b", verdict="b", ada="b)", bo="(B)", cy="It depends on what one means by large, and on the day."),
            asked("b", verdict="", ada="a", bo="b", cy="c"),
            asked(
                "42 km", question="How far?", verdict="42 km", ada="42 km", bo="43 km", cy="about as far as one can see"
            ),
        ],
        {"ada": "gpt", "bo": "gpt"},
    )
    assert found is not None
    assert {each.name: (each.right, each.wrong, each.unread) for each in found.members} == {
        "ada": (2, 1, 0),
        "bo": (2, 1, 0),
        "cy": (0, 1, 2),
    }
    assert (found.council.right, found.council.wrong, found.council.unread) == (2, 0, 1)
    assert (found.most_votes.right, found.most_votes.wrong, found.most_votes.unread) == (1, 0, 2)
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 0)
    assert [each.family for each in found.members] == ["gpt", "gpt", ""]
    assert found.members[-1].name == "cy"


def test_shared_errors_and_like_answers_are_told_from_the_fewest_questions_on() -> None:
    chance = Random("errors")
    rows = []
    for _ in range(60):
        known, kin = chance.choice("abc"), chance.choice("abc")
        other = chance.choice("abc")
        rows.append(asked(known, ada=kin, bo=kin if chance.random() < 0.9 else known, cy=other))
    found = known_answers(rows, {"ada": "gpt", "bo": "gpt", "cy": "claude"})
    assert found is not None
    pairs = {frozenset((pair.one, pair.other)): pair for pair in found.errors.pairs}
    kin_pair = pairs[frozenset(("ada", "bo"))]
    assert kin_pair.family
    assert kin_pair.correlation is not None
    assert kin_pair.correlation > 0.5
    assert kin_pair.both > kin_pair.expected + 5
    few = known_answers(rows[: FEWEST - 1], {})
    assert few is not None
    assert all(pair.correlation is None for pair in few.errors.pairs)


def test_a_few_right_answers_make_nobody_the_best_and_the_council_stands_beside_it_on_the_same_questions() -> None:
    rows = [asked("b", verdict="a", ada="b") for _ in range(18)] + [asked("b", verdict="b", ada="a", bo="b")] * 2
    found = known_answers(rows, {})
    assert found is not None
    assert [each.name for each in found.members] == ["ada", "bo"]
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 18)
    said = learnt_from(found)
    assert "ada alone 18 of 20, where the council was 2 of 20" in said[0].says
    assert "known only afterwards" in said[0].how


def test_pairs_are_told_by_what_their_own_questions_show() -> None:
    chance = Random("pairs")
    rows = []
    for _ in range(80):
        kin = chance.choice("ab")
        rows.append(asked("b", ada=kin, bo=kin, cy=chance.choice("ab"), di=chance.choice("ab")))
    said = [each.says for each in learnt_from(known_answers(rows, {}))]
    assert sum("they err together" in each and "ada and bo" in each for each in said) == 1
    assert said[-1].startswith("5 other pairs answered 20 questions or more together")
    assert said[-1].endswith("these do not tell whether they err together.")


def store(sessions: int, able: dict[str, float], seed: int = 0, noise: float = 1.0) -> list[SessionBallots]:
    """Councils of four of these models, whose readers see what their answers are worth with some noise."""
    chance = np.random.default_rng(seed)
    models = sorted(able)
    found = []
    for _ in range(sessions):
        who = [models[at] for at in chance.choice(len(models), 4, replace=False)]
        seats = {f"seat-{at}": model for at, model in enumerate(who)}
        worth = {seat: able[model] + chance.gumbel() for seat, model in seats.items()}
        ranks = {reader: {seat: -(worth[seat] + noise * float(chance.normal())) for seat in seats} for reader in seats}
        found.append(SessionBallots(models=seats, ranks=ranks))
    return found


def test_the_stronger_is_put_ahead_and_ranges_count_sessions() -> None:
    able = {"a": 1.5, "b": 0.5, "c": 0.0, "d": -0.5, "e": -1.5}
    rows = ahead_from(store(80, able))
    assert [row.model for row in rows] == sorted(able, key=lambda model: -able[model])
    assert all(row.low < row.above < row.high for row in rows)
    assert rows[0].above > 0.7
    wide = ahead_from(store(20, able))
    assert wide[2].high - wide[2].low > rows[2].high - rows[2].low


def test_equal_models_are_not_told_apart() -> None:
    inside = []
    for seed in range(12):
        inside += [row.low <= 0.5 <= row.high for row in ahead_from(store(40, dict.fromkeys("abcdef", 0.0), seed))]
    assert 0.88 < np.mean(inside) < 1
