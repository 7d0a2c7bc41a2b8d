"""Summarise a session in a few words: result, members, evidence, cost.

Terminal and page show the same. Every protocol summarises its own findings; the rest is derived from the state. Tests:
`tests/views/test_summary.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from moot.protocols import registry
from moot.protocols.files import TrustPart
from moot.protocols.planned import AGREEMENT
from moot.protocols.words import brief_of as brief_of_finding
from moot.sessions.amounts import bill, count, seconds
from moot.views.contract import ResultContract, contract_of
from moot.views.result import standing_of
from moot.vocabulary.seats import EXAMPLE_LABEL
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import outcome_of
from moot.vocabulary.words.headings import FindingSummary, Headline
from moot.vocabulary.words.standing import fact_of, filled

ENDED = {"failed": "Failed", "stopped": "Stopped", "out_of_budget": "Out of budget"}


class Gist(Headline, frozen=True, kw_only=True):
    """A session's result in a few words, as lists and cards show it."""

    about: tuple[str, ...]
    """What was voted on, in sentences, if the council's answer was written after the vote."""
    line: tuple[str, ...]
    """The line below the answer, part by part: members, cost, time; without a verdict, what is kept."""
    trust: tuple[TrustPart, ...] = ()
    """How reliable the votes are, part by part, if members voted on claims."""
    result: ResultContract
    """The result without its whole text, which the verdict has."""


def gist_of(state: SessionState) -> Gist | None:
    """Return a session's result in a few words; `None` while the session runs."""
    if outcome_of(state) in ("running", "waiting"):
        return None
    brief, about = brief_of(state), about_of(state)
    facts = brief.facts if state.verdict is None else ()  # a result has its certainty in words
    took = [] if state.scripted and not state.cost else [bill(state.cost, state.on_top, state.cost_known)]
    return Gist(
        seal=brief.seal,
        firmness=brief.firmness,
        of=brief.of if about else "",
        whom=brief.whom if about else "",
        about=about,
        line=facts if state.label == EXAMPLE_LABEL else (*_asked(state), *facts, *took, seconds(state.t)),
        trust=trust_of(state),
        result=replace(contract_of(state), body=None),
    )


def trust_of(state: SessionState) -> tuple[TrustPart, ...]:
    """Return facts on how reliable a session's votes are, for display; empty if its protocol provides none."""
    trust = registry.files_of(state.protocol).trust
    return () if trust is None else tuple(trust(state))


def headline_of(state: SessionState, names: Mapping[str, str]) -> str:
    """Return a session's result in one line, a headline and its main fact: `Win: 2 of 3 members ranked answer 2 first.`

    `names` has the name of each seat by id.
    """
    standing = standing_of(state)
    fact = fact_of(standing, names) if standing is not None else ""
    if fact and state.verdict is None:
        return fact
    brief = brief_of(state)
    return f"{brief.seal}: {fact}" if fact else brief_in_words(brief, names)


def brief_in_words(brief: FindingSummary, names: Mapping[str, str]) -> str:
    """Return a result's summary as one line: its headline, then its facts, with names in place of seat ids."""
    return " · ".join([brief.seal, *(filled(fact, names) for fact in brief.facts)])


def brief_of(state: SessionState) -> FindingSummary:
    """Return a session's result as a headline with a few facts, for lists and cards."""
    verdict = state.verdict
    if verdict is None:
        kept = sum(move.state == "spoke" for move in state.moves.values())
        kept = 0 if state.reason == "quorum" else kept  # its message has the number of members that answered
        facts = (f"{count(kept, 'answer')} kept",) if kept else ()
        return FindingSummary(seal=ENDED.get(state.status, "Not finished"), firmness="ended", facts=facts)
    found = _found(state)
    if verdict.outcome == "inconclusive":
        ruled = (verdict.ruling.verdict_class.replace("_", " "),) if verdict.ruling else ()
        return FindingSummary(seal="No answer given", firmness="none", facts=ruled or (found.facts if found else ()))
    if verdict.ruling is not None and verdict.ruling.verdict_class:
        kind, sure = verdict.ruling.verdict_class.replace("_", " "), verdict.ruling.certainty
        facts = (f"{sure} certainty",) if sure else ()
        return FindingSummary(
            seal=kind[:1].upper() + kind[1:], firmness="narrow" if sure == "low" else "plain", facts=facts
        )
    if found is not None:
        return found
    if verdict.verbatim:
        return FindingSummary(seal="Not judged", firmness="narrow")
    return FindingSummary(seal="Answered by the chair" if state.protocol == registry.REPLY else "Answered")


def about_of(state: SessionState) -> tuple[str, ...]:
    """Return sentences on what members voted on, if the council's answer was written after the vote.

    If there is no such answer, return none.
    """
    verdict = state.verdict
    if verdict is None or verdict.text is None or verdict.verbatim:
        return ()
    about = brief_of(state).about
    return (about, "The council's answer was written after the vote; nobody voted on it.") if about else ()


def _found(state: SessionState) -> FindingSummary | None:
    """Return the summary of the latest finding that has one, except findings on members' agreement."""
    for view in reversed(state.findings):
        brief = brief_of_finding(view.finding) if view.stage != AGREEMENT else None
        if brief is not None:
            return brief
    return None


def _asked(state: SessionState) -> tuple[str, ...]:
    """Return who was asked, as text: the models, or the members if some have the same model.

    If only the chair was asked, return an empty text.
    """
    many = len(state.seats)
    if state.protocol == registry.REPLY:
        return ()
    if all(seat.scripted for seat in state.seats):
        return (count(many, "scripted voice"),)
    if any(seat.person or seat.scripted for seat in state.seats) or len({s.model for s in state.seats}) < many:
        return (count(many, "member"),)
    return (count(many, "model"),)
