"""Test that models, judges, moves and orders are counted as a person counts them, question by question."""

from __future__ import annotations

import pytest

from moot.extensions.studies.stats.judges import alpha_figure, judging
from moot.extensions.studies.stats.models import model_figures, moves
from moot.extensions.studies.stats.order import order_effects
from moot.extensions.studies.stats.seen import CITED, HELD, UNCITED, JudgeMarks, SeenReply, SeenSession
from moot.stats.alpha import alpha_from

A, B, C = "model/a", "model/b", "model/c"


def seen(
    number: int,
    arm: str = "base",
    *flips: str,
    repeat: int = 1,
    source: str = "",
    scores: tuple[float, float, float] = (10.0, 20.0, 30.0),
    read: int = 2,
    ratings: tuple[tuple[float | None, ...], ...] = (),
    measures: dict[str, float] | None = None,
    marked: tuple[JudgeMarks, ...] = (),
) -> SeenSession:
    """A session of three members; a flip is `-` (held), `?`, `u` (uncited) or the letter of the seat that moved it."""
    told = [{"-": HELD, "?": "", "u": UNCITED}.get(flip, CITED) for flip in flips or ("-", "-", "-")]
    sources = [flip if flip in ("a", "b", "c") else "" for flip in flips or ("", "", "")]
    return SeenSession(
        item=f"q{number}", arm=arm, repeat=repeat, domain="", session=f"{arm}-{number}-{repeat}", fork_of=source,
        reversed=arm == "turned", marked=marked, ratings=ratings, measures=measures or {},
        replies=tuple(
            SeenReply(
                seat=seat, model=model, score=score, axes={"depth": score / 10}, flip=flip, source=moved, read=read
            )
            for seat, model, score, flip, moved in zip("abc", (A, B, C), scores, told, sources, strict=True)
        ),
    )  # fmt: skip


def test_a_models_figures_are_counted_over_questions_and_its_ends_over_sessions() -> None:
    twice = [seen(n, "base", "u", "c", "-", repeat=repeat) for n in range(5) for repeat in (1, 2)]
    tie = seen(5, scores=(30.0, 30.0, 5.0))
    found = {each.model: each for each in model_figures([*twice, tie, seen(9, "other")], "base")}
    assert list(found) == [C, B, A]
    assert found[A].replies == 11
    assert found[A].score.n == 6, "repeats are one question"
    assert found[A].score.value == pytest.approx((10.0 * 5 + 30.0) / 6)
    assert [found[model].strongest for model in (A, B, C)] == [0, 0, 10], "of a tie nobody is the strongest"
    assert [found[model].weakest for model in (A, B, C)] == [10, 0, 1]
    assert found[B].axes["depth"].value == pytest.approx((2.0 * 5 + 3.0) / 6)
    assert found[A].flips.value == found[A].uncited.value == pytest.approx(5 / 6)
    assert found[B].flips.value == pytest.approx(5 / 6)
    assert found[B].uncited.value == 0.0


def test_who_moved_whom_counts_replies_of_which_it_is_known() -> None:
    own = [seen(0, "base", "c", "-", "?"), seen(1, "base", "c", "a", "u"), seen(2, "base", "-", "a", "-")]
    told = {(each.source, each.model): (each.times, each.of) for each in moves(own, "base")}
    assert told == {(C, A): (2, 3), (A, B): (2, 3)}


def test_those_who_judge_are_told_by_question() -> None:
    rows = ((1.0, 1.0), (5.0, 4.0), (3.0, None), (2.0, 3.0))
    marked = (JudgeMarks(model=A, given=4, top=1), JudgeMarks(model=B, given=3, top=0))
    listed = {"findings": 4.0, "confirmed": 2.0, "disputed": 1.0}
    own = [seen(n, ratings=rows, marked=marked, measures=listed) for n in range(5)]
    own.append(seen(5, measures={"findings": 0.0, "confirmed": 0.0, "disputed": 0.0}))
    found = judging(own, "base")
    assert [(each.model, each.given, each.top) for each in found.judges] == [(A, 20, 5), (B, 15, 0)]
    assert (found.judges[0].ceiling.value, found.judges[0].ceiling.n) == (0.25, 5)
    assert found.units == 15
    assert found.findings.value == pytest.approx(20 / 6)
    assert (found.confirmed.value, found.confirmed.n, found.disputed.value) == (0.5, 5, 0.25)


def test_how_far_judges_agree_has_an_interval_of_left_out_questions() -> None:
    rows = [((1.0, 1.0), (5.0, 4.0)), ((2.0, 2.0), (3.0, 5.0)), ((4.0, 4.0), (1.0, 2.0)), ((5.0, 5.0), (2.0, 2.0)),
            ((3.0, 3.0), (4.0, 3.0)), ((1.0, 2.0), (5.0, 5.0))]  # fmt: skip
    figure = alpha_figure([seen(n, ratings=each) for n, each in enumerate(rows)])
    assert figure.value == alpha_from([row for each in rows for row in each], "ordinal").value
    low, value, high = (each or 0.0 for each in (figure.low, figure.value, figure.high))
    assert low < value < high <= 1.0
    assert (figure.n, figure.how) == (6, "jackknife")
    assert alpha_figure([seen(n, ratings=each) for n, each in enumerate(rows[:4])]).value is None
    assert alpha_figure([seen(n, ratings=((3.0, 3.0),)) for n in range(6)]).value is None, "nothing varies"


def test_what_members_do_in_both_orders_is_one_of_four() -> None:
    base = [seen(n, "base", "-", "c", "a") for n in range(5)]
    turned = [seen(n, "turned", "-", "c", "b", source=f"base-{n}-1") for n in range(4)]
    turned.append(seen(4, "turned", "b", "c", "?", source="base-4-1"))
    found = order_effects([*base, *turned], "turned", "base")
    assert (found.members, found.eligible) == (14, 14)
    assert {each.sort: each.members for each in found.sorts} == {
        "conviction": 4, "evidence": 5, "recency": 1, "no position": 4,
    }  # fmt: skip


def test_a_member_that_saw_one_rebuttal_is_not_moved_by_their_order() -> None:
    base = [seen(n, "base", "-", "-", "-", read=1) for n in range(6)]
    turned = [seen(n, "turned", "b", "c", "a", read=1) for n in range(6)]
    found = order_effects([*base, *turned], "turned", "base")
    assert (found.members, found.eligible) == (18, 0)
    assert {each.share.n for each in found.sorts} == {0}
