"""Sides of a comparison: each session's facts and cost, and every answer word by word.

Members are paired by seat if one session is a fork of the other or the seat has the same model, then by model; others
are unpaired. Tests: `tests/views/test_comparison.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.files import ComparedSession
from moot.protocols.replies import latest
from moot.views.word_diff import WordDiff, word_diff
from moot.vocabulary.findings import Standing
from moot.vocabulary.seats import dollars
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of, outcome_of

MOST_QUESTION = 2_000
"""Maximum characters of a question."""


class Side(Struct, frozen=True, kw_only=True):
    """One of two compared sessions."""

    session: str
    """Its id."""
    question: str
    """The question; its beginning if it is long."""
    protocol: str
    """Its protocol."""
    council: str
    """The council's name, if it has one."""
    chair: str
    """The model of the chair."""
    opened_at: str
    """When it was opened."""
    outcome: str
    """How it ended, or that it runs."""
    degraded: tuple[str, ...]
    """Each way in which its result is less than a full one."""
    scripted: bool
    """Whether any of its voices is scripted."""
    fork_of: str
    """The session whose beginning it keeps; kept results cost nothing here and take no time. Empty: none."""
    calls: int
    """Its own calls."""
    tokens: int
    """Input and output tokens of its calls."""
    dollars: float
    """Known cost of its calls."""
    at_most: float
    """Maximum further cost, in dollars."""
    cost_known: bool
    """Whether that maximum is complete: false if a call has no known price."""
    seconds: float
    """Running time in seconds."""


class MemberPair(Struct, frozen=True, kw_only=True):
    """A member of the first session paired with one of the second."""

    a: str
    """Its seat in the first session; empty for none."""
    b: str
    """Its seat in the second; empty for none."""
    a_model: str
    """Its model in the first session."""
    b_model: str
    """Its model in the second."""
    a_place: int | None
    """Its place in the first ranking; `None` without one."""
    b_place: int | None
    """Its place in the second; `None` without one."""
    answer: WordDiff | None
    """Its last answers, word by word; `None` without any."""
    a_answered: bool
    """Whether it answered in the first session."""
    b_answered: bool
    """Whether it answered in the second."""


class Sides(Struct, frozen=True, kw_only=True):
    """Both sessions, with their answers compared."""

    a: Side
    """The first session."""
    b: Side
    """The second."""
    verdict: WordDiff | None
    """Their verdicts, word by word; `None` if neither has one."""
    members: tuple[MemberPair, ...]
    """Their members: pairs first, in the order of the first session."""


def sides_of(a: SessionState, b: SessionState, ours: ComparedSession, theirs: ComparedSession, *, forks: bool) -> Sides:
    """Return both sides of a comparison."""
    said, other = _last(ours), _last(theirs)
    placed, otherwise = _places(a), _places(b)
    models, others = _models(a), _models(b)
    pairs = [
        MemberPair(
            a=one,
            b=two,
            a_model=models.get(one, ""),
            b_model=others.get(two, ""),
            a_place=placed.get(one),
            b_place=otherwise.get(two),
            answer=word_diff(said.get(one, ""), other.get(two, "")) if one in said or two in other else None,
            a_answered=one in said,
            b_answered=two in other,
        )
        for one, two in seat_pairs(a, b, forks=forks)
    ]
    texts = [(state.verdict.text or "") if state.verdict is not None else "" for state in (a, b)]
    return Sides(
        a=_side(a),
        b=_side(b),
        verdict=word_diff(texts[0], texts[1]) if any(texts) else None,
        members=tuple(pairs),
    )


def _side(state: SessionState) -> Side:
    chairs = [seat.model for seat in state.offices if seat.id == "chair"]
    return Side(
        session=state.session,
        question=state.question.text[:MOST_QUESTION],
        protocol=state.protocol,
        council=state.council,
        chair=chairs[0] if chairs else "",
        opened_at=state.opened_at,
        outcome=outcome_of(state),
        degraded=degraded_of(state),
        scripted=state.scripted,
        fork_of=state.fork.session if state.fork is not None else "",
        calls=state.usage.calls,
        tokens=state.usage.input + state.usage.output,
        dollars=dollars(state.cost) or 0.0,
        at_most=dollars(state.on_top) or 0.0,
        cost_known=state.cost_known,
        seconds=state.t / 1000,
    )


def _last(held: ComparedSession) -> dict[str, str]:
    """Return each member's last answer: the second item that its protocol compares."""
    found = {}
    for seat, facts in held.members.items():
        texts = [value for value in list(facts.values())[:2] if isinstance(value, str)]
        if texts and texts[-1]:
            found[seat] = texts[-1]
    return found


def _places(state: SessionState) -> dict[str, int]:
    standing = latest(state, Standing)
    if standing is None or not standing.rankable:
        return {}
    first = set(standing.winners)
    return {place.seat: 1 if place.seat in first else at for at, place in enumerate(standing.places, start=1)}


def _models(state: SessionState) -> dict[str, str]:
    return {seat.id: seat.model for seat in state.seats}


def seat_pairs(a: SessionState, b: SessionState, *, forks: bool) -> Sequence[tuple[str, str]]:
    """Return pairs of seats that belong together, then unpaired seats."""
    models, others = _models(a), _models(b)
    pairs = {seat: seat for seat, model in models.items() if seat in others and (forks or others[seat] == model)}
    left = [seat for seat in others if seat not in pairs.values()]
    for seat, model in models.items():
        if seat in pairs:
            continue
        alike = next((each for each in left if others[each] == model), None)
        if alike is not None:
            pairs[seat] = alike
            left.remove(alike)
    together = [(seat, pairs[seat]) for seat in models if seat in pairs]
    alone = [(seat, "") for seat in models if seat not in pairs]
    return [*together, *alone, *(("", seat) for seat in left)]
