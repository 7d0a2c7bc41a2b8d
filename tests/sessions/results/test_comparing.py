"""Are two sessions compared by what was found in them, and is it said when they are no experiment?"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moot.protocols.claim_vote.findings import Claim, ClaimList, ClaimTally, TierBounds, Tiers
from moot.protocols.replies import member_names
from moot.sessions.fork import Changes
from moot.sessions.results.comparing import SideBySide, compared
from moot.vocabulary.events import Fork
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import FindingView, SessionState, state_of
from moot.vocabulary.verdicts import Missing
from moot.vocabulary.words.endings import degraded_of
from moot.vocabulary.words.seat_names import change_in_names
from protocols.adjudication.panel import Panel, rubric
from protocols.fusion.test_fusion import Voices, lying
from sessions.hall import Hall, ranked


def changes(found: SideBySide) -> dict[tuple[str, str], tuple[Any, Any]]:
    """What differs, by what and whom."""
    return {(each.what, each.who): (each.a, each.b) for each in found.differences}


async def test_a_session_is_the_same_as_itself() -> None:
    async with Hall(Panel()) as hall:
        state = await hall.state(await hall.convene("adjudication", members=3, rubric=rubric()))
    found = compared(state, state)
    assert found.differences == ()
    assert found.order_sensitive is False
    assert {"score", "flip", "labels", "conviction", "verdict class", "final answer"} <= set(found.same)


async def test_rebuttals_in_reverse_order_show_who_moves_with_the_order() -> None:
    panel = Panel(final={"seat-a": "Build it of wood."})
    async with Hall(panel) as hall:
        session = await hall.convene("adjudication", members=3, rubric=rubric())
        panel.says["flip.seat-a"] = {"change": "uncited"}
        panel.says["axis-1.seat-b"] = 5
        fork = await hall.runner.fork(session, Changes(stage="refinement", options={"reverse_rebuttals": True}))
        await hall.runner.ended(fork)
        found = compared(await hall.state(session), await hall.state(fork))
    assert found.forks
    assert "The second session is a fork of the first from refinement on" in found.related
    assert "reverse_rebuttals = True" in found.related
    told = changes(found)
    assert told["flip", "seat-a"] == ("none", "uncited")
    assert told["conviction", "seat-a"] == (2, -1)
    assert told["axis commitment", "seat-b"] == (3, 5)
    score = next(each for each in found.differences if (each.what, each.who) == ("score", "seat-a"))
    assert score.delta == -3
    assert ("score", "seat-c") not in told
    assert ("first answer", "seat-a") not in told
    assert found.order_sensitive is True
    assert found.names["seat-a"] == "fake/a"
    reverse = compared(state_of([]), state_of([]))
    assert reverse.differences == ()


async def test_another_adjudicator_on_the_same_answers() -> None:
    panel = Panel()
    async with Hall(panel) as hall:
        session = await hall.convene("adjudication", members=3, rubric=rubric())
        panel.says |= {"labels.seat-c": {"label": "generic"}, "axis-2": 5}
        fork = await hall.runner.fork(session, Changes(stage="adjudication", offices={"adjudicator": "fake/other"}))
        await hall.runner.ended(fork)
        found = compared(await hall.state(fork), await hall.state(session))
    assert "The first session is a fork of the second from adjudication on" in found.related
    told = changes(found)
    assert told["labels", "seat-c"][0] == "generic"
    assert told["axis mechanism", "seat-a"] == (5, 3)
    assert not any(what in ("first answer", "final answer") for what, _ in told)


async def test_rankings_are_compared_for_other_protocols() -> None:
    async with Hall(ranked) as hall:
        one = await hall.state(await hall.convene("peer-review", members=3))
        other = await hall.state(await hall.convene("peer-review", members=4, question="Is it another?"))
    found = compared(one, other)
    assert not found.forks
    assert not found.same_question
    assert "no forks of each other" in found.related
    assert "not even asked the same" in found.related
    assert ("rank", "seat-d") in changes(found)
    assert found.order_sensitive is None


async def test_claims_are_the_same_only_where_their_words_are() -> None:
    def with_claims(*texts: str) -> SessionState:
        claims = tuple(
            Claim(id=f"claim-{n:02d}", text=text, kind="risk", spans=()) for n, text in enumerate(texts, start=1)
        )
        means = tuple(
            ClaimTally(
                claim=claim.id, tier="HIGH", mean=len(claim.text), sd=0, counts={}, votes=3, confidence=5, k=None
            )
            for claim in claims
        )
        found = (
            FindingView(key="claims/claim-list", stage="claims", name="claim-list", finding=ClaimList(claims=claims)),
            FindingView(
                key="votes/tiers", stage="votes", name="tiers",
                finding=Tiers(claims=means, bounds=TierBounds(), voters=()),
            ),
        )  # fmt: skip
        return SessionState(session="x", findings=found)

    told = changes(compared(with_claims("alpha", "beta", "gamma ray"), with_claims("gamma ray", "alpha", "delta")))
    assert told == {
        ("only in the first", "claim-02"): ("beta", None),
        ("only in the second", "claim-03"): (None, "delta"),
    }


async def test_what_an_analyst_found_is_compared_item_by_item_with_members_by_name() -> None:
    voices = Voices()
    async with Hall(voices) as hall:
        session = await hall.convene("fusion")
        voices.analyst = lying
        fork = await hall.runner.fork(session, Changes(stage="analysis"))
        await hall.runner.ended(fork)
        found = compared(await hall.state(session), await hall.state(fork))
    told = changes(found)
    assert not any(what.startswith("analysis: consensus") for what, _ in told), "items are told by themselves"
    assert "Paint it red." in told["analysis: struck", ""][1]
    assert found.agreement is not None
    assert (found.agreement.first, found.agreement.second) == (True, True)
    assert [(each.change, each.text, each.holders) for each in found.agreement.changes] == [
        ("vanished", "Cut the limit.", ("fake/a", "fake/b", "fake/d")),
        ("vanished", "Whether to cut it. Cut it.", ("fake/a", "fake/b", "fake/d")),
        ("vanished", "Whether to cut it. Keep it.", ("fake/c",)),
        ("appeared", "another answer alone is right.", ("fake/b",)),
        ("vanished", "Nobody says who measures the speed.", ()),
    ]
    assert found.agreement.same == 1, "the kerb, in other words and resting on the same passage"
    assert "seat-" not in repr(found.agreement)


async def test_who_only_one_session_compared_is_said() -> None:
    async with Hall(Voices()) as hall:
        mapped = await hall.state(await hall.convene("fusion"))
        plain = await hall.state(await hall.convene("peer-review", members=4))
    one, other, none = compared(mapped, plain).agreement, compared(plain, mapped).agreement, compared(plain, plain)
    assert one is not None
    assert other is not None
    assert (one.first, one.second, one.changes) == (True, False, ())
    assert (other.first, other.second) == (False, True)
    assert none.agreement is None


async def test_the_first_line_names_models_and_no_seats() -> None:
    async with Hall(ranked) as hall:
        session = await hall.convene("peer-review", members=3)
        first = await hall.state(session)
        for changed, told in (
            (Changes(members={"seat-b": "fake/other"}), "with fake/other in place of fake/b."),
            (Changes(again=("opinions/seat-b",)), "with the answer of fake/b in opinions asked again."),
            (Changes(stage="synthesis", chair="fake/other"), "with chair = fake/other."),
        ):
            fork = await hall.runner.fork(session, changed)
            await hall.runner.ended(fork)
            related = compared(first, await hall.state(fork)).related
            assert related.endswith(told), related
            assert "seat-" not in related


def test_members_of_one_model_are_told_apart_by_a_number() -> None:
    seats = tuple(Seat(id=f"seat-{letter}", model=model) for letter, model in zip("abc", "xyx", strict=True))
    assert member_names(SessionState(session="x", seats=seats)) == {"seat-a": "x 1", "seat-b": "y", "seat-c": "x 2"}


async def test_a_verdict_against_none() -> None:
    async with Hall(Panel({f"axis-{n}": "unreadable" for n in range(1, 8)})) as hall:
        withheld = await hall.state(await hall.convene("adjudication", members=3, rubric=rubric()))
    async with Hall(Panel()) as hall:
        reached = await hall.state(await hall.convene("adjudication", members=3, rubric=rubric()))
    told = changes(compared(withheld, reached))
    assert told["outcome", ""] == ("inconclusive", "verdict")
    assert told["verdict text", ""][0] is None
    assert told["score", "seat-a"][0] is None


async def test_a_round_is_called_by_its_number_and_not_by_its_name_for_programs() -> None:
    """A fork from `round.2` on is told of as one from round 2 on, and who is missing there likewise."""
    async with Hall(ranked) as hall:
        state = await hall.state(await hall.convene("peer-review", members=3))
    fork = replace(state, session="other", fork=Fork(session=state.session, stage="round.2"))
    assert "from round 2 on" in compared(state, fork).related
    lost = Missing(seat="seat-b", stage="round.2", failed="error", cause="It is gone.")
    assert degraded_of(replace(state, verdict=None, missing=(lost,))) == ("seat-b is missing in round 2: It is gone.",)
    asked_again = change_in_names("round.2/seat-b is asked again", {"seat-b": "m/b"})
    assert asked_again == "the answer of m/b in round 2 asked again"
