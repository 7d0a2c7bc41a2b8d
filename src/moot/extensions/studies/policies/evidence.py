"""Compare policies over this installation's sessions with known answers, and count people's verdicts beside them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from moot.app import Application
from moot.cli.public import money, nano_dollars
from moot.exports.public import GRADING, VERDICT, VerdictRecord, grades_in, names_of
from moot.extension_points import PanelTable, UsagePanel
from moot.extensions.studies.policies.comparison import PolicyComparison, PolicyRow, compare_policies
from moot.extensions.studies.policies.recorded_answers import RecordedAnswer, recorded_answers
from moot.extensions.studies.policies.replay import COUNCIL
from moot.vocabulary.public import NANO, SessionState, Wilson, state_of

FEWEST = 10
"""Minimum number of questions for a conclusion."""
COLUMNS = ("policy", "right", "price", "difference", "95 % interval", "note")
NOTHING = "Nothing is measured here yet. Run questions with known answers: `moot run --help`."


class Evidence(NamedTuple):
    """What this installation has measured: with known answers, and by a person's verdicts. Neither counts in the
    other.
    """

    comparison: PolicyComparison | None
    """Policies compared over the models that answered most of the graded questions; `None` below ten questions."""
    verdicts: VerdictRecord | None
    """How often answers were right by a person's verdicts; `None` without verdicts."""

    @property
    def sentence(self) -> str:
        """Return what was measured in a sentence, or that nothing was."""
        if self.comparison is not None:
            return sentence_of(self.comparison)
        return NOTHING if self.verdicts is None else f"By your verdicts, the council was {_of(self.verdicts.council)}."

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the cells of all rows in a table with the columns `COLUMNS`: verdicts, then policies."""
        rows = [row_of(each) for each in self.comparison.policies] if self.comparison is not None else []
        if self.verdicts is None:
            return tuple(rows)
        judged = {"council": self.verdicts.council, **self.verdicts.members}
        said = [
            (f"{who}, by your verdicts", _percent(at.good / at.of, 1), "", "", "", _of(at))
            for who, at in judged.items()
        ]
        return (*said, *rows)


async def evidence_of(app: Application) -> Evidence:
    """Return what this installation's sessions with known answers, and people's verdicts, have measured.

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
    return Evidence(comparison, await app.verdicts.record())


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


def sentence_of(comparison: PolicyComparison) -> str:
    """Return a sentence that compares the council's own answers with the best single model."""
    single, council = comparison.policies[0], next(each for each in comparison.policies if each.policy == COUNCIL)
    return (
        f"On {comparison.questions} questions with known answers, the best single model was right "
        f"{_percent(single.right)} of the time for {_price(single.price)}, the council of {len(comparison.models)} "
        f"{_percent(council.right)} for {_price(council.price)}: a difference of {_points(council.difference)} points "
        f"[{_interval(council)}]."
    )


def row_of(row: PolicyRow) -> tuple[str, ...]:
    """Return the cells of a policy's row in a table with the columns `COLUMNS`."""
    return (row.policy, _percent(row.right, 1), _price(row.price), _points(row.difference), _interval(row), row.note)


def _of(share: Wilson) -> str:
    return f"right {share.good} of {share.of} times [{_percent(share.low)}, {_percent(share.high)}]"


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def _price(price: float) -> str:
    return money(nano_dollars(price))


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _interval(row: PolicyRow) -> str:
    return f"{_points(row.low)}, {_points(row.high)}"


async def _draw(app: Application) -> PanelTable:
    evidence = await evidence_of(app)
    return PanelTable(columns=COLUMNS, rows=evidence.rows, says=evidence.sentence)


panel = UsagePanel(title="Evidence", help="Policies replayed over your sessions with known answers.", draw=_draw)
