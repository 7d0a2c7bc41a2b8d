"""Convert a peer review to the three-stage council's stages, labels and ranks.

Labels are "Response A" … "Response Z" in seat order; each reader's private labels are replaced by these in its text.
`ranking` and `response` are always text and ranks always numbers: the page goes blank otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from math import isfinite
from string import ascii_uppercase
from typing import Any

from moot.exports.public import judged_standing, named, result_of, standing_of
from moot.transcripts.public import first_words, title_from
from moot.vocabulary.public import (
    BallotView,
    MoveView,
    Poll,
    Ranking,
    SessionState,
    Standing,
    degraded_of,
    event_keys,
    in_names,
)

Plain = dict[str, Any]

OPINIONS, REVIEW, SYNTHESIS = "opinions", "review", "synthesis"
PROTOCOL = "peer-review"
UNTITLED = "New Conversation"
NOT_SHOWN = "an answer that is not shown"
ALL_FAILED = "All models failed to respond. Please try again."
NO_VERDICT = "The council came to no verdict."
AGAIN = "What was answered is kept. Ask again in a new conversation, or read all of it on its page: /s/{session}."
"""Advice on where to resume a session, because the page has no button for this."""


def stage1(state: SessionState) -> list[Plain]:
    """Return the members' answers that arrived, in seat order, as the three-stage council's first stage."""
    return [{"model": model_of(state, move.seat), "response": move.text} for move in _answers(state)]


def stage2(state: SessionState) -> list[Plain]:
    """Return the members' reviews that arrived, in seat order, as the three-stage council's second stage."""
    labels = labels_of(state)
    found = []
    for seat in state.seats:
        key = event_keys.move(REVIEW, seat.id)
        move = _latest(state, key)
        if move is None or move.state != "spoke":
            continue
        view = state.ballots.get(event_keys.ballot(key))
        found.append(
            {
                "model": model_of(state, seat.id),
                "ranking": _review(state, key, move, view, labels),
                "parsed_ranking": _parsed(view, labels),
            }
        )
    return found


def metadata(state: SessionState) -> Plain:
    """Return the metadata of the second stage: which model each label (`Response A` …) stands for, and the models'
    average ranks.
    """
    labels = labels_of(state)
    standing = standing_of(state) or _counted(state)
    aggregate: list[Plain] = []
    if standing is not None and standing.rankable:
        places = sorted(standing.places, key=lambda place: place.mean_rank)
        aggregate = [
            {
                "model": model_of(state, place.seat),
                "average_rank": round(float(place.mean_rank), 2),
                "rankings_count": int(place.votes),
            }
            for place in places
            if place.seat in labels and place.votes and isfinite(place.mean_rank)
        ]
    told: Plain = {
        "label_to_model": {label: model_of(state, seat) for seat, label in labels.items()},
        "aggregate_rankings": aggregate,
    }
    return told | ({"notice": state.label} if state.label else {})


def _counted(state: SessionState) -> Standing | None:
    """Compute the standing from the ballots of an imported session, because imported files contain no standing. `None`
    if there are no rankings.
    """
    readers = {view.reader: view.ballot for view in state.ballots.values() if isinstance(view.ballot, Ranking)}
    if not state.ended_at or not readers:
        return None
    poll = Poll(candidates=tuple(labels_of(state)), ballots=dict(readers))
    return judged_standing(poll, own="out")


def stage3(state: SessionState) -> Plain:
    """Return the third stage: the final answer (verdict), with any remarks above it. If there is no verdict, return the
    reason instead."""
    if state.verdict is not None:
        result = result_of(state)
        response = f"{_lacks(state)}{result.body or result.answer}"
        by = state.verdict.by or "chair"
        return {
            "model": model_of(state, by),
            "response": response,
            "degraded": [_in_names(state, line) for line in state.verdict.degraded],
        }
    what = ALL_FAILED if not _answers(state) else NO_VERDICT
    lines = [what, _in_names(state, f"{state.message}"), *_who(state), AGAIN.format(session=state.session)]
    return {"model": "error", "response": "\n\n".join(filter(None, lines))}


def whole(state: SessionState) -> Plain:
    """Return a session as a stored message of the three-stage council: its three stages and their metadata."""
    nothing = state.verdict is None and not _answers(state)
    return {
        "stage1": stage1(state),
        "stage2": [] if nothing else stage2(state),
        "stage3": stage3(state),
        "metadata": {} if nothing else metadata(state),
    }


def messages(state: SessionState) -> list[Plain]:
    """Return a session as chat messages: the question, and the council's result once there is one."""
    asked: Plain = {"role": "user", "content": state.question.text}
    return [asked, {"role": "assistant", **whole(state)}] if state.ended_at else [asked]


def title_of(state: SessionState) -> str:
    """Return the conversation's title as the chair wrote it. If there is none, return the first words of the
    question."""
    move = state.moves.get(event_keys.move("title", "chair"))
    said = move is not None and move.state == "spoke"
    return title_from(move.text, state.question.text) if said and move else first_words(state.question.text)


def naive(at: str) -> str:
    """Format a time as the three-stage council writes it: UTC with microseconds, without a time zone."""
    return datetime.fromisoformat(at).astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


def labels_of(state: SessionState) -> dict[str, str]:
    """Return each answer's label (`Response A` …) by the id of its author's seat. If there are more than 26 answers,
    only the best 26 have a label."""
    seats = [move.seat for move in _answers(state)]
    if len(seats) > len(ascii_uppercase):
        best = _best(standing_of(state), seats)[: len(ascii_uppercase)]
        seats = [seat for seat in seats if seat in best]
    return {seat: f"Response {letter}" for seat, letter in zip(seats, ascii_uppercase, strict=False)}


def model_of(state: SessionState, seat: str) -> str:
    """Return the model of a seat, or of another role such as the chair, as `maker/model`."""
    return _names(state).get(seat, seat)


def maker_and_model(model: str) -> str:
    """Return a model id without its endpoint, if what remains still names the maker."""
    endpoint, _, rest = model.partition("/")
    parts = rest.split("/")
    if len(parts) == 1:
        return model
    return rest if len(parts) == 2 else f"{endpoint}/{parts[-1]}"


def _names(state: SessionState) -> dict[str, str]:
    """Return the model of each seat or role, as `maker/model`, by the id of the seat or role. If models of two
    endpoints would have the same name, return their whole ids."""
    places = (*state.seats, *state.offices)
    whole = {each.model for each in places}
    called = Counter(maker_and_model(model) for model in whole)
    return {each.id: short if called[short := maker_and_model(each.model)] == 1 else each.model for each in places}


def _in_names(state: SessionState, text: str) -> str:
    """Replace the seats that a text mentions by their models' names, and return the text."""
    return in_names(text, _names(state))


def _who(state: SessionState) -> list[str]:
    """Return the reasons why the result is degraded, such as failed seats, as one Markdown list; empty if there are
    none.
    """
    lines = [f"- {line}" for line in dict.fromkeys(_in_names(state, each) for each in degraded_of(state))]
    return ["\n".join(lines)] if lines else []


def _lacks(state: SessionState) -> str:
    """Return the quoted lines to show above a verdict: its label, and what the result lacks."""
    assert state.verdict is not None
    lines = [f"{state.label[:1].upper()}{state.label[1:]}."] if state.label else []
    if state.verdict.degraded:
        lines += ["This is less than a full result:", *(_who(state))]
    return "".join(f"> {line}\n" for each in lines for line in each.split("\n")) + ("\n" if lines else "")


def _answers(state: SessionState) -> list[MoveView]:
    moves = (state.moves.get(event_keys.move(OPINIONS, seat.id)) for seat in state.seats)
    return [move for move in moves if move is not None and move.state == "spoke"]


def _latest(state: SessionState, key: str) -> MoveView | None:
    repaired = state.moves.get(event_keys.repair(key))
    return repaired if repaired is not None and repaired.state == "spoke" else state.moves.get(key)


def _best(standing: Standing | None, seats: Sequence[str]) -> list[str]:
    ranked = [place.seat for place in standing.places] if standing is not None else []
    return [*(seat for seat in ranked if seat in seats), *(seat for seat in seats if seat not in ranked)]


def _review(state: SessionState, key: str, move: MoveView, view: BallotView | None, labels: dict[str, str]) -> str:
    if view is not None and view.how == "schema" and isinstance(view.ballot, Ranking) and not view.ballot.abstained:
        return _in_words(view.ballot, labels)
    sheet = state.sheets.get(event_keys.sheet(key))
    private = {entry.label: labels.get(entry.seat, NOT_SHOWN) for entry in sheet.entries} if sheet else {}
    return named(move.text, private)


def _in_words(ballot: Ranking, labels: dict[str, str]) -> str:
    """Convert a ballot to the text of a review: a comment on each answer, then `FINAL RANKING:` and the answers in
    order.
    """
    said = [f"**{labels[seat]}**: {text}" for seat, text in ballot.comments.items() if seat in labels and text.strip()]
    places = [
        f"{place}. {labels[seat]}"
        for place, seat in enumerate((seat for tier in ballot.tiers for seat in tier if seat in labels), start=1)
    ]
    return "\n\n".join([*said, "FINAL RANKING:\n" + "\n".join(places)])


def _parsed(view: BallotView | None, labels: dict[str, str]) -> list[str]:
    if view is None or not isinstance(view.ballot, Ranking):
        return []
    return [labels[seat] for tier in view.ballot.tiers for seat in tier if seat in labels]
