"""Evaluate a run's questions with known answers: member and council records, and shared errors."""

from __future__ import annotations

from collections.abc import Sequence

from moot.cli.public import answered_from, remark, safe, say, table
from moot.exports.public import (
    AnsweredQuestion,
    KnownAnswers,
    RightRecord,
    Spoke,
    first_answers,
    grades_in,
    known_answers,
    learnt_from,
    names_of,
    percent,
)
from moot.extensions.studies.runs.questions import QueuedQuestion
from moot.extensions.studies.runs.running import QuestionResult


def known_in(puts: Sequence[QueuedQuestion], asked: Sequence[QuestionResult]) -> KnownAnswers | None:
    """Return the evaluation of a run's known answers."""
    found: list[AnsweredQuestion] = []
    families: dict[str, str] = {}
    for put, each in zip(puts, asked, strict=True):
        state = each.state
        if state is None or not each.finished or not put.answer:
            continue
        abilities = {seat.id: seat.abilities.family for seat in state.seats}
        families |= {name: abilities[seat] for seat, name in names_of(state.seats).items()}
        spoken = [Spoke(move.seat, move.stage, move.text) for move in state.moves.values() if move.state == "spoke"]
        grades = grades_in(view.finding for view in state.findings)
        found.append(answered_from(first_answers(spoken, state.seats), names_of(state.seats), grades))
    return known_answers(found, families)


def show_known(known: KnownAnswers | None) -> None:
    """Print the records as a table, and statistics of members' errors."""
    if known is None:
        return
    say()
    say("Known answers")
    records = [*known.members, known.council, known.most_votes]
    table(
        ["", "right", "wrong", "not graded", "share"], [_row(each) for each in records], right=frozenset((1, 2, 3, 4))
    )
    for sentence in learnt_from(known)[1:]:
        say(f"- {safe(sentence.says)}")
        remark(f"  {safe(sentence.how)}", err=False)


def _row(record: RightRecord) -> list[str]:
    told = record.right + record.wrong
    share = percent(record.right / told) if told else "–"
    return [safe(record.name), str(record.right), str(record.wrong), str(record.unread), share]
