"""Find the answer that a judging arm judges, and the options of its session."""

from __future__ import annotations

from moot.app import Application
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.study import Arm
from moot.vocabulary.public import OptionValue, SessionState, Standing, event_keys, state_of


def options_for(arm: Arm, item: CorpusItem, source: str = "") -> dict[str, OptionValue]:
    """Return the protocol options of one question under an arm. A judging arm gets the question's criteria, their
    weights, and the session `source` whose answer is judged.
    """
    options = {**arm.options, **item.options}
    if arm.judges:
        options |= {
            "criteria": [each.text for each in item.criteria],
            "weights": [f"{each.weight:g}" for each in item.criteria],
            "answer_of": source,
        }
    return options


async def answer_in(app: Application, session: str, arm: Arm) -> str:
    """Return the answer of a finished session that an arm judges; empty if the session gave none."""
    return answer_of(state_of(await app.transcript.read(session)), arm)


def answer_of(state: SessionState, arm: Arm) -> str:
    """Return the answer that an arm judges: the verdict, or with `takes = "first"` the member's answer that leads the
    ranking. Of tied answers it is the one that the ranking lists first; without a ranking it is the verdict.
    """
    verdict = (state.verdict.text if state.verdict is not None else None) or ""
    if arm.takes == "verdict":
        return verdict
    places = next((view.finding.places for view in state.findings if isinstance(view.finding, Standing)), ())
    if not places:
        return verdict
    move = state.moves.get(event_keys.move(state.stages[0], places[0].seat))
    return move.text if move is not None else verdict
