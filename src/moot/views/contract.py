"""Fill the result contract: the fields that every session's result has, by whatever protocol.

The answer and its certainty come from the verdict; reasons, dissent and what would change it from the findings, each of
which says what it contributes (`Heading.parts`). Without a verdict the answer says so, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from moot.floor.label_replacer import named
from moot.protocols import registry
from moot.protocols.planned import own_stages
from moot.protocols.selective import Selection, choice_parts, final_choice
from moot.protocols.words import brief_of, heading_of, standing_ones
from moot.reading.answer_first import split_answer
from moot.views.findings_in_words import class_in_words, labels_of
from moot.vocabulary.ballots import AnswerBallot
from moot.vocabulary.state import SessionState
from moot.vocabulary.statements import Source
from moot.vocabulary.verdicts import Reason, ResultParts
from moot.vocabulary.words.headings import numbered
from moot.vocabulary.words.standing import with_names
from moot.vocabulary.words.sums import money

NO_ANSWER = "No answer is given."
"""How the answer of a session without one begins."""
NOT_DETERMINED = "not determined"
"""Text shown in place of a field of the result that could not be filled."""


class SelectiveAnswer(Struct, frozen=True, kw_only=True):
    """How many members were asked, and at what cost, in a session that did not need the answers of all its members."""

    asked: int
    """Members that were asked."""
    of: int
    """Members of the council."""
    makers: int
    """Makers of the models that were asked."""
    cost: str
    """Cost so far, in words."""
    rest_cost: str | None
    """Typical further cost of asking the others, in words; null if unknown."""
    agreed: bool
    """Whether two answers agree; false if only one was asked for."""
    models: tuple[str, ...]
    """Models that were asked."""
    ask_everyone: str
    """Path of the server to which an empty POST asks the others, in a session that keeps the answers there are."""


class ResultContract(ResultParts, frozen=True, kw_only=True):
    """The part of a result that every session has: the answer, its certainty, and what speaks for and against it."""

    sources: tuple[Source, ...] = ()
    """Search results that the members saw, and pages that they looked up with tools, in order."""
    selective: SelectiveAnswer | None = None
    """How many members were asked, if not all, because the first answers agree or one was enough."""


class StateWithResult(SessionState, frozen=True, kw_only=True):
    """A session's state (all that its events say so far) with the result so far."""

    result: ResultContract
    """The answer, how certain it is, and what speaks for and against it."""


def contract_of(state: SessionState) -> ResultContract:
    """Return a session's answer so far, with its certainty, reasons and dissent, in words for people."""
    names = names_in_result(state)
    parts = [_named(each, state, names) for each in (_choices(state), *_parts_of(state))]
    reasons = tuple(reason for each in parts for reason in each.reasons)
    dissent = tuple(reason for each in parts for reason in each.dissent)
    opposed = " ".join(dict.fromkeys(each.disagreement for each in parts if each.disagreement))
    answer, body = _answer(state, parts, reasons, opposed)
    if state.question.options and body is not None:
        answer = final_choice(body) or answer
    selective = _selective(state)
    sure = [each.confidence for each in parts if each.confidence] or [_judged(state)]
    sure += [_author(state, names), "" if selective is not None else _turnout(state)]
    return ResultContract(
        answer=answer,
        body=body,
        confidence=" ".join(dict.fromkeys(line for line in sure if line)),
        disagreement=opposed or _not_asked(state),
        reasons=reasons,
        dissent=dissent,
        would_change=tuple(dict.fromkeys(line for each in parts for line in each.would_change)),
        sentences=next((each.sentences for each in reversed(parts) if each.sentences), ()),
        sources=_sources(state),
        selective=selective,
    )


def names_in_result(state: SessionState) -> dict[str, str]:
    """Return the name of each seat in a result.

    A member has the name of its model, without endpoint and maker, and a number if several members have that name. An
    office has its own name and that of its model: `chair (gpt-5)`.
    """
    titles = {seat.id: seat.model.rpartition("/")[2] for seat in (*state.seats, *state.offices)}
    members = [titles[seat.id] for seat in state.seats]
    names = {id: id if titles[id] == id else f"{id} ({titles[id]})" for id in (seat.id for seat in state.offices)}
    for at, (seat, title) in enumerate(zip(state.seats, members, strict=True)):
        names[seat.id] = title if members.count(title) == 1 else f"{title} {members[: at + 1].count(title)}"
    return names


def _turnout(state: SessionState) -> str:
    """Return how many members answered the question and how many were not asked; empty before the verdict, and if not
    several were asked."""
    members, held = {seat.id for seat in state.seats}, own_stages(state.stages)
    asked: dict[str, dict[str, bool]] = {stage: {} for stage in held}
    for move in state.moves.values():
        if move.seat in members and move.stage in asked:
            asked[move.stage][move.seat] = asked[move.stage].get(move.seat, False) or move.state == "spoke"
    first = next(
        (each for each in asked.values() if len(each) > 1), {}
    )  # before it, one may have been asked for a topic
    answered, of, left = sum(first.values()), len(first), len(members) - len(first)
    if state.verdict is None or not first:
        return ""
    whose = "of the members asked" if left else "members"
    count = f"{answered} of {of}" if answered < of else "Both" if of == 2 else f"All {of}"
    line = f"{count} {whose} answered"
    return f"{line}; {left} {'was' if left == 1 else 'were'} not asked." if left else f"{line}."


def _sources(state: SessionState) -> tuple[Source, ...]:
    """Return what the session looked up, then what its members did with tools; those are numbered on, each address,
    or title without one, once."""
    found = [source for each in state.sources.values() for source in each.sources]
    seen = {source.url or source.title for source in found}
    for source in (source for move in state.moves.values() for source in move.sources):
        if (mark := source.url or source.title) not in seen:
            seen.add(mark)
            found.append(replace(source, number=len(found) + 1))
    return tuple(found)


def _choices(state: SessionState) -> ResultParts:
    """Return what the members' choices contribute to the answer to a closed question."""
    first = own_stages(state.stages)[:1]
    said = {move.seat: move.text for move in state.moves.values() if move.state == "spoke" and [move.stage] == [*first]}
    return choice_parts(said, state.question.options) if state.question.options else ResultParts()


def _selective(state: SessionState) -> SelectiveAnswer | None:
    found = next((view.finding for view in state.findings if isinstance(view.finding, Selection)), None)
    if found is None or not found.early or state.verdict is None:
        return None
    models = {seat.id: seat.model for seat in state.seats}
    return SelectiveAnswer(
        asked=len(found.asked),
        of=found.of,
        makers=found.makers,
        cost=money(state.cost) if state.cost_known else "unknown cost",
        rest_cost=money(found.rest) if found.rest else None,
        agreed=found.agreed,
        models=tuple(models[seat] for seat in found.asked if seat in models),
        ask_everyone=f"/api/sessions/{state.session}/ask-everyone",
    )


def _parts_of(state: SessionState) -> list[ResultParts]:
    """Return what the current findings contribute to the result.

    Only the latest finding of each kind counts. A part that contains the answer comes first.
    """
    findings = [view.finding for view in state.findings]
    current = {type(each): each for each, last in zip(findings, standing_ones(findings), strict=True) if last}
    ballots = {key: view.ballot for key, view in state.ballots.items() if view.ballot is not None}
    found = ((heading_of(finding).parts, finding) for finding in current.values())
    parts = [say(finding, ballots) for say, finding in found if say is not None]
    return sorted(parts, key=lambda each: each.answer is None)


def _named(parts: ResultParts, state: SessionState, names: Mapping[str, str]) -> ResultParts:
    """Return these parts with names in place of seat ids and of anonymous labels."""
    labels = labels_of(state, "", names)

    def plain(line: str) -> str:
        return named(with_names(line, names), labels)

    def plainly(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
        return tuple(replace(each, text=plain(each.text), passage=named(each.passage, labels)) for each in reasons)

    return replace(
        parts,
        confidence=plain(parts.confidence),
        disagreement=plain(parts.disagreement),
        reasons=plainly(parts.reasons),
        dissent=plainly(parts.dissent),
        would_change=tuple(map(plain, parts.would_change)),
    )


def _answer(
    state: SessionState, parts: Sequence[ResultParts], reasons: tuple[Reason, ...], opposed: str
) -> tuple[str | None, str | None]:
    """Return the answer and the whole text.

    Before the verdict, return the texts that have been written so far. If there is no answer, return a sentence that
    says why, and no text.
    """
    verdict = state.verdict
    if verdict is not None and verdict.text is not None:
        return None if verdict.answer is UNSET else verdict.answer, verdict.text
    if verdict is None and not state.ended_at:
        composed = next((each for each in reversed(parts) if each.answer), None)
        return (composed.answer, composed.body) if composed is not None else _written(state)
    why = verdict.reason if verdict is not None else state.message
    agreed = next((each.text for each in reasons if len(each.by) > 1), "")
    return " ".join(
        filter(
            None,
            (
                f"{NO_ANSWER} {why or 'Nobody could write one.'}",
                f"The members agree on this: {agreed}" if agreed else "",
                opposed,
            ),
        )
    ), None


def _written(state: SessionState) -> tuple[str | None, str | None]:
    """Return the text that the concluding seat has written, split into answer and whole, while the verdict is not
    recorded yet."""
    stages = own_stages(state.stages)
    if not stages or not state.entered or not registry.is_installed(state.protocol):
        return None, None
    protocol, last = registry.find(state.protocol), stages[-1]
    if not protocol.writes_openly or last != protocol.stages[-1].name or last not in state.entered:
        return None, None
    said = [move for move in state.moves.values() if move.stage == last and move.state == "spoke"]
    if not said:
        return None, None
    return split_answer(named(said[-1].text, labels_of(state, said[-1].key, numbered(state.seats))))


def _author(state: SessionState, names: Mapping[str, str]) -> str:
    """Return who wrote the text, if what was judged are the members' own answers, of which it is none."""
    verdict = state.verdict
    if verdict is None or verdict.text is None or verdict.verbatim or verdict.by in (None, verdict.winner):
        return ""
    voted = any(brief is not None and brief.about for brief in (brief_of(view.finding) for view in state.findings))
    if verdict.winner is None and not voted:
        return ""
    by = names.get(verdict.by, verdict.by)
    who = by if verdict.by in {seat.id for seat in state.seats} else f"The {by}"
    return f"{who} wrote this answer {'afterwards, ' if voted else ''}from all of them."


def _not_asked(state: SessionState) -> str:
    """Return that nobody asked the members whether they agree, or that it is not known; empty before the verdict."""
    if state.verdict is None or len(state.seats) < 2:
        return ""
    members = {seat.id for seat in state.seats}
    if any(view.reader in members and not isinstance(view.ballot, AnswerBallot) for view in state.ballots.values()):
        return "Who disagrees is not known."
    return "Members were not asked whether they agree."


def _judged(state: SessionState) -> str:
    """Return how certain a verdict without findings is: the class that its rules gave it, or a note that nobody judged
    it."""
    verdict = state.verdict
    if verdict is None:
        return ""
    return class_in_words(verdict.ruling) if verdict.ruling is not None else verdict.reason if verdict.verbatim else ""
