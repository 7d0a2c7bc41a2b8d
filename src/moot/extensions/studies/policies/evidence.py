"""Compare policies over this installation's sessions with known answers, and count people's verdicts beside them."""

from __future__ import annotations

from collections import Counter

from moot.app import Application
from moot.cli.public import count, money, nano_dollars
from moot.exports.public import GRADING, VERDICT, VerdictRecord, grades_in, names_of
from moot.extension_points import PanelTable, UsagePanel
from moot.extensions.studies.policies.comparison import PolicyComparison, PolicyRow, compare_policies
from moot.extensions.studies.policies.recorded_answers import RecordedAnswer, recorded_answers
from moot.vocabulary.public import NANO, SessionState, Wilson, state_of

FEWEST = 10
"""Minimum number of questions for a conclusion."""
COLUMNS = ("policy", "right", "price", "difference", "95 % interval", "note")
NOTHING = f"Policies are compared from {FEWEST} questions with known answers on: `moot run --help`."


async def evidence_of(app: Application) -> tuple[PolicyComparison | None, VerdictRecord | None]:
    """Return the policies compared over the models that answered most of the questions with known answers, `None` below
    ten questions, and how often answers were right by people's verdicts, `None` without verdicts.

    Only sessions that asked all members count, so that no rate depends on when the others were asked. A session is left
    out if the council's answer is not graded.
    """
    states = [state_of(await app.grades.events(session)) for session in await app.grades.latest()]
    told = [each for each in map(_answered, states) if each is not None]
    councils = Counter(frozenset(answers) for answers, _ in told if len(answers) > 1).most_common(1)
    comparison = None
    if councils and councils[0][1] >= FEWEST:
        same = [each for each in told if each[0].keys() == councils[0][0]]
        answers, council = [each[0] for each in same], [each[1] for each in same]
        comparison = compare_policies(recorded_answers(answers, "The record", council))
    return comparison, await app.verdicts.record()


def _answered(state: SessionState) -> tuple[dict[str, RecordedAnswer], RecordedAnswer] | None:
    """Return the graded first answers of a session's members, by model, and the council's; `None` if the council's is
    not graded.
    """
    grades = grades_in(view.finding for view in state.findings)
    given = grades.of(VERDICT) if grades is not None else None
    if grades is None or (given is not None and given.right is None and not given.declined):
        return None
    names, moves = names_of(state.seats), list(state.moves.values())
    costs = {move.seat: move.cost or 0 for move in reversed(moves) if move.state == "spoke"}
    answers = {
        names[each.seat]: RecordedAnswer(
            answer=str(each.group or f"{each.seat} alone"),
            right=bool(each.right),
            price=costs.get(each.seat, 0) / NANO,
        )
        for each in grades.grades
        if each.seat in names and each.right is not None
    }
    price = sum(move.cost or 0 for move in moves if move.stage != GRADING) / NANO
    return answers, RecordedAnswer(answer="", right=given is not None and bool(given.right), price=price)


def table_of(comparison: PolicyComparison | None, verdicts: VerdictRecord | None = None) -> PanelTable:
    """Return a table with a row for each policy, after those of people's verdicts."""
    judged = {"council": verdicts.council, **verdicts.members} if verdicts is not None else {}
    rows = [(f"{who}, by your verdicts", _percent(at.good / at.of), "", "", "", _of(at)) for who, at in judged.items()]
    if comparison is None:
        return PanelTable(columns=COLUMNS, rows=tuple(rows), says=NOTHING)
    others = f"; {comparison.left_out} without all models left out" if comparison.left_out else ""
    counted = f"{count(comparison.questions, 'question')}, {count(len(comparison.models), 'model')}{others}."
    return PanelTable(columns=COLUMNS, rows=(*rows, *map(_row, comparison.policies)), says=counted)


def _row(row: PolicyRow) -> tuple[str, ...]:
    price = money(nano_dollars(row.price))
    interval = f"{_points(row.low)}, {_points(row.high)}"
    return (row.policy, _percent(row.right), price, _points(row.difference), interval, row.note)


def _of(share: Wilson) -> str:
    return f"{share.good} of {share.of} [{100 * share.low:.0f} %, {100 * share.high:.0f} %]"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


async def _draw(app: Application) -> PanelTable:
    return table_of(*await evidence_of(app))


panel = UsagePanel(title="Evidence", help="Policies replayed over your sessions with known answers.", draw=_draw)
