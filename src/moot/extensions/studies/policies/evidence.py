"""Compare policies over this installation's sessions with known answers."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import select

from moot.app import Application
from moot.cli.public import GRADES, money, nano_dollars
from moot.exports.public import grades_in, names_of
from moot.extension_points import PanelTable, UsagePanel
from moot.extensions.studies.policies.comparison import PolicyComparison, PolicyRow, compare_policies
from moot.extensions.studies.policies.recorded_answers import RecordedAnswer, recorded_answers
from moot.transcripts.public import asked_everyone, events, sessions
from moot.vocabulary.public import NANO, SessionState, state_of

MOST = 300
"""Sessions that are read, the latest first."""
FEWEST = 10
"""Questions below which nothing is concluded."""
COLUMNS = ("policy", "right", "price", "difference", "95 % interval", "note")
NOTHING = "Nothing is measured here yet. Run questions with known answers: `moot run --help`."


async def evidence_of(app: Application) -> PolicyComparison | None:
    """Compare policies over the models that answered most of this installation's graded questions; `None` with fewer
    than ten questions.
    """
    query = (
        select(sessions.c.id)
        .join(events, events.c.session == sessions.c.id)
        .where(events.c.key == GRADES, sessions.c.scripted.is_(False), sessions.c.fork_of.is_(None))
        .where(asked_everyone())
        .order_by(sessions.c.number.desc())
        .limit(MOST)
    )
    found = await app.store.read(lambda connection: [row[0] for row in connection.execute(query)])
    answers = [_answers(state_of(await app.grades.events(session))) for session in found]
    councils = Counter(frozenset(each) for each in answers if len(each) > 1)
    if not councils:
        return None
    council, questions = councils.most_common(1)[0]
    if questions < FEWEST:
        return None
    return compare_policies(recorded_answers([each for each in answers if each.keys() == council], "The record"))


def _answers(state: SessionState) -> dict[str, RecordedAnswer]:
    """Return the graded first answers of a session's members."""
    names = names_of(state.seats)
    grades = grades_in(view.finding for view in state.findings)
    moves = list(state.moves.values())
    costs = {move.seat: move.cost or 0 for move in reversed(moves) if move.state == "spoke"}
    return {
        names[each.seat]: RecordedAnswer(
            answer=str(each.group or f"{each.seat} alone"),
            right=bool(each.right),
            price=costs.get(each.seat, 0) / NANO,
        )
        for each in (grades.grades if grades is not None else ())
        if each.seat in names and each.right is not None
    }


def sentence_of(comparison: PolicyComparison | None) -> str:
    """Return a sentence that compares the best single model with the vote of all models, or says that there are too few
    questions.
    """
    if comparison is None:
        return NOTHING
    single, vote = comparison.policies[0], next(each for each in comparison.policies if each.policy == "plurality")
    alone, together = _percent(single.right), _percent(vote.right)
    return (
        f"On {comparison.questions} questions with known answers, the best single model was right {alone} of the time "
        f"for {_price(single.price)}, the vote of {len(comparison.models)} {together} for {_price(vote.price)}: a "
        f"difference of {_points(vote.difference)} points [{_interval(vote)}]."
    )


def row_of(row: PolicyRow) -> tuple[str, ...]:
    """Return the cells of a policy's row in a table with the columns `COLUMNS`."""
    return (row.policy, _percent(row.right, 1), _price(row.price), _points(row.difference), _interval(row), row.note)


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def _price(price: float) -> str:
    return money(nano_dollars(price))


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def _interval(row: PolicyRow) -> str:
    return f"{_points(row.low)}, {_points(row.high)}"


async def _draw(app: Application) -> PanelTable:
    comparison = await evidence_of(app)
    rows = tuple(row_of(each) for each in comparison.policies) if comparison is not None else ()
    return PanelTable(columns=COLUMNS, rows=rows, says=sentence_of(comparison))


panel = UsagePanel(title="Evidence", help="Policies replayed over your sessions with known answers.", draw=_draw)
